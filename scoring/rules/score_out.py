"""Everything computed from a sheet, as a euchre-score/1 document (docs/sheet-format.md)."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.rules import sheet as sheets
from scoring.rules.counters import counters
from scoring.rules.game import Played
from scoring.rules.money import plain
from scoring.rules.points import Award
from scoring.rules.settlement import Debt, Settlement, settle
from scoring.rules.sheet import Sheet
from scoring.rules.sheet_values import BadSheet

FORMAT = "euchre-score/1"


@dataclass(frozen=True, slots=True)
class Scored:
    """A sheet with its hands scored and its points settled; players by name."""

    sheet: Sheet
    hands: list[Played]
    totals: dict[str, int]
    settlement: Settlement

    def amount(self, minor: int) -> str:
        """Return minor units in figures, with the decimals of the sheet's currency."""
        return plain(minor, self.sheet.stake and self.sheet.stake.currency)


def score(sheet: Sheet) -> Scored:
    """Return the sheet Scored; raise BadSheet, naming the hand, when the rules do not allow one."""
    hands = sheets.play(sheet)
    points = hands[-1].totals if hands else (0,) * len(sheet.players)
    totals = dict(zip(sheet.players, points, strict=True))
    return Scored(sheet, hands, totals, settle(totals, stake=sheet.stake.minor if sheet.stake else 0))


def document(scored: Scored) -> dict:
    """Return the euchre-score/1 document of a Scored sheet."""
    settlement = scored.settlement
    return {
        "format": FORMAT,
        "rules": scored.sheet.rules.key,
        "hands": [_hand(played, scored.sheet.players) for played in scored.hands],
        "net": {
            name: {"points": net.points, "amount": scored.amount(net.minor)}
            for name, net in settlement.nets.items()
        },
        "transfers": [_debt(debt, scored) for debt in settlement.transfers],
        "totals": scored.totals,
        "counters": {name: counters(points)._asdict() for name, points in scored.totals.items()},
        "pairs": [_debt(debt, scored) for debt in settlement.pairs],
    }


def refusal(error: BadSheet) -> dict:
    """Return the euchre-score/1 document that stands for a sheet that could not be read or scored."""
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
        "points": {name: points for name, points in zip(players, score.points, strict=True) if points},
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
