"""euchre-standings/1: the standings and prizes of a tournament as a document, and as a table for
people."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from scoring.tournament.pure.document import adjustment_document
from scoring.tournament.pure.prize_money import PrizeMoney, describe_prize_money, prize_money
from scoring.tournament.pure.prizes import Won, prizes
from scoring.tournament.pure.standings import StandingsRow, standings
from scoring.tournament.pure.values import Adjustment, Tournament

FORMAT = "euchre-standings/1"
COLUMNS = ("rank", "no", "name", "points", "won", "lones", "gold", "red", "green", "rounds")
WRITTEN = ("average", "met")
"""The columns of text, which are there if the ranking uses them."""
IN_WORDS = {"name": str.ljust}
"""The alignment of a column. Numbers are aligned right."""


def document(tournament: Tournament, *, decided: Mapping[str, int] | None = None) -> dict:
    """Return the standings as docs/tournament-format.md has them, with amounts in minor units."""
    rows = standings(tournament)
    return document_of(tournament, rows, prizes(tournament, rows, decided=decided))


def document_of(tournament: Tournament, rows: Sequence[StandingsRow], won: Sequence[Won]) -> dict:
    """Return the same with these rows and prizes of the tournament."""
    found = {
        "format": FORMAT,
        "rows": [_row(row, tournament.format.ranks_by) for row in rows],
        "prizes": [_prize(one) for one in won],
    }
    money = prize_money(tournament) if tournament.format.by_fees else ()
    return found | ({"money": [*map(_money, money)]} if money else {})


def _money(money: PrizeMoney) -> dict:
    """Return the fees of a group, or of all, and what becomes of them."""
    figures = ("entries", "fees", "fixed", "to_give", "given", "left")
    found = {name: getattr(money, name) for name in figures}
    return found | ({"group": money.group} if money.group else {})


def _row(row: StandingsRow, ranking: Sequence[str]) -> dict:
    """Return a row. It has the average and head to head only if the ranking uses them, and a
    handicap and adjustments only if there are any."""
    found = {column: getattr(row, column) for column in COLUMNS}
    adjusted = [adjustment_document(one) for one in row.adjustments]
    beside = {"handicap": row.handicap, "adjustments": _without_no(adjusted)}
    found |= {key: value for key, value in beside.items() if value}
    found |= {"stayed": row.stayed} if "stayed" in ranking else {}
    written = [one for one in WRITTEN if one in ranking]
    return found | {one: row.written(one).replace("\N{MINUS SIGN}", "-") for one in written}


def reasons_in(row: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the reasons for figures of a row of the document that are not from the cards."""
    no, handicap = row["no"], row.get("handicap", 0)
    given = tuple(Adjustment(no=no, **one) for one in row.get("adjustments", ()))
    return StandingsRow(no=no, name="", handicap=handicap, adjustments=given).reasons


def _without_no(adjusted: Sequence[dict]) -> list[dict]:
    return [{key: value for key, value in one.items() if key != "no"} for one in adjusted]


def _prize(won: Won) -> dict:
    """Return a prize. It has the other keys only if they are needed."""
    found = {"prize": won.prize, "to": list(won.to), "amount": won.amount}
    if len(won.to) > 1 and won.shares:
        found["shares"] = list(won.shares)
    others = ("gift", "group", "cut", "half", "carried", "drawn")
    found |= {key: getattr(won, key) for key in others if getattr(won, key)}
    return found | ({"tickets": list(won.tickets)} if won.tickets else {})


def table(tournament: Tournament, *, money: Callable[[int], str]) -> str:
    """Return lines for people, with the rows, then the reasons for figures that are not from the
    cards, then the prizes with reasons. `money` formats minor units."""
    rows = standings(tournament)
    names = {row.no: row.name for row in rows}
    given = [_prize_line(won, names, money) for won in prizes(tournament, rows)]
    if tournament.format.by_fees:
        given += [describe_prize_money(one, money) for one in prize_money(tournament)]
    beside = [f"{row.no} {row.name}: {reason}." for row in rows for reason in row.reasons]
    parts = [[*_lines(rows, tournament.format.ranks_by)], beside, given]
    return "\n\n".join("\n".join(part) for part in parts if part)


def _lines(rows: Sequence[StandingsRow], ranking: Sequence[str]) -> Iterator[str]:
    columns = (*COLUMNS, *(one for one in (*WRITTEN, "stayed") if one in ranking))
    found = [_row(row, ranking) for row in rows]
    cells = [columns, *(tuple(str(row[column]) for column in columns) for row in found)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    for line in cells:
        parts = zip(columns, line, widths, strict=True)
        yield "  ".join(IN_WORDS.get(name, str.rjust)(cell, width) for name, cell, width in parts)


def _prize_line(won: Won, names: Mapping[int, str], money: Callable[[int], str]) -> str:
    who = " and ".join(names[no] for no in won.to) or "nobody"
    what = ", ".join(filter(None, (_amount(won, money), won.gift)))
    half = f" The club keeps {money(won.half)}." if won.half else ""
    carried = f" Carried over: {money(won.carried)}." if won.carried else ""
    return f"{won.key}: {who}{f' ({what})' if what else ''}. {won.why}{half}{carried}"


def _amount(won: Won, money: Callable[[int], str]) -> str:
    """Return a text such as "10.01", or "10.01, 5.01 or 5.00 each" if it is shared, or "" without
    money."""
    if not won.amount:
        return ""
    shares = " or ".join(map(money, sorted(set(won.shares), reverse=True)))
    return money(won.amount) + (f", {shares} each" if len(won.shares) > 1 else "")
