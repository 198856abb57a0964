import pytest
from django.utils import timezone

from scoring.evening.actions.check_in import arrive_by_name
from scoring.evening.actions.cutting import declare
from scoring.evening.actions.plans import WAITING, draw_again, drop_plan, move, open_plan
from scoring.evening.queries.cutting import change_at, free_people
from scoring.evening.queries.plans import cut_of
from scoring.models import Candidate, Plan, Table
from scoring.table.actions.house_rules import change_house_rules, make_house_rules
from scoring.table.actions.tables import break_up
from tests.cast import PHONE, a_table, again, close, everything, log, versions
from tests.plans import (
    CLUB,
    EIGHT,
    FIVE,
    FOUR,
    a_plan,
    an_evening_of,
    by_hand,
    change,
    pk,
    refusal,
    seats,
)

pytestmark = pytest.mark.django_db


def open_tables(session):
    return [(str(table), table.rules.key, table.sitting.names) for table in session.tables.all()]


def test_all_tables_open_at_once_with_their_links_and_stakes():
    plan = open_plan(plan=by_hand(*EIGHT), seen=9)
    assert open_tables(plan.session) == [
        ("Table 1", "keller", ["Ann", "Ben", "Cat", "Dan"]),
        ("Table 2", "keller", ["Eve", "Fay", "Gus", "Hal"]),
    ]
    for table in plan.session.tables.all():
        assert sorted(table.links.values_list("right", flat=True)) == ["watch", "write"]
        assert table.stake_minor == 25
    assert [table["no"] for table in again(plan).tables] == [1, 2]
    assert free_people(plan.session) == []


def test_by_the_club_laws_the_player_with_the_highest_card_deals_first():
    plan = a_plan(tables=(CLUB, CLUB))
    open_plan(plan=plan, seen=1)
    dealers = [plan.people[table.dealer] for table in cut_of(plan).tables]
    for table, dealer in zip(plan.session.tables.all(), dealers, strict=True):
        assert (table.sitting.players[table.sitting.dealer].pk, table.sitting.draw_seed) == (
            dealer,
            None,
        )


def test_the_highest_card_deals_or_the_jack_if_that_player_left():
    plan = a_plan(tables=(CLUB, CLUB))
    first, second = seats(plan)
    change(plan, first[0], (0, 2))
    open_plan(plan=change(again(plan), second[0], (0, 1)), seen=3)
    one, other = (table.sitting for table in plan.session.tables.all())
    assert (one.names[one.dealer], one.draw_seed) == (first[0], None)
    assert other.draw_seed is not None


def test_under_other_rules_the_deal_is_drawn_by_the_table_s_own_rules():
    plan = a_plan(tables=(FOUR, FOUR | {"rules_key": "american"}))
    open_plan(plan=plan, seen=1)
    drawn = [
        (table.sitting.draw_way, table.sitting.draw_seed) for table in plan.session.tables.all()
    ]
    assert [way for way, _ in drawn] == ["lowest", "jack"]
    assert None not in [seed for _, seed in drawn]


def test_at_call_ace_the_player_of_the_first_jack_deals():
    plan = a_plan(EIGHT[:5], (FIVE,))
    open_plan(plan=plan, seen=1)
    assert plan.session.tables.get().sitting.draw_seed is not None


def test_a_double_tap_opens_the_tables_once():
    plan = a_plan()
    open_plan(plan=plan, seen=1)
    stored = everything()
    assert open_plan(plan=plan, seen=1) == plan
    assert everything() == stored


def waiting(session):
    """The people who wait to cut in, with their tables."""
    found = Candidate.objects.filter(table__session=session, withdrawn_at=None, entered_at=None)
    return [(str(one.player), str(one.table)) for one in found.order_by("pk")]


def test_people_without_a_seat_wait_to_cut_in_at_tables_with_room_first():
    names = [*EIGHT, "Ida", "Jo", "Kim", "Liz"]
    plan = a_plan(names, (FOUR, FIVE))
    open_plan(plan=plan, seen=1)
    assert waiting(plan.session) == [("Jo", "Table 2"), ("Kim", "Table 1"), ("Liz", "Table 2")]
    table = plan.session.tables.get(no=2)
    assert [one.player.name for one in change_at(table).candidates] == ["Jo", "Liz"]


def test_later_arrivals_wait_too_but_not_people_who_left_or_wait_elsewhere():
    plan = a_plan([*EIGHT, "Ida", "Jo", "Kim"])
    session = plan.session
    session.attendances.filter(player__name="Ida").update(left_at=timezone.now())
    other = a_table(session=session, names=["Una", "Val", "Wim", "Xia"])
    declare(table=other, name="Jo")
    arrive_by_name(session=session, name="Zoe", actor=PHONE)
    open_plan(plan=plan, seen=1)
    assert waiting(session) == [("Jo", "Table 1"), ("Kim", "Table 2"), ("Zoe", "Table 3")]


def test_six_players_cut_for_the_sides_of_their_table():
    six = FOUR | {"rules_key": "auction-six", "seats": [None] * 6}
    plan = a_plan(EIGHT[:6], (six,))
    (named,) = seats(plan)
    open_plan(plan=plan, seen=1)
    assert open_tables(plan.session) == [("Table 1", "auction-six", named)]


def test_empty_seats_of_call_ace_and_empty_tables_are_left_out():
    plan = by_hand("Ann", "-", "Cat", "Dan", "Eve", names=[*EIGHT, "Ida"], tables=(FIVE, FOUR))
    opened = open_plan(plan=plan, seen=plan.edition)
    assert open_tables(plan.session) == [("Table 1", "call-ace", ["Ann", "Cat", "Dan", "Eve"])]
    assert ["no" in table for table in opened.tables] == [True, False]


@pytest.mark.parametrize(
    ("told", "sentence"),
    [
        ([], "All seats are empty. Seat people first."),
        (
            [*EIGHT[:4], "Eve", "Fay"],
            "Table 2 has 2 of its seats taken, and Keller’s game is for four. Fill or "
            "empty its seats.",
        ),
    ],
)
def test_a_plan_that_is_not_ready_opens_no_table(told, sentence):
    plan = by_hand(*told)
    assert refusal(open_plan, plan=plan, seen=plan.edition) == sentence


def test_a_player_seated_elsewhere_or_gone_is_named_and_the_plan_is_kept():
    plan = a_plan()
    plan.session.attendances.filter(player__name="Cat").update(left_at=timezone.now())
    a_table(session=plan.session, names=["Ben", "Ida", "Jo", "Kim"])
    assert refusal(open_plan, plan=plan, seen=1) == (
        "Ben sits at Table 1 and Cat has left. The plan is kept. Change the seats."
    )


def test_a_plan_changed_by_another_organiser_is_not_opened():
    plan = a_plan()
    change(plan, "Ann", WAITING)
    assert refusal(open_plan, plan=plan, seen=1) == (
        "This plan has been changed (a phone at the table: Ann gave up the "
        "seat and waits). Check it and try again."
    )


def test_an_opened_plan_cannot_be_changed():
    plan = a_plan()
    open_plan(plan=plan, seen=1)
    sentence = "The tables of this plan are open. Change seats at the table now."
    assert (
        refusal(move, plan=plan, player=pk(plan, "Ann"), to=WAITING, seen=1, actor=PHONE)
        == sentence
    )
    assert refusal(draw_again, plan=plan, actor=PHONE) == sentence
    assert refusal(drop_plan, plan=plan) == "These tables are already open."


def test_in_a_closed_session_no_plan_is_opened_or_changed():
    plan = a_plan()
    log(a_table(session=plan.session, names=["Kim", "Leo", "Max", "Nan"]), "Kim! 5")
    close(plan.session)
    sentence = "This club night is closed. The organiser can reopen it."
    assert refusal(open_plan, plan=plan, seen=1) == sentence
    assert (
        refusal(move, plan=plan, player=pk(plan, "Ann"), to=WAITING, seen=1, actor=PHONE)
        == sentence
    )


def test_a_plan_opens_by_current_house_rules_and_not_by_replaced_ones():
    session = an_evening_of(EIGHT)
    house = make_house_rules(club=session.club, base="keller", name="Ours", changes={"euchre": 3})
    plan = a_plan(tables=(FOUR | {"house": house.pk}, FOUR), session=session)
    log(a_table(session=session, names=["Kim", "Leo", "Max", "Nan"], house=house), "Kim 5")
    change_house_rules(house=house, name="Ours", changes={"euchre": 4})
    assert refusal(open_plan, plan=plan, seen=1) == (
        "Ours has replaced these house rules. Choose again."
    )
    plan = a_plan(
        tables=(FOUR | {"house": again(house).replaced_by_id}, FOUR),
        seen=plan.pk,
        session=session,
    )
    open_plan(plan=plan, seen=1)
    assert [table.rules.name for table in session.tables.all()] == ["Ours", "Ours", "Keller’s game"]


def test_every_screen_of_the_evening_is_updated_when_tables_open():
    plan = a_plan()
    table = a_table(session=plan.session, names=["Kim", "Leo", "Max", "Nan"])
    before = versions(table)
    open_plan(plan=plan, seen=1)
    assert (versions(table)[0], versions(table)[1] > before[1]) == (before[0], True)


def test_players_of_a_broken_up_table_are_free_again():
    plan = a_plan()
    open_plan(plan=plan, seen=1)
    table = Table.objects.get(session=plan.session, no=1)
    names = sorted(table.sitting.names)
    break_up(table=table, sitting=table.sitting.pk)
    assert [player.name for player in free_people(plan.session)] == names
    assert sorted(sum(seats(a_plan(names, (FOUR,), session=plan.session)), [])) == names
    assert Plan.objects.count() == 2
