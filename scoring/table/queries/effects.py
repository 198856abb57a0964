"""The effect of a correction, of corrected seats or of other rules, computed before it is saved."""

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
    """The effect of changing hands, or of not counting one."""

    terms: Table
    """A table with the stake in which nets and payments are given."""
    players: tuple[Moved, ...]
    payments: tuple[list[tuple[str, str, int]], list[tuple[str, str, int]]]
    """The fewest transfers before and after, as payer, payee and amount."""
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
    def plays_games(self) -> bool:
        """Whether games are played, before the change or after it."""
        return any(self.games)

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
    part = {"names": sitting.names, "terms": sitting.terms}
    return effect_between(
        [Part(played=before, **part)],
        [Part(played=after, **part)],
        dealers_moved=_dealers_moved(
            dict(zip(now, before, strict=True)), dict(zip(then, after, strict=True))
        ),
    )


@dataclass(frozen=True, kw_only=True)
class Part:
    """Hands in a row that the same people played in the same seats, and the table with the rules
    and the stake of these hands."""

    names: list[str]
    played: list[game.Played]
    terms: Table

    def totals(self) -> dict[str, int]:
        points = self.played[-1].totals if self.played else (0,) * len(self.names)
        return dict(zip(self.names, points, strict=True))

    def owed(self) -> dict[tuple[str, str], int]:
        debts = owed(self.played, rules=self.terms.rules, seats=len(self.names))
        return {
            (self.names[one], self.names[other]): points for (one, other), points in debts.items()
        }

    def games(self) -> list[str]:
        rules, names = self.terms.rules, self.names
        standing = self.played[-1].standing if self.played else game.opening(rules, len(names))
        if standing is None:
            return []
        lines = describe_games(standing, rules, side_names(rules, names))
        over = [f"{line}, {_hands(one)}" for line, one in zip(lines, standing.games, strict=False)]
        return [*over, *lines[len(over) :]]


def _hands(over: game.Game) -> str:
    """Return the hands of a game, as it may end earlier or later: "hands 1–7"."""
    first, last = over.hands
    return f"hand {last}" if first == last else f"hands {first}\N{EN DASH}{last}"


def effect_between(before: Sequence[Part], after: Sequence[Part], *, dealers_moved: int) -> Effect:
    """Return what moves when hands that were the parts `before` become the parts `after`. Nets and
    payments are money if either has a stake."""
    people = list(dict.fromkeys(name for part in (*before, *after) for name in part.names))
    terms = max((part.terms for part in (*before, *after)), key=lambda one: one.stake_minor)
    stake = terms.stake_minor
    settled = [_settled(parts, people) for parts in (before, after)]
    return Effect(
        terms=terms,
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
        games=tuple([line for part in parts for line in part.games()] for parts in (before, after)),
        payments=tuple(_payments(settlement, stake) for settlement in settled),
        dealers_moved=dealers_moved,
    )


def _settled(parts: Sequence[Part], people: list[str]) -> Settlement:
    return settle_together(people, [(part.owed(), part.terms.stake_minor) for part in parts])


def _payments(settlement: Settlement, stake: int) -> list[tuple[str, str, int]]:
    paid = (
        (debt.debtor, debt.creditor, debt.minor if stake else debt.points)
        for debt in settlement.transfers
    )
    return [(payer, payee, amount) for payer, payee, amount in paid if amount]


def _dealers_moved(before: dict[UUID, game.Played], after: dict[UUID, game.Played]) -> int:
    return sum(before[id].dealer != played.dealer for id, played in after.items())
