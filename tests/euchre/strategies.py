"""Hands and sheets that can have happened, for Hypothesis."""

from random import Random

from hypothesis import strategies as st

from scoring.euchre.books import SHELF, find_house
from scoring.euchre.sheet import document, read
from tests.euchre.chance import any_hand, any_rules, any_sheet, found

CALL_ACE = SHELF["call-ace"]
CHANCES = st.randoms(use_true_random=False)
WITH_GAMES = tuple(key for key, rules in SHELF.items() if rules.target is not None)
BY_THE_RUBBER = tuple(key for key, rules in SHELF.items() if "rubber" in rules.provisions)


def hands(seats, rules=CALL_ACE, **more):
    """Any hand that these rules allow at a table of this size."""
    return CHANCES.map(lambda random: any_hand(random, rules, seats, **more))


def rules():
    """Any rules: a set of the shelf or house rules, with options."""
    return CHANCES.map(lambda random: found(*any_rules(random)))


def sheets(most=12, **more):
    """Any sheet of a few hands, as `any_sheet` makes them."""
    return st.builds(
        lambda random, number: any_sheet(random, number, **more), CHANCES, st.integers(0, most)
    )


def evenings(hands=40, **more):
    """Any sheet of many hands: games and rubbers end in it."""
    return st.integers(0, 2**32).map(lambda seed: any_sheet(Random(seed), hands, **more))


def evenings_of_games(hands=40, *, keys=WITH_GAMES, **more):
    """The same where games are played: by no house rules of points alone."""
    return evenings(hands, keys=keys, **more).filter(lambda sheet: sheet.rules.target is not None)


def rounds(hands=60, *, keys=WITH_GAMES, **more):
    """Any sheet of one of these sets, as if its table had played for points alone."""
    return evenings(hands, keys=keys, house=0, **more).map(_in_rounds)


def _in_rounds(told):
    rules = {"base": told.rules.key, "name": "In rounds", "target": None}
    rules |= {"set_back": False} if told.rules.set_back else {}
    left = find_house(rules).options
    options = {name: value for name, value in told.options.items() if name in left}
    return read(document(told) | {"rules": rules, "options": options})


def tables():
    """Any rules, and a number of players that they know."""
    return rules().flatmap(lambda rules: st.tuples(st.just(rules), st.sampled_from(rules.players)))
