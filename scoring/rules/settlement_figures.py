"""What each won and lost in figures: the columns of the table, for the page and the paper alike."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.rules.money import written
from scoring.rules.settlement_words import is_fosters_way, kinds, plays_games
from scoring.rules.statement import SittingLine, Statement, signed


@dataclass(frozen=True, kw_only=True, slots=True)
class Figures:
    """A column of figures: what it counts, and a number a player."""

    title: str
    values: tuple[int, ...]
    against: bool = False
    """Whether these are wins and losses: they have a sign, and come to nothing."""
    currency: str | None = None
    """For money: then the numbers are minor units."""
    strong: bool = False

    def written(self, value: int) -> str:
        """Return one of the numbers, or their sum, as it is printed."""
        if self.currency:
            return written(value, self.currency, plus=True)
        return signed(value) if self.against else str(value)


def won_and_lost(statement: Statement) -> tuple[Figures, ...]:
    """Return the columns; the last is what is settled. Players stand in the order of the
    statement."""
    points, games = kinds(statement)
    columns = (
        _both(statement) if points and games else _games(statement) if games else _points(statement)
    )
    if not statement.for_money:
        return columns
    minor = tuple(net.minor for net in statement.nets)
    money = Figures(
        title="Money", values=minor, against=True, currency=statement.currency, strong=True
    )
    return (*columns, money)


def strokes(statement: Statement) -> tuple[int, ...]:
    """Return what may stand in strokes beside the figures; nothing where points and games meet."""
    return () if all(kinds(statement)) else statement.points


def _points(statement: Statement) -> tuple[Figures, ...]:
    return (
        Figures(title="Points", values=statement.points, strong=True),
        Figures(title="Against the table", values=_nets(statement), against=True),
    )


def _games(statement: Statement) -> tuple[Figures, ...]:
    nets = _nets(statement)
    lost = tuple(won - net for won, net in zip(statement.points, nets, strict=True))
    return (
        Figures(title="Won", values=statement.points),
        Figures(title="Lost", values=lost),
        Figures(title="Game points", values=nets, against=True, strong=not statement.for_money),
    )


def _both(statement: Statement) -> tuple[Figures, ...]:
    points = _nets_of(statement, [line for line in statement.sittings if not plays_games(line)])
    games = _nets_of(statement, [line for line in statement.sittings if plays_games(line)])
    columns = (
        Figures(title="Points", values=points, against=True),
        Figures(title="Game points", values=games, against=True),
    )
    if statement.for_money:
        return columns
    return (*columns, Figures(title="Together", values=_nets(statement), against=True, strong=True))


def _nets(statement: Statement) -> tuple[int, ...]:
    return tuple(net.points for net in statement.nets)


def by_fosters_way(statement: Statement) -> tuple[int, ...]:
    """Return what each won or lost where he played for himself and for points."""
    return _nets_of(statement, [line for line in statement.sittings if is_fosters_way(line)])


def of_a_sitting(line: SittingLine) -> list[str]:
    """Return what each of its players scored, as seated; of games, what each won (+) or lost."""
    if not plays_games(line):
        return [str(points) for points in line.totals]
    nets = dict.fromkeys(line.players, 0)
    _add(nets, line)
    return [signed(net) for net in nets.values()]


def _nets_of(statement: Statement, lines: list[SittingLine]) -> tuple[int, ...]:
    """Return what each player won or lost in some of the sittings, in points."""
    nets = dict.fromkeys(range(len(statement.names)), 0)
    for line in lines:
        _add(nets, line)
    return tuple(nets.values())


def _add(nets: dict[int, int], line: SittingLine) -> None:
    for (debtor, creditor), points in line.owed.items():
        nets[debtor] -= points
        nets[creditor] += points
