"""`manage.py league table`: the standings of a league (docs/league-format.md)."""

from __future__ import annotations

import json as to_json
from argparse import ArgumentTypeError
from datetime import date

from scoring.league.pure.table import tables
from scoring.league.pure.table_document import document, lines
from scoring.league.pure.values import League

HELP = "the table of a league (euchre-league/1) at any date"


def add_arguments(parser) -> None:
    parser.add_argument("--json", action="store_true", help="write euchre-table/1")
    parser.add_argument(
        "--until",
        type=_date,
        metavar="DATE",
        help="the standings after this day (default: all results)",
    )


def _date(written: str) -> date:
    try:
        if len(written) == len("2027-01-21"):
            return date.fromisoformat(written)
    except ValueError:
        pass
    raise ArgumentTypeError(f"“{written}” is not a date such as 2027-01-21")


def run(league: League, *, json: bool, until: date | None = None, **options) -> str:
    """Return what is to be written: the tables as a document, or lines for people."""
    found = tables(league, until=until)
    if json:
        return to_json.dumps(document(found), ensure_ascii=False)
    return "\n\n".join("\n".join(lines(division)) for division in found)
