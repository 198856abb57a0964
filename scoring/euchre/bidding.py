"""The score of a hand with a bid: made or set, for both sides, and with a revoke."""

from __future__ import annotations

from dataclasses import replace

from scoring.euchre.awards import WRONG_CARDS, Award, Parties, Score
from scoring.euchre.hand import ALONE
from scoring.euchre.rule_set import NUMBERS, RuleSet


def score_bid(at: Parties) -> Score:
    """Return the Score of a hand with a bid. Revokes of both sides void the hand and don't come
    here."""
    revoked, barred = at.guilty("revoke"), at.guilty("wrong-cards")
    made = _made(at) if not revoked else revoked == ("adversaries",)
    first, *more = _made_awards(at, revoked) if made else _set_awards(at, revoked)
    awards = (first, *(award for award in more if award.points))
    if not revoked:
        awards = (*(_without(award, at, barred) for award in awards), *_wrong_cards(at, barred))
    outcome = f"{'alone-' if at.lone else ''}{'made' if made else 'set'}"
    return Score.of(outcome, awards, at.seats)._replace(bidder=at.hand.maker)


def bid_in_words(bid: int | str, rules: RuleSet, *, alone: bool = False) -> str:
    """Return "four", "four alone", "alone" or the name of another lone bid."""
    if isinstance(bid, int):
        return f"{NUMBERS[bid]} alone" if alone else NUMBERS[bid]
    named = rules.lone_bid(bid)
    return ALONE if bid == ALONE or named is None else named.name


def _wanted(at: Parties) -> int:
    """Return how many tricks the bid wants."""
    return at.hand.bid if isinstance(at.hand.bid, int) else at.rules.tricks_dealt


def _worth(at: Parties) -> int:
    """Return what the bid is worth where it counts by itself."""
    named = at.rules.lone_bid(at.hand.bid)
    return at.hand.bid + _lone_bonus(at) if named is None else named.value


def _lone_bonus(at: Parties) -> int:
    """Return the extra points of a number of tricks that is played alone."""
    return at.rules.lone_bonus if at.lone and isinstance(at.hand.bid, int) else 0


def _made(at: Parties) -> bool:
    return at.hand.tricks >= _wanted(at)


def _others_tricks(at: Parties) -> int:
    return at.rules.tricks_dealt - at.hand.tricks


def _made_awards(at: Parties, revoked: tuple[str, ...]) -> tuple[Award, ...]:
    """Return what the bidder's side scores, and what the others do for their tricks."""
    rules, hand, for_all = at.rules, at.hand, isinstance(at.hand.bid, str)
    if for_all or rules.made_scores == "bid":
        points = _worth(at)
    else:
        points = max(hand.tricks, hand.bid) + _lone_bonus(at)
    bonus = 0 if for_all else rules.made_bonus
    with_bonus = f", with a bonus of {bonus}" if bonus else ""
    if revoked:
        reason = f"{_bid(at)}: a revoke by an adversary, the bid counts as made{with_bonus}"
        return (at.award(at.makers, points + bonus, reason, "revoke"),)
    reason = f"{_bid(at)}, made {NUMBERS[hand.tricks]}{with_bonus}"
    awards = (at.award(at.makers, points + bonus, reason, _law(at, "made")),)
    if rules.others_score_tricks:
        awards += (at.award(at.adversaries, _others_tricks(at), "the others’ tricks", "others"),)
    return awards


def _set_awards(at: Parties, revoked: tuple[str, ...]) -> tuple[Award, ...]:
    """Return what the bidder's side loses, and what the others score for it."""
    rules, loses = at.rules, _loses(at)
    gives = {
        "bid": _worth(at),
        "tricks": max(_others_tricks(at), 1 if revoked else 0),
        None: 0,
    }[rules.set_gives]
    if revoked:
        reason, law = f"{_bid(at)}: a revoke by {rules.bidders}, the bid is not made", "revoke"
    else:
        reason, law = f"{_bid(at)}, set with {NUMBERS[at.hand.tricks]}", _law(at, "set")
    what = "the others’ tricks" if rules.set_gives == "tricks" else "the others score the bid"
    lost = at.award(at.makers, -loses, reason, law)
    if not loses:
        return (at.award(at.adversaries, gives, reason, law),)
    return lost, at.award(at.adversaries, gives, what, "revoke" if revoked else "others")


def _law(at: Parties, outcome: str) -> str:
    """Return the name of the law by which a bid scores, made or set."""
    if isinstance(at.hand.bid, int):
        return outcome
    return f"alone-{outcome}" if at.hand.bid == ALONE else "lone_bids"


def _loses(at: Parties) -> int:
    """Return what a bid that is set costs. A bidder who was made to bid loses half, rounded up."""
    rules = at.rules
    if rules.set_loses is None:
        return 0
    fixed = isinstance(rules.set_loses, int) and isinstance(at.hand.bid, int)
    loses = rules.set_loses + _lone_bonus(at) if fixed else _worth(at)
    return (loses + 1) // 2 if at.hand.forced else loses


def _without(award: Award, at: Parties, barred: tuple[str, ...]) -> Award:
    """Return an award without what offenders with wrong cards would score; a loss stays."""
    out = {seat for party in barred for seat in getattr(at, party)}
    kept = tuple((seat, number) for seat, number in award.points if seat not in out or number < 0)
    return award if kept == award.points else replace(award, points=kept)


def _wrong_cards(at: Parties, barred: tuple[str, ...]) -> tuple[Award, ...]:
    whose = {"makers": at.rules.bidders, "adversaries": "an adversary"}
    return tuple(
        at.award((), 0, WRONG_CARDS.format(whose[party]), "wrong-cards") for party in barred
    )


def _bid(at: Parties) -> str:
    """Return "Bid four", "Bid four alone", "Bid alone" or "Made to bid three"."""
    bid = bid_in_words(at.hand.bid, at.rules, alone=at.lone)
    return f"Made to bid {bid}" if at.hand.forced else f"Bid {bid}"
