import pytest

from scoring.evening.actions.plans import WAITING, move
from scoring.people.actions.people import add_players
from tests.cast import PHONE, again, everything
from tests.plans import EIGHT, FOUR, a_plan, an_evening_of, by_hand, change, pk, refusal, seats

pytestmark = pytest.mark.django_db


def test_two_people_swap_seats_and_the_plan_notes_it():
    plan = by_hand(*EIGHT)
    changed = change(plan, "Ann", (1, 2))
    assert seats(changed) == [["Gus", "Ben", "Cat", "Dan"], ["Eve", "Fay", "Ann", "Hal"]]
    assert changed.moved[-1] == "a phone at the table: Ann and Gus changed seats."
    assert changed.edition == plan.edition + 1


def test_a_player_moves_to_the_waiting_list_and_another_takes_the_empty_seat():
    plan = change(by_hand(*EIGHT, names=[*EIGHT, "Ida"]), "Ben", WAITING)
    assert seats(plan)[0] == ["Ann", None, "Cat", "Dan"]
    plan = change(plan, "Ida", (0, 1))
    assert seats(plan)[0] == ["Ann", "Ida", "Cat", "Dan"]
    assert [line.split(": ")[1] for line in plan.moved[-2:]] == [
        "Ben gave up the seat and waits.",
        "Ida took an empty seat.",
    ]


def test_a_waiting_player_takes_a_seat_and_its_player_waits():
    plan = change(by_hand(*EIGHT, names=[*EIGHT, "Ida"]), "Ida", (0, 0))
    assert seats(plan)[0] == ["Ida", "Ben", "Cat", "Dan"]
    assert plan.moved[-1] == "a phone at the table: Ida took the seat of Ann, who waits."


def test_a_person_who_arrived_after_the_plan_can_take_a_seat():
    plan = a_plan(EIGHT[:4], (FOUR,))
    an_evening_of(["Zoë"], plan.session)
    assert change(plan, "Zoë", (0, 3)).moved[-1].endswith("who waits.")
    assert seats(plan)[0][3] == "Zoë"
    assert pk(plan, "Zoë") not in again(plan).people


def test_a_move_sent_twice_is_made_once():
    plan = by_hand(*EIGHT)
    change(plan, "Ann", (1, 2))
    stored = everything()
    change(plan, "Ann", (1, 2))
    assert everything() == stored


def test_an_organiser_with_an_older_plan_is_refused_and_shown_what_changed():
    plan = by_hand(*EIGHT)
    change(plan, "Ann", (1, 2))
    what = {
        "plan": plan,
        "player": pk(plan, "Dan"),
        "to": (1, 0),
        "seen": plan.edition,
        "actor": PHONE,
    }
    assert refusal(move, **what) == (
        "This plan has been changed (a phone at the table: Ann and Gus "
        "changed seats). Check it and try again."
    )


@pytest.mark.parametrize("to", [(2, 0), (0, 4), (-1, 0), (0, -1)])
def test_an_unknown_seat_is_refused(to):
    plan = by_hand(*EIGHT)
    what = {"plan": plan, "player": pk(plan, "Dan"), "to": to, "seen": plan.edition, "actor": PHONE}
    assert refusal(move, **what) == "This plan has no such seat."


def test_a_person_who_is_not_here_is_refused():
    plan = by_hand(*EIGHT)
    (ida,) = add_players(club=plan.session.club, names=["Ida"])
    what = {"plan": plan, "to": (0, 0), "seen": plan.edition, "actor": PHONE}
    sentence = "This player can’t take a seat now."
    assert refusal(move, player=ida.pk, **what) == refusal(move, player=0, **what) == sentence
