"""The fixtures of a season: drawn or taken from elsewhere, published, and moved one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from datetime import date, time
from operator import itemgetter

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from scoring.common.dates import long_day, written_time
from scoring.common.permissions import Actor
from scoring.common.refused import Refused
from scoring.euchre.wording import score_as_text
from scoring.league.models import League, LeagueMatch, MatchMove, Venue
from scoring.league.pure.fixtures import CannotPlan, fixtures
from scoring.league.queries.fixtures import to_plan, with_results
from scoring.people.actions.activity_log import note_down

Kind = LeagueMatch.Kind
Fixture = tuple[date, str, str, time | None]
"""A night, the home team's name, the visitors', and the match's own hour; None: the league's."""


def draw_fixtures(*, league: League, seed: int = 0) -> int:
    """Plan the whole season as a draft that replaces the one before; return its number of matches.
    Takes up to ten seconds. The same seed gives the same season.

    Raises Refused, with the reasons, where no plan exists, and once the fixtures are published.
    """
    _refuse_when_out(league)
    plan = to_plan(league)
    if not plan.teams:
        raise Refused("No division has teams yet. Add the teams first.")
    try:
        found = fixtures(plan, seed)
    except CannotPlan as why:
        raise Refused(f"{why} Change the nights, or the wishes of a team or venue.") from why
    matches = [
        (night.date, match.home, match.away, None)
        for night in found.nights
        for match in night.matches
    ]
    return keep_draft(league=league, matches=matches)


@transaction.atomic
def keep_draft(*, league: League, matches: Iterable[Fixture]) -> int:
    """Store these fixtures as the league's draft, in the place of the one before; return how many
    they are.

    Where the season has halves, a match is of the half that its round is of. Raises Refused once
    the fixtures are published or a match was played.
    """
    league = lock_league(league.pk)
    _refuse_when_out(league)
    league.matches.filter(kind=Kind.LEAGUE).delete()
    teams = {team.name: team for team in league.teams.all()}
    agreement, met, rows = league.agreement, Counter(), []
    for day, home, away, hour in sorted(matches, key=itemgetter(0, 1, 2)):
        two = frozenset((home, away))
        part = min(met[two] // agreement.settings.rounds, len(agreement.parts) - 1)
        met[two] += 1
        rows.append(
            LeagueMatch(
                league=league,
                division_id=teams[home].division_id,
                part=part,
                date=day,
                starts_at=_own_hour(league, hour),
                home=teams[home],
                away=teams[away],
                venue_id=teams[home].venue_id,
            )
        )
    LeagueMatch.objects.bulk_create(rows)
    raise_league(league)
    return len(rows)


@transaction.atomic
def drop_draft(*, league: League) -> None:
    """Throw the draft away. Raises Refused once it is published or a match was played."""
    league = lock_league(league.pk)
    _refuse_when_out(league)
    league.matches.filter(kind=Kind.LEAGUE).delete()
    raise_league(league)


@transaction.atomic
def publish_fixtures(*, league: League, actor: Actor) -> League:
    """Show the fixtures to everybody who may look: from now on each move is kept and shown. Twice,
    it happens once. Raises Refused where there are none."""
    league = lock_league(league.pk)
    if league.published_at is None:
        if not league.matches.filter(kind=Kind.LEAGUE).exists():
            raise Refused("There are no fixtures to publish yet. Draw or import them first.")
        league.published_at = timezone.now()
        league.save(update_fields=["published_at"])
        note_down(club=league.club, actor=actor, said=f"Published the fixtures of {league}")
        raise_league(league)
    return league


@transaction.atomic
def make_draft_again(*, league: League, actor: Actor) -> None:
    """Unpublish the fixtures. Idempotent. Raises Refused once a match was played."""
    league = lock_league(league.pk)
    if league.published_at is None:
        return
    if with_results(league):
        raise Refused("The season has begun, so its fixtures stay published.")
    league.published_at = None
    league.save(update_fields=["published_at"])
    note_down(club=league.club, actor=actor, said=f"{league}: fixtures unpublished.")
    raise_league(league)


@transaction.atomic
def move_match(
    *,
    match: LeagueMatch,
    to: date | None,
    venue: Venue | None,
    actor: Actor,
    starts_at: time | None = None,
    turned: bool = False,
    why: str = "",
) -> LeagueMatch:
    """Move a match to another night (None: to be agreed), this venue and this hour (None: the
    league's); `turned` swaps home and away. The caller checks what it breaks.

    Raises Refused where it was played, or the two meet on that night already.
    """
    match = _not_played(match)
    was, hour, said = match.date, match.hour, []
    if turned:
        match.home, match.away = match.away, match.home
        said.append(f"at {match.home} instead")
    match.date, match.venue = to, venue
    match.starts_at = _own_hour(match.league, starts_at)
    if match.hour != hour:
        said.append(f"at {written_time(match.hour)}" if match.hour else "no time yet")
    refuse_twice(match)
    _store(match)
    if was != to or said:
        _note_move(match, was, ": ".join(filter(None, [", ".join(said), why])), actor)
    return match


def _own_hour(league: League, hour: time | None) -> time | None:
    """Return an hour as a match keeps it: None for the league's."""
    return None if hour == league.starts_at else hour


@transaction.atomic
def move_matches(
    *, matches: Iterable[LeagueMatch], to: date | None, actor: Actor, why: str = ""
) -> None:
    """Play several matches on another night, each at its venue; all of them, or where one cannot
    be, none. Raises Refused."""
    for match in matches:
        same = {"venue": match.venue, "starts_at": match.starts_at}
        move_match(match=match, to=to, actor=actor, why=why, **same)


@transaction.atomic
def swap_matches(*, match: LeagueMatch, other: LeagueMatch, actor: Actor, why: str = "") -> None:
    """Play each of two matches on the other's night. Raises Refused where one was played."""
    match, other = _not_played(match), _not_played(other)
    was = {match: match.date, other: other.date}
    LeagueMatch.objects.filter(pk=other.pk).update(date=None)
    match.date, other.date = other.date, match.date
    for one in (match, other):
        refuse_twice(one)
        _store(one)
        if was[one] != one.date:
            _note_move(one, was[one], why, actor)


@transaction.atomic
def replay_match(*, match: LeagueMatch, to: date | None, why: str, actor: Actor) -> LeagueMatch:
    """Void a match's result for a replay, on another night or one to be agreed. The move keeps the
    result. Raises Refused for a match without a result."""
    lock_league(match.league_id)
    match = _fresh(match)
    if not (match.counts or match.card_in_at or match.total or match.games_won or match.walkover):
        raise Refused(f"{match} has no result to replay. Move it instead.")
    was, void = match.date, result_of(match)
    match.meetings.all().delete()
    match.pairs.all().delete()
    for name in VOID:
        setattr(match, name, match._meta.get_field(name).get_default())
    match.session = None
    match.date = to
    refuse_twice(match)
    _store(match)
    said = f"to be replayed{f', {void} is void' if void else ''}{f': {why}' if why else ''}"
    _note_move(match, was, said, actor, always=True)
    note_down(club=match.league.club, actor=actor, said=f"{match.league}: {match} {said}.")
    return match


WALKOVER, WITHDREW = "Walkover: ", "Withdrew from the league"
"""Where the reason of a walkover begins in the note of a match: the secretary gave it, or a team
left."""
VOID = (
    *("walkover", "total_home", "total_away", "games_home", "games_away"),
    *("home_confirmed_at", "home_confirmed_by", "away_confirmed_at", "away_confirmed_by"),
    *("disputed_at", "disputed_by", "dispute", "card_in_at", "counted_at", "counted_by"),
    *("goes_on", "goes_on_why", "note"),
)
"""Fields that a replay resets."""


def result_of(match: LeagueMatch) -> str:
    """Return a match's result, home first: "5–4", "walkover for Trolls"; "" before."""
    if match.walkover:
        return match.walkover_as_text
    by_points = match.league.agreement.settings.decided_by == "points"
    both = (match.total, match.games_won) if by_points else (match.games_won, match.total)
    figures = next(filter(None, both), None)
    return score_as_text(figures) if figures else ""


# -- What every change goes by.


def lock_league(pk: int) -> League:
    """Return the league, reloaded and locked until the transaction ends."""
    return League.objects.select_for_update(of=("self",)).select_related("club").get(pk=pk)


def raise_league(league: League) -> None:
    """Raise the version that screens poll."""
    League.objects.filter(pk=league.pk).update(version=F("version") + 1)


def _refuse_when_out(league: League) -> None:
    if with_results(league):
        raise Refused(
            "The season has begun, so you can’t replace its fixtures. Move matches one by one."
        )
    if league.published_at is not None:
        raise Refused(
            "The fixtures are published, so you can’t replace them. Move matches one by one."
        )


def _fresh(match: LeagueMatch) -> LeagueMatch:
    beside = ("league__club", "home", "away", "venue")
    return LeagueMatch.objects.select_related(*beside).get(pk=match.pk)


def _not_played(match: LeagueMatch) -> LeagueMatch:
    lock_league(match.league_id)
    match = _fresh(match)
    if match.counts or match.card_in_at:
        raise Refused(f"{match} has been played. To play it again, replay it.")
    return match


def refuse_twice(match: LeagueMatch) -> None:
    """Raise Refused where the two meet there on that night already."""
    same = LeagueMatch.objects.filter(
        league=match.league_id,
        kind=match.kind,
        date=match.date,
        home=match.home_id,
        away=match.away_id,
    ).exclude(pk=match.pk)
    if match.date and same.exists():
        raise Refused(
            f"{match} is already on {long_day(match.date, year=False)}. Choose another night."
        )


def _store(match: LeagueMatch) -> None:
    match.version += 1
    match.save()
    raise_league(match.league)


def _note_move(
    match: LeagueMatch, was: date | None, why: str, actor: Actor, *, always: bool = False
) -> None:
    """A match that everybody has seen on its night says that it was moved."""
    if always or match.league.published_at is not None or match.kind != Kind.LEAGUE:
        MatchMove.objects.create(
            match=match, from_date=was, to_date=match.date, why=why[:200], by=actor.name
        )
