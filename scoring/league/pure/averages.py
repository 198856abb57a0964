"""Each player's average, night by night, in leagues where partners change."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date

from scoring.league.pure.table import hundredths_of
from scoring.league.pure.values import Match, is_named


@dataclass(frozen=True, kw_only=True)
class PlayerRow:
    """A player's result: the matches they played in, and the points of their games, also for each
    night."""

    player: str
    matches: int
    points: int
    by_date: Mapping[date, int]

    @property
    def hundredths(self) -> int:
        """Return their points a match in hundredths, half up."""
        return hundredths_of(self.points, self.matches)


def left_out(match: Match, side: int) -> bool:
    """Return whether games of this side count in no average, because its players were not
    entered."""
    if match.walkover or not match.decided:
        return False
    return not match.meetings or not all(
        is_named(one.pairs[side]) for one in match.meetings if one.games
    )


def player_rows(matches: Iterable[Match]) -> list[PlayerRow]:
    """Return all players, sorted by average, then points, then names. Both of a pair get all its
    points. Players without a name are left out, without any effect on the others."""
    points: dict[str, dict[date, int]] = defaultdict(lambda: defaultdict(int))
    played: dict[str, int] = defaultdict(int)
    for match in matches:
        here = set()
        for meeting in match.meetings:
            for pair, made in zip(meeting.pairs, meeting.total, strict=True):
                for player in filter(None, pair):
                    points[player][match.date] += made
                    here.add(player)
        for player in here:
            played[player] += 1
    rows = [
        PlayerRow(
            player=player,
            matches=played[player],
            points=sum(by_date.values()),
            by_date=dict(by_date),
        )
        for player, by_date in points.items()
    ]
    return sorted(rows, key=lambda row: (-row.hundredths, -row.points, row.player))
