"""Names put down beforehand: the poster's page, each name's own, and the list of whoever runs the
evening."""

from __future__ import annotations

from functools import partial, wraps

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.actions.evening import signing_up as verbs
from scoring.forms.evening.signing_up import ClosedForm, ListForm, PutDownForm, WhoForm
from scoring.models import ClubSession, SignUp, SignUpList, Tournament
from scoring.permissions import RUN, Actor
from scoring.queries.evening.signing_up import names_on, place_of
from scoring.queries.tournament.now import format_in
from scoring.sheets.evening.poster import Poster, poster_pdf
from scoring.views.access import (
    NoSuchLink,
    actor_of,
    behind_a_door,
    in_one_snapshot,
    session_by_number,
)
from scoring.views.answers import answered, or_show, status_of, valid
from scoring.views.evening.door import describe_fees
from scoring.views.evening.sheets import paper_of, pdf_answer
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
        beside = "sign_up_list__session__club", "player"
        found = SignUp.objects.select_related(*beside).filter(token=token).first()
        if found is None:
            raise NoSuchLink("No name answers to this address. Put it down again, or ask the club.")
        return view(request, found, actor_of(request))

    return inner


@require_http_methods(["GET", "HEAD", "POST"])
@_by_list
def put_down(request: HttpRequest, found: SignUpList, actor: Actor) -> HttpResponse:
    """The page behind the poster's code: when, where, what it costs; a name, and one is in."""
    form = PutDownForm(request.POST if request.method == "POST" else None, found=found)
    page = partial(_poster_page, request, found, form)
    if request.method != "POST":
        return page()
    with or_show(page, form):
        valid(form)
        made = verbs.put_down(sign_up_list=found, actor=actor, **form.values)
    response = redirect("my-place", made.token)
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
    request: HttpRequest, found: SignUpList, form: PutDownForm, *, status: int | None = None
) -> HttpResponse:
    mine = request.get_signed_cookie(MINE, default="", max_age=HALF_A_YEAR)
    order = names_on(found).order
    context = {
        "list": found,
        "session": found.session,
        "club": found.session.club,
        "form": form,
        "fees": describe_fees(found.session),
        "free": None if found.places is None else max(0, found.places - order.people),
        "waiting": order.waiting,
        "mine": found.names.filter(token=mine, cancelled_at=None).first() if mine else None,
    }
    return render(request, "evening/list/put_down.html", context, status=status or status_of(form))


@require_safe
@_by_name
def my_place(request: HttpRequest, mine: SignUp, actor: Actor) -> HttpResponse:
    """A name's own page: whether it has a place, and the button that takes it back."""
    return _my_page(request, mine)


def _my_page(
    request: HttpRequest, mine: SignUp, *, message: str = "", status: int = 200
) -> HttpResponse:
    found = mine.sign_up_list
    context = {
        "mine": mine,
        "list": found,
        "session": found.session,
        "club": found.session.club,
        "line": None if mine.cancelled_at else place_of(mine),
        "fees": describe_fees(found.session),
        "message": message,
    }
    return render(request, "evening/list/my_place.html", context, status=status)


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
    context = {
        "session": session,
        "runs": True,
        "list": found,
        "names": names,
        "tournament": tournament,
        "pairs": tournament is not None and format_in(tournament).pairs,
        "form": PutDownForm(found=found, of_others=True),
        "address": address,
        "qr": qr_of(address),
        "local": only_here(address),
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
    mine = get_object_or_404(SignUp, pk=name, sign_up_list__session=session)
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
