"""How the table stands, as the pad's script needs it to go on by itself
(static/table/pad/ahead.js)."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.models import Sitting
from scoring.models.hands import BareHand
from scoring.rules.ahead import ahead_table, stands
from scoring.rules.counters import WORTH
from scoring.rules.game import ImpossibleSitting, play
from scoring.views.table.games import GameScore, bridge_of
from scoring.views.tournament.play.round_here import RoundHere


def now_context(
    sitting: Sitting,
    *,
    tiles: Sequence,
    score: GameScore | None,
    round: RoundHere | None,
    undone: dict | None,
) -> dict:
    """Return what templates/table/_now.html puts into the page, given what stands on its keys and
    above them, and the hand that Put back would bring."""
    rules = sitting.rules
    shown = score.sides if rules.partners == "fixed" else tiles
    back = undone and undone["hand"]
    return {
        "now": {
            "version": sitting.table.version,
            "sitting": sitting.pk,
            "about": _about(sitting, round),
            "numbered": round is None or round.hand == len(sitting.played) + 1,
            "round": round is not None,
            "to": score.to if score and not round else "",
            "bridge": bridge_of(sitting),
            "worth": WORTH._asdict(),
            "waiting": [str(bare.id) for bare in sitting.uncounted("waiting")],
        }
        | _stands(sitting, [one.points for one in shown], back),
        "ahead": ahead_table(rules, len(sitting.players)),
        "one_of_each": sum(WORTH),
        "markable": range(rules.target or 0),
    }


def _about(sitting: Sitting, round: RoundHere | None) -> dict | None:
    """Return what the head of the pad says of the next hand, in pieces that a script can go on
    counting: its number, and of how many; None once the round is over."""
    if round is None:
        name = sitting.rules.name
        return {"before": name, "hand": len(sitting.played) + 1, "of": None}
    if round.state == "over":
        return None
    return {"before": f"Round {round.no}", "hand": round.hand, "of": round.of}


def _stands(sitting: Sitting, points: Sequence[int], undone: BareHand | None) -> dict:
    """Return how it stands now, before the last hand, and with the undone one put back."""
    played, ids = sitting.played, [str(bare.id) for bare in sitting.counted]
    in_round = sitting.round_table_id is not None
    at = {
        "rules": sitting.rules,
        "seats": len(sitting.players),
        "carried": _carried(sitting, points) if in_round else None,
    }
    now = stands(played, latest=ids[-1] if ids else "", dealer=sitting.dealer, **at)
    before = played and stands(
        played[:-1], latest=ids[-2] if ids[1:] else "", dealer=played[-1].dealer, **at
    )
    return now | {"before": before or None, "back": undone and _put_back(sitting, undone, at)}


def _put_back(sitting: Sitting, undone: BareHand, at: dict) -> dict | None:
    hands = [one.hand for one in (*sitting.counted, undone)]
    try:
        played = play(
            hands,
            rules=at["rules"],
            seats=at["seats"],
            first_dealer=sitting.first_dealer,
            kept=True,
        )
    except ImpossibleSitting:
        return None
    return stands(played, latest=str(undone.id), dealer=played[-1].next_dealer, **at)


def _carried(sitting: Sitting, points: Sequence[int]) -> list[int]:
    """Return by side what stands on the page and was scored in no hand of this sitting: in a
    tournament's round, before somebody was replaced."""
    sides = sitting.rules.sides(len(sitting.players))
    return [shown - sitting.totals[seats[0]] for shown, seats in zip(points, sides, strict=True)]
