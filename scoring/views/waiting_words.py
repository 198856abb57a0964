"""Two tellings of a deal, fact by fact."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.rules.hand import SUITS, Hand
from scoring.rules.rule_set import RuleSet
from scoring.rules.wording import VOIDS, facts, listed, tricks


@dataclass(frozen=True, kw_only=True)
class Telling:
    """A hand as one phone told it."""

    id: str
    no: int | None
    """Its number, if it counts."""
    by: str
    """ "phone K7", "this phone", "kate"."""
    at: str
    """When it was told: "21:14"."""
    revision: int
    what: str
    gains: str
    hand: Hand


@dataclass(frozen=True, kw_only=True)
class Fact:
    """A row of the comparison."""

    name: str
    here: str
    there: str

    @property
    def differs(self) -> bool:
        return self.here != self.there


def compared(
    here: Telling, there: Telling, *, names: Sequence[str], rules: RuleSet
) -> tuple[Fact, ...]:
    """Return what two tellings say, row by row, without the rows that both leave empty."""
    one, other = (_facts(telling, names, rules) for telling in (here, there))
    return tuple(
        Fact(name=name, here=said or "–", there=other[name] or "–")
        for name, said in one.items()
        if said or other[name]
    )


def _facts(telling: Telling, names: Sequence[str], rules: RuleSet) -> dict[str, str]:
    hand = telling.hand
    played = hand.void is None
    offences = telling.what.partition("; ")[2] if hand.irregularities else ""
    return {
        "Maker": names[hand.maker] if played else VOIDS[hand.void],
        "Partner": _partner(hand, names, rules) if played else "",
        "Tricks": tricks(hand.tricks).capitalize() if hand.tricks is not None else "",
        "Besides": offences,
        "Noted": facts(hand),
        "Scores": telling.gains,
    }


def _partner(hand: Hand, names: Sequence[str], rules: RuleSet) -> str:
    """Return with whom it was played, or who played alone; nothing where each plays for himself."""
    if hand.partner is not None:
        return names[hand.partner]
    if hand.alone is None and not hand.special:
        return _unsaid(hand, names, rules)
    said = ["Alone" if hand.alone in (None, hand.maker) else f"{names[hand.alone]} alone"]
    said += [f"a {hand.special}"] if hand.special else []
    said += (
        [f"against {names[hand.defender_alone]} alone"] if hand.defender_alone is not None else []
    )
    return ", ".join(said)


def _unsaid(hand: Hand, names: Sequence[str], rules: RuleSet) -> str:
    if rules.partners == "called":
        return f"Nobody had the {SUITS[hand.call]}" if hand.call else "Nobody"
    (side,) = (seats for seats in rules.sides(len(names)) if hand.maker in seats)
    return listed([names[seat] for seat in side if seat != hand.maker])
