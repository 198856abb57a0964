"""Sign-up by the people who are going: the poster's page, and the page of each sign-up."""

from __future__ import annotations

from functools import partial, wraps

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe
from django_htmx.http import ptag

from scoring.common import polling
from scoring.common.access import HALF_A_YEAR, NoSuchLink, actor_of, behind_a_door, in_one_snapshot
from scoring.common.answers import answered, later, or_show, piece_or_page, posted, status_of, valid
from scoring.common.client import client_address
from scoring.common.cookies import kept_signed, remember_signed
from scoring.common.names import name_key
from scoring.common.permissions import Actor
from scoring.common.qr_codes import only_here
from scoring.common.throttle import TooMany, count_name
from scoring.evening import hooks
from scoring.evening.actions import sign_up as verbs
from scoring.evening.forms.sign_up import CorrectForm, PutDownForm
from scoring.evening.models import SignUp, SignUpList
from scoring.evening.queries.sign_up import order_of, place_of, version_of_name
from scoring.evening.views.fees import describe_fees
from scoring.people.models import Player

MINE = "name"
"""The cookie by which a phone finds the name that it put down last."""
OR_TELL = ", or ask the organiser."


def _by_list(view):
    """The view gets (request, list, actor) of the list whose address this is."""
    view = answered(view)

    @behind_a_door
    @in_one_snapshot
    @wraps(view)
    def inner(request, token):
        found = SignUpList.objects.select_related("session__club").filter(token=token).first()
        if found is None:
            raise NoSuchLink("There is no sign-up list at this address. Use the newest poster.")
        return view(request, found, actor_of(request))

    return inner


def by_sign_up(view):
    """The view gets (request, sign_up, actor) of the name whose own address this is."""
    view = answered(view)

    @behind_a_door
    @in_one_snapshot
    @wraps(view)
    def inner(request, token):
        beside = "sign_up_list__session__club", "player", "same_as"
        found = SignUp.objects.select_related(*beside).filter(token=token).first()
        if found is None:
            raise NoSuchLink("There is no sign-up at this address. Sign up again, or ask the club.")
        return view(request, found, actor_of(request))

    return inner


@require_http_methods(["GET", "HEAD", "POST"])
@_by_list
def put_down(request: HttpRequest, found: SignUpList, actor: Actor) -> HttpResponse:
    """The page behind the poster's code, with the date, place and fee, and the form to sign up."""
    if request.method != "POST":
        return _poster_page(request, found)
    form = PutDownForm(request.POST, found=found)
    page = partial(_poster_page, request, found, form)
    # Whoever runs a club is known, and not counted.
    address = None if request.user.is_authenticated else client_address(request) or ""
    with or_show(page, form):
        valid(form)
        try:
            if address is not None and found.is_open:
                count_name(address)
        except TooMany as why:
            return later(page, form, why, said=OR_TELL)
        made = verbs.put_down(sign_up_list=found, actor=actor, address=address, **form.values)
    return _remember(request, redirect("my-place", made.token), made)


def _remember(request: HttpRequest, response: HttpResponse, made: SignUp) -> HttpResponse:
    """Return the response with the cookie by which this phone finds its name again."""
    return remember_signed(request, response, MINE, made.token, seconds=HALF_A_YEAR)


def _poster_page(
    request: HttpRequest,
    found: SignUpList,
    form: PutDownForm | None = None,
    *,
    status: int | None = None,
) -> HttpResponse:
    before = _put_down_before(request)
    mine = before if before and before.sign_up_list_id == found.pk else None
    if form is None:
        known = _known(before) if before and (mine is None or mine.cancelled_at) else ""
        if before is None and len(own := _own_pages(request, found)) == 1:
            known = own[0].player.name
        form = PutDownForm(found=found, known=known)
    order = order_of(found, found.names.all())
    context = {
        "list": found,
        "session": found.session,
        "club": found.session.club,
        "form": form,
        "fees": describe_fees(found.session),
        "free": order.free,
        "mine": mine,
        "local": only_here(request.build_absolute_uri()),
    }
    return render(request, "evening/list/put_down.html", context, status=status or status_of(form))


def _own_pages(request: HttpRequest, found: SignUpList) -> list:
    """Return the own pages of people of this club that the phone remembers."""
    club = found.session.club_id
    return [
        one for one in hooks.personal_links_on.first(request) or [] if one.player.club_id == club
    ]


def _put_down_before(request: HttpRequest) -> SignUp | None:
    """Return the name that this phone put down last, on this list or on another."""
    token = kept_signed(request, MINE, seconds=HALF_A_YEAR)
    return SignUp.objects.filter(token=token).first() if token else None


def _known(before: SignUp) -> str:
    """Return the name that a phone used before; empty if that person's data was erased."""
    people = Player.objects.filter(club__sessions__sign_up_list=before.sign_up_list_id)
    forgotten = people.filter(key=name_key(before.name)).exclude(forgotten_at=None)
    return "" if forgotten.exists() else before.name


def _tag_of_mine(token: str) -> str | None:
    version = version_of_name(token)
    return polling.tag(*version) if version else None


def _tag(request: HttpRequest, token: str) -> str | None:
    """Return the tag for a poll, by one query; a page is loaded whole."""
    return _tag_of_mine(token) if "poll" in request.GET else None


@require_safe
@ptag(_tag)
@by_sign_up
def my_place(request: HttpRequest, mine: SignUp, actor: Actor) -> HttpResponse:
    """Show one sign-up: its place, and the button to cancel."""
    if mine.same_as and name_key(mine.name) == name_key(mine.same_as.partner_name):
        return redirect("my-place", mine.same_as.token)
    return _my_page(request, mine)


def _my_page(
    request: HttpRequest,
    mine: SignUp,
    form: CorrectForm | None = None,
    *,
    message: str = "",
    status: int | None = None,
) -> HttpResponse:
    found, address = mine.sign_up_list, mine.token
    reads, mine = bool(mine.same_as), mine.same_as or mine
    form = form or CorrectForm(mine=mine)
    context = {
        "mine": mine,
        "reads": reads,
        "list": found,
        "session": found.session,
        "club": found.session.club,
        "line": None if mine.cancelled_at else place_of(mine),
        "fees": describe_fees(found.session),
        "form": form,
        "told": None if reads or "HX-Request" in request.headers else _notice_offer(mine),
        "message": message,
        "own_pages": _own_pages(request, found),
        "address": address,
        "tag": _tag_of_mine(address),
        "news": polling.news("session", found.session_id),
    }
    status = status or status_of(form)
    page = "evening/list/my_place.html"
    return piece_or_page(request, page, context, piece="mine", name="my-place", status=status)


def _notice_offer(mine: SignUp) -> dict | None:
    """Return the data to offer notifications; empty for cancelled sign-ups."""
    if mine.cancelled_at or mine.sign_up_list.session.closed:
        return None
    return hooks.notifications.first("my-place", mine.token, sign_up=mine)


@posted(by_sign_up, to="my-place")
def correct_mine(request: HttpRequest, mine: SignUp, actor: Actor) -> HttpResponse | None:
    """Correct one's own name on the list."""
    form = CorrectForm(request.POST, mine=mine)
    page = partial(_my_page, request, mine, form)
    with or_show(page, form):
        valid(form)
        try:
            if not request.user.is_authenticated:
                count_name(client_address(request) or "")
        except TooMany as why:
            return later(page, form, why, said=OR_TELL)
        verbs.correct(sign_up=mine, **form.values)
    return None


@posted(by_sign_up, to="my-place")
def cancel(request: HttpRequest, mine: SignUp, actor: Actor) -> None:
    """Take a name off the list by its own address."""
    with or_show(partial(_my_page, request, mine)):
        verbs.cancel(sign_up=mine, actor=actor)


@posted(by_sign_up, to="my-place")
def come_after_all(request: HttpRequest, mine: SignUp, actor: Actor) -> None:
    """Restore a cancelled sign-up."""
    with or_show(partial(_my_page, request, mine)):
        if not mine.sign_up_list.is_open:
            raise verbs.Refused("Sign-up is closed. Ask the club.")
        verbs.put_back(sign_up=mine)
