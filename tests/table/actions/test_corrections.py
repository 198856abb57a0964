from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.common.permissions import Actor
from scoring.common.refused import Refused
from scoring.euchre.hand import Hand
from scoring.table.actions.corrections import put_back, take_back
from scoring.table.actions.hands import begin_hand
from tests import proof
from tests.cast import (
    ANN,
    BEN,
    BEN_WITH_DAN,
    CAT,
    CAT_IS_EUCHRED,
    DAN,
    DAN_REVOKES,
    EVE,
    EVE_ALONE,
    NEW_DEAL,
    PASSED_OUT,
    PHONE,
    a_table,
    again,
    an_organiser,
    close,
    dealers,
    everything,
    log,
    log_all,
    log_unseen,
    some_id,
    told_hands,
    totals,
    versions,
)
from tests.euchre.strategies import hands

pytestmark = pytest.mark.django_db

DEALER_TAKES = replace(BEN_WITH_DAN, made="took")


def test_a_correction_records_the_old_facts_the_author_and_the_reason(correct):
    table = a_table()
    record = log(table, BEN_WITH_DAN)
    kate = an_organiser("kate")
    correct(record, EVE_ALONE, why="Eve played alone", actor=Actor(user=kate))
    correct(record, DAN_REVOKES)
    record = again(record)
    assert (record.hand, record.revision, record.place) == (DAN_REVOKES, 2, 1)
    assert [
        (change.kind, change.hand_before, change.hand_after, change.why, change.by, change.user)
        for change in record.corrections.all()
    ] == [
        ("corrected", BEN_WITH_DAN, EVE_ALONE, "Eve played alone", "kate", kate),
        ("corrected", EVE_ALONE, DAN_REVOKES, "", "a phone at the table", None),
    ]


def test_a_correction_changes_the_points_of_its_own_hand_only(correct):
    table = a_table("Ben+Dan 3", "Eve! 5")
    record = log(table, "Cat+Ann 2")
    log(table, "Ann+Cat 5")
    correct(record, Hand(maker=CAT, partner=ANN, tricks=3))
    assert totals(table) == {"Ann": 4, "Ben": 1, "Cat": 4, "Dan": 1, "Eve": 5}


@given(
    told=st.lists(hands(5).filter(lambda hand: hand.made is None), min_size=2, max_size=5),
    data=st.data(),
)
@settings(
    max_examples=proof.examples(15), suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_a_corrected_hand_counts_as_if_entered_correctly_at_once(told, data, correct):
    told = [replace(hand, dealer=None) for hand in told]
    wrong = data.draw(st.integers(0, len(told) - 1))
    right = told[wrong]
    first_told = data.draw(
        st.sampled_from([EVE_ALONE, PASSED_OUT, NEW_DEAL]).filter(lambda hand: hand != right)
    )
    mended, at_once = a_table(), a_table()
    records = log_all(mended, *told[:wrong], first_told, *told[wrong + 1 :])
    log_all(at_once, *told)
    correct(records[wrong], right)
    assert told_hands(mended) == told_hands(at_once)
    assert (totals(mended), dealers(mended)) == (totals(at_once), dealers(at_once))


def test_a_correction_based_on_an_outdated_hand_is_refused(correct):
    table = a_table()
    record = log(table, BEN_WITH_DAN)
    correct(record, EVE_ALONE)
    stored = everything()
    with pytest.raises(Refused, match="in the meantime"):
        correct(record, CAT_IS_EUCHRED, revision=0)
    assert everything() == stored


def test_a_correction_of_a_hand_undone_in_the_meantime_is_refused(correct):
    table = a_table()
    record = log(table, BEN_WITH_DAN)
    take_back(record=record, actor=PHONE)
    put_back(record=record, actor=PHONE)
    with pytest.raises(Refused, match="in the meantime"):
        correct(record, CAT_IS_EUCHRED, revision=0)


def test_a_correction_that_changes_nothing_is_refused(correct):
    table = a_table()
    record = log(table, BEN_WITH_DAN)
    stored = everything()
    with pytest.raises(Refused, match="already says this"):
        correct(record, BEN_WITH_DAN)
    assert everything() == stored


def test_a_correction_keeps_a_dealer_set_by_hand(correct, move_the_deal):
    table = a_table()
    move_the_deal(table, DAN)
    record = log(table, BEN_WITH_DAN)
    correct(record, EVE_ALONE)
    assert again(record).hand == replace(EVE_ALONE, dealer=DAN)
    assert dealers(table) == [DAN, EVE]


def test_a_correction_that_makes_a_later_hand_impossible_is_refused(correct):
    table = a_table()
    first, _ = log_all(table, CAT_IS_EUCHRED, DEALER_TAKES)
    stored = everything()
    with pytest.raises(Refused) as refused:
        correct(first, NEW_DEAL)
    assert str(refused.value) == (
        "Hand 2 would then be impossible. Only the dealer can pick up the trump."
    )
    assert everything() == stored


def test_undoing_a_hand_that_a_later_one_needs_is_refused():
    table = a_table()
    first, _ = log_all(table, CAT_IS_EUCHRED, DEALER_TAKES)
    stored = everything()
    with pytest.raises(Refused, match=r"^Hand 1 would then be impossible\. Only the dealer"):
        take_back(record=first, actor=PHONE)
    assert everything() == stored


def test_a_correction_that_the_rules_do_not_allow_is_refused(correct):
    table = a_table()
    record = log(table, CAT_IS_EUCHRED)
    stored = everything()
    with pytest.raises(Refused, match="no joker"):
        correct(record, Hand(void="misdeal", turned="joker"))
    assert everything() == stored


@pytest.mark.parametrize("state", ["begun", "waiting", "taken-back"])
def test_only_a_hand_that_counts_can_be_corrected(state, correct):
    table = a_table("Ben+Dan 3")
    if state == "begun":
        record = begin_hand(
            table=table,
            sitting=again(table).sitting.pk,
            id=some_id(1),
            maker=BEN,
            call=None,
            actor=PHONE,
        )
    elif state == "waiting":
        record = log_unseen(table, EVE_ALONE)
    else:
        record = take_back(record=log(table, EVE_ALONE), actor=PHONE)
    stored = everything()
    with pytest.raises(Refused, match="Restore this hand"):
        correct(record, CAT_IS_EUCHRED)
    assert everything() == stored


def test_an_undone_hand_does_not_count_and_can_be_restored():
    table = a_table("Ben+Dan 3")
    record = log(table, EVE_ALONE)
    take_back(record=record, why="told twice", actor=PHONE)
    assert totals(table) == {"Ann": 0, "Ben": 1, "Cat": 0, "Dan": 1, "Eve": 0}
    put_back(record=record, actor=PHONE)
    assert totals(table) == {"Ann": 0, "Ben": 1, "Cat": 0, "Dan": 1, "Eve": 5}
    assert list(record.corrections.values_list("kind", "why")) == [
        ("taken back", "told twice"),
        ("put back", ""),
    ]


def test_undoing_or_restoring_twice_counts_once():
    table = a_table("Ben+Dan 3")
    record = log(table, EVE_ALONE)
    for verb in (take_back, put_back):
        verb(record=record, actor=PHONE)
        stored = everything()
        verb(record=record, actor=PHONE)
        assert everything() == stored


def test_undoing_a_middle_hand_moves_the_deal_and_restoring_puts_it_in_its_place():
    table = a_table("Ben+Dan 3", "=")
    middle = log(table, EVE_ALONE)
    log(table, CAT_IS_EUCHRED)
    assert dealers(table) == [ANN, BEN, BEN, CAT, DAN]
    take_back(record=middle, actor=PHONE)
    assert dealers(table) == [ANN, BEN, BEN, CAT]
    put_back(record=middle, actor=PHONE)
    assert told_hands(table) == [BEN_WITH_DAN, NEW_DEAL, EVE_ALONE, CAT_IS_EUCHRED]
    assert dealers(table) == [ANN, BEN, BEN, CAT, DAN]


def test_a_new_hand_does_not_take_the_place_of_an_undone_one():
    table = a_table("Ben+Dan 3")
    record = log(table, EVE_ALONE)
    take_back(record=record, actor=PHONE)
    log(table, CAT_IS_EUCHRED)
    put_back(record=record, actor=PHONE)
    assert told_hands(table) == [BEN_WITH_DAN, EVE_ALONE, CAT_IS_EUCHRED]


def test_undo_returns_a_deal_that_was_moved_by_hand(move_the_deal):
    table = a_table("Ben+Dan 3")
    move_the_deal(table, DAN)
    record = log(table, EVE_ALONE)
    assert dealers(table) == [ANN, DAN, EVE]
    take_back(record=record, actor=PHONE)
    assert dealers(table) == [ANN, DAN]
    put_back(record=record, actor=PHONE)
    assert dealers(table) == [ANN, DAN, EVE]


def test_undoing_a_middle_hand_does_not_move_the_deal_to_its_dealer(move_the_deal):
    table = a_table("Ben+Dan 3")
    move_the_deal(table, DAN)
    middle = log(table, EVE_ALONE)
    log(table, BEN_WITH_DAN)
    take_back(record=middle, actor=PHONE)
    assert dealers(table) == [ANN, BEN, CAT]


@pytest.mark.parametrize("verb", [take_back, put_back])
def test_a_hand_that_is_not_finished_cannot_be_undone_or_restored(verb):
    table = a_table("Ben+Dan 3")
    begun = {"sitting": again(table).sitting.pk, "id": some_id(1), "maker": BEN, "call": None}
    record = begin_hand(table=table, **begun, actor=PHONE)
    stored = everything()
    with pytest.raises(Refused, match="This hand isn’t finished"):
        verb(record=record, actor=PHONE)
    assert everything() == stored


def test_hands_of_a_closed_evening_cannot_be_changed(correct):
    table = a_table("Ben+Dan 3")
    gone = take_back(record=log(table, EVE_ALONE), actor=PHONE)
    record = log(table, CAT_IS_EUCHRED)
    close(table.session)
    stored = everything()
    for verb in (
        lambda: correct(record, BEN_WITH_DAN),
        lambda: take_back(record=record, actor=PHONE),
        lambda: put_back(record=gone, actor=PHONE),
    ):
        with pytest.raises(Refused, match="This table is closed"):
            verb()
    assert everything() == stored


def test_every_change_of_a_hand_raises_the_versions_once(correct):
    table = a_table("Ben+Dan 3")
    record = log(table, EVE_ALONE)
    before = versions(table)
    correct(record, CAT_IS_EUCHRED)
    take_back(record=record, actor=PHONE)
    put_back(record=record, actor=PHONE)
    assert versions(table) == (before[0] + 3, before[1] + 3)


def test_undo_drops_a_deal_that_was_moved_for_the_hand_after(move_the_deal):
    table = a_table()
    record = log(table)
    move_the_deal(table, DAN)
    take_back(record=record, actor=PHONE)
    assert dealers(table) == [ANN]
