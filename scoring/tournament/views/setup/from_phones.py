"""Bring a tournament back from the phones of its tables, to a site that was restored."""

from __future__ import annotations

from functools import partial

from django.core import signing
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from scoring.common.access import LinkEnded, NoSuchLink, actor_of, behind_a_door
from scoring.common.answers import answered, or_show
from scoring.common.permissions import RUN, WRITE, Actor
from scoring.common.qr_codes import address_of, only_here, qr_of
from scoring.common.refused import Refused
from scoring.table.access import by_link, session_by_number
from scoring.table.models import ClubSession, Table
from scoring.tournament.actions.lost_tournaments import bring_back
from scoring.tournament.queries.lost_tournaments import BadLost, in_short, read_lost
from scoring.tournament.queries.now import played_tables
from scoring.tournament.queries.table_in_round import in_round

SALT = "tournament-from-phones"
AN_HOUR = 3600
MOST_TABLES = 8
"""As many as a phone remembers (static/table/pad/again.js)."""


@require_safe
@by_link(WRITE, empty=True)
def round_in_short(request: HttpRequest, table: Table, actor: Actor) -> HttpResponse:
    """Give the table's phone its tournament in short, which it keeps."""
    here = in_round(table)
    if here is None:
        raise NoSuchLink("This table plays no tournament.")
    said = f"{table.session}, {str(here.row).lower()}, round {here.round.no}"
    night = f"{table.session.played_on} {table.session.title}"
    short = in_short(here, table, actor.link.token)
    return JsonResponse({"tournament": short, "says": said, "night": night, "round": here.round.no})


@require_safe
@session_by_number(RUN)
def from_phones(request: HttpRequest, session: ClubSession, actor: Actor) -> HttpResponse:
    """Show the code by which the phones at the tables bring their tournament to this night."""
    address = address_of(request, "to-organiser", signing.dumps(session.pk, salt=SALT))
    row = None
    if session.has_tournament:
        row = session.tournament.rounds.exclude(published_at=None).last()
    context = {
        "session": session,
        "runs": True,
        "address": address,
        "qr": qr_of(address),
        "local": only_here(address),
        "round": row,
        "tables": played_tables([row]) if row else [],
    }
    return render(request, "tournament/setup/from_phones.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@behind_a_door
@answered
def to_organiser(request: HttpRequest, code: str) -> HttpResponse:
    """Send the tournament that this phone remembers to the organiser who showed this code."""
    session = _night(code)
    page = partial(_page, request, session)
    if request.method != "POST":
        return page()
    sent = request.POST.getlist("tournament")[:MOST_TABLES]
    with or_show(page):
        if not sent:
            raise Refused("This phone has no tournament. Use a phone that kept a table’s score.")
        for text in sent:
            lost = _read(text)
            bring_back(session=session, lost=lost, actor=actor_of(request))
    return redirect("pad", lost.token)


def _night(code: str) -> ClubSession:
    try:
        pk = signing.loads(code, salt=SALT, max_age=AN_HOUR)
    except signing.SignatureExpired as old:
        raise LinkEnded(
            "This code is older than an hour. Ask the organiser for a new one."
        ) from old
    except signing.BadSignature as wrong:
        raise NoSuchLink("This code is damaged. Scan it again.") from wrong
    found = ClubSession.objects.select_related("club").filter(pk=pk).first()
    if found is None:
        raise LinkEnded("This club night was cancelled.")
    return found


def _read(text: str):
    try:
        return read_lost(text)
    except BadLost as wrong:
        raise Refused(str(wrong)) from wrong


def _page(
    request: HttpRequest, session: ClubSession, *, message: str = "", status: int = 200
) -> HttpResponse:
    context = {"session": session, "message": message}
    return render(request, "tournament/hall/to_organiser.html", context, status=status)
