"""The figures of a rules page: the score of every kind of hand, found by scoring an example.

This module contains no numbers. Each row passes a hand to `points.score`, for every number of
players.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import NamedTuple

from scoring.euchre.awards import Award, Score
from scoring.euchre.bidding import bid_in_words
from scoring.euchre.hand import ALONE, Hand, ImpossibleHand, Irregularity
from scoring.euchre.offences import TABLE
from scoring.euchre.points import score
from scoring.euchre.rule_set import NUMBERS, Law, RuleSet
from scoring.euchre.wording import figure


@dataclass(frozen=True, kw_only=True)
class PointRow:
    """What one kind of hand, or of irregularity, brings."""

    key: str
    what: str
    who: str
    """The players who each score the number, or what happens instead."""
    numbers: tuple[int, ...]
    """By number of players, in the order of the rules. It is empty if no one scores."""
    law: Law
    more: str = ""
    was: tuple[int, ...] | None = None
    """The book's numbers, where they are others."""

    @property
    def brings(self) -> tuple:
        """What two rows share that say the same."""
        return self.who, self.numbers, self.law, self.more

    @property
    def cells(self) -> tuple[tuple[str, str], ...]:
        """The numbers in figures, each with the book's number if that differs. It is empty if no
        one scores."""
        was = self.was or ()
        numbers = self.numbers or (0,) * len(was)
        return tuple(
            (figure(number), figure(book) if book not in (None, number) else "")
            for number, book in zip_longest(numbers, was)
        )


MADE, ALL, FEW = "made", "all", "few"
"""How many tricks the maker's side took: enough, all, or one too few."""


class Case(NamedTuple):
    """A kind of hand, with its name on a page and an example in which seat 0 is the maker."""

    key: str
    what: str
    tricks: str = MADE
    lone: bool = False
    offences: tuple[tuple[str, str], ...] = ()
    """Irregularities by kind, and by whose side."""
    special: str | None = None
    defended: bool = False
    unless: str = ""
    """The case that says it already, when they bring the same."""


RESULTS = (
    Case("point", "Made: {made} tricks"),
    Case("march", "All {all} tricks (march)", ALL),
    Case("euchre", "Euchred: fewer than {few}", FEW),
    Case("lone_point", "Alone, made: {made} tricks", lone=True),
    Case("lone_march", "Alone: all {all} tricks", ALL, lone=True),
    Case(
        "lone_defence_any",
        "Euchred by a lone defender",
        tricks=FEW,
        defended=True,
        unless="euchre",
    ),
    Case("lone_euchre", "Alone, euchred: fewer than {few}", FEW, lone=True),
    Case("lone_defence", "Alone, euchred by a lone defender", tricks=FEW, lone=True, defended=True),
    Case(
        "jambone",
        "Jambone (alone, cards shown), all {all} tricks",
        tricks=ALL,
        special="jambone",
    ),
    Case("jamboree", "Jamboree, the {all} best trumps shown", tricks=ALL, special="jamboree"),
)
MAKER, ADVERSARY, PARTNER = "maker", "adversary", "partner"
BOTH = (("revoke", MAKER), ("revoke", ADVERSARY))
OFFENCES = (
    Case("revoke_by_maker", "Renege (revoke) by the maker’s side", offences=(("revoke", MAKER),)),
    Case(
        "revoke_by_adversary", "Renege (revoke) by an opponent", offences=(("revoke", ADVERSARY),)
    ),
    Case(
        "lone_revoke_by_maker",
        "Renege (revoke) by the lone player",
        lone=True,
        offences=(("revoke", MAKER),),
        unless="revoke_by_maker",
    ),
    Case(
        "lone_revoke_by_adversary",
        "Renege (revoke) by an opponent in a lone hand",
        lone=True,
        offences=(("revoke", ADVERSARY),),
        unless="revoke_by_adversary",
    ),
    Case("both_revoked", "Both sides reneged equally often", offences=BOTH),
    Case(
        "intimation",
        "The called partner gives themselves away",
        offences=(("intimation", PARTNER),),
    ),
    Case(
        "wrong_cards_of_maker",
        "Wrong number of cards, the maker’s side",
        offences=(("wrong-cards", MAKER),),
    ),
    Case(
        "wrong_cards_of_adversary",
        "Wrong number of cards, an opponent",
        tricks=FEW,
        offences=(("wrong-cards", ADVERSARY),),
    ),
    Case(
        "lone_wrong_cards_of_maker",
        "Wrong number of cards, the maker’s side in a lone hand",
        lone=True,
        offences=(("wrong-cards", MAKER),),
        unless="wrong_cards_of_maker",
    ),
    Case(
        "lone_wrong_cards_of_adversary",
        "Wrong number of cards, an opponent in a lone hand",
        tricks=FEW,
        lone=True,
        offences=(("wrong-cards", ADVERSARY),),
        unless="wrong_cards_of_adversary",
    ),
    Case(
        "abandoned",
        "An opponent gives up against a lone hand",
        lone=True,
        offences=(("abandoned", ADVERSARY),),
    ),
    Case(
        "exposed",
        "Alone: all {all} tricks, but the partner showed a card",
        tricks=ALL,
        lone=True,
        offences=(("exposed", PARTNER),),
    ),
)


def results(rules: RuleSet, book: RuleSet) -> tuple[PointRow, ...]:
    """Return what every kind of hand scores, beside what it does in the book."""
    if rules.bidding:
        return tuple(_beside(_bid_rows(_bids(rules), rules), _bid_rows(_bids(book), book)))
    if rules.each_scores:
        return tuple(_beside(_own_rows(rules), _own_rows(book)))
    return tuple(_beside(_rows(RESULTS, rules), _rows(RESULTS, book)))


def offences(rules: RuleSet, book: RuleSet) -> tuple[PointRow, ...]:
    """Return what every irregularity that these laws score does, beside what it does in the
    book."""
    if rules.bidding:
        return tuple(_beside(_bid_rows(BID_OFFENCES, rules), _bid_rows(BID_OFFENCES, book)))
    if rules.each_scores:
        return tuple(_beside(_own_offences(rules), _own_offences(book)))
    return tuple(_beside(_rows(OFFENCES, rules), _rows(OFFENCES, book)))


AT_THE_TABLE = PointRow(
    key="penalty",
    what="Penalty that the table decides, such as for table talk",
    who="the opponents score its points, or the offender’s side loses them",
    numbers=(),
    law=TABLE,
)
"""By every set."""


def _beside(rows: dict[str, PointRow], book: dict[str, PointRow]) -> Iterator[PointRow]:
    for key, row in rows.items():
        was = book[key].numbers if key in book else ()
        yield row if was == row.numbers else replace(row, was=was)


def _rows(cases: Iterable[Case], rules: RuleSet) -> dict[str, PointRow]:
    found: dict[str, PointRow] = {}
    for case in cases:
        row = _row(case, rules)
        if row and not (case.unless and row.brings == found[case.unless].brings):
            found[case.key] = row
    return found


def _row(case: Case, rules: RuleSet) -> PointRow | None:
    """Return what the case brings; None where the rules do not know it."""
    case = _in_words(case, rules)
    hand = _hand(case, rules)
    try:
        scores = [score(hand, rules=rules, seats=seats) for seats in rules.players]
    except ImpossibleHand:
        return None
    awards = [_cited(one, case, rules) for one in scores]
    scoring = [award for award in awards if award.points]
    what = (
        case.what
        if rules.partners != "none"
        else case.what.replace("the maker’s side", "the maker")
    )
    who = _who(scoring[0], hand, rules) if scoring else _effect(awards[0], case)
    numbers = (
        tuple(award.points[0][1] if award.points else 0 for award in awards) if scoring else ()
    )
    more = (
        _more(scores[0], awards[0], case) if case.offences else _lost(scores[0], awards[0], rules)
    )
    return PointRow(key=case.key, what=what, who=who, numbers=numbers, law=awards[0].law, more=more)


def _in_words(case: Case, rules: RuleSet) -> Case:
    """Return a case with the numbers of tricks that these rules have."""
    some = range(rules.made_at, rules.tricks_dealt)
    between = " or " if len(some) == 2 else " to "
    made = between.join(dict.fromkeys(NUMBERS[number] for number in (*some[:1], *some[-1:])))
    words = {"made": made, "few": NUMBERS[rules.made_at], "all": NUMBERS[rules.tricks_dealt]}
    return case._replace(what=case.what.format_map(words))


def _hand(case: Case, rules: RuleSet) -> Hand:
    called = rules.partners == "called"
    seats = {MAKER: 0, ADVERSARY: 2 if called else 1, PARTNER: 1 if called else 2}
    return Hand(
        maker=0,
        partner=seats[PARTNER] if called and not case.lone else None,
        alone=0 if case.lone else None,
        tricks={
            MADE: rules.made_at,
            ALL: rules.tricks_dealt,
            FEW: rules.made_at - 1,
        }[case.tricks],
        special=case.special,
        defender_alone=seats[ADVERSARY] if case.defended else None,
        irregularities=tuple(
            Irregularity(kind=kind, by=seats[whose]) for kind, whose in case.offences
        ),
    )


def _cited(result: Score, case: Case, rules: RuleSet) -> Award:
    """Return the main award of a case, which scores if any does. Awards that only bar a player from
    scoring come last."""
    if not case.offences:
        gains = (one for one in result.awards if one.points and one.points[0][1] > 0)
        return next(gains, result.awards[0])
    bars = {"intimation"} if rules.revokes == "counted" else {"intimation", "wrong-cards"}
    return result.awards[-1 if case.offences and case.offences[0][0] in bars else 0]


def _who(award: Award, hand: Hand, rules: RuleSet) -> str:
    seats = {seat for seat, _ in award.points}
    if rules.partners == "fixed":
        return "the maker’s side" if 0 in seats else "the opponents"
    if 0 in seats:
        return "maker and partner, each" if len(seats) > 1 else "the maker"
    if seats == hand.offenders("revoke"):
        return "the player who revoked"
    if rules.partners == "called":
        return "each opponent"
    return "each of the others" if len(seats) > 1 else "the other"


def _effect(award: Award, case: Case) -> str:
    """Return what happens instead of a score, as the award itself says it."""
    if case.offences == BOTH:
        nothing = "they cancel each other"
    else:
        nothing = "no points"
    return award.reason.partition(": ")[2] or nothing


def _lost(result: Score, award: Award, rules: RuleSet) -> str:
    """Return what the maker's side loses beside the main award."""
    each = "" if rules.partners == "fixed" else " each"
    return "".join(
        f"the maker’s side loses {-other.points[0][1]}{each}"
        for other in result.awards
        if other is not award and other.points
    )


def _more(result: Score, award: Award, case: Case) -> str:
    """Return what becomes of the hand's own result beside the award for the case."""
    if (
        result.outcome in ("abandoned", "lone-march", "both-revoked")
        or award is not result.awards[0]
    ):
        return ""
    if len(result.awards) == 1:
        return "the rest of the hand doesn’t count"
    if result.awards[-1].points:
        return "the hand’s own result counts too"
    return _effect(award, case) if award.points else ""


# -- Where each player scores their own tricks.


def _own_rows(rules: RuleSet) -> dict[str, PointRow]:
    """Return what a trick brings, and what the maker and another player lose who are set."""
    few = NUMBERS[rules.made_at]
    rows = {
        "trick": ("Each trick", "the player who took it", rules.trick),
        "euchre": (f"Maker set: fewer than {few} tricks", "the maker", -rules.euchre),
        "buck_set": ("Set: stayed in, and took no trick", "that player", -rules.buck_set),
    }
    return {key: _own_row(key, *row, rules) for key, row in rows.items()}


def _own_offences(rules: RuleSet) -> dict[str, PointRow]:
    row = _own_row("revoke", "Renege (revoke)", "the player who revoked", -rules.revoke, rules)
    wrong = PointRow(
        key="wrong-cards",
        what="Wrong number of cards",
        who="that player scores no tricks, but can be set",
        numbers=(),
        law=rules.law("wrong-cards"),
    )
    return {"revoke": replace(row, more="and no points for their tricks"), "wrong-cards": wrong}


def _own_row(key: str, what: str, who: str, number: int, rules: RuleSet) -> PointRow:
    return PointRow(key=key, what=what, who=who, numbers=(number,), law=rules.law(key))


# -- Where the trump is bid for: each number by an example, for it goes by the bid or by the tricks.


class BidCase(NamedTuple):
    """A kind of hand with a bid, with its key, its name on a page, and its tricks above the bid."""

    key: str
    what: str
    more: int = 0
    bid: str | None = None
    """The key of a lone bid; None for a number of tricks."""
    alone: bool = False
    forced: bool = False
    offences: tuple[tuple[str, str], ...] = ()


def _bids(rules: RuleSet) -> Iterator[BidCase]:
    """Yield the kinds of hands with a bid, made and set."""
    yield BidCase("made", "Bid made", more=1)
    yield BidCase("set", "Bid set", more=-1)
    if rules.forced_half:
        yield BidCase("forced_set", "Forced bid set", more=-1, forced=True)
    if rules.alone_at:
        yield BidCase("alone_at_made", "Number alone, made", more=1, alone=True)
        yield BidCase("alone_at_set", "Number alone, set", more=-1, alone=True)
    for one in rules.bids_for_all:
        name = "Bid alone" if one.key == ALONE else f"“{one.name}”"
        yield BidCase(f"{one.key}_made", f"{name}, made", bid=one.key)
        yield BidCase(f"{one.key}_set", f"{name}, set", more=-1, bid=one.key)


BID_OFFENCES = (
    BidCase(
        "revoke_by_maker",
        "Renege (revoke) by the bidder’s side",
        more=1,
        offences=(("revoke", MAKER),),
    ),
    BidCase(
        "revoke_by_adversary",
        "Renege (revoke) by an opponent",
        more=-1,
        offences=(("revoke", ADVERSARY),),
    ),
    BidCase("both_revoked", "Renege (revoke) on both sides", offences=BOTH),
    BidCase(
        "wrong_cards_of_maker",
        "Wrong number of cards, the bidder’s side",
        offences=(("wrong-cards", MAKER),),
    ),
    BidCase(
        "wrong_cards_of_adversary",
        "Wrong number of cards, an opponent",
        more=-1,
        offences=(("wrong-cards", ADVERSARY),),
    ),
)


def _bid_rows(cases: Iterable[BidCase], rules: RuleSet) -> dict[str, PointRow]:
    """Return a row for what the bidder’s side scores or loses, and another where the others
    score."""
    found = {}
    for case in cases:
        hand = _bid_hand(case, rules)
        result = score(hand, rules=rules, seats=rules.players[0])
        about = case.what.replace("the bidder’s side", rules.bidders)
        what = f"{about}: {_example(hand, rules)}"
        mine, theirs = (
            [award for award in result.awards if seat in dict(award.points)] for seat in (0, 1)
        )
        if mine or not theirs:
            found[case.key] = _bid_row(case.key, what, rules.bidders, mine, result)
        if theirs:
            key = f"{case.key}_others" if mine else case.key
            who = "the opponents" if rules.partners == "fixed" else "each opponent"
            found[key] = _bid_row(key, what, who, theirs, result)
    return found


def _bid_row(key: str, what: str, who: str, awards: Sequence[Award], result: Score) -> PointRow:
    if not awards:
        last = result.awards[-1]
        effect = last.reason.partition(": ")[2] or "no points"
        return PointRow(key=key, what=what, who=effect, numbers=(), law=last.law)
    numbers = (sum(award.points[0][1] for award in awards),)
    return PointRow(key=key, what=what, who=who, numbers=numbers, law=awards[0].law)


def _bid_hand(case: BidCase, rules: RuleSet) -> Hand:
    usual = min(max(rules.lowest_bid, 4), rules.tricks_dealt)
    wanted = usual if case.bid is None else rules.tricks_dealt
    return Hand(
        maker=0,
        bid=case.bid or usual,
        alone=0 if case.alone else None,
        forced=case.forced or None,
        tricks=max(0, min(wanted + case.more, rules.tricks_dealt)),
        irregularities=tuple(
            Irregularity(kind=kind, by=0 if whose == MAKER else 1) for kind, whose in case.offences
        ),
    )


def _example(hand: Hand, rules: RuleSet) -> str:
    """Return "bid four, took five"."""
    bid = bid_in_words(hand.bid, rules, alone=hand.alone is not None)
    return f"bid {bid}, took {NUMBERS[hand.tricks]}"
