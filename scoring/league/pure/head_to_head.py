"""Two teams against each other, and what was remarkable in a season."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby

from scoring.common.dates import long_day
from scoring.euchre.wording import listed, score_as_text
from scoring.league.pure.table import Record, outcome
from scoring.league.pure.values import League, Match, Pair, Settings, is_named


@dataclass(frozen=True, kw_only=True)
class Between:
    """The matches of two teams, played or not, and the first team's results."""

    matches: tuple[Match, ...]
    record: Record


def between(league: League, one: str, other: str, *, until: date | None = None) -> Between:
    """Return what two teams played against each other; later matches are as fixtures."""
    found = sorted(
        (match for match in league.matches if {*match.teams} == {one, other}),
        key=lambda match: match.date,
    )
    record = Record()
    for match in found:
        if match.decided and (until is None or match.date <= until):
            record.add(match, match.teams.index(one), league.settings)
    return Between(matches=tuple(found), record=record)


@dataclass(frozen=True, kw_only=True)
class Best:
    """A record of the season, with its title, its figure, and its holder."""

    title: str
    figure: str
    who: str


Named = Callable[[Pair, str], str]
"""How a reader sees a pair of a team. If players are hidden it is the team alone."""


def bests(matches: Iterable[Match], settings: Settings, named: Named) -> Iterator[Best]:
    """Yield the records of the season: a pair's most and least in a match, a team's most, the
    widest win, and the longest run of wins. Records without a match are left out."""
    played = [match for match in matches if match.decided and not match.walkover]
    yield from _of_pairs(played, named)
    with_totals = [match for match in played if match.total]
    made = [
        (match.total[side], f"{team}, {_day(match)}")
        for match in with_totals
        for side, team in enumerate(match.teams)
    ]
    yield from _best("Most points by a team", made, max)
    by_points = settings.decided_by == "points"
    given = [(match, match.total if by_points else match.games_won) for match in played]
    wide = [
        (
            abs(home - away),
            f"{match.home} {score_as_text((home, away))} {match.away}, {_day(match)}",
        )
        for match, (home, away) in given
        if home != away
    ]
    yield from _best("Biggest win", wide, max)
    yield from _longest_run(played, settings)


def _of_pairs(played: Sequence[Match], named: Named) -> Iterator[Best]:
    made = []
    for match in played:
        points: dict[tuple[Pair, str], int] = {}
        for meeting in match.meetings:
            sides = zip(meeting.pairs, match.teams, meeting.total, strict=True)
            for pair, team, total in sides:
                if is_named(pair):
                    points[pair, team] = points.get((pair, team), 0) + total
        made += [(total, pair, team, match) for (pair, team), total in points.items()]
    for title, best in (("High pair", max), ("Low pair", min)):
        figure = best((total for total, *_ in made), default=None)
        has_it = [
            (total, f"{named(pair, team)}, {_day(match)}")
            for total, pair, team, match in made
            if total == figure
        ]
        yield from _best(title, has_it, best)


MANY = 3


def _best(title: str, made: Sequence[tuple[int, str]], best: Callable) -> Iterator[Best]:
    if made:
        figure = best(found for found, _ in made)
        who = list(dict.fromkeys(who for found, who in made if found == figure))
        more = [f"{len(who) - MANY} more"] if len(who) > MANY else []
        yield Best(title=title, figure=str(figure), who="; ".join([*who[:MANY], *more]))


def _longest_run(played: Sequence[Match], settings: Settings) -> Iterator[Best]:
    results: dict[str, list[int]] = {}
    for match in sorted(played, key=lambda match: match.date):
        for side, team in enumerate(match.teams):
            results.setdefault(team, []).append(outcome(match, side, settings))
    runs = {
        team: max((len(list(run)) for won, run in groupby(found) if won == 1), default=0)
        for team, found in results.items()
    }
    longest = max(runs.values(), default=0)
    if longest > 1:
        teams = sorted(team for team, run in runs.items() if run == longest)
        yield Best(title="Longest winning run", figure=f"{longest} matches", who=listed(teams))


def _day(match: Match) -> str:
    return long_day(match.date, year=False)
