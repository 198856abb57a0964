"""The knock-out and the play-offs of a season: their rounds, and who goes on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from scoring.league.models import CupRound, Division, League, LeagueMatch, Team
from scoring.league.pure import values
from scoring.league.pure.cup import round_name
from scoring.league.pure.table import outcome

Kind = LeagueMatch.Kind


def winner_of(match: LeagueMatch) -> Team | None:
    """Return the team that goes through after a match: its winner, the team with the bye, or the
    secretary's choice after a tie; None before that."""
    if match.away_id is None:
        return match.home
    if not match.counts:
        return None
    if match.goes_on:
        return getattr(match, match.goes_on)
    found = _outcome(match)
    return {1: match.home, -1: match.away}.get(found)


def is_level(match: LeagueMatch) -> bool:
    """Return whether a match counts and is tied, so that the secretary decides."""
    return match.away_id is not None and match.counts and _outcome(match) == 0


def _outcome(match: LeagueMatch) -> int | None:
    settings = match.league.agreement.settings
    figures = match.total if settings.decided_by == "points" else match.games_won
    if not match.walkover and figures is None:
        return None
    played = values.Match(
        date=match.date,
        home=match.home.name,
        away=match.away.name,
        total=match.total,
        games_won=match.games_won,
        walkover=match.walkover or None,
    )
    return outcome(played, 0, settings)


@dataclass(frozen=True, kw_only=True)
class KnockOutRound:
    """A round of the knock-out, who is drawn first on top."""

    row: CupRound
    name: str
    matches: tuple[LeagueMatch, ...]

    @property
    def winners(self) -> list[Team | None]:
        """The team that goes through from each of its matches; None while unknown."""
        return [winner_of(match) for match in self.matches]

    @property
    def over(self) -> bool:
        """Whether it is known of every match who goes on."""
        return None not in self.winners


def cup_of(league: League) -> list[KnockOutRound]:
    """Return the rounds of the knock-out: two queries."""
    found = league.matches.filter(kind=Kind.CUP).select_related("home", "away", "venue")
    matches = sorted(found, key=lambda match: (match.cup_round_id, match.pk))
    for match in matches:
        match.league = league
    by_round = {pk: tuple(of) for pk, of in groupby(matches, lambda match: match.cup_round_id)}
    rounds = []
    for row in league.cup_rounds.all():
        here = by_round.get(row.pk, ())
        teams = sum(1 + (match.away_id is not None) for match in here)
        rounds.append(KnockOutRound(row=row, name=round_name(row.no, teams), matches=here))
    return rounds


@dataclass(frozen=True, kw_only=True)
class Stage:
    """The play-off matches of one name that a division has."""

    name: str
    division: Division | None
    matches: tuple[LeagueMatch, ...]

    @property
    def winners(self) -> list[Team | None]:
        """The team that goes through from each; None while unknown."""
        return [winner_of(match) for match in self.matches]


def play_offs_of(league: League) -> list[Stage]:
    """Return the stages of the play-offs in the order in which they were made."""
    beside = ("home", "away", "venue", "division")
    found: dict[tuple, list[LeagueMatch]] = {}
    for match in league.matches.filter(kind=Kind.PLAY_OFF).select_related(*beside).order_by("pk"):
        match.league = league
        found.setdefault((match.division_id, match.stage), []).append(match)
    return [
        Stage(name=stage, division=matches[0].division, matches=tuple(matches))
        for (_, stage), matches in found.items()
    ]


def not_played(league: League) -> int:
    """Return how many matches of the league have no result yet."""
    return league.matches.filter(kind=Kind.LEAGUE, counted_at=None).count()


def as_a_tree(rounds: Sequence[KnockOutRound]) -> list[list[LeagueMatch]]:
    """Return the matches of each round, with those whose winners meet next to each other."""
    columns = [list(one.matches) for one in rounds]
    for at in range(len(columns) - 1, 0, -1):
        order = [team for match in columns[at] for team in (match.home_id, match.away_id) if team]
        columns[at - 1].sort(key=lambda match: _place(match, order))
    return columns


def _place(match: LeagueMatch, order: Sequence[int]) -> int:
    found = winner_of(match)
    return order.index(found.pk) if found and found.pk in order else len(order)
