"""What each player came to, night by night, where partners change."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date

from scoring.leagues.table import hundredths_of
from scoring.leagues.values import Match


@dataclass(frozen=True, kw_only=True)
class PlayerRow:
    """What a player came to: the matches they played in, and the points of their games, each
    night's too."""

    player: str
    matches: int
    points: int
    by_date: Mapping[date, int]

    @property
    def hundredths(self) -> int:
        """Return their points a match in hundredths, half up."""
        return hundredths_of(self.points, self.matches)


def player_rows(matches: Iterable[Match]) -> list[PlayerRow]:
    """Return everybody who played by average, then points, then names: both of a pair have all its
    points."""
    points: dict[str, dict[date, int]] = defaultdict(lambda: defaultdict(int))
    played: dict[str, int] = defaultdict(int)
    for match in matches:
        here = set()
        for meeting in match.meetings:
            for pair, made in zip((meeting.home, meeting.away), meeting.total, strict=True):
                for player in pair:
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
