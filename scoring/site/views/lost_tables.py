"""A table that a restored site does not know, from the address that its phone shows."""

from __future__ import annotations

from functools import partial

from django.contrib import messages
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from scoring.common.access import actor_of, behind_a_door, let_host
from scoring.common.answers import answered, or_show
from scoring.common.client import client_address
from scoring.common.permissions import RUN, Actor, may
from scoring.common.refused import Refused
from scoring.euchre.sheet import BadSheet
from scoring.people.models import Officer
from scoring.site.actions.lost_tables import (
    currency_of,
    make_again,
    make_friends_table_again,
    table_here,
)
from scoring.table.forms.import_sheet import fit
from scoring.table.models import ClubSession, Table
from scoring.table.queries.lost_tables import LostTable, read_lost

RUNNING = (Officer.Role.OWNER, Officer.Role.ORGANISER)
LATEST = 20


@require_http_methods(["GET", "HEAD", "POST"])
@behind_a_door
@answered
def lost_table(request: HttpRequest, table: str) -> HttpResponse:
    """Show a lost table, and make it again in a club night that this person runs. Friends without a
    club need no account."""
    try:
        lost = read_lost(table)
    except BadSheet as wrong:
        raise Http404(str(wrong)) from wrong
    actor = actor_of(request)
    evenings = [] if lost.friends else _evenings(actor)
    page = partial(_page, request, lost, evenings)
    if request.method != "POST":
        return page()
    with or_show(page):
        made = _made(request, lost, evenings)
    if made is None:
        return redirect("pad", lost.token)
    messages.success(request, f"{made} is here again. Its phones send their hands now.")
    if lost.friends:
        return let_host(request, redirect("pad", lost.token), made.session)
    return redirect(made.session)


def _made(request: HttpRequest, lost: LostTable, evenings: list[ClubSession]) -> Table | None:
    if lost.friends:
        _refuse_unfit(lost, currency_of(lost))
        visitor = None if request.user.is_authenticated else client_address(request) or ""
        return make_friends_table_again(lost=lost, counted_for=visitor)
    chosen = request.POST.get("evening")
    session = next((one for one in evenings if str(one.pk) == chosen), None)
    if session is None:
        raise Refused("Choose the club night.")
    _refuse_unfit(lost, session.club.currency)
    return make_again(lost=lost, session=session)


def _refuse_unfit(lost: LostTable, currency: str) -> None:
    try:
        for one in lost.sittings:
            fit(one.sheet, currency)
    except BadSheet as wrong:
        raise Refused(f"Can’t make this table: {wrong}") from wrong


def _evenings(actor: Actor) -> list[ClubSession]:
    """Return the open club nights that this person runs, the latest first."""
    mine = Q(pk__in=actor.hosting)
    if actor.account:
        mine |= Q(club__officers__user=actor.account, club__officers__role__in=RUNNING)
    found = ClubSession.objects.filter(mine, closed_at=None, club__casual=False).distinct()
    latest = found.select_related("club").order_by("-played_on", "-pk")[:LATEST]
    return [one for one in latest if may(actor, RUN, one)]


def _page(
    request: HttpRequest,
    lost: LostTable,
    evenings: list[ClubSession],
    *,
    message: str = "",
    status: int = 200,
) -> HttpResponse:
    context = {
        "lost": lost,
        "evenings": evenings,
        "here": table_here(lost),
        "message": message,
    }
    return render(request, "site/lost_table.html", context, status=status)
