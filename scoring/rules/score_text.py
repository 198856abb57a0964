"""A scored sheet as plain text for people: aligned columns, whatever letters the names are in."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from scoring.rules.counters import counters
from scoring.rules.game import Played, Standing, rubbers
from scoring.rules.money import written
from scoring.rules.rule_set import NUMBERS, RuleSet
from scoring.rules.score_out import Scored
from scoring.rules.statement import signed
from scoring.rules.wording import facts, gains, game_told, rubber_told, side_names, told

GAP = "  "


def table(scored: Scored) -> str:
    """Return the whole sheet in lines: what it is, the hands and why they scored, totals, who pays whom."""
    players, rules = scored.sheet.players, scored.sheet.rules
    hands = [_hand(played, players, rules) for played in scored.hands]
    parts = [
        [_heading(scored)],
        columns([("hand", "dealer", "what happened", "scores", "why"), *hands], right={0}),
        _games(scored, scored.standing) if scored.standing else [],
        columns(_nets(scored) if scored.standing else _totals(scored), right=set(range(1, 7))),
        _transfers(scored),
    ]
    return "\n\n".join("\n".join(part) for part in parts if part) + "\n"


def columns(rows: Sequence[Sequence[str]], *, right: set[int] = frozenset()) -> list[str]:
    """Return rows as lines of aligned columns; those numbered in `right` are aligned on the right."""
    widths = [max(map(width, column)) for column in zip(*rows, strict=True)]
    return [GAP.join(_cells(row, widths, right)).rstrip() for row in rows]


def width(text: str) -> int:
    """Return how many places a text takes in a terminal: wide letters two, combining marks none."""
    if text.isascii():
        return len(text)
    return sum(_places(char) for char in text)


def _places(char: str) -> int:
    if unicodedata.category(char) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def _cells(row: Sequence[str], widths: Sequence[int], right: set[int]) -> list[str]:
    spare = [" " * (most - width(cell)) for cell, most in zip(row, widths, strict=True)]
    return [
        gap + cell if no in right else cell + gap
        for no, (cell, gap) in enumerate(zip(row, spare, strict=True))
    ]


def _heading(scored: Scored) -> str:
    sheet = scored.sheet
    joker = ", with the joker" if sheet.rules.joker else ""
    parts = [
        " ".join((sheet.title or "").split()),
        sheet.played.isoformat() if sheet.played else "",
        f"{sheet.rules.name}, {NUMBERS[len(sheet.players)]} players{joker}",
        str(sheet.stake) if sheet.stake else "",
    ]
    return "; ".join(part for part in parts if part)


def _hand(played: Played, players: tuple[str, ...], rules: RuleSet) -> tuple[str, ...]:
    more = facts(played.hand)
    return (
        str(played.no),
        players[played.dealer],
        told(played.hand, players, rules) + (f" ({more})" if more else ""),
        gains(played.score.points, players, rules),
        "; ".join(f"{award.why} ({award.law})" for award in played.score.awards),
    )


def _totals(scored: Scored) -> list[tuple[str, ...]]:
    currency = scored.sheet.stake and scored.sheet.stake.currency
    rows = [("player", "points", "blue", "red", "white", "net") + (("money",) if currency else ())]
    for name, points in scored.totals.items():
        net = scored.settlement.nets[name]
        money = (written(net.minor, currency, plus=True),) if currency else ()
        rows.append((name, str(points), *map(str, counters(points)), signed(net.points), *money))
    return rows


def _games(scored: Scored, standing: Standing) -> list[str]:
    """Return the games and rubbers that are over, and how the game in progress stands."""
    players, rules = scored.sheet.players, scored.sheet.rules
    sides = side_names(rules, players)
    now = ", ".join(f"{side} {points}" for side, points in zip(sides, standing.score, strict=True))
    over = [game_told(game, sides) for game in standing.games]
    over += [rubber_told(rubber, sides) for rubber in rubbers(standing, rules)]
    return [*over, f"Game {len(standing.games) + 1} stands: {now}"]


def _nets(scored: Scored) -> list[tuple[str, ...]]:
    currency = scored.sheet.stake and scored.sheet.stake.currency
    rows = [("player", "net") + (("money",) if currency else ())]
    for name, net in scored.settlement.nets.items():
        rows.append(
            (name, signed(net.points)) + ((written(net.minor, currency, plus=True),) if currency else ())
        )
    return rows


def _transfers(scored: Scored) -> list[str]:
    stake = scored.sheet.stake
    rows = []
    for debt in scored.settlement.transfers:
        money = (written(debt.minor, stake.currency),) if stake else ()
        points = f"{debt.points} point{'' if debt.points == 1 else 's'}"
        rows.append((f"{debt.debtor} pays {debt.creditor}", points, *money))
    return columns(rows, right={1, 2}) if rows else ["Nobody owes anybody anything."]
