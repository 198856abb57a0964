"""What no page shows: routes, sheets, the club's file, and what the commands print."""

import csv
import json
import re
import sys
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from hashlib import sha256
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path

from django.core.management import call_command
from django.urls import get_resolver

from tests.frozen import still
from tests.frozen.records import Part

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = re.compile(r"^```json\n(.*?)^```", re.MULTILINE | re.DOTALL)
READERS = {
    "sheet": [["score"]],
    "tournament": [["movement", "next"], ["movement", "standings"]],
    "league": [["league", "fixtures"], ["league", "table"]],
}
"""What reads the examples of a format."""
PLAYERS = (4, 5, 7, 8, 9, 12, 13, 16, 20, 24)


def routes() -> Part:
    """Return the path of every route by its name; those of the admin by their number."""
    return {name: route for route, name in _routes(get_resolver().url_patterns)}


def _routes(patterns, before: str = "", space: str = "") -> Iterator[tuple[str, str]]:
    for one in patterns:
        route = before + str(one.pattern)
        if hasattr(one, "url_patterns"):
            inner = f"{one.namespace}:" if one.namespace else space
            yield from _routes(one.url_patterns, route, inner)
        else:
            yield route, f"{space}{one.name or route}"


def sheets(some: int = 1) -> Part:
    """Return a digest of every sheet on A4 and on Letter."""
    from tests.sheets.every import KINDS

    found = {}
    for name, kind in list(KINDS.items())[::some]:
        for paper in ("A4", "Letter"):
            still.begin(name)
            drawn = kind.draw(paper=paper)
            found[f"{name}, {paper}"] = f"sha256 {sha256(drawn).hexdigest()}\n{len(drawn)} bytes"
    return found


def commands(some: int = 1) -> Part:
    """Return what `manage.py score`, `movement` and `league` print and complain of, on every
    example of the documentation and of tests/euchre/worked_examples.csv."""
    asked = {}
    for words, given in _asked():
        asked.setdefault(" ".join(words) + f" < {given[0]}", (words, given[1]))
    return {name: _run(*asked[name]) for name in list(asked)[::some]}


def _asked() -> Iterator[tuple[list[str], tuple[str, str]]]:
    for told in _examples():
        for words in READERS[told[0].split("-")[0]]:
            yield [*words, "-"], told
            yield [*words, "-", "--json"], told
    sheets = "".join(f"{json.dumps(sheet)}\n" for sheet in _worked_examples())
    for words in (["score", "--lines"], ["score", "--lines", "--json"]):
        yield words, ("worked examples", sheets)
    for players in PLAYERS:
        words = ["movement", "rotation", "--players", str(players), "--rounds", "6"]
        yield words, ("nothing", "")
        yield [*words, "--json"], ("nothing", "")


def _examples() -> Iterator[tuple[str, str]]:
    for file in sorted(ROOT.glob("docs/*-format.md")):
        for no, text in enumerate(EXAMPLE.findall(file.read_text(encoding="utf-8")), 1):
            yield f"{file.name} {no}", text


def _worked_examples() -> Iterator[dict]:
    names = ("Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Gus")
    file = ROOT / "tests" / "euchre" / "worked_examples.csv"
    with file.open(encoding="utf-8", newline="") as rows:
        for row in csv.DictReader(rows):
            if row["kind"] in ("hand", "sitting"):
                hands = row["given"].split(" | ")
                sheet = {"format": "euchre-sheet/1", "rules": row["rules"], "hands": hands}
                yield sheet | {"players": names[: int(row["players"] or 4)]}


def _run(words: list[str], given: str) -> str:
    """Return what a shell would see."""
    still.begin(" ".join(words))
    out, wrong, before = StringIO(), StringIO(), sys.stdin
    sys.stdin = TextIOWrapper(BytesIO(given.encode()))
    try:
        with redirect_stdout(out), redirect_stderr(wrong):
            call_command(*words, stdout=out, stderr=wrong)
        status = 0
    except SystemExit as ended:
        status = ended.code
    except Exception as error:
        status = f"{type(error).__name__}: {error}"
    finally:
        sys.stdin = before
    return f"status {status}\n{out.getvalue()}\n{wrong.getvalue()}"
