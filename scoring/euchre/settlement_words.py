"""A settlement in words, for the page and the sheet, in points or in game points."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scoring.common import amounts
from scoring.common.amounts import spoken
from scoring.euchre.statement import Paid, SittingLine, Statement, sign, signed
from scoring.euchre.wording import counted, listed

FOSTER = "each player pays everyone with more points the difference (Foster 1905, p. 29)"
ACROSS = "each loser pays one winner the difference of the two sides’ points"


def plays_games(line: SittingLine) -> bool:
    """Return whether a sitting was played for games; an old closing's never was."""
    return line.debts is not None


def kinds(statement: Statement) -> tuple[bool, bool]:
    """Return whether points were played for at a table, and whether games were."""
    games = [plays_games(line) for line in statement.sittings]
    return not all(games) or not games, any(games)


def is_fosters_way(line: SittingLine) -> bool:
    """Return whether each played for themselves and for points, which Foster settles by pairs."""
    return not plays_games(line) and not line.sides


def unit(line: SittingLine) -> str:
    """Return the unit at a table, "point" or "game point"."""
    return "game point" if plays_games(line) else "point"


def unit_of_all(statement: Statement) -> str:
    """Return the unit of a settlement without money. If tables differ, a game point is a point."""
    points, games = kinds(statement)
    return "game point" if games and not points else "point"


def written(statement: Statement, amount: int, *, plus: bool = False) -> str:
    """Return an amount for people: "£1.75", "7 points", "+2 game points"."""
    if statement.for_money:
        return statement.written(amount, plus=plus)
    mark = sign(amount) if plus or amount < 0 else ""
    return f"{mark}{counted(abs(amount), unit_of_all(statement))}"


def describe_stake(statement: Statement, line: SittingLine) -> str:
    """Return "25p a point", "£1.00 a game point", or nothing where no money is played for."""
    return f"{spoken(line.stake, statement.currency)} a {unit(line)}" if line.stake else ""


def why(statement: Statement, player: int) -> list[str]:
    """Return what a player wins or loses, a line a sitting, down to the points; and what is
    paid."""
    lines = [
        _why_of_sitting(statement, player, line)
        for line in statement.sittings
        if player in line.players
    ]
    return lines + [
        _why_of_payment(statement, paid)
        for paid in statement.paid
        if player in (paid.payer, paid.payee)
    ]


def _why_of_payment(statement: Statement, paid: Paid) -> str:
    payer, payee = statement.names[paid.payer], statement.names[paid.payee]
    what = "Carried over to the accounts" if paid.carried else "Paid"
    return (
        f"{what} under closing {paid.closing}: {payer} to {payee}, "
        f"{written(statement, paid.amount)}."
    )


def _why_of_sitting(statement: Statement, player: int, line: SittingLine) -> str:
    owed = line.owed
    others = [
        (owed.get((who, player), 0) - owed.get((player, who), 0), statement.names[who])
        for who in line.players
        if who != player
    ]
    wins = [f"{by} from {name}" for by, name in others if by > 0]
    owes = [f"{-by} to {name}" for by, name in others if by < 0]
    parts = [f"receives {listed(wins)}"] * bool(wins) + [f"owes {listed(owes)}"] * bool(owes)
    net = sum(by for by, _ in others)
    sums = f"in all {signed(net)}"
    if line.stake:
        worth = statement.written(net * line.stake, plus=True)
        sums += f", at {describe_stake(statement, line)} {worth}"
    where = f"{line.table}: " if len(statement.sittings) > 1 else ""
    who = _made(statement.names[player], line, player, net)
    return f"{where}{who}{'; '.join(parts) or 'is even with everyone'}: {sums}."


def _made(name: str, line: SittingLine, player: int, net: int) -> str:
    """Return a player's result, such as "Ann, 7 points, " or "Ann won 10 game points and lost 2;
    "."""
    made = line.totals[line.players.index(player)]
    if not plays_games(line):
        return f"{name}, {counted(made)}, "
    lost = made - net
    if made and lost:
        return f"{name} won {counted(made, 'game point')} and lost {lost}; "
    if made or lost:
        return f"{name} {'won' if made else 'lost'} {counted(made or lost, 'game point')}; "
    return f"{name} won and lost 0; "


def how_owed(statement: Statement) -> list[str]:
    """Return by which rules the pairs owe each other, a sentence each."""
    points, games = kinds(statement)
    said = list(_paid_by_points(statement))
    if points and games and not statement.for_money:
        said.append("A game point counts as a point.")
    return [*said, *dict.fromkeys(_paid_games(statement))]


def _paid_by_points(statement: Statement) -> Iterator[str]:
    """Yield sentences on paying for points. Each player pays those above them, partners across."""
    lines = statement.sittings
    across = [line for line in lines if line.sides and not plays_games(line)]
    if all(map(is_fosters_way, lines)):
        yield f"{FOSTER[0].upper()}{FOSTER[1:]}."
    elif any(map(is_fosters_way, lines)):
        where = "each plays for themselves" if across else "points are played for"
        yield f"Where {where}, {FOSTER}."
    if across:
        where = "Partners" if len(across) == len(lines) else "Where partners play for points, they"
        yield f"{where} pay across: {ACROSS} (our ruling)."


def _paid_games(statement: Statement) -> Iterator[str]:
    """Yield sentences on paying for games. Partners pay across, each loser to one winner. Four who
    score their own tricks have no partners."""
    for line in filter(plays_games, statement.sittings):
        where = f"{line.table}: " if len(statement.sittings) > 1 else ""
        names = [statement.names[who] for who in line.players]
        if len(names) in (4, 6) and not line.sides:
            pairs = list(zip(names[::2], names[1::2], strict=True))
            one, other = pairs[0]
            others = (f"{first} with {second}" for first, second in pairs[1:])
            who = ", ".join([f"{one} settles with {other}", *others])
            yield f"{where}Partners pay across. Each loser pays one winner (our ruling). {who}."
        elif len(names) > 2:
            yield f"{where}Each loser of a game pays its winner."


# -- What each won and lost in figures: the columns of the table, for the page and the paper alike.
# ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True, slots=True)
class Figures:
    """A column of figures, with its title and a number for each player."""

    title: str
    values: tuple[int, ...]
    against: bool = False
    """Whether these are wins and losses. Then they have a sign, and add up to zero."""
    currency: str | None = None
    """For money: then the numbers are minor units."""
    strong: bool = False

    def written(self, value: int) -> str:
        """Return one of the numbers, or their sum, as it is printed."""
        if self.currency:
            return amounts.written(value, self.currency, plus=True)
        return signed(value) if self.against else str(value)


def won_and_lost(statement: Statement) -> tuple[Figures, ...]:
    """Return the columns, the last with the amounts to settle. Players are in the order of the
    statement."""
    points, games = kinds(statement)
    columns = (
        _both(statement) if points and games else _games(statement) if games else _points(statement)
    )
    if not statement.for_money:
        return columns
    minor = tuple(net.minor for net in statement.nets)
    amounts = Figures(
        title="Money", values=minor, against=True, currency=statement.currency, strong=True
    )
    return (*columns, amounts)


def strokes(statement: Statement) -> tuple[int, ...]:
    """Return the points to show as strokes. It is empty if both points and games are counted."""
    return () if all(kinds(statement)) else statement.points


def _points(statement: Statement) -> tuple[Figures, ...]:
    return (
        Figures(title="Points made", values=statement.points, strong=True),
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
        Figures(title="By points", values=points, against=True),
        Figures(title="By games", values=games, against=True),
    )
    if statement.for_money:
        return columns
    return (*columns, Figures(title="Together", values=_nets(statement), against=True, strong=True))


def _nets(statement: Statement) -> tuple[int, ...]:
    return tuple(net.points for net in statement.nets)


def by_fosters_way(statement: Statement) -> tuple[int, ...]:
    """Return what each won or lost where they played for themselves and for points."""
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
