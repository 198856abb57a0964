"""The teams of a season: pasted, changed, moved between divisions, withdrawn; their venues and the
nights to play on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, time

from django.db import transaction
from django.db.models import Q, Value
from django.db.models.functions import Concat, Replace, Trim
from django.utils import timezone

from scoring.common.names import name_key
from scoring.common.permissions import Actor
from scoring.common.refused import Refused
from scoring.league.actions.fixtures import WALKOVER, WITHDREW, lock_league, raise_league
from scoring.league.models import Derby, Division, League, LeagueMatch, Team, Venue
from scoring.league.pure.league_file import WEEKDAYS
from scoring.league.queries.progress import derbies_of
from scoring.people.actions.activity_log import note_down


@transaction.atomic
def add_teams(*, league: League, actor: Actor, teams: Iterable, change: bool = False) -> list[Team]:
    """Add these teams (name, venue, home_day, division, each a text or a weekday) with their venues
    and divisions, and return them; existing teams stay, or with `change` get the venue and day
    given now.

    Raises Refused where some name a division and others none.
    """
    league = lock_league(league.pk)
    teams = list(teams)
    there = {team.name_key for team in league.teams.all()}
    named = [one.division for one in teams]
    if any(named) and not all(named):
        raise Refused(
            "Some teams are listed above the first division. Start the list with a division."
        )
    divisions = _divisions_named(league, dict.fromkeys(named))
    made = []
    if change:
        for team, _ in differing(league, teams):
            one = next(one for one in teams if name_key(one.name) == team.name_key)
            change_team(
                team=team,
                actor=actor,
                name=team.name,
                venue=one.venue or (team.venue.name if team.venue else ""),
                division=team.division_id,
                home_day=team.home_day if one.home_day is None else one.home_day,
                not_on=team.not_on,
            )
    houses = {name_key(one.name): one for one in league.venues.all()}
    for one in teams:
        if name_key(one.name) in there:
            continue
        made.append(
            Team.objects.create(
                league=league,
                division=divisions[name_key(one.division)],
                name=one.name,
                venue=_house(league, houses, one.venue),
                home_day=one.home_day,
            )
        )
    if made:
        raise_league(league)
        names = ", ".join(team.name for team in made)
        note_down(club=league.club, actor=actor, said=f"{league}: teams {names}")
    return made


def differing(league: League, teams: Iterable) -> list[tuple[Team, list[str]]]:
    """Return the existing teams whose venue or day would change, with the new values. A blank
    changes nothing."""
    there = {team.name_key: team for team in league.teams.select_related("venue")}
    found = []
    for one in teams:
        team = there.get(name_key(one.name))
        other = list(_other(team, one)) if team else []
        if other:
            found.append((team, other))
    return found


def _other(team: Team, said) -> Iterator[str]:
    house = team.venue.name if team.venue else ""
    if said.venue and name_key(said.venue) != name_key(house):
        yield f"at {said.venue} instead of {house or 'no venue'}"
    if said.home_day not in (None, team.home_day):
        before = f"{team.home_day_name}s" if team.home_day_name else "any day"
        yield f"at home on {WEEKDAYS[said.home_day].capitalize()}s instead of {before}"


def _house(league: League, houses: dict[str, Venue], name: str) -> Venue | None:
    if not name:
        return None
    key = name_key(name)
    if key not in houses:
        houses[key] = Venue.objects.create(league=league, name=name)
    return houses[key]


def _divisions_named(league: League, names: Iterable[str]) -> dict[str, Division]:
    """Return the divisions of these names, made where they are missing; without a name it is the
    first."""
    found = list(league.divisions.all())
    if not found:
        found = [Division.objects.create(league=league, no=1)]
    by_name = {name_key(one.name): one for one in found}
    alone = found[0] if not found[0].name and not found[0].teams.exists() else None
    for name in filter(None, names):
        if name_key(name) in by_name:
            continue
        if alone is not None:
            alone.name = name
            alone.save()
            by_name[name_key(name)], alone = alone, None
        else:
            no = max(one.no for one in found) + 1
            made = Division.objects.create(league=league, no=no, name=name)
            found.append(made)
            by_name[name_key(name)] = made
    return {"": found[0]} | by_name


@transaction.atomic
def name_divisions(*, league: League, actor: Actor, names: Sequence[str]) -> None:
    """Give the divisions these names, from the first down: there are as many then, one at least.
    Raises Refused where one that would go has teams or matches."""
    league = lock_league(league.pk)
    found, names = list(league.divisions.all()), list(names) or [""]
    for gone in found[len(names) :]:
        if gone.teams.exists() or gone.matches.exists():
            raise Refused(f"{gone} has teams. Move them to another division first.")
        gone.delete()
    for one in found:
        if one.pk:
            one.name = f"#{one.pk}"  # names are taken while others still have them
            one.save()
    for no, name in enumerate(names):
        if no < len(found):
            found[no].name = name
            found[no].save()
        else:
            last = found[-1].no if found else 0
            Division.objects.create(league=league, no=last + no - len(found) + 1, name=name)
    raise_league(league)
    note_down(club=league.club, actor=actor, said=f"{league}: divisions {', '.join(names)}"[:300])


@transaction.atomic
def divide_teams(
    *, league: League, actor: Actor, teams: Iterable[Team], division: Division
) -> list[Team]:
    """Put these teams into a division; return those that were in another. Their matches with teams
    of the old one go. Raises Refused, and moves none, where one has withdrawn or has played."""
    league = lock_league(league.pk)
    keys = [team.pk for team in teams]
    found = (
        league.teams.select_related("division", "league")
        .filter(pk__in=keys)
        .exclude(division=division)
    )
    moved = list(found)
    for team in moved:
        if team.withdrawn_at is not None:
            raise Refused(f"{team} has withdrawn.")
        _leave_division(team)
        team.division = division
        team.save(update_fields=["division"])
    if moved:
        names = ", ".join(map(str, moved))
        said = f"{league}: {names} moved to {division.name or 'the whole league'}."
        note_down(club=league.club, actor=actor, said=said[:300])
        raise_league(league)
    return moved


@transaction.atomic
def change_team(
    *,
    team: Team,
    actor: Actor,
    name: str,
    venue: str,
    division: int | None,
    home_day: int | None,
    not_on: list[str],
) -> Team:
    """Edit a team. A move to another division removes its matches in the old one, while none was
    played.

    Raises Refused where the name is taken, or matches were played.
    """
    league = lock_league(team.league_id)
    team = league.teams.select_related("venue", "division").get(pk=team.pk)
    if league.teams.exclude(pk=team.pk).filter(name_key=name_key(name)).exists():
        raise Refused(f"There is already a team called {name}.")
    if team.withdrawn_at is None and division != team.division_id:
        _leave_division(team)
    was = team.name
    houses = {name_key(one.name): one for one in league.venues.all()}
    team.name, team.home_day, team.not_on = name, home_day, not_on
    before, team.venue = team.venue_id, _house(league, houses, venue)
    if team.withdrawn_at is None:
        team.division_id = division
    team.save()
    if before != team.venue_id:
        to_come = matches_of(team).filter(home=team, counted_at=None, venue_id=before)
        to_come.update(venue_id=team.venue_id)
    _without_empty_houses(league)
    raise_league(league)
    called = f"{was}, now {team}" if was != team.name else team.name
    note_down(club=league.club, actor=actor, said=f"{league}: changed the team {called}")
    return team


def _leave_division(team: Team) -> None:
    matches = matches_of(team).filter(kind=LeagueMatch.Kind.LEAGUE)
    played = matches.filter(counted_at__isnull=False).count()
    if played:
        raise Refused(
            f"{team} has played {played} in {team.division}, so it stays there until the season "
            "ends."
        )
    if team.league.published_at:
        raise Refused(
            f"The fixtures are published and include {team}, so it stays in {team.division} until "
            "the season ends or it withdraws."
        )
    matches.delete()


def _without_empty_houses(league: League) -> None:
    league.venues.filter(teams=None, hosted=None, address="").delete()


def matches_of(team: Team):
    """Return the matches of a team, at home and away."""
    return team.league.matches.filter(Q(home=team) | Q(away=team))


@transaction.atomic
def withdraw_team(*, team: Team, actor: Actor, matches: str) -> Team:
    """Withdraw a team. "out" voids all its matches and deletes those to come; "stand" keeps played
    matches and gives the others to the opponents. Idempotent."""
    league = lock_league(team.league_id)
    team = league.teams.get(pk=team.pk)
    if team.withdrawn_at is not None:
        return team
    to_come = matches_of(team).filter(kind=LeagueMatch.Kind.LEAGUE, counted_at=None)
    now = timezone.now()
    if matches == "out":
        to_come.filter(session=None).delete()
        team.division = None
    else:
        to_come.filter(date=None).update(date=timezone.localdate())  # postponed: given today
        given = {"counted_at": now, "counted_by": actor.name}
        given["note"] = Trim(Concat("note", Value(f" {WITHDREW}")))
        to_come.filter(home=team).update(walkover="away", **given)
        to_come.filter(away=team).update(walkover="home", **given)
    team.withdrawn_at = now
    team.save()
    raise_league(league)
    note_down(club=league.club, actor=actor, said=f"{league}: {team} withdrew")
    return team


@transaction.atomic
def take_withdrawal_back(*, team: Team, actor: Actor) -> Team:
    """Undo a withdrawal: its matches count again, and matches given to others are to be played.
    Deleted fixtures stay deleted. Idempotent."""
    league = lock_league(team.league_id)
    team = league.teams.get(pk=team.pk)
    if team.withdrawn_at is None:
        return team
    if team.division is None:
        played = matches_of(team).filter(division__isnull=False).first()
        team.division = played.division if played else league.divisions.first()
    team.withdrawn_at = None
    team.save()
    given = matches_of(team).filter(note__endswith=WITHDREW).exclude(note__contains=WALKOVER)
    note = Trim(Replace("note", Value(WITHDREW)))
    given.exclude(walkover="").update(walkover="", counted_at=None, counted_by="", note=note)
    raise_league(league)
    note_down(club=league.club, actor=actor, said=f"{league}: {team} has come back")
    return team


@transaction.atomic
def delete_team(*, team: Team, actor: Actor) -> None:
    """Delete a team that has no fixture, such as one entered twice. Raises Refused where it has
    fixtures or people."""
    league = lock_league(team.league_id)
    found = league.teams.filter(pk=team.pk).first()
    if found is None:
        return
    if matches_of(found).exists() or found.squad.exists() or found.money.exists():
        raise Refused(f"{found} has fixtures, players or account entries. Withdraw it instead.")
    found.delete()
    _without_empty_houses(league)
    raise_league(league)
    note_down(club=league.club, actor=actor, said=f"{league}: deleted the team {found}")


@transaction.atomic
def change_houses(*, league: League, actor: Actor, houses: Mapping[int, tuple[int, str]]) -> None:
    """Say how many matches each venue holds at once, and where it is."""
    league = lock_league(league.pk)
    changed = []
    for one in league.venues.filter(pk__in=houses):
        if (one.matches, one.address) != houses[one.pk]:
            one.matches, one.address = houses[one.pk]
            one.save()
            changed.append(one.name)
    if changed:
        raise_league(league)
        note_down(club=league.club, actor=actor, said=f"{league}: venues {', '.join(changed)}")


@transaction.atomic
def set_season(
    *, league: League, actor: Actor, houses: Mapping[int, tuple[int, str]], **nights
) -> League:
    """Store the page of nights and venues, all or nothing."""
    change_houses(league=league, actor=actor, houses=houses)
    return set_nights(league=league, actor=actor, **nights)


@transaction.atomic
def set_nights(
    *,
    league: League,
    actor: Actor,
    nights: Sequence[date],
    starts_at: time | None,
    derbies: Sequence[tuple] = (),
) -> League:
    """Say on which nights a season is played, when matches begin, and which are wished for a night
    (two teams and the day). Fixtures stay where they are."""
    league = lock_league(league.pk)
    dates = [night.isoformat() for night in nights]
    wishes = [(wish.one, wish.other, wish.date) for wish in derbies_of(league)]
    if (league.dates, league.starts_at, wishes) != (dates, starts_at, [*derbies]):
        league.dates, league.starts_at = dates, starts_at
        league.save(update_fields=["dates", "starts_at"])
        derbies_of(league).delete()
        for one, other, day in dict.fromkeys(derbies):
            Derby.objects.create(one=one, other=other, date=day)
        raise_league(league)
        note_down(club=league.club, actor=actor, said=f"{league}: {len(nights)} nights to play on")
    return league
