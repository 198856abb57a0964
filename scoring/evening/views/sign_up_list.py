"""The sign-up list for organisers: its settings, its names, its poster."""

from __future__ import annotations

from functools import partial

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe
from django_htmx.http import ptag

from scoring.common import polling
from scoring.common.answers import or_show, piece_or_page, posted, status_of, valid
from scoring.common.dates import full_day, night_and_time, written_time
from scoring.common.names import folded
from scoring.common.pdf_views import pdf_answer
from scoring.common.permissions import RUN, Actor
from scoring.common.qr_codes import address_of, only_here, qr_of
from scoring.euchre.wording import counted
from scoring.evening import hooks
from scoring.evening.actions import sign_up as verbs
from scoring.evening.forms.sign_up import (
    ClosedForm,
    CorrectForm,
    JoinForm,
    ListForm,
    ManyForm,
    PutDownForm,
    WhoForm,
)
from scoring.evening.models import SignUp, SignUpList
from scoring.evening.queries.sign_up import Listed, names_on, origins_of
from scoring.evening.sheets.poster import Poster, poster_pdf
from scoring.evening.views.evening import evening_tag
from scoring.evening.views.fees import describe_fees
from scoring.table.access import session_by_number
from scoring.table.models import ClubSession


@require_safe
@session_by_number(RUN)
@ptag(lambda request, session, actor: evening_tag(session, actor))
def sign_ups(request: HttpRequest, session: ClubSession, actor: Actor) -> HttpResponse:
    """Show the sign-up list: people with a place, waiting or cancelled, and the poster."""
    return list_page(request, session, actor)


def by_name_of(line: Listed) -> str:
    return folded(line.name.name)


def list_page(
    request: HttpRequest,
    session: ClubSession,
    actor: Actor,
    *,
    message: str = "",
    status: int = 200,
) -> HttpResponse:
    """Return the sign-up list as who runs the evening sees it."""
    found = SignUpList.objects.filter(session=session).first()
    if found is None:
        return redirect("sign-up-terms", session.pk)
    found.session = session
    entering = hooks.entering.first(session)
    address = address_of(request, "put-down", found.token)
    names = names_on(found)
    by_name = request.GET.get("by") == "name"
    context = {
        "session": session,
        "runs": True,
        "list": found,
        "names": names,
        "lines": sorted(names.have, key=by_name_of) if by_name else names.have,
        "sorted": by_name,
        "tournament": entering and entering.tournament,
        "pairs": entering is not None and entering.pairs,
        "form": PutDownForm(found=found, of_others=True),
        "address": address,
        "qr": qr_of(address),
        "local": only_here(address),
        "reached": hooks.reached.first(session),
        "message": message,
        "tag": evening_tag(session, actor),
        "news": polling.news("session", session.pk),
    }
    page = "evening/list/sign_ups.html"
    return piece_or_page(request, page, context, piece="names", name="sign-ups", status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@session_by_number(RUN)
def terms(request: HttpRequest, session: ClubSession, actor: Actor) -> HttpResponse:
    """Edit the list's settings: partners, number of places, end of sign-up."""
    found = SignUpList.objects.filter(session=session).first()
    entering = hooks.entering.first(session)
    pairs = entering and entering.pairs
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


def list_of(session: ClubSession) -> SignUpList:
    """Return the sign-up list of an evening; 404 where there is none."""
    found = SignUpList.objects.filter(session=session).first()
    if found is None:
        raise Http404("This club night has no sign-up list.")
    found.session = session
    return found


def _name_of(session: ClubSession, name: int) -> SignUp:
    beside = SignUp.objects.select_related("sign_up_list")
    mine = get_object_or_404(beside, pk=name, sign_up_list__session=session)
    mine.sign_up_list.session = session
    return mine


@posted(session_by_number(RUN), page=list_page, to="sign-ups")
def close(request: HttpRequest, session: ClubSession, actor: Actor) -> None:
    """Close sign-up, or reopen it."""
    list_of(session)
    verbs.close_list(session=session, **valid(ClosedForm(request.POST)))


@posted(session_by_number(RUN), page=list_page, to="sign-ups")
def new_address(request: HttpRequest, session: ClubSession, actor: Actor) -> str:
    """Make a new poster; the address of the one before leads nowhere."""
    list_of(session)
    verbs.new_address(session=session)
    return "Here is the new code. Old posters no longer work."


@posted(session_by_number(RUN), page=list_page, to="sign-ups")
def add(request: HttpRequest, session: ClubSession, actor: Actor) -> None:
    """Add a person, for example after a phone call, also when sign-up is closed."""
    found = list_of(session)
    form = PutDownForm(request.POST, found=found, of_others=True)
    if not form.is_valid():
        raise verbs.Refused(" ".join(one for said in form.errors.values() for one in said))
    verbs.put_down(sign_up_list=found, actor=actor, late=True, **form.values)


@require_safe
@session_by_number(RUN)
def one_name(request: HttpRequest, session: ClubSession, actor: Actor, name: int) -> HttpResponse:
    """Show one sign-up: correct, merge or remove it."""
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


@posted(session_by_number(RUN), to="sign-ups")
def correct(request: HttpRequest, session: ClubSession, actor: Actor, name: int) -> None:
    """Correct a person's name on the list."""
    mine = _name_of(session, name)
    form = CorrectForm(request.POST, mine=mine, of_others=True)
    with or_show(partial(_one_page, request, session, mine, form), form):
        valid(form)
        verbs.correct(sign_up=mine, **form.values)


@posted(session_by_number(RUN), page=list_page, to="sign-ups")
def join(request: HttpRequest, session: ClubSession, actor: Actor, name: int) -> None:
    """Merge two lines, a duplicate or two partners."""
    mine = _name_of(session, name)
    verbs.join(sign_up=mine, **valid(JoinForm(request.POST, mine=mine)))


@require_http_methods(["GET", "HEAD", "POST"])
@session_by_number(RUN)
def clear(request: HttpRequest, session: ClubSession, actor: Actor) -> HttpResponse:
    """Take many names off at once, those of one origin by one tick."""
    found = list_of(session)
    if request.method != "POST":
        return _clear_page(request, session, found)
    with or_show(partial(_clear_page, request, session, found)):
        form = ManyForm(request.POST, found=found)
        valid(form)
        gone = verbs.cancel_many(session=session, names=form.names, actor=actor)
    messages.success(
        request, f"{counted(gone, 'sign-up')} removed. You can restore them under Cancelled."
    )
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


@posted(session_by_number(RUN), page=list_page, to="sign-ups")
def put_all_back(request: HttpRequest, session: ClubSession, actor: Actor) -> str:
    """Restore sign-ups that were removed together to their old places."""
    found = list_of(session)
    form = ManyForm(request.POST, found=found)
    valid(form)
    back = verbs.put_all_back(session=session, names=form.names)
    return f"{counted(back, 'sign-up')} restored."


@posted(session_by_number(RUN), page=list_page, to="sign-ups")
def strike(request: HttpRequest, session: ClubSession, actor: Actor, name: int) -> None:
    """Remove a sign-up, or with `back` restore it."""
    mine = _name_of(session, name)
    if "back" in request.POST:
        verbs.put_back(sign_up=mine)
    else:
        verbs.cancel(sign_up=mine, actor=actor)


@posted(session_by_number(RUN), page=list_page, to="sign-ups")
def who(request: HttpRequest, session: ClubSession, actor: Actor, name: int) -> None:
    """Say who of the club a name is."""
    mine = _name_of(session, name)
    verbs.say_who(sign_up=mine, **valid(WhoForm(request.POST, session=session)))


@require_safe
@session_by_number(RUN)
def poster(request: HttpRequest, session: ClubSession, actor: Actor) -> HttpResponse:
    """The poster as PDF."""
    found = list_of(session)
    at = f", {written_time(session.starts_at)}" if session.starts_at else ""
    made = Poster(
        club=str(session.club),
        title=session.title or "Club night",
        when=f"{full_day(session.played_on)}{at}",
        where=session.club.place,
        lines=tuple(filter(None, [describe_fees(session), _room(found), _until(found)])),
        words=found.words,
        address=address_of(request, "put-down", found.token),
    )
    return pdf_answer(request, poster_pdf, made, name=("poster",))


def _room(found: SignUpList) -> str:
    if found.places is None:
        return ""
    return f"Room for {found.places}, then a waiting list"


def _until(found: SignUpList) -> str:
    if found.closes_at is None:
        return ""
    return f"Until {night_and_time(timezone.localtime(found.closes_at))}"
