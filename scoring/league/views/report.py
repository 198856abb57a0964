"""A night of a league in words: on a page to copy, as plain text, as a sheet for the wall."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.text import slugify
from django.views.decorators.http import require_safe

from scoring.common.dates import long_day
from scoring.common.letters import isolated_text
from scoring.common.pdf_views import pdf_answer
from scoring.common.permissions import Actor
from scoring.league.access import by_open_league
from scoring.league.models import League
from scoring.league.pure.report import Report, day_of
from scoring.league.pure.report import report as report_of
from scoring.league.pure.values import Match
from scoring.league.queries.results import nights_played, taken_off, true_since
from scoring.league.queries.season import load_season
from scoring.league.sheets.report import ReportSheet, report_pdf
from scoring.league.views.about import LeaguePage, naming_of
from scoring.league.views.table import asked_of, parts_of
from scoring.league.views.table import day_of as day_asked


@require_safe
@by_open_league
def report(request: HttpRequest, league: League, actor: Actor) -> HttpResponse:
    """The last night in words, or another one's."""
    part, nights, night = _asked(request, league)
    found = night and drawn_up(league, part, night)
    context = {
        "page": LeaguePage(league=league, actor=actor),
        "report": found,
        "night": night,
        "others": [one for one in nights[::-1] if one != night],
        "part": part + 1,
        "query": f"part={part + 1}&night={night}",
        "parts": parts_of(league, part),
        "true_since": true_since(league),
    }
    return render(request, "league/report.html", context)


@require_safe
@by_open_league
def as_text(request: HttpRequest, league: League, actor: Actor) -> HttpResponse:
    """The same as plain text, to send."""
    found = _or_404(request, league)
    name = slugify(f"{league} {found.date}")
    headers = {"Content-Disposition": f'inline; filename="{name}.txt"'}
    return HttpResponse(
        isolated_text(found.text), content_type="text/plain; charset=utf-8", headers=headers
    )


@require_safe
@by_open_league
def on_paper(request: HttpRequest, league: League, actor: Actor) -> HttpResponse:
    """The same as a sheet for the pub's wall."""
    found = _or_404(request, league)
    sheet = ReportSheet(
        title=found.title,
        about=day_of(found.date),
        paragraphs=tuple((one.heading, one.lines) for one in found.paragraphs),
    )
    return pdf_answer(request, report_pdf, sheet, name=(league, found.date))


def drawn_up(league: League, part: int, night: date) -> Report:
    """Return the report of a night, with people named by the league's setting, because it is for
    publication."""
    name = league.agreement.parts[part]
    season = load_season(league, part=part, night=night)
    if league.published_at is None:
        season = replace(season, matches=tuple(one for one in season.matches if one.decided))
    return report_of(
        season,
        night,
        title=f"{league}, {name}" if name else str(league),
        naming=naming_of(league, serves=False),
        honours=league.agreement.honours,
        postponed=taken_off(league, part, night),
        half=name,
        after=_after(league, part),
    )


def _after(league: League, part: int) -> list[Match]:
    """Return the matches of the halves that follow, where they are published."""
    parts = range(part + 1, len(league.agreement.parts))
    if league.published_at is None:
        return []
    return [match for no in parts for match in load_season(league, part=no).matches]


def _or_404(request: HttpRequest, league: League) -> Report:
    part, _, night = _asked(request, league)
    if night is None:
        raise Http404("No matches have been played yet. The report comes after the first night.")
    return drawn_up(league, part, night)


def _asked(request: HttpRequest, league: League) -> tuple[int, list[date], date | None]:
    """Return the half, its nights with results, and the requested one, by default the last; None
    before the first.

    Raises Http404 for a day without matches.
    """
    part = asked_of(request, league).part
    nights = nights_played(league, part)
    night = day_asked(request.GET.get("night", ""), league)
    if night is None:
        return part, nights, nights[-1] if nights else None
    if night not in nights and night.isoformat() not in league.dates:
        raise Http404(f"There were no matches on {long_day(night)}.")
    return part, nights, night
