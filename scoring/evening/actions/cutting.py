"""Cutting in and out: players enter and leave a table, substitutes play, and a table is broken
up."""

from __future__ import annotations

from collections.abc import Collection

from django.db import transaction
from django.utils import timezone

from scoring.common.permissions import Actor
from scoring.common.refused import OUT_OF_DATE, AlreadyDone, Refused
from scoring.euchre.wording import listed
from scoring.evening.queries.cutting import (
    Change,
    change_at,
    plays_already,
    seats_tonight,
    turns_at,
    waiting_for,
)
from scoring.movement.cutting_out import TURNS
from scoring.people.actions.activity_log import note_down
from scoring.people.actions.people import add_players
from scoring.people.models import Player
from scoring.table.actions.tables import break_up, change_people
from scoring.table.models import Candidate, Seat, Table
from scoring.table.queries.evenings import waiting_tonight


class AlreadyChanged(AlreadyDone):
    """Other people sit at the table than the form was about: as a rule it was sent twice."""

    def __init__(self, table: Table) -> None:
        super().__init__(
            f"The seats were already changed. {listed(table.sitting.names)} sit here now."
        )


@transaction.atomic
def declare(*, table: Table, name: str) -> Candidate:
    """Return the candidacy of the player with this name for a table (law 16); an unknown name
    becomes a new guest.

    Idempotent. Raise Refused if the player has a seat, or if the table was broken up.
    """
    table = locked(table)
    if table.sitting.ended_at:
        raise Refused("This table was broken up. Choose another table.")
    player = player_named(table, name)
    waits = waiting_for(table).filter(player=player).first()
    if waits:
        return waits
    seats = list(seats_tonight(table.session).filter(player=player))
    taken = next((seat for seat in seats if seat.sitting.ended_at is None), None)
    if taken:
        raise Refused(f"{player} sits at {taken.sitting.table}. Remove them from that table first.")
    left_behind = waiting_tonight(table.session).filter(player=player, broken_up=True)
    table.raise_version()
    return Candidate.objects.create(
        table=table,
        player=player,
        was_here=bool(seats) and seats[-1].sitting.table_id == table.pk,
        broken_up=left_behind.exists(),
    )


@transaction.atomic
def withdraw(*, candidate: Candidate) -> None:
    """Remove a player from the waiting list. Idempotent; raise Refused if they have come in."""
    table = locked(candidate.table)
    candidate = table.candidates.select_related("player").get(pk=candidate.pk)
    if candidate.entered_at:
        raise Refused(f"{candidate.player} already has a seat.")
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
    """Make the change at a table and return it. Players who go out join the waiting list, as
    players of this table.

    `sitting`, `seen` and `out` are the state that the page showed: the sitting, the candidates
    (keys) and the players due to go out. Before a turn is over, the others must `consent`. Raise
    AlreadyChanged if other players sit there, and Refused if the change would differ from the one
    shown.
    """
    table = locked(table)
    refuse_others(table, sitting)
    change = change_at(table, seen=seen, cut=True)
    refuse_mid_turn(change.turns.over or consent, table)
    if not change.entry.enter:
        raise Refused("No one is waiting to come in.")
    if not set(seen) <= {candidate.pk for candidate in change.candidates}:
        raise Refused(f"A player has left the waiting list. {OUT_OF_DATE}")
    if out and set(out) != set(change.out.out):
        raise Refused(f"The score has changed, so other players go out. {OUT_OF_DATE}")
    change_people(table=table, players=change.seats)
    Candidate.objects.bulk_create(
        Candidate(table=table, player_id=key, was_here=True) for key in change.out.out
    )
    note_down(club=table.session.club, actor=actor, said=f"{table}: {describe(change)}.")
    return change


def describe(change: Change) -> str:
    """Return a change in one line: players in, players out, and the cards cut."""
    people = change.people
    cards = [card for cards in (*change.out.rounds, *change.entry.rounds) for card in cards]
    parts = [
        f"{listed([people[key].name for key in change.entry.enter])} in",
        f"{listed([people[key].name for key in change.out.out])} out" if change.out.out else "",
        f"cut: {', '.join(f'{people[card.key].name} {card.as_text}' for card in cards)}"
        if cards
        else "",
    ]
    return ", ".join(filter(None, parts))


def locked(table: Table) -> Table:
    """Return the table, locked and read again. Raise Refused if its club night is closed."""
    table = Table.objects.for_writing().get(pk=table.pk)
    if table.session.closed:
        raise Refused(f"This {table.session.noun} is closed. The organiser can reopen it.")
    return table


def player_named(table: Table, name: str) -> Player:
    """Return the player with this name; an unknown name becomes a new guest."""
    club = table.session.club
    (player,) = add_players(club=club, names=[name], guest=not club.casual)
    return player


def refuse_others(table: Table, sitting: int) -> None:
    """Raise AlreadyChanged when this is not the sitting in progress, Refused when there is none."""
    if table.sitting.pk != sitting:
        raise AlreadyChanged(table)
    if table.sitting.ended_at:
        raise Refused("This table was broken up. No one sits here.")


def refuse_mid_turn(allowed: bool, table: Table) -> None:
    if not allowed:
        turn, *_ = TURNS[turns_at(table).turn]
        raise Refused(
            f"The {turn} is not over. Wait until it ends, or ask the other players to agree."
        )


@transaction.atomic
def leave_table(
    *, table: Table, sitting: int, player: int, consent: bool = False, actor: Actor
) -> Player | None:
    """Remove a player from the table, and return the successor, who takes over their turns (law
    19); None if the table plays on with one fewer.

    Raise AlreadyChanged if other players sit there. Raise Refused in the middle of a turn without
    consent, or if no one is waiting and the rules need the seat filled.
    """
    table = locked(table)
    refuse_others(table, sitting)
    leaver = _sitter(table, player)
    refuse_mid_turn(consent or turns_at(table).between, table)
    change = change_at(table, cut=True, leaver=leaver)
    seats, fewer = change.seats, len(table.sitting.players) - 1
    if not change.entry.enter and fewer not in table.rules.pack:
        raise Refused(
            f"No one is waiting to take the seat of {leaver}, and {fewer} can’t play "
            f"{table.rules.name}. Add a player to the waiting list, or break up the table."
        )
    successor = change.people[change.entry.enter[0]] if change.entry.enter else None
    took = {successor.pk: leaver.pk} if successor else {}
    change_people(table=table, players=seats, in_place_of=took)
    instead = f"{successor} in place of {leaver}" if successor else f"{leaver} left"
    note_down(club=table.session.club, actor=actor, said=f"{table}: {instead}.")
    return successor


@transaction.atomic
def stand_in(
    *, table: Table, sitting: int, player: int, name: str, consent: bool, actor: Actor
) -> Seat:
    """Let a substitute play for an absent player until the turn is over, and return the seat (law
    18).

    The score counts for the absent player (our ruling). Idempotent. Raise Refused without the
    others' consent, if the substitute already plays at a table, or if no turn is in progress.
    """
    table = locked(table)
    refuse_others(table, sitting)
    absent, substitute, turns = _sitter(table, player), player_named(table, name), turns_at(table)
    turn, *_ = TURNS[turns.turn]
    if not consent:
        raise Refused("The other players must agree (Leeds & Dwight, law 18).")
    if turns.between:
        raise Refused(
            f"A substitute can only finish a {turn} (Leeds & Dwight, law 18). None is in progress. "
            "Choose a player to take the seat."
        )
    seat = table.sitting.seats.select_related("player", "substitute").get(player=absent)
    _refuse_who_plays(substitute, table, seat)
    if seat.substitute != substitute:
        seat.substitute = substitute
        seat.save(update_fields=["substitute"])
        agreed = f"{substitute} plays for {absent} until the {turn} is over; the others agree"
        note_down(club=table.session.club, actor=actor, said=f"{table}: {agreed}.")
        table.raise_version()
    return seat


def _refuse_who_plays(substitute: Player, table: Table, seat: Seat) -> None:
    """Raise Refused if the substitute already plays, in a seat of their own or in another's."""
    other = plays_already(table.session, substitute).exclude(pk=seat.pk).first()
    if other:
        does = "sits" if other.player == substitute else f"plays for {other.player}"
        where = "this table" if other.sitting.table == table else other.sitting.table
        raise Refused(f"{substitute} {does} at {where}.")


@transaction.atomic
def come_back(*, table: Table, player: int, actor: Actor) -> Player:
    """End a substitution, and return the player who is here again. Idempotent."""
    table = locked(table)
    back = _sitter(table, player)
    if table.sitting.seats.filter(player=back, substitute__isnull=False).update(substitute=None):
        note_down(club=table.session.club, actor=actor, said=f"{table}: {back} plays again.")
        table.raise_version()
    return back


@transaction.atomic
def break_table_up(*, table: Table, sitting: int, by: int | None, actor: Actor) -> None:
    """End the table for good.

    The players left behind wait. At other tables they come before the player who broke this one up
    (law 21), with the key `by`, if there is one. Idempotent.
    """
    table = locked(table)
    if table.sitting.pk == sitting and table.sitting.ended_at:
        return
    breaker = _sitter(table, by) if by is not None else None
    players = break_up(table=table, sitting=sitting).players
    behind = [player for player in players if player != breaker]
    Candidate.objects.bulk_create(
        Candidate(table=table, player=player, was_here=True, broken_up=True) for player in behind
    )
    who = f" by {breaker}" if breaker else ""
    note_down(club=table.session.club, actor=actor, said=f"{table} was broken up{who}.")


def _sitter(table: Table, player: int) -> Player:
    found = next((one for one in table.sitting.players if one.pk == player), None)
    if found is None:
        raise Refused("No one with that name sits at this table.")
    return found
