"""Whether a statement that comes from elsewhere can be shown and signed."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.common.amounts import DECIMALS
from scoring.euchre.sheet_values import expect, shown
from scoring.euchre.statement import SittingLine, Statement

LISTS = ("names", "ids", "sittings", "nets", "pairs", "transfers", "paid")


def refuse_statement(document: dict) -> None:
    """Raise ValueError, or what reading nonsense raises, for what no settlement page could show."""
    for name in LISTS:
        expect(list, document[name], name)
    found = Statement.from_json(document)
    if found.currency not in DECIMALS:
        raise ValueError(f"{shown(found.currency)} is not a currency code such as GBP")
    for word in _words(found):
        expect(str, word, "document")
    for number in _numbers(found):
        expect(int, number, "document")
    _refuse_strangers(found)


def _words(found: Statement) -> Iterator[object]:
    yield from found.names
    for line in found.sittings:
        yield from (line.table, line.rules, *expect(tuple, line.story, "story"))


def _numbers(found: Statement) -> Iterator[object]:
    for line in found.sittings:
        yield from (line.stake, line.hands, *line.players, *line.totals)
        yield from (number for row in (*(line.debts or ()), *line.sides) for number in row)
    for net in found.nets:
        yield from (net.points, net.minor)
    for debt in (*found.pairs, *found.transfers):
        yield from (debt.debtor, debt.creditor, debt.minor, found.amount(debt))
    for paid in found.paid:
        yield from (paid.payer, paid.payee, paid.amount, paid.closing)


def _refuse_strangers(found: Statement) -> None:
    """Raise ValueError when there is no name to a number, or no number to a name."""
    people = range(len(found.names))
    named = {who for line in found.sittings for who in line.players}
    named |= {
        who for debt in (*found.pairs, *found.transfers) for who in (debt.debtor, debt.creditor)
    }
    named |= {who for paid in found.paid for who in (paid.payer, paid.payee)}
    if not len(found.ids) == len(found.nets) == len(people) or not named <= {*people}:
        raise ValueError("the document has no name for a player")
    for line in found.sittings:
        _refuse_line(line)


def _refuse_line(line: SittingLine) -> None:
    among = {who for pair in line.owed for who in pair}
    if line.stake < 0 or line.hands < 0 or not among <= {*line.players}:
        raise ValueError("a sitting of the document is impossible")
    if not len(line.players) == len(line.totals) == len({*line.players}):
        raise ValueError("a sitting of the document has more people than totals, or fewer")
    if line.sides and sorted(who for side in line.sides for who in side) != sorted(line.players):
        raise ValueError("the sides of a sitting of the document are not its people")
