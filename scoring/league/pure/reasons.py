"""Explain in words why one team is placed above another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scoring.euchre.statement import signed
from scoring.euchre.wording import listed
from scoring.league.pure.table import UNTOLD, TableRow, is_reported
from scoring.league.pure.values import Decider, Rule

TIED_ON: Mapping[Rule, str] = {
    "points": "points",
    "wins": "wins",
    "games": "games won",
    "difference": "difference",
    "for": "points scored",
    "head-to-head": "their own matches",
}
OF_WHAT: Mapping[Rule, Decider] = {"games": "games", "difference": "points", "for": "points"}
"""Which figures of its games a rule looks at."""
DECIDED: Mapping[Rule, str] = {
    "wins": "fewer matches won, {} to {}",
    "games": "fewer games won, {} to {}",
    "difference": "smaller points difference, {} to {}",
    "for": "fewer points scored, {} to {}",
    "head-to-head": "behind in matches between the tied teams",
}


def figure_of(row: TableRow, rule: Rule) -> str:
    """Return what a rule of the order looks at, written out; nothing for head-to-head."""
    return UNTOLD if _is_missing(row, rule) else _compared(row, rule)


def _is_missing(row: TableRow, rule: Rule) -> bool:
    """Return whether no figure for a rule was entered. The rule compares 0 then."""
    return rule in OF_WHAT and not is_reported(row, OF_WHAT[rule])


def _compared(row: TableRow, rule: Rule) -> str:
    if rule == "difference":
        return signed(row.points_for - row.points_against)
    found = {
        "points": row.points,
        "wins": row.won,
        "games": row.games_won,
        "for": row.points_for,
    }
    return str(found[rule]) if rule in found else ""


def why_below(row: TableRow, above: TableRow | None, order: Sequence[Rule]) -> str:
    """Return the rule that put a team below the one above it, such as "tied with Trolls on points;
    fewer matches won, 3 to 4". It is "" for the first team, and if the first rule decided."""
    if above is None:
        return ""
    if row.place == above.place:
        return f"tied with {above.team} on everything"
    if row.by is None or row.by == order[0]:
        return ""
    tied = listed([TIED_ON[rule] for rule in order[: order.index(row.by)]])
    decided = DECIDED[row.by].format(_compared(row, row.by), _compared(above, row.by))
    missing = listed([one.team for one in (row, above) if _is_missing(one, row.by)])
    but = f", with no {OF_WHAT[row.by]} entered for {missing}" if missing else ""
    return f"tied with {above.team} on {tied}; {decided}{but}"


IN_SHORT: Mapping[Rule, str] = {
    "wins": "fewer wins",
    "games": "fewer games won",
    "difference": "smaller difference",
    "for": "fewer points scored",
    "head-to-head": "behind head to head",
}


def in_short(row: TableRow, above: TableRow | None, order: Sequence[Rule]) -> str:
    """Return `why_below` in a few words, such as "tied, 11 fewer games won"."""
    if above is None:
        return ""
    if row.place == above.place:
        return "tied on everything"
    if row.by is None or row.by == order[0]:
        return ""
    if _is_missing(row, row.by) or _is_missing(above, row.by):
        return f"tied, no {OF_WHAT[row.by]} entered"
    less = {"wins": above.won - row.won, "games": above.games_won - row.games_won}.get(row.by)
    words = IN_SHORT[row.by]
    if less == 1:
        words = {"fewer wins": "fewer win", "fewer games won": "fewer game won"}[words]
    return f"tied, {less} {words}" if less else f"tied, {words}"


def reasons(rows: Sequence[TableRow], order: Sequence[Rule]) -> list[str]:
    """Return for each row of a table why it is below the one before."""
    return [why_below(row, above, order) for row, above in zip(rows, (None, *rows), strict=False)]
