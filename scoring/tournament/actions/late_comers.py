"""Late arrivals. Enter them, seat them at once or from the next round, and remove them if they were
entered by mistake."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.db.models import Q

from scoring.common.permissions import Actor
from scoring.common.refused import Refused
from scoring.evening.actions.check_in import arrive, undo_arrival
from scoring.people.models import Player
from scoring.tournament.actions.entrants import enter, forget_wishes, players_by_name
from scoring.tournament.actions.round_attendance import check_entrant_in, check_entrant_out
from scoring.tournament.actions.rounds import NOBODY
from scoring.tournament.actions.running import (
    as_before,
    begin,
    done,
    entrant_of,
    is_here,
    placing_of,
    refuse_over,
    refuse_seated,
    take_seat,
)
from scoring.tournament.actions.stage import for_changes
from scoring.tournament.models import Entrant, Placing, Round, RoundTable, Tournament
from scoring.tournament.pure.seats import SEATS
from scoring.tournament.queries.entry_fees import waiting_for_a_draw
from scoring.tournament.queries.now import entrants_of, format_in


@transaction.atomic
def all_come_late(
    *,
    tournament: Tournament,
    people: Sequence[Sequence[Player]],
    at: Sequence[tuple[int, str]] = (),
    group: str = "",
    actor: Actor,
) -> list[Entrant]:
    """Check in late arrivals, enter them under the next numbers, and return their entrants in this
    order. Each entry is one player, or two in a tournament of pairs.

    The first of them play `at` these tables and seats of the running round, as `place` allows, and
    the others play from the next round. All are entered, or none if one fails.
    """
    tournament = for_changes(tournament)
    entered = enter(tournament=tournament, people=people, group=group)
    if entered.clashes:
        raise Refused(f"{entered.clashes[0]}.")
    known = {
        player.pk: entrant
        for entrant in (*entered.entrants, *entered.known)
        for player in entrant.people
    }
    found = list({known[one[0].pk].no: known[one[0].pk] for one in people}.values())
    for entrant in found:
        new = entrant if entrant in entered.entrants else None
        for player in entrant.people:
            arrive(session=tournament.session, player=player, actor=actor, with_entry=new)
    seated = [
        place(tournament=tournament, no=entrant.no, table=table, seat=seat, actor=actor)
        for entrant, (table, seat) in zip(found, at, strict=False)
    ]
    return [*seated, *found[len(seated) :]]


@transaction.atomic
def all_come_late_by_name(
    *, tournament: Tournament, names: Sequence[Sequence[str]], actor: Actor, **what
) -> list[Entrant]:
    """Do the same by name, each entry one name or two. Names that are new to the club become
    guests."""
    tournament = for_changes(tournament)
    people = players_by_name(club=tournament.session.club, names=names)
    return all_come_late(tournament=tournament, people=people, actor=actor, **what)


@transaction.atomic
def come_late_by_name(
    *,
    tournament: Tournament,
    names: Sequence[str],
    at: tuple[int, str] | None = None,
    actor: Actor,
) -> Entrant:
    """Do the same for one player or one pair, and return the entrant."""
    seats = [at] if at else []
    (found,) = all_come_late_by_name(tournament=tournament, names=[names], at=seats, actor=actor)
    return found


@transaction.atomic
def place(
    *,
    tournament: Tournament,
    no: int,
    table: int,
    seat: str,
    seen: int | None = None,
    actor: Actor = NOBODY,
) -> Entrant:
    """Seat an entrant who has no seat in the running round, in a ghost's seat or a free one.

    They are checked in if they were not. Where groups move in different ways, an entrant without a
    group joins the ghost's. Idempotent. Raise Refused if the seat is taken, if it is for the other
    group, if it is the fourth seat of a table of three that has played cards, or if the running
    round is no longer the one that was `seen`.
    """
    tournament, running = begin(tournament, seen=seen)
    entrant = entrant_of(tournament, no)
    row = _table(running, table)
    there = row.placings.select_related("entrant__player").filter(seat=seat).first()
    if there is not None and there.entrant_id == entrant.pk:
        return entrant
    refuse_seated(running, entrant)
    if there is None:
        _refuse_no_fourth_seat(row, seat)
        Placing.objects.create(
            round=running, round_table=row, entrant=entrant, seat=seat, late=True
        )
        entrant.in_place_of = None
    elif there.entrant.ghost:
        if format_in(tournament).in_round(running.no).by_groups:
            _join_group(entrant, there.entrant.group)
        take_seat(there, entrant, late=True)
        entrant.in_place_of = there.entrant
    else:
        raise Refused(f"{there.entrant} has that seat now. Choose another.")
    is_here(running, entrant)
    check_entrant_in(running, entrant, actor=actor)
    return done(tournament, entrant, row)


@transaction.atomic
def unplace(
    *, tournament: Tournament, no: int, seen: int | None = None, actor: Actor = NOBODY
) -> Entrant:
    """Undo `place`. The entrant plays from the next round, and the seat is the ghost's again, or
    free.

    A player who was checked in by it is no longer checked in, and owes nothing.

    Idempotent. Raise Refused for any other seat, once they have played in it or the table has a
    report, or if the running round is no longer the one that was `seen`.
    """
    tournament, running = begin(tournament, seen=seen)
    refuse_over(running)
    entrant = entrant_of(tournament, no)
    placing = placing_of(running, entrant)
    if placing is None:
        return entrant
    _refuse_to_unplace(entrant, placing)
    ghost = entrant.in_place_of
    if ghost is None:
        placing.delete()
    else:
        refuse_seated(running, ghost)
        take_seat(placing, ghost, late=False)
    as_before(running, entrant)
    done(tournament, entrant, placing.round_table)
    check_entrant_out(running, entrant, actor=actor)
    return entrant


def _refuse_to_unplace(entrant: Entrant, placing: Placing) -> None:
    whose, row = entrant.in_place_of, placing.round_table
    if not placing.late or (whose is not None and not whose.ghost):
        raise Refused(f"{entrant} was not seated late in this round.")
    if row.sittings.filter(ended_at=None, hands__isnull=False).exists() or row.reports.exists():
        raise Refused(
            f"{entrant} has played at {str(row).lower()}, so the seat can’t change. Use “Remove a "
            "player” instead."
        )


def _join_group(entrant: Entrant, group: str) -> None:
    if entrant.group not in ("", group):
        raise Refused(f"That seat is for {group}, and {entrant} is in {entrant.group}.")
    if entrant.group != group:
        entrant.group = group
        entrant.save(update_fields=["group"])


def _table(running: Round, no: int) -> RoundTable:
    refuse_over(running)
    found = running.tables.filter(no=no).first()
    if found is None:
        raise Refused(f"There is no table {no} in round {running.no}.")
    return found


def _refuse_no_fourth_seat(row: RoundTable, seat: str) -> None:
    if seat != SEATS[-1] or row.placings.count() != 3:
        raise Refused("That seat is taken. Choose another.")
    if row.sittings.filter(hands__isnull=False).exists() or row.reports.exists():
        raise Refused(
            "This table of three has started, so a fourth player can’t join. They can play from "
            "the next round."
        )


@transaction.atomic
def take_late_out(*, tournament: Tournament, player: int, actor: Actor) -> Entrant | None:
    """Remove the entrant of this player (their key) who waits for their first draw. Return the
    entrant as they were.

    A player who was checked in by being entered is no longer checked in, and owes no fee. Earlier
    check-ins are kept. Idempotent. The second call returns None. Raise Refused once they had a
    place in a round, or if they have paid.
    """
    tournament, _ = begin(tournament)
    gone = entrants_of(tournament).filter(Q(player=player) | Q(partner=player), ghost=False).first()
    if gone is None:
        return None
    if gone not in waiting_for_a_draw(tournament):
        raise Refused(f"{gone} had a place in a round. Use “Remove a player” instead.")
    came = tournament.session.attendances.filter(with_entry=gone)
    for one in came.select_related("player"):
        undo_arrival(session=tournament.session, player=one.player, actor=actor)
    forget_wishes(tournament, {gone.no})
    Entrant.objects.filter(pk=gone.pk).delete()
    return done(tournament, gone)
