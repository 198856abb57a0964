"""What a correction would move, computed before it is saved."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from scoring.models.hands import HandRecord
from scoring.rules import game
from scoring.rules.hand import Hand
from scoring.rules.owed import owed
from scoring.rules.settlement import Settlement, settle
from scoring.rules.wording import games_told, side_names


@dataclass(frozen=True, kw_only=True)
class Moved:
    """A player's points and net before and after; nets are minor units, or points without a stake."""

    name: str
    points: tuple[int, int]
    net: tuple[int, int]

    @property
    def changed(self) -> bool:
        return self.points[0] != self.points[1] or self.net[0] != self.net[1]


@dataclass(frozen=True, kw_only=True)
class Effect:
    """What moves when one hand says something else, or does not count."""

    players: tuple[Moved, ...]
    payments: tuple[list[tuple[str, str, int]], list[tuple[str, str, int]]]
    """The fewest transfers of the sitting before and after: payer, payee, amount."""
    games: tuple[list[str], list[str]]
    """Where games are played: how they stand before and after, in words."""
    dealers_moved: int
    """How many later hands would have another dealer."""

    @property
    def anything(self) -> bool:
        return any(player.changed for player in self.players) or self.games[0] != self.games[1]


def effect_of(record: HandRecord, changed: Hand | None) -> Effect:
    """Return what moves when `record` says `changed` (None: does not count). Raises ImpossibleSitting.

    A hand that does not count moves nothing, whatever it says.
    """
    sitting = record.sitting
    now = {told.id: told.hand for told in sitting.counted}
    then = {id: changed if id == record.pk else hand for id, hand in now.items()}
    then = {id: hand for id, hand in then.items() if hand is not None}
    seats = len(sitting.players)
    table = {"rules": sitting.table.rules, "seats": seats, "first_dealer": sitting.first_dealer}
    before, after = game.play(now.values(), **table), game.play(then.values(), **table)
    totals = tuple(_totals(played, seats) for played in (before, after))
    settled = [
        settle(range(seats), owed(played, rules=table["rules"], seats=seats), stake=sitting.table.stake_minor)
        for played in (before, after)
    ]
    return Effect(
        players=_moved(sitting, totals, settled),
        games=tuple(_games(sitting, played) for played in (before, after)),
        payments=tuple(_payments(sitting, settlement) for settlement in settled),
        dealers_moved=_dealers_moved(
            dict(zip(now, before, strict=True)), dict(zip(then, after, strict=True))
        ),
    )


def _games(sitting, played: list[game.Played]) -> list[str]:
    rules, names = sitting.table.rules, sitting.names
    standing = played[-1].standing if played else game.opening(rules, len(names))
    return games_told(standing, rules, side_names(rules, names)) if standing else []


def _dealers_moved(before: dict[UUID, game.Played], after: dict[UUID, game.Played]) -> int:
    return sum(before[id].dealer != played.dealer for id, played in after.items())


def _totals(played: list[game.Played], seats: int) -> tuple[int, ...]:
    return played[-1].totals if played else (0,) * seats


def _moved(sitting, totals, settled: list[Settlement]) -> tuple[Moved, ...]:
    stake = sitting.table.stake_minor
    return tuple(
        Moved(
            name=name,
            points=tuple(points[seat] for points in totals),
            net=tuple(s.nets[seat].minor if stake else s.nets[seat].points for s in settled),
        )
        for seat, name in enumerate(sitting.names)
    )


def _payments(sitting, settlement: Settlement) -> list[tuple[str, str, int]]:
    names, stake = sitting.names, sitting.table.stake_minor
    return [
        (names[debt.debtor], names[debt.creditor], debt.minor if stake else debt.points)
        for debt in settlement.transfers
    ]
