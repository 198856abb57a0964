"""A tournament as everyone in the hall may see it, read once for all their screens.

After each bell, two hundred phones ask at the same time. The answer is cached for each version.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache
from threading import Lock, Timer

from scoring.common.edition import edition
from scoring.common.prepared import Prepared
from scoring.common.snapshot import one_snapshot
from scoring.evening.models import Pass
from scoring.tournament.models import Round, Tournament
from scoring.tournament.pure import values
from scoring.tournament.pure.fair_draw import FairDraw
from scoring.tournament.pure.formats import Format
from scoring.tournament.pure.moves_in_words import new_stage
from scoring.tournament.pure.standings import StandingsRow, standings
from scoring.tournament.pure.tally import EntrantRound, rows_by_round
from scoring.tournament.queries.following import WentOn, who_went_on
from scoring.tournament.queries.now import load_tournament
from scoring.tournament.queries.pairs_played import PairPlayed, replaced_in

# The tournament's key and version, and the evening's version, for a pass that is not revoked. One
# query.
at_version = Prepared(
    lambda token: Pass.objects.filter(token=token, revoked_at=None).values_list(
        "session__tournament", "session__tournament__version", "session__version", "right"
    )
)
_one_at_a_time = Lock()
KEPT_SECONDS = 60.0
"""How long a hall is cached. By then every phone in it has asked, and players' names are not kept
longer."""


@dataclass(frozen=True, kw_only=True)
class Hall:
    """The data that all screens of a hall share."""

    now: values.Tournament
    round: Round | None
    """The latest published round, with its times."""
    rows: Mapping[int, StandingsRow]
    """Standings, by the entrants' numbers, in order of rank."""
    lines: Mapping[int, tuple[EntrantRound, ...]]
    """Tally cards by the entrants' numbers. They include planned rounds once the first round is
    published, but no draw that is not published, because its seats may still change."""
    replaced: Mapping[int, PairPlayed]
    """Pairs with a replaced partner, by number."""
    finished: bool
    went_on: Mapping[int, WentOn]
    """Where entrants of its final or its plate play on, by number."""
    draw: FairDraw | None
    """The draw of round 1. Its secret is for all to see once round 1 is published."""
    next_draw: FairDraw | None
    """The draw that comes, or that comes if round 1 is drawn again."""
    prizes: tuple[dict, ...]
    """Prizes as announced when it was finished, as in a euchre-standings/1 document."""

    @property
    def promised(self) -> list[FairDraw]:
        """Return the draws whose digests are shown before round 1 is published."""
        return [draw for draw in (self.draw, self.next_draw) if draw]

    @property
    def seated(self) -> values.Round | None:
        """Return the seats in the latest round."""
        return self.now.rounds[-1] if self.now.rounds else None

    @property
    def format(self) -> Format:
        """Return the format in the latest round."""
        return self.now.format.in_round(self.round.no if self.round else 1)

    @property
    def then(self) -> str:
        """Return when the next stage begins, in a sentence, after the last round of a night."""
        if not self.round or not self.round.ended_at or self.finished:
            return ""
        says = new_stage(self.now.format, self.round.no)
        return f"{says[0].upper()}{says[1:]}." if says else ""

    @property
    def hidden(self) -> bool:
        """Return whether the director hides the standings until all rounds are played."""
        last = (
            self.round is not None
            and self.round.no >= self.now.format.rounds
            and self.round.ended_at
        )
        return self.now.format.suspense and not (last or self.finished)


def hall_of(tournament: Tournament) -> Hall:
    """Return the data for the screens of the hall at this version of the tournament."""
    with _one_at_a_time:
        return _hall(tournament.pk, tournament.version, tournament.made_at, edition())


@lru_cache(maxsize=8)
def _hall(pk: int, version: int, made_at: datetime, edition: str) -> Hall:
    # The key includes the creation time and the edition of the database, because a database that is
    # restored from a backup repeats its version numbers.
    forgetting = Timer(KEPT_SECONDS, _hall.cache_clear)
    forgetting.daemon = True
    forgetting.start()
    with one_snapshot():
        return _read(Tournament.objects.select_related("session__club").get(pk=pk))


def _read(tournament: Tournament) -> Hall:
    now = load_tournament(tournament)
    rounds = list(tournament.rounds.all())
    round = next((one for one in reversed(rounds) if one.published_at), None)
    now = replace(now, plan=tuple(one for one in now.plan if round and one.no > rounds[-1].no))
    if round is not None and round.ended_at is None:
        now = replace(now, rounds=(*now.rounds[:-1], _without_results(now.rounds[-1])))
    rows = standings(now)
    return Hall(
        now=now,
        round=round,
        rows={row.no: row for row in rows},
        lines=rows_by_round(now, planned=True),
        replaced=replaced_in(tournament),
        finished=tournament.finished_at is not None,
        went_on=who_went_on(tournament) if tournament.finished_at else {},
        draw=tournament.last_draw if rounds else None,
        next_draw=tournament.next_draw,
        prizes=tuple(tournament.results["prizes"]) if tournament.finished_at else (),
    )


def _without_results(round: values.Round) -> values.Round:
    """Leave out the reports of a round that is still running, because they are incomplete."""
    return replace(round, tables=tuple(replace(table, result=None) for table in round.tables))
