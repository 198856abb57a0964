"""One table of a round, with all its reports and the director's decision."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial, wraps
from uuid import UUID, uuid4

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.functional import cached_property
from django.utils.text import capfirst
from django.views.decorators.http import require_safe

from scoring.common.answers import or_show, posted, valid
from scoring.common.permissions import RUN, WRITE, Actor
from scoring.common.refused import Refused
from scoring.euchre.wording import describe, figure, gains, listed
from scoring.table.models import Link
from scoring.table.views.calls_shown import describe_calls
from scoring.tournament.access import tournament_by_number
from scoring.tournament.actions import reports
from scoring.tournament.actions import tables as verbs
from scoring.tournament.actions.clocks import hold_clock
from scoring.tournament.forms.results import (
    ExtraForm,
    NotPlayedForm,
    ResultForm,
    RightForm,
    WithdrawForm,
)
from scoring.tournament.models import Report, Round, RoundTable, Tournament
from scoring.tournament.pure.effect import Effect, what_moves, with_result
from scoring.tournament.pure.reports import STATES, UNDECIDED
from scoring.tournament.pure.seats import SEAT_NAMES
from scoring.tournament.pure.winners import lot, winner_of
from scoring.tournament.queries.now import (
    PlayedTable,
    load_tournament,
    played_tables,
    testimony_of,
)
from scoring.tournament.views.page import TournamentPage
from scoring.tournament.views.play.finish import NOT_PLAYED, forfeits, side_names_of
from scoring.tournament.views.play.hall_tables import describe_table_score, score_of
from scoring.tournament.views.play.prizes import prizes_moved

OPEN = ("disputed", "contradicted", "objected")
"""The states in which the director can accept one of the reports."""
SOURCES = {"table": "Totals", "card": "Tally card", "director": "The director"}


@dataclass(frozen=True, kw_only=True)
class ReportShown:
    """A report for a table."""

    says: str
    who: str
    at: datetime
    report: Report
    why: str
    right: bool
    """Whether the director can accept it as the result."""

    @property
    def because(self) -> str:
        return f": {self.why}" if self.why else ""


def table_at(tournament: Tournament, no: int, table: int) -> PlayedTable:
    """Return a table of a round with all its reports. Raise Http404 if there is none."""
    rounds = tournament.rounds.filter(no=no)
    found = next((one for one in played_tables(rounds) if one.row.no == table), None)
    if found is None:
        raise Http404("That round has no such table.")
    found.row.round.tournament = tournament
    return found


def result_form(played: PlayedTable, sent=None) -> ResultForm:
    """Return the form for its result, filled with the known values."""
    return ResultForm(
        sent,
        table=replace(played.value, result=None),
        names=played.names,
        format=played.format,
        result=played.verdict.result,
        points=played.points,
        counted=played.verdict.counted,
        bidding=played.bidding,
    )


def effect_of(tournament: Tournament, played: PlayedTable, form: ResultForm) -> Effect:
    """Return the effect of another result of a table on the ranking."""
    now = load_tournament(tournament)
    at = {"round": played.row.round.no, "table": played.row.no}
    return what_moves(now, with_result(now, **at, result=form.result))


@dataclass(frozen=True, kw_only=True)
class SideShown:
    """The players who score together at a table. At a table of three, each plays alone."""

    seats: list[tuple[str, int, str]]
    """Seat, number and name; a pair has both seats of its side, "N and S"."""
    points: int | None
    won: bool


@dataclass(frozen=True, kw_only=True)
class HandShown:
    """A hand, with its course and its points."""

    says: str
    scored: str
    late: bool
    """Whether it came after the end of the round."""


@dataclass(frozen=True, kw_only=True)
class RoundTablePage(TournamentPage):
    """A table of a round. It takes a fixed number of queries."""

    played: PlayedTable
    form: ResultForm
    looked: bool = False
    """Whether it shows a preview of the result in the form."""
    effect: Effect | None = None
    strange: Sequence[str] = ()
    """The impossible values in that result."""

    @property
    def prizes(self) -> list[tuple]:
        """The prizes that it changes."""
        return prizes_moved(self.effect, self.session.club.currency) if self.effect else []

    @property
    def row(self) -> RoundTable:
        return self.played.row

    @property
    def round(self) -> Round:
        return self.row.round

    @cached_property
    def earlier(self) -> bool:
        """Whether a later round is drawn."""
        return self.tournament.rounds.order_by("-no").first().no > self.round.no

    @property
    def before(self) -> int:
        return self.row.no - 1

    @cached_property
    def after(self) -> int | None:
        no = self.row.no + 1
        return no if self.round.tables.filter(no=no).exists() else None

    @property
    def sides(self) -> Iterator[SideShown]:
        value = self.played.value
        won = winner_of(value) if value.result else None
        points = {} if self.not_played else self.played.points
        for side, numbers in value.by_side.items():
            at = {no: [seat for seat, one in value.seats.items() if one == no] for no in numbers}
            yield SideShown(
                seats=[
                    (_seats_in_words(seats), no, self.played.names[no]) for no, seats in at.items()
                ],
                points=points.get(side),
                won=side == won,
            )

    @property
    def not_played(self) -> bool:
        return self.played.verdict.state == "not played"

    @property
    def standing(self) -> str:
        """The state of its result, as in "Confirmed by both sides or the director. Lone hands: Ann
        2."."""
        words = [capfirst(STATES[self.played.verdict.state])]
        if lones := _lones(self.played):
            words.append(f"Lone hands: {lones}")
        if self.hands and not self.round.ended_at:
            words.append(f"Hands so far: {len(self.hands)}")
        return f"{'. '.join(words)}."

    @property
    def problems(self) -> list[str]:
        return [one for one in self.played.verdict.problems if one != UNDECIDED]

    @property
    def score(self) -> str:
        return score_of(self.played)

    @cached_property
    def reports(self) -> list[ReportShown]:
        """All reports of the table in order of arrival, including withdrawn ones."""
        return [
            ReportShown(
                says=_says(report, self.played),
                who=_who(report, self.played),
                at=report.at,
                report=report,
                why=report.why,
                right=self.one_is_right and testimony_of(report).says_something,
            )
            for report in self.row.reports.select_related("entrant__player", "entrant__partner")
        ]

    @property
    def one_is_right(self) -> bool:
        """Whether the director can accept one of the reports."""
        return self.played.verdict.state in OPEN or bool(self.played.impossible)

    @property
    def pad_says(self) -> str:
        """The points from the pad's hands, as in "6–4", if the director can accept them. Otherwise
        empty."""
        hands = next((one for one in self.played.said if one.source == "hands"), None)
        open = self.played.verdict.state in OPEN
        return describe_table_score(hands.points) if hands and open else ""

    @property
    def moves_then(self) -> str:
        """The moves of the players if a table has no result."""
        no = self.round.no + 1
        format = self.format.in_round(no)
        if format.draws(no):
            return "All players are drawn anew."
        if not format.by_results:
            follow = format.follows_results
            seats = "The next seats follow from the standings."
            return seats if follow else "All players move on as planned."
        won = side_names_of(self.played)[
            lot(self.tournament.seed, self.round.no, self.played.value)
        ]
        verb = "move" if " and " in won else "moves"
        return f"At random, from the seed of the draw, {won} then {verb} as winners do."

    @cached_property
    def hands(self) -> list[HandShown]:
        """All hands that count."""
        found = [
            (
                describe(one.hand, sitting.names, sitting.rules),
                gains(one.score.points, sitting.names, sitting.rules),
            )
            for sitting in self.played.sittings
            for one in sitting.played
        ]
        in_time = len(found) - self.played.late
        return [
            HandShown(says=says, scored=scored, late=at >= in_time)
            for at, (says, scored) in enumerate(found)
        ]

    @property
    def calls_so_far(self) -> list[str]:
        return describe_calls(self.row.help_calls.order_by("-pk"))

    @cached_property
    def link(self) -> str:
        """The token for the table's phone. Empty if the table reports totals."""
        if self.row.table is None:
            return ""
        link = self.row.table.links.filter(right=Link.Right.WRITE, revoked_at=None).first()
        return link.token if link else ""

    @cached_property
    def new_key(self) -> UUID:
        """An idempotency key, new for each page and also after an error, so that the form can be
        sent again."""
        return uuid4()

    @property
    def extra_form(self) -> ExtraForm:
        return ExtraForm(initial={"minutes": self.row.extra_minutes})


def _seats_in_words(seats: Sequence[str]) -> str:
    """Return "North", or "N and S" for two seats."""
    return SEAT_NAMES[seats[0]] if len(seats) == 1 else " and ".join(seats)


def _lones(played: PlayedTable) -> str:
    """Return the lone hands of its result, as in "Ann 2, Ben 1"."""
    made = played.verdict.result.lones if played.verdict.result else {}
    return ", ".join(f"{played.names[no]} {times}" for no, times in made.items())


def _who(report: Report, played: PlayedTable) -> str:
    """Return "Tally card of Ann, by kate", "Totals of Ann and Cat, by a phone at the table"."""
    source = SOURCES[report.source]
    side = played.value.by_side.get(report.side)
    if report.entrant is not None:
        source += f" of {report.entrant.name}"
    elif side:
        source += f" of {listed([played.names[no] for no in side])}"
    return f"{source}, by {report.by}"


def _says(report: Report, played: PlayedTable) -> str:
    if report.objects_to_it:
        return NOT_PLAYED if report.source == Report.Source.DIRECTOR else "Objects"
    sides = {
        side: listed([played.names[no] for no in who]) for side, who in played.value.by_side.items()
    }
    if report.forfeit:
        return forfeits(sides[report.forfeit])
    parts = [
        f"{name} {figure(report.points[side])}"
        for side, name in sides.items()
        if side in report.points
    ]
    lones = {played.names.get(int(no), no): times for no, times in report.lones.items() if times}
    parts += [f"{name} alone {times}" for name, times in lones.items()]
    if report.tie:
        parts.append(f"the tie to {sides.get(report.tie, report.tie)}")
    return ", ".join(parts) or "nothing"


@require_safe
@tournament_by_number(WRITE)
def round_table(
    request: HttpRequest, tournament: Tournament, actor: Actor, no: int, table: int
) -> HttpResponse:
    """The players at a table, and all reports of its round."""
    return _page(request, tournament, actor, table_at(tournament, no, table))


def _table_by_number(view):
    """Decorate a view that gets (request, tournament, actor, played) for a table of a round, for
    organisers of the club night only."""

    @tournament_by_number(RUN)
    @wraps(view)
    def inner(request, tournament, actor, no, table):
        return view(request, tournament, actor, table_at(tournament, no, table))

    return inner


def _page(
    request: HttpRequest,
    tournament: Tournament,
    actor: Actor,
    played: PlayedTable,
    *,
    form: ResultForm | None = None,
    status: int = 200,
    **about,
) -> HttpResponse:
    page = RoundTablePage(
        tournament=tournament,
        actor=actor,
        played=played,
        form=form or result_form(played),
        **about,
    )
    return render(request, "tournament/play/table.html", page.context, status=status)


@posted(_table_by_number, to="tournament")
def decide(
    request: HttpRequest, tournament: Tournament, actor: Actor, played: PlayedTable
) -> HttpResponse | str:
    """Decide a table's result. If later rounds already have seats, show a preview first."""
    form = result_form(played, request.POST)
    page = partial(_page, request, tournament, actor, played, form=form)
    with or_show(page):
        key = valid(form)["key"]
        strange = _impossible(played, form)
        if "save" not in request.POST or (strange and request.POST["save"] != "sure"):
            effect = effect_of(tournament, played, form)
            return page(effect=effect, looked=True, strange=strange)
        verbs.decide(key=key, round_table=played.row, actor=actor, **form.said)
    return f"Table {played.row.no}, round {played.row.round.no}: result saved."


def _impossible(played: PlayedTable, form: ResultForm) -> list[str]:
    """Return the impossible values in the director's result, in sentences."""
    said = form.said
    found = played.impossible_in(said["points"], said["lones"])
    return [f"{capfirst(what)}, but {why}." for what, why in found]


@posted(_table_by_number, page=_page, to="round-table")
def withdraw(
    request: HttpRequest, tournament: Tournament, actor: Actor, played: PlayedTable
) -> None:
    """Withdraw a report."""
    reported = played.row.reports.select_related("round_table__round__tournament")
    pk = valid(WithdrawForm(request.POST))["report"]
    reports.withdraw(report=get_object_or_404(reported, pk=pk), actor=actor)


YOUR_WORD = "Saved as the director’s result. Use “Withdraw” below to undo it."


@posted(_table_by_number, page=_page, to="round-table")
def right(request: HttpRequest, tournament: Tournament, actor: Actor, played: PlayedTable) -> str:
    """Accept one report as the result."""
    form = RightForm(request.POST)
    clean = valid(form)
    testimony = next((one for one in played.said if one.order == clean["report"]), None)
    if testimony is None:
        raise Refused(form.sentence)
    verbs.say_right(testimony=testimony, key=clean["key"], round_table=played.row, actor=actor)
    return YOUR_WORD


@posted(_table_by_number, page=_page, to="round-table")
def not_played(
    request: HttpRequest, tournament: Tournament, actor: Actor, played: PlayedTable
) -> str:
    """Record that a table has no result, so that the others can go on."""
    key = valid(NotPlayedForm(request.POST))["key"]
    verbs.not_played(key=key, round_table=played.row, actor=actor)
    return YOUR_WORD


@posted(_table_by_number, page=_page, to="round-table")
def extra(request: HttpRequest, tournament: Tournament, actor: Actor, played: PlayedTable) -> None:
    """Give a table extra minutes."""
    verbs.give_time(round_table=played.row, **valid(ExtraForm(request.POST)))


@posted(_table_by_number, page=_page, to="round-table")
def hold(request: HttpRequest, tournament: Tournament, actor: Actor, played: PlayedTable) -> None:
    """Hold the clock of a table."""
    hold_clock(round_table=played.row, actor=actor)
