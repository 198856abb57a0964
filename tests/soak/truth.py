"""What was played at a table, as its people and phones know it: the server's book is held against
it."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict, dataclass, field
from random import Random

from scoring.euchre.books import find
from scoring.euchre.hand import VOIDS, Hand, Irregularity
from scoring.euchre.points import score

RULES = find("call-ace")
NAMES = ("Ann", "Ben", "Cat", "Dan", "Eve")
SEATS = len(NAMES)


@dataclass(frozen=True, kw_only=True)
class Deal:
    """A deal that was played: the hand, and what the pad's form says of it."""

    hand: Hand
    form: dict[str, object]


@dataclass(kw_only=True)
class Record:
    """What the people of one table played, told, and were told."""

    deals: list[Hand] = field(default_factory=list)
    told: dict[str, Hand] = field(default_factory=dict)
    """The hands told, by their ids: a deal told on two phones stands here twice."""
    deal_of: dict[str, int | None] = field(default_factory=dict)
    """Which deal a hand is, by its id; None where somebody mistyped and took it back."""
    tellings: Counter = field(default_factory=Counter)
    """How many tellings there were of each kind and id: ("take-back", id)."""
    acknowledged: dict[str, tuple[str, str]] = field(default_factory=dict)
    """The kind and the id of every telling whose answer said that it is stored, by its key."""
    refused: list[str] = field(default_factory=list)
    """Why tellings were refused that now need attention."""

    @property
    def totals(self) -> tuple[int, ...]:
        """Points by seat, by the rules alone."""
        scores = [score(hand, rules=RULES, seats=SEATS).points for hand in self.deals]
        return tuple(map(sum, zip(*scores, strict=True))) if scores else (0,) * SEATS


def any_deal(random: Random) -> Deal:
    """Return a deal by chance: called, alone or void, now and then with a revoke."""
    if random.random() < 0.05:
        void = random.choice(VOIDS)
        return Deal(hand=Hand(void=void), form={"void": void})
    maker, called = random.sample(range(SEATS), 2)
    alone, tricks = random.random() < 0.15, random.choice((1, 2, 3, 3, 3, 4, 5))
    form = {"maker": maker, "partner": "alone" if alone else called, "tricks": tricks}
    whom = {"alone": maker} if alone else {"partner": called}
    offences = ()
    if random.random() < 0.15:
        offences = (Irregularity(kind="revoke", by=random.randrange(SEATS), times=1),)
        form["revoke"] = offences[0].by
    return Deal(hand=Hand(maker=maker, tricks=tricks, irregularities=offences, **whom), form=form)


def facts(hand: Hand) -> dict[str, object]:
    """Return what a phone tells of a hand, as JSON has it: the server adds at most who dealt."""
    told = asdict(hand) | {
        "irregularities": [[one.kind, one.by, one.times] for one in hand.irregularities]
    }
    return {
        name: value for name, value in told.items() if value not in (None, []) and name != "dealer"
    }
