"""The pad on a phone at the table."""

from __future__ import annotations

from uuid import UUID

from django.db import IntegrityError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect, ptag

from scoring.actions import Refused, corrections, waiting
from scoring.actions import hands as verbs
from scoring.actions.corrections import number_of
from scoring.actions.tables import mark_by, move_deal
from scoring.forms.hands import HandForm
from scoring.forms.texts import DecisionForm, WhyForm
from scoring.models import HandRecord, Link, Sitting, Table
from scoring.models.table_in_round import goes_by_totals
from scoring.permissions import WRITE, Actor
from scoring.rules.hand import ImpossibleHand
from scoring.views.access import by_link, find_link
from scoring.views.agreed_page import asked_of_the_last
from scoring.views.draft import draft_from
from scoring.views.pad_page import pad_context, page_tag, preview_of

CONFLICT, UNPROCESSABLE = 409, 422


def tag_of(request: HttpRequest, token: str) -> str | None:
    """Return the polling tag of a live link by one query; None where the view itself must
    answer."""
    version, right = next(iter(Link.version_by_token(token)), (None, None))
    return None if version is None else page_tag(version, right)


@require_safe
@gzip_page
@ptag(tag_of)
def pad(request: HttpRequest, token: str) -> HttpResponse:
    """The scoreboard that is the keypad; a watch link is shown the board."""
    if find_link(token).right == Link.Right.WATCH:
        return redirect("board", token)
    return _pad(request, token=token)


@by_link(WRITE, empty=True)
def _pad(request: HttpRequest, table: Table, actor: Actor) -> HttpResponse:
    return to_round(request, actor) if goes_by_totals(table) else _show(request, table, actor)


def to_round(request: HttpRequest, actor: Actor) -> HttpResponse:
    """Send a phone to the page of its round, where no hands are logged: a page that polls too."""
    if not request.htmx:
        return redirect("round-by-link", actor.link.token)
    response = HttpResponseClientRedirect(reverse("round-by-link", args=[actor.link.token]))
    response["Bowerbook"] = "pad"
    return response


def _show(
    request: HttpRequest,
    table: Table,
    actor: Actor,
    *,
    message: str = "",
    status: int = 200,
    fresh: bool = False,
) -> HttpResponse:
    """Return the pad; unless `fresh`, with the draft that the request carries."""
    data = request.GET if request.method == "GET" else request.POST
    seats = len(table.sitting.players)
    draft = draft_from(data.__class__("") if fresh else data, seats=seats, rules=table.rules)
    context = pad_context(table=table, actor=actor, draft=draft, message=message)
    context["asked"] = asked_of_the_last(table, actor, context["last"])
    template = "phone/pad.html#pad" if request.htmx else "phone/pad.html"
    response = render(request, template, context, status=status)
    response["Bowerbook"] = "pad"
    return response


@require_POST
@by_link(WRITE)
def log(request: HttpRequest, table: Table, actor: Actor) -> HttpResponse:
    """Save a hand: 200 or a redirect, 409 when somebody must decide, 422 when it cannot be."""
    form = told_form(request, table)
    if not form.is_valid():
        return _show(request, table, actor, message=form.complaint, status=UNPROCESSABLE)
    try:
        logged = log_told(form, table, actor)
    except ImpossibleHand as wrong:
        return _show(request, table, actor, message=wrong.message, status=UNPROCESSABLE)
    except IntegrityError:
        return _show(
            request,
            table,
            actor,
            message="This hand's number is taken: save it again.",
            status=CONFLICT,
        )
    except verbs.AlreadyTold as told:
        return _show(request, table, actor, message=told_before_words(told), status=CONFLICT)
    except Refused as why:
        return _show(request, table, actor, message=str(why), status=CONFLICT)
    if logged.record.state == HandRecord.State.WAITING:
        return _show(request, logged.table, actor, status=CONFLICT, fresh=True)
    return _done(request, logged.table, actor)


def told_form(request: HttpRequest, table: Table) -> HandForm:
    """Return the form of the hand that was sent, for the sitting that its phone means."""
    sitting = _sitting_meant(table, request.POST.get("sitting", ""))
    return HandForm(request.POST, names=sitting.names, rules=table.rules)


def log_told(
    form: HandForm, table: Table, actor: Actor, *, ago: int = 0, told_on: str = ""
) -> verbs.Logged:
    """Log the hand of a valid form, which its phone, `told_on`, had kept for `ago` seconds; raises
    what log_hand does."""
    clean = form.cleaned_data
    return verbs.log_hand(
        table=table,
        sitting=clean["sitting"],
        id=clean["id"],
        hand=form.hand,
        after=clean["after"],
        seen=clean.get("seen"),
        note=clean["note"],
        ago=ago,
        told_on=told_on,
        actor=actor,
    )


def show_pad(request: HttpRequest, table: Table, actor: Actor, **what) -> HttpResponse:
    """Return the pad of a table, read anew, after something that was no hand; or the page of its
    round."""
    table = _again(table)
    return (
        to_round(request, actor) if goes_by_totals(table) else _show(request, table, actor, **what)
    )


def _sitting_meant(table: Table, told: str) -> Sitting:
    """Return the sitting in progress, or an earlier one of the table when a phone tells its hand
    late."""
    if told == str(table.sitting.pk) or not (told.isascii() and told.isdigit() and len(told) < 10):
        return table.sitting
    return table.sittings.filter(pk=told).first() or table.sitting


def told_before_words(told: verbs.AlreadyTold) -> str:
    """Return what to say of a hand that was saved before with other facts."""
    no = number_of(told.record)
    which = f"hand {no}" if no else "a hand that does not count now"
    return (
        f"This was saved before, as {which}, with other facts. To change it, correct that hand "
        "on the score."
    )


def _again(table: Table) -> Table:
    """Return the table read anew, after a write."""
    return Table.objects.select_related("session__club", "house").get(pk=table.pk)


def _done(request: HttpRequest, table: Table, actor: Actor) -> HttpResponse:
    """Answer a write that went well: the pad with the table as it stands now, or a redirect to
    it."""
    if request.htmx:
        return _show(request, table, actor, fresh=True)
    return redirect("pad", actor.link.token)


@require_POST
@by_link(WRITE)
def preview(request: HttpRequest, table: Table, actor: Actor) -> HttpResponse:
    """What the hand on the screen would score, irregularities included; stores nothing."""
    form = HandForm(
        request.POST, names=table.sitting.names, rules=table.rules, dealer=table.sitting.dealer
    )
    if form.is_valid():
        told = preview_of(form.hand, table.sitting)
    else:
        told = {"wrong": form.complaint}
    return JsonResponse(told, headers={"Bowerbook": "preview"})


@require_POST
@by_link(WRITE)
def begin(request: HttpRequest, table: Table, actor: Actor) -> HttpResponse:
    """Tell everybody who made the trump, before the hand is played; or forget it (`drop`)."""
    if "drop" in request.POST:
        return _do(request, table, actor, verbs.drop_begun, table=table)
    form = HandForm(request.POST, names=table.sitting.names, rules=table.rules)
    form.is_valid()
    clean = form.cleaned_data
    if clean.get("maker") is None or not clean.get("id") or not clean.get("sitting"):
        message = "Tap who made the trump first; then the hand can begin."
        return _show(request, table, actor, message=message, status=UNPROCESSABLE)
    try:
        verbs.begin_hand(
            table=table,
            sitting=clean["sitting"],
            id=clean["id"],
            maker=clean["maker"],
            call=clean.get("call"),
            actor=actor,
        )
    except Refused as why:
        return _show(request, table, actor, message=str(why), status=CONFLICT)
    if request.htmx:
        return _show(request, _again(table), actor)
    return redirect("pad", actor.link.token)


@require_POST
@by_link(WRITE)
def take_back(request: HttpRequest, table: Table, actor: Actor, id: UUID) -> HttpResponse:
    """Undo: the hand stays in the history and does not count."""
    form, record = WhyForm(request.POST), _record(table, id)
    if not form.is_valid():
        return _show(request, table, actor, message=form.errors["why"][0], status=UNPROCESSABLE)
    why = form.cleaned_data["why"]
    return _do(request, table, actor, corrections.take_back, record=record, why=why, actor=actor)


@require_POST
@by_link(WRITE)
def put_back(request: HttpRequest, table: Table, actor: Actor, id: UUID) -> HttpResponse:
    """Undo the undo."""
    return _do(request, table, actor, corrections.put_back, record=_record(table, id), actor=actor)


@require_POST
@by_link(WRITE)
def decide(request: HttpRequest, table: Table, actor: Actor, id: UUID) -> HttpResponse:
    """Say what a waiting hand is: another one (`keep=yes`), one that counts, or `instead` of it;
    with a
    `number`, what it and those behind it are."""
    form, record = DecisionForm(request.POST), _record(table, id)
    if not form.is_valid():
        return _show(request, table, actor, message=form.complaint, status=UNPROCESSABLE)
    clean = form.cleaned_data
    keep, decided = clean["keep"] == "yes", {"record": record, "actor": actor}
    if clean["number"]:
        run = {"number": clean["number"], "seen": clean["seen"]}
        return _do(request, table, actor, waiting.decide_run, **run, keep=keep, **decided)
    decided["same_as"] = clean["same_as"]
    if clean["keep"] == "instead":
        verb = waiting.replace_with_waiting
        return _do(request, table, actor, verb, revision=clean["revision"], **decided)
    return _do(
        request, table, actor, waiting.decide_waiting, keep=keep, seen=clean["seen"], **decided
    )


@require_POST
@by_link(WRITE)
def deal(request: HttpRequest, table: Table, actor: Actor) -> HttpResponse:
    """Move the dealer's mark by hand."""
    told = request.POST.get("seat", "")
    seat = int(told) if told.isascii() and told.isdigit() and len(told) < 4 else -1
    return _do(request, table, actor, move_deal, table=table, seat=seat)


@require_POST
@by_link(WRITE)
def mark(request: HttpRequest, table: Table, actor: Actor) -> HttpResponse:
    """Mark the game in figures, or by two cards."""
    return _do(request, table, actor, mark_by, table=table, marks=request.POST.get("marks", ""))


def _do(request: HttpRequest, table: Table, actor: Actor, verb, /, **what) -> HttpResponse:
    try:
        verb(**what)
    except Refused as why:
        return _show(request, table, actor, message=str(why), status=CONFLICT, fresh=True)
    return _done(request, _again(table), actor)


def _record(table: Table, id: UUID) -> HandRecord:
    hands = HandRecord.objects.select_related(
        "sitting__table__session__club", "sitting__table__house"
    )
    return get_object_or_404(hands, pk=id, sitting__table=table)
