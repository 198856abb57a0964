"""A table's board on the wall: the points, the last hands, the curve of the evening."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe
from django_htmx.http import ptag

from scoring.common import polling
from scoring.common.answers import piece_or_page
from scoring.common.permissions import LOOK, Actor
from scoring.table.access import by_link, of_link
from scoring.table.models import Link, Sitting, Table
from scoring.table.queries.settlement import whole
from scoring.table.views.bank import bank_of
from scoring.table.views.curve import TableSoFar
from scoring.table.views.games import GameScore, SideScore, game_score, games_of
from scoring.table.views.hand_lines import begun_words, draw_of, hand_lines, rules_line
from scoring.table.views.pad import to_round
from scoring.tournament.queries.table_in_round import goes_by_totals, in_round
from scoring.tournament.views.play.round_here import round_here


@dataclass(frozen=True, kw_only=True)
class Rank:
    """A player's line, or a side's."""

    rank: str
    colour: int
    names: tuple[tuple[str, str], ...]
    """As they stand here, and whole."""
    points: int
    now: int | None = None
    """Points since somebody came or went, where somebody did; then `points` are the evening's."""
    side: SideScore | None = None


@require_safe
@ptag(of_link)
@by_link(LOOK, empty=True)
def board(request: HttpRequest, table: Table, actor: Actor) -> HttpResponse:
    """Totals, last hands with reasons, the curve of the evening."""
    if goes_by_totals(table):
        return to_round(request, actor)
    context = _board(table, actor)
    return piece_or_page(request, "table/board/board.html", context, piece="board", name="board")


def _board(table: Table, actor: Actor) -> dict:
    sitting = table.sitting
    so_far = _so_far(sitting)
    now = standing_now(table, actor, last=6)
    score = now["round"].score if now["round"] else now["score"]
    return now | {
        "goes_on": _goes_on(now),
        "rules": rules_line(table, len(sitting.players)),
        "source": table.rules.source,
        "ranks": _sides(score, so_far) if score else _ranks(so_far),
        "gone": so_far.gone if not score else [],
        "games": games_of(sitting),
        "curve": so_far.curve,
        "draw": draw_of(sitting),
        "bank": bank_of(sitting),
    }


def _so_far(sitting: Sitting) -> TableSoFar:
    """Return what was played by now: where each plays for themselves, before people came or went
    too; three queries more for a table where they did."""
    rules = sitting.rules
    alone = rules.partners != "fixed" and sitting.standing is None
    sittings = [sitting]
    if alone and sitting.no > 1 and sitting.round_table_id is None:
        earlier = Sitting.objects.filter(table=sitting.table, no__lt=sitting.no)
        sittings = [one for one in whole(earlier.order_by("no")) if one.rules == rules]
        sittings.append(sitting)
    return TableSoFar(sittings)


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
        "dealer": sitting.called[sitting.dealer],
        "begun": begun_words(begun, sitting) if begun else "",
        "waits": len(sitting.uncounted("waiting")),
        "round": round_here(here, sitting, score) if here else None,
        "last": hand_lines(sitting, last=last)[::-1],
        "score": score,
    }


def _ranks(so_far: TableSoFar) -> list[Rank]:
    """Return the players best first; equal points are equal in rank."""
    sitting, changed = so_far.sittings[-1], len(so_far.sittings) > 1
    totals = [so_far.totals[player.pk] for player in sitting.players]
    order = sorted(range(len(totals)), key=lambda seat: (-totals[seat], seat))
    return [
        Rank(
            rank=str(1 + sum(points > totals[seat] for points in totals)),
            colour=sitting.colours[seat],
            names=(_named(so_far, seat),),
            points=totals[seat],
            now=sitting.totals[seat] if changed else None,
        )
        for seat in order
    ]


def _sides(score: GameScore, so_far: TableSoFar) -> list[Rank]:
    """Return the sides as they sit: their score is no ranking."""
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
