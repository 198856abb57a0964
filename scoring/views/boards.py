"""The wall: a table's board, fresh within two seconds of a hand logged elsewhere."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from django_htmx.http import ptag

from scoring.models import Link, Sitting, Table
from scoring.permissions import LOOK, Actor
from scoring.views.access import by_link
from scoring.views.curve import curve_of
from scoring.views.games import game_score, games_of
from scoring.views.pad_page import begun_words, draw_of, hand_lines, page_tag, rules_line
from scoring.views.phone import tag_of


@require_safe
@ptag(tag_of)
@by_link(LOOK)
def board(request: HttpRequest, table: Table, actor: Actor) -> HttpResponse:
    """Totals, last hands with reasons, the curve of the evening."""
    template = "boards/board.html#board" if request.htmx else "boards/board.html"
    response = render(request, template, _board(table, actor))
    response["Bowerbook"] = "board"
    return response


def _board(table: Table, actor: Actor) -> dict:
    sitting = table.sitting
    begun = next(iter(sitting.uncounted("begun")), None)
    return {
        "table": table,
        "token": actor.link.token,
        "writes": actor.link.right == Link.Right.WRITE,
        "tag": page_tag(table.version, actor.link.right),
        "rules": rules_line(table, table.rules, len(sitting.players)),
        "sitting_no": sitting.no,
        "source": table.rules.source,
        "no": len(sitting.played) + 1,
        "broken_up": sitting.ended_at is not None,
        "dealer": sitting.names[sitting.dealer],
        "begun": begun_words(begun, sitting) if begun else "",
        "ranks": ranks(sitting),
        "last": hand_lines(sitting, last=4)[::-1],
        "games": games_of(sitting),
        "score": game_score(sitting) if sitting.standing else None,
        "curve": curve_of([played.totals for played in sitting.played], sitting.names, sitting.colours),
        "draw": draw_of(sitting),
    }


def ranks(sitting: Sitting) -> list[dict]:
    """Return the players best first; equal points are equal in rank."""
    if sitting.standing is not None:
        return _sides(sitting)
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


def _sides(sitting: Sitting) -> list[dict]:
    """Return the sides as they sit: the game's score is no ranking."""
    return [
        {"rank": "", "colour": side.colour, "name": side.name, "points": side.points, "side": side}
        for side in game_score(sitting).sides
    ]
