"""Entries for many people at once, which are group charges, and the club's opening balances."""

from __future__ import annotations

from functools import partial
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from scoring.common.amounts import written
from scoring.common.answers import or_show, posted, valid
from scoring.common.fields import WhyForm
from scoring.common.permissions import RUN, Actor
from scoring.money.actions.accounts import bring_opening, take_back_together
from scoring.money.forms.ledger import OpeningForm
from scoring.money.models import Entry
from scoring.money.queries.accounts import (
    balances_of,
    first_line,
    first_year,
    is_opened,
    lines_together,
)
from scoring.money.views.accounts import rows_of_evening
from scoring.money.views.accounts_page import account_of
from scoring.people.access import club_by_number
from scoring.people.models import Club


@require_safe
@club_by_number(RUN)
def together(request: HttpRequest, club: Club, actor: Actor, together: UUID) -> HttpResponse:
    """A group entry, person by person, and the balance of each account now."""
    return _show(request, club, together)


def _show(
    request: HttpRequest, club: Club, together: UUID, *, message: str = "", status: int = 200
) -> HttpResponse:
    lines = list(lines_together(club, together))
    if not lines:
        raise Http404("There is no group entry at this address.")
    rows = rows_of_evening(lines, club.currency)
    people = [row.who for row in rows if row.who]
    now = balances_of(club, people)
    standing = [line for line in lines if not hasattr(line, "reversed_by")]
    first = lines[0]
    context = {
        "club": club,
        "runs": True,
        "together": together,
        "message": message,
        "first": first,
        "opening": first.kind == Entry.Kind.OPENING,
        "rows": [
            (row, account_of(row.who, now[row.who.pk], club.currency) if row.who else None)
            for row in rows
        ],
        "standing": len(standing),
        "total": written(sum(line.amount_minor for line in standing), club.currency),
    }
    return render(request, "money/accounts/together.html", context, status=status)


@posted(club_by_number(RUN), to="together")
def take_all_back(request: HttpRequest, club: Club, actor: Actor, together: UUID) -> str:
    """Undo all entries of a group that were not undone yet."""
    with or_show(partial(_show, request, club, together)):
        why = valid(WhyForm(request.POST))["why"]
        number = take_back_together(club=club, together=together, actor=actor, why=why)
    return (
        "All undone. The entries stay listed, crossed out."
        if number
        else "These were already undone."
    )


@require_http_methods(["GET", "HEAD", "POST"])
@club_by_number(RUN)
def opening(request: HttpRequest, club: Club, actor: Actor) -> HttpResponse:
    """The club's opening balances, with its cash box, and each account."""
    people = club.players.filter(forgotten_at=None).order_by("guest", "key")
    sent = request.POST if request.method == "POST" else None
    days = {"day": first_year(club), "first_line": first_line(club)}
    form = OpeningForm(sent, currency=club.currency, people=people, **days)
    context = {"club": club, "runs": True, "form": form, "opened": is_opened(club)}
    page = partial(render, request, "money/accounts/opening.html", context)
    if sent is None:
        return page()
    with or_show(page, form):
        together = bring_opening(club=club, actor=actor, **valid(form))
    messages.success(request, "Saved. The accounts begin with this balance.")
    return redirect("together", club.pk, together)
