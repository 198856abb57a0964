"""A table's scoreboard, with the points, the last hands, and the curve of the evening."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.utils.functional import cached_property
from django.views.decorators.http import require_safe
from django_htmx.http import ptag

from scoring.common.answers import piece_or_page
from scoring.common.chart import LineChart
from scoring.common.permissions import LOOK, Actor
from scoring.euchre.game import Game
from scoring.euchre.wording import ranked_by
from scoring.table.access import by_link, of_link
from scoring.table.models import Link, Sitting, Table
from scoring.table.queries.settlement import whole
from scoring.table.views.bank import Bank, bank_of
from scoring.table.views.curve import TableSoFar, table_so_far
from scoring.table.views.drawn import Drawn, drawn_once, share
from scoring.table.views.games import GameScore, SideScore, game_score, games_of, just_ended
from scoring.table.views.hand_lines import HandLine, begun_words, draw_of, hand_lines, rules_line
from scoring.table.views.pad import to_round
from scoring.table.views.page import TablePage
from scoring.tournament.queries.table_in_round import goes_by_totals, in_round
from scoring.tournament.views.play.round_here import RoundHere, round_here


@dataclass(frozen=True, kw_only=True)
class Rank:
    """A player's line, or a side's."""

    rank: str
    colour: int
    names: tuple[tuple[str, str], ...]
    """The short name, and the whole one."""
    points: int
    now: int | None = None
    """Points since players joined or left, if they did; then `points` are the evening's."""
    side: SideScore | None = None


@dataclass(frozen=True, kw_only=True)
class WatchPage(TablePage):
    """What every screen that watches a table shows."""

    @property
    def writes(self) -> bool:
        return self.actor.link.right == Link.Right.WRITE

    @property
    def dealer(self) -> str:
        return self.sitting.called[self.sitting.dealer]

    @cached_property
    def begun(self) -> str:
        begun = next(iter(self.sitting.uncounted("begun")), None)
        return begun_words(begun, self.sitting) if begun else ""

    @property
    def ended(self) -> Game | None:
        return just_ended(self.sitting, begun=bool(self.begun))

    @cached_property
    def game(self) -> GameScore | None:
        """The score of the sitting alone."""
        return game_score(self.sitting, self.ended)

    @cached_property
    def round(self) -> RoundHere | None:
        here = in_round(self.table)
        return round_here(here, self.sitting, self.game) if here else None

    @property
    def score(self) -> GameScore | None:
        return self.round.score if self.round else self.game


@dataclass(frozen=True, kw_only=True)
class BoardPage(WatchPage):
    """The points, the last hands, the curve of the evening."""

    @cached_property
    def goes_on(self) -> str:
        """The hand in progress, such as "Hand 3 · Ann deals", "Round 2, table 4 · hand 3 is
        begun"."""
        if self.table.session.closed:
            return "Closed"
        begun, deals = self.begun, f"{self.dealer} deals"
        if self.round:
            return f"{self.round.place} · {self.round.head or begun or deals}"
        if self.sitting.ended_at:
            return "Broken up"
        return begun or f"Hand {self.no} · {deals}"

    @property
    def rules(self) -> str:
        return rules_line(self.table, len(self.sitting.players))

    @property
    def waits(self) -> int:
        return len(self.sitting.uncounted("waiting"))

    @property
    def last(self) -> list[HandLine]:
        return hand_lines(self.sitting, last=6)[::-1]

    @cached_property
    def _so_far(self) -> TableSoFar:
        return _so_far(self.sitting)

    @cached_property
    def ranks(self) -> list[Rank]:
        return _sides(self.score, self._so_far) if self.score else _ranks(self._so_far)

    @cached_property
    def gone(self) -> list[tuple[str, int]]:
        return [] if self.score else self._so_far.gone

    @cached_property
    def games(self) -> dict | None:
        return games_of(self.sitting, self.ended)

    @cached_property
    def curve(self) -> LineChart | None:
        return self._so_far.curve

    @cached_property
    def draw(self) -> dict | None:
        return draw_of(self.sitting)

    @cached_property
    def bank(self) -> Bank | None:
        return bank_of(self.sitting)


@require_safe
@ptag(of_link)
@drawn_once
@by_link(LOOK, empty=True)
def board(request: HttpRequest, table: Table, actor: Actor) -> HttpResponse:
    """Totals, last hands with reasons, the curve of the evening."""
    if goes_by_totals(table):
        return to_round(request, actor)
    context = {"page": BoardPage(table=table, actor=actor)}
    response = piece_or_page(
        request, "table/board/board.html", context, piece="board", name="board"
    )
    return share(response, Drawn(content=response.content, name="board"))


def _so_far(sitting: Sitting) -> TableSoFar:
    """Return the results so far at the table of this sitting; three more queries for a table where
    players joined or left."""
    if sitting.no == 1 or not sitting.adds_up:
        return TableSoFar([sitting])
    earlier = Sitting.objects.filter(table=sitting.table, no__lt=sitting.no)
    return table_so_far(sitting, whole(earlier.order_by("no")))


def _ranks(so_far: TableSoFar) -> list[Rank]:
    """Return the players best first; equal points are equal in rank."""
    sitting, changed = so_far.sittings[-1], len(so_far.sittings) > 1
    totals = [so_far.totals[player.pk] for player in sitting.players]
    order = sorted(range(len(totals)), key=lambda seat: (-totals[seat], seat))
    ranks = ranked_by(totals)
    return [
        Rank(
            rank=ranks[totals[seat]],
            colour=sitting.colours[seat],
            names=(_named(so_far, seat),),
            points=totals[seat],
            now=sitting.totals[seat] if changed else None,
        )
        for seat in order
    ]


def _sides(score: GameScore, so_far: TableSoFar) -> list[Rank]:
    """Return the sides as they sit, as their score is no ranking."""
    sitting = so_far.sittings[-1]
    seats = sitting.rules.sides(len(sitting.names))
    return [
        Rank(
            rank="",
            colour=side.colour,
            names=tuple(_named(so_far, seat) for seat in seats[no]),
            points=side.points,
            side=side,
        )
        for no, side in enumerate(score.sides)
    ]


def _named(so_far: TableSoFar, seat: int) -> tuple[str, str]:
    player = so_far.sittings[-1].players[seat]
    return so_far.names[player.pk], player.name
