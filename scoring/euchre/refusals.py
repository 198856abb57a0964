"""Refuse hands that the rules of a table do not allow."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from scoring.euchre.hand import (
    ALONE,
    FROM_OWN,
    JOKER,
    MOST_POINTS,
    NO_TRUMPS,
    PENALTY,
    SUITS,
    TO_OTHERS,
    Hand,
    ImpossibleHand,
    Irregularity,
    refuse_suits_that_disagree,
)
from scoring.euchre.lone_hands import is_ahead, who_may, why_not, why_not_ahead
from scoring.euchre.rule_set import NUMBERS, RuleSet
from scoring.euchre.sheet_values import shown


def refuse(
    hand: Hand, *, rules: RuleSet, seats: int, dealer: int | None = None, kept: bool = False
) -> None:
    """Raise ImpossibleHand if this hand can't have been played by these rules at this table.

    `kept` is for a hand that is stored already. A corrected dealer or a newer ruling doesn't make
    it impossible. So it isn't checked again for lone players, for missing cards, for too many
    irregularities, or for tricks that did not matter at the time.
    """
    if not kept:
        refuse_too_many_irregularities(hand)
    dealer = hand.dealer if hand.dealer is not None else dealer
    refuse_number_of_players(seats, rules)
    _refuse_strangers(hand, seats)
    if hand.turned == JOKER and not rules.joker:
        raise ImpossibleHand("turned", "There is no joker in this pack.")
    if hand.void is not None:
        _refuse_passing_out(hand, rules, kept)
        for penalty in hand.penalties:
            refuse_a_penalty(penalty, seats)
        return
    if rules.each_scores:
        _refuse_wrong_takers(hand, rules, seats)
    elif hand.taken is not None:
        raise ImpossibleHand(
            "taken", f"Only the tricks of the maker’s side are counted in {rules.name}."
        )
    _refuse_impossible_tricks(hand, rules)
    if rules.partners != "called":
        _refuse_a_called_partner(hand, rules, seats)
    elif hand.alone is not None and hand.call is not None:
        raise ImpossibleHand("call", "A player who goes alone doesn’t call a suit.")
    if hand.made is not None and not rules.bidding:
        _refuse_a_wrong_way_to_make(hand, rules, dealer)
    if rules.bidding:
        _refuse_what_bids_leave_out(hand, rules)
        _refuse_a_wrong_bid(hand, rules)
    elif not (hand.bid is hand.forced is None):
        field = "forced" if hand.bid is None else "bid"
        raise ImpossibleHand(field, f"There is no bidding in {rules.name}.")
    elif not (hand.alone is hand.special is hand.defender_alone is None):
        _refuse_a_wrong_lone_player(hand, rules, dealer, kept)
    if hand.turned == JOKER and rules.turned_joker == "spades":
        refuse_suits_that_disagree(hand, "S")
    if hand.trump in NO_TRUMPS:
        _refuse_no_trump(hand, rules)
    _refuse_what_was_picked_up(hand, rules, dealer, kept)
    if hand.best_card and (rules.partners != "fixed" or lone_player(hand) is None):
        raise ImpossibleHand("best_card", "Only a lone player can take the partner’s best card.")
    if hand.irregularities:
        for offence in hand.irregularities:
            _refuse_an_irregularity(offence, hand, rules, seats, kept)
    if hand.tricks is None and not (rules.each_scores or _is_decided_otherwise(hand, rules, kept)):
        raise ImpossibleHand("tricks", "Enter the tricks that the maker’s side won.")


def refuse_a_lone_hand_ahead(hand: Hand, rules: RuleSet, scores: Sequence[int] | None) -> None:
    """Raise ImpossibleHand for a lone hand of a side with too many points to play alone. `scores`
    are those of the game before the hand, by side."""
    lone = lone_player(hand)
    if lone is not None and is_ahead(rules, scores, lone):
        field = "special" if hand.alone is None else "alone"
        raise ImpossibleHand(
            field,
            f"{why_not_ahead(rules)} This side has {scores[lone % 2]}.",
        )


def refuse_number_of_players(seats: int, rules: RuleSet) -> None:
    """Raise ImpossibleHand if these rules are not for this number of players."""
    if seats not in rules.pack:
        few, many = min(rules.players), max(rules.players)
        wanted = NUMBERS[few] if few == many else f"{few} to {many}"
        raise ImpossibleHand("players", f"{rules.name} is for {wanted} players, not {seats}.")


def _refuse_strangers(hand: Hand, seats: int) -> None:
    for role in ("maker", "partner", "alone", "defender_alone", "dealer"):
        seat = getattr(hand, role)
        if seat is not None and not 0 <= seat < seats:
            raise ImpossibleHand(role, f"There is no seat {seat + 1} at this table.")


def _refuse_passing_out(hand: Hand, rules: RuleSet, kept: bool) -> None:
    if hand.void != "passed-out":
        return
    if rules.stick_the_dealer:
        must = "bid" if rules.bidding else "name a suit"
        raise ImpossibleHand("void", f"The dealer is stuck here, and must {must}.")
    if rules.must_make_it(hand) and not kept:
        raise ImpossibleHand("void", OBLIGED)


def _refuse_impossible_tricks(hand: Hand, rules: RuleSet) -> None:
    if hand.tricks is not None and not 0 <= hand.tricks <= rules.tricks_dealt:
        raise ImpossibleHand(
            "tricks",
            f"There are only {NUMBERS[rules.tricks_dealt]} tricks in a hand, not {hand.tricks}.",
        )


def _refuse_wrong_takers(hand: Hand, rules: RuleSet, seats: int) -> None:
    """Raise ImpossibleHand if the players cannot have taken these tricks."""
    dealt, taken = rules.tricks_dealt, hand.taken
    if taken is None or len(taken) != seats:
        raise ImpossibleHand("taken", "Enter the tricks of each player, or that they dropped out.")
    most = next((took for took in taken if took is not None and not 0 <= took <= dealt), None)
    if most is not None:
        raise ImpossibleHand(
            "taken", f"There are only {NUMBERS[dealt]} tricks in a hand, not {most}."
        )
    took = sum(number or 0 for number in taken)
    if took != dealt:
        raise ImpossibleHand("taken", f"The tricks of all players add up to {took}, not {dealt}.")
    out = {seat for seat, number in enumerate(taken) if number is None}
    if hand.maker in out:
        raise ImpossibleHand("taken", "The maker can’t drop out.")
    if out and not rules.drop_out:
        raise ImpossibleHand("taken", f"No player can drop out in {rules.name}.")
    if out and hand.maker is None:
        raise ImpossibleHand("taken", "No one made trump, so no player can drop out.")
    if hand.turned == "C" and rules.clubs_trump and hand.maker is not None:
        raise ImpossibleHand("maker", "Clubs were turned up, so they are trump without a maker.")
    if hand.turned == "C" and rules.clubs_trump and hand.trump not in (None, "C"):
        raise ImpossibleHand("trump", "Clubs were turned up, so they are trump.")
    if hand.maker is None:
        _refuse_a_makers_facts(hand, rules)
    if any(by in out for by in hand.offenders("revoke") | hand.offenders("wrong-cards")):
        raise ImpossibleHand("irregularities", "A player who dropped out holds no cards.")


def _refuse_a_makers_facts(hand: Hand, rules: RuleSet) -> None:
    """Raise ImpossibleHand if a hand without a maker has facts of one, or needed one."""
    clubs = rules.clubs_trump and hand.turned in (None, "C")
    if rules.stick_the_dealer and not clubs:
        raise ImpossibleHand("maker", "The dealer is stuck here, and must name a suit.")
    if hand.made is not None:
        raise ImpossibleHand("made", "No one made trump.")
    if hand.trump in SUITS and not (hand.trump == "C" and clubs):
        raise ImpossibleHand("trump", "No one made trump.")
    if not (hand.alone is hand.special is hand.defender_alone is None):
        raise ImpossibleHand("alone", f"There are no lone hands in {rules.name}.")


def _refuse_no_trump(hand: Hand, rules: RuleSet) -> None:
    if not rules.no_trump:
        raise ImpossibleHand("trump", f"Every hand has trumps in {rules.name}.")
    if hand.made not in (None, "named"):
        raise ImpossibleHand("trump", "No trump is named. The turned suit was not made trump.")


def _refuse_what_bids_leave_out(hand: Hand, rules: RuleSet) -> None:
    for fact, why in NOT_WITH_A_BID.items():
        if getattr(hand, fact) is not None:
            raise ImpossibleHand(fact, f"{why} in {rules.name}.")


NOT_WITH_A_BID = {
    "turned": "No card is turned",
    "made": "The highest bidder names trump",
    "special": "There is no jambone or jamboree",
    "defender_alone": "No opponent may play alone",
}


def _refuse_a_wrong_bid(hand: Hand, rules: RuleSet) -> None:
    if hand.bid is None:
        raise ImpossibleHand("bid", "Enter the bid.")
    if hand.bid not in rules.bids:
        raise ImpossibleHand("bid", _why_no_bid(hand.bid, rules))
    if hand.alone is not None and isinstance(hand.bid, int) and not rules.alone_at:
        raise ImpossibleHand(
            "alone", "A player who plays alone bids alone, not a number of tricks."
        )
    if hand.alone not in (None, hand.maker):
        raise ImpossibleHand("alone", "Only the bidder plays alone.")
    if hand.forced and not rules.forced_half:
        raise ImpossibleHand("forced", f"A forced bid counts as any other in {rules.name}.")


def _why_no_bid(bid: int | str, rules: RuleSet) -> str:
    if bid == ALONE:
        return f"There are no bids alone in {rules.name}."
    if isinstance(bid, str):
        return f"There is no bid {shown(bid)} in {rules.name}."
    return f"A bid is {rules.lowest_bid} to {rules.tricks_dealt} tricks, not {bid}."


def _refuse_a_called_partner(hand: Hand, rules: RuleSet, seats: int) -> None:
    if hand.partner is not None:
        sit = "Every other seat is a partner’s" if seats > 4 else "Partners sit opposite"
        who = sit if rules.partners == "fixed" else "There are no partners"
        raise ImpossibleHand("partner", f"{who} in {rules.name}, so don’t name one.")
    if hand.call is not None:
        raise ImpossibleHand("call", f"No suit is called for a partner in {rules.name}.")


def _refuse_a_wrong_lone_player(hand: Hand, rules: RuleSet, dealer: int | None, kept: bool) -> None:
    _refuse_a_wrong_special(hand, rules)
    if hand.alone is not None:
        _refuse_one_who_never_plays_alone(hand, rules)
    if rules.partners == "fixed" and lone_player(hand) is not None and not kept:
        _refuse_one_who_may_not_play_alone(hand, rules, dealer)
    if hand.defender_alone is None:
        return
    if not rules.defends(lone=True):
        raise ImpossibleHand("defender_alone", f"No opponent may play alone in {rules.name}.")
    if not rules.defends(lone=lone_player(hand) is not None):
        raise ImpossibleHand("defender_alone", "An opponent plays alone only against a lone hand.")
    if (hand.defender_alone - hand.maker) % 2 == 0:
        raise ImpossibleHand(
            "defender_alone", "The lone defender must be an opponent of the maker."
        )


def _refuse_one_who_never_plays_alone(hand: Hand, rules: RuleSet) -> None:
    if not rules.lone_hands:
        raise ImpossibleHand("alone", f"There are no lone hands in {rules.name}.")
    if hand.alone == hand.maker:
        return
    if rules.partners == "called":
        raise ImpossibleHand(
            "alone", f"Only the maker can play alone ({rules.law('declared').place})."
        )
    if rules.alone == "maker" or rules.partners == "none":
        raise ImpossibleHand("alone", f"Only the maker can play alone in {rules.name}.")
    if (hand.alone - hand.maker) % 2:
        raise ImpossibleHand("alone", "The maker or their partner plays alone, not an opponent.")


def _refuse_one_who_may_not_play_alone(hand: Hand, rules: RuleSet, dealer: int | None) -> None:
    if lone_player(hand) not in who_may(rules, maker=hand.maker, dealer=dealer, made=hand.made):
        field = "special" if hand.alone is None else "alone"
        raise ImpossibleHand(field, why_not(rules, made=hand.made))


def _refuse_a_wrong_special(hand: Hand, rules: RuleSet) -> None:
    if hand.special is None:
        return
    if not getattr(rules, hand.special):
        raise ImpossibleHand("special", f"There is no {hand.special} in {rules.name}.")
    if rules.alone == "nobody":
        raise ImpossibleHand(
            "special",
            f"A {hand.special} is played alone, and there are no lone hands in {rules.name}.",
        )
    dealt = rules.tricks_dealt
    if hand.special == "jamboree" and hand.tricks is not None and hand.tricks < dealt:
        raise ImpossibleHand("tricks", f"The {NUMBERS[dealt]} best trumps win all the tricks.")
    if hand.special == "jamboree" and hand.defender_alone is not None:
        raise ImpossibleHand(
            "defender_alone", "A jamboree is shown, not played, so no one can defend alone."
        )


def _refuse_a_wrong_way_to_make(hand: Hand, rules: RuleSet, dealer: int | None) -> None:
    if hand.made == "assisted" and rules.partners != "fixed":
        raise ImpossibleHand("made", "There is no assisting here, because partners are not fixed.")
    if dealer is None:
        return
    if hand.made == "took" and hand.maker != dealer:
        raise ImpossibleHand("made", "Only the dealer can pick up the trump.")
    if hand.made in ("ordered", "assisted") and hand.maker == dealer:
        raise ImpossibleHand(
            "made", f"The dealer picks up the trump. It cannot be {hand.made} by them."
        )
    if rules.partners == "fixed":
        partner = dealer in rules.partners_of(hand.maker)
        if hand.made == "ordered" and partner:
            raise ImpossibleHand("made", "The dealer’s partner assists. The opponents order up.")
        if hand.made == "assisted" and not partner:
            raise ImpossibleHand(
                "made", "Only the dealer’s partner assists. The opponents order up."
            )


def _refuse_what_was_picked_up(hand: Hand, rules: RuleSet, dealer: int | None, kept: bool) -> None:
    if hand.picked_up:
        if not rules.joker or rules.bidding:
            raise ImpossibleHand("picked_up", f"No joker can be turned up in {rules.name}.")
        if hand.turned not in (None, JOKER):
            raise ImpossibleHand("picked_up", "This is for a joker that was turned up.")
    if kept:
        return
    if rules.must_make_it(hand) and dealer not in (None, hand.maker):
        raise ImpossibleHand("maker", OBLIGED)
    if rules.assist_alone and hand.made == "assisted" and lone_player(hand) != hand.maker:
        raise ImpossibleHand("alone", f"A player who assists plays alone in {rules.name}.")


OBLIGED = "A joker was turned up, so the dealer must pick it up and make trump."


def _refuse_an_irregularity(
    offence: Irregularity, hand: Hand, rules: RuleSet, seats: int, kept: bool
) -> None:
    if offence.kind not in (PENALTY, *rules.irregularities):
        raise ImpossibleHand(
            "irregularities", f"{shown(offence.kind)} has no meaning in {rules.name}."
        )
    _refuse_nobody_or_never(offence, seats)
    if offence.kind == PENALTY:
        refuse_a_penalty(offence, seats)
    if not kept and (wrong := why_no_offender(offence, hand, rules)):
        raise ImpossibleHand("irregularities", wrong)
    if wrong := _wrong_offender(offence, hand, rules):
        raise ImpossibleHand("irregularities", wrong)


def _refuse_nobody_or_never(offence: Irregularity, seats: int) -> None:
    if not 0 <= offence.by < seats:
        raise ImpossibleHand("irregularities", "Choose the player who did it.")
    if offence.times < 1:
        raise ImpossibleHand(
            "irregularities", f'"{offence.kind}" must have happened at least once.'
        )


def refuse_too_many_irregularities(hand: Hand) -> None:
    """Raise ImpossibleHand above the limit of penalties, or of times a player did the same.

    Without a limit one hand could win so many games that its table is never computed.
    """
    times: Counter[tuple[str, int]] = Counter()
    for one in hand.irregularities:
        times[one.kind, one.by] += 0 if one.kind == PENALTY else one.times
    if max(times.values(), default=0) > MOST_TIMES:
        raise ImpossibleHand(
            "irregularities", f"The same player can do this at most {MOST_TIMES} times in a hand."
        )
    penalties = hand.penalties
    if any(one.times != 1 for one in penalties):
        raise ImpossibleHand("irregularities", "Enter each penalty on its own.")
    if len(penalties) > MOST_PENALTIES or sum(one.points for one in penalties) > MOST_POINTS:
        raise ImpossibleHand(
            "irregularities",
            f"Enter at most {MOST_PENALTIES} penalties and {MOST_POINTS} points at once.",
        )


MOST_TIMES = 13
"""That a player commits the same irregularity in a hand: more than there are tricks."""
MOST_PENALTIES = 4
"""In a hand, or instead of one."""


def refuse_a_penalty(penalty: Irregularity, seats: int) -> None:
    """Raise ImpossibleHand if a table of this size cannot have given or taken these points."""
    _refuse_nobody_or_never(penalty, seats)
    if not 1 <= penalty.points <= MOST_POINTS:
        raise ImpossibleHand("irregularities", f"A penalty is 1 to {MOST_POINTS} points.")
    if penalty.to not in (TO_OTHERS, FROM_OWN):
        raise ImpossibleHand(
            "irregularities", f'A penalty is to "{TO_OTHERS}" or "{FROM_OWN}", not "{penalty.to}".'
        )


def why_no_offender(offence: Irregularity, hand: Hand, rules: RuleSet) -> str | None:
    """Return why no one there can have revoked or had wrong cards. It is None if a player can."""
    if rules.partners != "fixed" or offence.kind not in ("revoke", "wrong-cards"):
        return None
    if offence.kind == "revoke" and hand.special == "jamboree":
        return "A jamboree is shown and not played, so no player can renege."
    if offence.by not in without_cards(hand):
        return None
    if offence.kind == "wrong-cards" and rules.revokes == "counted":
        return None
    return "The partner of a lone player holds no cards."


def without_cards(hand: Hand) -> set[int]:
    """Return the seats that laid their cards down for a partner who played alone, where partners
    are fixed."""
    alone = {lone_player(hand), hand.defender_alone} - {None}
    return {
        seat
        for seat in range(MOST_SEATS)
        if seat not in alone and any((seat - one) % 2 == 0 for one in alone)
    }


MOST_SEATS = 6
"""Where partners are fixed."""


def _wrong_offender(offence: Irregularity, hand: Hand, rules: RuleSet) -> str | None:
    """Return why this player cannot have committed it; None when they can."""
    kind, by, lone = offence.kind, offence.by, lone_player(hand)
    if kind == "intimation" and by != hand.partner:
        return (
            f"Only the called partner can give themselves away ({rules.law('intimation').place})."
        )
    if kind == "abandoned" and (lone is None or (by - lone) % 2 == 0):
        return f"Only an opponent of a lone hand can give up ({rules.law('abandoned').place})."
    if kind == "exposed" and (lone is None or by not in rules.partners_of(lone)):
        return (
            "Here only the lone player’s partner can show a card "
            f"({rules.law('exposed_march').place})."
        )
    return None


def lone_player(hand: Hand) -> int | None:
    """Return the seat of the lone player. A jambone is the maker's unless another player is
    given."""
    return hand.maker if hand.alone is None and hand.special is not None else hand.alone


def _is_decided_otherwise(hand: Hand, rules: RuleSet, kept: bool) -> bool:
    """Return whether the hand is scored without its tricks, after a revoke that ends it or a
    jamboree."""
    ends = rules.revoke_decides or (kept and rules.set_back_instead)
    revoked = ends and bool(hand.offenders("revoke"))
    return revoked or bool(hand.offenders("abandoned")) or hand.special == "jamboree"
