"""`manage.py movement verify-draw`: check a tournament's draw of round 1 from its file
(docs/tournament-format.md)."""

from __future__ import annotations

import json as to_json
from collections.abc import Iterator
from dataclasses import replace

from scoring.common.bounded import read_named
from scoring.tournament.pure.document import loads, round_document
from scoring.tournament.pure.next_round import next_round
from scoring.tournament.pure.values import Round, Tournament

HELP = "check the draw of round 1 (euchre-tournament/1)"


def add_arguments(parser) -> None:
    parser.add_argument("file", metavar="TOURNAMENT", help="a file; - is standard input")
    parser.add_argument("--json", action="store_true", help="write euchre-draw/1")


def run(*, file: str, json: bool, **options) -> str:
    """Return what the draw was made from and whether round 1 is as drawn, as euchre-draw/1 or as
    lines for people.

    Raises OSError, BadTournament, NotYet, or ValueError if the file has no draw to check.
    """
    tournament = loads(read_named(file))
    if not tournament.draw:
        raise ValueError("This file doesn’t say what its draw was made from.")
    if not tournament.rounds:
        raise ValueError("This file has no round 1 yet.")
    drawn = next_round(replace(tournament, rounds=(), plan=()))
    found = _found(tournament, drawn)
    return to_json.dumps(found) if json else "\n".join(_lines(found))


def _found(tournament: Tournament, drawn: Round) -> dict:
    played = replace(tournament.rounds[0], tables=_seats(tournament.rounds[0]))
    drawn = replace(drawn, tables=_seats(drawn))
    draw = tournament.draw
    return {
        "format": "euchre-draw/1",
        "digest": draw.digest,
        "secret": draw.secret,
        "label": draw.label,
        "room": draw.room,
        "seed": draw.seed,
        "round": round_document(drawn),
        "as_drawn": played == drawn,
    }


def _seats(round: Round) -> tuple:
    return tuple(
        replace(table, result=None) for table in sorted(round.tables, key=lambda one: one.no)
    )


def _lines(found: dict) -> Iterator[str]:
    """Yield what the draw was made from, and the verdict."""
    for key in ("digest", "secret", "label", "room", "seed"):
        yield f"{key:<7} {found[key]}"
    if found["as_drawn"]:
        yield "Round 1 is as the seed draws it."
        return
    yield "Round 1 is not as the seed draws it. It was changed by hand, or a setting or an entrant"
    yield "was changed after the draw. The seed draws:"
    for table in found["round"]["tables"]:
        seats = "  ".join(f"{seat} {no}" for seat, no in table["seats"].items())
        yield f"{table['table']:>5}  {seats}"
