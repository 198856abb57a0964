"""The money of one evening, from check-in, the pot, prizes, and the tables."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from scoring.common.amounts import written
from scoring.common.permissions import RUN, Actor
from scoring.money.pure.evening_money import evening_money, still_owed_at_the_door
from scoring.money.queries.accounts import lines_of_evening
from scoring.money.queries.prizes import describe_prizes_to_pay, pots_carried_over
from scoring.money.views.accounts import rows_of_evening
from scoring.money.views.accounts_page import sums_of_evening
from scoring.people.access import club_by_number
from scoring.people.models import Club
from scoring.table.models import ClubSession

GROUPS = {
    "Prizes": ("prize",),
    "Other payments": (
        "received",
        "spent",
        "paid in",
        "paid out",
        "payment",
        "adjustment",
    ),
    "Into the pot": ("pot",),
    "Pots of the tournament": ("held",),
    "Check-in fees": ("fee",),
}
"""The groups of an evening's entries; the money of the tables is on the settlement."""


@require_safe
@club_by_number(RUN)
def evening(request: HttpRequest, club: Club, actor: Actor, evening: int) -> HttpResponse:
    """The totals of an evening's money, from check-in, the pot, prizes and the settlement."""
    session = get_object_or_404(club.sessions, pk=evening)
    context = {
        "club": club,
        "runs": True,
        "session": session,
        **evening_context(session, club.currency),
    }
    return render(request, "money/accounts/evening.html", context)


def evening_context(session: ClubSession, currency: str) -> dict:
    """Return the money of an evening, with its totals, and its entries by subject."""
    written_down = list(session.entries.all())
    money, owed = evening_money(written_down), still_owed_at_the_door(written_down)
    people = session.club.players.filter(pk__in=owed)
    rows = rows_of_evening(lines_of_evening(session).filter(closing=None), currency)
    return {
        "money": sums_of_evening(money, currency),
        "pot": money.pot,
        "left_in_the_pot": written(money.left_in_the_pot, currency),
        "cash": written(money.cash, currency, plus=True),
        "owed": [
            {"player": player, "amount": written(owed[player.pk], currency)} for player in people
        ],
        "groups": [
            (title, found)
            for title, kinds in GROUPS.items()
            if (found := [row for row in rows if row.line.kind in kinds])
        ],
        "prizes": describe_prizes_to_pay(session),
        "carried": pots_carried_over(session),
        "receipts": any(row.has_receipt for row in rows),
    }
