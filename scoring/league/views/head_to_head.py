"""Two teams of a season against each other."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scoring.common.permissions import Actor
from scoring.league.access import by_open_league
from scoring.league.models import League, Team
from scoring.league.pure.head_to_head import between as between_teams
from scoring.league.queries.results import matches_of
from scoring.league.queries.season import load_season
from scoring.league.views.about import LeaguePage
from scoring.league.views.matches import match_lines


@require_safe
@by_open_league
def between(request: HttpRequest, league: League, actor: Actor) -> HttpResponse:
    """Choose two teams, and see all that they played and will play, of every half and kind."""
    teams = list(league.teams.all())
    one, other = (_team(request.GET.get(key, ""), teams) for key in ("one", "other"))
    page = LeaguePage(league=league, actor=actor)
    context = {"page": page, "teams": teams, "one": one, "other": other}
    if one and other and one != other:
        both = {one.pk, other.pk}
        found = [
            match
            for match in matches_of(league)
            if {match.home_id, match.away_id} == both and (match.counts or page.sees_fixtures)
        ]
        records = [
            between_teams(load_season(league, part=no), one.name, other.name).record
            for no in range(len(league.agreement.parts))
        ]
        keys = ("played", "won", "drawn", "lost", "points_for", "points_against")
        keys = (*keys, "games_won", "games_lost", "points_reported", "games_reported")
        record = {key: sum(getattr(each, key) for each in records) for key in keys}
        context |= {"lines": match_lines(found), "record": record}
    return render(request, "league/between.html", context)


def _team(asked: str, teams: list[Team]) -> Team | None:
    if not asked:
        return None
    found = next((team for team in teams if str(team.pk) == asked), None)
    if found is None:
        raise Http404("There is no such team in this league.")
    return found
