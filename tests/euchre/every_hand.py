"""Every kind of hand that rules allow: nothing is left to chance."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations, product

from scoring.euchre.hand import SPECIALS, VOIDS, Hand, Irregularity
from scoring.euchre.rule_set import RuleSet
from tests.euchre.chance import offenders


def every_hand(rules: RuleSet, seats: int, wrong: int = 2) -> Iterator[Hand]:
    """Yield every hand that the first seat can have made, with up to `wrong` irregularities; void
    deals."""
    for void in VOIDS:
        if not (void == "passed-out" and rules.stick_the_dealer):
            yield Hand(void=void)
    if rules.each_scores:
        yield from _own_tricks(rules, seats, wrong)
        return
    for who in (_bidders if rules.bidding else WHO[rules.partners])(rules, seats):
        could = [
            (kind, by)
            for kind in sorted(rules.irregularities)
            for by in offenders(kind, who, seats)
        ]
        for told in chain.from_iterable(combinations(could, number) for number in range(wrong + 1)):
            offences = tuple(Irregularity(kind=kind, by=by) for kind, by in told)
            dealt = rules.tricks_dealt
            for tricks in (5,) if who.get("special") == "jamboree" else range(dealt + 1):
                yield Hand(**who, tricks=tricks, irregularities=offences)


def _own_tricks(rules: RuleSet, seats: int, wrong: int) -> Iterator[Hand]:
    """Yield every way in which the tricks can fall to those who stay in."""
    makers = (0, None) if rules.clubs_trump or not rules.stick_the_dealer else (0,)
    counts = (*((None,) if rules.drop_out else ()), *range(rules.tricks_dealt + 1))
    for maker, taken in product(makers, product(counts, repeat=seats)):
        stay = [seat for seat, took in enumerate(taken) if took is not None]
        if sum(taken[seat] for seat in stay) != rules.tricks_dealt:
            continue
        if len(stay) < seats and (maker is None or maker not in stay):
            continue
        could = list(product(sorted(rules.irregularities), stay))
        for told in chain.from_iterable(combinations(could, number) for number in range(wrong + 1)):
            offences = tuple(Irregularity(kind=kind, by=by) for kind, by in told)
            yield Hand(maker=maker, taken=taken, irregularities=offences)


def _with_a_called_partner(rules: RuleSet, seats: int) -> Iterator[dict]:
    yield {"maker": 0, "partner": None}
    yield {"maker": 0, "partner": None, "alone": 0}
    yield from ({"maker": 0, "partner": seat} for seat in range(1, seats))


def _with_a_fixed_partner(rules: RuleSet, seats: int) -> Iterator[dict]:
    ways = {"maker": (None, 0), "nobody": (None,)}.get(
        rules.alone, (None, 0, *rules.partners_of(0))
    )
    for alone, special in product(
        ways, (None, *(name for name in SPECIALS if getattr(rules, name)))
    ):
        lone = (alone is not None or special) and special != "jamboree"
        defends = special != "jamboree" and rules.defends(lone=bool(lone))
        against = (1, 3) if defends else ()
        for defender in (None, *against):
            yield {"maker": 0, "alone": alone, "special": special, "defender_alone": defender}


def _each_for_themselves(rules: RuleSet, seats: int) -> Iterator[dict]:
    yield {"maker": 0}
    if rules.lone_hands:
        yield {"maker": 0, "alone": 0}


def _bidders(rules: RuleSet, seats: int) -> Iterator[dict]:
    forced = (None, True) if rules.forced_half else (None,)
    for bid, made_to in product(rules.bids, forced):
        told = {"maker": 0, "bid": bid, "forced": made_to}
        if isinstance(bid, str) or rules.alone_at:
            yield told | {"alone": 0}
        if isinstance(bid, int):
            yield told | {"alone": None}


WHO = {
    "called": _with_a_called_partner,
    "fixed": _with_a_fixed_partner,
    "none": _each_for_themselves,
}
