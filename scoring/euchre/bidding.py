"""The score of a hand with a bid: made or set, for both sides, and with a revoke."""

from __future__ import annotations

from dataclasses import replace

from scoring.euchre.awards import WRONG_CARDS, Award, Parties, Score
from scoring.euchre.hand import ALONE
from scoring.euchre.rule_set import NUMBERS

BY_BID = {"makers": "the bidder's side", "adversaries": "an adversary"}


def score_bid(at: Parties) -> Score:
    """Return the Score of a hand with a bid. Revokes of both sides void the hand and don't come
    here."""
    revoked, barred = at.guilty("revoke"), at.guilty("wrong-cards")
    made = _made(at) if not revoked else revoked == ("adversaries",)
    first, *more = _made_awards(at, revoked) if made else _set_awards(at, revoked)
    awards = (first, *(award for award in more if award.points))
    if not revoked:
        awards = (*(_without(award, at, barred) for award in awards), *_wrong_cards(at, barred))
    outcome = f"{'alone-' if at.hand.bid == ALONE else ''}{'made' if made else 'set'}"
    return Score.of(outcome, awards, at.seats)._replace(bidder=at.hand.maker)


def bid_in_words(bid: int | str) -> str:
    """Return "four" or "alone"."""
    return ALONE if bid == ALONE else NUMBERS[bid]


def _wanted(at: Parties) -> int:
    """Return how many tricks the bid wants."""
    return at.rules.tricks_dealt if at.hand.bid == ALONE else at.hand.bid


def _worth(at: Parties) -> int:
    return at.rules.bid_alone_value if at.hand.bid == ALONE else at.hand.bid


def _made(at: Parties) -> bool:
    return at.hand.tricks >= _wanted(at)


def _others_tricks(at: Parties) -> int:
    return at.rules.tricks_dealt - at.hand.tricks


def _made_awards(at: Parties, revoked: tuple[str, ...]) -> tuple[Award, ...]:
    """Return what the bidder's side scores, and what the others do for their tricks."""
    rules, hand, alone = at.rules, at.hand, at.hand.bid == ALONE
    law = "alone-made" if alone else "made"
    if alone or rules.made_scores == "bid":
        points = _worth(at)
    else:
        points = max(hand.tricks, hand.bid)
    bonus = 0 if alone else rules.made_bonus
    with_bonus = f", with a bonus of {bonus}" if bonus else ""
    if revoked:
        reason = f"{_bid(at)}: a revoke by an adversary, the bid counts as made{with_bonus}"
        return (at.award(at.makers, points + bonus, reason, "revoke"),)
    reason = f"{_bid(at)}, made {NUMBERS[hand.tricks]}{with_bonus}"
    awards = (at.award(at.makers, points + bonus, reason, law),)
    if rules.others_score_tricks:
        awards += (at.award(at.adversaries, _others_tricks(at), "the others' tricks", "others"),)
    return awards


def _set_awards(at: Parties, revoked: tuple[str, ...]) -> tuple[Award, ...]:
    """Return what the bidder's side loses, and what the others score for it."""
    rules, alone = at.rules, at.hand.bid == ALONE
    fixed = isinstance(rules.set_loses, int) and not alone
    loses = 0 if rules.set_loses is None else rules.set_loses if fixed else _worth(at)
    gives = {
        "bid": _worth(at),
        "tricks": max(_others_tricks(at), 1 if revoked else 0),
        None: 0,
    }[rules.set_gives]
    if revoked:
        reason, law = f"{_bid(at)}: a revoke by {BY_BID['makers']}, the bid is not made", "revoke"
    else:
        reason, law = (
            f"{_bid(at)}, set with {NUMBERS[at.hand.tricks]}",
            "alone-set" if alone else "set",
        )
    what = "the others' tricks" if rules.set_gives == "tricks" else "the others score the bid"
    lost = at.award(at.makers, -loses, reason, law)
    if not loses:
        return (at.award(at.adversaries, gives, reason, law),)
    return lost, at.award(at.adversaries, gives, what, "revoke" if revoked else "others")


def _without(award: Award, at: Parties, barred: tuple[str, ...]) -> Award:
    """Return an award without what offenders with wrong cards would score; a loss stays."""
    out = {seat for party in barred for seat in getattr(at, party)}
    kept = tuple((seat, number) for seat, number in award.points if seat not in out or number < 0)
    return award if kept == award.points else replace(award, points=kept)


def _wrong_cards(at: Parties, barred: tuple[str, ...]) -> tuple[Award, ...]:
    return tuple(
        at.award((), 0, WRONG_CARDS.format(BY_BID[party]), "wrong-cards") for party in barred
    )


def _bid(at: Parties) -> str:
    """Return "Bid four" or "Bid alone"."""
    return f"Bid {bid_in_words(at.hand.bid)}"
