"""Pots of a club's tournaments that are carried over from one to the next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from scoring.money.queries.accounts import held_in_pots
from scoring.people.models import Club
from scoring.table.models import ClubSession
from scoring.tournament.models import Tournament
from scoring.tournament.pure.formats import Pot
from scoring.tournament.queries.now import format_in


def played_for(club: Club, *, but: Tournament | None = None) -> Counter[str]:
    """Return what is in the pots of tournaments that are not finished, by name, in minor units. It
    is held in the accounts, and no one may use it otherwise. Makes one query."""
    found: Counter[str] = Counter()
    open_ones = Tournament.objects.filter(
        session__club=club, in_accounts=True, finished_at=None, session__closed_at=None
    )
    for one in open_ones.exclude(pk=but.pk) if but else open_ones:
        for pot in format_in(one).pots:
            found[pot.name] += pot.holds
    return found


def carried_over(session: ClubSession) -> dict[str, int]:
    """Return what the announced results of an evening carry over, by the name of the pot, in minor
    units. It is empty before results are announced, and of an imported tournament, whose pots are
    not in the accounts. Makes one query."""
    announced = Tournament.objects.filter(
        session=session, in_accounts=True, finished_at__isnull=False
    )
    prizes = announced.values_list("results__prizes", flat=True).first() or ()
    return {won["prize"]: won["carried"] for won in prizes if won.get("carried")}


def free_in_pots(club: Club, *, but: Tournament | None = None) -> dict[str, int]:
    """Return what the accounts hold in pots that no tournament plays for, `but` for one. Makes two
    queries."""
    taken = played_for(club, but=but)
    counted = {pot.name: pot.amount for pot in format_in(but).pots} if but else {}
    free = {
        name: held - taken[name] - counted.get(name, 0) for name, held in held_in_pots(club).items()
    }
    return {name: amount for name, amount in free.items() if amount > 0}


def carried_to(tournament: Tournament) -> list[Pot]:
    """Return the pots that wait to be played for and are not in this tournament, each with its
    opening. The terms are those of the last tournament that had it. An imported tournament has
    none, because its pots are not in the accounts."""
    if not tournament.in_accounts:
        return []
    known = {pot.name for pot in format_in(tournament).pots}
    free = free_in_pots(tournament.session.club, but=tournament)
    waiting = {name: amount for name, amount in free.items() if name not in known}
    if not waiting:
        return []
    before = dict(_terms_before(tournament))
    return [
        replace(before.get(name, Pot(name=name, to="first")), opening=amount)
        for name, amount in waiting.items()
    ]


def _terms_before(tournament: Tournament) -> Iterator[tuple[str, Pot]]:
    """Yield each pot of the club's other tournaments without its money, the latest last."""
    others = Tournament.objects.filter(session__club=tournament.session.club_id)
    for one in others.exclude(pk=tournament.pk).order_by("session__played_on", "pk"):
        for pot in format_in(one).pots:
            yield pot.name, pot.emptied
