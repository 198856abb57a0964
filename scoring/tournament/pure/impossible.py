"""Find impossible totals of a table's round, with more or fewer points than its hands can bring, or
than end it at the head table. They are pointed out but allowed, as a round can end otherwise than
its format says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from scoring.euchre.wording import score_as_text
from scoring.tournament.pure.formats import Format

A_HAND = 2
"""Minutes that a hand takes at the fastest table (a ruling of ours)."""


@dataclass(frozen=True, kw_only=True)
class AHand:
    """The points of one hand by the rules of a table, for both sides together."""

    least: int
    most: int
    lone: int = 0
    """The least points for a lone hand that takes every trick. 0 means unknown."""


@dataclass(frozen=True, kw_only=True)
class Reach:
    """The limits of the points in a table's round."""

    hands: int
    """The maximum number of hands."""
    exactly: bool
    """Whether exactly this number is played."""
    bell: int
    """The points that end the round at this table, or 0 if it ends in another way."""
    a_hand: AHand


def reach_of(
    format: Format, *, table: int, a_hand: AHand, extra_minutes: int = 0, by_clock: bool = False
) -> Reach:
    """Return the limits for a table by its number. `by_clock` says that the clock ended the round,
    perhaps early."""
    hands = {
        "hands": format.hands,
        "bell": 2 * format.bell_at - 1,
        "clock": (format.minutes + extra_minutes) // A_HAND,
    }[format.ends]
    rings = format.ends == "bell" and table == 1 and not by_clock
    return Reach(
        hands=hands,
        exactly=format.ends == "hands" and not format.minutes,
        bell=format.bell_at if rings else 0,
        a_hand=a_hand,
    )


def impossible(
    points: Mapping[str, int], lones: Mapping[str, int], reach: Reach
) -> Iterator[tuple[str, str]]:
    """Yield the impossible points and lone hands by side, with the reason, such as ("60–2 (62
    points together)", "8 hands bring 32 at most")."""
    together, hands = sum(points.values()), f"{reach.hands} hands"
    score = score_as_text(sorted(points.values(), reverse=True))
    best, second = sorted(points.values(), reverse=True)[:2]
    in_all = f"{score} ({together} points together)"
    if together > reach.hands * reach.a_hand.most:
        yield in_all, f"{hands} bring {reach.hands * reach.a_hand.most} at most"
    elif reach.bell and best >= reach.bell + reach.a_hand.most:
        most = reach.bell - 1 + reach.a_hand.most
        yield score, f"at {reach.bell} the head table rings, with {most} at most"
    # Points below zero come from a penalty, or from a lost bid, which both lessen the sum.
    if reach.exactly and min(points.values()) >= 0 and together < reach.hands * reach.a_hand.least:
        yield in_all, f"{hands} bring {reach.hands * reach.a_hand.least} at least"
    if reach.bell and best < reach.bell:
        yield score, f"the head table plays to {reach.bell}"
    if reach.bell and second >= reach.bell:
        yield score, f"the head table stops when one side has {reach.bell}"
    yield from _lones(points, lones, reach)


def _lones(
    points: Mapping[str, int], lones: Mapping[str, int], reach: Reach
) -> Iterator[tuple[str, str]]:
    made = sum(lones.values())
    if made > reach.hands:
        yield f"{made} lone hands", f"{reach.hands} hands are played at most"
        return
    for side, times in lones.items():
        worth = times * reach.a_hand.lone
        if times and 0 <= points[side] < worth:
            which = "a lone hand" if times == 1 else f"{times} lone hands"
            bring = "brings" if times == 1 else "bring"
            yield f"{points[side]} points", f"{which} of that side alone {bring} {worth}"
