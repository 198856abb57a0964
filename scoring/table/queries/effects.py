"""The effect of a correction, or of corrected seats, computed before it is saved."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from scoring.common.names import in_short
from scoring.euchre import game
from scoring.euchre.hand import Hand
from scoring.euchre.settlement import Settlement, owed, settle_together
from scoring.euchre.wording import describe_games, side_names
from scoring.table.models import HandRecord, Table


@dataclass(frozen=True, kw_only=True)
class Moved:
    """A player's points and net before and after; nets are minor units, or points without a
    stake."""

    name: str
    points: tuple[int, int]
    net: tuple[int, int]

    @property
    def changed(self) -> bool:
        return self.points[0] != self.points[1] or self.net[0] != self.net[1]


@dataclass(frozen=True, kw_only=True)
class Effect:
    """The effect of changing one hand, or of not counting it."""

    players: tuple[Moved, ...]
    payments: tuple[list[tuple[str, str, int]], list[tuple[str, str, int]]]
    """The fewest transfers of the sitting before and after, as payer, payee and amount."""
    games: tuple[list[str], list[str]]
    """The score of games before and after, in words."""
    dealers_moved: int
    """How many later hands would have another dealer."""

    @property
    def short(self) -> dict[str, str]:
        """How the players are called where room is short."""
        return in_short(player.name for player in self.players)

    @property
    def moved(self) -> list[Moved]:
        """The players with a change, those with most money or points against the table first."""
        changed = [player for player in self.players if player.changed]
        return sorted(changed, key=lambda player: -abs(player.net[1] - player.net[0]))

    @property
    def anything(self) -> bool:
        return bool(self.moved) or self.games[0] != self.games[1]


def effect_of(record: HandRecord, changed: Hand | None) -> Effect:
    """Return the effect of `record` becoming `changed` (None if it does not count). Raise
    ImpossibleSitting.

    A hand that does not count has no effect.
    """
    sitting = record.sitting
    now = {bare.id: bare.hand for bare in sitting.counted}
    then = {id: changed if id == record.pk else hand for id, hand in now.items()}
    then = {id: hand for id, hand in then.items() if hand is not None}
    at = {
        "rules": sitting.rules,
        "seats": len(sitting.players),
        "first_dealer": sitting.first_dealer,
        "kept": True,
    }
    before, after = game.play(now.values(), **at), game.play(then.values(), **at)
    return effect_between(
        [Part(names=sitting.names, played=before)],
        [Part(names=sitting.names, played=after)],
        terms=sitting.terms,
        dealers_moved=_dealers_moved(
            dict(zip(now, before, strict=True)), dict(zip(then, after, strict=True))
        ),
    )


@dataclass(frozen=True, kw_only=True)
class Part:
    """Hands in a row that the same people played in the same seats."""

    names: list[str]
    played: list[game.Played]

    def totals(self) -> dict[str, int]:
        points = self.played[-1].totals if self.played else (0,) * len(self.names)
        return dict(zip(self.names, points, strict=True))

    def owed(self, terms: Table) -> dict[tuple[str, str], int]:
        debts = owed(self.played, rules=terms.rules, seats=len(self.names))
        return {
            (self.names[one], self.names[other]): points for (one, other), points in debts.items()
        }

    def games(self, terms: Table) -> list[str]:
        rules, names = terms.rules, self.names
        standing = self.played[-1].standing if self.played else game.opening(rules, len(names))
        return describe_games(standing, rules, side_names(rules, names)) if standing else []


def effect_between(
    before: Sequence[Part], after: Sequence[Part], *, terms: Table, dealers_moved: int
) -> Effect:
    """Return what moves when hands that were the parts `before` become the parts `after`."""
    people = list(dict.fromkeys(name for part in (*before, *after) for name in part.names))
    stake = terms.stake_minor
    settled = [_settled(parts, people, terms) for parts in (before, after)]
    return Effect(
        players=tuple(
            Moved(
                name=name,
                points=tuple(
                    sum(part.totals().get(name, 0) for part in parts) for parts in (before, after)
                ),
                net=tuple(s.nets[name].minor if stake else s.nets[name].points for s in settled),
            )
            for name in people
        ),
        games=tuple(
            [line for part in parts for line in part.games(terms)] for parts in (before, after)
        ),
        payments=tuple(_payments(settlement, stake) for settlement in settled),
        dealers_moved=dealers_moved,
    )


def _settled(parts: Sequence[Part], people: list[str], terms: Table) -> Settlement:
    return settle_together(people, [(part.owed(terms), terms.stake_minor) for part in parts])


def _payments(settlement: Settlement, stake: int) -> list[tuple[str, str, int]]:
    return [
        (debt.debtor, debt.creditor, debt.minor if stake else debt.points)
        for debt in settlement.transfers
    ]


def _dealers_moved(before: dict[UUID, game.Played], after: dict[UUID, game.Played]) -> int:
    return sum(before[id].dealer != played.dealer for id, played in after.items())
