"""Constraints of the database, which hold for every writer."""

from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction

from scoring.models import Club, HandRecord, Link, Payment, Player, Seat, Sitting, Table
from tests.cast import BEN, DAN, a_table, again, close

pytestmark = pytest.mark.django_db


def refused(constraint, write):
    """Whether a write breaks this constraint; SQLite names a unique one only by its columns."""
    with pytest.raises(IntegrityError) as broken, transaction.atomic():
        write()
    return constraint in str(broken.value) or "UNIQUE constraint failed" in str(broken.value)


def a_record(table, **facts):
    facts = {"maker": BEN, "partner": DAN, "tricks": 3, "place": 1} | facts
    return lambda: HandRecord.objects.create(id=uuid4(), sitting=table.sitting, **facts)


@pytest.mark.parametrize(
    ("constraint", "facts"),
    [
        ("at_most_seven_tricks_without_a_bid", {"tricks": 8}),
        ("tricks", {"tricks": -1}),
        ("nobody_partners_himself", {"partner": BEN}),
        ("a_maker_or_a_void_deal", {"void": "passed-out", "partner": None, "tricks": None}),
        ("a_maker_or_a_void_deal", {"maker": None}),
        (
            "a_maker_or_a_void_deal",
            {"maker": None, "partner": None, "tricks": None, "void": "earthquake"},
        ),
        ("alone_is_without_partner", {"alone": BEN}),
        ("known_ways_to_make_trump", {"made": "guessed"}),
        ("counted_hands_have_a_place", {"place": None}),
        ("a_void_deal_was_not_played", {"maker": None, "void": "misdeal", "partner": None}),
        ("known_suits", {"trump": "X"}),
        ("known_suits", {"call": "X"}),
        ("known_suits", {"turned": "X"}),
        ("known_states", {"state": "lost"}),
        ("known_hands_for_a_new_deal", {"redeal": "farmer"}),
        (
            "known_hands_for_a_new_deal",
            {"maker": None, "partner": None, "tricks": None, "void": "new-deal", "redeal": "x"},
        ),
        ("a_card_is_taken_or_not_recorded", {"best_card": False}),
        (
            "a_void_deal_was_not_played",
            {"maker": None, "partner": None, "tricks": None, "void": "misdeal", "best_card": True},
        ),
        ("at_most_seven_tricks_without_a_bid", {"partner": None, "bid": "4", "tricks": 14}),
        ("only_a_number_is_not_bid_alone", {"partner": None, "bid": "0"}),
        ("only_a_number_is_not_bid_alone", {"partner": None, "bid": "04"}),
        ("no_card_is_turned_for_a_bid", {"bid": "4"}),
        ("no_card_is_turned_for_a_bid", {"partner": None, "bid": "4", "turned": "S"}),
        ("only_a_number_is_not_bid_alone", {"partner": None, "bid": "alone"}),
        ("only_a_number_is_not_bid_alone", {"partner": None, "bid": "alone", "alone": DAN}),
        ("only_a_number_is_not_bid_alone", {"partner": None, "bid": "4", "alone": DAN}),
        ("own_tricks_are_of_no_side", {"taken": "1,3,-,1"}),
        ("own_tricks_are_of_no_side", {"partner": None, "alone": BEN, "taken": "1,3,-,1"}),
        (
            "a_void_deal_was_not_played",
            {"maker": None, "partner": None, "tricks": None, "void": "misdeal", "taken": "5,0,0,0"},
        ),
        ("only_a_bid_is_forced", {"forced": True}),
        ("only_a_bid_is_forced", {"partner": None, "bid": "4", "forced": False}),
    ],
)
def test_an_impossible_hand_is_refused_by_the_database(constraint, facts):
    table = a_table()
    assert refused(constraint, a_record(table, **facts))


@pytest.mark.parametrize(
    "facts",
    [
        {},
        {"tricks": None},
        {"tricks": 0},
        {"partner": None, "alone": BEN},
        {"partner": None, "call": "H", "trump": "S", "turned": "joker", "made": "took"},
        {"maker": None, "partner": None, "tricks": None, "void": "imperfect-pack", "turned": "S"},
        {"state": "begun", "place": None, "partner": None, "tricks": None},
        {"partner": None, "tricks": 7},
        {"partner": None, "tricks": 3, "taken": "1,3,-,1"},
        {"maker": None, "partner": None, "tricks": None, "taken": "1,2,1,1"},
        {"picked_up": True, "best_card": True},
        {"maker": None, "partner": None, "tricks": None, "void": "new-deal", "redeal": "farmer"},
        {"partner": None, "bid": "4", "trump": "high"},
        {"partner": None, "bid": "12", "tricks": 13},
        {"partner": None, "bid": "alone", "alone": BEN, "trump": "low"},
    ],
)
def test_a_possible_hand_is_stored(facts):
    table = a_table()
    record = a_record(table, **facts)()
    assert again(record).hand == record.hand


def test_two_hands_cannot_share_a_place():
    table = a_table("Ben+Dan 3")
    assert refused("one_hand_a_place", a_record(table, place=1))


def test_two_hands_cannot_be_begun_in_one_sitting():
    table = a_table()
    begun = {"state": "begun", "place": None}
    a_record(table, **begun)()
    assert refused("one_hand_begun_at_a_time", a_record(table, **begun))
    a_record(a_table(), **begun)()


def test_two_hands_cannot_share_an_id():
    table = a_table()
    one = a_record(table)()
    assert refused(
        "scoring_handrecord_pkey",
        lambda: HandRecord.objects.create(id=one.pk, sitting=table.sitting, maker=DAN, place=2),
    )


@pytest.mark.parametrize("right", ["write", "watch"])
def test_a_table_has_one_live_link_for_each_right(right):
    table = a_table()
    assert refused("one_live_link_a_right", lambda: Link.objects.create(table=table, right=right))


def test_a_link_has_a_known_right():
    assert refused("known_rights", lambda: Link.objects.create(table=a_table(), right="admin"))


def test_two_links_cannot_share_a_secret():
    table = a_table()
    token = table.links.first().token
    assert refused(
        "scoring_link_token", lambda: Link.objects.create(table=table, right="host", token=token)
    )


def test_a_club_has_each_name_once_in_any_spelling_of_case_and_spaces():
    club = a_table().session.club
    assert refused("one_player_a_name", lambda: Player.objects.create(club=club, name=" ANN"))


def test_a_player_has_a_name():
    club = Club.objects.create(name="Another club")
    assert refused("players_have_names", lambda: Player.objects.create(club=club, name=""))


def test_a_session_numbers_each_table_once_and_a_table_each_sitting():
    table = a_table()
    assert refused("one_table_a_number", lambda: Table.objects.create(session=table.session, no=1))
    assert refused("one_sitting_a_number", lambda: Sitting.objects.create(table=table, no=1))


def test_a_player_has_one_seat_and_a_seat_one_player():
    sitting = a_table().sitting
    ann, fay = (
        sitting.players[0],
        Player.objects.create(club=sitting.table.session.club, name="Fay"),
    )
    assert refused(
        "one_seat_a_player", lambda: Seat.objects.create(sitting=sitting, no=5, player=ann)
    )
    assert refused(
        "one_player_a_seat", lambda: Seat.objects.create(sitting=sitting, no=0, player=fay)
    )


def test_a_session_numbers_each_closing_once():
    closing = close(a_table("Eve! 5").session)
    closing.pk = None
    assert refused("one_closing_a_number", lambda: closing.save(force_insert=True))


@pytest.mark.parametrize(
    ("constraint", "wrong"),
    [
        ("payments_are_more_than_nothing", {"amount": 0}),
        ("nobody_pays_himself", {"payee_id": "payer"}),
    ],
)
def test_an_impossible_payment_is_refused_by_the_database(constraint, wrong):
    payment = close(a_table("Eve! 5").session).payments.first()
    wrong = {key: payment.payer_id if value == "payer" else value for key, value in wrong.items()}
    assert refused(constraint, lambda: Payment.objects.filter(pk=payment.pk).update(**wrong))
