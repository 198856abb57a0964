"""Leaving a table, playing for one who is away, breaking a table up: Leeds & Dwight, laws 18, 19
and 21."""

import pytest

from scoring.evening.actions.cutting import (
    break_table_up,
    come_back,
    declare,
    leave_table,
    stand_in,
)
from scoring.evening.queries.cutting import change_at, free_people, waiting_for
from scoring.table.actions.tables import change_people
from tests.cast import PHONE, a_table, again, an_evening, log, log_unseen
from tests.cutting import A_ROUND, A_RUBBER, FOUR, a_rubber_table, key, made, refused, turns, waits

pytestmark = pytest.mark.django_db

CONSENT = {"consent": True, "actor": PHONE}


@pytest.fixture
def evening():
    return an_evening()


def test_law_19_the_successor_of_a_leaver_takes_their_turns():
    table = a_rubber_table(*A_RUBBER)
    waits(table, "Eve")
    at = {"table": table, "actor": PHONE}
    successor = leave_table(**at, sitting=table.sitting.pk, player=key(table, "Dan"))
    assert (successor.name, again(table).sitting.names) == ("Eve", ["Ann", "Ben", "Cat", "Eve"])
    assert turns(table) == dict.fromkeys(("Ann", "Ben", "Cat", "Eve"), 1)
    assert waiting_for(table).count() == 0


def test_a_place_taken_twice_before_a_hand_keeps_its_turns():
    table = a_rubber_table(*A_RUBBER)
    waits(table, "Eve")
    leave_table(table=table, sitting=table.sitting.pk, player=key(table, "Dan"), actor=PHONE)
    waits(table, "Fay")
    sitting = again(table).sitting.pk
    leave_table(table=table, sitting=sitting, player=key(table, "Eve"), actor=PHONE)
    assert turns(table) == dict.fromkeys(("Ann", "Ben", "Cat", "Fay"), 1)
    change_people(table=table, names=["Ann", "Cat", "Ben", "Fay"])
    assert turns(table) == dict.fromkeys(("Ann", "Cat", "Ben", "Fay"), 1)


def test_a_player_cannot_leave_a_table_that_could_not_play_on():
    table = a_rubber_table()
    at = {"table": table, "sitting": table.sitting.pk, "actor": PHONE}
    assert refused(leave_table, **at, player=key(table, "Dan")) == (
        "No one is waiting to take the seat of Dan, and 3 can’t play Club laws. Add a player to "
        "the waiting list, or break up the table."
    )


def test_call_ace_plays_on_with_one_fewer():
    table = a_table(*A_ROUND)
    at = {"table": table, "sitting": table.sitting.pk, "actor": PHONE}
    assert leave_table(**at, player=key(table, "Dan")) is None
    assert again(table).sitting.names == ["Ann", "Ben", "Cat", "Eve"]


@pytest.mark.parametrize("key", [0, 10**9])
def test_only_a_seated_player_can_leave(key):
    table = a_table()
    at = {"table": table, "sitting": table.sitting.pk, "actor": PHONE}
    assert refused(leave_table, **at, player=key) == ("No one with that name sits at this table.")


def test_law_18_a_substitute_plays_for_the_account_of_the_absent_player():
    table = a_rubber_table("Ann 3")
    at = {"table": table, "sitting": table.sitting.pk, "player": key(table, "Dan"), "actor": PHONE}
    seat = stand_in(**at, name="Fay", consent=True)
    again_seat = stand_in(**at, name="Fay", consent=True)
    assert (seat, seat.player.name, seat.substitute.name) == (again_seat, "Dan", "Fay")
    log(table, "Dan 3")
    assert again(table).sitting.names == FOUR
    assert [event.said for event in table.session.club.events.all()] == [
        "Table 1: Fay plays for Dan until the rubber is over; the others agree."
    ]
    assert [one.name for one in free_people(table.session)] == []


def test_law_18_needs_the_consent_of_the_others_and_a_rubber_in_progress():
    table = a_rubber_table(*A_RUBBER)
    at = {"table": table, "sitting": table.sitting.pk, "player": key(table, "Dan"), "actor": PHONE}
    assert refused(stand_in, **at, name="Fay", consent=True) == (
        "A substitute can only finish a rubber (Leeds & Dwight, law 18). None is in progress. "
        "Choose a player to take the seat."
    )
    log(table, "Ann 3")
    assert refused(stand_in, **at, name="Fay", consent=False) == (
        "The other players must agree (Leeds & Dwight, law 18)."
    )
    assert refused(stand_in, **at, name="Ben", consent=True) == "Ben sits at this table."


def test_a_player_already_seated_at_a_table_cannot_be_a_substitute(evening):
    table = a_rubber_table("Ann 3", session=evening)
    other = a_rubber_table("Hal 3", session=evening, names=["Hal", "Ida", "Joe", "Kit"])

    def standing_in(at, player, name):
        who = key(at, player)
        return {"table": at, "sitting": at.sitting.pk, "player": who, "name": name} | CONSENT

    for _ in range(2):
        stand_in(**standing_in(table, "Dan", "Fay"))
    for at, player, name, why in (
        (table, "Ann", "Fay", "Fay plays for Dan at this table."),
        (other, "Hal", "Fay", "Fay plays for Dan at Table 1."),
        (table, "Ann", "Ida", "Ida sits at Table 2."),
    ):
        assert refused(stand_in, **standing_in(at, player, name)) == why
    break_table_up(table=other, sitting=other.sitting.pk, by=None, actor=PHONE)
    assert stand_in(**standing_in(table, "Ann", "Ida")).substitute.name == "Ida"


def test_a_substitute_ends_when_the_absent_player_returns_or_the_players_change():
    table = a_rubber_table("Ann 3")
    at = {"table": table, "sitting": table.sitting.pk, "player": key(table, "Dan"), "actor": PHONE}
    stand_in(**at, name="Fay", consent=True)
    back = [come_back(table=table, player=at["player"], actor=PHONE).name for _ in range(2)]
    assert (back, table.sitting.seats.filter(substitute__isnull=False).count()) == (
        ["Dan", "Dan"],
        0,
    )
    stand_in(**at, name="Fay", consent=True)
    change_people(table=table, names=["Ann", "Cat", "Ben", "Dan"])
    assert again(table).sitting.seats.filter(substitute__isnull=False).count() == 0


def test_a_broken_up_table_ends_and_keeps_its_hands():
    table = a_rubber_table(*A_RUBBER)
    at = {"table": table, "sitting": table.sitting.pk, "by": key(table, "Ben"), "actor": PHONE}
    for _ in range(2):
        break_table_up(**at)
    sitting = again(table).sitting
    assert (sitting.ended_at is None, table.sittings.count(), len(sitting.played)) == (False, 1, 6)
    assert [(one.player.name, one.broken_up) for one in waiting_for(table)] == [
        ("Ann", True),
        ("Cat", True),
        ("Dan", True),
    ]
    assert [one.name for one in free_people(table.session)] == FOUR


def test_law_21_players_of_a_broken_up_table_come_in_before_the_one_who_broke_it_up(
    evening,
):
    table, other = (
        a_rubber_table(*A_RUBBER, session=evening),
        a_rubber_table(
            *(hand.replace("Ann", "Hal") for hand in A_RUBBER),
            session=evening,
            names=["Hal", "Ida", "Joe", "Kit"],
        ),
    )
    break_table_up(table=table, sitting=table.sitting.pk, by=key(table, "Ben"), actor=PHONE)
    waits(other, "Ben", "Ann", "Cat")
    assert [one.player.name for one, _ in change_at(other).waits] == ["Ann", "Cat", "Ben"]
    made(other)
    assert [one.player.name for one in waiting_for(table)] == ["Dan"]


def test_a_broken_up_table_has_no_waiting_list_and_no_changes():
    table = a_rubber_table(*A_RUBBER)
    at = {"table": table, "sitting": table.sitting.pk, "actor": PHONE}
    break_table_up(**at, by=None)
    assert refused(declare, table=table, name="Fay") == (
        "This table was broken up. Choose another table."
    )
    assert refused(leave_table, **at, player=key(table, "Ann")) == (
        "This table was broken up. No one sits here."
    )


def test_people_can_sit_down_again_at_a_broken_up_table():
    table = a_rubber_table(*A_RUBBER)
    break_table_up(table=table, sitting=table.sitting.pk, by=None, actor=PHONE)
    ended = again(table).sitting.ended_at
    change_people(table=table, names=FOUR)
    first, second = again(table).sittings.all()
    assert (first.ended_at, second.ended_at, second.names) == (ended, None, FOUR)
    assert waiting_for(table).count() == 0


def test_a_table_with_an_unfinished_hand_or_other_players_is_not_broken_up():
    table = a_rubber_table("Ann 3")
    at = {"table": table, "by": None, "actor": PHONE}
    log_unseen(table, "Ann 3")
    assert refused(break_table_up, **at, sitting=table.sitting.pk) == (
        "A hand is unfinished or needs approval. Finish it first."
    )
    assert refused(break_table_up, **at, sitting=0) == (
        "Other players sit here now. Check who they are, then try again."
    )
