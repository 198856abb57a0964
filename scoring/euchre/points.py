"""Score a hand under a rule set. Each award has a reason and a law."""

from __future__ import annotations

from functools import lru_cache

from scoring.euchre.awards import Award, Parties, Score
from scoring.euchre.bidding import score_bid
from scoring.euchre.hand import PENALTY, Hand
from scoring.euchre.offences import (
    after_a_revoke,
    lessened,
    with_counted,
    with_penalties,
    without_penalties,
)
from scoring.euchre.own_tricks import score_own_tricks
from scoring.euchre.refusals import refuse
from scoring.euchre.rule_set import NUMBERS, RuleSet


def score(
    hand: Hand, *, rules: RuleSet, seats: int, dealer: int | None = None, kept: bool = False
) -> Score:
    """Return the Score of a hand at a table of `seats` players.

    Raises ImpossibleHand when the rules do not allow the hand; of one that is `kept`, as `refuse`.
    """
    refuse(hand, rules=rules, seats=seats, dealer=dealer, kept=kept)
    what_scores = (
        *(hand.void, hand.maker, hand.partner, hand.alone),
        *(hand.bid, hand.forced, hand.tricks, hand.special, hand.taken),
    )
    if not hand.penalties:
        return _scored(rules, seats, what_scores, hand.defender_alone, hand.irregularities)
    others = without_penalties(hand.irregularities)
    result = _scored(rules, seats, what_scores, hand.defender_alone, others)
    return with_penalties(result, hand, rules)


@lru_cache(maxsize=16384)
def _scored(
    rules: RuleSet, seats: int, what_scores: tuple, defender: int | None, offences: tuple
) -> Score:
    void, maker, partner, alone, bid, forced, tricks, special, taken = what_scores
    if void is not None:
        return _nothing(void, rules, seats)
    hand = Hand(
        maker=maker,
        partner=partner,
        alone=alone,
        bid=bid,
        forced=forced,
        tricks=tricks,
        taken=taken,
        special=special,
        defender_alone=defender,
        irregularities=offences,
    )
    if rules.each_scores:
        return score_own_tricks(hand, rules, seats)
    at = Parties.of(hand, rules, seats)
    if rules.bidding and len(at.guilty("revoke")) < 2:
        return score_bid(at)
    if not offences:
        outcome, award = _result(at)
        return Score.of(outcome, _with_set_back(outcome, award, at), seats)
    if rules.revokes == "counted":
        outcome, award = _result(at)
        return with_counted(outcome, _with_set_back(outcome, award, at), at)
    revoked = at.guilty("revoke")
    if len(revoked) == 2:
        return _nothing("both-revoked", rules, seats)
    if revoked:
        return after_a_revoke(revoked[0], at, _as_played(at))
    outcome, award = _result(at)
    return lessened(outcome, _with_set_back(outcome, award, at), at)


def _as_played(at: Parties) -> Award | None:
    """Return what the tricks brought the maker's side; None where they brought nothing."""
    made = at.hand.tricks is not None and at.hand.tricks >= at.rules.made_at
    return _result(at)[1] if made else None


def _result(at: Parties) -> tuple[str, Award]:
    """Return the outcome and the award of the hand as it was played."""
    hand, rules = at.hand, at.rules
    if hand.offenders("abandoned"):
        reason = "An adversary abandoned their cards to a lone hand"
        return "abandoned", at.award(at.makers, rules.abandoned, reason, "abandoned")
    if hand.special == "jamboree":
        return "jamboree", at.award(
            at.makers,
            rules.jamboree,
            f"Jamboree, the {NUMBERS[rules.tricks_dealt]} best trumps",
            "jamboree",
        )
    if hand.tricks < rules.made_at:
        return "euchre", _euchre(at)
    return ("point", _point(at)) if hand.tricks < rules.tricks_dealt else _march(at)


def _point(at: Parties) -> Award:
    called = at.rules.partners == "called"
    if at.lone and at.rules.partners != "none":
        reason = "Point, alone" if called else "Point, a lone hand"
        return at.award(at.makers, at.rules.lone_point, reason, "lone_point")
    return at.award(
        at.makers, at.rules.point, "Point with a partner" if called else "Point", "point"
    )


def _march(at: Parties) -> tuple[str, Award]:
    rules, called = at.rules, at.rules.partners == "called"
    players = f", {NUMBERS[at.seats]} players" if called else ""
    if not at.lone:
        reason = f"March with a partner{players}" if called else "March"
        return "march", at.award(at.makers, rules.march[at.seats], reason, "march")
    if at.hand.special == "jambone":
        return "jambone", at.award(
            at.makers,
            rules.jambone,
            f"Jambone, all {NUMBERS[rules.tricks_dealt]} tricks",
            "jambone",
        )
    if at.hand.offenders("exposed"):
        reason = "Lone march, but the partner showed a card"
        return "lone-march", at.award(at.makers, rules.exposed_march, reason, "exposed_march")
    law = "march" if rules.lone_march is None else "lone_march"
    number = rules.lone_march_of(at.seats)
    return "lone-march", at.award(at.makers, number, f"Lone march{players}", law)


def _euchre(at: Parties) -> Award:
    rules = at.rules
    if rules.set_back_instead:
        own = at.lone and rules.lone_euchre is not None
        law = "lone_euchre" if own else "euchre"
        return at.award(at.makers, -getattr(rules, law), "Euchred and set back", law)
    if at.hand.defender_alone is not None and not at.lone:
        own = rules.lone_defence_any is not None
        reason = "Euchred by a lone defender"
        law = "lone_defence_any" if own else "euchre"
        return at.award(at.adversaries, rules.number("lone_defence_any"), reason, law)
    if at.hand.defender_alone is not None:
        reason = "Lone hand euchred by a lone defender"
        return at.award(at.adversaries, rules.lone_defence, reason, "lone_defence")
    if at.lone and rules.lone_euchre is not None:
        return at.award(at.adversaries, rules.lone_euchre, "Lone hand euchred", "lone_euchre")
    if rules.partners == "called":
        reason = "Lone hand euchred" if at.lone else "Maker and partner euchred"
    else:
        reason = "Euchre"
    return at.award(at.adversaries, rules.euchre, reason, "euchre")


def _with_set_back(outcome: str, award: Award, at: Parties) -> tuple[Award, ...]:
    """Return the hand's award, after what a euchred maker's side loses beside it. The loss is
    first, so that it also counts where the euchre ends the game (a ruling)."""
    lost = 0 if at.rules.set_back_instead else at.rules.set_back
    if outcome != "euchre" or not lost or _is_forfeited_to_makers(at):
        return (award,)
    back = at.award(at.makers, -lost, "Set back for a euchre", "set_back")
    return (back, award) if award.points else (back,)


def _is_forfeited_to_makers(at: Parties) -> bool:
    """Return whether the adversaries alone have wrong cards and forfeit the hand, so that it is no
    euchre (a ruling). If both sides have, neither forfeits."""
    return at.rules.revokes == "counted" and at.guilty("wrong-cards") == ("adversaries",)


VOID_WORDS = {
    "passed-out": "No one made trump: no score, the deal passes to the left",
    "misdeal": "Misdeal: no score, the deal is lost and passes to the left",
    "new-deal": "New deal: no score, the same dealer deals again",
    "imperfect-pack": "Imperfect pack: this deal is void, earlier scores stand, same dealer",
    "both-revoked": "Both sides revoked: the deal is void, same dealer",
}


PARTNERS_DEAL_LOST = (
    "Misdeal in a partner’s turn: no score, the deal is lost and passes to the left of that partner"
)


def partners_deal_lost(misdeal: Score, rules: RuleSet) -> Score:
    """Return the score of a misdeal by the partner of the player whose turn it was."""
    award = Award((), PARTNERS_DEAL_LOST, rules.law("partners_deal"))
    return misdeal._replace(awards=(award,))


NOBODY_BID = "No one bid: no score, the deal passes to the left"


def _nothing(outcome: str, rules: RuleSet, seats: int) -> Score:
    if outcome == PENALTY:
        return Score(outcome, (0,) * seats, (), deals_again=True)
    words = NOBODY_BID if rules.bidding and outcome == "passed-out" else VOID_WORDS[outcome]
    reason = Award((), words, rules.law(outcome))
    return Score(outcome, (0,) * seats, (reason,), outcome in rules.same_dealer_after)
