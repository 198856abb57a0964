"""A round's page: the draw before it is published, with swaps of two players, then its tables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.functional import cached_property
from django.views.decorators.http import require_safe

from scoring.common.answers import or_show, piece_or_page, posted, valid
from scoring.common.permissions import RUN, WRITE, Actor
from scoring.evening.queries.fees import fee_for
from scoring.tournament.access import tournament_by_number
from scoring.tournament.actions import draw as verbs
from scoring.tournament.actions.draw import edition_of
from scoring.tournament.forms.director import DrawAgainForm, DrawForm, SeenForm, SwapForm
from scoring.tournament.models import Entrant, Round, Tournament
from scoring.tournament.pure.formats import Format, is_head
from scoring.tournament.pure.winners import winner_of
from scoring.tournament.queries.entry_fees import not_checked_in, people_in
from scoring.tournament.queries.now import (
    PlayedTable,
    entrants_of,
    format_in,
    load_tournament,
    played_tables,
)
from scoring.tournament.views.draw_check import checking_page
from scoring.tournament.views.page import TournamentPage
from scoring.tournament.views.play.director import director_page
from scoring.tournament.views.setup.getting_ready import describe_unticked

SAYS = {
    "disputed": "scores differ",
    "contradicted": "new score differs",
    "tied": "tied",
    "impossible": "impossible points",
    "not played": "no result",
    "forfeited": "by forfeit",
}


@dataclass(frozen=True, kw_only=True)
class Side:
    """The players who score together at a table. At a table of three, each plays alone."""

    entrants: tuple[Entrant, ...]
    points: int | None
    """None before the first points."""
    won: bool


@dataclass(frozen=True, kw_only=True)
class TableShown:
    """A table of a round."""

    no: int
    head: bool
    """Whether it is the head table."""
    sides: tuple[Side, ...]
    says: str
    """The result in a word or two. Empty before the round is published."""


@dataclass(frozen=True, kw_only=True)
class RoundPage(TournamentPage):
    """A round of the tournament. It takes a fixed number of queries."""

    round: Round

    to_come = ()

    @property
    def drafted(self) -> bool:
        return self.round.published_at is None and self.live

    @cached_property
    def format(self) -> Format:
        """The format in this round."""
        return format_in(self.tournament).in_round(self.round.no)

    @property
    def by_lot(self) -> bool:
        """Whether the seed alone decides the seats."""
        plans = self.format.movement in ("rotation", "draw")
        return plans or self.format.draws(self.round.no)

    @cached_property
    def unticked(self) -> str:
        """The entrants who will be checked in automatically when this round is published, in a
        sentence."""
        people = not_checked_in(self.round)
        owe = any(fee_for(self.session, player) for player in people)
        number = len(people_in(self.round))
        return describe_unticked(people, self.round.no, of=number, owe=owe)

    @property
    def begun(self) -> bool:
        return self.round.started_at is not None

    @cached_property
    def rounds(self) -> list[int]:
        return list(self.tournament.rounds.values_list("no", flat=True))

    @property
    def seen(self) -> str:
        return edition_of(self.round)

    @cached_property
    def people(self) -> dict[int, Entrant]:
        return {entrant.no: entrant for entrant in entrants_of(self.tournament)}

    @cached_property
    def tables(self) -> list[TableShown]:
        return [_table(table, self.people) for table in played_tables([self.round])]

    @property
    def sitting_out(self) -> list[Entrant]:
        return [self.people[no] for no in self.round.sitting_out if no in self.people]


def _table(table: PlayedTable, people: Mapping[int, Entrant]) -> TableShown:
    result = table.verdict.result
    tied = table.points if table.verdict.state == "tied" else {}
    points = result.points if result and result.played else tied
    won = winner_of(table.value) if table.value.result else None
    sides = tuple(
        Side(
            entrants=tuple(people[no] for no in numbers),
            points=points.get(side),
            won=side == won,
        )
        for side, numbers in table.value.by_side.items()
    )
    return TableShown(
        no=table.row.no,
        head=is_head(table.row.no, table.format),
        sides=sides,
        says=_says(table),
    )


def _says(table: PlayedTable) -> str:
    if table.row.round.published_at is None:
        return ""
    return SAYS.get(table.verdict.state, "")


def numbers_in(row: Round) -> list[int]:
    """Return the numbers of all entrants in a round, sitting out or not, in one query."""
    return [*row.placings.values_list("entrant__no", flat=True), *row.sitting_out]


@posted(tournament_by_number(RUN), page=director_page)
def draw(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Draw the next round and redirect to it. Players cannot see it yet."""
    drawn = verbs.draw(tournament=tournament, **valid(DrawForm(request.POST)))
    return redirect("tournament-round", tournament.session_id, drawn.no)


@require_safe
@tournament_by_number(WRITE)
def round(request: HttpRequest, tournament: Tournament, actor: Actor, no: int) -> HttpResponse:
    """The seating of a round. Before it is published, the director can swap two players."""
    return _round(request, tournament, actor, no)


def _found(tournament: Tournament, no: int) -> Round:
    found = get_object_or_404(tournament.rounds, no=no)
    found.tournament = tournament
    return found


def _round(
    request: HttpRequest,
    tournament: Tournament,
    actor: Actor,
    no: int,
    *,
    message: str = "",
    status: int = 200,
) -> HttpResponse:
    page = RoundPage(
        tournament=tournament, actor=actor, message=message, round=_found(tournament, no)
    )
    template = "tournament/play/round.html"
    return piece_or_page(request, template, page.context, piece="draw", status=status)


@require_safe
@tournament_by_number(WRITE)
def draw_check(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """A page to download that checks the draw of round 1 without a server."""
    return checking_page(tournament, load_tournament(tournament), shown=True)


@posted(tournament_by_number(RUN), to="tournament-round")
def swap(request: HttpRequest, tournament: Tournament, actor: Actor, no: int) -> None:
    """Swap two players in a round that is not published yet."""
    form = SwapForm(request.POST, numbers=numbers_in(_found(tournament, no)))
    with or_show(partial(_round, request, tournament, actor, no)):
        (one, other), seen = valid(form)["who"], form.cleaned_data["seen"]
        verbs.swap(tournament=tournament, no=no, one=one, other=other, seen=seen, actor=actor)


@posted(tournament_by_number(RUN), to="tournament-round")
def draw_again(request: HttpRequest, tournament: Tournament, actor: Actor, no: int) -> str:
    """Draw round 1 again, from the secret of the next draw."""
    _found(tournament, no)
    with or_show(partial(_round, request, tournament, actor, no)):
        verbs.draw_again(tournament=tournament, no=no, **valid(DrawAgainForm(request.POST)))
    return "Drawn again."


@posted(tournament_by_number(RUN), to="tournament")
def publish(request: HttpRequest, tournament: Tournament, actor: Actor, no: int) -> None:
    """Publish the seats to all players."""
    _found(tournament, no)
    with or_show(partial(_round, request, tournament, actor, no)):
        verbs.publish(tournament=tournament, no=no, actor=actor, **valid(SeenForm(request.POST)))
