"""A season of a league is made, changed, and made again from the last one."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import time
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from scoring.common.idempotent import key_in, made_before
from scoring.common.permissions import Actor
from scoring.common.refused import Refused
from scoring.league.actions.fixtures import lock_league, raise_league
from scoring.league.models import Division, League, SquadMember, Team, Venue
from scoring.people.actions.activity_log import note_down
from scoring.people.actions.lock import lock_club
from scoring.people.models import Club

NAMED = "The club already has {}. Give this season another name."


@transaction.atomic
def make_league(
    *,
    club: Club,
    actor: Actor,
    name: str,
    season: str,
    settings: dict,
    key: UUID | None = None,
    **what,
) -> League:
    """Return a new season of a league, in one division without a name; of one form (`key`), the
    same. `what` may hold starts_at, open_to_all and names. Raises Refused when the name is taken.
    """
    club = lock_club(club.pk)
    key = key_in(club, key)
    if made := made_before(League, key):
        return made
    _refuse_named(club, name, season)
    made = League.objects.create(
        club=club, name=name, season=season, settings=settings, key=key, **what
    )
    Division.objects.create(league=made, no=1)
    note_down(club=club, actor=actor, said=f"Created the league {made}")
    return made


def _refuse_named(club: Club, name: str, season: str, *, but: int | None = None) -> None:
    taken = club.leagues.exclude(pk=but).filter(name__iexact=name, season__iexact=season)
    if taken.exists():
        raise Refused(NAMED.format(f"{name} {season}"))


@transaction.atomic
def change_league(
    *, league: League, actor: Actor, name: str, season: str, settings: dict, **what
) -> League:
    """Change what a season is called, who may look, and what was agreed. Raises Refused when the
    name is taken."""
    lock_club(league.club_id)
    league = lock_league(league.pk)
    _refuse_named(league.club, name, season, but=league.pk)
    what |= {"name": name, "season": season, "settings": settings}
    if any(getattr(league, field) != value for field, value in what.items()):
        for field, value in what.items():
            setattr(league, field, value)
        league.version += 1
        league.save()
        note_down(club=league.club, actor=actor, said=f"Changed the league rules of {league}")
    return league


@transaction.atomic
def finish_season(*, league: League, actor: Actor, over: bool) -> League:
    """Say that a season is over, or (not `over`) that it goes on after all. Twice, it happens
    once."""
    league = lock_league(league.pk)
    if (league.finished_at is not None) != over:
        league.finished_at = timezone.now() if over else None
        league.save(update_fields=["finished_at"])
        raise_league(league)
        said = "is over" if over else "is open again"
        note_down(club=league.club, actor=actor, said=f"{league} {said}")
    return league


@transaction.atomic
def make_next_season(
    *,
    league: League,
    actor: Actor,
    season: str,
    divisions: Mapping[int, int | None],
    squads: bool,
    starts_at: time | None = None,
    key: UUID | None = None,
) -> League:
    """Return the season after this one: the same agreement and venues, its teams in the `divisions`
    (by a team's key, the number of a division; None: not in it), and their squads if wished.

    Of one form (`key`), the same. Raises Refused when that season is there already.
    """
    club = lock_club(league.club_id)
    league = lock_league(league.pk)
    key = key_in(league, key)
    if made := made_before(League, key):
        return made
    _refuse_named(club, league.name, season)
    made = League.objects.create(
        club=club,
        name=league.name,
        season=season,
        follows=league,
        settings=league.settings,
        starts_at=starts_at or league.starts_at,
        open_to_all=league.open_to_all,
        names=league.names,
        key=key,
    )
    placed = {
        one.no: Division.objects.create(league=made, no=one.no, name=one.name)
        for one in league.divisions.filter(no__in=[no for no in divisions.values() if no])
    }
    houses = {
        one.pk: Venue.objects.create(
            league=made, name=one.name, matches=one.matches, address=one.address
        )
        for one in league.venues.all()
    }
    for team in league.teams.all():
        if divisions.get(team.pk) in placed:
            _carry_over(team, placed[divisions[team.pk]], houses, squads=squads, actor=actor)
    note_down(club=club, actor=actor, said=f"Created the league {made} from {league}")
    return made


def _carry_over(
    team: Team, division: Division, houses: Mapping[int, Venue], *, squads: bool, actor: Actor
) -> None:
    made = Team.objects.create(
        league=division.league,
        division=division,
        name=team.name,
        venue=houses.get(team.venue_id),
        home_day=team.home_day,
        captain=team.captain if squads else None,
        before=team,
    )
    if squads:
        for member in team.squad.filter(until=None, player__forgotten_at=None):
            SquadMember.objects.create(team=made, player_id=member.player_id, by=actor.name)
