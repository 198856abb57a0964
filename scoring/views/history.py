"""A table's history: every event, every hand's life, and the table as it stood at any moment."""

from __future__ import annotations

from uuid import UUID

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scoring.models import Table
from scoring.models.as_it_stood import as_it_stood
from scoring.models.history import History, history_of
from scoring.permissions import LOOK, WRITE, Actor, may
from scoring.views.access import by_link
from scoring.views.history_page import Life, events_by_hand, life_of, line_of, sitting_context

EVENTS_A_PAGE, HANDS_A_PAGE = 50, 25


@require_safe
@by_link(LOOK)
def history(request: HttpRequest, table: Table, actor: Actor) -> HttpResponse:
    """What happened at this table, the latest first: by time, by hand, of one hand; or how it stood
    once."""
    found = history_of(table)
    context = {"table": table, "token": actor.link.token, "writes": may(actor, WRITE, table)}
    if "at" in request.GET:
        return render(request, "score/as_it_stood.html", context | _at(found, request.GET["at"]))
    if "hand" in request.GET:
        context |= {"one": True, "lives": [_life(found, request.GET["hand"])]}
    elif request.GET.get("by") == "hand":
        context |= _by_hand(found, request.GET.get("page"))
    else:
        page = Paginator(found.events[::-1], EVENTS_A_PAGE).get_page(request.GET.get("page"))
        context |= {"page": page, "lines": [line_of(event, found) for event in page]}
    return render(request, "score/history.html", context)


def _by_hand(history: History, page: str | None) -> dict:
    page = Paginator(list(events_by_hand(history).items()), HANDS_A_PAGE).get_page(page)
    lives = [life_of(id, events, history) for id, events in page]
    return {"page": page, "query": "by=hand&", "lives": lives}


def _life(history: History, asked: str) -> Life:
    try:
        id = UUID(asked)
        return life_of(id, events_by_hand(history)[id], history)
    except (ValueError, KeyError):
        raise Http404 from None


def _at(history: History, asked: str) -> dict:
    """Return the table as it stood after the event of this number."""
    last = len(history.events)
    if not asked.isdecimal() or not 1 <= int(asked[:9]) <= last:
        raise Http404
    no = int(asked[:9])
    *earlier, latest = as_it_stood(history, no)
    shown = [latest, *(one for one in reversed(earlier) if one.told)]
    return {
        "line": line_of(history.events[no - 1], history),
        "earlier": no - 1,
        "later": no + 1 if no < last else None,
        "sittings": [sitting_context(one) for one in shown],
    }
