"""A league's fixtures, by night, by team and by venue: drawn or taken in, looked at, published."""

from __future__ import annotations

import secrets
from collections import defaultdict
from collections.abc import Iterable
from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from scoring.common.answers import UNPROCESSABLE, Wrong, or_show, posted, valid
from scoring.common.permissions import LOOK, RUN, Actor
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
from scoring.league.views.about import about
from scoring.league.views.fixture_rows import by_night, by_team, by_venue, fixture_row

WAYS = (("night", "By night"), ("team", "By team"), ("venue", "By house"))
SHOWN = 30
"""So many breaches are listed; the others are counted."""


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
        "night": lambda: by_night(league, rows.values(), teams),
        "team": lambda: by_team(request, rows.values(), teams, team),
        "venue": lambda: by_venue(request, league, rows.values()),
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


def _card_of(match: LeagueMatch, actor: Actor, team: Team | None) -> str:
    """Return where a match's card is: a captain's own at their link."""
    if team and team.pk in (match.home_id, match.away_id):
        return reverse("captains-match", args=[actor.captain.token, match.pk])
    return match.get_absolute_url() if not team or match.league.open_to_all else ""


@posted(league_by_number(RUN), page=partial(_page, refused=True), to="league-fixtures")
def draw(request: HttpRequest, league: League, actor: Actor) -> str:
    """Plan the season, or plan it otherwise; it is a draft until it is published."""
    number = draw_fixtures(league=league, **valid(DrawForm(request.POST)))
    return f"{in_matches(number)} drawn. Look at them before you publish them."


@posted(league_by_number(RUN), page=_page, to="league-fixtures")
def publish(request: HttpRequest, league: League, actor: Actor) -> str:
    """Show the fixtures to everybody who may look."""
    publish_fixtures(league=league, actor=actor)
    who = "everybody" if league.open_to_all else "officers and captains"
    more = "" if league.open_to_all else ", others once Settings say that anybody may look"
    return f"The fixtures are published: {who} see{'s' * (not more)} them{more}."


@posted(league_by_number(RUN), page=_page, to="league-fixtures")
def unpublish(request: HttpRequest, league: League, actor: Actor) -> str:
    """Take the publication back, while nothing was played."""
    make_draft_again(league=league, actor=actor)
    return "The fixtures are a draft again: only officers see them."


@posted(league_by_number(RUN), page=_page, to="league-fixtures")
def drop(request: HttpRequest, league: League, actor: Actor) -> str:
    """Throw the draft away."""
    drop_draft(league=league)
    return "The draft is gone. Teams and nights are as they were."


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
