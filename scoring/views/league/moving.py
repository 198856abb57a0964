"""A match on another night: what that breaks is shown first; two matches swapped, one replayed."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from functools import partial

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from scoring.actions.league.fixtures import move_match, replay_match, swap_matches
from scoring.forms.league.fixtures import MoveForm, ReplayForm, SwapForm
from scoring.leagues.breaches import Planned, breaches, moved, on_day
from scoring.models import LeagueMatch
from scoring.permissions import RUN, Actor
from scoring.queries.league.fixtures import as_planned, fixtures_of, to_plan
from scoring.typed_day import NoDay, read_day
from scoring.views.access import match_by_number
from scoring.views.answers import or_show, valid
from scoring.views.dates import day
from scoring.views.league.about import about
from scoring.views.league.fixtures import fixture_row

SENT = ("to", "open", "turned", "venue", "why", "other")
OFFERED = 6
"""So many nights are offered on which nothing stands against the match."""


@require_http_methods(["GET", "HEAD", "POST"])
@match_by_number(RUN)
def move(request: HttpRequest, match: LeagueMatch, actor: Actor) -> HttpResponse:
    """Another night, another house, home and away turned. What it breaks is shown before it is
    stored; it may be done all the same."""
    _must_be_of_two(match)
    if request.method != "POST":
        to = parse_date_or_none(request.GET.get("to", ""))
        return _page(request, match, actor, MoveForm(match=match, to=to))
    form = MoveForm(request.POST, match=match)
    show = partial(_page, request, match, actor, form)
    with or_show(show):
        valid(form)
        if request.POST.get("sure") != "yes":
            return show(change=_moved(match, form.move), sure="Move it")
        stored = move_match(match=match, actor=actor, **form.move)
    night = on_day(stored.date) if stored.date else "a night to be agreed on"
    messages.success(request, f"{stored}: {night}.")
    return redirect("league-fixtures", match.league_id)


@require_POST
@match_by_number(RUN)
def swap(request: HttpRequest, match: LeagueMatch, actor: Actor) -> HttpResponse:
    """Two matches take each other's night."""
    _must_be_of_two(match)
    form = SwapForm(request.POST, match=match)
    show = partial(_page, request, match, actor, MoveForm(match=match), swapping=form)
    with or_show(show):
        clean = valid(form)
        other = clean["other"]
        if request.POST.get("sure") != "yes":
            change = {match.pk: {"date": other.date}, other.pk: {"date": match.date}}
            return show(change=change, sure="Swap them")
        swap_matches(match=match, actor=actor, **clean)
    messages.success(request, f"{match} and {other} have swapped their nights.")
    return redirect("league-fixtures", match.league_id)


@require_POST
@match_by_number(RUN)
def replay(request: HttpRequest, match: LeagueMatch, actor: Actor) -> HttpResponse:
    """Make a result void: the match is played again."""
    _must_be_of_two(match)
    form = ReplayForm(request.POST)
    with or_show(partial(_page, request, match, actor, MoveForm(match=match), replaying=form)):
        replay_match(match=match, actor=actor, **valid(form))
    messages.success(request, f"{match} is to be played again; its first result is void.")
    return redirect("league-fixtures", match.league_id)


def _must_be_of_two(match: LeagueMatch) -> None:
    if match.away_id is None:
        raise Http404("A bye has no night: there is nothing to move.")


def parse_date_or_none(text: str) -> date | None:
    """Return the day of an address, None where it is none."""
    try:
        return read_day(text, near=timezone.localdate())
    except NoDay:
        return None


def _moved(match: LeagueMatch, move: dict) -> dict[int, dict]:
    sides = (match.home.name, match.away.name)
    home, away = sides[::-1] if move["turned"] else sides
    venue = move["venue"].name if move["venue"] else None
    return {match.pk: {"date": move["to"], "home": home, "away": away, "venue": venue}}


def _page(
    request: HttpRequest,
    match: LeagueMatch,
    actor: Actor,
    form: MoveForm,
    *,
    swapping: SwapForm | None = None,
    replaying: ReplayForm | None = None,
    change: dict[int, dict] | None = None,
    sure: str = "",
    message: str = "",
    status: int = 200,
) -> HttpResponse:
    league = match.league
    matches = fixtures_of(league)
    for one in matches:
        one.league = league
    plan, before = to_plan(league), as_planned(matches)
    played = match.counts or match.card_in_at is not None
    stands = next(one for one in matches if one.pk == match.pk)
    row = fixture_row(stands, {})
    context = about(league, actor) | {
        "match": match,
        "row": row,
        "stands": ", ".join(filter(None, (_night(match), str(match.venue or ""), row.result))),
        "form": form,
        "swapping": swapping or SwapForm(match=match),
        "replaying": replaying or ReplayForm(),
        "played": played,
        "message": message,
        "free": [] if played else list(_free_nights(plan, before, match)),
        "sure": sure,
    }
    if change is not None:
        after = [replace(one, **change.get(one.key, {})) for one in before]
        broken, mended = moved(plan, before, after)
        context |= {
            "hard": [one.says for one in broken if one.hard],
            "soft": [one.says for one in broken if not one.hard],
            "mended": [one.says for one in mended],
            "will_be": [one for one in after if one.key in change],
            "does": request.path,
            "sent": [one for one in request.POST.items() if one[0] in SENT],
        }
    return render(request, "league/fixtures/move.html", context, status=status)


def _night(match: LeagueMatch) -> str:
    return day(match.date) if match.date else "Night to be agreed"


def _free_nights(plan, before: list[Planned], match: LeagueMatch):
    """Yield the first nights to come on which nothing that must be kept stands against the match;
    the league's own, in their order."""
    today, found = timezone.localdate(), 0
    others = [one for one in before if one.key != match.pk]
    mine = next((one for one in before if one.key == match.pk), None)
    for night in plan.dates if mine else ():
        if night < today or night == match.date or found == OFFERED:
            continue
        on_that_day = [one for one in others if one.date == night]
        there = replace(mine, date=night, of_league=False)
        if not any(
            breach.hard and mine.key in breach.matches
            for breach in breaches(replace(plan, divisions=()), [*on_that_day, there])
        ):
            found += 1
            yield night
