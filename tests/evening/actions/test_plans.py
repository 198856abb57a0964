import pytest
from django.utils import timezone

from scoring.evening.actions.plans import (
    WAITING,
    AnotherPlan,
    draw_again,
    drop_plan,
    make_plan,
    open_plan,
)
from scoring.evening.queries.plans import cut_of
from scoring.table.actions.tables import break_up
from tests.cast import PHONE, a_club, a_table, again, an_evening, close, everything
from tests.plans import EIGHT, FOUR, a_plan, an_evening_of, change, pk, refusal, seats

pytestmark = pytest.mark.django_db


# -- making
# -------------------------------------------------------------------------------------------


def test_a_cut_plan_seats_people_by_their_cards():
    plan = a_plan()
    cut = [[plan.people[place] for place in table.people] for table in cut_of(plan).tables]
    assert [table["seats"] for table in plan.tables] == cut
    assert sorted(sum(seats(plan), [])) == EIGHT
    assert (plan.way, plan.made_by, plan.edition, plan.moved) == ("books", PHONE.name, 1, [])


def test_people_cut_in_order_of_arrival():
    session = an_evening_of(["Hal", "Ann", "Gus", "Ben"])
    plan = a_plan(["Ann", "Ben", "Gus", "Hal"], (FOUR,), session=session)
    assert plan.people == [pk(plan, name) for name in ("Hal", "Ann", "Gus", "Ben")]


def test_the_last_arrivals_wait_and_then_players_of_an_earlier_table():
    session = an_evening_of(["Ann", "Ben", "Cat", "Dan", *"EFG"])
    table = a_table(
        "Ben 3", session=session, names=["Ann", "Ben", "Cat", "Dan"], rules_key="keller"
    )
    break_up(table=table, sitting=table.sitting.pk)
    plan = a_plan(["Ann", "Ben", "Cat", *"EFG"], (FOUR,), session=session)
    waiting = [player for player in plan.people if player not in plan.tables[0]["seats"]]
    assert waiting == [pk(plan, "Ben"), pk(plan, "Cat")]


def test_typed_names_follow_in_their_order():
    session = an_evening()
    names = ["Zoë", "Ann", "Kim", "Ben"]
    plan = make_plan(
        session=session, way="books", players=[], names=names, tables=[FOUR], actor=PHONE
    )
    assert plan.people == [pk(plan, name) for name in names]
    assert [player.guest for player in session.club.players.all()] == [True] * 4


def test_a_plan_by_hand_begins_with_empty_seats():
    assert seats(a_plan(way="hand")) == [[None] * 4] * 2


def test_balanced_tables_separate_people_who_met_last_time():
    club = a_club()
    for names in (EIGHT[:4], EIGHT[4:]):
        a_table(
            "Ben 3" if "Ben" in names else "Fay 3",
            session=an_evening(club),
            names=names,
            rules_key="keller",
        )
    plan = a_plan(way="balanced", session=an_evening_of(EIGHT, an_evening(club)))
    met = [len({"Ann", "Ben", "Cat", "Dan"} & set(table)) for table in seats(plan)]
    assert met == [2, 2]


def test_balanced_partners_differ_from_last_time():
    club = a_club()
    a_table(
        "Ben 3", session=an_evening(club), names=["Ann", "Ben", "Cat", "Dan"], rules_key="keller"
    )
    plan = a_plan(
        EIGHT[:4], (FOUR,), "balanced", session=an_evening_of(EIGHT[:4], an_evening(club))
    )
    north, east, south, west = seats(plan)[0]
    assert {"Ann", "Cat"} not in ({north, south}, {east, west})


def test_a_double_tap_makes_one_plan():
    session = an_evening_of(EIGHT)
    plan = a_plan(session=session)
    stored = everything()
    with pytest.raises(AnotherPlan) as why:
        a_plan(session=session)
    assert everything() == stored
    assert why.value.plan == plan


def test_a_new_plan_discards_the_one_seen_before_and_keeps_it_stored():
    session = an_evening_of(EIGHT)
    first = a_plan(session=session)
    second = a_plan(session=session, seen=first.pk)
    assert (again(first).dropped_at is None, again(second).dropped_at) == (False, None)
    assert again(first).tables == first.tables


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (
            lambda session: close(session),
            "This club night is closed. The organiser can reopen it.",
        ),
        (
            lambda session: session.attendances.filter(player__name="Cat").update(
                left_at=timezone.now()
            ),
            "Cat has left. Choose the players again.",
        ),
        (
            lambda session: a_table(session=session, names=["Ben", "Ida", "Jo", "Cat"]),
            "Ben sits at Table 2 and Cat sits at Table 2. Choose the players again.",
        ),
    ],
)
def test_a_plan_with_people_who_cannot_sit_down_is_refused(spoil, sentence):
    session = an_evening_of(EIGHT)
    a_table("Kim! 5", session=session, names=["Kim", "Leo", "Max", "Nan"])
    spoil(session)
    players = [player.pk for player in session.club.players.named(EIGHT)]
    what = {"session": session, "way": "books", "tables": [FOUR, FOUR], "actor": PHONE}
    assert refusal(make_plan, players=players, **what) == sentence


def test_more_seats_than_people_are_refused():
    session = an_evening_of(EIGHT[:7])
    players = [player.pk for player in session.club.players.all()]
    what = {
        "session": session,
        "players": players,
        "way": "books",
        "tables": [FOUR, FOUR],
        "actor": PHONE,
    }
    assert (
        refusal(make_plan, **what) == "There are more seats than the 7 people. Choose other tables."
    )


# -- drawing again, dropping
# --------------------------------------------------------------------------


def test_cutting_again_keeps_the_old_plan_and_its_cards_stored():
    first = change(a_plan(), "Ann", WAITING)
    second = draw_again(plan=first, actor=PHONE)
    assert second.pk != first.pk
    assert again(first).dropped_at is not None
    assert (again(first).tables, again(first).seed) == (first.tables, first.seed)
    assert (second.people, sorted(sum(seats(second), []))) == (first.people, EIGHT)


def test_cutting_again_with_a_double_tap_cuts_once():
    first = a_plan()
    second = draw_again(plan=first, actor=PHONE)
    stored = everything()
    with pytest.raises(AnotherPlan) as why:
        draw_again(plan=first, actor=PHONE)
    assert everything() == stored
    assert why.value.plan == second


def test_discarding_a_plan_twice_discards_it_once():
    plan = a_plan()
    drop_plan(plan=plan)
    stored = everything()
    drop_plan(plan=plan)
    assert everything() == stored
    sentence = "This plan was discarded. Make another one."
    assert refusal(open_plan, plan=plan, seen=1) == sentence
    assert refusal(draw_again, plan=plan, actor=PHONE) == sentence
