"""./test: prepare the environment, run the tests of a level, and report progress and skipped
tests."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from subprocess import PIPE, STDOUT

from scripts.environment import DEVELOPING, ROOT, Environment

# A site's own variables would change what the tests see.
SITE_VARIABLES = """
ALLOWED_HOSTS BACKUP_DIR BACKUP_UPLOAD_MB BEHIND_PROXY BIND DATABASE_POOL DATABASE_URL DEBUG
EMAIL_FROM EMAIL_URL HSTS_SUBDOMAINS HTTPS LOG_ADDRESSES LOG_LEVEL LOG_REQUESTS NIGHTLY_BACKUP
PUBLIC_URL PUT_AWAY_AFTER REQUIRE_SECOND_FACTOR SECRET_KEY SECURITY_CONTACT SENTRY_DSN START_LIMITS
TIME_ZONE TRUSTED_ORIGINS WEB_CONCURRENCY
""".split()

LEVELS = ("quick", "usual", "thorough")
QUICK = """tests/common tests/euchre tests/people tests/table tests/money tests/evening
tests/tournament tests/league tests/club tests/public tests/site tests/static
tests/test_architecture.py tests/test_docs.py
--ignore=tests/tournament/pure --ignore=tests/league/pure --ignore=tests/site/backup
--ignore=tests/public/sending --ignore-glob=tests/*/sheets --ignore=tests/common/pdf""".split()
"""Leave out tests that are slow by nature, of tournaments and leagues as values, backups and
PDFs."""
STYLE = {
    "ruff check": "ruff check --quiet",
    "ruff format": "ruff format --check --quiet",
    "biome check": "biome check",
    "djangofmt": "djangofmt --check --quiet templates",
}
TYPES = "mypy --no-error-summary"
COMPILED = ROOT / "tests" / "__pycache__"
MEMORY = Path("/dev/shm")
"""The file system in memory on Linux. On a disk every commit takes some milliseconds."""
ROOM = 2_000_000_000
"""Bytes that must be free there; the tests need half of that."""
FOLDER = "bowerbook-test-"
FORGOTTEN = 24 * 3600  # seconds
CORES = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 2
OFTEN = 0.2
"""Seconds between two looks at how far the tests are."""
SELDOM = 10
"""Seconds between two lines that say so, where a line cannot be written over."""


@dataclass(frozen=True, kw_only=True)
class Phase:
    """One part of ./test, with its name, duration and outcome."""

    name: str
    seconds: float
    status: int
    counts: str = ""

    def line(self) -> str:
        verdict = "failed" if self.status else "ok"
        return f"  {self.name:<22}{self.seconds:7.1f} s   {verdict:<8}{self.counts}".rstrip()


@dataclass(kw_only=True)
class Lane:
    """A run of pytest in parallel with others, with its reports so far (tests/progress.py)."""

    name: str
    arguments: list[str]
    workers: int
    before: list[str] = field(default_factory=list)
    nice: int = 0
    """Its niceness towards other lanes."""
    total: int = 0
    tests: list[dict] = field(default_factory=list)
    began: float = 0
    seconds: float = 0
    status: int | None = None

    def start(self, python: Path, level: str | None, environment: dict[str, str]) -> None:
        folder = Path(environment["DATA_DIR"]) / self.name.split()[-1]
        folder.mkdir()
        self._said, self._progress = folder / "said", folder / "progress"
        self._progress.touch()
        command = [python, *self.before, python] if self.before else [python]
        command += ["-m", "pytest", "-p", "tests.progress", "-q"]
        command += [f"--proof={level}"] if level else []
        command += self.arguments
        command += ["-n", str(self.workers)] if self.workers > 1 else []
        told = {"DATA_DIR": str(folder), "PROGRESS": str(self._progress)}
        self.began = time.monotonic()
        with open(self._said, "wb") as said:
            self._child = subprocess.Popen(
                command,
                cwd=ROOT,
                env={**environment, **told},
                stdout=said,
                stderr=said,
                start_new_session=True,
                preexec_fn=lambda: os.nice(self.nice),
            )
        self._read = open(self._progress, encoding="utf-8")  # noqa: SIM115
        self._half = ""

    def look(self) -> list[dict]:
        """Read its new reports, and whether it has ended. Return the tests that ended."""
        status = self._child.poll()
        *lines, self._half = (self._half + self._read.read()).split("\n")
        told = [json.loads(line) for line in lines]
        self.total = max([self.total, *(one["total"] for one in told if "total" in one)])
        ended = [one for one in told if "test" in one]
        self.tests += ended
        if status is not None and self.status is None:
            self.status, self.seconds = status, time.monotonic() - self.began
            self._read.close()
        return ended

    def stop(self) -> None:
        """Let it clear up as after Ctrl-C, and wait until it has."""
        if self._child.poll() is None:
            os.killpg(self._child.pid, signal.SIGINT)
            self._child.wait()

    def said(self) -> str:
        """The output of pytest: all but the dots if it failed, otherwise its last lines."""
        text = self._said.read_text(errors="replace").rstrip()
        if not self.status:
            return text.splitlines()[-1] if text else ""
        found = [text.find(title) for title in ("= ERRORS =", "= FAILURES =")]
        start = min((at for at in found if at > 0), default=0)
        return text[text.rfind("\n", 0, start) + 1 :]

    def left(self) -> float | None:
        """The estimated seconds until it ends, or None if unknown."""
        if self.status is not None:
            return 0
        if not self.total or len(self.tests) < self.total / 50:
            return None
        return (time.monotonic() - self.began) * (self.total / max(1, len(self.tests)) - 1)

    def phase(self) -> Phase:
        found = Counter(one["outcome"] for one in self.tests)
        words = [f"{found[word]} {word}" for word in ("passed", "failed", "skipped") if found[word]]
        return Phase(
            name=self.name, seconds=self.seconds, status=self.status, counts=", ".join(words)
        )


class Teller:
    """Shows the progress of the lanes, in one line of a terminal, or now and then in a new line."""

    def __init__(self, lanes: list[Lane]) -> None:
        self.lanes, self.began, self.last = lanes, time.monotonic(), time.monotonic()
        self.terminal = sys.stdout.isatty()

    def line(self) -> str:
        """How many tests are done of how many, how many failed, what time it took and will."""
        tests = [one for lane in self.lanes for one in lane.tests]
        failed = sum(one["outcome"] == "failed" for one in tests)
        total = sum(lane.total for lane in self.lanes)
        known = all(lane.total or lane.status is not None for lane in self.lanes)
        left = [lane.left() for lane in self.lanes]
        words = [f"{len(tests)} of {total}{'' if known else ' or more'} tests"]
        words += [f"{failed} failed"] if failed else []
        words += [f"{clock(time.monotonic() - self.began)} gone"]
        words += [f"about {clock(max(left))} left"] if None not in left else []
        return ", ".join(words)

    def tell(self) -> None:
        if self.terminal:
            print(f"\r\033[K{self.line()}", end="", flush=True)
        elif time.monotonic() - self.last >= SELDOM:
            self.last = time.monotonic()
            print(self.line(), flush=True)

    def say(self, text: str) -> None:
        """Print something that stays."""
        print(f"\r\033[K{text}" if self.terminal else text, flush=True)


def clock(seconds: float) -> str:
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"


def in_memory(memory: Path = MEMORY, said: Path = Path("/proc/meminfo")) -> Path | None:
    """Return the folder in memory for the tests' data. It is None if there is none or too little
    room, and if TMPDIR is set.

    `said` has Linux's memory information, as a file system in memory may promise more than there
    is.
    """
    if os.environ.get("TMPDIR"):
        return None
    try:
        left = re.search(r"^MemAvailable: +(\d+) kB$", said.read_text("utf-8"), re.MULTILINE)
        free = min(int(left[1]) * 1024, shutil.disk_usage(memory).free)
    except (OSError, TypeError):
        return None
    return memory if free >= ROOM and os.access(memory, os.W_OK) else None


@contextmanager
def folder_of_a_run() -> Iterator[str]:
    """Make the folder for the tests' data, and remove it. Also remove folders that a killed run
    left in memory a day ago or earlier."""
    place = in_memory()
    for left in place.glob(f"{FOLDER}*") if place else ():
        with suppress(OSError):
            if time.time() - left.stat().st_mtime > FORGOTTEN:
                shutil.rmtree(left)
    with tempfile.TemporaryDirectory(prefix=FOLDER, dir=place) as folder:
        Path(folder).chmod(0o711)  # for root's PostgreSQL, which runs as `nobody` in a folder there
        yield folder


def clean_environment(data_dir: str) -> dict[str, str]:
    """Return the environment of the tests. It has none of a site's variables, and keeps all data in
    `data_dir`."""
    not_ours = {*SITE_VARIABLES, "PYTHONDONTWRITEBYTECODE"}  # each process would compile anew
    kept = {name: value for name, value in os.environ.items() if name not in not_ours}
    ours = {"DATA_DIR": data_dir, "PROOF_FOLDER": data_dir, "TMPDIR": data_dir}
    return {**kept, **ours, "PROOF_TURN": str(turn_of_the_commit())}


def turn_of_the_commit() -> int:
    """Return the number of commits up to HEAD, or 0 outside a checkout. It selects the tests that
    take turns, so that a commit has the same result on any day. PROOF_TURN=NUMBER repeats another
    turn."""
    if named := os.environ.get("PROOF_TURN"):
        return int(named)
    command = ["git", "rev-list", "--count", "HEAD"]
    try:
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return 0
    return int(done.stdout)


def status_of(command: list, environment: dict[str, str]) -> int:
    """Run the command to its end and return its exit status; Ctrl-C lets it clear up first."""
    child = subprocess.Popen(command, cwd=ROOT, env=environment)
    try:
        return child.wait()
    except KeyboardInterrupt:
        child.wait()
        raise


def quietly(command: list, environment: dict[str, str]) -> int:
    """Run the command, print what it says only if it fails, and return its exit status."""
    done = subprocess.run(command, cwd=ROOT, env=environment, stdout=PIPE, stderr=STDOUT, text=True)
    if done.returncode:
        print(done.stdout)
    return done.returncode


def timed(name: str, work: Callable[[], int | None]) -> Phase:
    """Do the work under a heading; it returns its exit status, or nothing when it went well."""
    print(f"== {name}", flush=True)
    start = time.monotonic()
    status = work() or 0
    return Phase(name=name, seconds=time.monotonic() - start, status=status)


def style(python: Path, environment: dict[str, str]) -> list[Phase]:
    """Hold every file to its formatter."""
    return [checked(name, line, python, environment) for name, line in STYLE.items()]


def checked(name: str, line: str, python: Path, environment: dict[str, str]) -> Phase:
    """Run a program of the environment by its command line."""
    program, *words = line.split()
    return timed(name, partial(quietly, [python.parent / program, *words], environment))


def compile_once(python: Path, level: str, environment: dict[str, str]) -> None:
    """Compile the tests and all that they import, in a new checkout. Otherwise every worker of
    every lane would compile the same files at the same time."""
    if not COMPILED.exists():
        of = QUICK if level == "quick" else []
        command = [python, "-m", "pytest", "-q", "--collect-only", *of]
        timed("compiling", partial(quietly, command, environment))


def lanes_of(level: str) -> list[Lane]:
    """Return the lanes to run in parallel.

    A browser waits half of the time, and so does a test with a server or a command of its own. So
    there are more workers than cores, and lanes that only compute have a lower priority.
    """
    sqlite = {"name": "tests on SQLite", "workers": CORES}
    if level == "quick":
        return [Lane(**sqlite, arguments=["-m", "not slow", "--dist=worksteal", *QUICK])]
    rest = ["--dist=worksteal", "--ignore=tests/browser"]
    return [
        Lane(name=sqlite["name"], workers=CORES + 1, nice=4, arguments=rest),
        Lane(
            name="tests in Chromium",
            workers=CORES,
            arguments=["--dist=loadgroup", "tests/browser"],
        ),
        Lane(
            name="tests on PostgreSQL",
            workers=max(1, CORES // 2),
            nice=2,
            before=["-m", "tests.postgres"],
            arguments=["-m", "postgres", *rest],
        ),
    ]


def run(lanes: list[Lane], python: Path, level: str, environment: dict[str, str]) -> None:
    """Run the lanes in parallel until they end. Failures are reported at once."""
    teller = Teller(lanes)
    try:
        for lane in lanes:
            lane.start(python, level, environment)
        while any(lane.status is None for lane in lanes):
            time.sleep(OFTEN)
            for lane in [lane for lane in lanes if lane.status is None]:
                for one in lane.look():
                    if one["outcome"] == "failed":
                        teller.say(f"FAILED {one['test']} ({lane.name})")
                if lane.status is not None:
                    teller.say(f"\n== {lane.name}\n{lane.said()}\n")
            teller.tell()
    finally:
        for lane in lanes:
            lane.stop()


def summary(phases: list[Phase], tests: list[dict], seconds: float) -> str:
    """Return where the time went, what was skipped and why, and the verdict."""
    skipped = Counter(one["why"] for one in tests if one["outcome"] == "skipped")
    slowest = sorted(tests, key=lambda one: one["seconds"], reverse=True)[:10]
    failed = [phase.name for phase in phases if phase.status]
    lines = ["", "The slowest:"]
    lines += [f"  {one['seconds']:7.1f} s   {one['test']}" for one in slowest]
    lines += ["", *(phase.line() for phase in phases)]
    lines += [f"  skipped {number}: {reason}" for reason, number in skipped.items()]
    verdict = f"Failed: {', '.join(failed)}." if failed else "All is well."
    return "\n".join([*lines, f"{verdict} {len(tests)} tests, {seconds:.0f} s"])


def prove(level: str, environment: Environment, clean: dict[str, str]) -> int:
    """Prove as much as this level does, and say what came of it."""
    began = time.monotonic()
    phases = [timed("packages", lambda: environment.fill(DEVELOPING))]
    phases += style(environment.python, clean)
    lanes = lanes_of(level)
    if level != "quick":
        turn, words = clean["PROOF_TURN"], "" if level == "usual" else f" {level}"
        print(f"== turn {turn}: PROOF_TURN={turn} ./test{words} repeats it")
    print(f"== {', '.join(lane.name for lane in lanes)}", flush=True)
    with ThreadPoolExecutor(1) as beside:
        types = beside.submit(checked, "types", TYPES, environment.python, clean)
        compile_once(environment.python, level, clean)
        run(lanes, environment.python, level, clean)
    phases += [types.result(), *(lane.phase() for lane in lanes)]
    tests = [one for lane in lanes for one in lane.tests]
    print(summary(phases, tests, time.monotonic() - began))
    return 1 if any(phase.status for phase in phases) else 0


def main(arguments: list[str]) -> int:
    """Prove all that a commit needs, or as much as is asked for; with other arguments run pytest
    with them."""
    environment = Environment()
    with folder_of_a_run() as folder:
        clean = clean_environment(folder)
        if not arguments or arguments in [[level] for level in LEVELS]:
            return prove(*(arguments or ["usual"]), environment, clean)
        environment.fill(DEVELOPING)
        return status_of([environment.python, "-m", "pytest", *arguments], clean)
