"""The knock-out, drawn round by round, and the play-offs that the final tables make."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from dataclasses import replace
from datetime import date

from django.db import transaction

from scoring.common.permissions import Actor
from scoring.common.refused import OUT_OF_DATE, Refused
from scoring.league.actions.fixtures import lock_league, raise_league
from scoring.league.models import CupRound, League, LeagueMatch, Team
from scoring.league.pure.cup import drawn
from scoring.league.pure.fixture_faults import on_day
from scoring.league.pure.play_off import NoPlayOff, PlayOff, first_matches, next_matches
from scoring.league.pure.table import tables
from scoring.league.queries.knock_out import Stage, cup_of, is_level, not_played, play_offs_of
from scoring.league.queries.season import load_season
from scoring.people.actions.activity_log import note_down

Kind = LeagueMatch.Kind
MOST_SEED = 2**31


@transaction.atomic
def draw_cup_round(
    *,
    league: League,
    no: int,
    actor: Actor,
    teams: Iterable[Team] = (),
    on: date | None = None,
    why: str = "",
    seed: int | None = None,
) -> CupRound:
    """Draw a round of the knock-out: the first among these teams, a later one among the winners.
    The seed is kept, so that the draw can be repeated. The activity log keeps the reason for a
    night with a clash (`why`).

    Idempotent. Raises Refused while a winner is missing, and when there is nothing left to draw.
    """
    league = lock_league(league.pk)
    rounds = cup_of(league)
    if no <= len(rounds):
        return rounds[no - 1].row
    if no > len(rounds) + 1:
        raise Refused(OUT_OF_DATE)
    hat = _in_the_hat(rounds[-1]) if rounds else list(teams)
    if len(hat) < 2:
        raise Refused(
            f"{hat[0]} have won the knock-out. There is nothing left to draw."
            if rounds
            else "Choose at least two teams."
        )
    row = CupRound.objects.create(
        league=league,
        no=no,
        date=on,
        seed=secrets.randbelow(MOST_SEED) if seed is None else seed,
        by=actor.name,
    )
    by_name = {team.name: team for team in hat}
    round_ = drawn(list(by_name), row.seed)
    for home, away in [*((team, None) for team in round_.byes), *round_.matches]:
        LeagueMatch.objects.create(
            league=league,
            kind=Kind.CUP,
            cup_round=row,
            date=on if away else None,
            home=by_name[home],
            away=by_name[away] if away else None,
            venue_id=by_name[home].venue_id if away else None,
        )
    _note_night(row, league, on, why, actor)
    raise_league(league)
    return row


def _note_night(what: object, league: League, on: date | None, why: str, actor: Actor) -> None:
    if on and why:
        said = f"{league}: {what} on {on_day(on)} despite a clash. Reason: {why}"
        note_down(club=league.club, actor=actor, said=said)


def _in_the_hat(last) -> list[Team]:
    if not last.over:
        open_ = next(
            match
            for match, winner in zip(last.matches, last.winners, strict=True)
            if winner is None
        )
        why = "is tied: choose who goes through" if is_level(open_) else "has no result yet"
        raise Refused(f"{open_} {why}. {last.name} must end before you draw the next round.")
    return last.winners


@transaction.atomic
def take_cup_round_back(*, league: League, no: int) -> None:
    """Take the last round's draw back. Twice, it happens once. Raises Refused where a match of it
    was played, or a later round is drawn."""
    league = lock_league(league.pk)
    rounds = cup_of(league)
    if no > len(rounds):
        return
    if no < len(rounds):
        raise Refused("A later round is drawn. Undo that draw first.")
    last = rounds[-1]
    played = [match for match in last.matches if match.counts or match.card_in_at]
    if played:
        raise Refused(f"{played[0]} was played, so you can’t undo this draw.")
    last.row.delete()
    raise_league(league)


@transaction.atomic
def say_who_goes_on(*, match: LeagueMatch, side: str, why: str, actor: Actor) -> LeagueMatch:
    """Decide who goes on after a knock-out or play-off match that ended level. Raises Refused where
    it did not."""
    league = lock_league(match.league_id)
    match = LeagueMatch.objects.select_related("home", "away").get(pk=match.pk)
    match.league = league
    if match.kind == Kind.LEAGUE or not is_level(match):
        raise Refused(f"{match} is not tied, so there is nothing to decide.")
    match.goes_on, match.goes_on_why = side, why
    match.version += 1
    match.save(update_fields=["goes_on", "goes_on_why", "version"])
    team = getattr(match, side)
    said = f"{league}: {team} go through after {match}, which was tied: {why}"
    note_down(club=league.club, actor=actor, said=said)
    raise_league(league)
    return match


@transaction.atomic
def make_play_off(
    *, league: League, actor: Actor, on: date | None = None, sure: bool = False, why: str = ""
) -> int:
    """Make the play-off matches that come next, and return how many: the first by the final
    tables, later ones of the winners. Twice, it happens once. The activity log keeps the reason
    for a night with a clash (`why`).

    Raises Refused where there is none; while the season is not over, unless the secretary is
    `sure`.
    """
    league = lock_league(league.pk)
    made = play_offs_to_make(league, sure=sure)
    teams = {team.name: team for team in league.teams.all()}
    divisions = {one.name: one for one in league.divisions.all()} if made else {}
    single = divisions.get("")
    for one in made:
        match = _store(league, one, teams, divisions.get(one.division) or single, on)
        _note_night(match, league, match.date, why, actor)
    raise_league(league)
    return len(made)


def play_offs_to_make(league: League, *, sure: bool = False) -> list[PlayOff]:
    """Return the play-off matches that come next; empty while their teams aren't known.

    Raises Refused as `make_play_off` does.
    """
    stages = play_offs_of(league)
    if stages:
        return list(_following(stages))
    left = not_played(league)
    if left and not sure:
        matches = "1 match has" if left == 1 else f"{left} matches have"
        raise Refused(f"{matches} no result yet, so the league tables aren’t final.")
    kind = league.agreement.play_off
    parts = [load_season(league, part=part) for part in range(len(league.agreement.parts))]
    if kind != "parts":
        played = tuple(match for part in parts for match in part.matches)
        parts = [replace(parts[0], matches=played)]
    try:
        return list(first_matches(kind, [tables(part) for part in parts]))
    except NoPlayOff as why:
        raise Refused(str(why)) from why


def _following(stages: Iterable[Stage]):
    """Yield the matches after the last stage of each division, where its winners are known."""
    last = {stage.division: stage for stage in stages}
    for stage in last.values():
        if None not in stage.winners:
            division = stage.division.name if stage.division else None
            yield from next_matches(division, [team.name for team in stage.winners])


def _store(league: League, one: PlayOff, teams, division, on: date | None) -> LeagueMatch:
    home = teams[one.home]
    return LeagueMatch.objects.create(
        league=league,
        kind=Kind.PLAY_OFF,
        division=division,
        stage=one.stage,
        part=len(league.agreement.parts) - 1,
        date=on if one.away else None,
        home=home,
        away=teams[one.away] if one.away else None,
        venue_id=home.venue_id if one.away else None,
    )


@transaction.atomic
def add_play_off_match(
    *,
    league: League,
    stage: str,
    home: Team,
    away: Team,
    actor: Actor,
    on: date | None = None,
    why: str = "",
) -> LeagueMatch:
    """Make one play-off match by hand. Sent twice, it is made once. The activity log keeps the
    reason for a night with a clash (`why`)."""
    league = lock_league(league.pk)
    same = league.matches.filter(kind=Kind.PLAY_OFF, stage=stage, home=home, away=away).first()
    if same is not None:
        return same
    found = PlayOff(stage=stage, division=None, home=home.name, away=away.name)
    match = _store(league, found, {one.name: one for one in (home, away)}, None, on)
    _note_night(match, league, on, why, actor)
    raise_league(league)
    return match


@transaction.atomic
def drop_play_off_match(*, match: LeagueMatch) -> None:
    """Take a play-off match back that was not played. Twice, it happens once."""
    league = lock_league(match.league_id)
    found = league.matches.filter(pk=match.pk, kind=Kind.PLAY_OFF).first()
    if found is None:
        return
    if found.counts or found.card_in_at:
        raise Refused(f"{match} was played, so you can’t delete it.")
    found.delete()
    raise_league(league)
