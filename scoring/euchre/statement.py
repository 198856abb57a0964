"""The settlement of an evening as one document, with each player's result, the debts, and the
reasons.

People sign it, so it can be written to JSON when a session is closed, and read back unchanged.
Players are numbered by their place in `names`. Money is in minor units.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace

from scoring.common.amounts import written
from scoring.euchre.settlement import (
    Debt,
    Net,
    Owed,
    Settlement,
    differences,
    fewest_transfers,
    settle_together,
)
from scoring.euchre.wording import counted


@dataclass(frozen=True, kw_only=True, slots=True)
class SittingLine:
    """One sitting of the evening, with its table, rules, players and their scores."""

    table: str
    rules: str
    stake: int
    """Minor units a point; 0 where points are all that was played for."""
    hands: int
    players: tuple[int, ...]
    totals: tuple[int, ...]
    """Points scored, by each of two partners what their side did; of games, the game points won."""
    debts: tuple[tuple[int, int, int], ...] | None = None
    """For games: debtor, creditor and game points. None: the debts are the differences of the
    totals."""
    sides: tuple[tuple[int, ...], ...] = ()
    """The players of each side, for partners without games, and where four score their own tricks.
    Empty: players play for themselves."""
    story: tuple[str, ...] = ()
    """Games and rubbers in words."""

    @property
    def owed(self) -> Owed:
        """What the players owe each other, in points."""
        if self.debts is None:
            return differences(dict(zip(self.players, self.totals, strict=True)), sides=self.sides)
        return {(debtor, creditor): points for debtor, creditor, points in self.debts}


@dataclass(frozen=True, kw_only=True, slots=True)
class Paid:
    """A transfer of an earlier closing that was ticked as paid before the session was reopened. If
    it is `carried`, it was left to the accounts and is settled there."""

    payer: int
    payee: int
    amount: int
    closing: int
    carried: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Statement:
    """A session's settlement. `amount` of anything is minor units, or points where no money is
    played for."""

    currency: str
    names: tuple[str, ...]
    ids: tuple[int, ...]
    sittings: tuple[SittingLine, ...]
    nets: tuple[Net, ...]
    pairs: tuple[Debt, ...]
    transfers: tuple[Debt, ...]
    paid: tuple[Paid, ...] = ()

    @property
    def for_money(self) -> bool:
        """Whether any table had a stake."""
        return any(sitting.stake for sitting in self.sittings)

    @property
    def left_to_the_accounts(self) -> bool:
        """Whether an earlier closing left something to the accounts. Then this one leaves all open
        payments to them, because it may only reverse their entries."""
        return any(paid.carried for paid in self.paid)

    @property
    def from_the_start(self) -> tuple[Debt, ...]:
        """The transfers as if nothing had been paid under an earlier closing."""
        if not self.paid:
            return self.transfers
        return _settled(self.names, self.sittings).transfers

    @property
    def hands(self) -> int:
        return sum(sitting.hands for sitting in self.sittings)

    @property
    def points(self) -> tuple[int, ...]:
        """Points scored by each player over all sittings."""
        points = [0] * len(self.names)
        for sitting in self.sittings:
            for player, number in zip(sitting.players, sitting.totals, strict=True):
                points[player] += number
        return tuple(points)

    def amount(self, of: Debt | Net) -> int:
        return of.minor if self.for_money else of.points

    def written(self, amount: int, *, plus: bool = False) -> str:
        """Return an amount for people: "£1.75", or "7 points"."""
        if self.for_money:
            return written(amount, self.currency, plus=plus)
        mark = sign(amount) if plus or amount < 0 else ""
        return f"{mark}{counted(abs(amount))}"

    def as_json(self) -> dict:
        """Return the statement as plain JSON values."""
        return asdict(self)

    @classmethod
    def from_json(cls, document: dict) -> Statement:
        """Return the Statement that `as_json` wrote."""
        kinds = {
            "sittings": SittingLine,
            "nets": Net,
            "pairs": Debt,
            "transfers": Debt,
            "paid": Paid,
        }
        read = {
            key: tuple(kind(**_tuples(row)) for row in document[key]) for key, kind in kinds.items()
        }
        return cls(**_tuples(document) | read)


def sign(number: int) -> str:
    """Return "+", a real minus sign, or nothing for zero."""
    return "+" if number > 0 else "\N{MINUS SIGN}" if number < 0 else ""


def signed(number: int) -> str:
    """Return "+7", "−7" or "0", with a real minus sign."""
    return f"{sign(number)}{abs(number)}"


def draw_up(
    *,
    currency: str,
    people: Sequence[tuple[int, str]],
    sittings: Sequence[SittingLine],
    paid: Sequence[Paid] = (),
) -> Statement:
    """Return the Statement of a session. People are (id, name) in the order of the sittings'
    numbers.

    Payments under an earlier closing count, and the transfers clear the rest.
    """
    settlement = _settled(people, sittings)
    drawn = Statement(
        currency=currency,
        names=tuple(name for _, name in people),
        ids=tuple(pk for pk, _ in people),
        sittings=tuple(sittings),
        nets=tuple(settlement.nets.values()),
        pairs=settlement.pairs,
        transfers=settlement.transfers,
        paid=tuple(paid),
    )
    return _with_what_is_open(drawn) if paid else drawn


def _settled(people: Sequence, sittings: Sequence[SittingLine]) -> Settlement:
    return settle_together(range(len(people)), [(line.owed, line.stake) for line in sittings])


def _with_what_is_open(statement: Statement) -> Statement:
    balances = {who: statement.amount(net) for who, net in enumerate(statement.nets)}
    for payment in statement.paid:
        balances[payment.payer] += payment.amount
        balances[payment.payee] -= payment.amount
    circles = [line.players for line in statement.sittings]
    circles += [(payment.payer, payment.payee) for payment in statement.paid]
    rows = fewest_transfers(balances, circles=circles)
    money = statement.for_money
    transfers = tuple(
        Debt(payer, payee, None if money else amount, amount if money else 0)
        for payer, payee, amount in rows
    )
    return replace(statement, transfers=transfers)


def _tuples(row: dict) -> dict:
    """Return a JSON object with its lists as tuples, lists in them too."""
    return {key: _tuple(value) if isinstance(value, list) else value for key, value in row.items()}


def _tuple(values: list) -> tuple:
    return tuple(_tuple(value) if isinstance(value, list) else value for value in values)
