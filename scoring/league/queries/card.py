"""A match's current card: its meetings by round, the scores entered, the scores on the pads."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from scoring.euchre.wording import listed
from scoring.league.models import LeagueMatch, MatchPair, Meeting, MeetingReport
from scoring.league.pure.agreement import Agreement
from scoring.league.pure.card import Game


@dataclass(frozen=True, kw_only=True)
class Over:
    """The games that are over on a pad; `over` says whether all of the meeting are."""

    games: tuple[tuple[int, int], ...] = ()
    over: bool = False
    score: tuple[int, int] | None = None
    """The game in progress, by home and away."""


def finished_games(meeting: Meeting, agreement: Agreement) -> Over:
    """Return what the pad of a meeting says; nothing where it is played on none."""
    sitting = meeting.sitting
    if sitting is None or not sitting.played:
        return Over()
    if agreement.settings.target is None:
        totals = sitting.totals
        return Over(score=(totals[0], totals[1]))
    standing = sitting.played[-1].standing
    if standing is None:
        return Over()
    games = tuple((game.score[0], game.score[1]) for game in standing.games)
    most = agreement.games_a_meeting
    return Over(
        games=games[:most],
        over=len(games) >= most,
        score=(standing.score[0], standing.score[1]) if len(games) < most else None,
    )


@dataclass(frozen=True, kw_only=True)
class CardLine:
    """A meeting on the card."""

    meeting: Meeting
    round: int
    """From 0."""

    @property
    def games(self) -> list[Game]:
        return [tuple(game) for game in self.meeting.games]

    @property
    def home(self) -> str:
        return called(self.meeting.home)

    @property
    def away(self) -> str:
        return called(self.meeting.away)

    @property
    def names(self) -> str:
        """ "Ann and Ben, Cat and Dan"."""
        return f"{self.home}, {self.away}"


def called(pair: MatchPair) -> str:
    """Return a pair's names; its number while unnamed."""
    names = [player.name for player in (pair.one, pair.other) if player]
    return listed(names) or f"Pair {pair.no + 1}"


@dataclass(frozen=True, kw_only=True)
class Correction:
    """A correction of a meeting: its `games` now, and those that `were` before; none where they
    were removed."""

    line: CardLine
    by: str
    at: datetime
    games: list[Game]
    were: list[Game]


def corrections_of(match: LeagueMatch, lines: Sequence[CardLine]) -> list[Correction]:
    """Return the corrected meetings, the latest first: one query."""
    reports: dict[int, list[MeetingReport]] = defaultdict(list)
    for report in MeetingReport.objects.filter(meeting__match=match):
        before = reports[report.meeting_id]
        if not before or report.games != before[-1].games:
            before.append(report)
    found = [
        (line, *reports[line.meeting.pk][-2:]) for line in lines if reports[line.meeting.pk][1:]
    ]
    return [
        Correction(line=line, by=now.by, at=now.at, games=_games(now), were=_games(was))
        for line, was, now in sorted(found, key=lambda one: -one[2].pk)
        if was.games
    ]


def _games(report: MeetingReport) -> list[Game]:
    return [tuple(game) for game in report.games]


def with_people(match: LeagueMatch) -> list[CardLine]:
    """Return the meetings of a match in their order, with their people and sittings: two
    queries."""
    beside = ("home__one", "home__other", "away__one", "away__other", "sitting__table__session")
    rows = list(match.meetings.select_related(*beside).order_by("no"))
    rounds = [turn for turn, _, _ in match.league.agreement.meetings()]
    for row in rows:
        row.match = match
    return [
        CardLine(meeting=row, round=rounds[at] if at < len(rounds) else at)
        for at, row in enumerate(rows)
    ]
