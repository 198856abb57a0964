"""What hangs on one player: seats, money, the names that something knows him by."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from scoring.models.accounts import balances_of
from scoring.models.club import Event, Player
from scoring.models.evening import Attendance
from scoring.models.hands import HandRecord
from scoring.models.ledger import Entry
from scoring.models.money import Closing, Payment
from scoring.models.play import ClubSession, Seat
from scoring.models.tournament import Entrant
from scoring.rules.money import written


def seats_of(player: Player) -> QuerySet[Seat]:
    """Return the seats that have to do with somebody: his own, and those where he stood in for
    another."""
    return Seat.objects.filter(Q(player=player) | Q(substitute=player) | Q(in_place_of=player))


def entries_of(player: Player) -> QuerySet[Entrant]:
    """Return what somebody entered tournaments as: alone, or one of a pair."""
    return Entrant.objects.filter(Q(player=player) | Q(partner=player))


def lines_of(player: Player) -> QuerySet[Entry]:
    """Return the lines of the club's book that move somebody's account."""
    return Entry.objects.filter(Q(debited=player) | Q(credited=player))


def payments_of(player: Player) -> QuerySet[Payment]:
    """Return the transfers that somebody makes or receives."""
    return Payment.objects.filter(Q(payer=player) | Q(payee=player))


@dataclass(frozen=True, kw_only=True)
class Hangs:
    """How much of the club's book hangs on one person."""

    evenings: int
    sittings: int
    hands: int
    payments: int
    lines: int


def hangs_on(player: Player) -> Hangs:
    """Return how much hangs on somebody: five queries."""
    sittings = Seat.objects.filter(Q(player=player) | Q(substitute=player)).values("sitting")
    return Hangs(
        evenings=Attendance.objects.filter(player=player).count(),
        sittings=sittings.not_replaced().distinct().count(),
        hands=HandRecord.objects.counted().filter(sitting__in=sittings).count(),
        payments=payments_of(player).count(),
        lines=lines_of(player).count(),
    )


MERGED = "{gone} and {kept} were one person: {kept} from now on."
"""What the diary says of a merge; by it the other name is found again when somebody is
forgotten."""


def names_known_of(player: Player) -> set[str]:
    """Return every name that something stored knows somebody by: his own, those he signed under or
    was announced by, and those that were merged into his."""
    names = {player.name, *_announced(player)}
    for closing in closings_of(player):
        names.update(
            name
            for key, name in zip(closing.statement.ids, closing.statement.names, strict=True)
            if key == player.pk
        )
    merged = re.compile(re.escape(MERGED).replace(r"\{gone\}", "(.+)").replace(r"\{kept\}", "(.+)"))
    for said in (
        Event.objects.filter(club=player.club_id)
        .order_by("-at", "-pk")
        .values_list("said", flat=True)
    ):
        found = merged.fullmatch(said)
        if found and found[2] == found[3] and found[2] in names:
            names.add(found[1])
    return names


def _announced(player: Player) -> Iterator[str]:
    """Yield what he was called when tournaments were finished; of a pair his part of its name."""
    for entrant in (
        entries_of(player).exclude(tournament__results=None).select_related("tournament")
    ):
        number = 1 if entrant.partner_id is None else 2
        for row in entrant.tournament.results["rows"]:
            parts = row["name"].split(" and ", number - 1)
            if row["no"] == entrant.no and len(parts) == number:
                yield parts[entrant.partner_id == player.pk]


def closings_of(player: Player) -> list[Closing]:
    """Return the closings, of all the club's, whose statements name somebody."""
    closings = Closing.objects.filter(session__club=player.club_id).select_related("session")
    return [closing for closing in closings.iterator() if player.pk in closing.document["ids"]]


def why_not_forgotten(player: Player) -> list[str]:
    """Return what somebody is still part of, in sentences: until then he cannot be forgotten."""
    return [*_open_evenings(player), *_not_even(player)]


def _open_evenings(player: Player) -> Iterator[str]:
    here = Q(attendances__player=player) | Q(tables__candidates__player=player)
    sat = Q(pk__in=seats_of(player).values("sitting__table__session"))
    settled = Q(pk__in=payments_of(player).values("closing__session"))
    entered = Q(tournament__entrants__in=entries_of(player))
    for session in ClubSession.objects.filter(
        here | sat | settled | entered, closed_at=None
    ).distinct():
        yield f"{session} is not closed, and {player} is part of it: close it first."


def _not_even(player: Player) -> Iterator[str]:
    balance = balances_of(player.club, [player])[player.pk]
    amount = written(abs(balance), player.club.currency)
    if balance < 0:
        yield f"{player} owes the club {amount}: let the account be even first."
    elif balance > 0:
        yield f"The club owes {player} {amount}: let the account be even first."
