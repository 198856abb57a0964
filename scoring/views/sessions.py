"""A club evening: its tables, their links, its closing and its settlement."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.actions import Refused
from scoring.actions import sessions as verbs
from scoring.actions.tables import open_table, renew_link
from scoring.forms.sessions import ReopenForm
from scoring.forms.tables import TableForm
from scoring.forms.texts import TickForm
from scoring.models import ClubSession, Link, Payment, Sitting, Table
from scoring.models.reckoning import statement_of, whole
from scoring.permissions import LOOK, RUN, WRITE, Actor, may
from scoring.rules.wording import counted, listed
from scoring.views.access import NoSuchLink, by_link, session_by_link, session_by_number
from scoring.views.addresses import address_of, qr_of
from scoring.views.games import game_score
from scoring.views.settlement_page import player_lines, settlement_context, sums


@require_safe
@session_by_number(WRITE)
def session(request: HttpRequest, session: ClubSession, actor: Actor) -> HttpResponse:
    """The evening's page: every table with its links, and a form for one more."""
    return _session(request, session, actor, _table_form(session))


def _table_form(session: ClubSession, *sent) -> TableForm:
    """Return the form that opens a table; it may choose the house rules that stand."""
    return TableForm(*sent, currency=session.club.currency, houses=session.club.house_rules.standing())


def _session(
    request: HttpRequest, session: ClubSession, actor: Actor, form: TableForm, *, status: int = 200
) -> HttpResponse:
    runs = may(actor, RUN, session)
    host = verbs.host_link(session) if runs else None
    sittings = whole(Sitting.objects.filter(table__session=session, ended_at=None))
    at = {sitting.table_id: sitting for sitting in sittings}
    tables = session.tables.with_waiting().select_related("house").prefetch_related("links")
    context = {
        "session": session,
        "runs": runs,
        "tables": [_table_line(table, at[table.pk]) for table in tables],
        "form": form,
        "players": [] if session.club.casual else session.club.players.all(),
        "house_page": reverse("house-rules", args=[session.club_id]),
        "host_address": address_of(request, "host", host.token) if host else None,
    }
    return render(request, "sessions/session.html", context, status=status)


def _totals(sitting: Sitting) -> list[tuple[str, str]]:
    """Return who stands where: points by player, or the game in progress and the games won by side."""
    if sitting.standing is None:
        return [(name, str(points)) for name, points in zip(sitting.names, sitting.totals, strict=True)]
    return [
        (side.name, f"{side.points} ({counted(side.games, 'game')})") for side in game_score(sitting).sides
    ]


def _table_line(table: Table, sitting: Sitting) -> dict:
    links = {link.right: link.token for link in table.links.all() if link.revoked_at is None}
    return {
        "table": table,
        "names": sitting.names,
        "totals": _totals(sitting),
        "hands": len(sitting.played),
        "waiting": table.waiting,
        "write": links[Link.Right.WRITE],
        "watch": links[Link.Right.WATCH],
    }


@require_POST
@session_by_number(RUN)
def open_another_table(request: HttpRequest, session: ClubSession, actor: Actor) -> HttpResponse:
    """Open a table and show its codes."""
    form = _table_form(session, request.POST)
    if not form.is_valid():
        return _session(request, session, actor, form, status=422)
    strangers = session.club.players.strange(form.values["names"])
    try:
        table = open_table(session=session, **form.values)
    except Refused as why:
        form.add_error(None, str(why))
        return _session(request, session, actor, form, status=409)
    if strangers and not session.club.casual:
        messages.info(request, f"New to the club, and added as guests: {listed(strangers)}.")
    return redirect("share", table.links.get(right=Link.Right.WRITE).token)


@require_safe
@by_link(LOOK)
def share(request: HttpRequest, table: Table, actor: Actor) -> HttpResponse:
    """The table's codes: one to write, one to watch."""
    rights = (
        [Link.Right.WRITE, Link.Right.WATCH] if actor.link.right == Link.Right.WRITE else [Link.Right.WATCH]
    )
    codes = []
    for link in table.links.filter(revoked_at=None, right__in=rights).order_by("-right"):
        address = address_of(request, "pad", link.token)
        codes.append({"right": link.right, "address": address, "qr": qr_of(address)})
    context = {
        "table": table,
        "local": any(name in codes[0]["address"] for name in ("//127.0.0.1", "//localhost")),
        "codes": codes,
        "runs": may(actor, RUN, table.session),
        "token": actor.link.token,
    }
    return render(request, "sessions/share.html", context)


@require_POST
@session_by_number(RUN)
def renew(request: HttpRequest, session: ClubSession, actor: Actor, no: int, right: str) -> HttpResponse:
    """Revoke a table's link; its phones are told, a new code takes its place."""
    table = get_object_or_404(Table, session=session, no=no)
    try:
        renew_link(table=table, right=right)
    except Refused as why:
        raise NoSuchLink(str(why)) from why
    messages.success(request, f"The old link of {table} is revoked. This is the new one.")
    return redirect("share", table.links.get(right=Link.Right.WRITE, revoked_at=None).token)


@require_safe
@session_by_link(LOOK)
def settlement_by_link(request: HttpRequest, session: ClubSession, actor: Actor) -> HttpResponse:
    """The settlement, for a phone at one of its tables."""
    return _settlement(request, session, actor)


@require_safe
@session_by_number(LOOK)
def settlement(request: HttpRequest, session: ClubSession, actor: Actor) -> HttpResponse:
    """The settlement, for whoever runs the evening."""
    return _settlement(request, session, actor)


def _settlement(
    request: HttpRequest, session: ClubSession, actor: Actor, *, status: int = 200, **extra
) -> HttpResponse:
    context = settlement_context(session, actor) | {"reopen_form": ReopenForm()} | extra
    return render(request, "sessions/settlement.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@session_by_number(RUN)
def close(request: HttpRequest, session: ClubSession, actor: Actor) -> HttpResponse:
    """Ask before closing, showing what would be signed; then close."""
    if request.method != "POST":
        return redirect("settlement", session.pk) if session.closed else _ask(request, session)
    try:
        verbs.close_session(session=session, actor=actor)
    except Refused as why:
        return _ask(request, session, message=str(why), status=409)
    return redirect("settlement", session.pk)


def _ask(request: HttpRequest, session: ClubSession, *, message: str = "", status: int = 200) -> HttpResponse:
    statement = statement_of(session)
    context = {
        "session": session,
        "statement": statement,
        "players": player_lines(statement),
        **sums(statement),
        "message": message,
    }
    return render(request, "sessions/close.html", context, status=status)


@require_POST
@session_by_number(RUN)
def reopen(request: HttpRequest, session: ClubSession, actor: Actor) -> HttpResponse:
    """Open a closed evening again."""
    form = ReopenForm(request.POST)
    if not form.is_valid():
        return _settlement(request, session, actor, status=422, reopen_form=form)
    try:
        verbs.reopen_session(session=session, why=form.cleaned_data["why"], actor=actor)
    except Refused as why:
        return _settlement(request, session, actor, status=409, message=str(why))
    return redirect("session", session.pk)


@require_POST
@session_by_number(RUN)
def pay(request: HttpRequest, session: ClubSession, actor: Actor, payment: int) -> HttpResponse:
    """Tick a transfer as paid, or take the tick away."""
    found = get_object_or_404(Payment, pk=payment, closing__session=session)
    form = TickForm(request.POST)
    if not form.is_valid():
        return _settlement(request, session, actor, status=422, message=form.errors["paid"][0])
    try:
        verbs.mark_paid(payment=found, paid=form.cleaned_data["paid"], actor=actor)
    except Refused as why:
        return _settlement(request, session, actor, status=409, message=str(why))
    return redirect(f"{reverse('settlement', args=[session.pk])}#transfers")
