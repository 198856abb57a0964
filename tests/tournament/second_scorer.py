"""A second scorer: counts the standings of a tournament file again, as the document says and
without the site's own code, so that the two can be compared.

It goes through the file round by round with one sheet per entrant, as a person with a pencil does.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

USUAL = {
    "ranking": ["points", "won", "lones"],
    "sit_out_points": "none",
    "movement": "progress",
    "ends": "hands",
    "hands": 8,
    "bell_at": 5,
    "forfeit_points": [],
    "lone_partner": 0,
}
STYLES = {
    "club": {},
    "classic": {"ranking": ["won", "lones", "points"], "ends": "bell", "hands": 0},
    "rotation": {"movement": "rotation"},
    "seats": {"movement": "seats"},
    "pairs": {"ranking": ["won", "points", "lones"]},
}


CARRIED = ("won", "lones", "gold")
SIDES = ("NS", "EW", "N", "E", "S", "NSE", "ABC")
AT_A_TABLE = {3: ("N", "E", "S"), 4: ("NS", "EW"), 6: ("NSE", "ABC")}


def rows(file: dict) -> list[dict]:
    """Return rank, number and figures of each entrant, in order of rank and then of number."""
    terms = USUAL | STYLES[file["style"]] | file.get("settings", {})
    sheets = {one["no"]: Sheet(one) for one in file["entrants"]}
    for round in file.get("rounds", []):
        _count_round(round, sheets, terms)
    for change in file.get("adjustments", []):
        sheets[change["no"]].beside += change.get("points", 0)
        sheets[change["no"]].figures["won"] += change.get("won", 0)
    played = [sheet for sheet in sheets.values() if not sheet.ghost]
    for sheet in played:
        sheet.add_up(terms)
    return _in_order(played, terms["ranking"])


class Sheet:
    """The sheet of one entrant."""

    def __init__(self, entrant: dict) -> None:
        self.no, self.ghost = entrant["no"], entrant.get("ghost", False)
        self.handicap, self.carried = entrant.get("handicap", 0), entrant.get("carried", {})
        self.figures = Counter({name: self.carried.get(name, 0) for name in CARRIED})
        self.cards: list[int] = []
        """Points of each round with cards."""
        self.outs: list[int | None] = []
        """The average of the sides of each round out; None where nobody played."""
        self.byes = self.forfeits = self.beside = 0
        self.tables: list[tuple[set[int], bool, int]] = []
        """Opponents, whether they won, and the points of their side."""
        self.met = (0, 0)

    def add_up(self, terms: dict) -> None:
        own = _half_up(self.cards)
        rested = 0
        for of_round in self.outs:
            if _is_swiss(terms):
                rested += _forfeit(terms)[0]
            elif of_round is not None:
                rested += {"none": 0, "table": of_round, "own": own}[terms["sit_out_points"]]
        cards, carried = sum(self.cards), self.carried.get("points", 0)
        beside = self.beside + self.handicap * len(self.cards)
        rounds = len(self.cards) + self.carried.get("rounds", 0)
        averaged = cards + carried - self.carried.get("beside", 0)
        self.average = Fraction(averaged, max(rounds, 1))
        self.points = cards + carried + beside + rested + self.forfeits

    def figure(self, name: str) -> object:
        if name in ("points", "average", "met"):
            return getattr(self, name)
        return self.figures[name]


def _count_round(round: dict, sheets: dict[int, Sheet], terms: dict) -> None:
    last = max(table["table"] for table in round["tables"])
    told = [table for table in round["tables"] if table.get("result")]
    with_cards = [one["result"] for one in told if _how(one["result"]) == "cards"]
    sides = [result[side] for result in with_cards for side in SIDES if side in result]
    for table in told:
        _count_table(table, last, sheets, terms)
    for no in round["sitting_out"] if told else ():
        sheets[no].outs.append(_half_up(sides) if sides else None)
        sheets[no].figures["won"] += _is_swiss(terms)


def _count_table(table: dict, last: int, sheets: dict[int, Sheet], terms: dict) -> None:
    result, seats = table["result"], table["seats"]
    names = AT_A_TABLE[len(seats)]
    sides = {side: {seats[seat] for seat in side} for side in names}
    how = _how(result)
    if how == "nothing":
        return
    if how == "forfeit":
        won, lost = _forfeit(terms)
        points = {side: lost if side == result["forfeit"] else won for side in names}
        [winner] = set(names) - {result["forfeit"]}
    else:
        points = {side: result[side] for side in names}
        best = [side for side in names if points[side] == max(points.values())]
        winner = best[0] if len(best) == 1 else result.get("tie")
    for side, people in sides.items():
        others = set().union(*sides.values()) - people
        for no in people:
            sheet, lones = sheets[no], result.get("lones", {})
            sheet.tables.append((others, side == winner, points[side]))
            if side == winner:
                sheet.figures["won"] += 1
                sheet.figures["gold" if table["table"] == 1 else "red"] += 1
            elif winner and table["table"] == last > 1:
                sheet.figures["green"] += 1
            if how == "forfeit":
                sheet.forfeits += points[side]
                continue
            of_partner = sum(lones.get(str(one), 0) for one in people - {no})
            sheet.cards.append(points[side] - terms["lone_partner"] * of_partner)
            sheet.figures["lones"] += lones.get(str(no), 0)


def _how(result: dict) -> str:
    if "forfeit" in result:
        return "forfeit"
    return "cards" if result.get("played", True) else "nothing"


def _forfeit(terms: dict) -> list[int]:
    usual = terms["bell_at"] if terms["ends"] == "bell" else terms["hands"] or 10
    return terms["forfeit_points"] or [usual, 0]


def _is_swiss(terms: dict) -> bool:
    return terms["movement"] == "swiss"


def _half_up(numbers: list[int]) -> int:
    if not numbers:
        return 0
    return (Fraction(sum(numbers), len(numbers)) + Fraction(1, 2)).__floor__()


def _in_order(sheets: list[Sheet], ranking: list[str]) -> list[dict]:
    groups = [sheets]
    for name in ranking:
        groups = [part for group in groups for part in _parted(group, name)]
    found, rank = [], 1
    for group in groups:
        found += [_row(sheet, rank, ranking) for sheet in sorted(group, key=lambda one: one.no)]
        rank += len(group)
    return found


def _parted(group: list[Sheet], name: str) -> list[list[Sheet]]:
    """Return the group parted by a column, the best part first."""
    if name == "met":
        numbers = {sheet.no for sheet in group}
        for sheet in group:
            there = [(won, points) for others, won, points in sheet.tables if others & numbers]
            sheet.met = (sum(won for won, _ in there), sum(points for _, points in there))
    values = sorted({sheet.figure(name) for sheet in group}, reverse=True)
    return [[sheet for sheet in group if sheet.figure(name) == value] for value in values]


def _row(sheet: Sheet, rank: int, ranking: list[str]) -> dict:
    found = {"rank": rank, "no": sheet.no, "points": sheet.points, "rounds": len(sheet.cards)}
    found |= {name: sheet.figures[name] for name in ("won", "lones", "gold", "red", "green")}
    return found | ({"met": f"{sheet.met[0]} ({sheet.met[1]})"} if "met" in ranking else {})
