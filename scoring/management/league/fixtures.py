"""`manage.py league fixtures`: a season planned (docs/league-format.md)."""

from __future__ import annotations

import json as to_json

from scoring.league.pure.fixtures import fixtures
from scoring.league.pure.fixtures_document import document, lines
from scoring.league.pure.values import League

HELP = "plan the season of a league (euchre-league/1)"


def add_arguments(parser) -> None:
    parser.add_argument("--json", action="store_true", help="write euchre-fixtures/1")


def run(league: League, *, json: bool, **options) -> str:
    """Return what is to be written: the fixtures as a document, or lines for people. Raises
    CannotPlan."""
    found = fixtures(league)
    return to_json.dumps(document(found), ensure_ascii=False) if json else "\n".join(lines(found))
