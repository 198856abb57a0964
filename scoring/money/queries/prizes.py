"""Announced prizes that are not paid yet, which are in no account until then, and pots that wait
for a winner."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from scoring.common.amounts import written
from scoring.euchre.wording import counted
from scoring.money import hooks
from scoring.money.hooks import UnpaidPrizes
from scoring.money.pure.book_year import BookYear
from scoring.money.queries.accounts import held_in_pots, year_of_book
from scoring.people.models import Club
from scoring.table.models import ClubSession


def prizes_to_pay(club: Club, *, by: date | None = None) -> list[UnpaidPrizes]:
    """Return a club's unpaid announced prizes, the latest first, as of the end of the day `by`."""
    return hooks.unpaid_prizes.first(club, by) or []


def year_with_prizes(club: Club, first: date, last: date) -> BookYear:
    """Return a year of the book, which says what was promised in prizes as it ended."""
    promised = sum(unpaid.amount for unpaid in prizes_to_pay(club, by=last))
    return replace(year_of_book(club, first, last), promised=promised)


def free_pots(club: Club) -> dict[str, int]:
    """Return what the club holds in pots that no open tournament plays for, by name."""
    taken = hooks.played_for.first(club) or {}
    free = {name: held - taken.get(name, 0) for name, held in held_in_pots(club).items()}
    return {name: amount for name, amount in free.items() if amount > 0}


def pots_carried_over(session: ClubSession) -> list[tuple[str, str]]:
    """Return each pot that the announced results of an evening carry over, with its amount in
    words. There are none before the results are announced."""
    carried = hooks.carried_over.first(session) or {}
    return [(name, written(amount, session.club.currency)) for name, amount in carried.items()]


def describe_prizes_to_pay(session: ClubSession) -> str:
    """Return "2 prizes (£27.00) are", which were announced and not paid; nothing when all are."""
    unpaid = hooks.unpaid_prizes_of.first(session)
    if unpaid is None:
        return ""
    amount = written(unpaid.amount, session.club.currency)
    return f"{counted(unpaid.number, 'prize')} ({amount}) {'is' if unpaid.number == 1 else 'are'}"
