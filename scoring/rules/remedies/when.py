"""At which tables a remedy can be needed."""

from __future__ import annotations

from collections.abc import Callable

from scoring.rules.rule_set import RuleSet

Applies = Callable[[RuleSet], bool]


def always(rules: RuleSet) -> bool:
    return True


def with_partners(rules: RuleSet) -> bool:
    return rules.partners == "fixed"


def two_handed(rules: RuleSet) -> bool:
    return rules.partners == "none" and 2 in rules.pack


def three_handed(rules: RuleSet) -> bool:
    return rules.partners == "none" and 3 in rules.pack


def set_back(rules: RuleSet) -> bool:
    return three_handed(rules) and rules.set_back


def cut_throat(rules: RuleSet) -> bool:
    return three_handed(rules) and not rules.set_back


def more_than_two(rules: RuleSet) -> bool:
    return not two_handed(rules)


def alone(rules: RuleSet) -> bool:
    """Somebody may play alone, and has a partner who then does not play."""
    return with_partners(rules) and rules.alone != "nobody"


def either_alone(rules: RuleSet) -> bool:
    return with_partners(rules) and rules.alone == "either"


def only_the_maker_alone(rules: RuleSet) -> bool:
    return with_partners(rules) and rules.alone == "maker"


def nobody_defends_alone(rules: RuleSet) -> bool:
    return alone(rules) and not rules.defend_alone


def may_pass_out(rules: RuleSet) -> bool:
    return not rules.stick_the_dealer


def dealer_is_stuck(rules: RuleSet) -> bool:
    return rules.stick_the_dealer


def joker(rules: RuleSet) -> bool:
    return rules.joker
