"""Conditions of a remedy, which the files of laws name after `when`.

They are the only code in the laws, because most of them compare several fields of a rule set. A
file names one of them ("two-handed"). The reader refuses any other name.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from scoring.euchre.hand import TRICKS
from scoring.euchre.rule_set import RuleSet

Applies = Callable[[RuleSet], bool]


def always(rules: RuleSet) -> bool:
    return True


# -- Who plays with whom.


def with_partners(rules: RuleSet) -> bool:
    return rules.partners == "fixed"


def calling_partners(rules: RuleSet) -> bool:
    return rules.partners == "called"


def each_for_themselves(rules: RuleSet) -> bool:
    return rules.partners == "none"


def two_handed(rules: RuleSet) -> bool:
    return each_for_themselves(rules) and 2 in rules.pack


def three_handed(rules: RuleSet) -> bool:
    return each_for_themselves(rules) and 3 in rules.pack


def set_back(rules: RuleSet) -> bool:
    return three_handed(rules) and rules.set_back_instead


def cut_throat(rules: RuleSet) -> bool:
    return three_handed(rules) and not rules.set_back_instead


def two_sides(rules: RuleSet) -> bool:
    return with_partners(rules) or two_handed(rules)


def more_than_two(rules: RuleSet) -> bool:
    return not two_handed(rules)


def four_handed(rules: RuleSet) -> bool:
    return rules.players == (4,)


def five_dealt(rules: RuleSet) -> bool:
    return rules.tricks_dealt == TRICKS


# -- Playing alone.


def alone(rules: RuleSet) -> bool:
    """A player may play alone whose partner then does not play."""
    return not each_for_themselves(rules) and (rules.lone_hands or bids_alone(rules))


def either_alone(rules: RuleSet) -> bool:
    return with_partners(rules) and rules.alone in ("either", "not-passed", "as-made")


def either_alone_after_assisting_too(rules: RuleSet) -> bool:
    return either_alone(rules) and not rules.assist_alone


def either_alone_but_not_after_assisting(rules: RuleSet) -> bool:
    """As `either_alone`, where a player who assists must play alone."""
    return either_alone(rules) and rules.assist_alone


def alone_as_made(rules: RuleSet) -> bool:
    return with_partners(rules) and rules.alone == "as-made" and not rules.assist_alone


def alone_as_made_but_assisted(rules: RuleSet) -> bool:
    """As `alone_as_made`, where a player who assists must play alone."""
    return with_partners(rules) and rules.alone == "as-made" and rules.assist_alone


def revokes_alike(rules: RuleSet) -> bool:
    """Partners play, and a revoke scores the same in every hand."""
    return _revokes_give(rules) and _revokes_alone(rules) <= {rules.revoke}


def revokes_differ_alone(rules: RuleSet) -> bool:
    """A revoke in a lone hand has one number of its own, whichever side revoked."""
    lone = _revokes_alone(rules)
    return _revokes_give(rules) and len(lone) == 1 and lone != {rules.revoke}


def revokes_differ_by_side(rules: RuleSet) -> bool:
    """A revoke in a lone hand has a number for each side."""
    return _revokes_give(rules) and len(_revokes_alone(rules)) > 1


def revokes_lost_alike(rules: RuleSet) -> bool:
    """As `revokes_alike`, where the offenders lose the points. So do the next two."""
    return rules.revoke_from and revokes_alike(replace(rules, revoke_from=False))


def revokes_lost_differ_alone(rules: RuleSet) -> bool:
    return rules.revoke_from and revokes_differ_alone(replace(rules, revoke_from=False))


def revokes_lost_differ_by_side(rules: RuleSet) -> bool:
    return rules.revoke_from and revokes_differ_by_side(replace(rules, revoke_from=False))


def revoke_gives_the_other(rules: RuleSet) -> bool:
    return two_handed(rules) and not rules.revoke_from


def revoke_gives_by_side(rules: RuleSet) -> bool:
    return cut_throat(rules) and not rules.revoke_from


def revoke_lost_by_one(rules: RuleSet) -> bool:
    return each_for_themselves(rules) and rules.revoke_from


def _revokes_give(rules: RuleSet) -> bool:
    return with_partners(rules) and not rules.revoke_from


def _revokes_alone(rules: RuleSet) -> set[int]:
    return {rules.revoke_lone, rules.number("revoke_by_lone")} if rules.lone_hands else set[int]()


def euchred_alike(rules: RuleSet) -> bool:
    """A euchre scores the same whether the maker was alone or not, and costs nothing."""
    return _euchres_alike(rules) and not rules.set_back


def euchred_alone_differs(rules: RuleSet) -> bool:
    return not (_euchres_alike(rules) or rules.set_back)


def euchred_alike_and_set_back(rules: RuleSet) -> bool:
    return bool(rules.set_back) and _euchres_alike(rules)


def euchred_alone_differs_and_set_back(rules: RuleSet) -> bool:
    return bool(rules.set_back) and not _euchres_alike(rules)


def _euchres_alike(rules: RuleSet) -> bool:
    return rules.number("lone_euchre") == rules.euchre


def only_the_maker_alone(rules: RuleSet) -> bool:
    return with_partners(rules) and rules.alone == "maker"


def assists_alone(rules: RuleSet) -> bool:
    return with_partners(rules) and rules.assist_alone


def asks_for_the_best_card(rules: RuleSet) -> bool:
    return with_partners(rules) and alone(rules) and "best_card" in rules.laws


def does_not_ask_for_the_best_card(rules: RuleSet) -> bool:
    return with_partners(rules) and alone(rules) and "best_card" not in rules.laws


def nobody_defends_alone(rules: RuleSet) -> bool:
    return alone(rules) and not rules.defends(lone=True)


# -- Making the trump.


def bidding(rules: RuleSet) -> bool:
    return rules.bidding


def bidding_each_for_themselves(rules: RuleSet) -> bool:
    return rules.bidding and each_for_themselves(rules)


def bids_alone(rules: RuleSet) -> bool:
    return bool(rules.bids_for_all)


def bids_alone_only(rules: RuleSet) -> bool:
    """A number of tricks is never played alone."""
    return bids_alone(rules) and not rules.alone_at


def bids_alone_in_one_way(rules: RuleSet) -> bool:
    return bids_alone(rules) and not rules.lone_bids


def bids_alone_in_several_ways(rules: RuleSet) -> bool:
    return bool(rules.lone_bids)


def partner_passes_cards(rules: RuleSet) -> bool:
    return any(one.cards for one in rules.lone_bids)


def partner_passes_no_cards(rules: RuleSet) -> bool:
    return bids_alone(rules) and not partner_passes_cards(rules)


def alone_at_a_number(rules: RuleSet) -> bool:
    return rules.bidding and rules.alone_at and not rules.lone_bonus


def alone_at_a_number_for_more(rules: RuleSet) -> bool:
    return rules.bidding and rules.alone_at and bool(rules.lone_bonus)


def forced_half(rules: RuleSet) -> bool:
    return rules.bidding and rules.forced_half


def may_pass_out(rules: RuleSet) -> bool:
    return not rules.stick_the_dealer


def dealer_is_stuck(rules: RuleSet) -> bool:
    return rules.stick_the_dealer


def clubs_are_trump(rules: RuleSet) -> bool:
    """A club that is turned up is trump, without a maker."""
    return rules.each_scores and rules.clubs_trump


def may_drop_out(rules: RuleSet) -> bool:
    return rules.each_scores and rules.drop_out


def joker(rules: RuleSet) -> bool:
    return rules.joker


def joker_obliges(rules: RuleSet) -> bool:
    """The dealer must pick up a joker that is turned up."""
    return rules.joker and rules.benny_obliges


def joker_for_a_suit_agreed(rules: RuleSet) -> bool:
    return _joker_for_any_suit(rules) and not rules.dealer_names_joker


def joker_for_a_suit_named(rules: RuleSet) -> bool:
    return _joker_for_any_suit(rules) and rules.dealer_names_joker


def joker_for_spades(rules: RuleSet) -> bool:
    return _joker_is_free(rules) and rules.turned_joker == "spades"


def _joker_for_any_suit(rules: RuleSet) -> bool:
    return _joker_is_free(rules) and rules.turned_joker == "any"


def _joker_is_free(rules: RuleSet) -> bool:
    return rules.joker and not rules.benny_obliges


CONDITIONS: dict[str, Applies] = {
    one.__name__.replace("_", "-"): one
    for one in (
        *(with_partners, calling_partners, each_for_themselves, two_handed, three_handed),
        *(set_back, cut_throat, two_sides, more_than_two, four_handed, five_dealt),
        *(alone, either_alone, alone_as_made, alone_as_made_but_assisted),
        *(either_alone_after_assisting_too, either_alone_but_not_after_assisting),
        *(only_the_maker_alone, nobody_defends_alone),
        *(assists_alone, asks_for_the_best_card, does_not_ask_for_the_best_card),
        *(euchred_alike, euchred_alone_differs),
        *(euchred_alike_and_set_back, euchred_alone_differs_and_set_back),
        *(revokes_alike, revokes_differ_alone, revokes_differ_by_side),
        *(revokes_lost_alike, revokes_lost_differ_alone, revokes_lost_differ_by_side),
        *(revoke_gives_the_other, revoke_gives_by_side, revoke_lost_by_one),
        *(bidding, bidding_each_for_themselves, bids_alone, bids_alone_only, forced_half),
        *(alone_at_a_number, alone_at_a_number_for_more),
        *(bids_alone_in_one_way, bids_alone_in_several_ways),
        *(partner_passes_cards, partner_passes_no_cards),
        *(may_pass_out, dealer_is_stuck, clubs_are_trump, may_drop_out),
        *(joker, joker_obliges, joker_for_a_suit_agreed, joker_for_a_suit_named, joker_for_spades),
    )
}
"""By the name that a file gives them."""
