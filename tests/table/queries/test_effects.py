import pytest

from scoring.euchre.game import ImpossibleSitting
from scoring.euchre.hand import Hand
from scoring.table.actions.corrections import take_back
from scoring.table.queries.effects import effect_of
from tests.cast import (
    BEN,
    DAN,
    EVE_ALONE,
    NEW_DEAL,
    PASSED_OUT,
    PHONE,
    a_table,
    again,
    everything,
    log,
    log_all,
    log_unseen,
)

pytestmark = pytest.mark.django_db

BEN_TAKES = Hand(maker=BEN, partner=DAN, tricks=3, made="took")


def effect(record, changed):
    return effect_of(again(record), changed)


def moved(found):
    """Who would have other points or another net: points before and after, net before and after."""
    return {
        player.name: (*player.points, *player.net) for player in found.players if player.changed
    }


def test_an_effect_lists_every_players_points_and_net_before_and_after():
    table = a_table("Ben+Dan 3")
    record = log(table, "Ann+Cat 2")
    stored = everything()
    found = effect(record, Hand(maker=0, partner=2, tricks=3))
    assert moved(found) == {
        "Ann": (0, 1, -200, 25),
        "Ben": (3, 1, 175, 25),
        "Cat": (0, 1, -200, 25),
        "Dan": (3, 1, 175, 25),
        "Eve": (2, 0, 50, -100),
    }
    assert found.payments == (
        [("Ann", "Ben", 175), ("Cat", "Dan", 175), ("Ann", "Eve", 25), ("Cat", "Eve", 25)],
        [("Eve", "Ann", 25), ("Eve", "Ben", 25), ("Eve", "Cat", 25), ("Eve", "Dan", 25)],
    )
    assert everything() == stored


def test_without_a_stake_nets_and_payments_are_points():
    record = log(a_table(stake_minor=0), EVE_ALONE)
    found = effect(record, None)
    assert moved(found)["Eve"] == (5, 0, 20, 0)
    assert found.payments == ([(name, "Eve", 5) for name in ("Ann", "Ben", "Cat", "Dan")], [])


def test_an_undone_hand_moves_the_deal_of_every_later_one():
    table = a_table("Ben+Dan 3")
    record = log(table, EVE_ALONE)
    log_all(table, "Cat! 3", "-", "Ben+Dan 3")
    assert effect(record, None).dealers_moved == 3


@pytest.mark.parametrize(
    ("told", "changed", "dealers"),
    [(PASSED_OUT, NEW_DEAL, 2), (PASSED_OUT, EVE_ALONE, 0), (NEW_DEAL, EVE_ALONE, 2)],
)
def test_a_changed_void_deal_moves_later_dealers_only_if_the_deal_passes_differently(
    told, changed, dealers
):
    table = a_table("Ben+Dan 3")
    record = log(table, told)
    log_all(table, "Cat! 3", "-")
    assert effect(record, changed).dealers_moved == dealers


def test_correcting_facts_that_do_not_score_has_no_effect():
    record = log(a_table(), Hand(maker=BEN, partner=DAN, tricks=3))
    found = effect(record, Hand(maker=BEN, partner=DAN, tricks=4, call="H"))
    assert (found.anything, moved(found), found.dealers_moved) == (False, {}, 0)


@pytest.mark.parametrize("state", ["waiting", "taken back"])
def test_a_hand_that_does_not_count_has_no_effect(state):
    table = a_table("Ben+Dan 3")
    if state == "waiting":
        record = log_unseen(table, EVE_ALONE)
    else:
        record = take_back(record=log(table, EVE_ALONE), actor=PHONE)
    assert not effect(record, PASSED_OUT).anything


def test_an_impossible_effect_names_the_hand():
    table = a_table()
    first, _ = log_all(table, "Cat+Ann 2", BEN_TAKES)
    with pytest.raises(ImpossibleSitting) as refused:
        effect(first, NEW_DEAL)
    assert (refused.value.no, refused.value.message) == (
        2,
        "Only the dealer can pick up the trump.",
    )


def test_the_player_who_changes_most_comes_first_and_unchanged_ones_are_left_out():
    table = a_table("Ben+Dan 3")
    record = log(table, "Ann+Cat 2")
    names = [one.name for one in effect(record, Hand(maker=0, partner=2, tricks=3)).moved]
    assert names == ["Ann", "Cat", "Ben", "Dan", "Eve"]
    record = log(table, "Ben+Dan 3")
    names = [one.name for one in effect(record, Hand(maker=BEN, partner=2, tricks=3)).moved]
    assert names == ["Cat", "Dan"]
