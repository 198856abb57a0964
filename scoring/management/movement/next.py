"""`manage.py movement next`: the next round of a tournament's file (docs/tournament-format.md)."""

from __future__ import annotations

import json
from collections.abc import Iterator

from scoring.common.bounded import read_named
from scoring.tournament.pure.document import document, loads, round_document
from scoring.tournament.pure.next_round import next_round
from scoring.tournament.pure.places import with_ghosts
from scoring.tournament.pure.values import Round, RoundTable, Tournament

HELP = "seat the next round of a tournament (euchre-tournament/1)"


def add_arguments(parser) -> None:
    parser.add_argument("file", metavar="TOURNAMENT", help="a file; - is standard input")
    parser.add_argument(
        "--json", action="store_true", help="write the tournament file with the new round"
    )


def run(*, file: str, json: bool, **options) -> str:
    """Return what is to be written: the file with one more round, or that round for people.

    Raises OSError, BadTournament or NotYet.
    """
    data = read_named(file)
    before = loads(data)
    tournament = with_ghosts(before)
    drawn = next_round(tournament)
    return (
        as_json(data, before, tournament, drawn)
        if json
        else "\n".join(for_people(tournament, drawn))
    )


def as_json(data: bytes, before: Tournament, tournament: Tournament, drawn: Round) -> str:
    """Return the file as it was, with the round, and with ghosts who came with it."""
    found = json.loads(data.decode("utf-8-sig"))
    ghosts = document(tournament)["entrants"][len(before.entrants) :]
    found["entrants"] = [*found["entrants"], *ghosts]
    found["rounds"] = [*found.get("rounds", ()), round_document(drawn)]
    return json.dumps(found, ensure_ascii=False)


def for_people(tournament: Tournament, drawn: Round) -> Iterator[str]:
    """Yield the lines of a round's seating."""
    yield f"Round {drawn.no}, {tournament.format.name}, seed {tournament.seed}"
    sides = [tuple(_sides(tournament, table)) for table in drawn.tables]
    width = max(len(side) for table in sides for side in table)
    for table, (first, *others) in zip(drawn.tables, sides, strict=True):
        rest = "  ".join(f"{side:<{width}}" for side in others)
        yield f"{table.no:>5}  {first:<{width}}  {rest}".rstrip()
    if drawn.sitting_out:
        names = (_named(tournament, no) for no in drawn.sitting_out)
        yield f"Sitting out: {', '.join(names)}"


def _sides(tournament: Tournament, table: RoundTable) -> Iterator[str]:
    for side, entrants in table.by_side.items():
        yield f"{side} {' + '.join(_named(tournament, no) for no in entrants)}"


def _named(tournament: Tournament, no: int) -> str:
    return f"{no} {tournament.entrant(no).name}"
