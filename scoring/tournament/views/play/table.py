"""A table's round by its link, with totals, the winner of a tie, confirmations, and the head
table's bell."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from uuid import uuid4

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import cached_property
from django.views.decorators.http import require_http_methods
from django_htmx.http import ptag

from scoring.common import polling
from scoring.common.answers import or_show, piece_or_page, posted, valid
from scoring.common.permissions import LOOK, WRITE, Actor, must
from scoring.common.refused import Refused
from scoring.table.access import by_link, of_link
from scoring.table.models import Link, Table
from scoring.table.views.calls_shown import CallingHere, calling_here
from scoring.table.views.pad import show_pad
from scoring.tournament.actions import at_the_table as verbs
from scoring.tournament.forms.at_the_table import OfARound, TieForm, TotalsForm, WordForm
from scoring.tournament.models import Report
from scoring.tournament.pure.formats import is_head
from scoring.tournament.queries.now import PlayedTable
from scoring.tournament.queries.table_in_round import InRound, in_round, played_at, round_at
from scoring.tournament.views.play.clock import Clock
from scoring.tournament.views.play.finish import (
    NOT_PLAYED,
    Finish,
    Totals,
    describe_points,
    finish_of,
    forfeits,
    people_of,
    side_names_of,
    totals_of,
)
from scoring.tournament.views.play.round_here import clock_here, place_of


@dataclass(frozen=True, kw_only=True)
class Said:
    """A report, its author and its time."""

    who: str
    what: str
    report: Report


@dataclass(frozen=True, kw_only=True)
class TableRoundPage:
    """A round at its table, if there is one."""

    table: Table
    actor: Actor
    here: InRound | None
    form: TotalsForm | None = None
    """The totals that were refused."""
    message: str = ""
    again: bool = False
    """Whether the totals are entered again."""
    formless: bool = False
    """Whether the request comes from a page without a form for this round."""

    @property
    def context(self) -> dict:
        """Return the template context, with the page and the values that all its parts need."""
        about = {"table": self.table, "token": self.token, "writes": self.writes}
        return {"page": self, "new_key": uuid4, **about}

    @property
    def token(self) -> str:
        return self.actor.link.token

    @property
    def writes(self) -> bool:
        return self.actor.link.right == Link.Right.WRITE and not self.table.session.closed

    @property
    def tag(self) -> str:
        return polling.tag(self.table.version, self.actor.link.right)

    @property
    def polled(self) -> str:
        """The URL that is polled for changes."""
        no = f"&no={self.here.round.no}" if self.here else ""
        return f"{reverse('round-by-link', args=[self.token])}?poll{no}"

    @property
    def news(self) -> str:
        return polling.news("table", self.table.pk)

    @cached_property
    def calling(self) -> CallingHere | None:
        return calling_here(self.table, timezone.now()) if self.writes else None

    @property
    def key(self) -> int:
        return self.here.row.pk

    @property
    def place(self) -> str:
        return place_of(self.here)

    @cached_property
    def clock(self) -> Clock | None:
        return clock_here(self.here)

    @property
    def head_table(self) -> bool:
        return self.here is not None and is_head(self.here.row.no, self.here.format)

    @cached_property
    def newer(self) -> int:
        """The number of the later round now in play here, or 0 if there is none."""
        if self.formless:
            return self.here.round.no
        latest = in_round(self.table)
        return latest.round.no if latest and latest.round.no > self.here.round.no else 0

    @cached_property
    def played(self) -> PlayedTable:
        return played_at(self.here.row)

    @cached_property
    def finish(self) -> Finish:
        return finish_of(self.here, self.played)

    @cached_property
    def totals(self) -> Totals:
        return totals_of(self.played, self.form.data if self.form else {})

    @cached_property
    def said(self) -> list[Said]:
        sides = side_names_of(self.played)
        return [_said(report, self.played, sides) for report in self.played.reports]


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
    if report.forfeit:
        return forfeits(sides.get(report.forfeit, "A side"))
    if report.objects_to_it:
        return f"disputed{': ' if report.why else ''}{report.why}"
    says = [describe_points(report.points, sides)]
    lones = sum(report.lones.values())
    says += [f"{lones} lone hand{'' if lones == 1 else 's'}"] if lones else []
    says += [f"{sides[report.tie]} won the tie"] if report.tie in sides else []
    return ", ".join(filter(None, says))


GONE = "This page is out of date. Reload it and try again."


@require_http_methods(["GET", "HEAD", "POST"])
@ptag(lambda request, token: of_link(request, token) if request.method == "GET" else None)
@by_link(LOOK, empty=True)
def table_round(request: HttpRequest, table: Table, actor: Actor) -> HttpResponse:
    """The state of a table's round, its reports, and a form for its totals. A POST stores them."""
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
    form = TotalsForm(request.POST, sides=side_names_of(played), people=people_of(played))
    with or_show(partial(_page, request, table, actor, here, form=form)):
        clean = valid(form)
        totals = {"side": clean["side"], "points": form.points, "lones": form.lones}
        verbs.report_totals(key=clean["key"], round_table=here.row, actor=actor, **totals)
    if request.POST.get("then") == "pad":
        return redirect("pad", actor.link.token)
    return redirect(f"{reverse('round-by-link', args=[actor.link.token])}?no={here.round.no}")


@posted(by_link(WRITE, empty=True))
def say_who_won(request: HttpRequest, table: Table, actor: Actor) -> HttpResponse:
    """Enter the winner of a tie."""
    form, here = _asked(request, table, actor, TieForm)
    with or_show(partial(_answer, request, table, actor, here)):
        valid(form)
        verbs.say_who_won(**_named(form, "key", "tie"), round_table=here.row, actor=actor)
    return _done(request, table, actor, here)


@posted(by_link(WRITE, empty=True))
def say_right(request: HttpRequest, table: Table, actor: Actor) -> HttpResponse:
    """Confirm the current points for a side, or object with a reason."""
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
    """Ring the bell at the head table, which stops play everywhere."""
    answer = partial(_answer, request, table, actor)
    here = _meant(request, table, answer)
    with or_show(partial(answer, here)):
        verbs.ring_the_bell(round_table=here.row, actor=actor)
    return _done(request, table, actor, here)


def _asked(
    request: HttpRequest, table: Table, actor: Actor, make: type[OfARound]
) -> tuple[OfARound, InRound]:
    """Return the form data, and its round."""
    here = _meant(request, table, partial(_answer, request, table, actor))
    played = played_at(here.row)
    return make(request.POST, sides=side_names_of(played)), here


def _meant(request: HttpRequest, table: Table, page: Callable[..., HttpResponse]) -> InRound:
    """Return the round of a form by the key in it, even an earlier round. If there is none, show
    the `page` of the current round."""
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
    """Return the response after success, the current pad or the page with the form."""
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
    """Return the pad to a pad, and the page of the round to any other page."""
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
    page = TableRoundPage(
        table=table,
        actor=actor,
        here=here,
        form=form,
        message=message,
        again=form is not None or "again" in request.GET,
        formless=bool(request.htmx) and "no" not in request.GET and here is not None,
    )
    template = "tournament/play/table/round.html"
    return piece_or_page(request, template, page.context, piece="now", name="round", status=status)
