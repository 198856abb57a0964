import pytest

from scoring.common.refused import Refused
from scoring.models import HouseRules
from scoring.table.actions.corrections import take_back
from scoring.table.actions.house_rules import change_house_rules, is_frozen, make_house_rules
from tests.cast import PHONE, a_club, a_table, again, an_evening, everything, log, versions

pytestmark = pytest.mark.django_db

FOUR = ["Ann", "Ben", "Cat", "Dan"]


def ours(club=None, **changes):
    return make_house_rules(
        club=club or a_club(), base="keller", name="Ours", changes=changes or {"euchre": 3}
    )


def a_table_of(house):
    return a_table(session=an_evening(house.club), names=FOUR, house=house)


def change(house, name="Ours", **changes):
    return change_house_rules(house=house, name=name, changes=changes)


def refusal(verb, *args, **what):
    """Why the verb is refused; nothing may have been stored."""
    stored = everything()
    with pytest.raises(Refused) as why:
        verb(*args, **what)
    assert everything() == stored
    return str(why.value)


def test_house_rules_are_a_rule_set_with_named_changes():
    house = ours(euchre=3, laps=True)
    assert (house.base, house.name, house.changes) == (
        "keller",
        "Ours",
        {"euchre": 3, "laps": True},
    )
    assert (house.rules.euchre, house.rules.laps, house.rules.march[4]) == (3, True, 2)


def test_the_same_rules_sent_twice_are_created_once():
    club = a_club()
    assert ours(club) == ours(club)
    assert HouseRules.objects.count() == 1


@pytest.mark.parametrize(
    ("what", "sentence"),
    [
        (
            {"changes": {}},
            "These are the same as the book’s rules. Change at least one number.",
        ),
        (
            {"changes": {"euchre": 100}},
            '"euchre" is a whole number from 0 to 99.',
        ),
        ({"changes": {"key": "x"}}, '"key" is not a provision of keller.'),
        ({"name": "  "}, "House rules need a name of 1 to 60 characters."),
        ({"name": "OURS"}, "The club has rules called Ours. Choose another name."),
        (
            {"name": "keller's  GAME"},
            "keller's  GAME is the name of a book’s rules. Choose another name.",
        ),
    ],
)
def test_impossible_house_rules_are_refused_with_a_reason(what, sentence):
    club = a_club()
    ours(club)
    told = {"base": "keller", "name": "New ones", "changes": {"march": 3}} | what
    assert refusal(make_house_rules, club=club, **told) == sentence


def test_two_clubs_can_have_rules_of_the_same_name():
    assert ours(a_club()) != ours(a_club("Another club", organiser="mallory"))


def test_changing_unplayed_rules_changes_them_in_place_and_updates_every_table():
    house = ours()
    table = a_table_of(house)
    before = versions(table)
    changed = change(house, name="Our own", euchre=4)
    assert (changed.pk, again(house).document) == (
        house.pk,
        {"base": "keller", "name": "Our own", "euchre": 4},
    )
    assert versions(table) == (before[0] + 1, before[1] + 1)
    assert again(table).rules.euchre == 4


def test_changing_played_rules_replaces_them_and_their_tables_keep_the_old_ones():
    house = ours()
    table = a_table_of(house)
    log(table, "Ben 2")
    before = versions(table), again(table).sitting.totals
    new = change(house, euchre=4)
    assert new.pk != house.pk
    assert again(house).replaced_by == new
    assert (again(house).changes, new.changes, new.name) == ({"euchre": 3}, {"euchre": 4}, "Ours")
    assert (versions(table), again(table).sitting.totals) == before
    assert before[1] == (3, 0, 3, 0)


def test_an_undone_hand_freezes_the_rules_too():
    house = ours()
    assert not is_frozen(house)
    record = log(a_table_of(house), "Ben 2")
    take_back(record=record, actor=PHONE)
    assert is_frozen(house)


def test_a_hand_at_another_table_freezes_no_rules():
    house = ours()
    log(a_table(session=an_evening(house.club), names=FOUR, rules_key="keller"), "Ben 2")
    assert not is_frozen(house)


@pytest.mark.parametrize("played", [False, True])
def test_a_change_sent_twice_is_made_once(played):
    house = ours()
    if played:
        log(a_table_of(house), "Ben 2")
    first = change(house, euchre=4)
    stored = everything()
    assert change(house, euchre=4) == first
    assert everything() == stored


def test_a_change_that_changes_nothing_replaces_no_rules():
    house = ours()
    log(a_table_of(house), "Ben 2")
    stored = everything()
    assert change(house, euchre=3) == house
    assert everything() == stored


def test_a_change_of_rules_edited_in_the_meantime_is_refused_with_the_current_ones():
    house = ours()
    seen = house.edition
    change(house, name="Our own", euchre=4)
    what = {"house": house, "name": "Ours", "changes": {"march": 3}}
    said = refusal(change_house_rules, seen=seen, **what)
    assert "Our own is now Keller’s game, changed: euchre 4." in said
    assert change_house_rules(seen=again(house).edition, **what).changes == {"march": 3}


def test_the_same_change_sent_twice_is_not_taken_for_anothers_edit():
    house = ours()
    what = {"house": house, "name": "Ours", "changes": {"march": 3}, "seen": house.edition}
    assert change_house_rules(**what) == change_house_rules(**what)


def test_a_change_that_a_table_of_these_rules_could_not_play_by_is_refused():
    house = make_house_rules(club=a_club(), base="american", name="Ours", changes={"euchre": 3})
    evening = an_evening(house.club, title="Friday")
    table = a_table(session=evening, names=FOUR, house=house, options={"defend_alone": True})
    assert refusal(change, house, euchre=3, alone="nobody") == (
        'Table 1 of Friday uses an option that these rules rule out. "defend_alone" is not an '
        "option of "
        "Ours."
    )
    log(table, "Ben 2")
    assert change(house, euchre=3, alone="nobody").rules.alone == "nobody"


def test_replaced_rules_cannot_be_changed_again():
    house = ours()
    log(a_table_of(house), "Ben 2")
    change(house, euchre=4)
    sentence = "These rules were replaced. Edit the new ones."
    assert refusal(change, house, euchre=5) == refusal(change, house, euchre=3) == sentence


def test_the_name_of_replaced_rules_can_be_used_again():
    house = ours()
    log(a_table_of(house), "Ben 2")
    new = change(house, name="Others", euchre=4)
    assert (
        make_house_rules(club=house.club, base="keller", name="Ours", changes={"march": 3}).name
        == "Ours"
    )
    assert refusal(change, new, name="ours", euchre=4) == (
        "The club has rules called Ours. Choose another name."
    )
