"""Hands and sheets of every rule set that can have happened, by chance: for properties and the
bench."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from random import Random

from scoring.common.amounts import Stake
from scoring.euchre import books
from scoring.euchre.books import SHELF
from scoring.euchre.hand import (
    FROM_OWN,
    NO_TRUMPS,
    PENALTY,
    SPECIALS,
    SUITS,
    TO_OTHERS,
    VOIDS,
    Hand,
    Irregularity,
)
from scoring.euchre.provisions import Provision
from scoring.euchre.rule_set import RuleSet
from scoring.euchre.sheet import Entry, Sheet
from tests.euchre.cast import CAST

EVERY_SET = tuple(SHELF)
SELDOM = 0.03
"""How often a player does what the laws punish, of each kind, in a hand."""
STAKES = (None, Stake("GBP", 25), Stake("JPY", 100), Stake("KWD", 5))


LONE_BIDS = [
    {"key": "shoot", "name": "Shoot", "value": 12, "cards": 1},
    {"key": "call-two", "name": "Call two", "value": 18, "cards": 2},
    {"key": "moon", "name": "Moon", "value": 18, "cards": 0},
]


def maybe(random: Random, value: object, chance: float = 0.5) -> object:
    """Return the value, or None."""
    return value if random.random() < chance else None


# -- which rules


def any_rules(
    random: Random, keys: tuple[str, ...] = EVERY_SET, house: float = 0.3
) -> tuple[str | dict, dict]:
    """Return what a sheet may say as `rules` and as `options`: one of these sets, or house rules on
    it."""
    base = SHELF[random.choice(keys)]
    options = {name: _option(random, base, name) for name in base.options if random.random() < 0.3}
    if random.random() >= house:
        return base.key, options
    # A hand by chance does not know the score, so any side may play alone.
    provisions = sorted(base.provisions.keys() - {"no_lone_from"})
    changed = random.sample(provisions, random.randrange(5))
    told = {name: a_value(random, base.provisions[name], base.players) for name in changed}
    return _agreeing({"base": base.key, "name": "Our rules", **told}, options)


def _agreeing(told: dict, options: dict) -> tuple[dict, dict]:
    """Return house rules without what means nothing in them, and the options left with them."""
    base = SHELF[told["base"]]
    off = {"defend_alone": False, "jambone": 0, "jamboree": 0, "set_back": False}
    wrong = base.contradictions({name: told[name] for name in told if name in base.provisions})
    wrong |= {"tricks_dealt": ""} if "lowest_bid" in wrong else {}
    wrong |= {"lone_bids": ""} if "bid_alone_value" in wrong else {}
    told = {name: told[name] for name in told if name not in wrong}
    told |= {name: off[name] for name in wrong if name in off}
    house = books.find_house(told)
    left = {name: value for name, value in options.items() if name in house.options}
    if left.get("lowest_bid", 0) > house.tricks_dealt:
        del left["lowest_bid"]
    return told, left


def found(told: str | dict, options: dict) -> RuleSet:
    """Return the rule set that a sheet names."""
    return (
        books.find(told, **options) if isinstance(told, str) else books.find_house(told, **options)
    )


def a_value(random: Random, provision: Provision, players: tuple[int, ...]) -> object:
    """Return a value that the provision may have, as a sheet writes it."""
    if provision.kind == "yes or no":
        return random.random() < 0.5
    if provision.kind == "choice":
        return random.choice(list(provision.values))
    if provision.kind == "lone bids":
        return LONE_BIDS[: random.randrange(len(LONE_BIDS) + 1)]
    if provision.values and random.random() < 0.5:
        return random.choice(list(provision.values))
    if provision.only:
        return random.choice(provision.only)
    if provision.kind == "by players" and random.random() < 0.5:
        return {str(number): random.randrange(10) for number in players}
    return (
        None
        if provision.optional and random.random() < 0.3
        else random.randrange(provision.least, min(12, provision.most + 1))
    )


def _option(random: Random, rules: RuleSet, name: str) -> object:
    if name in rules.limits:
        return random.choice(rules.limits[name])
    return a_value(random, replace(rules.provisions[name], empty=""), rules.players)


# -- one hand


def any_hand(random: Random, rules: RuleSet, seats: int, wrong: float = SELDOM) -> Hand:
    """Return a hand that these rules allow at a table of this size with any dealer."""
    # Where a turned joker obliges the dealer, a hand by chance does not know who that is.
    cards = [*SUITS, *["joker"] * (rules.joker and not rules.benny_obliges)]
    turned = None if rules.bidding else maybe(random, random.choice(cards))
    dealer = maybe(random, random.randrange(seats), 0.1)
    if random.random() < 0.1:
        voids = [void for void in VOIDS if not (rules.stick_the_dealer and void == "passed-out")]
        return Hand(void=random.choice(voids), turned=turned, dealer=dealer)
    if random.random() < wrong:
        return Hand(void=PENALTY, irregularities=(_penalty(random, seats),), dealer=dealer)
    if rules.each_scores:
        return _own_tricks(random, rules, seats, wrong, dealer)
    maker = random.randrange(seats)
    who = (_bidder if rules.bidding else WHO[rules.partners])(random, rules, seats, maker)
    offences = _offences(random, rules, seats, who, wrong)
    if random.random() < wrong:
        offences += (_penalty(random, seats),)
    if rules.bidding:
        trumps = [*SUITS, *(NO_TRUMPS if rules.no_trump else ())]
        suits = {"trump": maybe(random, random.choice(trumps))}
    else:
        ways = _ways(rules, maker, dealer)
        if rules.alone == "as-made" and (who["alone"] is not None or who["special"]):
            ways = [way for way in ways if way != "assisted"]
        if rules.assist_alone and who["alone"] != maker:
            ways = [way for way in ways if way != "assisted"]
        suits = _suits(random, rules, turned, ways)
        if who.get("alone") is not None:
            suits["call"] = None
    return Hand(
        **who,
        **suits,
        dealer=dealer,
        irregularities=offences,
        tricks=_tricks(random, rules, who, offences),
    )


def _with_a_called_partner(random: Random, rules: RuleSet, seats: int, maker: int) -> dict:
    partner = maybe(random, (maker + random.randrange(1, seats)) % seats, 0.7)
    return {
        "maker": maker,
        "partner": partner,
        "alone": maybe(random, maker) if partner is None else None,
    }


def _with_a_fixed_partner(random: Random, rules: RuleSet, seats: int, maker: int) -> dict:
    whole = [maker, *rules.partners_of(maker)]
    may = {"nobody": [], "either": whole}.get(rules.alone, [maker])
    alone = random.choice(may) if may and random.random() < 0.3 else None
    special = random.choice([name for name in SPECIALS if getattr(rules, name)] or [None])
    special = maybe(random, special, 0.2) if alone in (None, maker) else None
    against = (maker + random.choice((1, 3))) % seats
    lone = (alone is not None or special is not None) and special != "jamboree"
    defends = special != "jamboree" and rules.defends(lone=lone)
    return {
        "maker": maker,
        "alone": alone,
        "special": special,
        "defender_alone": maybe(random, against, 0.3) if defends else None,
    }


def _each_for_themselves(random: Random, rules: RuleSet, seats: int, maker: int) -> dict:
    return {"maker": maker, "alone": maybe(random, maker, 0.3) if rules.lone_hands else None}


def _own_tricks(
    random: Random, rules: RuleSet, seats: int, wrong: float, dealer: int | None
) -> Hand:
    """Return a hand in which each player scores: the maker stays in, and there may be none, but
    only for a club that was turned up where the dealer is stuck."""
    stuck = rules.stick_the_dealer
    may_be_none = rules.clubs_trump or not stuck
    maker = maybe(random, random.randrange(seats), 0.8 if may_be_none else 1)
    may_go = rules.drop_out and maker is not None
    out = {seat for seat in range(seats) if may_go and seat != maker and random.random() < 0.4}
    stay = [seat for seat in range(seats) if seat not in out]
    won = [random.choice(stay) for _ in range(rules.tricks_dealt)]
    offences = tuple(
        Irregularity(kind=kind, by=by, times=random.choice((1, 1, 2)))
        for kind in sorted(rules.irregularities)
        for by in stay
        if random.random() < wrong
    )
    if random.random() < wrong:
        offences += (_penalty(random, seats),)
    clubs = maker is None and (stuck or random.random() < 0.5)
    return Hand(
        maker=maker,
        taken=tuple(None if seat in out else won.count(seat) for seat in range(seats)),
        turned="C" if clubs else maybe(random, random.choice("DHS")),
        trump="C" if clubs and rules.clubs_trump else None,
        dealer=dealer,
        irregularities=offences,
    )


def _bidder(random: Random, rules: RuleSet, seats: int, maker: int) -> dict:
    bid = random.choice(rules.bids)
    alone = isinstance(bid, str) or (rules.alone_at and random.random() < 0.3)
    return {
        "maker": maker,
        "bid": bid,
        "alone": maker if alone else None,
        "forced": maybe(random, True, 0.3) if rules.forced_half else None,
    }


WHO = {
    "called": _with_a_called_partner,
    "fixed": _with_a_fixed_partner,
    "none": _each_for_themselves,
}


def _offences(
    random: Random, rules: RuleSet, seats: int, who: dict, wrong: float
) -> tuple[Irregularity, ...]:
    """Return what went wrong, each by a player who can have done it."""
    could = [
        (kind, by) for kind in sorted(rules.irregularities) for by in offenders(kind, who, seats)
    ]
    return tuple(
        Irregularity(kind=kind, by=by, times=random.choice((1, 1, 1, 2, 3)))
        for kind, by in could
        if random.random() < wrong
    )


def _penalty(random: Random, seats: int) -> Irregularity:
    """Return points that the table gives or takes."""
    return Irregularity(
        kind=PENALTY,
        by=random.randrange(seats),
        points=random.randrange(1, 5),
        to=random.choice((TO_OTHERS, FROM_OWN)),
        why=random.choice(("", "table talk")),
    )


def offenders(kind: str, who: dict, seats: int) -> list[int]:
    """Return the seats that can have committed this irregularity."""
    lone = (
        who.get("alone") if who.get("alone") is not None or not who.get("special") else who["maker"]
    )
    if kind == "intimation":
        return [who["partner"]] if who["partner"] is not None else []
    if kind in ("abandoned", "exposed"):
        away = (1, 3) if kind == "abandoned" else (2,)
        return [] if lone is None else [(lone + by) % seats for by in away]
    alone = {lone, who.get("defender_alone")} - {None}
    if alone and "partner" not in who:
        if kind == "revoke" and who.get("special") == "jamboree":
            return []
        return [
            seat for seat in range(seats) if seat in alone or all((seat - one) % 2 for one in alone)
        ]
    return list(range(seats))


def _ways(rules: RuleSet, maker: int, dealer: int | None) -> list[str]:
    """Return how the maker can have made the trump."""
    if dealer is None:
        return ["named"]
    if maker == dealer:
        return ["named", "took"]
    fixed = rules.partners == "fixed" and (maker - dealer) % 2 == 0
    return ["named", "assisted" if fixed else "ordered"]


def _suits(random: Random, rules: RuleSet, turned: str | None, ways: list[str]) -> dict:
    """Return turned, made, trump and call, as they can have been."""
    up = "S" if turned == "joker" else turned
    made = maybe(random, random.choice(ways))
    trump, call = random.sample([suit for suit in SUITS if suit != up], 2)
    if made not in (None, "named"):
        trump = up or trump
    called = maybe(random, call) if rules.partners == "called" else None
    return {"turned": turned, "made": made, "trump": maybe(random, trump), "call": called}


def _tricks(
    random: Random, rules: RuleSet, who: dict, offences: tuple[Irregularity, ...]
) -> int | None:
    kinds = {offence.kind for offence in offences}
    if who.get("special") == "jamboree":
        return maybe(random, rules.tricks_dealt)
    ends = rules.revokes not in ("counted", "bid") and not rules.set_back
    ended = "abandoned" in kinds or ("revoke" in kinds and ends)
    won = random.randrange(rules.tricks_dealt + 1)
    return maybe(random, won) if ended else won


# -- a sheet


def any_sheet(
    random: Random,
    hands: int,
    *,
    keys: tuple[str, ...] = EVERY_SET,
    house: float = 0.3,
    wrong: float = SELDOM,
) -> Sheet:
    """Return a sheet with this number of hands by any of these rule sets, or by house rules on one
    of them."""
    told, options = any_rules(random, keys, house)
    rules = found(told, options)
    seats = random.choice(rules.players)
    return Sheet(
        rules=rules,
        house=told if isinstance(told, dict) else None,
        options=options,
        players=CAST[:seats],
        dealer=random.randrange(seats),
        hands=tuple(_entry(random, rules, seats, wrong) for _ in range(hands)),
        stake=random.choice(STAKES),
        title=maybe(random, "Friday"),
        played=maybe(random, date(2026, 11, 20)),
    )


def _entry(random: Random, rules: RuleSet, seats: int, wrong: float) -> Entry:
    return Entry(
        hand=any_hand(random, rules, seats, wrong),
        id=maybe(random, "123e4567-e89b-42d3-a456-426614174000", 0.1),
        at=maybe(random, "2026-11-20T20:15:00Z", 0.1),
        note=maybe(random, "the cat walked over the cards", 0.1),
    )
