"""Seats corrected after the fact: "we sat wrong for three hands"."""

import pytest
from django.utils import timezone

from scoring.euchre.hand import Hand, Irregularity
from scoring.evening.actions.cutting import break_table_up, declare, stand_in
from scoring.models import Candidate, Reseating
from scoring.table.actions.corrections import correct_hand, take_back
from scoring.table.actions.hands import begin_hand
from scoring.table.actions.reseat import put_right
from scoring.table.actions.tables import change_people, move_deal
from scoring.table.actions.waiting import decide_waiting
from scoring.table.queries.reseating import PEOPLE, SEATS
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
    PHONE,
    a_table,
    again,
    close,
    everything,
    log,
    log_unseen,
    reopen,
    some_id,
    totals,
    versions,
)
from tests.table.actions.reseating import FOUR, PLAYED, nets, refused, reseat, seen, sittings

pytestmark = pytest.mark.django_db


def test_hands_move_to_the_player_who_really_sat_there():
    table = a_table(*PLAYED)
    sitting, (ann, ben, *others) = table.sitting, seen(table.sitting)
    kept = reseat(table, ["Ann", "Fay", "Cat", "Dan", "Eve"], why="Fay came for Ben")
    assert totals(table) == {"Ann": 3, "Fay": 1, "Cat": 3, "Dan": 1, "Eve": 5}
    assert (again(table).sitting.pk, kept.sitting_id) == (sitting.pk, sitting.pk)
    fay = table.session.club.players.get(name="Fay").pk
    assert (kept.before, kept.after) == ([ann, ben, *others], [ann, fay, *others])
    assert (kept.hands_stay_with, kept.from_no, kept.why, kept.by) == (
        "seats",
        1,
        "Fay came for Ben",
        "a phone at the table",
    )


def test_the_settlement_is_that_of_the_players_who_really_sat_there():
    table, right = (
        a_table(*PLAYED),
        a_table(
            *[hand.replace("Ben", "Fay") for hand in PLAYED],
            names=["Ann", "Fay", "Cat", "Dan", "Eve"],
        ),
    )
    reseat(table, ["Ann", "Fay", "Cat", "Dan", "Eve"])
    assert nets(table) == nets(right)


def test_players_keep_their_hands_if_only_the_order_was_wrong():
    table = a_table(*PLAYED)
    before = totals(table)
    reseat(table, ["Ann", "Cat", "Ben", "Eve", "Dan"], stay_with=PEOPLE)
    after = totals(table)
    assert (list(after), after) == (["Ann", "Cat", "Ben", "Eve", "Dan"], before)


def test_with_fixed_partners_a_corrected_order_changes_the_sides():
    table = a_table("Ann 5", "Ben 3", names=FOUR, rules_key="keller")
    reseat(table, ["Ann", "Cat", "Ben", "Dan"], stay_with=PEOPLE)
    assert totals(table) == {"Ann": 3, "Cat": 0, "Ben": 3, "Dan": 0}


def test_players_in_swapped_seats_can_take_over_the_hands_of_the_seat():
    table = a_table(*PLAYED)
    reseat(table, ["Ben", "Ann", "Cat", "Dan", "Eve"])
    assert totals(table) == {"Ben": 3, "Ann": 1, "Cat": 3, "Dan": 1, "Eve": 5}


def test_every_seat_named_in_a_hand_moves_with_its_player():
    table = a_table(stake_minor=0)
    log(table, BEN_WITH_DAN)
    move_deal(table=table, seat=EVE)
    record = log(table, DAN_REVOKES)
    correct_hand(
        record=record, hand=Hand(maker=CAT, alone=CAT, tricks=3), revision=0, why="", actor=PHONE
    )
    move_deal(table=table, seat=DAN)
    reseat(table, FIVE[::-1], stay_with=PEOPLE)
    sitting, record = again(table).sitting, again(record)
    change = record.corrections.get()
    assert (sitting.names[sitting.first_dealer], sitting.names[sitting.next_dealer]) == (
        "Ann",
        "Dan",
    )
    assert record.hand == Hand(maker=CAT, alone=CAT, tricks=3, dealer=ANN)
    assert change.hand_before == Hand(
        maker=DAN, partner=EVE, dealer=ANN, irregularities=(Irregularity(kind="revoke", by=BEN),)
    )
    assert change.hand_after == Hand(maker=CAT, alone=CAT, tricks=3, dealer=ANN)


def test_hands_from_a_later_one_on_become_a_sitting_of_their_own():
    table = a_table(*PLAYED, "Dan+Eve 4")
    kept = reseat(table, ["Ann", "Ben", "Cat", "Fay", "Eve"], from_no=3)
    assert sittings(table) == [
        (1, FIVE, (0, 1, 0, 1, 5)),
        (2, ["Ann", "Ben", "Cat", "Fay", "Eve"], (3, 0, 3, 1, 1)),
    ]
    first, second = again(table).sittings.all()
    assert (first.ended_at, second.ended_at) == (second.started_at, None)
    assert (kept.sitting, [told.place for told in second.bare_hands]) == (second, [1, 2])
    assert [one.dealer for one in (*first.played, *second.played)] == [ANN, BEN, CAT, DAN]


def test_later_sittings_are_renumbered():
    table = a_table(*PLAYED)
    change_people(table=table, names=FOUR)
    log(table, "Ann! 5")
    change_people(table=table, names=["Ann", "Ben", "Cat", "Gus"])
    reseat(table, ["Ann", "Ben", "Cat", "Fay", "Eve"], from_no=2)
    assert [(no, names[3]) for no, names, _ in sittings(table)] == [
        (1, "Dan"),
        (2, "Fay"),
        (3, "Dan"),
        (4, "Gus"),
    ]
    ended = [one.ended_at is not None for one in again(table).sittings.all()]
    assert ended == [True, True, True, False]


def test_an_undone_hand_stays_between_its_neighbours():
    table = a_table("Ben+Dan 3", "Eve! 5")
    back = log(table, "Ann! 5")
    take_back(record=back, actor=PHONE)
    log(table, "Cat! 5")
    reseat(table, ["Ann", "Fay", "Cat", "Dan", "Eve"], from_no=2)
    assert (again(back).sitting.no, again(back).place, again(back).state) == (2, 2, "taken-back")


def test_an_undone_hand_before_all_others_moves_with_them():
    table = a_table()
    back = log(table, "Ann! 5")
    take_back(record=back, actor=PHONE)
    log(table, "Cat! 5")
    reseat(table, FIVE[::-1], stay_with=PEOPLE)
    assert (again(back).sitting, again(back).hand.maker) == (again(table).sitting, EVE)


def test_the_same_players_deal_after_the_seats_are_corrected():
    table = a_table(*PLAYED)
    reseat(table, ["Ann", "Cat", "Ben", "Dan", "Eve"], stay_with=PEOPLE)
    sitting = again(table).sitting
    assert [sitting.names[one.dealer] for one in sitting.played] == ["Ann", "Cat", "Ben"]


def test_a_phone_showing_the_old_order_loses_no_hand_and_credits_no_one_else():
    table = a_table(*PLAYED)
    old = table.sitting
    reseat(table, ["Ann", "Cat", "Ben", "Dan", "Eve"], stay_with=PEOPLE)
    record = log(table, BEN_WITH_DAN, sitting=old.pk, after=old.latest)
    assert (record.state, record.sitting, again(record.sitting).names) == ("waiting", old, FIVE)
    decide_waiting(record=record, keep=True, actor=PHONE)
    assert totals(table) == {"Ann": 3, "Cat": 3, "Ben": 1, "Dan": 1, "Eve": 5}
    assert again(old).totals == (0, 1, 0, 1, 0)


def test_a_phone_showing_the_old_players_of_a_split_sitting_loses_no_hand():
    table = a_table(*PLAYED)
    old = table.sitting
    reseat(table, ["Ann", "Fay", "Cat", "Dan", "Eve"], from_no=2)
    assert log(table, EVE_ALONE, sitting=old.pk, after=old.latest).state == "waiting"


def test_a_phone_showing_the_wrong_player_enters_hands_for_the_right_one():
    table = a_table(*PLAYED)
    old = table.sitting
    reseat(table, ["Ann", "Fay", "Cat", "Dan", "Eve"])
    assert log(table, BEN_WITH_DAN, sitting=old.pk, after=old.latest).state == "counted"
    assert totals(table)["Fay"] == 2


@pytest.mark.parametrize(
    "what",
    [
        {"names": ["Ann", "Fay", "Cat", "Dan", "Eve"]},
        {"names": ["Ann", "Fay", "Cat", "Dan", "Eve"], "from_no": 2},
        {"names": FIVE[::-1], "stay_with": PEOPLE},
        {"names": FIVE[::-1], "stay_with": PEOPLE, "from_no": 3},
    ],
)
def test_a_seat_correction_sent_twice_is_made_once(what):
    table = a_table(*PLAYED)
    sitting = table.sitting
    what = {"stay_with": SEATS, "seen": seen(sitting), "actor": PHONE} | what
    first = put_right(sitting=sitting, **what)
    stored = everything()
    assert put_right(sitting=sitting, **what) == first
    assert everything() == stored


def test_seats_corrected_in_the_meantime_are_not_corrected_unseen():
    table = a_table(*PLAYED)
    before = seen(table.sitting)
    reseat(table, ["Ann", "Fay", "Cat", "Dan", "Eve"])
    assert refused(table, ["Ann", "Ben", "Cat", "Dan", "Gus"], seen=before) == (
        "This page is out of date. Reload it and try again."
    )


def test_a_seat_correction_can_be_reversed():
    table = a_table(*PLAYED)
    before = totals(table)
    reseat(table, ["Ann", "Fay", "Cat", "Dan", "Eve"])
    reseat(table, FIVE)
    assert totals(table) == before
    assert Reseating.objects.count() == 2


def test_an_impossible_seat_correction_is_refused_with_a_reason():
    table = a_table(*PLAYED)
    assert refused(table, FIVE) == ("These seats are the same as before.")
    assert refused(table, FOUR) == "Choose a different player for each seat."
    assert refused(table, ["Ann", "ann", *FIVE[2:]]) == "Choose a different player for each seat."
    assert refused(table, ["Fay", *FIVE[1:]], stay_with=PEOPLE) == (
        "You named a new player. Choose “A different player sat there”."
    )
    assert refused(table, ["Fay", *FIVE[1:]], from_no=4) == "There is no hand 4 in this part."


def test_a_hand_that_the_new_seats_would_make_impossible_is_named():
    table = a_table("Ann 3", names=FOUR, rules_key="american", options={"defend_alone": True})
    log(table, Hand(maker=ANN, alone=ANN, defender_alone=BEN, tricks=3))
    assert refused(table, ["Ann", "Cat", "Ben", "Dan"], stay_with=PEOPLE, from_no=2).startswith(
        "Hand 2 would then be impossible. "
    )


@pytest.mark.parametrize("unfinished", ["begun", "waiting"])
def test_seats_cannot_be_corrected_while_a_hand_is_unfinished(unfinished):
    table = a_table(*PLAYED)
    if unfinished == "begun":
        begin_hand(
            table=table, sitting=table.sitting.pk, id=some_id(1), maker=BEN, call=None, actor=PHONE
        )
    else:
        log_unseen(table)
    assert refused(table, FIVE[::-1]) == (
        "A hand is unfinished or needs approval. Finish it first."
    )


def test_seats_of_a_closed_evening_can_be_corrected_after_it_is_reopened():
    table = a_table(*PLAYED)
    close(table.session)
    assert refused(table, ["Fay", *FIVE[1:]]) == (
        "This club night is closed. The organiser can reopen it."
    )
    reopen(table.session)
    reseat(table, ["Fay", *FIVE[1:]])
    assert totals(table)["Fay"] == 3


def test_an_ended_sitting_stays_ended():
    table = a_table(*PLAYED)
    change_people(table=table, names=FOUR)
    log(table, "Ann! 5")
    reseat(table, ["Ann", "Fay", "Cat", "Dan", "Eve"], no=1)
    assert [one.ended_at is None for one in again(table).sittings.all()] == [False, True]
    assert again(table).sitting.names == FOUR


def test_seats_of_a_sitting_without_a_hand_can_be_corrected_too():
    table = a_table(first_dealer=None)
    reseat(table, ["Ann", "Fay", "Cat", "Dan", "Eve"])
    reseat(table, ["Fay", "Ann", "Cat", "Dan", "Eve"], stay_with=PEOPLE)
    sitting = again(table).sitting
    assert (sitting.names, sitting.ended_at) == (["Fay", "Ann", "Cat", "Dan", "Eve"], None)


def test_a_waiting_player_found_to_have_sat_there_no_longer_waits():
    table = a_table(*PLAYED)
    declare(table=table, name="Fay")
    reseat(table, ["Ann", "Fay", "Cat", "Dan", "Eve"])
    assert Candidate.objects.get().entered_at is not None


def test_a_substitute_moves_with_the_player_they_replace():
    table = a_table(*PLAYED)
    dan = table.session.club.players.get(name="Dan").pk
    stand_in(
        table=table, sitting=table.sitting.pk, player=dan, name="Gus", consent=True, actor=PHONE
    )
    reseat(table, ["Ann", "Dan", "Cat", "Ben", "Eve"], stay_with=PEOPLE)
    seat = again(table).sitting.seats.get(substitute__isnull=False)
    assert (seat.no, seat.player.name, seat.substitute.name) == (1, "Dan", "Gus")


def test_a_substitute_is_kept_after_the_sitting_is_over():
    table = a_table(BEN_WITH_DAN)
    sitting, ann, dan = table.sitting, *(table.sitting.players[seat] for seat in (ANN, DAN))
    for absent, name in ((ann, "Gus"), (dan, "Hal")):
        what = {"sitting": sitting.pk, "player": absent.pk, "name": name}
        stand_in(table=table, consent=True, actor=PHONE, **what)
    break_table_up(table=table, sitting=sitting.pk, by=None, actor=PHONE)
    reseat(table, ["Ann", "Ben", "Cat", "Dan", "Hal"])
    seats = again(sitting).seats.select_related("player", "substitute")
    told = [(seat.player.name, seat.substitute and seat.substitute.name) for seat in seats]
    assert told == [("Ann", "Gus"), ("Ben", None), ("Cat", None), ("Dan", None), ("Hal", None)]


def test_a_former_member_keeps_their_seat_when_another_seat_is_corrected():
    table = a_table(*PLAYED)
    close(table.session)
    table.session.club.players.filter(name="Dan").update(forgotten_at=timezone.now())
    reopen(table.session)
    reseat(table, ["Ann", "Ben", "Cat", "Dan", "Fay"])
    assert again(table).sitting.names == ["Ann", "Ben", "Cat", "Dan", "Fay"]


def test_correcting_seats_raises_the_versions():
    table = a_table(*PLAYED)
    before = versions(table)
    reseat(table, ["Fay", *FIVE[1:]])
    assert versions(table) == (before[0] + 1, before[1] + 1)
