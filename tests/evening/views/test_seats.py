import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scoring.evening.actions.cutting import declare
from scoring.evening.actions.plans import drop_plan, move, open_plan
from scoring.evening.queries.plans import tables_of
from scoring.evening.views.seats import ring
from scoring.models import Plan
from scoring.table.actions.house_rules import make_house_rules
from scoring.table.actions.tables import break_up
from tests.cast import (
    PHONE,
    a_casual_table,
    a_table,
    again,
    an_officer,
    close,
    everything,
    log,
    signed_in,
)
from tests.html import said, shown, text
from tests.plans import EIGHT, FIVE, FOUR, a_plan, an_evening_of, by_hand, change, pk

pytestmark = pytest.mark.django_db

TICKED = r'<input type="checkbox" name="who" value="\d+" checked>(?=<svg)(.*?</span>)</label>'
MIXES = r'<label class="option"><input type="radio" name="mix".*?<b>(.*?)</b>'
SEATS = r'<a class="seat-key.*?(<span class="hint">.*?)</a>'


def at(session, rest=""):
    return f"/sessions/{session.pk}/seats/{rest}"


def page_of(plan, client=None):
    return (client or signed_in()).get(at(plan.session, f"{plan.pk}/"))


def sent_form(session, ticked=EIGHT, **more):
    """What the form sends when these are ticked."""
    players = list(session.club.players.named(ticked).values_list("pk", flat=True))
    kinds = ("call-ace", "partners", "three", "two")
    usual = dict(zip(kinds, ("call-ace", "keller", "hoyle-three", "hoyle-two"), strict=True))
    rules = {f"rules_{kind}": key for kind, key in usual.items()}
    return {"who": players, "mix": "2p4", "way": "books"} | rules | more


def make(session, client=None, **more):
    return (client or signed_in()).post(at(session, "make"), sent_form(session, **more))


# -- who plays, which tables
# --------------------------------------------------------------------------


def test_people_without_a_seat_are_ticked_and_suit_the_suggested_tables():
    session = an_evening_of([*EIGHT, "Zoë"])
    session.attendances.filter(player__name="Ann").update(left_at=timezone.now())
    a_table(session=session, names=["Ben", "Ida", "Jo", "Kim"])
    page = signed_in().get(at(session))
    assert shown(page, TICKED) == ["Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Zoë"]
    assert shown(page, MIXES) == [
        "One Call-Ace table of seven",
        "One four-handed table, one three-handed table",
    ]


def test_each_kind_of_table_has_only_rules_for_its_number_of_players():
    page = signed_in().get(at(an_evening_of(EIGHT[:6]))).content.decode()
    offered = {
        kind: re.findall(r'<option value="([\w-]+)"', box)
        for kind, box in re.findall(r'<select name="rules_(\w+)".*?>(.*?)</select>', page, re.S)
    }
    assert "One six-handed table" in page
    assert (offered["six"], "auction-six" in offered["partners"]) == (
        ["six-handed", "auction-six"],
        False,
    )


def test_a_stake_is_per_the_unit_that_all_rules_of_its_kind_of_table_pay_for():
    page = signed_in().get(at(an_evening_of(EIGHT))).content.decode()
    asked = dict(re.findall(r'<label for="id_stake_([\w-]+)">(.*?)</label>', page))
    assert asked["call-ace"] == "Stake a point"
    assert asked["partners"] == "Stake a game point"
    assert text(page).count("0.25 or 25p") == len(asked)


def test_a_club_s_first_four_handed_table_is_suggested_with_the_american_rules():
    form = signed_in().get(at(an_evening_of(EIGHT))).context["form"]
    assert form["rules_partners"].value() == "american"


def test_tables_of_four_each_for_themselves_are_planned_and_opened():
    session, client = an_evening_of(EIGHT), signed_in()
    assert client.get(at(session)).context["form"].fields["rules_partners"].choices[-1] == (
        "buck",
        "Buck Euchre",
    )
    page = make(session, client, rules_partners="buck").url
    plan = session.plans.get()
    assert {kind.kind for kind in tables_of(plan)} == {"four"}
    assert " against " not in text(client.get(page).content.decode())
    assert client.post(f"{page}open", {"seen": 1}).status_code == 302
    opened = [(table.rules_key, len(table.sitting.players)) for table in session.tables.all()]
    assert opened == [("buck", 4), ("buck", 4)]


def test_a_person_waiting_for_a_running_table_is_listed_but_not_ticked():
    session = an_evening_of(EIGHT[:4])
    declare(table=a_table(session=session, names=["Kim", "Leo", "Max", "Nan"]), name="Ann")
    page = signed_in().get(at(session))
    assert shown(page, TICKED) == ["Ben", "Cat", "Dan"]
    assert "Ann waiting for Table 1" in text(page.content.decode())


def test_players_of_a_broken_up_table_are_listed_again():
    session = an_evening_of([])
    table = a_table("Ben 3", session=session, names=EIGHT[:4], rules_key="keller")
    break_up(table=table, sitting=table.sitting.pk)
    assert shown(signed_in().get(at(session)), TICKED) == EIGHT[:4]


def test_with_no_people_here_the_page_says_what_to_do():
    page = text(signed_in().get(at(an_evening_of([]))).content.decode())
    assert "No one is waiting for a seat. Check people in , or type their names." in page
    assert "A table needs at least two people. Tick players, or type names." in page


def test_the_tables_for_a_typed_number_of_people_are_previewed_without_storing():
    session = an_evening_of(EIGHT)
    stored = everything()
    page = make(session, names="Zoë, Ann, Kim", look="yes")
    assert everything() == stored
    assert page.status_code == 200
    assert "Tables for 10 people" in text(page.content.decode())
    assert shown(page, MIXES)[0] == "Two Call-Ace tables of five"
    assert "Zoë, Ann, Kim</textarea>" in page.content.decode()


def test_the_script_gets_only_the_suggested_tables():
    session = an_evening_of(EIGHT)
    page = signed_in().post(
        at(session, "make"), sent_form(session, look="yes"), headers={"HX-Request": "true"}
    )
    assert "<html" not in page.content.decode()
    assert len(shown(page, MIXES)) == 2


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        ({"ticked": EIGHT[:1]}, "A table needs at least two people. Tick players, or type names."),
        ({"mix": "3c6"}, "These tables don’t fit this number of people."),
        ({"mix": ""}, "Choose which tables to make."),
        ({"stake_partners": "a lot"}, '"a lot" is not an amount such as 0.25 or 25p.'),
        (
            {"rules_partners": "call-ace"},
            "Select a valid choice. call-ace is not one of the available choices.",
        ),
    ],
)
def test_a_form_with_something_missing_says_so_and_keeps_the_ticks(sent, sentence):
    session = an_evening_of(EIGHT)
    stored = everything()
    page = make(session, **sent)
    assert everything() == stored
    assert page.status_code == 422
    assert said(page) == sentence
    assert shown(page, TICKED) == sent.get("ticked", EIGHT)


# -- the plan
# -----------------------------------------------------------------------------------------


def test_a_plan_shows_its_tables_clockwise_with_partners_facing():
    page = page_of(by_hand(*EIGHT))
    assert shown(page, r"<h2 id=\"table-\d\">(.*?)</h2>") == [
        "Table 1 Keller’s game, 25p a game point",
        "Table 2 Keller’s game, 25p a game point",
    ]
    assert shown(page, SEATS)[:4] == ["North Ann", "East Ben", "South Cat", "West Dan"]
    assert shown(page, r'<p class="two-sides">(.*?)</p>')[0] == "Ann and Cat against Ben and Dan"
    assert "32 cards, the seven the lowest." in text(page.content.decode())


@pytest.mark.parametrize(
    ("seats", "drawn"),
    [
        (2, ["top", "bottom row-3"]),
        (3, ["top", "right row-2", "left row-2"]),
        (4, ["top", "right row-2", "bottom row-3", "left row-2"]),
        (5, ["top", "right row-2", "right row-3", "left row-3", "left row-2"]),
        (6, ["top", "right row-2", "right row-3", "bottom row-4", "left row-3", "left row-2"]),
        (
            7,
            [
                "top",
                *(f"right row-{no}" for no in (2, 3, 4)),
                *(f"left row-{no}" for no in (4, 3, 2)),
            ],
        ),
    ],
)
def test_seats_are_drawn_around_the_table(seats, drawn):
    assert ring(seats) == drawn


def test_a_plan_shows_every_card_with_its_law_and_how_to_check_it():
    session = an_evening_of(EIGHT)
    plan = a_plan(session=session)
    Plan.objects.filter(pk=plan.pk).update(seed=1905)
    page = text(page_of(again(plan)).content.decode())
    assert "1. All cut for the tables: the highest cards sit at the first" in page
    assert "9♠ Ann" in page
    assert "Leeds & Dwight, laws 8 and 9" in page
    assert "All cut for the deal, and the lowest card deals" in page
    assert "the ace is the lowest card. Keller, ch. 2" in page
    assert "The packs: 32 (J A K Q 10 9 8 7)" in page
    assert "The first card comes from “1905-1-1”" in page


def test_a_plan_by_hand_has_no_cards():
    page = page_of(by_hand(*EIGHT)).content.decode()
    assert "seed" not in page
    assert "Cut again" not in page


def test_a_balanced_plan_counts_the_people_who_have_not_met():
    session = an_evening_of(EIGHT[:4])
    a_table(session=session, names=["Ann", "Ben", "Kim", "Leo"], rules_key="keller")
    break_up(table=session.tables.get(), sitting=session.tables.get().sitting.pk)
    page = text(page_of(a_plan(EIGHT[:4], (FOUR,), "balanced", session)).content.decode())
    assert "6 pairs: 5 new in the last year, the others met 1 time." in page
    nobody = an_evening_of(["Gus", "Hal", "Ida", "Joy"])
    page = page_of(a_plan(["Gus", "Hal", "Ida", "Joy"], (FOUR,), "balanced", nobody))
    assert "6 pairs: none have met in the last year." in text(page.content.decode())


def test_a_plan_is_made_and_its_rules_are_suggested_next_time():
    session = an_evening_of(EIGHT)
    house = make_house_rules(club=session.club, base="keller", name="Ours", changes={"euchre": 3})
    answer = make(session, rules_partners=f"house-{house.pk}", stake_partners="50p")
    plan = session.plans.get()
    assert answer.headers["Location"] == at(session, f"{plan.pk}/")
    assert [
        (table["rules_key"], table["house"], table["stake_minor"]) for table in plan.tables
    ] == [("keller", house.pk, 50)] * 2
    open_plan(plan=plan, seen=1)
    next_week = an_evening_of(EIGHT, type(session).objects.create(club=session.club))
    looked = {"who": sent_form(next_week)["who"], "names": "Ann, Zoë, Kim", "look": "yes"}
    for page in (signed_in().get(at(next_week)), signed_in().post(at(next_week, "make"), looked)):
        assert f'<option value="house-{house.pk}" selected>Ours</option>' in page.content.decode()
        assert 'name="stake_partners" value="0.50"' in page.content.decode()


def test_a_second_plan_redirects_to_the_current_one():
    session = an_evening_of(EIGHT)
    client = signed_in()
    make(session, client)
    answer = client.post(at(session, "make"), sent_form(session), follow=True)
    assert Plan.objects.count() == 1
    assert "kate has just made this seating plan. Use it or discard it." in text(
        answer.content.decode()
    )


def test_an_organiser_who_saw_the_plan_replaces_it_with_another():
    session = an_evening_of(EIGHT)
    client = signed_in()
    make(session, client)
    page = client.get(at(session))
    assert "You have a seating plan" in page.content.decode()
    (seen,) = re.findall(r'name="seen" value="(\d+)"', page.content.decode())
    make(session, client, seen=seen)
    assert [plan.dropped_at is None for plan in session.plans.all()] == [True, False]


def test_people_are_moved_and_the_page_names_who_did_it():
    plan = by_hand(*EIGHT)
    sent = {"who": pk(plan, "Ann"), "to": "1.2", "seen": plan.edition}
    page = signed_in().post(at(plan.session, f"{plan.pk}/move"), sent, follow=True)
    assert shown(page, SEATS)[0] == "North Gus"
    assert "Changed: kate: Ann and Gus changed seats." in text(page.content.decode())


@pytest.mark.parametrize(
    ("sent", "status", "sentence"),
    [
        ({"who": ""}, 422, "Choose a player."),
        ({"to": ""}, 422, "Choose a new seat."),
        ({"to": "there"}, 422, "This plan has no such seat."),
        ({"to": "7.7"}, 409, "This plan has no such seat."),
        (
            {"seen": 1},
            409,
            "This plan has been changed (a phone at the table: Hal took an "
            "empty seat). Check it and try again.",
        ),
    ],
)
def test_an_impossible_move_is_refused_with_a_sentence(sent, status, sentence):
    plan = by_hand(*EIGHT)
    what = {"who": pk(plan, "Ann"), "to": "1.2", "seen": plan.edition} | sent
    stored = everything()
    page = signed_in().post(at(plan.session, f"{plan.pk}/move"), what)
    assert everything() == stored
    assert (page.status_code, said(page)) == (status, sentence)


def test_without_javascript_a_tapped_person_is_chosen_in_the_form():
    plan = by_hand(*EIGHT)
    page = signed_in().get(at(plan.session, f"{plan.pk}/?who={pk(plan, 'Cat')}")).content.decode()
    assert f'<option value="{pk(plan, "Cat")}" selected>Cat</option>' in page


def test_a_later_arrival_is_offered_a_seat():
    plan = a_plan(EIGHT[:4], (FOUR,))
    an_evening_of(["Zoë"], plan.session)
    page = page_of(plan).content.decode()
    assert "came later" in page
    assert f'<option value="{pk(plan, "Zoë")}">Zoë</option>' in page


def test_opening_leads_to_the_evening_and_the_plan_stays_readable():
    plan = a_plan()
    client = signed_in()
    page = client.post(at(plan.session, f"{plan.pk}/open"), {"seen": 1}, follow=True)
    assert page.redirect_chain == [(f"/sessions/{plan.session_id}/", 302)]
    assert "2 tables opened." in text(page.content.decode())
    kept = text(page_of(plan).content.decode())
    assert "These tables were opened at" in kept
    assert "1. All cut for the tables" in kept
    assert "Open these tables" not in kept
    assert "Change seats" not in kept
    assert (
        f'href="{at(plan.session, f"{plan.pk}/")}"' in client.get(at(plan.session)).content.decode()
    )


def test_a_person_who_left_is_named_on_the_page_and_when_the_tables_are_opened():
    plan = a_plan()
    plan.session.attendances.filter(player__name="Cat").update(left_at=timezone.now())
    page = page_of(plan)
    assert said(page) == "Cat has left. Give the seat to another player."
    answer = signed_in().post(at(plan.session, f"{plan.pk}/open"), {"seen": 1})
    sentence = "Cat has left. The plan is kept. Change the seats."
    assert answer.status_code == 409
    assert sentence in said(answer)


def test_a_plan_opened_without_its_page_is_refused():
    plan = a_plan()
    page = signed_in().post(at(plan.session, f"{plan.pk}/open"))
    assert (page.status_code, said(page)) == (422, "Open the plan first.")


def test_cutting_again_leads_to_the_new_plan_even_after_two_taps():
    plan = a_plan()
    client = signed_in()
    first, second = (
        client.post(at(plan.session, f"{plan.pk}/again")).headers["Location"] for _ in range(2)
    )
    assert first == second == at(plan.session, f"{plan.session.plans.first().pk}/")
    assert "This plan was discarded" in text(page_of(plan).content.decode())


def test_a_discarded_plan_leads_back_to_choosing_players():
    plan = a_plan()
    answer = signed_in().post(at(plan.session, f"{plan.pk}/drop"))
    assert answer.headers["Location"] == at(plan.session)
    assert again(plan).dropped_at is not None


def test_a_scorer_plans_and_an_organiser_opens():
    session = an_evening_of(EIGHT)
    an_officer(session.club, "sam", "scorer")
    make(session, signed_in("sam"))
    plan = session.plans.get()
    page = text(page_of(plan, signed_in("sam")).content.decode())
    assert "An organiser opens these tables." in page
    assert "Open these tables" not in page
    assert signed_in("sam").post(at(session, f"{plan.pk}/open"), {"seen": 1}).status_code == 403


def test_a_plan_of_another_evening_is_not_found():
    plan, elsewhere = a_plan(), a_casual_table()
    an_officer(elsewhere.session.club, "kate")
    assert signed_in().get(at(elsewhere.session, f"{plan.pk}/")).status_code == 404


def test_in_a_closed_session_plans_are_only_readable():
    plan = a_plan()
    log(a_table(session=plan.session, names=["Kim", "Leo", "Max", "Nan"]), "Kim! 5")
    close(plan.session)
    assert "This club night is closed. These tables were never opened." in text(
        page_of(plan).content.decode()
    )
    page = signed_in().get(at(plan.session))
    assert "This club night is closed. No more tables can be made." in text(page.content.decode())
    assert "form-tables" not in page.content.decode()


# -- queries
# ------------------------------------------------------------------------------------------


def asked(path):
    client = signed_in()
    with CaptureQueriesContext(connection) as queries:
        assert client.get(path).status_code == 200
    return len(queries)


def names_of(number):
    return [f"Player {no}" for no in range(number)]


def test_the_queries_of_the_people_page_do_not_grow_with_people_or_tables():
    found = set()
    for number in (3, 20):
        session = an_evening_of(names_of(number))
        for no in range(number // 3):
            table = a_table(session=session, names=[f"{name} {no}" for name in "ABCD"])
            declare(table=table, name="Player 1")
        drop_plan(
            plan=a_plan(names_of(number), (FIVE,) * (number // 5), session=session, way="hand")
        )
        found.add(asked(at(session)))
    assert len(found) == 1


@pytest.mark.parametrize("way", ["books", "balanced", "hand"])
def test_the_queries_of_a_plan_page_do_not_grow_with_its_tables(way):
    found = set()
    for number in (1, 3):
        names = names_of(4 * number + 1)
        plan = a_plan(names, (FOUR,) * number, way)
        for _ in range(number):
            first = again(plan)
            change(first, "Player 0", (0, first.edition % 4))
        found.add(asked(at(plan.session, f"{plan.pk}/")))
    assert len(found) == 1


def test_a_move_sends_only_the_plan_to_the_script():
    plan = by_hand(*EIGHT)
    move(plan=plan, player=pk(plan, "Ann"), to=None, seen=plan.edition, actor=PHONE)
    page = (
        signed_in()
        .get(at(plan.session, f"{plan.pk}/"), headers={"HX-Request": "true"})
        .content.decode()
    )
    assert page.strip().startswith('<div id="plan">')
    assert "<html" not in page
