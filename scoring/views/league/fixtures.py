"""A league's fixtures, by night, by team and by venue: drawn or taken in, looked at, published."""

from __future__ import annotations

import secrets
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from functools import partial
from itertools import groupby

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.actions.league.fixtures import (
    draw_fixtures,
    drop_draft,
    keep_draft,
    make_draft_again,
    publish_fixtures,
    result_of,
)
from scoring.forms.league.fixtures import MOST_SEED, DrawForm, TakeInForm
from scoring.leagues.breaches import Breach, Planned, breaches, close_together, on_day
from scoring.leagues.fixtures_document import in_words
from scoring.leagues.fixtures_text import Incoming, read_fixtures
from scoring.models import Division, League, LeagueMatch, MatchMove, Team, Venue
from scoring.permissions import LOOK, RUN, Actor
from scoring.queries.league.fixtures import (
    as_planned,
    fixtures_of,
    to_plan,
    wishes_of,
    with_results,
)
from scoring.views.access import by_captain, league_by_number
from scoring.views.answers import UNPROCESSABLE, Wrong, or_show, valid
from scoring.views.league.about import about

WAYS = (("night", "By night"), ("team", "By team"), ("venue", "By house"))
FOLDED_FROM = 60
"""A list of so many matches or more is folded by night: only one night is open at first."""
SHOWN = 30
"""So many breaches are listed; the others are counted."""


@dataclass(frozen=True, kw_only=True)
class FixtureRow:
    """A match on a list."""

    match: LeagueMatch
    result: str
    about: str
    """What it is besides a match of its division: "Final", "Knock-out"."""
    moves: tuple[str, ...]
    against: tuple[str, ...]
    """What stands against its night or place, for whoever runs the league."""
    open: bool
    """Whether it is still to be played."""
    goes_to: str = ""
    """The address of its card, for whoever may see that."""


@dataclass(frozen=True, kw_only=True)
class NightRow:
    """A night: its matches by division, and who has a bye."""

    date: date
    part: str
    groups: tuple[tuple[str, list[FixtureRow], str], ...]
    """The division's name, its matches, and its byes in words."""
    past: bool

    @property
    def matches(self) -> int:
        """How many are played."""
        return sum(len(rows) for _, rows, _ in self.groups)

    @property
    def open(self) -> int:
        """How many of its matches have no result."""
        return sum(row.open for _, rows, _ in self.groups for row in rows)


@require_safe
@league_by_number(LOOK)
def league_fixtures(request: HttpRequest, league: League, actor: Actor) -> HttpResponse:
    """The fixtures: the next night on top (`?by=team`, `?by=venue` otherwise)."""
    return _page(request, league, actor)


@require_safe
@by_captain
def captains_fixtures(request: HttpRequest, team: Team, actor: Actor) -> HttpResponse:
    """The same for a captain: their own team's first."""
    return _page(request, team.league, actor, team=team)


def _page(
    request: HttpRequest,
    league: League,
    actor: Actor,
    *,
    team: Team | None = None,
    refused: bool = False,
    message: str = "",
    status: int = 200,
) -> HttpResponse:
    context = about(league, actor)
    shown = context["serves"] or league.published_at is not None
    matches = fixtures_of(league) if shown else []
    for match in matches:
        match.league = league
    teams = list(league.teams.select_related("venue", "division"))
    ways = dict(WAYS)
    by = request.GET.get("by", "team" if team else "night")
    by = by if by in ways else "night"
    against, plan = {}, None
    if context["serves"] and matches:
        plan = to_plan(league)
        against = _against(breaches(plan, as_planned(matches)))
    hides = context["naming"].hides and team is None
    rows = {
        match.pk: fixture_row(match, against, goes_to=_card_of(match, actor, team), hides=hides)
        for match in matches
        if match.away_id
    }
    context |= {
        "captain": team,
        "token": actor.captain.token if actor.captain else "",
        "message": message,
        "refused": refused and league.published_at is None,
        "ways": WAYS,
        "by": by,
        "here": reverse("captains-fixtures", args=[actor.captain.token])
        if team
        else reverse("league-fixtures", args=[league.pk]),
        "matches": len(rows),
        "teams": teams,
        "seed": secrets.randbelow(MOST_SEED) + 1,
        "nights_to_play": len(league.dates),
        "undated": [row for row in rows.values() if row.match.date is None and row.open],
        "draft": league.published_at is None,
        "to_take_back": bool(
            context["runs"] and rows and league.published_at and not with_results(league)
        ),
        "papers": _papers(league, actor, team),
    }
    if plan and context["draft"]:
        context |= _draft(plan, matches)
    context |= {
        "night": lambda: _by_night(league, rows.values(), teams),
        "team": lambda: _by_team(request, rows.values(), teams, team),
        "venue": lambda: _by_venue(request, league, rows.values()),
    }[by]()
    context["calendar"] = _calendar(request, league, context.get("chosen"), by, actor)
    return render(request, "league/fixtures/fixtures.html", context, status=status)


def _papers(league: League, actor: Actor, team: Team | None) -> dict:
    if team:
        return {"cards": reverse("captains-card", args=[actor.captain.token])}
    pk = league.pk
    return {
        "cards": reverse("fixture-cards", args=[pk]),
        "sheet": reverse("fixture-sheet", args=[pk]),
    }


def _calendar(request: HttpRequest, league: League, chosen: object, by: str, actor: Actor) -> str:
    """Return the address of a calendar of what is shown; nothing where it has none."""
    if league.published_at is None:
        return ""
    if actor.captain:
        path = reverse("captains-calendar", args=[actor.captain.token])
    elif league.open_to_all:
        path = reverse("league-calendar", args=[league.pk])
        if by == "team" and chosen:
            path += f"?team={chosen.pk}"
    else:
        return ""
    return request.build_absolute_uri(path)


def _against(found: Iterable[Breach]) -> dict[int, list[str]]:
    """Return what must not be, by match."""
    by_match: dict[int, list[str]] = defaultdict(list)
    for breach in found:
        for key in breach.matches if breach.hard else ():
            by_match[key].append(breach.says)
    return by_match


def _draft(plan, matches: list[LeagueMatch]) -> dict:
    found = breaches(plan, as_planned(matches))
    hard = [one.says for one in found if one.hard]
    wishes = wishes_of(plan, matches)
    return {
        "wishes": list(in_words(wishes)) if wishes else [],
        "close": [
            f"{team}: {' and '.join(f'{day:%a %-d %b}' for day in days)}"
            for team, *days in close_together(as_planned(matches))
        ],
        "hard": hard[:SHOWN],
        "more_hard": max(0, len(hard) - SHOWN),
    }


# -- A match in words.


def fixture_row(
    match: LeagueMatch,
    against: Mapping[int, list[str]],
    *,
    goes_to: str = "",
    hides: bool = False,
) -> FixtureRow:
    """Return a match as a row of a list; `hides` why it was moved, which may name somebody."""
    kind = match.get_kind_display() if match.kind != LeagueMatch.Kind.LEAGUE else ""
    cup = match.league.agreement.cup or "Knock-out"
    name = match.stage or (f"{cup}, round {match.cup_round.no}" if match.cup_round else kind)
    played = match.counts
    return FixtureRow(
        match=match,
        result=result_in_row(match) if played else "",
        about=name,
        moves=tuple(move_in_words(move, hides=hides) for move in match.moves.all()),
        against=() if played else tuple(against.get(match.pk, ())),
        open=not played,
        goes_to=goes_to,
    )


def _card_of(match: LeagueMatch, actor: Actor, team: Team | None) -> str:
    """Return where a match's card is: a captain's own at their link."""
    if team and team.pk in (match.home_id, match.away_id):
        return reverse("captains-match", args=[actor.captain.token, match.pk])
    return match.get_absolute_url() if not team or match.league.open_to_all else ""


def result_in_row(match: LeagueMatch) -> str:
    """Return a result as a list has it: "412–389", "w/o"."""
    return "w/o" if match.walkover else result_of(match)


def move_in_words(move: MatchMove, *, hides: bool = False) -> str:
    """Return "moved from Thursday 12 November: snow"; `hides` the reason."""
    why = f": {move.why}" if move.why and not hides else ""
    if move.from_date == move.to_date:
        return f"changed{why}"
    if move.to_date is None:
        return f"postponed from {on_day(move.from_date)}{why}"
    if move.from_date is None:
        return f"set for {on_day(move.to_date)}{why}"
    return f"moved from {on_day(move.from_date)}{why}"


# -- By night, by team, by venue.


def _by_night(league: League, rows: Iterable[FixtureRow], teams: list[Team]) -> dict:
    nights = list(_nights(league, rows, teams))
    to_come = [night for night in nights if not night.past]
    past = [night for night in nights if night.past]
    return {
        "folds": sum(night.matches for night in nights) >= FOLDED_FROM,
        "nights": to_come,
        "past": past[::-1],
        "without": sum(night.open for night in past),
    }


def _nights(league: League, rows: Iterable[FixtureRow], teams: list[Team]) -> Iterator[NightRow]:
    rows = list(rows)
    today, parts = timezone.localdate(), league.agreement.parts
    in_division: dict[Division, list[Team]] = defaultdict(list)
    for team in teams:
        if team.division and not team.withdrawn_at:
            in_division[team.division].append(team)
    few_idle = {one for one, here in in_division.items() if _few_idle(one, len(here), rows)}
    dated = sorted((row for row in rows if row.match.date), key=lambda row: row.match.date)
    for day, found in groupby(dated, key=lambda row: row.match.date):
        here = list(found)
        part = max((row.match.part for row in here), default=0)
        yield NightRow(
            date=day,
            part=parts[part] if part < len(parts) else "",
            groups=tuple(_groups(here, in_division, few_idle)),
            past=day < today,
        )


def _few_idle(division: Division, teams: int, rows: Iterable[FixtureRow]) -> bool:
    """Return whether half of a division's teams play on each of its nights, those aside to which
    matches were moved: then each night says who does not, otherwise none."""
    playing: dict[date, set[int]] = defaultdict(set)
    for row in rows:
        match = row.match
        of_league = match.kind == LeagueMatch.Kind.LEAGUE and match.division_id == division.pk
        if of_league and match.date and not row.moves:
            playing[match.date] |= {match.home_id, match.away_id}
    return all(2 * len(here) >= teams for here in playing.values())


def _groups(
    rows: list[FixtureRow],
    in_division: Mapping[Division, list[Team]],
    few_idle: set[Division],
) -> Iterator[tuple[str, list[FixtureRow], str]]:
    """Yield the divisions of a night, then what is of none: the knock-out, play-offs."""
    for division, teams in sorted(in_division.items(), key=lambda one: one[0].no):
        here = [row for row in rows if row.match.division_id == division.pk]
        of_league = [row for row in here if row.match.kind == LeagueMatch.Kind.LEAGUE]
        playing = {pk for row in of_league for pk in (row.match.home_id, row.match.away_id)}
        byes = [team.name for team in teams if team.pk not in playing]
        if here:
            # On a night of one or two moved matches nobody asks who does not play.
            says = division in few_idle and len(playing) >= len(byes)
            yield division.name, here, ", ".join(byes) if says else ""
    others = [row for row in rows if row.match.division not in in_division]
    if others:
        yield "", others, ""


def _by_team(
    request: HttpRequest, rows: Iterable[FixtureRow], teams: list[Team], own: Team | None
) -> dict:
    asked = request.GET.get("team", "")
    chosen = next((team for team in teams if str(team.pk) == asked), None)
    chosen = chosen or own or next(iter(teams), None)
    if chosen is None:
        return {"chosen": None, "lines": []}
    rows = list(rows)
    here = [row for row in rows if chosen.pk in (row.match.home_id, row.match.away_id)]
    today = timezone.localdate()
    lines = [
        {
            "date": row.match.date,
            "row": row,
            "home": row.match.home_id == chosen.pk,
            "other": row.match.away if row.match.home_id == chosen.pk else row.match.home,
        }
        for row in here
    ]
    nights = nights_without(chosen, [row.match for row in rows])
    lines += [{"date": day} for day in nights]
    lines.sort(key=lambda line: line["date"] or date.max)
    to_come = (line["row"] for line in lines if "row" in line and line["date"])
    return {
        "chosen": chosen,
        "lines": lines,
        "next": next((row for row in to_come if row.match.date >= today and row.open), None),
    }


def nights_without(team: Team, matches: Iterable[LeagueMatch]) -> set[date]:
    """Return the nights on which the team's division plays as one, and the team does not; none
    where they are more than one to four matches: a list of what is played says it better."""
    playing, planned, own = defaultdict(int), set(), set()
    for match in matches:
        if match.kind == LeagueMatch.Kind.LEAGUE and match.division_id == team.division_id:
            playing[match.date] += 1
            if match.date and not match.moves.all():
                planned.add(match.date)
        if team.pk in (match.home_id, match.away_id):
            own.add(match.date)
    most = max(playing.values(), default=0)
    if MATCHES_TO_IDLE * len(planned - own) > max(MATCHES_TO_IDLE, len(own)):
        return set()
    return {day for day, number in playing.items() if day and 2 * number >= most} - own


MATCHES_TO_IDLE = 4
"""So many matches are played for each idle night that is worth a line."""


def _by_venue(request: HttpRequest, league: League, rows: Iterable[FixtureRow]) -> dict:
    venues = list(league.venues.all())
    asked = request.GET.get("venue", "")
    chosen = next((venue for venue in venues if str(venue.pk) == asked), None)
    chosen = chosen or next(iter(venues), None)
    if chosen is None:
        return {"venues": [], "chosen": None}
    today = timezone.localdate()
    at: dict[date, list[FixtureRow]] = defaultdict(list)
    for row in rows:
        if row.match.date and row.match.venue_id == chosen.pk:
            at[row.match.date].append(row)
    days = sorted({*at, *league.nights})
    return {
        "venues": venues,
        "chosen": chosen,
        "days": [(day, at.get(day, [])) for day in days if day >= today],
        "days_past": [(day, at[day]) for day in days if day < today and day in at],
        "next_day": next((day for day in days if day >= today), None),
    }


# -- A draft.


@require_POST
@league_by_number(RUN)
def draw(request: HttpRequest, league: League, actor: Actor) -> HttpResponse:
    """Plan the season, or plan it otherwise; it is a draft until it is published."""
    with or_show(partial(_page, request, league, actor, refused=True)):
        number = draw_fixtures(league=league, **valid(DrawForm(request.POST)))
    messages.success(request, f"{in_matches(number)} drawn. Look at them before you publish them.")
    return redirect("league-fixtures", league.pk)


@require_POST
@league_by_number(RUN)
def publish(request: HttpRequest, league: League, actor: Actor) -> HttpResponse:
    """Show the fixtures to everybody who may look."""
    with or_show(partial(_page, request, league, actor)):
        publish_fixtures(league=league, actor=actor)
    who = "everybody" if league.open_to_all else "officers and captains"
    more = "" if league.open_to_all else ", others once Settings say that anybody may look"
    messages.success(
        request, f"The fixtures are published: {who} see{'s' * (not more)} them{more}."
    )
    return redirect("league-fixtures", league.pk)


@require_POST
@league_by_number(RUN)
def unpublish(request: HttpRequest, league: League, actor: Actor) -> HttpResponse:
    """Take the publication back, while nothing was played."""
    with or_show(partial(_page, request, league, actor)):
        make_draft_again(league=league, actor=actor)
    messages.success(request, "The fixtures are a draft again: only officers see them.")
    return redirect("league-fixtures", league.pk)


@require_POST
@league_by_number(RUN)
def drop(request: HttpRequest, league: League, actor: Actor) -> HttpResponse:
    """Throw the draft away."""
    with or_show(partial(_page, request, league, actor)):
        drop_draft(league=league)
    messages.success(request, "The draft is gone. Teams and nights are as they were.")
    return redirect("league-fixtures", league.pk)


@require_http_methods(["GET", "HEAD", "POST"])
@league_by_number(RUN)
def take_in(request: HttpRequest, league: League, actor: Actor) -> HttpResponse:
    """Fixtures from elsewhere: all that is wrong with them is said at once; what they break is
    shown before they are kept."""
    sent = request.method == "POST"
    form = TakeInForm(request.POST, request.FILES) if sent else TakeInForm()
    show = partial(_take_in, request, league, actor, form)
    if not sent:
        return show()
    with or_show(show):
        clean = valid(form)
        plan = to_plan(league)
        found = read_fixtures(clean["text"], plan)
        if found.faults:
            raise Wrong
        if clean["sure"] != "yes":
            return show(incoming=found, plan=plan)
        number = keep_draft(league=league, matches=found.matches)
    messages.success(request, f"{in_matches(number)} taken in, as a draft.")
    return redirect("league-fixtures", league.pk)


def in_matches(number: int) -> str:
    """Return "1 match", "45 matches"."""
    return "1 match" if number == 1 else f"{number} matches"


def _take_in(
    request: HttpRequest,
    league: League,
    actor: Actor,
    form: TakeInForm,
    *,
    incoming: Incoming | None = None,
    plan=None,
    message: str = "",
    status: int = 200,
) -> HttpResponse:
    context = about(league, actor) | {"form": form, "message": message}
    text = form.cleaned_data.get("text", "") if form.is_bound and form.is_valid() else ""
    if status == UNPROCESSABLE and text:
        faults = read_fixtures(text, to_plan(league)).faults
        context |= {"faults": faults[:SHOWN], "more_faults": max(0, len(faults) - SHOWN)}
    if incoming:
        found = breaches(plan, _incoming(incoming, plan))
        hard = [one.says for one in found if one.hard]
        context |= {
            "incoming": incoming,
            "number": in_matches(len(incoming.matches)),
            "hard": hard[:SHOWN],
            "more_hard": max(0, len(hard) - SHOWN),
        }
    context["typed"] = text or (form["text"].value() or "" if form.is_bound else "")
    return render(request, "league/fixtures/take_in.html", context, status=status)


def _incoming(incoming: Incoming, plan) -> list[Planned]:
    return [
        Planned(key=no, date=day, home=home, away=away, venue=plan.teams[home].venue)
        for no, (day, home, away) in enumerate(incoming.matches)
    ]


def venue_line(venue: Venue) -> str:
    """Return a house with its address: "Red Mouse, 1 High Street"."""
    return ", ".join(filter(None, (venue.name, venue.address)))
