"""A club's public pages, to read, to embed, and as data."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from scoring.club.pure.season import of_all
from scoring.club.views.race import (
    COLOURED,
    Fact,
    Figures,
    Runner,
    bars_say,
    caption_of,
    facts_of,
    form_bars,
    race_chart,
    runner_of,
)
from scoring.common.chart import BarChart, LineChart
from scoring.common.open_pages import EMBED
from scoring.euchre.statement import signed
from scoring.euchre.wording import figure
from scoring.people.models import Club, Part
from scoring.public.access import by_open_club
from scoring.public.forms.public_pages import PageForm
from scoring.public.queries.public_pages import (
    Seen,
    front_of,
    live_of,
    result_of,
    results_of,
    season_of,
    seen_live,
    seen_of_club,
)
from scoring.public.views.shared import feed_of, shared_of


def _open_page(
    part: str, template: str, *, seen: Callable[..., Seen | None] = seen_of_club
) -> Callable:
    """Return a decorator for a function that returns the value of a page, or None for a 404. The
    answer is HTML, or JSON under the address with ".json"."""

    def decorate(found: Callable[..., dict | None]) -> Callable[..., HttpResponse]:
        @require_safe
        @by_open_club(part, seen)
        @wraps(found)
        def view(request: HttpRequest, club: Club, *, data: bool = False, **which) -> HttpResponse:
            page = found(request, club, **which)
            if page is None:
                raise Http404
            response = _as_data(page) if data else _as_page(request, club, page, template)
            if not club.may_be_found or EMBED in request.GET:
                response["X-Robots-Tag"] = "noindex"
            return response

        return view

    return decorate


def _as_data(page: dict) -> JsonResponse:
    """Return the value as JSON. Any site's script may read it (CORS), as it is public."""
    headers = {"Access-Control-Allow-Origin": "*"}
    return JsonResponse(page, headers=headers, json_dumps_params={"ensure_ascii": False})


def _as_page(request: HttpRequest, club: Club, page: dict, template: str) -> HttpResponse:
    embed = EMBED in request.GET
    context = {
        "page": page,
        "club": page["club"],
        "parts": club.open_parts,
        "own": bool(club.own_parts),
        "found": club.may_be_found and not embed,
        "embed": embed,
        "tail": f"?{EMBED}" if embed else "",
        "race": _race(page) if page["page"] == "season" else None,
        "tables": [_table(one, page.get("best_of")) for one in page.get("standings", ())],
        "data": _address_of_data(request, page),
        "feed": _feed_address(club) if Part.RESULTS in club.open_parts else "",
        "shared": shared_of(request, page),
    }
    response = render(request, f"public/pages/{template}.html", context)
    response["Bowerbook"] = "open"
    return response


def _address_of_data(request: HttpRequest, page: dict) -> str:
    """Return the address of the same page as data."""
    match = request.resolver_match
    which = {name: value for name, value in match.kwargs.items() if name != "data"}
    query = f"?page={page['no']}" if page.get("no", 1) > 1 else ""
    return reverse(f"{match.url_name}-data", kwargs=which) + query


def _feed_address(club: Club) -> str:
    return reverse("open-results-feed", args=[club.pk])


def _table(standings: dict, best_of: int | None) -> dict:
    """Return standings for a template, with formatted figures. The first column decides. If only
    the best evenings count, their number is shown."""
    columns = standings["columns"]
    return standings | {
        "rows": [
            row
            | {
                "cells": [
                    (column, _cell(row["figures"][column["key"]], column, best_of))
                    for column in columns
                ]
            }
            for row in standings["rows"]
        ]
    }


@dataclass(frozen=True, kw_only=True)
class PublicRace:
    """A season as its public page draws it."""

    facts: list[Fact]
    chart: LineChart | None
    rows: list[tuple[dict, Runner, BarChart | None]]
    """Each row of the standings, with its player and their last nights."""
    caption: str
    bars_say: str


def _race(page: dict) -> PublicRace:
    lead, table = page["lead"], _table(page["standings"][0], page["best_of"])
    by = table["columns"][0]["key"]
    quotient = page["hundredths"] and by != "place_points"
    runners = [
        runner_of(row, key=str(no), quotient=quotient)
        for no, row in enumerate(table["rows"], start=1)
    ]
    shown = Figures(by=by, hundredths=page["hundredths"])
    first = [person["name"] for person in lead["people"]] if lead else []
    ahead = "" if lead is None or lead["by"] is None else str(lead["by"])
    best = page["best_night"]
    return PublicRace(
        facts=facts_of(
            first,
            ahead,
            best and ([one["name"] for one in best["people"]], shown(best["brought"])),
        ),
        chart=race_chart(runners, days=page["nights"], shown=shown),
        rows=list(zip(table["rows"], runners, form_bars(runners, shown), strict=True)),
        caption=caption_of(
            page["best_of"], by=by, more=any(one.totals for one in runners[COLOURED:])
        ),
        bars_say=bars_say(runners),
    )


def _cell(value: int | str | None, column: dict, best_of: int | None) -> str:
    if value is None:
        return "–"
    if column["key"] == "evenings":
        return of_all(value, best_of)
    if isinstance(value, str):
        return value.replace("-", "\N{MINUS SIGN}")
    return signed(value) if column["signed"] else figure(value)


@_open_page("", "front")
def front(request: HttpRequest, club: Club) -> dict:
    """Current, next and last evenings, the seasons, and the public leagues."""
    return front_of(club, timezone.localdate())


@_open_page(Part.RESULTS, "results")
def results(request: HttpRequest, club: Club) -> dict:
    """Evenings that were, with who won them (`?page=`)."""
    return results_of(club, PageForm(request.GET).asked)


@require_safe
@by_open_club(Part.RESULTS)
def results_feed(request: HttpRequest, club: Club) -> HttpResponse:
    """The latest results as an Atom feed."""
    feed = feed_of(request, results_of(club, 1), address=_feed_address(club))
    response = HttpResponse(feed, content_type="application/atom+xml; charset=utf-8")
    if not club.may_be_found:
        response["X-Robots-Tag"] = "noindex"
    return response


@_open_page(Part.RESULTS, "result")
def result(request: HttpRequest, club: Club, evening: int) -> dict | None:
    """How an evening ended, in points."""
    return result_of(club, evening)


@_open_page(Part.SEASONS, "season")
def season(request: HttpRequest, club: Club, season: int) -> dict | None:
    """The standings of a season, with the criteria."""
    return season_of(club, season)


@_open_page(Part.LIVE, "live", seen=seen_live)
def live(request: HttpRequest, club: Club, evening: int) -> dict | None:
    """A tournament as its hall sees it."""
    return live_of(club, evening)
