"""`manage.py movement standings`: the standings in a tournament's file
(docs/tournament-format.md)."""

from __future__ import annotations

import json as to_json
from argparse import ArgumentTypeError
from functools import partial

from scoring.common.amounts import DECIMALS, plain, written
from scoring.common.bounded import read_named
from scoring.tournament.pure.document import loads
from scoring.tournament.pure.standings_document import document, table

HELP = "standings and prizes of a tournament (euchre-tournament/1)"


def add_arguments(parser) -> None:
    parser.add_argument("file", metavar="TOURNAMENT", help="a file; - is standard input")
    parser.add_argument("--json", action="store_true", help="write euchre-standings/1")
    parser.add_argument(
        "--currency",
        type=_currency,
        metavar="GBP",
        help="what the money is, which the file does not say: for people, without it in figures "
        "alone",
    )


def _currency(code: str) -> str:
    if code not in DECIMALS:
        raise ArgumentTypeError(f"“{code}” is not a currency code such as GBP")
    return code


def run(*, file: str, json: bool, currency: str | None = None, **options) -> str:
    """Return what is to be written: the standings as a document, or as a table for people.

    Raises OSError or BadTournament.
    """
    tournament = loads(read_named(file))
    if json:
        return to_json.dumps(document(tournament), ensure_ascii=False)
    return table(tournament, money=partial(written if currency else plain, currency=currency))
