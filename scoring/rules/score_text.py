"""A scored sheet as plain text for people: aligned columns, whatever letters the names are in."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from scoring.rules.counters import counters
from scoring.rules.game import Played, Standing
from scoring.rules.money import written
from scoring.rules.rule_set import NUMBERS, RuleSet
from scoring.rules.rule_sets import on_shelf
from scoring.rules.score_out import Scored
from scoring.rules.statement import signed
from scoring.rules.wording import facts, gains, games_told, side_names, told

GAP = "  "


def table(scored: Scored) -> str:
    """Return the whole sheet in lines: what it is, the hands and why they scored, totals, who pays
    whom."""
    players, rules = scored.sheet.players, scored.sheet.rules
    hands = [_hand(played, players, rules) for played in scored.hands]
    parts = [
        [_heading(scored)],
        columns([("hand", "dealer", "what happened", "scores", "why"), *hands], right={0}),
        _games(scored, scored.standing) if scored.standing else _sides(scored),
        columns(
            _totals(scored) if _each_for_himself(scored) else _nets(scored), right=set(range(1, 7))
        ),
        _transfers(scored),
    ]
    return "\n\n".join("\n".join(part) for part in parts if part) + "\n"


def columns(rows: Sequence[Sequence[str]], *, right: set[int] = frozenset()) -> list[str]:
    """Return rows as lines of aligned columns; those numbered in `right` are aligned on the
    right."""
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
    parts = [
        " ".join((sheet.title or "").split()),
        sheet.played.isoformat() if sheet.played else "",
        _rules(sheet.rules, len(sheet.players)),
        _terms(sheet.rules) if sheet.rules.partners != "called" else "",
        sheet.stake.told(sheet.rules.unit) if sheet.stake else "",
    ]
    return "; ".join(filter(None, parts))


def _rules(rules: RuleSet, seats: int) -> str:
    """Return "Call-Ace, four players, with the joker", or "Our rules (Keller's game, changed)"."""
    parts = [
        f"{rules.name} ({on_shelf(rules.base).name}, changed)" if rules.base else rules.name,
        f"{NUMBERS[seats]} players" if len(rules.players) > 1 else "",
        "with the joker" if rules.joker else "",
    ]
    return ", ".join(filter(None, parts))


def _terms(rules: RuleSet) -> str:
    """Return what counts: "5 points a game, laps, love games double, rubbers of three games"."""
    if rules.target is None:
        return "points alone, no games"
    rubber = {"three": "rubbers of three games", "best-of-three": "rubbers best of three", None: ""}
    parts = [
        f"{rules.target} point{'' if rules.target == 1 else 's'} a game",
        "laps" if rules.laps else "",
        "love games double" if rules.love_double else "",
        rubber[rules.rubber],
        "the loser pays what he wanted of game"
        if rules.stakes == "deficit" and not rules.rubber
        else "",
    ]
    return ", ".join(filter(None, parts))


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
    rules = scored.sheet.rules
    return games_told(standing, rules, side_names(rules, scored.sheet.players))


def _each_for_himself(scored: Scored) -> bool:
    """Return whether points alone are counted, by each for himself: they lie on the table as
    counters."""
    return scored.standing is None and scored.sheet.rules.partners != "fixed"


def _sides(scored: Scored) -> list[str]:
    """Return how partners stand whose points alone are counted: "Ann and Cat 9, Ben and Dan 4"."""
    rules, players = scored.sheet.rules, scored.sheet.players
    if rules.partners != "fixed":
        return []
    sides = zip(side_names(rules, players), rules.sides(len(players)), strict=True)
    return [", ".join(f"{who} {scored.totals[players[seats[0]]]}" for who, seats in sides)]


def _nets(scored: Scored) -> list[tuple[str, ...]]:
    currency = scored.sheet.stake and scored.sheet.stake.currency
    rows = [("player", "net") + (("money",) if currency else ())]
    for name, net in scored.settlement.nets.items():
        rows.append(
            (name, signed(net.points))
            + ((written(net.minor, currency, plus=True),) if currency else ())
        )
    return rows


def _transfers(scored: Scored) -> list[str]:
    stake, unit = scored.sheet.stake, scored.sheet.rules.unit
    rows = []
    for debt in scored.settlement.transfers:
        money = (written(debt.minor, stake.currency),) if stake else ()
        points = f"{debt.points} {unit}{'' if debt.points == 1 else 's'}"
        rows.append((f"{debt.debtor} pays {debt.creditor}", points, *money))
    return columns(rows, right={1, 2}) if rows else ["Nobody owes anybody anything."]
