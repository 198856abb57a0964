"""Names put down beforehand: the poster's page, each name's own, and the list of whoever runs the
evening."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from functools import partial, wraps

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import ptag

from scoring.actions.evening import signing_up as verbs
from scoring.actions.table.visitors import TooMany, count_name
from scoring.forms.evening.signing_up import (
    ClosedForm,
    CorrectForm,
    JoinForm,
    ListForm,
    ManyForm,
    PutDownForm,
    WhoForm,
)
from scoring.models import ClubSession, PersonalLink, Player, SignUp, SignUpList, Tournament
from scoring.permissions import RUN, Actor
from scoring.queries.club.notifications import reached_in
from scoring.queries.evening.signing_up import (
    Listed,
    names_on,
    order_of,
    origins_of,
    place_of,
    version_of_name,
)
from scoring.queries.tournament.now import format_in
from scoring.rules.names import folded, name_key
from scoring.rules.wording import counted
from scoring.sheets.evening.poster import Poster, poster_pdf
from scoring.views import polling
from scoring.views.access import (
    NoSuchLink,
    actor_of,
    behind_a_door,
    in_one_snapshot,
    session_by_number,
)
from scoring.views.answers import answered, or_show, piece_or_page, status_of, valid
from scoring.views.client import client_address
from scoring.views.club import notifications
from scoring.views.club.front import TOO_MANY
from scoring.views.club.own_page import own_pages_on
from scoring.views.dates import clock
from scoring.views.evening.door import describe_fees
from scoring.views.pdfs import paper_of, pdf_answer
from scoring.views.qr_codes import address_of, only_here, qr_of
from scoring.views.tournament.setup.entrants import entered_answer

MINE = "name"
"""The cookie by which a phone finds the name that it put down last."""
HALF_A_YEAR = 180 * 24 * 3600


# -- Whoever comes.


def _by_list(view):
    """The view gets (request, list, actor) of the list whose address this is."""
    view = answered(view)

    @behind_a_door
    @in_one_snapshot
    @wraps(view)
    def inner(request, token):
        found = SignUpList.objects.select_related("session__club").filter(token=token).first()
        if found is None:
            raise NoSuchLink("No list answers to this address. Look at the newest poster.")
        return view(request, found, actor_of(request))

    return inner


def _by_name(view):
    """The view gets (request, sign_up, actor) of the name whose own address this is."""
    view = answered(view)

    @behind_a_door
    @in_one_snapshot
    @wraps(view)
    def inner(request, token):
        beside = "sign_up_list__session__club", "player", "same_as"
        found = SignUp.objects.select_related(*beside).filter(token=token).first()
        if found is None:
            raise NoSuchLink("No name answers to this address. Put it down again, or ask the club.")
        return view(request, found, actor_of(request))

    return inner


@require_http_methods(["GET", "HEAD", "POST"])
@_by_list
def put_down(request: HttpRequest, found: SignUpList, actor: Actor) -> HttpResponse:
    """The page behind the poster's code: when, where, what it costs; a name, and one is in."""
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
            return _wait(page, form, why)
        made = verbs.put_down(sign_up_list=found, actor=actor, address=address, **form.values)
    return _remember(request, redirect("my-place", made.token), made)


def _wait(page: Callable[..., HttpResponse], form: PutDownForm, why: TooMany) -> HttpResponse:
    again = clock(timezone.now() + timedelta(seconds=why.seconds))
    form.add_error(None, f"{why} Try again at {again}, or tell whoever runs the evening.")
    response = page(status=TOO_MANY)
    response["Retry-After"] = str(why.seconds)
    return response


def _remember(request: HttpRequest, response: HttpResponse, made: SignUp) -> HttpResponse:
    """Return the response with the cookie by which this phone finds its name again."""
    response.set_signed_cookie(
        MINE,
        made.token,
        max_age=HALF_A_YEAR,
        httponly=True,
        samesite="Lax",
        secure=request.is_secure(),
    )
    return response


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
        "free": None if found.places is None else max(0, found.places - order.people),
        "waiting": order.waiting,
        "mine": mine,
        "local": only_here(request.build_absolute_uri()),
    }
    return render(request, "evening/list/put_down.html", context, status=status or status_of(form))


def _own_pages(request: HttpRequest, found: SignUpList) -> list[PersonalLink]:
    """Return the own pages of people of this club that the phone remembers."""
    club = found.session.club_id
    return [one for one in own_pages_on(request) if one.player.club_id == club]


def _put_down_before(request: HttpRequest) -> SignUp | None:
    """Return the name that this phone put down last, on this list or on another."""
    token = request.get_signed_cookie(MINE, default="", max_age=HALF_A_YEAR)
    return SignUp.objects.filter(token=token).first() if token else None


def _known(before: SignUp) -> str:
    """Return the name that a phone wrote before; none of somebody who was forgotten since."""
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
@_by_name
def my_place(request: HttpRequest, mine: SignUp, actor: Actor) -> HttpResponse:
    """A name's own page: whether it has a place, and the button that takes it back."""
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
        "told": None if reads else _notice_offer(mine),
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
    """What the page needs to offer being told; nothing to whoever does not come."""
    if mine.cancelled_at or mine.sign_up_list.session.closed:
        return None
    return notifications.offer("my-place", mine.token)


@require_http_methods(["GET", "HEAD", "POST"])
@_by_name
def notices(request: HttpRequest, mine: SignUp, actor: Actor) -> HttpResponse:
    """Whether a phone is told of this name; let it be told, or no more."""
    return notifications.answer_phone(request, mine)


@require_http_methods(["GET", "HEAD", "POST"])
@_by_name
def mail(request: HttpRequest, mine: SignUp, actor: Actor) -> HttpResponse:
    """Ask for a mail address that is told of this name."""
    return notifications.answer_mail(request, mine, reverse("my-place", args=[mine.token]))


@require_POST
@_by_name
def correct_mine(request: HttpRequest, mine: SignUp, actor: Actor) -> HttpResponse:
    """Put one's own name right, where it stands."""
    form = CorrectForm(request.POST, mine=mine)
    page = partial(_my_page, request, mine, form)
    with or_show(page, form):
        valid(form)
        try:
            if not request.user.is_authenticated:
                count_name(client_address(request) or "")
        except TooMany as why:
            return _wait(page, form, why)
        verbs.correct(sign_up=mine, **form.values)
    return redirect("my-place", mine.token)


@require_POST
@_by_name
def cancel(request: HttpRequest, mine: SignUp, actor: Actor) -> HttpResponse:
    """Take a name off the list by its own address."""
    with or_show(partial(_my_page, request, mine)):
        verbs.cancel(sign_up=mine, actor=actor)
    return redirect("my-place", mine.token)


@require_POST
@_by_name
def come_after_all(request: HttpRequest, mine: SignUp, actor: Actor) -> HttpResponse:
    """Let a name that was taken off stand on the list again."""
    with or_show(partial(_my_page, request, mine)):
        if not mine.sign_up_list.is_open:
            raise verbs.Refused("The list is closed. Nothing was changed: ask the club.")
        verbs.put_back(sign_up=mine)
    return redirect("my-place", mine.token)


# -- Whoever runs the evening.


def _tournament(session: ClubSession) -> Tournament | None:
    return Tournament.objects.filter(session=session).select_related("house").first()


@require_safe
@session_by_number(RUN)
def sign_ups(request: HttpRequest, session: ClubSession, actor: Actor) -> HttpResponse:
    """Who comes: those who have a place, who waits, who cancelled; the poster."""
    return _list_page(request, session)


def by_name_of(line: Listed) -> str:
    return folded(line.name.name)


def _list_page(
    request: HttpRequest, session: ClubSession, *, message: str = "", status: int = 200
) -> HttpResponse:
    found = SignUpList.objects.filter(session=session).first()
    if found is None:
        return redirect("sign-up-terms", session.pk)
    found.session = session
    tournament = _tournament(session)
    address = address_of(request, "put-down", found.token)
    names = names_on(found)
    _by_name = request.GET.get("by") == "name"
    context = {
        "session": session,
        "runs": True,
        "list": found,
        "names": names,
        "lines": sorted(names.have, key=by_name_of) if _by_name else names.have,
        "sorted": _by_name,
        "tournament": tournament,
        "pairs": tournament is not None and format_in(tournament).pairs,
        "form": PutDownForm(found=found, of_others=True),
        "address": address,
        "qr": qr_of(address),
        "local": only_here(address),
        "reached": reached_in(session),
        "message": message,
    }
    return render(request, "evening/list/sign_ups.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@session_by_number(RUN)
def terms(request: HttpRequest, session: ClubSession, actor: Actor) -> HttpResponse:
    """What the list says: who is put down, how many there is room for, when it closes."""
    found = SignUpList.objects.filter(session=session).first()
    tournament = _tournament(session)
    pairs = tournament and format_in(tournament).pairs
    form = ListForm(request.POST if request.method == "POST" else None, found=found, pairs=pairs)
    page = partial(_terms_page, request, session, form, found)
    if request.method != "POST":
        return page()
    with or_show(page, form):
        verbs.open_list(session=session, actor=actor, **valid(form))
    return redirect("sign-ups", session.pk)


def _terms_page(
    request: HttpRequest,
    session: ClubSession,
    form: ListForm,
    found: SignUpList | None,
    *,
    status: int | None = None,
) -> HttpResponse:
    context = {"session": session, "runs": True, "form": form, "list": found}
    return render(request, "evening/list/terms.html", context, status=status or status_of(form))


def _list_of(session: ClubSession) -> SignUpList:
    found = SignUpList.objects.filter(session=session).first()
    if found is None:
        raise Http404("This evening has no list.")
    found.session = session
    return found


def _name_of(session: ClubSession, name: int) -> SignUp:
    beside = SignUp.objects.select_related("sign_up_list")
    mine = get_object_or_404(beside, pk=name, sign_up_list__session=session)
    mine.sign_up_list.session = session
    return mine


@require_POST
@session_by_number(RUN)
def close(request: HttpRequest, session: ClubSession, actor: Actor) -> HttpResponse:
    """Let nobody put a name down any more, or again."""
    _list_of(session)
    with or_show(partial(_list_page, request, session)):
        verbs.close_list(session=session, **valid(ClosedForm(request.POST)))
    return redirect("sign-ups", session.pk)


@require_POST
@session_by_number(RUN)
def new_address(request: HttpRequest, session: ClubSession, actor: Actor) -> HttpResponse:
    """Make a new poster; the address of the one before leads nowhere."""
    _list_of(session)
    with or_show(partial(_list_page, request, session)):
        verbs.new_address(session=session)
    messages.success(request, "This is the new code. Posters from before lead nowhere.")
    return redirect("sign-ups", session.pk)


@require_POST
@session_by_number(RUN)
def add(request: HttpRequest, session: ClubSession, actor: Actor) -> HttpResponse:
    """Put down somebody who rang up: also when the list is closed."""
    found = _list_of(session)
    form = PutDownForm(request.POST, found=found, of_others=True)
    with or_show(partial(_list_page, request, session)):
        if not form.is_valid():
            raise verbs.Refused(" ".join(one for said in form.errors.values() for one in said))
        verbs.put_down(sign_up_list=found, actor=actor, late=True, **form.values)
    return redirect("sign-ups", session.pk)


@require_safe
@session_by_number(RUN)
def one_name(request: HttpRequest, session: ClubSession, actor: Actor, name: int) -> HttpResponse:
    """A name on the list: put right, made one with another, taken off."""
    return _one_page(request, session, _name_of(session, name))


def _one_page(
    request: HttpRequest,
    session: ClubSession,
    mine: SignUp,
    form: CorrectForm | None = None,
    *,
    message: str = "",
    status: int | None = None,
) -> HttpResponse:
    found = mine.sign_up_list
    names = names_on(found)
    lines = [line.name for line in (*names.have, *names.wait) if line.name.pk != mine.pk]
    form = form or CorrectForm(mine=mine, of_others=True)
    context = {
        "session": session,
        "runs": True,
        "list": found,
        "mine": mine,
        "line": names.order.place_in_line(mine.pk),
        "form": form,
        "others": sorted(lines, key=lambda one: folded(one.name)),
        "alone": sorted(
            (one for one in names.alone if one.pk != mine.pk), key=lambda one: folded(one.name)
        )
        if not mine.partner_name
        else [],
        "address": address_of(request, "my-place", mine.token),
        "message": message,
    }
    status = status or status_of(form)
    return render(request, "evening/list/one_name.html", context, status=status)


@require_POST
@session_by_number(RUN)
def correct(request: HttpRequest, session: ClubSession, actor: Actor, name: int) -> HttpResponse:
    """Put somebody's name right, where it stands."""
    mine = _name_of(session, name)
    form = CorrectForm(request.POST, mine=mine, of_others=True)
    with or_show(partial(_one_page, request, session, mine, form), form):
        valid(form)
        verbs.correct(sign_up=mine, **form.values)
    return redirect("sign-ups", session.pk)


@require_POST
@session_by_number(RUN)
def join(request: HttpRequest, session: ClubSession, actor: Actor, name: int) -> HttpResponse:
    """Make two lines one: one person twice, or two who play together."""
    mine = _name_of(session, name)
    with or_show(partial(_list_page, request, session)):
        verbs.join(sign_up=mine, **valid(JoinForm(request.POST, mine=mine)))
    return redirect("sign-ups", session.pk)


@require_http_methods(["GET", "HEAD", "POST"])
@session_by_number(RUN)
def clear(request: HttpRequest, session: ClubSession, actor: Actor) -> HttpResponse:
    """Take many names off at once, those of one origin by one tick."""
    found = _list_of(session)
    if request.method != "POST":
        return _clear_page(request, session, found)
    with or_show(partial(_clear_page, request, session, found)):
        form = ManyForm(request.POST, found=found)
        valid(form)
        gone = verbs.cancel_many(session=session, names=form.names, actor=actor)
    messages.success(request, f"{counted(gone, 'name')} taken off. They stand under Cancelled.")
    return redirect("sign-ups", session.pk)


def _clear_page(
    request: HttpRequest,
    session: ClubSession,
    found: SignUpList,
    *,
    message: str = "",
    status: int = 200,
) -> HttpResponse:
    context = {
        "session": session,
        "runs": True,
        "list": found,
        "origins": origins_of(found),
        "message": message,
    }
    return render(request, "evening/list/clear.html", context, status=status)


@require_POST
@session_by_number(RUN)
def put_all_back(request: HttpRequest, session: ClubSession, actor: Actor) -> HttpResponse:
    """Let names that were taken off together stand again where they stood."""
    found = _list_of(session)
    with or_show(partial(_list_page, request, session)):
        form = ManyForm(request.POST, found=found)
        valid(form)
        back = verbs.put_all_back(session=session, names=form.names)
    messages.success(request, f"{counted(back, 'name')} put back where they stood.")
    return redirect("sign-ups", session.pk)


@require_POST
@session_by_number(RUN)
def strike(request: HttpRequest, session: ClubSession, actor: Actor, name: int) -> HttpResponse:
    """Take a name off the list, or with `back` let it stand there again."""
    mine = _name_of(session, name)
    with or_show(partial(_list_page, request, session)):
        if "back" in request.POST:
            verbs.put_back(sign_up=mine)
        else:
            verbs.cancel(sign_up=mine, actor=actor)
    return redirect("sign-ups", session.pk)


@require_POST
@session_by_number(RUN)
def who(request: HttpRequest, session: ClubSession, actor: Actor, name: int) -> HttpResponse:
    """Say who of the club a name is."""
    mine = _name_of(session, name)
    with or_show(partial(_list_page, request, session)):
        verbs.say_who(sign_up=mine, **valid(WhoForm(request.POST, session=session)))
    return redirect("sign-ups", session.pk)


@require_POST
@session_by_number(RUN)
def enter(request: HttpRequest, session: ClubSession, actor: Actor) -> HttpResponse:
    """Enter everybody who has a place in the tournament."""
    _list_of(session)
    tournament = _tournament(session)
    if tournament is None:
        raise Http404("This evening has no tournament.")
    tournament.session = session
    with or_show(partial(_list_page, request, session)):
        done = verbs.enter_all(tournament=tournament)
    return entered_answer(request, tournament, done)


@require_safe
@session_by_number(RUN)
def poster(request: HttpRequest, session: ClubSession, actor: Actor) -> HttpResponse:
    """The poster as PDF."""
    found = _list_of(session)
    at = f", {session.starts_at:%H:%M}" if session.starts_at else ""
    made = Poster(
        club=str(session.club),
        title=session.title or "Club evening",
        when=f"{session.played_on:%A %-d %B %Y}{at}",
        where=session.club.place,
        lines=tuple(filter(None, [describe_fees(session), _room(found), _until(found)])),
        words=found.words,
        address=address_of(request, "put-down", found.token),
    )
    return pdf_answer(poster_pdf(made, paper=paper_of(request)), "poster")


def _room(found: SignUpList) -> str:
    if found.places is None:
        return ""
    return f"Room for {found.places}: whoever comes later waits, and moves up"


def _until(found: SignUpList) -> str:
    return f"Until {found.closes_at:%A %-d %B, %H:%M}" if found.closes_at else ""
