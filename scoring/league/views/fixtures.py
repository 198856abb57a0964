"""A league's fixtures, by night, by team and by venue: drawn or imported, checked, published."""

from __future__ import annotations

import secrets
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.functional import cached_property
from django.views.decorators.http import require_http_methods, require_safe

from scoring.common.answers import Wrong, or_show, posted, valid
from scoring.common.dates import named_day, written_time
from scoring.common.permissions import LOOK, RUN, WRITE, Actor, may
from scoring.common.shortened import Shortened
from scoring.common.tonight import night_at
from scoring.euchre.wording import listed
from scoring.league.access import by_captain, league_by_number
from scoring.league.actions.fixtures import (
    draw_fixtures,
    drop_draft,
    keep_draft,
    make_draft_again,
    publish_fixtures,
)
from scoring.league.forms.fixtures import MOST_SEED, DrawForm, TakeInForm
from scoring.league.models import League, LeagueMatch, Team
from scoring.league.pure import values
from scoring.league.pure.fixture_faults import Breach, Planned, breaches, close_together
from scoring.league.pure.fixtures_document import in_words
from scoring.league.pure.fixtures_text import Incoming, read_fixtures
from scoring.league.queries.fixtures import (
    as_planned,
    fixtures_of,
    to_plan,
    wishes_of,
    with_results,
)
from scoring.league.views.about import LeaguePage
from scoring.league.views.fixture_rows import (
    ByNight,
    ByTeam,
    ByVenue,
    FixtureRow,
    by_night,
    by_team,
    by_venue,
    fixture_row,
)

WAYS = (("night", "By night"), ("team", "By team"), ("venue", "By venue"))
SHOWN = 30
"""How many breaches are listed; the others are counted."""


@require_safe
@league_by_number(LOOK)
def league_fixtures(request: HttpRequest, league: League, actor: Actor) -> HttpResponse:
    """The fixtures: the next night on top (`?by=team`, `?by=venue` otherwise)."""
    return _page(request, league, actor)


@require_safe
@by_captain
def captains_fixtures(request: HttpRequest, team: Team, actor: Actor) -> HttpResponse:
    """The captain's fixtures, with their own team's first."""
    return _page(request, team.league, actor, team=team)


@dataclass(frozen=True, kw_only=True)
class FixturesPage(LeaguePage):
    """A league's fixtures; those of a `captain`'s team first, where they look by their link."""

    request: HttpRequest
    captain: Team | None = None
    refused: bool = False
    """Whether they could not be drawn."""
    seed: int = field(default_factory=lambda: secrets.randbelow(MOST_SEED) + 1)
    """For another draw."""

    ways = WAYS

    @property
    def token(self) -> str:
        return self.actor.captain.token if self.actor.captain else ""

    @property
    def here(self) -> str:
        """The address of this page."""
        if self.captain:
            return reverse("captains-fixtures", args=[self.token])
        return reverse("league-fixtures", args=[self.league.pk])

    @property
    def by(self) -> str:
        """How they are shown: one of WAYS."""
        usual = "team" if self.captain else "night"
        by = self.request.GET.get("by", usual)
        return by if by in dict(WAYS) else "night"

    @cached_property
    def _matches(self) -> list[LeagueMatch]:
        return fixtures_of(self.league) if self.sees_fixtures else []

    @cached_property
    def _breaches(self) -> list[Breach]:
        """Their problems, shown to the club."""
        if not self.serves or not self._matches:
            return []
        return list(breaches(self._plan, as_planned(self._matches)))

    @cached_property
    def _plan(self) -> values.League:
        return to_plan(self.league)

    @cached_property
    def rows(self) -> list[FixtureRow]:
        against = _against(self._breaches)
        hides = self.captain is None and self.naming.hides
        return [
            fixture_row(
                match,
                against,
                goes_to=self._card_of(match),
                enter=self._entry_of(match),
                hides=hides,
            )
            for match in self._matches
            if match.away_id
        ]

    def _card_of(self, match: LeagueMatch) -> str:
        """Return where a match's card is: a captain's own at their link."""
        team = self.captain
        if team and team.pk in (match.home_id, match.away_id):
            return reverse("captains-match", args=[self.token, match.pk])
        return match.get_absolute_url() if not team or self.league.open_to_all else ""

    def _entry_of(self, match: LeagueMatch) -> str:
        """Return where the card of a match without a result is entered once its night is over; ""
        before, and for readers who may not."""
        over = match.date and match.date < night_at() and not match.counts
        if not over or self.league.published_at is None:
            return ""
        if self.captain:
            own = self.captain.pk in (match.home_id, match.away_id)
            return self._card_of(match) if own else ""
        return reverse("one-card", args=[match.pk]) if self._writes else ""

    @cached_property
    def _writes(self) -> bool:
        return may(self.actor, WRITE, self.league)

    @cached_property
    def teams(self) -> list[Team]:
        return list(self.league.teams.select_related("venue", "division"))

    @cached_property
    def shown(self) -> ByNight | ByTeam | ByVenue:
        if self.by == "team":
            return by_team(self.request, self.rows, self.teams, self.captain)
        if self.by == "venue":
            return by_venue(self.request, self.league, self.rows)
        return by_night(self.league, self.rows, self.teams)

    @property
    def nights_to_play(self) -> int:
        return len(self.league.dates)

    @cached_property
    def undated(self) -> list[FixtureRow]:
        return [row for row in self.rows if row.match.date is None and row.open]

    @cached_property
    def draft(self) -> Draft | None:
        """The wishes and problems of a draft."""
        if self.league.published_at or not self._matches:
            return None
        return Draft(plan=self._plan, matches=self._matches, breaches=self._breaches)

    @property
    def to_take_back(self) -> bool:
        """Whether they can be made a draft again."""
        published = self.runs and self.rows and self.league.published_at
        return bool(published and not with_results(self.league))

    @property
    def papers(self) -> dict[str, str]:
        """The addresses of what is printed."""
        if self.captain:
            return {"cards": reverse("captains-card", args=[self.token])}
        names = {"cards": "fixture-cards", "sheet": "fixture-sheet"}
        return {key: reverse(name, args=[self.league.pk]) for key, name in names.items()}

    @property
    def calendar(self) -> str:
        """The address of a calendar of what is shown; nothing where it has none."""
        if self.league.published_at is None:
            return ""
        if self.token:
            path = reverse("captains-calendar", args=[self.token])
        elif self.league.open_to_all:
            path = reverse("league-calendar", args=[self.league.pk])
            if isinstance(self.shown, ByTeam) and self.shown.chosen:
                path += f"?team={self.shown.chosen.pk}"
        else:
            return ""
        return self.request.build_absolute_uri(path)


@dataclass(frozen=True, kw_only=True)
class Draft:
    """Fixtures that are not published, and what is said of them."""

    plan: values.League
    matches: list[LeagueMatch]
    breaches: list[Breach]

    @property
    def wishes(self) -> list[str]:
        found = wishes_of(self.plan, self.matches)
        return list(in_words(found)) if found else []

    @cached_property
    def close(self) -> list[str]:
        """Which teams play twice within a few days."""
        return [
            f"{team}: {' and '.join(named_day(day, year=False) for day in days)}"
            for team, *days in close_together(as_planned(self.matches))
        ]

    @cached_property
    def hard(self) -> Shortened[str]:
        """What must not be."""
        return Shortened([one.says for one in self.breaches if one.hard], SHOWN)


def _page(
    request: HttpRequest,
    league: League,
    actor: Actor,
    *,
    team: Team | None = None,
    status: int = 200,
    **shown: Any,
) -> HttpResponse:
    page = FixturesPage(league=league, actor=actor, request=request, captain=team, **shown)
    return render(request, "league/fixtures/fixtures.html", {"page": page}, status=status)


def _against(found: Iterable[Breach]) -> dict[int, list[str]]:
    """Return what must not be, by match."""
    by_match: dict[int, list[str]] = defaultdict(list)
    for breach in found:
        for key in breach.matches if breach.hard else ():
            by_match[key].append(breach.says)
    return by_match


@posted(league_by_number(RUN), page=partial(_page, refused=True), to="league-fixtures")
def draw(request: HttpRequest, league: League, actor: Actor) -> str:
    """Plan the season, or plan it otherwise; it is a draft until it is published."""
    number = draw_fixtures(league=league, **valid(DrawForm(request.POST)))
    return f"{in_matches(number)} drawn. Check them before you publish."


@posted(league_by_number(RUN), page=_page, to="league-fixtures")
def publish(request: HttpRequest, league: League, actor: Actor) -> str:
    """Show the fixtures to everybody who may look."""
    publish_fixtures(league=league, actor=actor)
    if league.open_to_all:
        return "Fixtures published. Everyone can see them."
    return (
        "Fixtures published. Captains can see them; open the league in Settings to show everyone."
    )


@posted(league_by_number(RUN), page=_page, to="league-fixtures")
def unpublish(request: HttpRequest, league: League, actor: Actor) -> str:
    """Unpublish the fixtures, before the first match."""
    make_draft_again(league=league, actor=actor)
    return "The fixtures are a draft again. Only people who run the club see them."


@posted(league_by_number(RUN), page=_page, to="league-fixtures")
def drop(request: HttpRequest, league: League, actor: Actor) -> str:
    """Throw the draft away."""
    drop_draft(league=league)
    return "Draft discarded. Teams and nights are kept."


@require_http_methods(["GET", "HEAD", "POST"])
@league_by_number(RUN)
def take_in(request: HttpRequest, league: League, actor: Actor) -> HttpResponse:
    """Import fixtures. All errors are listed at once; problems are previewed before a draft is
    saved."""
    if request.method != "POST":
        return _take_in(request, league, actor, form=TakeInForm())
    form = TakeInForm(request.POST, request.FILES)
    plan = to_plan(league) if form.is_valid() else None
    clean = form.cleaned_data
    found = read_fixtures(clean["text"], plan, day_first=clean["order"]) if plan else None
    if found and found.either:
        form.ask_for_order(found.either, after=min(plan.dates, default=None))
    show = partial(_take_in, request, league, actor, form=form, plan=plan, found=found)
    with or_show(show):
        clean = valid(form)
        if found.faults:
            raise Wrong
        if clean["sure"] != "yes":
            return show(is_preview=True)
        number = keep_draft(league=league, matches=found.matches)
    messages.success(request, f"{in_matches(number)} imported as a draft.")
    return redirect("league-fixtures", league.pk)


def in_matches(number: int) -> str:
    """Return "1 match", "45 matches"."""
    return "1 match" if number == 1 else f"{number} matches"


@dataclass(frozen=True, kw_only=True)
class TakeInPage(LeaguePage):
    """Fixtures to import, with their errors or problems."""

    form: TakeInForm
    plan: values.League | None = None
    found: Incoming | None = None
    is_preview: bool = False
    """Whether they are shown before they are kept."""

    @property
    def typed(self) -> str:
        if not self.form.is_bound:
            return ""
        clean = self.form.cleaned_data if self.form.is_valid() else {}
        return clean.get("text") or self.form["text"].value() or ""

    @property
    def faults(self) -> Shortened[str]:
        return Shortened(self.found.faults if self.found else (), SHOWN)

    @property
    def number(self) -> str:
        return in_matches(len(self.found.matches))

    @property
    def nights(self) -> Iterator[tuple[date, int, bool, str]]:
        """The nights as they were read, each with the number of its matches, whether it is one of
        the league's, and its hours in words."""
        hours = defaultdict(list)
        for day, _, _, hour in self.found.matches:
            hours[day].append(hour)
        for day, found in sorted(hours.items()):
            said = listed([written_time(hour) for hour in sorted({*filter(None, found)})])
            yield day, len(found), day in self.plan.dates, said

    @cached_property
    def hard(self) -> Shortened[str]:
        """What must not be."""
        matches = [
            Planned(key=no, date=day, home=home, away=away, venue=self.plan.teams[home].venue)
            for no, (day, home, away, _) in enumerate(self.found.matches)
        ]
        return Shortened([one.says for one in breaches(self.plan, matches) if one.hard], SHOWN)


def _take_in(
    request: HttpRequest, league: League, actor: Actor, *, status: int = 200, **shown: Any
) -> HttpResponse:
    page = TakeInPage(league=league, actor=actor, **shown)
    return render(request, "league/fixtures/take_in.html", {"page": page}, status=status)
