"""A table's board on the wall, with the curve of the evening."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe
from django_htmx.http import ptag

from scoring.models import Link, Sitting, Table
from scoring.permissions import LOOK, Actor
from scoring.queries.tournament.table_in_round import goes_by_totals, in_round
from scoring.rules.wording import side_names
from scoring.views import polling
from scoring.views.access import by_link
from scoring.views.answers import piece_or_page
from scoring.views.table.games import GameScore, game_score, games_of, side_colours
from scoring.views.table.hand_lines import begun_words, draw_of, hand_lines, rules_line
from scoring.views.table.pad import to_round
from scoring.views.tournament.play.round_here import round_here

WIDTH, HEIGHT, LABEL = 460, 160, 18


@dataclass(frozen=True, kw_only=True)
class CurveLine:
    """One seat's line: its points attribute, where it ends, and the height of its label."""

    colour: int
    initial: str
    points: str
    end: float
    label: float


def curve_of(
    totals: Sequence[tuple[int, ...]], names: Sequence[str], colours: Sequence[int]
) -> list[CurveLine]:
    """Return a Line a seat through its totals after each hand, from nothing at the left."""
    if not totals:
        return []
    seats = len(names)
    highest = max(max(totals[-1]), 1)
    rows = [(0,) * seats, *totals]
    ends = [HEIGHT - HEIGHT * totals[-1][seat] / highest for seat in range(seats)]
    labels = spread(ends, apart=LABEL, lowest=HEIGHT)
    return [
        CurveLine(
            colour=colours[seat],
            initial=names[seat][:1].upper(),
            points=" ".join(
                f"{WIDTH * at / len(totals):.1f},{HEIGHT - HEIGHT * row[seat] / highest:.1f}"
                for at, row in enumerate(rows)
            ),
            end=round(ends[seat], 1),
            label=round(labels[seat], 1),
        )
        for seat in range(seats)
    ]


def spread(heights: Sequence[float], *, apart: float, lowest: float) -> list[float]:
    """Return the heights moved so that any two are `apart`, in the same order, none below
    `lowest`."""
    order = sorted(range(len(heights)), key=lambda no: heights[no])
    placed = [0.0] * len(heights)
    previous = None
    for no in order:
        placed[no] = heights[no] if previous is None else max(heights[no], previous + apart)
        previous = placed[no]
    limit = lowest
    for no in reversed(order):
        placed[no] = min(placed[no], limit)
        limit = placed[no] - apart
    return placed


@require_safe
@ptag(polling.of_link)
@by_link(LOOK, empty=True)
def board(request: HttpRequest, table: Table, actor: Actor) -> HttpResponse:
    """Totals, last hands with reasons, the curve of the evening."""
    if goes_by_totals(table):
        return to_round(request, actor)
    context = _board(table, actor)
    return piece_or_page(request, "table/board/board.html", context, piece="board", name="board")


def _board(table: Table, actor: Actor) -> dict:
    sitting, now = table.sitting, standing_now(table, actor, last=4)
    return now | {
        "goes_on": _goes_on(now),
        "rules": rules_line(table, table.rules, len(sitting.players)),
        "sitting_no": sitting.no,
        "source": table.rules.source,
        "ranks": ranks(sitting, now["round"] and now["round"].score),
        "games": games_of(sitting),
        "curve": _curve(sitting),
        "draw": draw_of(sitting),
    }


def _goes_on(now: dict) -> str:
    """Return what is being played: "Hand 3 · Ann deals", "Round 2, table 4 · hand 3 is begun"."""
    if now["table"].session.closed:
        return "Closed"
    begun, deals = now["begun"], f"{now['dealer']} deals"
    if now["round"]:
        return f"{now['round'].place} · {now['round'].head or begun or deals}"
    if now["broken_up"]:
        return "Broken up"
    return begun or f"Hand {now['no']} · {deals}"


def standing_now(table: Table, actor: Actor, *, last: int) -> dict:
    """Return what every screen that watches a table shows: how it stands, its round, its `last`
    hands."""
    sitting, here = table.sitting, in_round(table)
    score = game_score(sitting)
    begun = next(iter(sitting.uncounted("begun")), None)
    return {
        "table": table,
        "token": actor.link.token,
        "writes": actor.link.right == Link.Right.WRITE,
        "tag": polling.tag(table.version, actor.link.right),
        "news": polling.news("table", table.pk),
        "no": len(sitting.played) + 1,
        "broken_up": sitting.ended_at is not None,
        "dealer": sitting.names[sitting.dealer],
        "begun": begun_words(begun, sitting) if begun else "",
        "waits": len(sitting.uncounted("waiting")),
        "round": round_here(here, sitting, score) if here else None,
        "last": hand_lines(sitting, last=last)[::-1],
        "score": score,
    }


def ranks(sitting: Sitting, score: GameScore | None = None) -> list[dict]:
    """Return the players best first; equal points are equal in rank. Sides come as they sit, by
    `score` if there is another than the sitting's."""
    if score := score or game_score(sitting):
        return _sides(score)
    totals = sitting.totals
    order = sorted(range(len(totals)), key=lambda seat: (-totals[seat], seat))
    return [
        {
            "rank": 1 + sum(points > totals[seat] for points in totals),
            "colour": sitting.colours[seat],
            "name": sitting.names[seat],
            "points": totals[seat],
        }
        for seat in order
    ]


def _sides(score: GameScore) -> list[dict]:
    """Return the sides as they sit: their score is no ranking."""
    return [
        {"rank": "", "colour": side.colour, "name": side.name, "points": side.points, "side": side}
        for side in score.sides
    ]


def _curve(sitting: Sitting) -> list[CurveLine]:
    """Return a line for all who score as one: partners, or a player."""
    rules, names = sitting.table.rules, sitting.names
    first = [seats[0] for seats in rules.sides(len(names))]
    totals = [tuple(played.totals[seat] for seat in first) for played in sitting.played]
    return curve_of(
        totals, side_names(rules, names), [side_colours(sitting)[seat] for seat in first]
    )
