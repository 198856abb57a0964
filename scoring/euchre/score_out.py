"""Everything computed from a sheet, as a euchre-score/1 document (docs/sheet-format.md)."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NotRequired, TypedDict, cast

from scoring.common.amounts import plain, written
from scoring.euchre import sheet as sheets
from scoring.euchre.awards import Award
from scoring.euchre.books import on_shelf
from scoring.euchre.counters import counters
from scoring.euchre.game import Game, Played, Rubber, Standing, opening, rubbers
from scoring.euchre.rule_set import NUMBERS, RuleSet
from scoring.euchre.settlement import Debt, Settlement, owed, settle
from scoring.euchre.sheet import Sheet, rules_document
from scoring.euchre.sheet_values import BadSheet
from scoring.euchre.statement import signed
from scoring.euchre.wording import counted, describe, describe_games, facts, gains, side_names

FORMAT = "euchre-score/1"


class Reason(TypedDict):
    """Why a hand scores: the award in words, and its law."""

    text: str
    source: str
    law: str


class ScoredHand(TypedDict):
    """The result of one hand."""

    no: int
    dealer: str
    next_dealer: str
    outcome: str
    points: dict[str, int]
    why: list[Reason]


class NetOf(TypedDict):
    """What a player wins or loses."""

    points: int
    amount: str


Transfer = TypedDict("Transfer", {"from": str, "to": str, "points": int, "amount": str})


class ListedGame(TypedDict):
    """A game that is over."""

    no: int
    winner: int
    score: list[int]
    values: list[int]
    lap: int
    hands: list[int]


class ListedRubber(TypedDict):
    """A rubber, finished or broken off."""

    no: int
    games: list[int]
    points: list[int]
    winner: int | None
    finished: bool


class Score(TypedDict):
    """A euchre-score/1 document."""

    format: str
    rules: str | dict[str, Any]
    hands: list[ScoredHand]
    net: dict[str, NetOf]
    transfers: list[Transfer]
    sides: NotRequired[list[list[str]]]
    score: NotRequired[list[int]]
    games: NotRequired[list[ListedGame]]
    rubbers: NotRequired[list[ListedRubber]]
    totals: NotRequired[dict[str, int]]
    counters: NotRequired[dict[str, dict[str, int]]]
    pairs: NotRequired[list[Transfer]]


class Unscored(TypedDict):
    """A euchre-score/1 document that stands for a sheet which cannot be scored."""

    format: str
    error: dict[str, str | int | None]


@dataclass(frozen=True, slots=True)
class Scored:
    """A sheet with its hands scored and its points settled; players by name."""

    sheet: Sheet
    hands: list[Played]
    totals: dict[str, int]
    """Points of each player over all hands."""
    settlement: Settlement

    @property
    def standing(self) -> Standing | None:
        """The state of the games at the end, where games are played."""
        rules, seats = self.sheet.rules, len(self.sheet.players)
        return self.hands[-1].standing if self.hands else opening(rules, seats)

    def amount(self, minor: int) -> str:
        """Return minor units in figures, with the decimals of the sheet's currency."""
        return plain(minor, self.sheet.stake and self.sheet.stake.currency)


def score(sheet: Sheet, *, kept: bool = False) -> Scored:
    """Return the sheet Scored; raise BadSheet, naming the hand, when the rules do not allow one.
    Hands that are `kept` at a table stay possible after a correction."""
    hands = sheets.play(sheet, kept=kept)
    points = hands[-1].totals if hands else (0,) * len(sheet.players)
    totals = dict(zip(sheet.players, points, strict=True))
    debts = owed(hands, rules=sheet.rules, seats=len(sheet.players))
    by_name = {
        (sheet.players[one], sheet.players[other]): points for (one, other), points in debts.items()
    }
    stake = sheet.stake.minor if sheet.stake else 0
    return Scored(sheet, hands, totals, settle(sheet.players, by_name, stake=stake))


def document(scored: Scored) -> Score:
    """Return the euchre-score/1 document of a Scored sheet."""
    settlement, sheet, standing = scored.settlement, scored.sheet, scored.standing
    found: Score = {
        "format": FORMAT,
        "rules": rules_document(sheet),
        "hands": [hand_document(played, sheet.players) for played in scored.hands],
        "net": {
            name: {"points": net.points, "amount": scored.amount(net.minor)}
            for name, net in settlement.nets.items()
        },
        "transfers": [_debt(debt, scored) for debt in settlement.transfers],
    }
    if standing:
        sides = sheet.rules.sides(len(sheet.players))
        found["sides"] = [[sheet.players[seat] for seat in side] for side in sides]
        found["score"] = list(standing.score)
        found["games"] = [cast(ListedGame, _listed(game)) for game in standing.games]
        found["rubbers"] = [
            cast(ListedRubber, _listed(rubber)) for rubber in rubbers(standing, sheet.rules)
        ]
    if not sheet.rules.pays_games:
        found["totals"] = scored.totals
        found["counters"] = {
            name: counters(points)._asdict() for name, points in scored.totals.items()
        }
        found["pairs"] = [_debt(debt, scored) for debt in settlement.pairs]
    return found


def _listed(over: Game | Rubber) -> dict[str, Any]:
    """Return a game or a rubber by its keys in euchre-score/1, which are all but `first`."""
    return {
        key: list(value) if isinstance(value, tuple) else value
        for key, value in over._asdict().items()
        if key != "first"
    }


def refusal(error: BadSheet) -> Unscored:
    """Return the euchre-score/1 document that stands for a sheet that could not be read or
    scored."""
    return {
        "format": FORMAT,
        "error": {"hand": error.hand, "field": error.field, "message": error.message},
    }


def hand_document(played: Played, players: Sequence[str]) -> ScoredHand:
    """Return the result of one hand, as in a euchre-score/1 document."""
    score = played.score
    return {
        "no": played.no,
        "dealer": players[played.dealer],
        "next_dealer": players[played.next_dealer],
        "outcome": score.outcome,
        "points": {
            name: points for name, points in zip(players, score.points, strict=True) if points
        },
        "why": [_award(award) for award in score.awards],
    }


def _award(award: Award) -> Reason:
    return {"text": award.why, "source": award.law.source, "law": award.law.number}


def _debt(debt: Debt, scored: Scored) -> Transfer:
    return {
        "from": debt.debtor,
        "to": debt.creditor,
        "points": debt.points,
        "amount": scored.amount(debt.minor),
    }


# -- A scored sheet as plain text for people: aligned columns, whatever letters the names are in.
# ----------------------------------------------------------------------------------------------

GAP = "  "


def table(scored: Scored) -> str:
    """Return the whole sheet in lines, with its title, the hands with reasons, totals, and
    payments."""
    players, rules = scored.sheet.players, scored.sheet.rules
    hands = [_hand_row(played, players, rules) for played in scored.hands]
    parts = [
        [_heading(scored)],
        columns([("hand", "dealer", "what happened", "scores", "why"), *hands], right={0}),
        _games_text(scored, scored.standing) if scored.standing else _sides(scored),
        columns(
            _totals(scored) if _each_for_themselves(scored) else _nets(scored),
            right=set(range(1, 7)),
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
    """Return the width of a text in a terminal. Wide letters count two and combining marks zero."""
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
        _terms(sheet.rules),
        sheet.stake.as_text(sheet.rules.unit) if sheet.stake else "",
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
    """Return the terms, such as "5 points a game, laps, love games double, rubbers of three
    games"."""
    if rules.target is None:
        return "" if rules.partners == "called" else "points only, no games"
    rubber = {"three": "rubbers of three games", "best-of-three": "rubbers best of three", None: ""}
    parts = [
        f"{rules.target} point{'' if rules.target == 1 else 's'} a game",
        "laps" if rules.laps else "",
        f"won by {NUMBERS[rules.win_by]}" if rules.win_by > 1 else "",
        _doubled(rules),
        rubber[rules.rubber],
        f"the loser pays what they {'wanted of game' if rules.win_by == 1 else 'were behind'}"
        if rules.stakes == "deficit" and not rules.rubber
        else "",
    ]
    return ", ".join(filter(None, parts))


def _doubled(rules: RuleSet) -> str:
    """Return "love games double", or "double below 5 points"."""
    if rules.pays_games and rules.skunk is not None:
        return f"double below {counted(rules.skunk)}"
    return "love games double" if rules.love_double else ""


def _hand_row(played: Played, players: tuple[str, ...], rules: RuleSet) -> tuple[str, ...]:
    more = facts(played.hand)
    return (
        str(played.no),
        players[played.dealer],
        describe(played.hand, players, rules) + (f" ({more})" if more else ""),
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


def _games_text(scored: Scored, standing: Standing) -> list[str]:
    """Return the finished games and rubbers, and the score of the game in progress."""
    rules = scored.sheet.rules
    return describe_games(standing, rules, side_names(rules, scored.sheet.players))


def _each_for_themselves(scored: Scored) -> bool:
    """Return whether points are paid for by single players, who then have counters on the table."""
    return not scored.sheet.rules.pays_games and scored.sheet.rules.partners != "fixed"


def _sides(scored: Scored) -> list[str]:
    """Return the points of partners without games, such as "Ann and Cat 9, Ben and Dan 4"."""
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
    return columns(rows, right={1, 2}) if rows else ["All are even."]
