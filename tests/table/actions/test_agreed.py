import pytest

from scoring.common.permissions import Actor
from scoring.common.refused import Refused
from scoring.evening.queries.now import not_agreed
from scoring.models import Assent, HandRecord
from scoring.table.actions.agreed import ask_agreement, let_stand, say
from scoring.table.actions.corrections import take_back
from scoring.table.queries.agreed import open_objections, said_of
from tests.cast import (
    BEN_WITH_DAN,
    EVE_ALONE,
    a_table,
    again,
    an_evening,
    an_organiser,
    close,
    everything,
    log,
    totals,
    versions,
)
from tests.table.actions.reseating import reseat

pytestmark = pytest.mark.django_db

OURS, THEIRS, ANOTHER = (Actor(phone=phone) for phone in ("K7", "M3", "X9"))


@pytest.fixture
def table():
    """A table that asks the other side."""
    table = a_table()
    ask_agreement(table=table, asks=True)
    return again(table)


@pytest.fixture
def hand(table):
    return log(table, BEN_WITH_DAN, actor=OURS)


def tell(hand, agrees=True, *, by=THEIRS, **what):
    what = {"revision": again(hand).revision} | what
    return say(record=hand, agrees=agrees, actor=by, **what)


def said(hand):
    return said_of(HandRecord.objects.filter(pk=hand.pk))[hand.pk]


def words(hand):
    return [(word.by, word.turned, word.agrees, word.why) for word in said(hand).words]


def refused(because, verb, *args, **what):
    before = everything()
    with pytest.raises(Refused, match=because):
        verb(*args, **what)
    assert everything() == before


def test_a_new_hand_is_neither_confirmed_nor_disputed(hand):
    assert (said(hand).state, words(hand)) == ("", [])


def test_another_phone_confirms_a_hand(hand):
    tell(hand)
    assert (said(hand).state, words(hand)) == ("agreed", [("phone M3", False, True, "")])


def test_another_phone_disputes_a_hand_with_a_reason(hand):
    tell(hand, False, why="Dan was not the partner")
    assert said(hand).state == "objected"
    assert words(hand) == [("phone M3", False, False, "Dan was not the partner")]


def test_the_phone_that_entered_a_hand_cannot_confirm_it(hand):
    refused("This phone entered the hand", tell, hand, by=OURS)


def test_a_phone_turned_round_confirms_for_the_opponents(hand):
    tell(hand, by=OURS, turned=True)
    assert (said(hand).state, words(hand)) == ("agreed", [("phone K7", True, True, "")])


def test_only_the_phone_that_entered_the_hand_can_be_turned_round(hand):
    tell(hand, turned=True)
    assert words(hand) == [("phone M3", False, True, "")]


def test_the_phone_that_corrected_a_hand_cannot_confirm_it_but_the_first_one_can(hand, correct):
    correct(hand, EVE_ALONE, actor=THEIRS)
    refused("This phone entered the hand", tell, hand)
    tell(hand, by=OURS)
    assert said(hand).state == "agreed"


def test_the_same_confirmation_again_is_stored_once(hand):
    first = tell(hand, False, why="no")
    before = everything()
    assert tell(hand, False, why="no") == first
    assert everything() == before


def test_a_later_answer_is_kept_beside_the_earlier_one(hand):
    tell(hand, False, why="no")
    tell(hand)
    assert said(hand).state == "agreed"
    assert words(hand) == [("phone M3", False, False, "no"), ("phone M3", False, True, "")]


def test_one_dispute_outweighs_all_confirmations(hand):
    tell(hand, False)
    tell(hand, by=ANOTHER)
    tell(hand, by=OURS, turned=True)
    assert (said(hand).state, said(hand).objection.by) == ("objected", "phone M3")


def test_a_confirmation_has_no_reason(hand):
    assert tell(hand, why="because").why == ""


def test_a_correction_keeps_earlier_answers_but_they_no_longer_count(hand, correct):
    tell(hand)
    correct(hand, EVE_ALONE, actor=OURS)
    assert (said(hand).state, len(said(hand).words)) == ("", 1)


def test_a_hand_corrected_in_the_meantime_cannot_be_confirmed_unseen(hand, correct):
    correct(hand, EVE_ALONE, actor=OURS)
    refused("This hand has changed", tell, hand, revision=0)


def test_only_a_hand_that_counts_can_be_confirmed(hand):
    take_back(record=hand, actor=OURS)
    refused("no longer counts", tell, hand)


def test_hands_cannot_be_confirmed_where_confirmation_is_off(hand, table):
    ask_agreement(table=table, asks=False)
    refused("no longer asks", tell, hand)


def test_hands_cannot_be_confirmed_once_the_evening_is_closed(hand, table):
    close(table.session)
    refused("This table is closed", tell, hand)
    refused("This table is closed", ask_agreement, table=table, asks=False)


def test_a_confirmation_updates_every_screen(hand, table):
    before = versions(table)
    tell(hand)
    assert versions(table) == tuple(version + 1 for version in before)


def test_a_confirmation_stores_the_account_beside_its_name(hand):
    kate = an_organiser()
    word = tell(hand, by=Actor(user=kate))
    assert (word.by, word.user) == ("kate", kate)


def test_turning_confirmation_on_twice_changes_nothing(table):
    before = everything()
    ask_agreement(table=table, asks=True)
    assert everything() == before


def test_a_disputed_hand_does_not_stop_play(table, hand):
    tell(hand, False)
    log(table, EVE_ALONE, actor=OURS)
    assert totals(table) == {"Ann": 0, "Ben": 1, "Cat": 0, "Dan": 1, "Eve": 5}


def test_an_organiser_can_keep_a_disputed_hand(hand):
    kate = Actor(user=an_organiser())
    tell(hand, False, why="no")
    let_stand(record=hand, revision=0, why="Everybody saw it.", actor=kate)
    (change,) = hand.corrections.all()
    assert (change.kind, change.why, change.by) == ("let stand", "Everybody saw it.", "kate")
    assert (said(hand).state, again(hand).hand) == ("", BEN_WITH_DAN)


def test_keeping_a_hand_twice_is_recorded_once(hand):
    tell(hand, False)
    let_stand(record=hand, revision=0, why="yes", actor=ANOTHER)
    before = everything()
    let_stand(record=hand, revision=0, why="yes", actor=ANOTHER)
    assert everything() == before


def test_only_a_disputed_hand_can_be_kept(hand):
    refused("no longer disputed", let_stand, record=hand, revision=0, why="yes", actor=ANOTHER)


def test_open_disputes_are_counted_by_table(table, hand, correct):
    second, third, fourth = (log(table, actor=OURS) for _ in range(3))
    for one in (hand, second, third, fourth):
        tell(one, False)
    tell(hand, False, by=ANOTHER)
    tell(second)  # withdrawn
    correct(third, EVE_ALONE, actor=OURS)
    take_back(record=fourth, actor=OURS)
    other = a_table(session=table.session, names=["Hal", "Ida", "Jo", "Kit", "Lou"])
    ask_agreement(table=other, asks=True)
    tell(log(other, "Hal! 5", actor=OURS), False)
    assert open_objections(table.session) == {table.pk: 1, other.pk: 1}
    assert open_objections(an_evening(table.session.club)) == {}


def test_the_answers_about_every_hand_are_read_in_order_with_one_query(
    table, hand, django_assert_num_queries
):
    second = log(table, actor=OURS)
    tell(hand)
    tell(hand, False)
    hands = table.sitting.hands.counted()
    with django_assert_num_queries(1):
        found = said_of(hands)
    assert [(id, one.state) for id, one in found.items()] == [
        (hand.pk, "objected"),
        (second.pk, ""),
    ]
    assert Assent.objects.count() == 2


def test_signing_in_does_not_let_the_entering_phone_confirm(hand):
    kate = Actor(user=an_organiser(), phone=OURS.phone)
    refused("This phone entered the hand", tell, hand, by=kate)
    tell(hand, by=kate, turned=True)
    assert words(hand) == [("kate", True, True, "")]


def test_a_signed_in_users_phone_that_corrected_a_hand_cannot_confirm_it(hand, correct):
    correct(hand, EVE_ALONE, actor=Actor(user=an_organiser(), phone=THEIRS.phone))
    refused("This phone entered the hand", tell, hand, by=THEIRS)
    tell(hand, by=OURS)
    assert said(hand).state == "agreed"


def test_neither_the_entering_phone_nor_the_one_that_sent_the_hand_can_confirm(table, correct):
    kate = an_organiser()
    hand = log(table, BEN_WITH_DAN, actor=Actor(user=kate, phone=THEIRS.phone), told_on=OURS.phone)
    for by in (OURS, THEIRS, Actor(user=kate, phone="P9")):
        refused("This phone entered the hand", tell, hand, by=by)
    correct(hand, EVE_ALONE, actor=ANOTHER)
    refused("This phone entered the hand", tell, hand, by=ANOTHER)
    tell(hand, by=OURS)
    assert words(hand) == [("phone K7", False, True, "")]


@pytest.mark.parametrize("agrees", [True, False])
def test_answers_given_before_seats_were_corrected_are_asked_for_again(table, hand, agrees):
    tell(hand, agrees, why="no")
    reseat(table, ["Ann", "Zoe", "Cat", "Dan", "Eve"])
    assert (said(hand).state, open_objections(table.session)) == ("", {})
    tell(hand, agrees, why="no")
    assert said(hand).state == ("agreed" if agrees else "objected")
    assert open_objections(table.session) == ({} if agrees else {table.pk: 1})


def test_hands_entered_before_confirmation_was_turned_on_need_none():
    table = a_table()
    before = log(table, BEN_WITH_DAN)
    ask_agreement(table=table, asks=True)
    after = log(again(table), BEN_WITH_DAN)
    assert [(said(one).asked, said(one).silent) for one in (before, after)] == [
        (False, False),
        (True, True),
    ]
    assert not_agreed(table.session) == {table.pk: 1}
    refused("weren’t asked", tell, before)


def test_confirmation_turned_on_again_applies_to_later_hands_and_keeps_answers(table, hand):
    tell(hand, False, why="Wrong maker")
    ask_agreement(table=table, asks=False)
    ask_agreement(table=table, asks=True)
    assert (said(hand).asked, said(hand).state) == (False, "objected")
    tell(hand)
    assert said(hand).state == "agreed"
