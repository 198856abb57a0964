"""Cutting in and out: who wishes to enter a table, who goes out, who plays for whom."""

from __future__ import annotations

from collections.abc import Collection

from django.db import transaction
from django.utils import timezone

from scoring.actions import Refused
from scoring.actions.diary import note_down
from scoring.actions.players import add_players
from scoring.actions.tables import change_people
from scoring.models import Candidate, Player, Table
from scoring.models.changing import Change, change_at
from scoring.models.turns import of_the_evening, seats_tonight, turns_at, waiting_for
from scoring.movements.cutting_out import TURNS
from scoring.permissions import Actor
from scoring.rules.wording import listed


class AlreadyChanged(Refused):
    """Other people sit at the table than the form was about: as a rule it was sent twice."""

    def __init__(self, table: Table) -> None:
        super().__init__(
            f"The people were changed before. {listed(table.sitting.names)} sit here now."
        )


@transaction.atomic
def declare(*, table: Table, name: str) -> Candidate:
    """Return the candidacy of whoever goes by this name and wishes to enter the table (law 16); a
    name that the club does not know is a new guest's. Told twice, he declared once.

    Raises Refused for one who sits at a table, or when nobody sits at this one any more.
    """
    table = locked(table)
    if table.sitting.ended_at:
        raise Refused("This table was broken up: there is none to wait for. Nothing was changed.")
    player = player_named(table, name)
    waits = waiting_for(table).filter(player=player).first()
    if waits:
        return waits
    seats = list(seats_tonight(table.session).filter(player=player))
    taken = next((seat for seat in seats if seat.sitting.ended_at is None), None)
    if taken:
        raise Refused(
            f"{player} sits at {taken.sitting.table}. Nothing was changed: leave that place first."
        )
    left_behind = of_the_evening(table.session).filter(player=player, broken_up=True)
    table.raise_version()
    return Candidate.objects.create(
        table=table,
        player=player,
        was_here=bool(seats) and seats[-1].sitting.table_id == table.pk,
        broken_up=left_behind.exists(),
    )


@transaction.atomic
def withdraw(*, candidate: Candidate) -> None:
    """Let somebody wait no longer. Told twice, it happens once; Refused when he has come in."""
    table = locked(candidate.table)
    candidate = table.candidates.select_related("player").get(pk=candidate.pk)
    if candidate.entered_at:
        raise Refused(f"{candidate.player} has come in already. Nothing was changed.")
    if candidate.withdrawn_at is None:
        table.candidates.filter(pk=candidate.pk).update(withdrawn_at=timezone.now())
        table.raise_version()


@transaction.atomic
def cut_in(
    *,
    table: Table,
    sitting: int,
    seen: Collection[int],
    out: Collection[int] = (),
    consent: bool = False,
    actor: Actor,
) -> Change:
    """Let those come in who may, for those who must go out, and return the Change; who goes out
    waits from now on, as one who belongs to the table.

    `sitting`, `seen` and `out` are what people saw: the sitting, the candidates (their keys) and
    who was to go out. Before a turn is over it takes the `consent` of the others. Raises
    AlreadyChanged when others sit there, Refused when it would be another change than the one that
    was seen.
    """
    table = locked(table)
    refuse_others(table, sitting)
    change = change_at(table, seen=seen, cut=True)
    refuse_mid_turn(change.turns.over or consent, table)
    if not change.entry.enter:
        raise Refused("Nobody waits who could come in. Nobody was moved.")
    if not set(seen) <= {candidate.pk for candidate in change.candidates}:
        raise Refused("Somebody who waited does so no longer. Nobody was moved: look again.")
    if out and set(out) != set(change.out.out):
        raise Refused(
            "By the score as it stands now others would go out. Nobody was moved: look again."
        )
    change_people(table=table, players=change.seats)
    Candidate.objects.bulk_create(
        Candidate(table=table, player_id=key, was_here=True) for key in change.out.out
    )
    note_down(club=table.session.club, actor=actor, said=f"{table}: {told(change)}.")
    return change


def told(change: Change) -> str:
    """Return a change in a line: who comes in, who goes out, and which cards they cut."""
    people = change.people
    cards = [card for cards in (*change.out.rounds, *change.entry.rounds) for card in cards]
    parts = [
        f"{listed([people[key].name for key in change.entry.enter])} in",
        f"{listed([people[key].name for key in change.out.out])} out" if change.out.out else "",
        f"cut: {', '.join(f'{people[card.key].name} {card.told}' for card in cards)}"
        if cards
        else "",
    ]
    return ", ".join(filter(None, parts))


def locked(table: Table) -> Table:
    """Return the table locked and read anew; Refused when its session is closed."""
    table = Table.objects.for_writing().get(pk=table.pk)
    if table.session.closed:
        raise Refused("This session is closed. Nothing was changed; whoever runs it can reopen it.")
    return table


def player_named(table: Table, name: str) -> Player:
    """Return whoever goes by this name; one that the club does not know is a new guest's."""
    club = table.session.club
    (player,) = add_players(club=club, names=[name], guest=not club.casual)
    return player


def refuse_others(table: Table, sitting: int) -> None:
    """Raise AlreadyChanged when this is not the sitting in progress, Refused when there is none."""
    if table.sitting.pk != sitting:
        raise AlreadyChanged(table)
    if table.sitting.ended_at:
        raise Refused("This table was broken up: nobody sits here. Nothing was changed.")


def refuse_mid_turn(allowed: bool, table: Table) -> None:
    if not allowed:
        turn, *_ = TURNS[turns_at(table).turn]
        raise Refused(
            f"The {turn} is not over. Nobody was moved: wait for its end, or do it with the "
            "consent of the "
            "other players."
        )
