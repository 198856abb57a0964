"""The QR codes of a club night, for the big screen, self check-in, and its tournament's players."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scoring.common.answers import posted
from scoring.common.permissions import RUN, Actor
from scoring.common.qr_codes import address_of, only_here, qr_of
from scoring.evening import hooks
from scoring.evening.actions.passes import renew_pass
from scoring.evening.models import Pass
from scoring.table.access import session_by_number
from scoring.table.actions.lock import CalledOff
from scoring.table.models import ClubSession

LEADS_TO = {
    Pass.Right.WALL: "wall",
    Pass.Right.DOOR: "self-check-in",
    Pass.Right.PLAYERS: "players",
}
WORDS = {
    Pass.Right.WALL: {
        "title": "Big screen",
        "hint": "For a projector. It shows tables, standings and seats to anyone with this code.",
        "opens": "Open big screen",
    },
    Pass.Right.DOOR: {
        "title": "Check-in",
        "hint": "Scan it when you arrive and tap your name.",
        "opens": "Open check-in page",
    },
    Pass.Right.PLAYERS: {
        "title": "Find your seat",
        "hint": "Scan it and tap your name to see your table each round and your place. The code "
        "is also on the tally cards.",
        "opens": "Open Find your seat",
    },
}


@require_safe
@session_by_number(RUN)
def passes(request: HttpRequest, session: ClubSession, actor: Actor) -> HttpResponse:
    """Show the links and QR codes of the big screen, of check-in and of the players' page."""
    tokens = {one.right: one.token for one in session.passes.filter(revoked_at=None)}
    rights = [right for right in LEADS_TO if right != Pass.Right.PLAYERS or session.has_tournament]
    codes = [_code(request, right, tokens.get(right)) for right in rights]
    context = {
        "session": session,
        "runs": True,
        "codes": codes,
        "reached": hooks.reached.first(session),
        "local": any(only_here(code["address"]) for code in codes if code["address"]),
    }
    return render(request, "evening/wall/passes.html", context)


def _code(request: HttpRequest, right: str, token: str | None) -> dict:
    address = address_of(request, LEADS_TO[right], token) if token else ""
    return WORDS[right] | {
        "right": right,
        "address": address,
        "qr": qr_of(address) if address else "",
    }


@posted(session_by_number(RUN), to="passes")
def renew(request: HttpRequest, session: ClubSession, actor: Actor, right: str) -> str:
    """Make a new code; the one before stops working, on every screen that shows it."""
    if right not in LEADS_TO:
        raise Http404
    try:
        renew_pass(session=session, right=right)
    except CalledOff as why:
        raise Http404 from why
    return "The code is created. Any earlier one no longer works."
