"""The state of a table with which the pad's script goes on offline (static/table/pad/ahead.js)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.euchre.ahead import stands
from scoring.euchre.counters import WORTH
from scoring.euchre.game import ImpossibleSitting, Played, play
from scoring.table.models import Sitting
from scoring.table.models.hands import BareHand
from scoring.table.views.games import GameScore, bridge_of, ends_of
from scoring.table.views.questions import RoundOnPad

UNDONE_AT_MOST = 5
"""The most hands that can be undone one after another before the page is loaded again."""


@dataclass(frozen=True, kw_only=True)
class Undone:
    """The hand that was undone last, which Put back would bring."""

    hand: BareHand
    what: str
    many: int
    """How many were undone while no other took their place."""


def now_at(
    sitting: Sitting,
    *,
    tiles: Sequence,
    score: GameScore | None,
    round: RoundOnPad | None,
    undone: Undone | None,
) -> dict:
    """Return the facts for the script, given the figures on the keys and above them."""
    shown = score.sides if sitting.rules.partners == "fixed" else tiles
    return {
        "version": sitting.table.version,
        "sitting": sitting.pk,
        "about": _about(sitting, round),
        "numbered": round is None or round.hand == len(sitting.played) + 1,
        "round": round is not None,
        "to": score.to if score and not round else "",
        "bridge": bridge_of(sitting),
        "worth": WORTH._asdict(),
        "waiting": [str(bare.id) for bare in sitting.uncounted("waiting")],
    } | _stands(sitting, [one.points for one in shown], undone)


def _about(sitting: Sitting, round: RoundOnPad | None) -> dict | None:
    """Return the head of the pad for the next hand, with its number and the total, in pieces that a
    script can count on with. It is None once the round is over."""
    if round is None:
        name = sitting.rules.name
        return {"before": name, "hand": len(sitting.played) + 1, "of": None}
    if round.state == "over":
        return None
    return {"before": f"Round {round.no}", "hand": round.hand, "of": round.of}


def _stands(sitting: Sitting, points: Sequence[int], undone: Undone | None) -> dict:
    """Return the state now, before each of the last hands, and with the undone one restored."""
    played, ids = sitting.played, ["", *(str(bare.id) for bare in sitting.counted)]
    carried = None if sitting.round_table_id is None else _carried(sitting, points)
    found = None
    for hands in range(max(0, len(played) - UNDONE_AT_MOST), len(played) + 1):
        dealer = sitting.dealer if hands == len(played) else played[hands].dealer
        mark = sitting.mark if hands == len(played) else played[hands].hand.dealer
        at = {"latest": ids[hands], "dealer": dealer, "carried": carried}
        turn = played[hands - 1].next_dealer if hands else sitting.first_dealer
        moved = {} if mark is None else {"mark": mark, "turn": turn}
        found = _after(played[:hands], sitting, **at) | moved | {"before": found}
    if sitting.mark is None and sitting.next_dealer is not None:
        found |= {"later": {"no": sitting.next_dealer_from, "seat": sitting.next_dealer}}
    return found | {"back": undone and _put_back(sitting, undone, carried)}


def _after(played: Sequence[Played], sitting: Sitting, **at) -> dict:
    """Return the state of the table after these hands, and the games that the last of them
    ended."""
    rules = sitting.rules
    found = stands(played, rules=rules, seats=len(sitting.players), **at)
    over = played[-1].ended if played and sitting.round_table_id is None else ()
    if not over:
        return found
    rubbers = sum(one.games[-1] == over[-1].no for one in played[-1].standing.rubbers)
    said = ends_of(played[-1], rules, sitting.called)
    return found | {"ended": {"said": said, "score": over[0].score, "rubbers": rubbers}}


def _put_back(sitting: Sitting, undone: Undone, carried: Sequence[int] | None) -> dict | None:
    hands = [one.hand for one in (*sitting.counted, undone.hand)]
    try:
        played = play(
            hands,
            rules=sitting.rules,
            seats=len(sitting.players),
            first_dealer=sitting.first_dealer,
            kept=True,
        )
    except ImpossibleSitting:
        return None
    dealer = played[-1].next_dealer
    at = {"latest": str(undone.hand.id), "dealer": dealer, "carried": carried}
    return _after(played, sitting, **at) | {"undone": undone.many}


def _carried(sitting: Sitting, points: Sequence[int]) -> list[int]:
    """Return by side the points on the page that no hand of this sitting scored. They are from a
    tournament's round, before a player was replaced."""
    sides = sitting.rules.sides(len(sitting.players))
    return [shown - sitting.totals[seats[0]] for shown, seats in zip(points, sides, strict=True)]
