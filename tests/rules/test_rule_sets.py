import pytest

from scoring.rules import score_out
from scoring.rules.hand import Hand, ImpossibleHand
from scoring.rules.points import score
from scoring.rules.provisions import BadProvision
from scoring.rules.rule_set import NUMBERS, PROVISIONS, Law, UnknownRule, per_players
from scoring.rules.rule_sets import SHELF, find, find_house
from scoring.rules.sheet import Entry, Sheet
from tests.rules.cast import CAST
from tests.rules.every_hand import every_hand

every_set = pytest.mark.parametrize("rules", SHELF.values(), ids=list(SHELF))
every_provision = pytest.mark.parametrize(
    ("rules", "provision"),
    [(rules, name) for rules in SHELF.values() for name in rules.provisions],
    ids=[f"{rules.key}-{name}" for rules in SHELF.values() for name in rules.provisions],
)


# -- the shelf
# ----------------------------------------------------------------------------------------


def test_thirteen_sets_stand_on_the_shelf():
    assert list(SHELF) == [
        "call-ace",
        "club-laws",
        "keller",
        "hoyle-four",
        "britannica-four",
        "american",
        "railroad",
        "british",
        "hoyle-two",
        "britannica-two",
        "hoyle-three",
        "hoyle-three-setback",
        "britannica-three",
    ]


def test_a_rule_set_is_found_by_its_key():
    assert (find("call-ace").name, find("call-ace").source) == ("Call-Ace", "Foster 1905")
    assert [find(key) for key in SHELF] == list(SHELF.values())


@every_set
def test_a_set_is_found_once_whoever_asks(rules):
    assert find(rules.key) is find(rules.key)
    assert (rules.shelf_key, rules.base) == (rules.key, "")


@pytest.mark.parametrize("key", ["", "Call-Ace", "bridge", "key", "partnership", "house"])
def test_an_unknown_rule_set_is_refused_with_those_that_are_known(key):
    with pytest.raises(UnknownRule) as caught:
        find(key)
    assert str(caught.value) == f'"{key}" is not a rule set; known: {", ".join(SHELF)}.'


@every_set
def test_a_set_says_what_it_is(rules):
    assert rules.name and rules.title.endswith(".") and rules.source
    assert len({one.name for one in SHELF.values()}) == len(SHELF)


@every_set
def test_a_set_has_a_number_for_every_number_of_players(rules):
    for by_players in (rules.pack, rules.lowest, rules.march, rules.lone_march):
        assert set(rules.players) <= set(by_players)


@every_set
def test_the_pack_has_the_cards_from_its_lowest_up_in_four_suits(rules):
    ranks = "6789TJQKA"
    for seats in rules.players:
        assert rules.pack[seats] == 4 * len(ranks[ranks.index(rules.lowest[seats]) :])
        assert rules.cards(seats) == rules.pack[seats] + rules.joker


@every_set
def test_every_seat_is_on_one_side(rules):
    for seats in rules.players:
        sides = rules.sides(seats)
        assert sorted(seat for side in sides for seat in side) == list(range(seats))
        assert {len(side) for side in sides} == {2 if rules.partners == "fixed" else 1}


def test_numbers_of_players_are_said_in_words():
    assert dict(per_players(four=2, seven=3)) == {4: 2, 7: 3}
    assert [NUMBERS[number] for number in (0, 4, 7)] == ["none", "four", "seven"]


# -- laws and rulings
# ---------------------------------------------------------------------------------


@every_set
def test_every_kind_of_hand_scores_by_a_law_that_the_set_has(rules):
    for seats in rules.players:
        for hand in every_hand(rules, seats):
            for award in score(hand, rules=rules, seats=seats).awards:
                assert award.law in rules.laws.values()


@every_set
def test_every_kind_of_hand_scores_when_house_rules_change_everything_they_can(rules):
    on = dict.fromkeys(("joker", "defend_alone", "laps", "love_double"), True)
    on |= dict.fromkeys(("jambone", "jamboree"), 9) | {"alone": "either"}
    house = find_house(
        {"base": rules.key, "name": "Ours"}
        | {name: on[name] for name in on if name in rules.provisions}
    )
    for seats in rules.players:
        for hand in every_hand(house, seats):
            assert score(hand, rules=house, seats=seats).awards


@every_set
def test_a_ruling_stands_beside_a_law_or_a_provision_or_says_how_hands_are_counted(rules):
    known = {*rules.laws, *rules.provisions, "within_one_hand"}
    assert set(rules.rulings) <= known


@every_set
def test_a_ruling_is_a_sentence(rules):
    assert all(not words[0].islower() and words.endswith(".") for words in rules.rulings.values())


@every_set
def test_what_rests_on_a_ruling_of_ours_is_cited_as_ours(rules):
    ours = {law for law in rules.laws.values() if law.ruling}
    assert ours <= {Law(source="Bowerbook", number="ruling", ruling=True)}


def test_a_number_without_a_law_is_a_mistake():
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
# ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "provision"), PROVISIONS().items(), ids=list(PROVISIONS()))
def test_a_provision_has_a_label_and_a_meaning_in_a_sentence(name, provision):
    assert provision.label and provision.meaning[0].isupper() and provision.meaning.endswith(".")
    assert provision.kind in ("number", "by players", "yes or no", "choice")
    assert (provision.kind == "choice") == bool(provision.values)


@pytest.mark.parametrize("name", PROVISIONS())
def test_a_provision_means_something_in_some_set(name):
    assert [rules.key for rules in SHELF.values() if name in rules.provisions] != []


@every_provision
def test_a_set_has_a_value_for_each_of_its_provisions_that_it_may_have(rules, provision):
    value = getattr(rules, provision)
    by_players = rules.provisions[provision].kind == "by players"
    told = {str(seats): value[seats] for seats in rules.players} if by_players else value
    assert rules.provisions[provision].read(told, rules.players) == (
        {seats: value[seats] for seats in rules.players} if by_players else value
    )


# What else must hold so that a provision makes a difference.
WHERE = {
    "rubber_bonus": {"rubber": "three"},
    "lone_defence": {"defend_alone": True},
    "stakes": {"rubber": None},
}
JOKER_TURNED = Hand(void="misdeal", turned="joker")


def other(value, provision):
    """Return another value than this."""
    if provision.kind == "yes or no":
        return not value
    if provision.kind == "choice":
        return next(one for one in provision.values if one != value)
    return 9 if provision.kind == "by players" else (value or 0) + 3


def what_comes_of(rules, seats, hands):
    """Return how rules judge and score each hand, and what an evening of marches comes to."""
    judged = []
    for hand in hands:
        try:
            judged.append(score(hand, rules=rules, seats=seats).points)
        except ImpossibleHand as refusal:
            judged.append(refusal.field)
    point, march = (Entry(hand=Hand(maker=0, tricks=tricks)) for tricks in (3, 5))
    sheet = Sheet(rules=rules, players=CAST[:seats], hands=(point, *[march] * 60))
    found = score_out.document(score_out.score(sheet))
    return judged, {key: value for key, value in found.items() if key not in ("rules", "hands")}


@every_provision
def test_every_provision_that_a_set_shows_changes_what_a_table_may_do_or_scores(rules, provision):
    seats, where = rules.players[0], {"base": rules.key, "name": "Ours"}
    where |= {
        name: value for name, value in WHERE.get(provision, {}).items() if name in rules.provisions
    }
    one = find_house(where)
    two = find_house(
        where | {provision: other(getattr(one, provision), rules.provisions[provision])}
    )
    hands = [*every_hand(one, seats, wrong=1), *every_hand(two, seats, wrong=1), JOKER_TURNED]
    assert what_comes_of(one, seats, hands) != what_comes_of(two, seats, hands)


@pytest.mark.parametrize("value", [1.0, "2", None, True, [], {}, -1, 100])
def test_a_number_is_a_whole_one_from_nothing_to_ninety_nine(value):
    assert PROVISIONS()["euchre"].read(99, (4,)) == 99
    with pytest.raises(BadProvision, match=r"^is a whole number from 0 to 99\.$"):
        PROVISIONS()["euchre"].read(value, (4,))


def test_only_an_optional_number_may_be_left_empty():
    empty = [name for name, one in PROVISIONS().items() if one.optional]
    assert empty == ["lone_euchre", "target"]
    assert all(PROVISIONS()[name].read(None, (4,)) is None for name in empty)


def test_no_table_leaves_a_number_empty():
    for name in ("lone_euchre", "target"):
        with pytest.raises(BadProvision, match=r"^is a whole number from \d to 99\.$"):
            PROVISIONS()[name].read_option(None, (4,))


def test_a_game_is_of_one_point_at_least():
    with pytest.raises(BadProvision, match=r"^is a whole number from 1 to 99\.$"):
        PROVISIONS()["target"].read(0, (4,))


def test_a_number_by_players_is_one_for_all_or_one_for_each():
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
