"""A screen that lies in the middle of the table, read from its four sides."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.utils.functional import cached_property
from django.views.decorators.http import require_safe
from django_htmx.http import ptag

from scoring.common.answers import piece_or_page
from scoring.common.cookies import kept
from scoring.common.permissions import LOOK as LOOK_AT
from scoring.common.permissions import Actor
from scoring.euchre.wording import figure, spoken
from scoring.table.access import by_link, of_link
from scoring.table.forms.look import chosen
from scoring.table.models import Sitting, Table
from scoring.table.views.board import WatchPage
from scoring.table.views.games import GameScore, SideScore, side_colours
from scoring.table.views.hand_lines import HandLine, hand_lines
from scoring.table.views.look import LOOK
from scoring.table.views.pad import to_round
from scoring.tournament.queries.table_in_round import goes_by_totals

SIDES = ("near", "left", "far", "right")
LABELS = {
    "near": "This side",
    "left": "Left side",
    "far": "Far side",
    "right": "Right side",
}
TURNS = {
    "upright": ("far", "Turn far side"),
    "far": ("around", "Turn all sides"),
    "around": ("upright", "All names upright"),
}
"""The next state of the key that turns names."""
AROUND = {
    2: ((0,), (), (1,), ()),
    3: ((0,), (1,), (), (2,)),
    4: ((0,), (1,), (2,), (3,)),
    5: ((0,), (1,), (2, 3), (4,)),
    6: ((0, 5), (1,), (2, 3), (4,)),
    7: ((0,), (1, 2), (3, 4), (5, 6)),
}
"""The seats at each side of the screen, clockwise, the first at the near side."""


@dataclass(frozen=True, kw_only=True)
class Placed:
    """A player as the screen shows them at their side of the table."""

    colour: int
    name: str
    points: int
    side: SideScore | None
    """The games of the player or their side, if games are played."""
    deals: bool

    @property
    def size(self) -> str:
        """A class by the name's length, which shrinks before it breaks."""
        sizes = ((16, "name-longest"), (10, "name-long"), (8, "name-middle"))
        return next((size for least, size in sizes if len(self.name) > least), "")


@dataclass(frozen=True, kw_only=True)
class DevicePage(WatchPage):
    """Everybody in their seat with their points, the last hand between them."""

    turn: tuple[str, str]

    @property
    def seats(self) -> int:
        return len(self.sitting.players)

    @cached_property
    def line(self) -> HandLine | None:
        return next(iter(hand_lines(self.sitting, last=1)), None)

    @property
    def sides(self) -> list[dict]:
        """The sides of the table with players, each with its people."""
        placed = _placed(self.sitting, self.score)
        seats = zip(SIDES, AROUND[len(placed)], strict=True)
        return [
            {"side": side, "label": LABELS[side], "people": [placed[seat] for seat in here]}
            for side, here in seats
            if here
        ]

    @property
    def next(self) -> str:
        """The dealer; or why there is none."""
        if self.table.session.closed:
            return "Closed"
        if self.round and self.round.head:
            return self.round.head
        if self.sitting.ended_at:
            return "Broken up"
        return self.begun or f"{self.dealer} deals hand {self.no}"

    @property
    def says(self) -> str:
        """The words that are read aloud, which are the last hand, the score unless a game has just
        ended, and the dealer."""
        line = self.line
        said = [f"Hand {line.no}: {line.what}", line.gains, line.ends] if line else ["No hands yet"]
        over = self.sitting.ended_at or self.table.session.closed
        deals = "" if over else f"{self.dealer} deals"
        score = "" if line and self.ended else _stand(self.score, self.sitting)
        return spoken([*said, score, deals])


@require_safe
@ptag(of_link)
@by_link(LOOK_AT, empty=True)
def device(request: HttpRequest, table: Table, actor: Actor) -> HttpResponse:
    """Everybody in their seat with their points, the last hand between them, and what a voice would
    say of it."""
    if goes_by_totals(table):
        return to_round(request, actor)
    turned = chosen(kept(request, LOOK))["turned"]
    context = {"page": DevicePage(table=table, actor=actor, turn=TURNS[turned])}
    template = "table/board/device.html"
    return piece_or_page(request, template, context, piece="device", name="device")


def _placed(sitting: Sitting, score: GameScore | None) -> list[Placed]:
    """Return the players in their seats; partners show the points of their side."""
    sides: dict[int, SideScore] = {}
    for seats, side in zip(
        sitting.rules.sides(len(sitting.players)), score.sides if score else (), strict=False
    ):
        sides |= dict.fromkeys(seats, side)
    colours, dealer = side_colours(sitting), sitting.dealer
    return [
        Placed(
            colour=colours[seat],
            name=sitting.called[seat],
            points=sides[seat].points if score else sitting.totals[seat],
            side=sides.get(seat),
            deals=seat == dealer and not sitting.ended_at,
        )
        for seat in range(len(sitting.players))
    ]


def _stand(score: GameScore | None, sitting: Sitting) -> str:
    """Return the score, such as "Game 2, to 5: Ann and Cat 4, Ben and Dan 2"; "Ann 3, Ben 1"."""
    if score is None:
        points = zip(sitting.called, sitting.totals, strict=True)
        return ", ".join(f"{name} {figure(number)}" for name, number in points)
    sides = ", ".join(f"{side.name} {figure(side.points)}" for side in score.sides)
    return f"{score.as_text}: {sides}" if score.to else sides
