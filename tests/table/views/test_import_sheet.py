"""Import a score sheet: looked at first, then taken in."""

import json
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from scoring.models import Table
from tests.cast import (
    a_casual_table,
    a_club,
    a_phone,
    a_table,
    address,
    an_evening,
    close,
    everything,
    signed_in,
    some_id,
    told_hands,
)
from tests.euchre.cast import a_sheet
from tests.euchre.test_game_notation import record
from tests.html import refused, said, shown, text

pytestmark = pytest.mark.django_db

FIVE = ["Ann", "Ben", "Cat", "Dan", "Eve"]
STAKE = {"currency": "GBP", "point": "0.25"}
PAPER = a_sheet(
    "Ben+Dan 5", {"maker": "Eve", "partner": None, "tricks": 3, "note": "late"}, stake=STAKE
)


@pytest.fixture
def session():
    club = a_club()
    a_table(session=an_evening(club), names=["Ann", "Ben", "Cat", "Dan"])
    return an_evening(club, title="The final")


@pytest.fixture
def kate(session):
    return signed_in("kate")


def path(session):
    return f"/sessions/{session.pk}/sheets/take-in"


def post(client, session, told, **more):
    told = json.dumps(told) if isinstance(told, dict) else told
    return client.post(path(session), {"sheet": told} | more)


def test_the_page_says_what_a_score_sheet_file_is(session, kate):
    page = kate.get(path(session))
    assert "score sheet file (euchre-sheet/1)" in text(page.content.decode())


@pytest.mark.parametrize("way", ["pasted", "as a file"])
def test_a_sheet_is_previewed_before_it_is_stored(way, session, kate):
    stored = everything()
    if way == "pasted":
        page = post(kate, session, PAPER)
    else:
        page = kate.post(
            path(session), {"file": SimpleUploadedFile("s.json", json.dumps(PAPER).encode())}
        )
    assert (page.status_code, everything()) == (200, stored)
    words = text(page.content.decode())
    assert "Call-Ace, 25p a point, 2 hands." in words
    assert shown(page, r'<p class="remark">(.*?)</p>') == ["New players, added as guests: Eve."]
    assert shown(page, r"<tr><th scope=\"row\">.*?</tr>") == [
        "Ann 0 −7 −£1.75",
        "Ben 3 +8 +£2.00",
        "Cat 0 −7 −£1.75",
        "Dan 3 +8 +£2.00",
        "Eve 1 −2 −£0.50",
    ]
    assert shown(page, r"<li><p><b>.*?</li>") == [
        "1 · Ben with Dan, all five: Ben and Dan +3 each Ann dealt.",
        "2 · Eve called and was alone, three tricks: Eve +1 Ben dealt. “late”",
    ]
    assert json.loads(shown(page, r"<textarea.*?</textarea>")[0]) == PAPER


def test_a_previewed_sheet_becomes_a_table(session, kate):
    answer = post(kate, session, PAPER, take="yes")
    assert (answer.status_code, answer.url) == (302, f"/sessions/{session.pk}/")
    table = Table.objects.get(session=session)
    assert (table.no, table.stake_minor, len(table.sitting.played)) == (1, 25, 2)
    assert "Table 1 has the sheet’s 2 hands." in kate.get(answer.url).content.decode()


def test_a_sheet_sent_a_second_time_is_refused_because_it_is_here(session, kate):
    post(kate, session, PAPER, take="yes")
    sentence = "Hands of this sheet are here already: Table 1 of The final has them."
    for more in ({}, {"take": "yes"}):
        assert refused(path(session), {"sheet": json.dumps(PAPER)} | more, client=kate) == (
            409,
            sentence,
        )


def test_the_preview_says_what_differs_from_the_clubs_data(session, kate):
    rules = {"base": "keller", "name": "Ours", "euchre": 3}
    players = ["ann", "Ben", "Cat", "Dan"]
    page = post(
        kate,
        session,
        a_sheet("Ben 3", players=players, rules=rules, played="2020-01-01", title="Paper"),
    )
    assert shown(page, r'<p class="remark">(.*?)</p>') == [
        "ann is in the club as Ann.",
        "These house rules are new and will be added to the club: Ours.",
    ]
    assert shown(page, r'<p class="complaint">(.*?)</p>') == ["This sheet is from a different day."]
    assert "Totals on the sheet: “Paper”, 1 January 2020." in text(page.content.decode())
    assert "Game 1 so far: ann and Cat 0, Ben and Dan 1" in page.content.decode()


NOT_IN = "Can’t import this sheet: "
BIDS = a_sheet("Ben 4/5", "Ann !/6", "Cat 5/2", "Dan !/3", "-", players=FIVE[:4], rules="bid")


def test_a_sheet_with_bids_is_previewed_with_bids_and_negative_totals(session, kate):
    page = post(kate, session, BIDS)
    assert page.status_code == 200
    assert "Game 1 so far: Ann and Cat 11, Ben and Dan −3" in text(page.content.decode())
    assert shown(page, r"<li><p><b>.*?</li>")[1] == (
        "2 · Ann bid alone, all six: Ann and Cat +12 Ben dealt."
    )


def test_bids_survive_export_and_import_in_another_evening(session, kate):
    post(kate, session, BIDS, take="yes")
    table = Table.objects.get(session=session)
    assert [
        (told.maker, told.bid, told.alone, told.tricks, told.void) for told in told_hands(table)
    ] == [
        (1, 4, None, 5, None),
        (0, "alone", 0, 6, None),
        (2, 5, None, 2, None),
        (3, "alone", 3, 3, None),
        (None, None, None, None, "passed-out"),
    ]
    sheet = json.loads(a_phone().get(address(table, "sheet-1.json")).content)
    for hand in sheet["hands"]:
        del hand["id"]
    later = an_evening(a_club("Another"))
    assert post(signed_in("kate"), later, sheet, take="yes").status_code == 302
    copy = Table.objects.get(session=later)
    assert told_hands(copy) == told_hands(table)
    assert copy.sitting.standing == table.sitting.standing


def test_a_sheet_without_its_bids_is_refused(session, kate):
    sheet = a_sheet("Ben 4/5", "Ben 4", players=FIVE[:4], rules="bid")
    stored = everything()
    answer = refused(path(session), {"sheet": json.dumps(sheet)}, client=kate)
    assert (answer, everything()) == (
        (422, f"{NOT_IN}hand 2: Enter the bid."),
        stored,
    )


HAND = {"maker": "Ann", "partner": "Ben", "tricks": 3}


@pytest.mark.parametrize(
    ("told", "sentence"),
    [
        ("", "Choose a score sheet file, or paste it."),
        (
            "{",
            "not JSON: Expecting property name enclosed in double quotes: line 1 column 2 (char 1)",
        ),
        (a_sheet({"maker": "Zed", "tricks": 3}), 'hand 1: maker "Zed" is not at this table'),
        (a_sheet(HAND | {"turned": "joker"}), "hand 1: There is no joker in this pack."),
        (
            a_sheet("-", stake={"currency": "EUR", "point": "1"}),
            "it is played for EUR, and this club settles in GBP",
        ),
        (
            a_sheet("-", stake={"currency": "GBP", "point": "99999"}),
            "£99999.00 a point is too much. Check the stake",
        ),
        (
            a_sheet("-", players=["Ann", "ann", "Cat", "Dan"]),
            "Ann is listed twice. Add a surname or initial to one of them.",
        ),
        (
            a_sheet("-", players=["Bell, Ann", "Ben", "Cat", "Dan"]),
            "a name here holds no comma, no semicolon and no end of a line",
        ),
        (a_sheet(HAND | {"note": "x" * 201}), "hand 1: its note is longer than 200 characters"),
        (
            a_sheet(HAND | {"at": "9999-12-31T23:59:00+00:00"}),
            "hand 1: no one played at 9999-12-31T23:59:00+00:00",
        ),
        (
            a_sheet(HAND | {"at": "0001-01-01T00:00:00+14:00"}),
            "hand 1: no one played at 0001-01-01T00:00:00+14:00",
        ),
        (
            a_sheet(*[HAND | {"id": str(some_id(1))}] * 2),
            "hand 1: another hand has the same id",
        ),
    ],
)
def test_a_sheet_that_cannot_be_imported_is_refused_with_the_parsers_reason(
    told, sentence, session, kate
):
    sent = told if isinstance(told, str) else json.dumps(told)
    status, found = refused(path(session), {"sheet": sent, "take": "yes"}, client=kate)
    assert status == 422
    assert found == (sentence if not sent else f"Can’t import this sheet: {sentence}")


def test_pasted_text_stays_on_the_page(session, kate):
    page = post(kate, session, '{"</textarea>": ')
    assert "&lt;/textarea&gt;" in page.content.decode()


@pytest.mark.parametrize("data", [b"\xff\xfe\x00", b"\x00" * 100, b"[" * 10**5])
def test_a_file_of_any_bytes_is_answered_in_a_sentence(data, session, kate):
    stored = everything()
    answer = kate.post(path(session), {"file": SimpleUploadedFile("s.json", data)})
    assert (answer.status_code, everything()) == (422, stored)
    assert said(answer).startswith("Can’t import this sheet: ")


def test_a_closed_evening_says_that_it_is_closed(kate):
    table = a_table("Eve! 5", session=an_evening(a_club("Another club")))
    close(table.session)
    page = kate.get(path(table.session))
    assert "This is closed, so you can’t import a sheet." in text(page.content.decode())
    status, sentence = refused(
        path(table.session), {"sheet": json.dumps(PAPER), "take": "yes"}, client=kate
    )
    assert (status, sentence) == (
        409,
        "This club night is closed. The organiser can reopen it.",
    )


def test_a_visitor_who_hosts_can_import_sheets_too():
    host = a_phone()
    host.post("/start", {"names": "Ann, Ben, Cat, Dan", "currency": "GBP"})
    session = Table.objects.get().session
    assert post(host, session, PAPER, take="yes").status_code == 302
    assert post(a_phone(), a_casual_table().session, PAPER, take="yes").status_code == 403


def test_a_second_tap_leads_to_the_table_made_by_the_first(session, kate):
    for told in (a_sheet(), PAPER):
        before = Table.objects.count()
        page = post(kate, session, told, key=key_on(kate.get(path(session))))
        key = key_on(page)
        first, stored = post(kate, session, told, key=key, take="yes"), everything()
        second = post(kate, session, told, key=key, take="yes")
        assert (first.status_code, second.status_code) == (302, 302)
        assert (second["Location"], everything()) == (first["Location"], stored)
        assert Table.objects.count() == before + 1


def test_a_sheet_without_hands_can_be_imported_again_from_a_new_page(session, kate):
    before = Table.objects.count()
    for _ in range(2):
        post(kate, session, a_sheet(), key=key_on(kate.get(path(session))), take="yes")
    assert Table.objects.count() == before + 2


def key_on(page):
    return re.search(r'name="key" value="([0-9a-f-]{36})"', page.content.decode())[1]


def test_a_record_in_euchre_game_notation_becomes_a_table_and_is_recognised_again(session, kate):
    answer = post(kate, session, record(title="Finals"), take="yes")
    assert (answer.status_code, answer.url) == (302, f"/sessions/{session.pk}/")
    table = Table.objects.get(session=session)
    assert [hand.tricks for hand in told_hands(table)] == [3, 5]
    assert (table.rules_key, table.options) == ("american", {"stick_the_dealer": True})
    stored = everything()
    again = refused(path(session), {"sheet": json.dumps(record(title="Friday"))}, client=kate)
    assert (again, everything()) == (
        (
            409,
            "Hands of this sheet are here already: Table 1 of The final has them.",
        ),
        stored,
    )


def test_an_unreadable_record_stays_on_the_page(session, kate):
    wrong = json.dumps(record(initialScore=[4, 9]))
    page = post(kate, session, wrong, take="yes")
    words = text(page.content.decode())
    assert page.status_code == 422
    assert (
        f"{NOT_IN}metadata.initialScore: it begins in the middle of a game, and a table at nothing"
    ) in words
    assert json.loads(shown(page, r"<textarea.*?</textarea>")[0]) == json.loads(wrong)
