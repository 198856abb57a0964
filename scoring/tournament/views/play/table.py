"""A table's round by its link: totals, who won a tie, right or not right, the head table's bell."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from uuid import uuid4

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods
from django_htmx.http import ptag

from scoring.common import polling
from scoring.common.answers import or_show, piece_or_page, posted, valid
from scoring.common.permissions import LOOK, WRITE, Actor, must
from scoring.common.refused import Refused
from scoring.table.access import by_link, of_link
from scoring.table.models import Link, Table
from scoring.table.views.calls_shown import calling_here
from scoring.table.views.pad import show_pad
from scoring.tournament.actions import at_the_table as verbs
from scoring.tournament.forms.at_the_table import OfARound, TieForm, TotalsForm, WordForm
from scoring.tournament.models import Report
from scoring.tournament.pure.formats import is_head
from scoring.tournament.queries.now import PlayedTable
from scoring.tournament.queries.table_in_round import InRound, in_round, played_at, round_at
from scoring.tournament.views.play.finish import (
    NOT_PLAYED,
    describe_points,
    finish_of,
    people_of,
    side_names_of,
    totals_of,
)
from scoring.tournament.views.play.round_here import clock_here, place_of


@dataclass(frozen=True, kw_only=True)
class Said:
    """Who told what, and when."""

    who: str
    what: str
    report: Report


def round_context(here: InRound | None, *, latest: InRound | None, form: TotalsForm | None) -> dict:
    """Return what templates/tournament/play/table/round.html shows; `latest` is the round that goes
    on here."""
    if here is None:
        return {"here": None}
    played = played_at(here.row)
    sides = side_names_of(played)
    return {
        "here": here,
        "key": here.row.pk,
        "place": place_of(here),
        "who": " against ".join(sides.values()),
        "clock": clock_here(here),
        "finish": finish_of(here, played),
        "totals": totals_of(played, form.data if form else {}),
        "said": [_said(report, played, sides) for report in played.reports],
        "newer": latest.round.no if latest and latest.round.no > here.round.no else 0,
        "head_table": is_head(here.row.no, here.format),
    }


def _said(report: Report, played: PlayedTable, sides: dict[str, str]) -> Said:
    return Said(who=_who(report, played, sides), what=_what(report, sides), report=report)


def _who(report: Report, played: PlayedTable, sides: dict[str, str]) -> str:
    if report.source == Report.Source.DIRECTOR:
        return "The director"
    if report.entrant_id:
        name = played.names[report.entrant.no]
        return f"The card of {name}" if report.source == Report.Source.CARD else name
    return sides.get(report.side, "The table")


def _what(report: Report, sides: dict[str, str]) -> str:
    if report.objects_to_it and report.source == Report.Source.DIRECTOR:
        return NOT_PLAYED[:1].lower() + NOT_PLAYED[1:]
    if report.objects_to_it:
        return f"not right{': ' if report.why else ''}{report.why}"
    says = [describe_points(report.points, sides)]
    lones = sum(report.lones.values())
    says += [f"{lones} lone hand{'' if lones == 1 else 's'}"] if lones else []
    says += [f"{sides[report.tie]} won the tie"] if report.tie in sides else []
    return ", ".join(filter(None, says))


GONE = (
    "This round is not told any more, or was another table’s. Nothing was stored: look who "
    "sits here."
)


@require_http_methods(["GET", "HEAD", "POST"])
@ptag(lambda request, token: of_link(request, token) if request.method == "GET" else None)
@by_link(LOOK, empty=True)
def table_round(request: HttpRequest, table: Table, actor: Actor) -> HttpResponse:
    """How the round stands at a table, who told what, and a form for its totals; posted, they are
    stored."""
    if request.method == "POST":
        must(actor, WRITE, table)
        return _totals(request, table, actor)
    here = round_at(table, round__no=_number(request.GET, "no")) or in_round(table)
    if here is None and table.sitting is not None:
        return redirect("pad", actor.link.token)
    return _page(request, table, actor, here)


def _totals(request: HttpRequest, table: Table, actor: Actor) -> HttpResponse:
    here = _meant(request, table, partial(_page, request, table, actor))
    played = played_at(here.row)
    form = TotalsForm(
        request.POST, sides=side_names_of(played), bidding=played.bidding, people=people_of(played)
    )
    with or_show(partial(_page, request, table, actor, here, form=form)):
        clean = valid(form)
        totals = {"side": clean["side"], "points": form.points, "lones": form.lones}
        verbs.report_totals(key=clean["key"], round_table=here.row, actor=actor, **totals)
    if request.POST.get("then") == "pad":
        return redirect("pad", actor.link.token)
    return redirect(f"{reverse('round-by-link', args=[actor.link.token])}?no={here.round.no}")


@posted(by_link(WRITE, empty=True))
def say_who_won(request: HttpRequest, table: Table, actor: Actor) -> HttpResponse:
    """Who won where points are level."""
    form, here = _asked(request, table, actor, TieForm)
    with or_show(partial(_answer, request, table, actor, here)):
        valid(form)
        verbs.say_who_won(**_named(form, "key", "tie"), round_table=here.row, actor=actor)
    return _done(request, table, actor, here)


@posted(by_link(WRITE, empty=True))
def say_right(request: HttpRequest, table: Table, actor: Actor) -> HttpResponse:
    """A side says that what stands is right, or that it is not, and why."""
    form, here = _asked(request, table, actor, WordForm)
    with or_show(partial(_answer, request, table, actor, here)):
        valid(form)
        said = _named(form, "key", "side") | {"round_table": here.row, "actor": actor}
        if form.right:
            verbs.confirm(seen=form.points, **said)
        else:
            verbs.object_to(why=form.cleaned_data["why"], **said)
    return _done(request, table, actor, here)


@posted(by_link(WRITE, empty=True))
def ring_bell(request: HttpRequest, table: Table, actor: Actor) -> HttpResponse:
    """The head table rings the bell: play stops everywhere."""
    answer = partial(_answer, request, table, actor)
    here = _meant(request, table, answer)
    with or_show(partial(answer, here)):
        verbs.ring_the_bell(round_table=here.row, actor=actor)
    return _done(request, table, actor, here)


def _asked(
    request: HttpRequest, table: Table, actor: Actor, make: type[OfARound]
) -> tuple[OfARound, InRound]:
    """Return what was sent, and the round that it is about."""
    here = _meant(request, table, partial(_answer, request, table, actor))
    played = played_at(here.row)
    return make(request.POST, sides=side_names_of(played), bidding=played.bidding), here


def _meant(request: HttpRequest, table: Table, page: Callable[..., HttpResponse]) -> InRound:
    """Return the round that a form is about, also an earlier one, by the key that it carries; when
    there is none, the `page` of the round in progress is shown."""
    here = round_at(table, pk=_number(request.POST, "round_table"))
    if here is None:
        with or_show(partial(page, in_round(table))):
            raise Refused(GONE)
    return here


def _number(sent: QueryDict, name: str) -> int:
    typed = sent.get(name, "")
    return int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 10 else 0


def _named(form: OfARound, *names: str) -> dict:
    return {name: form.cleaned_data[name] for name in names}


def _done(request: HttpRequest, table: Table, actor: Actor, here: InRound) -> HttpResponse:
    """Answer what went well: the pad as it stands now, or the page that the form was on."""
    if request.htmx:
        return _answer(request, table, actor, here)
    return redirect(f"{reverse('round-by-link', args=[actor.link.token])}?no={here.round.no}")


def _answer(
    request: HttpRequest,
    table: Table,
    actor: Actor,
    here: InRound | None,
    *,
    message: str = "",
    status: int = 200,
) -> HttpResponse:
    """Answer a pad by the pad, and any other page by the page of the round."""
    if request.htmx:
        return show_pad(request, table, actor, message=message, status=status)
    return _page(request, table, actor, here, message=message, status=status)


def _page(
    request: HttpRequest,
    table: Table,
    actor: Actor,
    here: InRound | None,
    *,
    form: TotalsForm | None = None,
    message: str = "",
    status: int = 200,
) -> HttpResponse:
    latest = in_round(table)
    writes = actor.link.right == Link.Right.WRITE and not table.session.closed
    context = round_context(here, latest=latest, form=form) | {
        "table": table,
        "token": actor.link.token,
        "tag": polling.tag(table.version, actor.link.right),
        "news": polling.news("table", table.pk),
        "writes": writes,
        "calling": calling_here(table, timezone.now()) if writes else None,
        "message": message,
        "again": form is not None or "again" in request.GET,
        "new_key": uuid4,
    }
    if request.htmx and "no" not in request.GET and here is not None:
        context["newer"] = here.round.no  # the page has no form for it yet
    template = "tournament/play/table/round.html"
    return piece_or_page(request, template, context, piece="now", name="round", status=status)
