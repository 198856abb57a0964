"""A draw before it is published. Draw it, draw it again, swap two people, and publish it."""

from __future__ import annotations

from hashlib import sha256

from django.db import transaction

from scoring.common.permissions import Actor
from scoring.common.refused import Refused
from scoring.tournament.actions.entrants import fill_with_ghosts
from scoring.tournament.actions.rounds import NOBODY, draw_round, publish_round
from scoring.tournament.actions.setting_up import give_secret, undraw
from scoring.tournament.actions.stage import for_changes, refresh_screens, round_of
from scoring.tournament.models import Entrant, Placing, Round, Tournament
from scoring.tournament.queries.now import entrants_of


class Stale(Refused):
    """The draw has changed since it was looked at."""


@transaction.atomic
def draw(*, tournament: Tournament, after: int, room: str = "") -> Round:
    """Draw the next round as `draw_round` does. If ghosts fill the tables, add as many as it
    needs."""
    tournament = for_changes(tournament)
    fill_with_ghosts(tournament)
    return draw_round(tournament=tournament, after=after, room=room)


@transaction.atomic
def draw_again(*, tournament: Tournament, no: int, seen: str, room: str = "") -> Round:
    """Draw round 1 again, from the secret of its next draw.

    Raise Stale if the draw is no longer the one that was `seen`. Raise Refused for a later round,
    which follows from its seed and the results.
    """
    tournament = for_changes(tournament)
    row = _drawn(tournament, no)
    if no != 1:
        raise Refused(
            "Only round 1 can be drawn again. This round follows from its seed and the results."
        )
    _refuse_stale(row, seen)
    undraw(tournament)
    give_secret(tournament)
    return draw_round(tournament=tournament, after=0, room=room)


@transaction.atomic
def swap(
    *, tournament: Tournament, no: int, one: int, other: int, seen: str, actor: Actor
) -> Round:
    """Swap the places of two entrants (their numbers) in a round that is drawn and not published.

    One of them may sit out. Idempotent. Raise Stale if the draw is no longer the one that was
    `seen`, Refused if one of the two has no place in it.
    """
    tournament = for_changes(tournament)
    row = _drawn(tournament, no)
    if one == other:
        raise Refused("Choose two different players.")
    line = (
        f"{actor.name}: {_named(tournament, one)} and {_named(tournament, other)} changed places."
    )
    if row.moved and row.moved[-1] == line and _edition(row, row.moved[:-1]) == seen:
        return row
    _refuse_stale(row, seen)
    _exchange(row, one, other)
    row.moved = [*row.moved, line]
    row.save(update_fields=["moved", "sitting_out"])
    refresh_screens(tournament)
    return row


@transaction.atomic
def publish(*, tournament: Tournament, no: int, seen: str, actor: Actor = NOBODY) -> Round:
    """Publish the draw that was `seen`, if one was given. Idempotent.

    Raise Stale if the draw has changed since.
    """
    tournament = for_changes(tournament)
    row = round_of(tournament, no)
    if row.published_at is None and seen:
        _refuse_stale(row, seen)
    return publish_round(tournament=tournament, no=no, actor=actor)


def edition_of(row: Round) -> str:
    """Return a fingerprint of a draw. It differs if the draw was changed."""
    return _edition(row, row.moved)


def _edition(row: Round, moved: list[str]) -> str:
    return sha256("\n".join([row.drawn_at.isoformat(), *moved]).encode()).hexdigest()[:16]


def _drawn(tournament: Tournament, no: int) -> Round:
    row = round_of(tournament, no)
    if row.published_at is not None:
        raise Refused(f"Round {no} is published. Undo that first.")
    return row


def _refuse_stale(row: Round, seen: str) -> None:
    if edition_of(row) != seen:
        last = f" ({row.moved[-1]})" if row.moved else ""
        raise Stale(f"Another person has changed this draw{last}. Check it again.")


def _named(tournament: Tournament, no: int) -> str:
    found = entrants_of(tournament).filter(no=no).first()
    if found is None:
        raise Refused(f"There is no number {no}.")
    return f"{no} {found}"


def _exchange(row: Round, one: int, other: int) -> None:
    """Swap the places of two entrants. This changes row.sitting_out without saving it."""
    placings = {placing.entrant.no: placing for placing in _placings(row, one, other)}
    out = [no for no in (one, other) if no in row.sitting_out]
    if len(placings) + len(out) != 2 or not placings:
        raise Refused("They have no places to change in this round.")
    entrants = {
        entrant.no: entrant for entrant in Entrant.objects.filter(tournament=row.tournament)
    }
    takes = {one: other, other: one}
    Placing.objects.filter(pk__in=[placing.pk for placing in placings.values()]).delete()
    Placing.objects.bulk_create(
        Placing(
            round=row, round_table_id=was.round_table_id, seat=was.seat, entrant=entrants[takes[no]]
        )
        for no, was in placings.items()
    )
    if out:
        row.sitting_out = sorted({*row.sitting_out, *placings} - {*out})


def _placings(row: Round, *numbers: int):
    return row.placings.filter(entrant__no__in=numbers).select_related("entrant")
