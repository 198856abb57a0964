import re
from dataclasses import replace
from importlib import import_module
from itertools import chain
from pathlib import Path

import pytest

from scoring.euchre import books, score_out
from scoring.euchre.books import SHELF, find, find_house
from scoring.euchre.books.partnership import PARTNERSHIP
from scoring.euchre.game import ImpossibleSitting, play
from scoring.euchre.hand import Hand, ImpossibleHand
from scoring.euchre.points import score
from scoring.euchre.provisions import HIGHEST, BadProvision
from scoring.euchre.rule_set import NUMBERS, PROVISIONS, Law, RuleSet, UnknownRule, per_players
from scoring.euchre.sheet import Entry, Sheet
from tests.euchre.cast import CAST
from tests.euchre.every_hand import every_hand
from tests.euchre.sets import sets_where

# -- the shelf


def test_a_set_is_on_the_shelf_by_a_key_that_fits_an_address():
    assert [rules.key for rules in SHELF.values()] == list(SHELF)
    assert [key for key in SHELF if not re.fullmatch("[a-z]+(-[a-z]+)*", key)] == []


def test_every_set_written_is_on_the_shelf():
    files = Path(books.__file__).parent.glob("*.py")
    modules = [import_module(f"{books.__name__}.{file.stem}") for file in files]
    written = {
        rules for module in modules for rules in vars(module).values() if type(rules) is RuleSet
    }
    forgotten = [rules.key for rules in written - {PARTNERSHIP, *SHELF.values()}]
    assert forgotten == [], "Its line is missing in scoring/euchre/books/__init__.py"


def test_a_rule_set_is_found_by_its_key():
    assert (find("call-ace").name, find("call-ace").source) == ("Call-Ace", "Foster 1905")
    assert [find(key) for key in SHELF] == list(SHELF.values())


def test_a_set_is_found_as_one_object_each_time():
    assert sets_where(lambda rules: find(rules.key) is not find(rules.key)) == {}
    assert sets_where(lambda rules: (rules.shelf_key, rules.base) != (rules.key, "")) == {}


def test_a_set_knows_the_sets_it_was_derived_from():
    assert find("call-ace").lineage == ("call-ace",)
    assert find("british").lineage == ("partnership", "american", "british")
    assert find("british", target=15).lineage == find("british").lineage
    house = find_house({"base": "british", "name": "Ours", "target": 7}, laps=True)
    assert house.lineage == ("partnership", "american", "british", "house")


def test_a_set_s_own_value_is_the_first_of_the_usual_choices():
    assert find("american").usual == {"target": (10, 5, 11)}
    inn = replace(find("american"), key="inn", target=7)
    assert inn.usual == {"target": (7, 10, 5, 11)}
    assert find("american", target=11).usual == find("american").usual
    house = find_house({"base": "american", "name": "Ours", "target": 7})
    assert house.usual == find("american").usual


@pytest.mark.parametrize("key", ["", "Call-Ace", "bridge", "key", "partnership", "house"])
def test_an_unknown_rule_set_is_refused_with_a_list_of_known_ones(key):
    with pytest.raises(UnknownRule) as caught:
        find(key)
    assert str(caught.value) == f'"{key}" is not a rule set; known: {", ".join(SHELF)}.'


def test_a_set_has_a_name_a_source_and_a_title():
    def missing(one):
        told = {"a name": one.name, "a source": one.source}
        told |= {"a title, which is a sentence": one.title.endswith(".")}
        return [what for what, found in told.items() if not found]

    assert sets_where(missing) == {}
    assert len({one.name for one in SHELF.values()}) == len(SHELF)


def test_a_set_has_a_number_for_every_number_of_players():
    def missing(rules):
        alone = {} if rules.lone_march is None else {"lone_march": rules.lone_march}
        every = (rules.pack, rules.lowest, rules.march, *alone.values())
        return [dict(one) for one in every if not set(rules.players) <= set(one)]

    assert sets_where(missing) == {}


def test_the_pack_has_the_cards_from_its_lowest_up_in_four_suits():
    def wrong(rules):
        ranks = "6789TJQKA"
        return [
            seats
            for seats in rules.players
            if rules.pack[seats]
            not in (suits * len(ranks[ranks.index(rules.lowest[seats]) :]) for suits in (4, 8))
            or rules.cards(seats) != rules.pack[seats] + rules.joker
        ]

    assert sets_where(wrong) == {}


def test_every_seat_is_on_one_side():
    def wrong(rules):
        sides = {seats: rules.sides(seats) for seats in rules.players}
        return {
            seats: found
            for seats, found in sides.items()
            if sorted(seat for side in found for seat in side) != list(range(seats))
            or {len(side) for side in found} != {seats // 2 if rules.partners == "fixed" else 1}
        }

    assert sets_where(wrong) == {}


def test_numbers_of_players_have_words():
    assert dict(per_players(four=2, seven=3)) == {4: 2, 7: 3}
    assert [NUMBERS[number] for number in (0, 4, 7)] == ["none", "four", "seven"]


# -- laws and rulings


def test_every_kind_of_hand_scores_by_a_law_that_the_set_has():
    def others(rules):
        return {
            award.law
            for seats in rules.players
            for hand in every_hand(rules, seats)
            for award in score(hand, rules=rules, seats=seats).awards
        } - {*rules.laws.values()}

    assert sets_where(others) == {}


def test_every_kind_of_hand_scores_under_any_changes_of_house_rules():
    on = dict.fromkeys(("joker", "defend_alone", "laps", "love_double"), True)
    on |= dict.fromkeys(("jambone", "jamboree"), 9) | {"alone": "either"}

    def without_awards(rules):
        house = find_house(
            {"base": rules.key, "name": "Ours"}
            | {name: on[name] for name in on if name in rules.provisions}
        )
        return [
            hand
            for seats in rules.players
            for hand in every_hand(house, seats, wrong=2 if seats == rules.players[0] else 1)
            if not score(hand, rules=house, seats=seats).awards
        ]

    assert sets_where(without_awards) == {}


SAID_BESIDES = ("within_one_hand", "independent")
"""What rulings say of neither: how hands count, what a game is called."""


def test_a_ruling_belongs_to_a_law_or_a_provision_or_explains_how_hands_count():
    def others(rules):
        return set(rules.rulings) - {*rules.laws, *rules.provisions, *SAID_BESIDES}

    assert sets_where(others) == {}


def test_a_ruling_is_a_sentence():
    def wrong(rules):
        return [
            words
            for words in rules.rulings.values()
            if words[0].islower() or not words.endswith(".")
        ]

    assert sets_where(wrong) == {}


def test_our_own_rulings_are_cited_as_ours():
    ours = {Law(source="Bowerbook", number="ruling", ruling=True)}
    assert sets_where(lambda one: {law for law in one.laws.values() if law.ruling} - ours) == {}


def test_a_number_without_a_law_is_an_error():
    with pytest.raises(KeyError):
        find("call-ace").law("jambone")


def test_a_law_is_cited_by_number_or_page_or_chapter_or_by_its_source_alone():
    laws = [Law(source="Foster 1905", number=number) for number in ("43", "p. 29", "ch. 2", "")]
    assert [(str(law), law.short) for law in laws] == [
        ("Foster 1905, law 43", "Foster, law 43"),
        ("Foster 1905, p. 29", "Foster, p. 29"),
        ("Foster 1905, ch. 2", "Foster, ch. 2"),
        ("Foster 1905", "Foster"),
    ]
    ours = Law(source="Bowerbook", number="ruling", ruling=True)
    assert (str(ours), ours.short) == ("Bowerbook, ruling", "Bowerbook, ruling")


@pytest.mark.parametrize("name", ["Friday 2", "Club of 1987", "7"])
def test_house_rules_are_cited_by_their_whole_name(name):
    assert Law(source=name, number="house rule").short == f"{name}, house rule"


# -- provisions


KINDS = ("number", "by players", "yes or no", "choice", "lone bids")


def test_a_provision_has_a_label_and_a_meaning_in_a_sentence():
    for name, provision in PROVISIONS().items():
        assert provision.label, name
        assert provision.meaning[0].isupper(), name
        assert provision.meaning.endswith("."), name
        assert provision.kind in KINDS, name
        assert bool(provision.values) == (provision.kind == "choice" or name == "set_loses"), name


def test_every_provision_has_a_meaning_in_at_least_one_set():
    somewhere = {name for rules in SHELF.values() for name in rules.provisions}
    assert PROVISIONS().keys() - somewhere == set()


def test_a_set_has_a_valid_value_for_each_of_its_provisions():
    def wrong(rules):
        found = {}
        for name, provision in rules.provisions.items():
            value = getattr(rules, name)
            if provision.kind == "by players":
                value = {seats: value[seats] for seats in rules.players}
            written = (
                {str(seats): one for seats, one in value.items()}
                if provision.kind == "by players"
                else value
            )
            if (read := provision.read(written, rules.players)) != value:
                found[name] = read
        return found

    assert sets_where(wrong) == {}


# What else must hold so that a provision makes a difference.
WHERE = {
    "turned_joker": {"joker": True},
    "rubber_bonus": {"rubber": "three"},
    "lone_defence": {"defend_alone": True},
    "lone_defence_any": {"defends_alone": "any"},
    "stakes": {"rubber": None},
    "bid_alone_value": {"bid_alone": True},
    "lone_bonus": {"alone_at": True, "set_loses": "bid"},
    "forced_half": {"set_loses": "bid", "lowest_bid": 2},
    "win_on_bid": {"others_score_tricks": True},
    "win_by": {"target": 5},
    "skunk": {"love_double": False},
    "benny_obliges": {"joker": True},
}
JOKER_TURNED = Hand(void="misdeal", turned="joker")
TAKEN_BY_ANOTHER = Hand(maker=0, tricks=3, turned="joker", dealer=1)
ASSISTED = Hand(maker=0, tricks=3, made="assisted")
WITHOUT_TRUMPS = Hand(maker=0, tricks=3, trump="high")
OF_OWN_TRICKS = [
    Hand(maker=0, taken=(3, 2, 0, 0), turned="C"),
    Hand(maker=0, taken=(3, 2, 0, 0), trump="high"),
]
SPADES_AFTER_A_JOKER = Hand(maker=0, tricks=3, turned="joker", made="named", trump="S")


def other(value, provision):
    """Return another value than this."""
    if provision.kind == "yes or no":
        return not value
    if provision.kind == "choice":
        return next(one for one in provision.values if one != value)
    if provision.kind == "by players":
        return 9
    if provision.kind == "lone bids":
        return [{"key": "shoot", "name": "Shoot", "value": 12, "cards": 1}]
    if provision.only:
        return next(one for one in provision.only if one != value)
    return 3 if isinstance(value, str) else (value or 0) + (3 if provision.most == HIGHEST else 1)


def judged(hand, rules, seats):
    """Return what rules score a hand, or why they refuse it."""
    try:
        return score(hand, rules=rules, seats=seats).points
    except ImpossibleHand as refusal:
        return refusal.field


def an_evening(rules, seats):
    """Return the result of an evening of points in turn and of marches, or of bids that are made,
    if there are bids."""
    in_turn = [Hand(maker=no % 2, tricks=3) for no in range(12)]
    told = [*in_turn, Hand(maker=0, tricks=3), *[Hand(maker=0, tricks=5)] * 60]
    if rules.bidding:
        bid, dealt = rules.bids[0], rules.tricks_dealt
        half = max(bid, dealt // 2)
        told = [
            *[Hand(maker=1, bid=bid, tricks=bid), Hand(maker=0, bid=bid, tricks=bid + 1)],
            *[Hand(maker=no % 2, bid=bid, tricks=half) for no in range(12)],
            Hand(maker=1, bid=bid, tricks=dealt),
            *[Hand(maker=0, bid=bid, tricks=half)] * 60,
            Hand(maker=0, bid=max(bid, dealt - 2), tricks=dealt - 1),
            *[Hand(maker=0, bid=max(bid, dealt - 1), tricks=dealt)] * 60,
        ]
    if rules.each_scores:
        told = [Hand(maker=0, taken=(3, 2, 0, 0)), Hand(maker=1, taken=(2, 3, 0, 0))]
        told += [Hand(maker=0, taken=(4, 1, 0, 0))] * 60
    hands = tuple(Entry(hand=hand) for hand in told)
    sheet = Sheet(rules=rules, players=CAST[:seats], hands=hands)
    found = score_out.document(score_out.score(sheet))
    return {key: value for key, value in found.items() if key not in ("rules", "hands")}


def alone_when_ahead(rules):
    """Return what is refused of a lone hand by a side that has a march."""
    hands = [Hand(maker=0, tricks=5), Hand(maker=0, alone=0, tricks=5)]
    try:
        play(hands, rules=rules, seats=rules.players[0], first_dealer=0)
    except ImpossibleSitting as refused:
        return refused.no, refused.field
    return None


def test_every_provision_shown_by_a_set_changes_play_or_scores():
    def idle(rules):
        return [name for name in rules.provisions if not makes_a_difference(rules, name)]

    assert sets_where(idle) == {}


def makes_a_difference(rules, provision):
    seats, where = rules.players[0], {"base": rules.key, "name": "Ours"}
    where |= {
        name: value for name, value in WHERE.get(provision, {}).items() if name in rules.provisions
    }
    one = find_house(where)
    two = find_house(
        where | {provision: other(getattr(one, provision), rules.provisions[provision])}
    )
    without_trumps = (
        [Hand(maker=0, bid=rules.bids[-2], tricks=1, trump="high")] if rules.bidding else []
    )
    hands = chain(
        [JOKER_TURNED, SPADES_AFTER_A_JOKER, TAKEN_BY_ANOTHER, *without_trumps],
        [ASSISTED, WITHOUT_TRUMPS, *OF_OWN_TRICKS],
        every_hand(one, seats, wrong=1),
        every_hand(two, seats, wrong=1),
    )
    if provision == "no_lone_from":
        return alone_when_ahead(one) != alone_when_ahead(two)
    return an_evening(one, seats) != an_evening(two, seats) or any(
        judged(hand, one, seats) != judged(hand, two, seats) for hand in hands
    )


@pytest.mark.parametrize("value", [1.0, "2", None, True, [], {}, -1, 100])
def test_a_number_is_a_whole_number_from_zero_to_ninety_nine(value):
    assert PROVISIONS()["euchre"].read(99, (4,)) == 99
    with pytest.raises(BadProvision, match=r"^is a whole number from 0 to 99\.$"):
        PROVISIONS()["euchre"].read(value, (4,))


def test_only_an_optional_number_may_be_left_empty():
    empty = [name for name, one in PROVISIONS().items() if one.optional]
    assert empty == [
        *("no_lone_from", "lone_march", "lone_euchre", "lone_defence_any", "revoke_by_lone"),
        *("made_from", "set_loses", "target", "skunk"),
    ]
    assert all(PROVISIONS()[name].read(None, (4,)) is None for name in empty)


def test_a_table_cannot_leave_a_number_empty():
    for name in ("lone_euchre", "target"):
        with pytest.raises(BadProvision, match=r"^is a whole number from \d to 99\.$"):
            PROVISIONS()[name].read_option(None, (4,))


def test_a_game_has_at_least_one_point():
    with pytest.raises(BadProvision, match=r"^is a whole number from 1 to 99\.$"):
        PROVISIONS()["target"].read(0, (4,))


def test_a_number_by_players_is_one_for_all_or_one_for_each_number():
    march = PROVISIONS()["march"]
    assert march.read(3, (4, 5)) == {4: 3, 5: 3}
    assert march.read({"4": 2, "5": 3}, (4, 5)) == {4: 2, 5: 3}
    assert march.read({4: 2, 5: 3}, (4, 5)) == {4: 2, 5: 3}
    for wrong in ({}, {"4": 2}, {"4": 2, "5": 3, "6": 3}, {"four": 2, "five": 3}):
        with pytest.raises(
            BadProvision, match=r"^needs one number, or one for every number of players\.$"
        ):
            march.read(wrong, (4, 5))
    with pytest.raises(BadProvision, match=r"^is a whole number from 0 to 99\.$"):
        march.read({"4": 2, "5": True}, (4, 5))
