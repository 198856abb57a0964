"""A program enters a hand: once, as a phone does, and is answered what it scores."""

from threading import Barrier, Thread
from uuid import uuid4

import pytest
from django.db import connection

from scoring.models import HandRecord
from scoring.table.actions.tables import change_people, move_deal
from tests.api import Program, a_program, a_token
from tests.cast import (
    BEN,
    CAT,
    FIVE,
    a_club,
    a_phone,
    a_table,
    again,
    an_evening,
    close,
    dealers,
    form_of,
    link,
    log,
    some_id,
    told_hands,
    totals,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("described")]


def where(table, no=1):
    return f"/api/evenings/{table.session_id}/tables/{table.no}/sittings/{no}/hands"


def telling(table, hand="Ben+Dan 5", *, id=None, **more):
    return {"id": id or some_id(1), "after": again(table).sitting.latest, "hand": hand} | more


def at(table, **what):
    """A table, and a program with a token of its club."""
    return table, a_program(table.session.club, **what)


def said(response):
    return response.status_code, response.json()["error"], response.json()["kept"]


def test_a_hand_sent_twice_is_stored_once():
    table, program = at(a_table())
    first, second = (program.post(where(table), telling(table, id=some_id(1))) for _ in range(2))
    assert (first.status_code, second.status_code) == (200, 200)
    assert first.json() == second.json() | {"logged_at": first.json()["logged_at"]}
    assert totals(table) == {"Ann": 0, "Ben": 3, "Cat": 0, "Dan": 3, "Eve": 0}
    assert HandRecord.objects.count() == 1


def test_the_answer_says_what_is_stored_what_it_scores_and_why():
    table, program = at(a_table())
    told = {"maker": "Ben", "partner": "Dan", "tricks": 5, "turned": "H", "note": "a march"}
    answer = program.post(where(table), telling(table, told)).json()
    assert answer == {
        "id": str(some_id(1)),
        "state": "counted",
        "hand": told,
        "logged_by": "token Hall display",
        "logged_at": answer["logged_at"],
        "score": {
            "no": 1,
            "dealer": "Ann",
            "next_dealer": "Ben",
            "outcome": "march",
            "points": {"Ben": 3, "Dan": 3},
            "why": [
                {
                    "text": "March with a partner, five players: 3 each",
                    "source": "Foster 1905",
                    "law": "43",
                }
            ],
        },
        "waits": "",
        "after": str(some_id(1)),
    }
    page = a_phone().get(f"/t/{link(table).token}/history").content.decode()
    assert "token Hall display" in page


def test_the_same_id_with_different_facts_is_refused_as_from_a_pad():
    table, program = at(a_table())
    program.post(where(table), telling(table))
    assert said(program.post(where(table), telling(table, "Ben+Dan 4", id=some_id(1)))) == (
        409,
        "This was saved before, as hand 1, with different details. To change it, correct it on "
        "the score.",
        "Not saved.",
    )
    assert totals(table) == {"Ann": 0, "Ben": 3, "Cat": 0, "Dan": 3, "Eve": 0}


def test_the_same_id_with_a_different_note_is_refused():
    table, program = at(a_table())
    told = {"maker": "Ben", "partner": "Dan", "tricks": 5, "turned": "H"}
    statuses = [
        program.post(where(table), telling(table, told | note, id=some_id(1))).status_code
        for note in ({"note": "a march"}, {"note": "a march"}, {"note": "no march"}, {})
    ]
    assert statuses == [200, 200, 409, 409]


def test_a_hand_sent_by_both_a_phone_and_a_program_is_stored_once():
    table, program = at(a_table())
    a_phone().post(
        f"/t/{link(table).token}/hands/log", form_of(table, "Ben+Dan 5", hand_id=some_id(1))
    )
    answer = program.post(where(table), telling(table, after=None)).json()
    assert (answer["state"], answer["logged_by"][:5]) == ("counted", "phone")
    assert HandRecord.objects.count() == 1


def test_a_hand_sent_without_knowing_the_latest_one_waits_for_the_table():
    table, program = at(a_table("Eve! 5"))
    answer = program.post(where(table), telling(table, after=None)).json()
    assert (answer["state"], answer["score"]) == ("waiting", None)
    assert answer["waits"].startswith("This program did not know the latest hands")
    assert totals(table)["Ben"] == 0


def test_a_hand_for_a_finished_sitting_waits_too():
    table, program = at(a_table("Eve! 5"))
    after = again(table).sitting.latest
    change_people(table=again(table), names=["Ann", "Ben", "Cat", "Dan"])
    answer = program.post(where(table), telling(table, after=after)).json()
    assert answer["state"] == "waiting"


def test_a_dealer_set_by_hand_applies_to_the_hand_sent_by_a_program():
    table, program = at(a_table())
    move_deal(table=again(table), seat=CAT)
    program.post(where(table), telling(table))
    program.post(where(table), telling(table, "-", id=some_id(2)))
    assert dealers(table)[0] == CAT
    assert again(table).sitting.mark is None


WRONG = [
    ({"id": "12"}, 422, 'id "12" is not a UUID.'),
    ({"after": 7}, 422, "after must be text, not 7."),
    ({"more": 1}, 422, '"more" is not a key of a telling.'),
    ({"hand": "Ben+Dan 6"}, 422, "There are only five tricks in a hand, not 6."),
    ({"hand": "Zed 3"}, 422, 'hand: maker "Zed" is not at this table.'),
    ({"hand": {"maker": "Ben", "tricks": 3}}, 422, "hand: partner is missing. Name the partner, "
     "or write null if there was none."),
    ({"hand": {"maker": "Ben", "partner": "Dan", "trick": 3}}, 422, 'hand: "trick" is not a key of '
     "a hand under these rules."),
    ({"hand": {"maker": "Ben", "partner": "Dan", "tricks": 3.0}}, 422, "hand: tricks must be a "
     "whole number, not 3.0."),
    ({"hand": {"void": "misdeal", "id": str(some_id(3))}}, 422, "hand: id is not allowed "
     "here, because it goes beside the hand."),
    ({"hand": {"void": "misdeal", "note": "x" * 201}}, 422, "hand: its note is longer than 200 "
     "characters."),
]  # fmt: skip


@pytest.mark.parametrize(("change", "status", "sentence"), WRONG)
def test_an_impossible_hand_is_refused_with_a_reason_and_not_stored(change, status, sentence):
    table, program = at(a_table())
    answer = program.post(where(table), telling(table) | change)
    assert said(answer) == (status, sentence, "Not saved.")
    assert not HandRecord.objects.exists()


@pytest.mark.parametrize(
    ("body", "kind", "status", "begins"),
    [
        ("{", "application/json", 400, "This cannot be read: not JSON"),
        ('{"id": 1, "id": 2}', "application/json", 400, 'This cannot be read: "id" appears twice'),
        ("[]", "application/json", 422, "a telling must be an object, not a list."),
        ("{}", "application/json", 422, "id is missing from a telling."),
        ("id=1", "application/x-www-form-urlencoded", 415, "A hand is told as JSON"),
        (
            " " * 1_100_000,
            "application/json",
            413,
            "A form can hold up to 1 MB. Split a long list.",
        ),
    ],
)
def test_a_body_that_is_not_a_hand_is_refused_in_the_same_format(body, kind, status, begins):
    table, program = at(a_table())
    answer = program.post(where(table), body, kind=kind)
    assert (answer.status_code, answer.json()["kept"]) == (status, "Not saved.")
    assert answer.json()["error"].startswith(begins)


def test_a_closed_evening_accepts_no_hand():
    table, program = at(a_table("Eve! 5"))
    close(table.session)
    assert said(program.post(where(table), telling(table))) == (
        409,
        "This club night is closed. Ask the organiser to reopen it.",
        "Not saved.",
    )


def test_a_read_only_token_cannot_enter_hands():
    table, program = at(a_table(), right="read")
    assert said(program.post(where(table), telling(table))) == (
        403,
        "This token is read-only. Ask an owner of the club for another.",
        "Not saved.",
    )
    assert not HandRecord.objects.exists()


def test_a_token_cannot_enter_hands_at_another_clubs_table():
    elsewhere = a_table(session=an_evening(a_club("Left Bowers", organiser="mallory")))
    ours = a_table(names=FIVE)
    program = a_program(ours.session.club)
    assert program.post(where(elsewhere), telling(elsewhere)).status_code == 404
    told = log(elsewhere)
    answer = program.post(where(ours), telling(ours, id=told.pk))
    assert said(answer)[1] == "This hand belongs to another table."
    assert told_hands(ours) == []


@pytest.mark.django_db(transaction=True)
@pytest.mark.database
def test_the_same_hand_sent_twice_at_once_is_stored_once():
    table = a_table()
    secret = a_token(table.session.club).secret
    body, together, answers = telling(table), Barrier(2), []

    def tell():
        program = Program(secret)
        together.wait()
        answers.append(program.post(where(table), body))
        connection.close()

    threads = [Thread(target=tell) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [answer.status_code for answer in answers] == [200, 200]
    assert [answer.json()["score"]["points"] for answer in answers] == [{"Ben": 3, "Dan": 3}] * 2
    assert HandRecord.objects.count() == 1


def test_a_hand_without_an_id_follows_the_previous_one():
    table, program = at(a_table())
    after = None
    for hand in ("Ben+Dan 5", "Cat! 2", "-"):
        answer = program.post(where(table), {"id": uuid4(), "after": after, "hand": hand}).json()
        after = answer["after"]
    assert [hand.maker for hand in told_hands(table)] == [BEN, CAT, None]


STRANGE = [
    *(None, True, 0, -1, 10**14, 1.5, "", " ", "\0", "\ud800", "x" * 10_000, "王" * 10_000),
    *("علی", "Ann\u202e", "'; --", [], ["Ann"], [["Ann"]] * 50, {}, {"Ann": "Ben"}),
]
NAMES = ["علی\u200cرضا", "王小明", "Łódź O’Neil", "👩\u200d🌾", "Zoe\u0308"]


def test_names_in_other_scripts_are_known_and_strange_values_refused_in_a_sentence():
    session = an_evening(a_club())
    house = session.club.house_rules.create(name="قواعدنا", base="call-ace", changes={})
    table, program = at(a_table(session=session, names=NAMES, house=house))
    ali, wang, lodz, farmer, zoe = again(table).sitting.names
    facts = {"maker": ali, "partner": wang, "tricks": 5}
    told = [f"{wang}+{zoe} 3", f"{lodz}+{farmer} 4", facts]
    for no, hand in enumerate(told, start=1):
        assert program.post(where(table), telling(table, hand, id=some_id(no))).status_code == 200
    wrong = []
    for key in (
        *facts,
        "note",
        "irregularities",
        "dealer",
        "id",
        "after",
        "hand",
        "made",
        "trump",
        "x",
    ):
        for no, strange in enumerate(STRANGE):
            sent = telling(table, facts | {key: strange}, id=uuid4())
            if key in sent:
                sent |= {"hand": facts, key: strange}
            answer = program.post(where(table), sent)
            if answer.status_code != 200:
                status, sentence, _ = said(answer)
                clear = len(sentence) < 200 and sentence.endswith((".", "”"))
                if status not in (400, 409, 422) or not clear:
                    wrong.append((key, no, status, sentence[:400]))
    assert wrong == []
