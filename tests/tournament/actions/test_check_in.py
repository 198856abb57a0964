"""Who checks in at the door of a tournament's evening is entered by that, where it is wanted."""

import pytest

from scoring.evening.actions.check_in import leave, pay_at_the_door
from scoring.models import Attendance
from scoring.tournament.actions.check_in import (
    check_in,
    check_in_by_name,
    enter_who_checks_in,
    undo_check_in,
)
from tests.cast import PHONE, again, an_evening
from tests.plans import refusal
from tests.tournament.actions.test_late_out import owed
from tests.tournament.cast import a_tournament, begun, drawn, latest

pytestmark = pytest.mark.django_db


def entering(people=8, **what):
    """A tournament into which whoever checks in is entered."""
    made = a_tournament(people, **what)
    enter_who_checks_in(tournament=made, enters=True)
    return again(made)


def a_member(tournament, name="Zoe"):
    return tournament.session.club.players.create(name=name)


def come(tournament, player):
    return check_in(session=tournament.session, player=player, actor=PHONE)


def undo(tournament, player):
    undo_check_in(session=tournament.session, player=player, actor=PHONE)


def entered(tournament):
    """Who is entered, by number."""
    return {one.no: one.player.name for one in tournament.entrants.select_related("player")}


def test_members_and_guests_are_entered_with_the_next_numbers_at_check_in():
    made = entering(["Ann", "Ben"], fee=500)
    zoe = a_member(made)
    assert come(made, zoe).entrant.no == 3
    tom = check_in_by_name(session=made.session, name="Uncle Tom", actor=PHONE)
    assert entered(made) == {1: "Ann", 2: "Ben", 3: "Zoe", 4: "Uncle Tom"}
    assert (tom.arrival.attendance.player.guest, owed(made, zoe)) == (True, -500)


def test_check_in_enters_players_only_while_that_is_turned_on():
    made = a_tournament(["Ann", "Ben"])
    come(made, a_member(made))
    enter_who_checks_in(tournament=made, enters=True)
    enter_who_checks_in(tournament=made, enters=False)
    come(made, a_member(made, "Yan"))
    assert entered(made) == {1: "Ann", 2: "Ben"}
    assert Attendance.objects.count() == 2


def test_check_in_at_an_evening_without_a_tournament_is_unchanged():
    session = an_evening()
    zoe = session.club.players.create(name="Zoe")
    found = check_in(session=session, player=zoe, actor=PHONE)
    assert (found.arrival.before, found.entrant) == ("awaited", None)
    undo_check_in(session=session, player=zoe, actor=PHONE)
    assert not Attendance.objects.exists()


def test_an_entered_player_keeps_their_number_and_a_returning_one_is_not_entered():
    made = entering(["Ann", "Ben"])
    ann = made.entrants.get(no=1).player
    assert come(made, ann).entrant is None
    enter_who_checks_in(tournament=made, enters=False)
    come(made, zoe := a_member(made))
    leave(session=made.session, player=zoe, left=True)
    enter_who_checks_in(tournament=made, enters=True)
    assert (come(made, zoe).arrival.before, entered(made)) == ("gone", {1: "Ann", 2: "Ben"})


def test_after_round_1_is_published_newcomers_play_from_the_next_round():
    made = entering()
    begun(made)
    found = come(made, a_member(made))
    assert (found.entrant.no, found.entrant.since) == (9, 2)


def test_a_drawn_but_unpublished_round_is_discarded_for_a_newcomer():
    made = entering()
    drawn(made)
    found = come(made, a_member(made))
    assert (found.undrawn, latest(made)) == (True, None)


@pytest.mark.parametrize("playing", [False, True])
def test_undoing_a_check_in_also_undoes_the_entry(playing):
    made = entering(fee=500)
    if playing:
        begun(made)
    come(made, zoe := a_member(made))
    undo(made, zoe)
    assert "Zoe" not in entered(made).values()
    assert (owed(made, zoe), zoe.attendances.exists()) == (0, False)


def test_a_player_entered_earlier_stays_entered_when_their_check_in_is_undone():
    made = entering(["Ann", "Ben"])
    ann = made.entrants.get(no=1).player
    come(made, ann)
    undo(made, ann)
    assert (entered(made), ann.attendances.exists()) == ({1: "Ann", 2: "Ben"}, False)


def test_a_check_in_cannot_be_undone_once_the_player_paid_or_plays():
    made = entering(7, fee=500)
    come(made, zoe := a_member(made))
    pay_at_the_door(session=made.session, player=zoe, paid=True, actor=PHONE)
    assert refusal(undo, tournament=made, player=zoe) == (
        "Zoe has paid £5.00. Undo the payment first."
    )
    begun(made)
    assert refusal(undo, tournament=made, player=zoe) == (
        "Zoe had a place in a round. Use “Remove a player” instead."
    )


def test_check_in_cannot_enter_single_players_where_pairs_play():
    made = a_tournament([("Ann", "Ben"), ("Cat", "Dan")], style="pairs")
    assert refusal(enter_who_checks_in, tournament=made, enters=True) == (
        "Enter both partners together."
    )
