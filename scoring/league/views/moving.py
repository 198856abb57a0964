"""Moves of a match or a whole night, with a preview of what they break; swaps and replays."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date
from functools import partial
from typing import Any

from django.contrib import messages
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.functional import cached_property
from django.views.decorators.http import require_http_methods

from scoring.common.answers import or_show, posted, valid
from scoring.common.dates import full_day, written_time
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
from scoring.league.forms.nights import nights_first
from scoring.league.models import League, LeagueMatch
from scoring.league.pure import values
from scoring.league.pure.fixture_faults import Breach, Planned, breaches, moved, on_day
from scoring.league.queries.fixtures import as_planned, fixtures_of, to_plan
from scoring.league.views.about import LeaguePage
from scoring.league.views.fixture_rows import FixtureRow, fixture_row
from scoring.league.views.fixtures import in_matches

SENT = ("to", "open", "starts_at", "turned", "venue", "why", "other", "matches")
OFFERED = 6
"""How many free nights are offered."""


@require_http_methods(["GET", "HEAD", "POST"])
@match_by_number(RUN)
def move(request: HttpRequest, match: LeagueMatch, actor: Actor) -> HttpResponse:
    """Move a match to another night or venue, or swap home and away. Its problems are previewed; it
    may be saved anyway."""
    _must_be_of_two(match)
    if request.method != "POST":
        to = parse_date_or_none(request.GET.get("to", ""), match.league)
        return _page(request, match, actor, form=MoveForm(match=match, to=to))
    form = MoveForm(request.POST, match=match)
    show = partial(_page, request, match, actor, form=form)
    with or_show(show):
        valid(form)
        if request.POST.get("sure") != "yes":
            return show(change=_moved(match, form.move), sure="Move match")
        stored = move_match(match=match, actor=actor, **form.move)
    messages.success(request, f"{stored}: {_when(stored.date)}.")
    return redirect("league-fixtures", match.league_id)


@require_http_methods(["GET", "HEAD", "POST"])
@match_by_number(RUN)
def move_night(request: HttpRequest, match: LeagueMatch, actor: Actor) -> HttpResponse:
    """All matches of a match's night that are still to be played, or some of them, on another."""
    those = still_to_be_played(match)
    if not those:
        raise Http404("No match of this night is left to play.")
    if request.method != "POST":
        to = parse_date_or_none(request.GET.get("to", ""), match.league)
        form = MoveNightForm(match=match, those=those, to=to)
        return _night_page(request, match, actor, form=form)
    form = MoveNightForm(request.POST, match=match, those=those)
    show = partial(_night_page, request, match, actor, form=form)
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
    show = partial(_page, request, match, actor, form=MoveForm(match=match), swap_form=form)
    with or_show(show):
        clean = valid(form)
        other = clean["other"]
        if request.POST.get("sure") != "yes":
            change = {match.pk: {"date": other.date}, other.pk: {"date": match.date}}
            return show(change=change, sure="Swap matches")
        swap_matches(match=match, actor=actor, **clean)
    messages.success(request, f"{match} and {other} have swapped their nights.")
    return redirect("league-fixtures", match.league_id)


@posted(match_by_number(RUN))
def replay(request: HttpRequest, match: LeagueMatch, actor: Actor) -> HttpResponse:
    """Void a result, so that the match is replayed."""
    _must_be_of_two(match)
    form = ReplayForm(request.POST, match=match)
    page = partial(_page, request, match, actor, form=MoveForm(match=match), replay_form=form)
    with or_show(page):
        replay_match(match=match, actor=actor, **valid(form))
    messages.success(request, f"{match} will be replayed. Its first result is void.")
    return redirect("league-fixtures", match.league_id)


def _must_be_of_two(match: LeagueMatch) -> None:
    if match.away_id is None:
        raise Http404("A bye has no night to move.")


def parse_date_or_none(text: str, league: League) -> date | None:
    """Return the day of an address, None where it is none."""
    try:
        return read_day(text, near=timezone.localdate(), fits=nights_first(league))
    except NoDay:
        return None


def _moved(match: LeagueMatch, move: dict) -> dict[int, dict]:
    sides = (match.home.name, match.away.name)
    home, away = sides[::-1] if move["turned"] else sides
    venue = move["venue"].name if move["venue"] else None
    hour = move["starts_at"] or match.league.starts_at
    change = {"date": move["to"], "home": home, "away": away, "venue": venue, "hour": hour}
    return {match.pk: change}


@dataclass(frozen=True, kw_only=True)
class MovingPage(LeaguePage):
    """Matches to move, with a preview of the effects of a `change`."""

    request: HttpRequest
    match: LeagueMatch
    form: ToANightForm
    change: dict[int, dict] | None = None
    sure: str = ""
    """What the button says that stores it."""

    @cached_property
    def _matches(self) -> list[LeagueMatch]:
        return fixtures_of(self.league)

    @cached_property
    def _plan(self) -> values.League:
        return to_plan(self.league)

    @cached_property
    def _before(self) -> list[Planned]:
        return as_planned(self._matches)

    @property
    def chosen(self) -> date | None:
        """The night that the form shows; None where it shows none."""
        return getattr(self.form, "cleaned_data", self.form.initial).get("to")

    @cached_property
    def effect(self) -> Effect | None:
        if self.change is None:
            return None
        after = [replace(one, **self.change.get(one.key, {})) for one in self._before]
        broken, mended = moved(self._plan, self._before, after)
        return Effect(
            broken=broken, mended=mended, matches=[one for one in after if one.key in self.change]
        )

    @property
    def does(self) -> str:
        """The address that stores it."""
        return self.request.path

    @property
    def sent(self) -> list[tuple[str, str]]:
        """What was sent, to be sent again."""
        return [(name, value) for name in SENT for value in self.request.POST.getlist(name)]


@dataclass(frozen=True, kw_only=True)
class Effect:
    """The problems that a change causes and fixes."""

    broken: list[Breach]
    mended: list[Breach]
    matches: list[Planned]
    """Those that are changed, as they will be."""

    @property
    def will_be(self) -> list[tuple[str, str]]:
        """Each of them, and when and where it will be."""
        return [
            (
                f"{one.home} v {one.away}",
                ", ".join(filter(None, (_when(one.date), written_time(one.hour), one.venue))),
            )
            for one in self.matches
        ]

    @property
    def hard(self) -> list[str]:
        return [one.says for one in self.broken if one.hard]

    @property
    def soft(self) -> list[str]:
        return [one.says for one in self.broken if not one.hard]


@dataclass(frozen=True, kw_only=True)
class MovePage(MovingPage):
    """One match: moved, swapped with another, or played again."""

    swap_form: SwapForm | None = None
    replay_form: ReplayForm | None = None

    @cached_property
    def row(self) -> FixtureRow:
        return fixture_row(next(one for one in self._matches if one.pk == self.match.pk), {})

    @property
    def stands(self) -> str:
        """When and where it is to be played."""
        match = self.match
        return ", ".join(
            filter(None, (_night(match), written_time(match.hour), str(match.venue or "")))
        )

    @cached_property
    def swapping(self) -> SwapForm:
        return self.swap_form or SwapForm(match=self.match)

    @cached_property
    def replaying(self) -> ReplayForm:
        return self.replay_form or ReplayForm(match=self.match)

    @property
    def played(self) -> bool:
        return self.match.counts or self.match.card_in_at is not None

    @cached_property
    def free(self) -> list[date]:
        """Nights that it can be moved to."""
        return list(_free_nights(self._plan, self._before, [self.match]))

    @cached_property
    def night(self) -> QuerySet[LeagueMatch]:
        """The matches of its night, which can be moved together."""
        return still_to_be_played(self.match)


@dataclass(frozen=True, kw_only=True)
class MoveNightPage(MovingPage):
    """The matches of a night, moved together."""

    @property
    def those(self) -> QuerySet[LeagueMatch]:
        return self.form.fields["matches"].queryset

    @cached_property
    def ticked(self) -> set[str]:
        return {str(getattr(one, "pk", one)) for one in self.form["matches"].value() or ()}

    @cached_property
    def free(self) -> list[date]:
        """Nights that all of them can be moved to."""
        return list(_free_nights(self._plan, self._before, self.those))


def _page(
    request: HttpRequest, match: LeagueMatch, actor: Actor, *, status: int = 200, **shown: Any
) -> HttpResponse:
    about = {"league": match.league, "actor": actor, "request": request, "match": match}
    page = MovePage(**about, **shown)
    return render(request, "league/fixtures/move.html", {"page": page}, status=status)


def _night_page(
    request: HttpRequest, match: LeagueMatch, actor: Actor, *, status: int = 200, **shown: Any
) -> HttpResponse:
    about = {"league": match.league, "actor": actor, "request": request, "match": match}
    page = MoveNightPage(**about, sure="Move matches", **shown)
    return render(request, "league/fixtures/move_night.html", {"page": page}, status=status)


def still_to_be_played(match: LeagueMatch) -> QuerySet[LeagueMatch]:
    """Return the matches of a match's night of which no card is in, itself among them; none
    where it has no night."""
    open_ones = match.league.matches.filter(counted_at=None, card_in_at=None, away__isnull=False)
    found = open_ones.filter(date=match.date) if match.date else open_ones.none()
    return found.select_related("home", "away", "venue").order_by("home__name")


def _when(night: date | None) -> str:
    return on_day(night) if night else "night to be agreed"


def _night(match: LeagueMatch) -> str:
    return full_day(match.date) if match.date else "Night to be agreed"


def _free_nights(plan, before: list[Planned], matches: Iterable[LeagueMatch]):
    """Yield the first nights to come without a hard problem for these matches, which are of one
    night; the league's own, in their order."""
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
