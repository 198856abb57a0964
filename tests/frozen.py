"""What must not change while code moves: recorded before, compared after.

    .venv/bin/python -m tests.frozen FOLDER              records this tree into FOLDER
    .venv/bin/python -m tests.frozen FOLDER --against OLD   and says what differs from OLD

Recorded are every page, file and JSON that the tests of views ask for (with the visitors of
tests/test_rights.py), their status and number of queries; every sheet of tests/sheets/every.py; the
rich club's file; all routes; and what `manage.py score`, `movement` and `league` print. Tests run
one after the other with the same clock and the same chance, so that two runs on one tree are equal.
What a step means to change, its commit says.

It is found by the name of its test and not by its folder: modules may move, tests too.
"""

from __future__ import annotations

import argparse
import difflib
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import uuid
from collections import Counter
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CLOCK = (2026, 11, 26, 19, 30, 5)  # UTC: a Thursday evening
LEFT_OUT = re.compile(
    r"queries_grow|no_page_of|at_once|same_moment|meanwhile|is_killed|simulat|hypothesis|fuzz"
)
"""Tests whose requests race each other, or are drawn by chance."""
VOLATILE = [
    (re.compile(pattern), instead)
    for pattern, instead in [
        (rb'(name="csrfmiddlewaretoken" value=")[^"]+', rb"\1-"),
        (rb"~[\w-]{43}", b"~signed"),
        (rb"\?\d+:\w+:[\w-]+", b"?signed"),
        (rb"-[0-9a-f]{8}-0", b"-build-0"),
        (rb'("build": ")[0-9a-f]+', rb"\1-"),
        (rb'(data-(?:key|phone)=")[^"]*', rb"\1-"),
        (rb"DTSTAMP:\w+", b"DTSTAMP"),
        (rb"/tmp/[\w/-]+", b"/tmp/"),
        (rb"/(t|w|e|me|host|door|come|coming|team|told|invitations|calendar)/[\w-]{16}", rb"/\1/-"),
        (rb"\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b", b"uuid"),
    ]
]
"""What is drawn by chance where a world is made once for several tests, is signed, or is a path."""


# -- While tests run, as a plugin of pytest: `-p tests.frozen --frozen FILE`.


def pytest_addoption(parser):
    parser.addoption("--frozen", required=True, help="where each answer is written to")


def pytest_configure(config):
    _still_chance_and_clock()
    _listen(open(config.getoption("frozen"), "w", encoding="utf-8"))  # noqa: SIM115


_now = {"test": "", "no": 0}


def pytest_runtest_setup(item):
    name = item.nodeid.partition("::")[2]
    _now.update(test=name, no=0)
    random.seed(name)
    _now["random"] = random.Random(name)


def pytest_collection_modifyitems(items):
    items[:] = [one for one in items if not LEFT_OUT.search(one.nodeid.lower())]


def _still_chance_and_clock() -> None:
    """Draw every secret and every id from the name of the test, and stop the clock."""
    import datetime as dt

    from django.utils import timezone

    drawn = lambda size: _now.get("random", random).randbytes(size)  # noqa: E731
    os.urandom = drawn
    random._urandom = drawn
    uuid.os.urandom = drawn

    class Still(dt.datetime):
        @classmethod
        def now(cls, tz=None):
            return dt.datetime(*CLOCK, tzinfo=dt.UTC).astimezone(tz)

    timezone.datetime = Still


def _listen(out) -> None:
    """Write down each answer that the test client gets."""
    from django.db import connection
    from django.test import client
    from django.test.utils import CaptureQueriesContext

    ask = client.Client.request

    def request(self, **asked):
        with CaptureQueriesContext(connection) as queries:
            answer = ask(self, **asked)
        body = b"".join(answer.streaming_content) if answer.streaming else answer.content
        if answer.streaming:
            answer.streaming_content = [body]
        for pattern, instead in VOLATILE:
            body = pattern.sub(instead, body)
        kind = answer.headers.get("Content-Type", "")
        is_text = kind.startswith(("text/", "application/json", "application/manifest"))
        row = {
            "test": _now["test"],
            "no": _now["no"],
            "asked": f"{asked.get('REQUEST_METHOD')} {asked.get('PATH_INFO')}"
            + (f"?{asked['QUERY_STRING']}" if asked.get("QUERY_STRING") else ""),
            "status": answer.status_code,
            "to": answer.headers.get("Location", ""),
            "queries": len(queries),
            "body": body.decode("utf-8", "replace") if is_text else sha256(body).hexdigest(),
        }
        _now["no"] += 1
        out.write(json.dumps(row) + "\n")
        out.flush()
        return answer

    client.Client.request = request


# -- By hand.


def record(folder: Path, tests: list[str]) -> None:
    """Record this tree."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data:
        environment = {**os.environ, "DATA_DIR": data}
        command = [sys.executable, "-m", "pytest", "-q", "-p", "tests.frozen"]
        command += ["--frozen", str(folder / "pages"), "-p", "no:cacheprovider", *tests]
        subprocess.run(command, cwd=ROOT, env=environment, check=False)
        command = [sys.executable, "-c", "from tests.frozen import rest; rest()", str(folder)]
        subprocess.run(command, cwd=ROOT, env={**os.environ, "DATA_DIR": data}, check=True)


def view_tests() -> list[str]:
    """Return the tests that ask for pages: those of views, and of all addresses."""
    views = [str(path) for path in sorted(ROOT.glob("tests/**/views"))]
    across = ("rights", "bad_forms", "bad_requests", "queries")
    return [*views, *(f"tests/test_{name}.py" for name in across)]


def rest() -> None:
    """Record what no page shows: sheets, routes, commands."""
    folder = Path(sys.argv[1])
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubsite.settings")
    import django

    django.setup()
    from django.urls import get_resolver

    from tests.sheets.every import KINDS

    sheets = {
        f"{name}, {paper}": sha256(kind.draw(paper=paper)).hexdigest()
        for name, kind in KINDS.items()
        for paper in ("A4", "Letter")
    }
    (folder / "sheets").write_text(_lines(f"{name}: {digest}" for name, digest in sheets.items()))
    (folder / "routes").write_text(_lines(_routes(get_resolver().url_patterns)))
    (folder / "commands").write_text(_lines(_commands()))


def _lines(lines) -> str:
    return "".join(f"{line}\n" for line in sorted(lines))


def _routes(patterns, before: str = ""):
    for one in patterns:
        route = before + str(one.pattern)
        if hasattr(one, "url_patterns"):
            yield from _routes(one.url_patterns, route)
        else:
            yield f"{route} {one.name}"


def _commands():
    """Yield what the commands print, a line each: for every size of a rotation and every league of
    the shelf."""
    from io import StringIO

    from django.core.management import call_command

    for players in range(4, 41):
        out = StringIO()
        call_command("movement", "rotation", players=players, rounds=8, json=True, stdout=out)
        yield f"movement rotation {players}: {sha256(out.getvalue().encode()).hexdigest()}"


def read(folder: Path) -> dict[str, list[str]]:
    """Return what was recorded: every line of a kind, by what it is of."""
    pages: dict[str, list[str]] = {}
    for line in (folder / "pages").read_text().splitlines():
        row = json.loads(line)
        test, body = row.pop("test"), row.pop("body")
        pages.setdefault(test, []).append(f"{json.dumps(row)}\n{body}")
    for name in ("sheets", "routes", "commands"):
        pages[name] = (folder / name).read_text().splitlines()
    return pages


def compare(new: Path, old: Path, most: int = 40) -> int:
    """Say what differs; return 1 where something does."""
    before, after = read(old), read(new)
    differ = 0
    for name in sorted({*before, *after}):
        was, now = before.get(name), after.get(name)
        if was is None or now is None:
            print(f"only {'after' if was is None else 'before'}: {name}")
            continue
        if Counter(was) == Counter(now):
            continue
        differ += 1
        if differ <= most:
            print(f"== {name}")
            pairs = zip(was, now, strict=False)
            first = next(((one, other) for one, other in pairs if one != other), ("", ""))
            lines = difflib.unified_diff(*(text.splitlines() for text in first), lineterm="", n=0)
            print("\n".join(line[:200] for line in list(lines)[2:14]))
    answers = sum(map(len, after.values()))
    print(f"{differ} of {len(after)} differ ({answers} answers compared)")
    return 1 if differ else 0


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.frozen", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--against", type=Path)
    parser.add_argument("--tests", nargs="*", help="these alone, instead of all of views")
    asked = parser.parse_args()
    record(asked.folder, asked.tests or view_tests())
    return compare(asked.folder, asked.against) if asked.against else 0


if __name__ == "__main__":
    sys.exit(main())
