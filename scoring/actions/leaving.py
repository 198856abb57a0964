"""Somebody leaves a table, another plays for him, or the table is broken up."""

from __future__ import annotations

from django.db import transaction

from scoring.actions import Refused
from scoring.actions.candidates import locked, player_named, refuse_mid_turn, refuse_others
from scoring.actions.diary import note_down
from scoring.actions.tables import break_up, change_people
from scoring.models import Candidate, Player, Seat, Table
from scoring.models.changing import change_at
from scoring.models.turns import plays_already, turns_at
from scoring.movements.cutting_out import TURNS
from scoring.permissions import Actor


@transaction.atomic
def leave_table(
    *, table: Table, sitting: int, player: int, consent: bool = False, actor: Actor
) -> Player | None:
    """Let somebody leave the table, and return who takes his place, and his turns (law 19); None
    when the table plays on with one fewer.

    Raises AlreadyChanged when others sit there; Refused in the middle of a turn without the consent
    of the others, or when nobody waits and the rules are not for fewer.
    """
    table = locked(table)
    refuse_others(table, sitting)
    leaver = _sitter(table, player)
    refuse_mid_turn(consent or turns_at(table).between, table)
    change = change_at(table, cut=True, leaver=leaver)
    seats, fewer = change.seats, len(table.sitting.players) - 1
    if not change.entry.enter and fewer not in table.rules.pack:
        raise Refused(
            f"Nobody waits to take the place of {leaver}, and {fewer} cannot play "
            f"{table.rules.name}. "
            "Nobody was moved: let somebody declare, or break the table up."
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
    """Let somebody play for one who is away, until the turn is over, and return the seat (law 18).
    What he scores is the absent one's: a ruling of ours. Told twice, it happens once.

    Raises Refused without the consent of the others, for one who sits or plays for another at a
    table of the evening, or when no turn is in progress.
    """
    table = locked(table)
    refuse_others(table, sitting)
    absent, substitute, turns = _sitter(table, player), player_named(table, name), turns_at(table)
    turn, *_ = TURNS[turns.turn]
    if not consent:
        raise Refused(
            "It takes the consent of the other players (Leeds & Dwight, law 18). Nobody was named."
        )
    if turns.between:
        raise Refused(
            f"No {turn} is in progress, and a substitute finishes one (Leeds & Dwight, law 18). "
            "Nobody was named: let somebody take the place."
        )
    seat = table.sitting.seats.select_related("player", "substitute").get(player=absent)
    _refuse_who_plays(substitute, table, seat)
    if seat.substitute != substitute:
        seat.substitute = substitute
        seat.save(update_fields=["substitute"])
        agreed = f"{substitute} plays for {absent} until the {turn} is over; the others consent"
        note_down(club=table.session.club, actor=actor, said=f"{table}: {agreed}.")
        table.raise_version()
    return seat


def _refuse_who_plays(substitute: Player, table: Table, seat: Seat) -> None:
    """Raise Refused for one who has a seat of his own to play, or another's, besides this one."""
    other = plays_already(table.session, substitute).exclude(pk=seat.pk).first()
    if other:
        does = "sits" if other.player == substitute else f"plays for {other.player}"
        where = "this table" if other.sitting.table == table else other.sitting.table
        raise Refused(f"{substitute} {does} at {where}. Nobody was named.")


@transaction.atomic
def come_back(*, table: Table, player: int, actor: Actor) -> Player:
    """Let one who was away play for himself again, and return him. Told twice, it happens once."""
    table = locked(table)
    back = _sitter(table, player)
    if table.sitting.seats.filter(player=back, substitute__isnull=False).update(substitute=None):
        note_down(club=table.session.club, actor=actor, said=f"{table}: {back} plays again.")
        table.raise_version()
    return back


@transaction.atomic
def break_table_up(*, table: Table, sitting: int, by: int | None, actor: Actor) -> None:
    """End the table's play for good. Whoever is left behind waits, and has a right at other tables
    over him who broke it up (law 21): the player with the key `by`, or nobody. Told twice, it
    happens once.
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
        raise Refused("Nobody of that name sits at this table. Nothing was changed.")
    return found
