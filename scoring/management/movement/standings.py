"""`manage.py movement standings`: who stands where in a tournament's file (docs/tournament-format.md)."""

from __future__ import annotations

import json as to_json
import sys
from pathlib import Path

from scoring.movements.tournament.document import loads
from scoring.movements.tournament.standings_document import document, table

HELP = "standings and prizes of a tournament (euchre-tournament/1)"


def add_arguments(parser) -> None:
    parser.add_argument("file", metavar="TOURNAMENT", help="a file; - is standard input")
    parser.add_argument("--json", action="store_true", help="write euchre-standings/1")


def run(*, file: str, json: bool, **options) -> str:
    """Return what is to be written: the standings as a document, or as a table for people.

    Raises OSError or BadTournament.
    """
    tournament = loads(sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes())
    return to_json.dumps(document(tournament), ensure_ascii=False) if json else table(tournament)
