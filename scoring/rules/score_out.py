"""Everything computed from a sheet, as a euchre-score/1 document (docs/sheet-format.md)."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.rules import sheet as sheets
from scoring.rules.awards import Award
from scoring.rules.counters import counters
from scoring.rules.game import Game, Played, Rubber, Standing, opening, rubbers
from scoring.rules.money import plain
from scoring.rules.owed import owed
from scoring.rules.settlement import Debt, Settlement, settle
from scoring.rules.sheet import Sheet, rules_told
from scoring.rules.sheet_values import BadSheet

FORMAT = "euchre-score/1"


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
        """Where games are played: how they stand at the end."""
        rules, seats = self.sheet.rules, len(self.sheet.players)
        return self.hands[-1].standing if self.hands else opening(rules, seats)

    def amount(self, minor: int) -> str:
        """Return minor units in figures, with the decimals of the sheet's currency."""
        return plain(minor, self.sheet.stake and self.sheet.stake.currency)


def score(sheet: Sheet) -> Scored:
    """Return the sheet Scored; raise BadSheet, naming the hand, when the rules do not allow one."""
    hands = sheets.play(sheet)
    points = hands[-1].totals if hands else (0,) * len(sheet.players)
    totals = dict(zip(sheet.players, points, strict=True))
    debts = owed(hands, rules=sheet.rules, seats=len(sheet.players))
    by_name = {
        (sheet.players[one], sheet.players[other]): points for (one, other), points in debts.items()
    }
    stake = sheet.stake.minor if sheet.stake else 0
    return Scored(sheet, hands, totals, settle(sheet.players, by_name, stake=stake))


def document(scored: Scored) -> dict:
    """Return the euchre-score/1 document of a Scored sheet."""
    settlement = scored.settlement
    return {
        "format": FORMAT,
        "rules": rules_told(scored.sheet),
        "hands": [_hand(played, scored.sheet.players) for played in scored.hands],
        "net": {
            name: {"points": net.points, "amount": scored.amount(net.minor)}
            for name, net in settlement.nets.items()
        },
        "transfers": [_debt(debt, scored) for debt in settlement.transfers],
    } | (_points(scored) if scored.standing is None else _games(scored, scored.standing))


def _points(scored: Scored) -> dict:
    """Return what is told where points are all that counts."""
    return {
        "totals": scored.totals,
        "counters": {name: counters(points)._asdict() for name, points in scored.totals.items()},
        "pairs": [_debt(debt, scored) for debt in scored.settlement.pairs],
    }


def _games(scored: Scored, standing: Standing) -> dict:
    """Return what is told where games are played."""
    sheet = scored.sheet
    sides = sheet.rules.sides(len(sheet.players))
    return {
        "sides": [[sheet.players[seat] for seat in side] for side in sides],
        "score": list(standing.score),
        "games": [_listed(game) for game in standing.games],
        "rubbers": [_listed(rubber) for rubber in rubbers(standing, sheet.rules)],
    }


def _listed(over: Game | Rubber) -> dict:
    return {
        key: list(value) if isinstance(value, tuple) else value
        for key, value in over._asdict().items()
    }


def refusal(error: BadSheet) -> dict:
    """Return the euchre-score/1 document that stands for a sheet that could not be read or
    scored."""
    return {
        "format": FORMAT,
        "error": {"hand": error.hand, "field": error.field, "message": error.message},
    }


def _hand(played: Played, players: tuple[str, ...]) -> dict:
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


def _award(award: Award) -> dict:
    return {"text": award.why, "source": award.law.source, "law": award.law.number}


def _debt(debt: Debt, scored: Scored) -> dict:
    return {
        "from": debt.debtor,
        "to": debt.creditor,
        "points": debt.points,
        "amount": scored.amount(debt.minor),
    }
