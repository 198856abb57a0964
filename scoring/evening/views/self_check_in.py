"""Self check-in: a person scans the code and taps their name."""

from __future__ import annotations

from functools import partial

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods
from django_htmx.http import ptag

from scoring.common import polling
from scoring.common.access import in_one_snapshot
from scoring.common.answers import or_show, valid
from scoring.common.cookies import forget, kept_signed, remember_signed
from scoring.common.permissions import ARRIVE, Actor, may
from scoring.evening.access import by_pass, of_pass
from scoring.evening.actions.check_in import Arrival
from scoring.evening.forms.check_in import ArriveForm, FindForm
from scoring.evening.models import Attendance, Pass
from scoring.evening.queries.now import AWAITED, HERE, at_the_door
from scoring.evening.views.check_in import counts_of
from scoring.evening.views.fees import describe_fee
from scoring.evening.views.typed_names import found, newcomer
from scoring.tournament.actions.check_in import check_in, check_in_by_name, undo_check_in
from scoring.tournament.queries.now import numbers_of

CAME = "came"
"""The cookie with the person that a phone checked in; it can undo no one else."""
AN_EVENING = 12 * 3600


def _tag(request: HttpRequest, token: str) -> str | None:
    """Return the tag for a poll; a page is loaded whole."""
    of_door = of_pass(Pass.Right.DOOR)
    return of_door(request, token) if "poll" in request.GET else None


@require_http_methods(["GET", "HEAD", "POST"])
@ptag(_tag)
@in_one_snapshot
@by_pass(Pass.Right.DOOR)
def self_check_in(request: HttpRequest, shown: Pass, actor: Actor) -> HttpResponse:
    """Check yourself in by tapping or typing your name. The page shows your fee, and nothing about
    other people."""
    if not may(actor, ARRIVE, shown.session):
        return _page(request, "evening/door/by_hand.html", {"session": shown.session}, 403)
    if request.method != "POST":
        return _names(request, shown)
    return (
        _undo(request, shown, actor) if "undo" in request.POST else _arrive(request, shown, actor)
    )


def _names(
    request: HttpRequest, shown: Pass, *, message: str = "", status: int = 200
) -> HttpResponse:
    session, q = shown.session, FindForm(request.GET).asked["q"]
    people = at_the_door(session, everybody=bool(q))
    came = _came(request, shown)
    names = {
        "awaited": [one for one in (found(people, q) if q else people) if one.state == AWAITED],
        "here": [one for one in found(people, q) if one.state == HERE] if q else [],
        "newcomer": newcomer(people, q),
    }
    context = names | {
        "nobody": not any(names.values()),
        "session": session,
        "token": shown.token,
        "tag": polling.tag(session.version),
        "news": polling.news("session", session.pk),
        "form": FindForm(request.GET),
        "q": q,
        "counts": counts_of(people),
        "came": came,
        "fee": describe_fee(came) if came else "",
        "entrant": numbers_of(session).get(came.player_id) if came else None,
        "message": message,
    }
    return _page(request, f"evening/door/self.html{_piece(request)}", context, status)


def _piece(request: HttpRequest) -> str:
    """Return which piece of the page htmx asked for."""
    if not request.htmx:
        return ""
    return "#state" if "poll" in request.GET else "#names"


def _page(request: HttpRequest, template: str, context: dict, status: int) -> HttpResponse:
    response = render(request, template, context, status=status)
    response["Bowerbook"] = "self-check-in"
    return response


def _arrive(request: HttpRequest, shown: Pass, actor: Actor) -> HttpResponse:
    with or_show(partial(_names, request, shown)):
        arrival = _arrival(shown, actor, **valid(ArriveForm(request.POST)))
    if arrival.before != AWAITED:
        says = "is already checked in." if arrival.before == HERE else "is back."
        return _names(request, shown, message=f"{arrival.attendance.player} {says}")
    response = redirect("self-check-in", shown.token)
    return remember_signed(request, response, CAME, str(arrival.attendance.pk), seconds=AN_EVENING)


def _arrival(shown: Pass, actor: Actor, *, player: int | None = None, name: str = "") -> Arrival:
    at = {"session": shown.session, "actor": actor}
    if name:
        return check_in_by_name(name=name, **at).arrival
    return check_in(player=get_object_or_404(shown.club.players, pk=player), **at).arrival


def _undo(request: HttpRequest, shown: Pass, actor: Actor) -> HttpResponse:
    """Undo the check-in of this phone."""
    came = _came(request, shown)
    if came:
        with or_show(partial(_names, request, shown)):
            undo_check_in(session=shown.session, player=came.player, actor=actor)
    response = redirect("self-check-in", shown.token)
    forget(response, CAME)
    return response


def _came(request: HttpRequest, shown: Pass) -> Attendance | None:
    """Return the last arrival that this phone recorded at this club night."""
    kept = kept_signed(request, CAME, seconds=AN_EVENING)
    return (
        shown.session.attendances.filter(pk=kept).select_related("player").first() if kept else None
    )
