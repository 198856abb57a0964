"""./test: makes what it needs, checks everything, says what was skipped and where the time went."""

import os
import subprocess
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree import ElementTree

from scripts.environment import ROOT, Environment

# A site's own variables would change what the tests see.
SITE_VARIABLES = """ALLOWED_HOSTS BEHIND_PROXY BIND DATABASE_POOL DATABASE_URL DEBUG HTTPS LOG_LEVEL
PUBLIC_URL SECRET_KEY TIME_ZONE TRUSTED_ORIGINS WEB_CONCURRENCY""".split()


@dataclass(frozen=True, kw_only=True)
class Phase:
    """One part of ./test: what it was, how long it took, how it ended."""

    name: str
    seconds: float
    status: int
    counts: str = ""
    skipped: Counter = field(default_factory=Counter)

    def line(self) -> str:
        verdict = "failed" if self.status else "ok"
        return f"  {self.name:<22}{self.seconds:7.1f} s   {verdict:<8}{self.counts}".rstrip()


def clean_environment(data_dir: str) -> dict[str, str]:
    """Return the environment of the tests: this one without a site's variables, data kept in
    `data_dir`."""
    kept = {name: value for name, value in os.environ.items() if name not in SITE_VARIABLES}
    return {**kept, "DATA_DIR": data_dir}


def status_of(command: list, environment: dict[str, str]) -> int:
    """Run the command to its end and return its exit status; Ctrl-C lets it clear up first."""
    child = subprocess.Popen(command, cwd=ROOT, env=environment)
    try:
        return child.wait()
    except KeyboardInterrupt:
        child.wait()
        raise


def timed(name: str, work: Callable[[], int | None]) -> Phase:
    """Do the work under a heading; it returns its exit status, or nothing when it went well."""
    print(f"\n== {name}", flush=True)
    start = time.monotonic()
    status = work() or 0
    return Phase(name=name, seconds=time.monotonic() - start, status=status)


def read_report(file: Path) -> tuple[str, Counter]:
    """Return what pytest's XML report counts ("12 passed, 1 skipped"), and its reasons for
    skipping."""
    if not file.exists():
        return "", Counter()
    root = ElementTree.parse(file).getroot()
    reasons = Counter(skip.get("message") or skip.get("type") for skip in root.iter("skipped"))
    total = {
        key: sum(int(suite.get(key, 0)) for suite in root)
        for key in ("tests", "failures", "errors")
    }
    bad = total["failures"] + total["errors"]
    counted = {
        "passed": total["tests"] - bad - reasons.total(),
        "failed": bad,
        "skipped": reasons.total(),
    }
    return ", ".join(f"{number} {word}" for word, number in counted.items() if number), reasons


def pytest_phase(name: str, before: list, arguments: list, environment: dict[str, str]) -> Phase:
    """Run pytest under the command `before`; its report is kept in DATA_DIR."""
    report = Path(environment["DATA_DIR"]) / f"{name.split()[-1]}.xml"
    command = [
        *before,
        *arguments,
        "-q",
        "--durations=5",
        "--durations-min=2",
        f"--junitxml={report}",
    ]
    phase = timed(name, lambda: status_of(command, environment))
    counts, skipped = read_report(report)
    return Phase(
        name=name, seconds=phase.seconds, status=phase.status, counts=counts, skipped=skipped
    )


def everything(python: Path, environment: dict[str, str]) -> list[Phase]:
    """Check style, then run all tests on SQLite, then those of the database on PostgreSQL."""
    pytest = [python, "-m", "pytest"]
    on_postgres = [python, "-m", "tests.postgres", *pytest]
    ruff = [python, "-m", "ruff"]
    return [
        timed("ruff check", lambda: status_of([*ruff, "check", "--quiet"], environment)),
        timed(
            "ruff format", lambda: status_of([*ruff, "format", "--check", "--quiet"], environment)
        ),
        pytest_phase("tests on SQLite", pytest, [], environment),
        pytest_phase(
            "tests on PostgreSQL", on_postgres, ["-m", "database and not browser"], environment
        ),
    ]


def summary(phases: list[Phase]) -> str:
    """Return where the time went, what was skipped and why, and the verdict."""
    skipped = sum((phase.skipped for phase in phases), Counter())
    failed = [phase.name for phase in phases if phase.status]
    lines = ["", *(phase.line() for phase in phases)]
    lines += [f"  skipped {number}: {reason}" for reason, number in skipped.items()]
    verdict = f"Failed: {', '.join(failed)}." if failed else "All is well."
    return "\n".join([*lines, f"{verdict} {sum(phase.seconds for phase in phases):.0f} s"])


def main(arguments: list[str]) -> int:
    """Check everything; with arguments run pytest once with them."""
    environment = Environment()
    with tempfile.TemporaryDirectory(prefix="bowerbook-test-") as folder:
        clean = clean_environment(folder)
        if arguments:
            environment.fill("requirements-dev.txt")
            return status_of([environment.python, "-m", "pytest", *arguments], clean)
        filling = timed("packages", lambda: environment.fill("requirements-dev.txt"))
        phases = [filling, *everything(environment.python, clean)]
    print(summary(phases))
    return 1 if any(phase.status for phase in phases) else 0
