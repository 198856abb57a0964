"""How often each has played at a table without a break, and who is free to wait."""

import pytest

from scoring.euchre.hand import PENALTY, TO_OTHERS, Hand, Irregularity
from scoring.evening.queries.cutting import change_at, free_people, turns_at
from scoring.models import Attendance, Player
from scoring.table.actions.tables import change_people
from tests.cast import FIVE, a_table, again, an_evening, log, log_all
from tests.cutting import A_ROUND, A_RUBBER, FOUR, a_rubber_table, turns, waits

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening():
    return an_evening()


def test_rubbers_are_counted_across_the_sittings_of_a_table():
    table = a_rubber_table(*A_RUBBER)
    change_people(table=table, names=["Ann", "Cat", "Ben", "Dan"])
    log_all(table, *A_RUBBER, "Ann 3")
    assert (turns(table), turns_at(again(table)).over) == (dict.fromkeys(FOUR, 2), False)
    change_people(table=table, names=["Ann", "Ben", "Cat", "Eve"])
    assert turns(table) == {"Ann": 2, "Ben": 2, "Cat": 2, "Eve": 0}


def test_a_game_that_began_with_a_penalty_is_in_progress():
    table = a_rubber_table(*A_RUBBER)
    points = Irregularity(kind=PENALTY, by=0, points=1, to=TO_OTHERS)
    before = turns_at(again(table)).over
    log(table, Hand(void=PENALTY, irregularities=(points,)))
    assert (before, turns_at(again(table)).over) == (True, False)


def test_a_player_who_was_out_begins_again_at_zero():
    table = a_rubber_table(*A_RUBBER)
    change_people(table=table, names=["Ann", "Ben", "Cat", "Eve"])
    log_all(table, *A_RUBBER)
    change_people(table=table, names=["Ann", "Ben", "Cat", "Dan"])
    assert turns(table) == {"Ann": 2, "Ben": 2, "Cat": 2, "Dan": 0}


def test_a_player_who_has_just_come_in_is_entitled_to_a_first_turn():
    table = a_rubber_table(*A_RUBBER)
    before = turns_at(again(table)).over
    change_people(table=table, names=["Ann", "Ben", "Cat", "Eve"])
    assert (before, turns_at(again(table)).over) == (True, False)


def test_games_are_counted_if_no_rubbers_are_played():
    table = a_table("Ann! 5", "Ann 3", "Ann 3", names=FOUR, rules_key="keller")
    assert (turns(table), turns_at(table).over) == (dict.fromkeys(FOUR, 1), False)


@pytest.mark.parametrize(
    ("hands", "rounds", "over"),
    [
        ((), 0, False),
        (A_ROUND[:3], 0, False),
        (A_ROUND, 1, True),
        ((*A_ROUND[:4], "="), 0, False),
        ((*A_ROUND[:4], "-"), 1, True),
    ],
)
def test_in_call_ace_a_turn_ends_when_each_has_dealt_once_more(hands, rounds, over):
    table = a_table(*hands)
    assert (turns(table), turns_at(table).over) == (dict.fromkeys(FIVE, rounds), over)


def test_a_person_who_left_the_evening_is_not_free_and_does_not_come_in():
    table = a_rubber_table(*A_RUBBER)
    waits(table, "Eve", "Fay")
    eve = Player.objects.get(name="Eve")
    came = Attendance.objects.create(session=table.session, player=eve)
    assert [one.name for one in free_people(table.session)] == ["Eve", "Fay"]
    came.left_at = came.arrived_at
    came.save()
    assert [one.name for one in free_people(table.session)] == ["Fay"]
    assert [one.player.name for one, _ in change_at(table).waits] == ["Fay"]
