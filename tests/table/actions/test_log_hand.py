from dataclasses import replace

import pytest

from scoring.common.permissions import Actor
from scoring.common.refused import Refused
from scoring.euchre.hand import Hand, ImpossibleHand
from scoring.models import HandRecord
from scoring.table.actions import hands
from scoring.table.actions.corrections import number_of, put_back, take_back
from scoring.table.actions.hands import AlreadyLogged, begin_hand, log_hand
from scoring.table.actions.house_rules import make_house_rules
from scoring.table.actions.tables import change_people
from scoring.table.actions.waiting import decide_waiting
from tests.cast import (
    ANN,
    BEN,
    BEN_WITH_DAN,
    CAT,
    DAN,
    DAN_REVOKES,
    EVE,
    EVE_ALONE,
    FIVE,
    NEW_DEAL,
    PHONE,
    a_club,
    a_table,
    again,
    an_evening,
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
from tests.table.actions.cellar import comes_back, refused, states

pytestmark = pytest.mark.django_db


def test_an_entered_hand_counts_as_the_next_one():
    table = a_table("Ben+Dan 3")
    logged = log_hand(
        table=table,
        sitting=table.sitting.pk,
        id=some_id(7),
        hand=EVE_ALONE,
        after=table.sitting.latest,
        note="with the joker",
        actor=Actor(user=an_organiser("kate")),
    )
    record = again(logged.record)
    assert (logged.no, record.pk, record.place, record.state) == (2, some_id(7), 2, "counted")
    assert (record.hand, record.note, record.logged_by) == (EVE_ALONE, "with the joker", "kate")
    assert totals(table) == {"Ann": 0, "Ben": 1, "Cat": 0, "Dan": 1, "Eve": 5}


def not_from_five(*hands, **what):
    """A table of four whose rules bar lone hands from five points, with these hands."""
    club = a_club()
    changes = {"no_lone_from": 5}
    house = make_house_rules(club=club, name="Ours", base="american", changes=changes)
    what |= {"names": FIVE[:4], "house": house}
    return a_table(*hands, session=an_evening(club=club), **what)


def test_a_side_with_too_many_points_cannot_play_alone():
    table = not_from_five("Ann! 5", "Ann 3")
    before = everything()
    with pytest.raises(ImpossibleHand) as refused:
        log(table, "Cat! 5")
    assert (refused.value.field, refused.value.message) == (
        "alone",
        "A side with 5 or more points can’t play alone in Ours. This side has 5.",
    )
    assert everything() == before
    log(table, "Ben! 5")
    log(table, "Cat 5")
    assert totals(table) == {"Ann": 7, "Ben": 4, "Cat": 7, "Dan": 4}


def test_a_correction_cannot_say_alone_of_a_side_with_too_many_points(correct):
    table = not_from_five("Ann! 5", "Ann 3", "Cat 3")
    _, second, third = HandRecord.objects.order_by("place")
    with pytest.raises(Refused, match="can’t play alone in Ours"):
        correct(third, Hand(maker=CAT, alone=CAT, tricks=3))
    correct(second, Hand(maker=ANN, alone=ANN, tricks=3))
    assert totals(table) == {"Ann": 6, "Ben": 0, "Cat": 6, "Dan": 0}


def test_a_lone_hand_of_a_side_with_too_many_points_is_not_counted_later_either():
    table = not_from_five("Ann! 5", "Ann 3")
    waits = log_unseen(table, "Cat! 5")
    refused("can’t play alone in Ours. This side has 5", decide_waiting, record=waits, keep=True)
    assert states([waits]) == ["waiting"]
    decide_waiting(record=waits, keep=False, actor=PHONE)
    refused("can’t play alone in Ours", put_back, record=waits)


def test_a_barred_lone_hand_does_not_follow_the_hand_before_it():
    table = not_from_five("Ann! 5")
    seen = table.sitting.latest
    log(table, "Ann 3")
    told = comes_back(table, "Ben 3", "Cat! 5", after=seen)
    decide_waiting(record=told[0], keep=True, actor=PHONE)
    assert states(told) == ["counted", "waiting"]
    assert totals(table) == {"Ann": 5, "Ben": 1, "Cat": 5, "Dan": 1}


def test_a_lone_hand_that_counted_is_restored_although_its_side_is_ahead_now(correct):
    table = not_from_five("Ann! 5", "Ben 3", "Cat! 3")
    _, second, third = HandRecord.objects.order_by("place")
    take_back(record=third, actor=PHONE)
    correct(second, Hand(maker=ANN, tricks=3))
    put_back(record=again(third), actor=PHONE)
    assert totals(table) == {"Ann": 6, "Ben": 0, "Cat": 6, "Dan": 0}


def test_a_lone_hand_stays_possible_if_the_score_before_it_is_corrected(correct):
    table = not_from_five("Ann! 5", "Ben 3", "Ann! 5")
    second = HandRecord.objects.order_by("place")[1]
    correct(second, Hand(maker=BEN, tricks=1))
    assert totals(table) == {"Ann": 10, "Ben": 0, "Cat": 10, "Dan": 0}


@pytest.mark.parametrize(
    "hand",
    [
        DAN_REVOKES,
        NEW_DEAL,
        Hand(void="misdeal", turned="H"),
        Hand(maker=BEN, partner=None, call="H", tricks=1),
        Hand(maker=ANN, partner=DAN, tricks=4, call="H", turned="C", made="took", trump="C"),
    ],
)
def test_every_fact_is_read_back_as_it_was_entered(hand):
    table = a_table()
    assert again(log(table, hand)).hand == hand


def test_the_same_hand_sent_twice_is_one_hand_and_gets_the_same_answer():
    table = a_table("Ben+Dan 3")
    sent = {"table": table, "sitting": table.sitting.pk, "id": some_id(1), "hand": EVE_ALONE}
    sent |= {"after": table.sitting.latest, "actor": PHONE}
    first = log_hand(**sent)
    stored = everything()
    assert (log_hand(**sent).no, log_hand(**sent).record) == (first.no, first.record)
    assert everything() == stored


def test_a_hand_sent_again_after_later_ones_keeps_its_number():
    table = a_table()
    first = log(table, id=some_id(1))
    log(table, EVE_ALONE)
    assert number_of(log(table, id=some_id(1), after=None)) == 1
    assert told_hands(table) == [first.hand, EVE_ALONE]


def test_a_hand_sent_again_after_it_was_corrected_is_not_stored_twice(correct):
    table = a_table()
    record = log(table, BEN_WITH_DAN, id=some_id(1))
    correct(record, EVE_ALONE)
    assert log(table, BEN_WITH_DAN, id=some_id(1)) == record
    assert told_hands(table) == [EVE_ALONE]


def test_a_hand_sent_again_after_it_was_undone_does_not_count_again():
    table = a_table()
    record = log(table, BEN_WITH_DAN, id=some_id(1))
    take_back(record=record, actor=PHONE)
    assert number_of(log(table, BEN_WITH_DAN, id=some_id(1))) is None
    assert told_hands(table) == []


def test_a_hand_sent_again_after_the_deal_was_moved_gets_the_first_answer(move_the_deal):
    table = a_table()
    move_the_deal(table, DAN)
    record = log(table, BEN_WITH_DAN, id=some_id(1))
    assert log(table, BEN_WITH_DAN, id=some_id(1), after=None) == record
    assert dealers(table) == [DAN, EVE]


def test_a_hand_sent_again_after_closing_gets_the_first_answer():
    table = a_table()
    record = log(table, BEN_WITH_DAN, id=some_id(1))
    close(table.session)
    assert number_of(log(table, BEN_WITH_DAN, id=some_id(1), after=None)) == number_of(record) == 1


def test_the_same_id_with_different_facts_is_refused():
    table = a_table()
    record = log(table, BEN_WITH_DAN, id=some_id(1))
    stored = everything()
    with pytest.raises(AlreadyLogged) as refused:
        log(table, EVE_ALONE, id=some_id(1))
    assert refused.value.record == record
    assert everything() == stored


def test_an_id_of_another_table_is_refused():
    theirs, ours = a_table(), a_table()
    log(theirs, id=some_id(1))
    stored = everything()
    with pytest.raises(Refused, match="another table"):
        log(ours, id=some_id(1))
    assert everything() == stored


def test_a_hand_started_at_another_table_cannot_be_finished_here():
    theirs, ours = a_table(), a_table()
    begin_hand(
        table=theirs,
        sitting=again(theirs).sitting.pk,
        id=some_id(1),
        maker=BEN,
        call=None,
        actor=PHONE,
    )
    stored = everything()
    with pytest.raises(Refused, match="another table"):
        log(ours, id=some_id(1))
    with pytest.raises(Refused, match="another table"):
        begin_hand(
            table=ours,
            sitting=again(ours).sitting.pk,
            id=some_id(1),
            maker=ANN,
            call="H",
            actor=PHONE,
        )
    assert everything() == stored


def test_a_sitting_of_another_table_is_refused():
    theirs, ours = a_table(), a_table()
    stored = everything()
    with pytest.raises(Refused, match="another table"):
        log(ours, sitting=theirs.sitting.pk, after=None)
    assert everything() == stored


def test_a_hand_from_an_outdated_phone_waits_with_all_its_facts():
    table = a_table("Ben+Dan 3")
    before = totals(table)
    record = again(log_unseen(table, EVE_ALONE))
    assert (record.state, record.place, record.hand) == ("waiting", None, EVE_ALONE)
    assert totals(table) == before


def test_a_first_hand_waits_if_the_table_already_has_one():
    table = a_table("Ben+Dan 3")
    assert log(table, EVE_ALONE, after=None).state == "waiting"


def test_a_waiting_hand_leaves_the_started_one_alone():
    table = a_table("Ben+Dan 3")
    begun = begin_hand(
        table=table,
        sitting=again(table).sitting.pk,
        id=some_id(1),
        maker=BEN,
        call="D",
        actor=PHONE,
    )
    log_unseen(table, EVE_ALONE)
    assert again(begun).state == "begun"


def test_a_waiting_hand_sent_again_waits_once():
    table = a_table("Ben+Dan 3")
    record = log_unseen(table, EVE_ALONE, id=some_id(1))
    assert log_unseen(table, EVE_ALONE, id=some_id(1)) == record
    assert list(HandRecord.objects.waiting()) == [record]


def test_a_hand_for_a_sitting_that_has_ended_waits():
    table = a_table("Ben+Dan 3")
    old = table.sitting
    change_people(table=table, names=["Ann", "Ben", "Cat", "Dan"])
    record = log(table, EVE_ALONE, sitting=old.pk, after=old.latest)
    assert (again(record).state, again(record).sitting) == ("waiting", old)


@pytest.mark.parametrize(
    ("hand", "message"),
    [
        (Hand(maker=EVE, partner=6, tricks=3), "There is no seat 7 at this table."),
        (Hand(maker=BEN, partner=DAN), "Enter the tricks that the maker’s side won."),
        (Hand(maker=BEN, alone=DAN, tricks=5), "Only the maker can play alone (law 24)."),
        (replace(BEN_WITH_DAN, made="took"), "Only the dealer can pick up the trump."),
        (Hand(void="passed-out", turned="joker"), "There is no joker in this pack."),
    ],
)
def test_a_hand_that_the_rules_do_not_allow_is_not_stored(hand, message):
    table = a_table()
    stored = everything()
    with pytest.raises(ImpossibleHand) as refused:
        log(table, hand)
    assert refused.value.message == message
    assert everything() == stored


def test_a_closed_evening_accepts_no_hand_and_keeps_its_versions():
    table = a_table("Ben+Dan 3")
    close(table.session)
    stored = everything()
    with pytest.raises(Refused, match=r"^This table is closed\."):
        log(table)
    assert everything() == stored


def test_the_deal_passes_to_the_left_unless_the_same_dealer_deals_again():
    table = a_table("Ben+Dan 3", "=", "-", "Eve! 5", DAN_REVOKES)
    assert dealers(table) == [0, 1, 1, 2, 3, 4]


def test_a_hand_raises_the_versions_of_table_and_evening_once():
    table = a_table()
    table_version, session_version = versions(table)
    log(table, id=some_id(1))
    assert versions(table) == (table_version + 1, session_version + 1)
    log(table, id=some_id(1), after=None)
    assert versions(table) == (table_version + 1, session_version + 1)


def test_a_hand_raises_no_version_of_another_table_of_the_evening():
    table = a_table()
    other = a_table(session=table.session, names=["Fay", "Gus", "Hal", "Ida"])
    before = versions(other)[0]
    log(table)
    assert versions(other)[0] == before


def test_a_tables_limit_of_hands_includes_former_sittings_and_undone_hands(monkeypatch):
    monkeypatch.setattr(hands, "MOST_HANDS", 4)
    table = a_table("Ben+Dan 3", "Eve! 5")
    take_back(record=HandRecord.objects.get(place=2), why="", actor=PHONE)
    change_people(table=table, names=["Ann", "Ben", "Cat", "Fay"])
    log_all(table, "Ben+Cat 3", "Ann! 5")
    before = everything()
    with pytest.raises(Refused, match="4 hands"):
        log(table, "Ben+Cat 3")
    assert everything() == before
