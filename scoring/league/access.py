"""Access to a league and its matches: by number, or by a captain's link."""

from __future__ import annotations

from dataclasses import replace
from functools import wraps
from http import HTTPStatus

from django.db.models import QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag

from scoring.common.access import (
    actor_of,
    behind_a_door,
    by_number,
    find_secret,
    in_one_snapshot,
)
from scoring.common.answers import answered
from scoring.common.open_pages import framed_if_asked, seen_as
from scoring.common.permissions import LOOK, WRITE, Actor, must, rights_of
from scoring.league.models import League, LeagueMatch, Team, TeamLink
from scoring.league.queries.teams import find_team
from scoring.people.access import serves
from scoring.table.views.phones import new_phone, phone_of, remember


@rights_of(League)
def _may_of_league(actor: Actor, verb: str, league: League) -> bool:
    return _may_in_league(actor, verb, league, teams=None)


@rights_of(Team)
def _may_of_team(actor: Actor, verb: str, team: Team) -> bool:
    return _may_in_league(actor, verb, team.league, teams={team.pk})


@rights_of(LeagueMatch)
def _may_of_match(actor: Actor, verb: str, match: LeagueMatch) -> bool:
    return _may_in_league(actor, verb, match.league, teams={match.home_id, match.away_id})


def _may_in_league(actor: Actor, verb: str, league: League, *, teams: set[int] | None) -> bool:
    """Whether the actor may do this with a league, or with what is of these teams there."""
    if serves(actor, verb, league.club_id):
        return True
    captain = actor.captain
    if captain is not None and captain.is_live and captain.team.league_id == league.pk:
        return verb == LOOK or (verb == WRITE and captain.team_id in (teams or ()))
    return verb == LOOK and league.open_to_all


def _leagues() -> QuerySet[League]:
    return League.objects.select_related("club")


def league_by_number(verb: str):
    """The view gets (request, league, actor) when the actor may do this with the league."""
    return by_number(_leagues, verb)


def team_by_number(verb: str):
    """The view gets (request, team, actor) when the actor may do this with the team's league; 404
    when the league has no such team."""

    def decorate(view):
        @league_by_number(verb)
        @wraps(view)
        def inner(request, league, actor, team, **kwargs):
            found = find_team(league, team)
            if found is None:
                raise Http404("This league has no such team.")
            return view(request, found, actor, **kwargs)

        return inner

    return decorate


def _matches() -> QuerySet[LeagueMatch]:
    beside = ("league__club", "division", "home", "away", "venue", "cup_round")
    return LeagueMatch.objects.select_related(*beside)


def match_by_number(verb: str):
    """The view gets (request, match, actor) when the actor may do this with the league's match."""
    return by_number(_matches, verb)


def find_captain(token: str) -> TeamLink:
    """Return the captain's link of this token with its team; 404 when there is none, 410 when it
    was revoked."""
    return find_secret(
        TeamLink.objects.select_related("team__league__club").filter(token=token),
        none="This link doesn’t work. Ask the secretary for your team’s link.",
        revoked="This link was revoked. Ask the secretary for your team’s new link.",
    )


def by_captain(view):
    """The view gets (request, team, actor) of the captain's link that the address carries."""
    view = answered(view)

    @behind_a_door
    @in_one_snapshot
    @wraps(view)
    def inner(request, token, **kwargs):
        captain = find_captain(token)
        request.about = captain.team
        known = phone_of(request)
        phone = known or new_phone()
        actor = replace(actor_of(request), captain=captain, phone=phone.signs)
        response = view(request, captain.team, actor, **kwargs)
        return response if known else remember(request, response, phone)

    return inner


def captains_match(view):
    """The view gets (request, match, actor) of a match of the team whose captain's link the address
    carries."""

    @by_captain
    @wraps(view)
    def inner(request, team, actor, match, **kwargs):
        found = get_object_or_404(_matches(), pk=match, league=team.league_id)
        must(actor, WRITE, found)
        return view(request, found, actor, **kwargs)

    return inner


def by_open_league(view):
    """Give access as `league_by_number` with LOOK, to pages that hundreds poll. An open league
    answers a signed-out phone that has the current page with 304, by one query.

    With `?embed`, any site may show the page in a frame.
    """
    shut = league_by_number(LOOK)(view)

    @wraps(view)
    def inner(request, pk, **kwargs):
        found = None
        if not request.user.is_authenticated:
            open_ = League.objects.filter(pk=pk, open_to_all=True)
            found = open_.values_list("version", flat=True).first()
        if found is None:
            return shut(request, pk=pk, **kwargs)
        etag = quote_etag(seen_as(request, found, piece=bool(request.htmx)))
        known = get_conditional_response(request, etag=etag)
        if known is not None and known.status_code == HTTPStatus.NOT_MODIFIED:
            return framed_if_asked(request, known)
        response = shut(request, pk=pk, **kwargs)
        if response.status_code == HTTPStatus.OK:
            response["ETag"] = etag
            response["Cache-Control"] = "private, no-cache"
        return framed_if_asked(request, response)

    return inner
