"""A match on another night, or all of a night: what that breaks is shown first; two matches
swapped, one replayed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import date
from functools import partial

from django.contrib import messages
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from scoring.common.answers import or_show, posted, valid
from scoring.common.dates import day
from scoring.common.days import NoDay, read_day
from scoring.common.permissions import RUN, Actor
from scoring.league.access import match_by_number
from scoring.league.actions.fixtures import move_match, move_matches, replay_match, swap_matches
from scoring.league.forms.fixtures import (
    MoveForm,
    MoveNightForm,
    ReplayForm,
    SwapForm,
    ToANightForm,
)
from scoring.league.models import League, LeagueMatch
from scoring.league.pure.fixture_faults import Planned, breaches, moved, on_day
from scoring.league.queries.fixtures import as_planned, fixtures_of, to_plan
from scoring.league.views.about import about
from scoring.league.views.fixture_rows import fixture_row
from scoring.league.views.fixtures import in_matches

SENT = ("to", "open", "turned", "venue", "why", "other", "matches")
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
    messages.success(request, f"{stored}: {_when(stored.date)}.")
    return redirect("league-fixtures", match.league_id)


@require_http_methods(["GET", "HEAD", "POST"])
@match_by_number(RUN)
def move_night(request: HttpRequest, match: LeagueMatch, actor: Actor) -> HttpResponse:
    """All matches of a match's night that are still to be played, or some of them, on another."""
    those = still_to_be_played(match)
    if not those:
        raise Http404("No match of this night is still to be played.")
    if request.method != "POST":
        to = parse_date_or_none(request.GET.get("to", ""))
        return _night_page(request, match, actor, MoveNightForm(match=match, those=those, to=to))
    form = MoveNightForm(request.POST, match=match, those=those)
    show = partial(_night_page, request, match, actor, form)
    with or_show(show):
        clean = valid(form)
        if request.POST.get("sure") != "yes":
            return show(change={one.pk: {"date": clean["to"]} for one in clean["matches"]})
        said = {key: clean[key] for key in ("matches", "to", "why") if key in clean}
        move_matches(actor=actor, **said)
    number = in_matches(len(clean["matches"]))
    messages.success(request, f"{number} moved: {_when(clean['to'])}.")
    return redirect("league-fixtures", match.league_id)


@posted(match_by_number(RUN))
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


@posted(match_by_number(RUN))
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


def _page(  # noqa: PLR0913
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
    matches, plan, before = _planned(league)
    played = match.counts or match.card_in_at is not None
    stands = next(one for one in matches if one.pk == match.pk)
    row = fixture_row(stands, {})
    context = about(league, actor) | {
        "match": match,
        "row": row,
        "stands": ", ".join(filter(None, (_night(match), str(match.venue or "")))),
        "result": row.result,
        "form": form,
        "chosen": _chosen(form),
        "swapping": swapping or SwapForm(match=match),
        "replaying": replaying or ReplayForm(),
        "played": played,
        "message": message,
        "free": [] if played else list(_free_nights(plan, before, [match])),
        "night": [] if played else still_to_be_played(match),
        "sure": sure,
    }
    if change is not None:
        context |= _changed(request, plan, before, change)
    return render(request, "league/fixtures/move.html", context, status=status)


def _night_page(
    request: HttpRequest,
    match: LeagueMatch,
    actor: Actor,
    form: MoveNightForm,
    *,
    change: dict[int, dict] | None = None,
    message: str = "",
    status: int = 200,
) -> HttpResponse:
    _, plan, before = _planned(match.league)
    those = form.fields["matches"].queryset
    context = about(match.league, actor) | {
        "match": match,
        "form": form,
        "chosen": _chosen(form),
        "those": those,
        "ticked": {str(getattr(one, "pk", one)) for one in form["matches"].value() or ()},
        "message": message,
        "free": list(_free_nights(plan, before, those)),
        "sure": "Move them",
    }
    if change is not None:
        context |= _changed(request, plan, before, change)
    return render(request, "league/fixtures/move_night.html", context, status=status)


def _chosen(form: ToANightForm) -> date | None:
    """Return the night that the form shows; None where it shows none."""
    return getattr(form, "cleaned_data", form.initial).get("to")


def still_to_be_played(match: LeagueMatch) -> QuerySet[LeagueMatch]:
    """Return the matches of a match's night of which no card is in, itself among them; none
    where it has no night."""
    open_ones = match.league.matches.filter(counted_at=None, card_in_at=None, away__isnull=False)
    found = open_ones.filter(date=match.date) if match.date else open_ones.none()
    return found.select_related("home", "away", "venue").order_by("home__name")


def _planned(league: League) -> tuple:
    """Return a league's matches, its plan, and the matches as what they may break goes by."""
    matches = fixtures_of(league)
    for one in matches:
        one.league = league
    return matches, to_plan(league), as_planned(matches)


def _changed(request: HttpRequest, plan, before: list[Planned], change: dict[int, dict]) -> dict:
    """Return what a change breaks and mends, for the page that shows it before it is stored."""
    after = [replace(one, **change.get(one.key, {})) for one in before]
    broken, mended = moved(plan, before, after)
    return {
        "hard": [one.says for one in broken if one.hard],
        "soft": [one.says for one in broken if not one.hard],
        "mended": [one.says for one in mended],
        "will_be": [
            (f"{one.home} v {one.away}", ", ".join(filter(None, (_when(one.date), one.venue))))
            for one in after
            if one.key in change
        ],
        "does": request.path,
        "sent": [(name, value) for name in SENT for value in request.POST.getlist(name)],
    }


def _when(night: date | None) -> str:
    return on_day(night) if night else "a night to be agreed on"


def _night(match: LeagueMatch) -> str:
    return day(match.date) if match.date else "Night to be agreed"


def _free_nights(plan, before: list[Planned], matches: Iterable[LeagueMatch]):
    """Yield the first nights to come on which nothing that must be kept stands against these
    matches, which are of one night; the league's own, in their order."""
    today, found = timezone.localdate(), 0
    keys = {match.pk for match in matches}
    was = {match.date for match in matches}
    mine = [one for one in before if one.key in keys]
    for night in plan.dates if mine else ():
        if night < today or night in was or found == OFFERED:
            continue
        on_that_day = [one for one in before if one.date == night and one.key not in keys]
        there = [replace(one, date=night, of_league=False) for one in mine]
        if not any(
            breach.hard and keys.intersection(breach.matches)
            for breach in breaches(replace(plan, divisions=()), [*on_that_day, *there])
        ):
            found += 1
            yield night
