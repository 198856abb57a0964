"""Section 6: each bad form is refused with a sentence and the right status, without any change."""

import json
from uuid import uuid4

import pytest
from django.urls import reverse

from scoring.euchre.hand import Hand
from tests import proof
from tests.cast import (
    ANN,
    BEN_WITH_DAN,
    a_phone,
    a_table,
    address,
    again,
    close,
    everything,
    form_of,
    log,
    send,
    signed_in,
)
from tests.html import HUGE, checked, points, refused, said

pytestmark = pytest.mark.django_db


HOSTILE = {
    "NUL": "a\0b",
    "a lone surrogate": b"\xed\xa0\x80",
    "unicode digits": "٣",
    "a superscript": "³",
    "a huge number": HUGE,
    "many zeros": "0" * 5000 + "1",
    "a negative number": "-1",
    "markup": "<script>alert(1)</script>",
    "much": "x" * 100_000,
    "a bell": "\x07",
    "right to left": "\u202e",
}


TEXTS = ("NUL", "a lone surrogate", "unicode digits", "markup", "much", "a bell")


@pytest.fixture
def table():
    return a_table("Eve! 5")


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"tricks": "6"}, "There are only five tricks in a hand: 0 to 5."),
        ({"tricks": "-1"}, "There are only five tricks in a hand: 0 to 5."),
        ({"tricks": "٣"}, "There are only five tricks in a hand: 0 to 5."),
        ({"tricks": None}, "Enter the tricks that the maker’s side won."),
        ({"maker": "5"}, "The maker does not sit at this table."),
        ({"maker": "Zoe"}, "The maker does not sit at this table."),
        ({"maker": HUGE}, "The maker does not sit at this table."),
        ({"maker": None}, "Enter who made trump."),
        ({"partner": "5"}, "The partner does not sit at this table."),
        ({"partner": "1"}, "The maker cannot be their own partner."),
        ({"partner": None}, "Tap the partner, or Alone."),
        ({"call": "H", "trump": "H"}, "Hearts are trumps and cannot be called."),
        ({"call": "X"}, "Select a valid choice. X is not one of the available choices."),
        ({"void": "earthquake"}, "Choose a reason from the list."),
        ({"turned": "joker"}, "There is no joker in this pack."),
        ({"revoke": "5"}, "Select a valid choice. 5 is not one of the available choices."),
        (
            {"partner": "alone", "intimation": "on"},
            "No partner was called, so none gave themselves away (law 20).",
        ),
        ({"made": "took", "maker": "0"}, "Only the dealer can pick up the trump."),
        (
            {"hand_id": "not-a-uuid"},
            "This page is out of date. Reload it and enter the hand again.",
        ),
        ({"hand_id": None}, "This page is out of date. Reload it and enter the hand again."),
        ({"sitting": None}, "This page is out of date. Reload it and enter the hand again."),
        ({"sitting": "-1"}, "This page is out of date. Reload it and enter the hand again."),
        ({"sitting": HUGE}, "This page is out of date. Reload it and enter the hand again."),
        ({"after": "rubbish"}, "This page is out of date. Reload it and enter the hand again."),
        (
            {"note": "a\0b"},
            "This text contains a character that can’t be printed. "
            "Null characters are not allowed.",
        ),
        ({"note": "a\x1bb"}, "This text contains a character that can’t be printed."),
        ({"note": "x" * 201}, "Ensure this value has at most 200 characters (it has 201)."),
    ],
)
def test_an_impossible_hand_is_refused_with_a_sentence(wrong, sentence, table):
    path = address(table, "hands/log")
    assert refused(path, form_of(table, BEN_WITH_DAN, **wrong)) == (422, sentence)


def test_a_refused_hand_keeps_what_was_tapped_on_the_pad(table):
    sent = form_of(table, BEN_WITH_DAN, tricks=None, call="H", revoke=[])
    answer = a_phone().post(address(table, "hands/log"), sent)
    page = answer.content.decode()
    assert f'name="hand_id" value="{sent["hand_id"]}"' in page
    assert 'name="maker" value="1"' in page
    assert 'name="partner" value="3"' in page
    assert checked(answer, "call") == ["H"]


@pytest.mark.parametrize(
    ("wrong", "status", "sentence"),
    [
        (
            {"names": "A,B,C,D,E,F,G,H"},
            422,
            "8 names: Call-Ace is for four to seven. Separate the names with commas.",
        ),
        (
            {"names": "Ann, Ben, Cat"},
            422,
            "3 names: Call-Ace is for four to seven. For three there is: Bid Euchre, three-handed; "
            "Hoyle, three-handed; Hoyle, three-handed with set-back; Britannica, three-handed. "
            "Separate the names with commas.",
        ),
        (
            {"rules": "club-laws", "names": "Ann, Ben, Cat, Dan, Eve"},
            422,
            "5 names: Club laws is for four. For five there is: Call-Ace. Separate the names with "
            "commas.",
        ),
        ({"rules": "bridge"}, 422, "You can’t choose these rules here. Choose others."),
        (
            {"rules": "keller", "target": "0"},
            422,
            'Option "target" is a whole number from 1 to 99.',
        ),
        (
            {"rules": "keller", "target": "ten"},
            422,
            'Option "target" is a whole number from 1 to 99.',
        ),
        (
            {"rules": "keller", "joker": "yes"},
            422,
            "Keller’s game doesn’t let you change this. Choose “use the rule”.",
        ),
        (
            {"rules": "american", "lone_euchre": "3"},
            422,
            "Select a valid choice. 3 is not one of the available choices.",
        ),
        (
            {"names": "Ann, Ben, ann, Dan"},
            422,
            "Ann is listed twice. Add a surname or initial to one of them.",
        ),
        (
            {"names": "Émile, Ben, E\u0301MILE, Dan"},
            422,
            "Émile is listed twice. Add a surname or initial to one of them.",
        ),
        ({"names": ""}, 422, "This field is required."),
        (
            {"names": " , ,\n;"},
            422,
            "0 names: Call-Ace is for four to seven. Separate the names with commas.",
        ),
        ({"names": f"{'A' * 41}, B, C, D"}, 422, f"“{'A' * 40}…” is longer than 40 letters."),
        (
            {"names": "A\ue000B, B, C, D"},
            422,
            "“A\ue000B” contains a character that can’t be printed.",
        ),
        ({"names": "A\0, B, C, D"}, 422, "Null characters are not allowed."),
        (
            {"names": f"{'ﷺ' * 40}, B, C, D"},
            422,
            f"“{'ﷺ' * 40}” is longer than 40 letters when written out.",
        ),
        ({"stake": "-1"}, 422, '"-1" is not an amount such as 0.25 or 25p.'),
        ({"stake": "0.255"}, 422, '"0.255" has too many decimals. GBP has 2 decimals.'),
        ({"stake": "٣"}, 422, '"٣" is not an amount such as 0.25 or 25p.'),
        ({"stake": "1e3"}, 422, '"1e3" is not an amount such as 0.25 or 25p.'),
        ({"stake": "999999999"}, 422, "£999999999.00 a point is too much. Check the stake."),
        (
            {"currency": "XXX", "stake": ""},
            422,
            "Select a valid choice. XXX is not one of the available choices.",
        ),
        ({"dealer": "Zoe"}, 422, "“Zoe” is not one of the names above."),
    ],
)
def test_an_impossible_table_is_refused_with_a_sentence(wrong, status, sentence):
    sent = {"names": "Ann, Ben, Cat, Dan", "stake": "0.25", "currency": "GBP"} | wrong
    assert refused(reverse("start-table"), sent) == (status, sentence)


@pytest.mark.parametrize(
    ("names", "status", "sentence"),
    [
        (
            "Ann, Ben, Cat",
            422,
            "3 names: Call-Ace is for four to seven. Separate the names with commas.",
        ),
        (
            "Ann, Ben, Cat, Dan, ann",
            422,
            "Ann is listed twice. Add a surname or initial to one of them.",
        ),
        ("", 422, "This field is required."),
        (
            "ANN, ben, Cat, Dan, Eve",
            409,
            "These seats are the same as now.",
        ),
    ],
)
def test_people_who_cannot_sit_down_are_refused_with_a_sentence(names, status, sentence, table):
    assert refused(address(table, "people"), {"names": names}) == (status, sentence)


def test_an_empty_form_is_refused_with_the_name_of_what_it_lacks(table):
    kate = signed_in("kate")
    session, club = table.session_id, table.session.club_id
    out_of_date = "This page is out of date. Reload it and enter the hand again."
    required = "This field is required."
    record = again(table).sitting.latest
    assert [
        refused(address(table, "hands/log"), {}),
        refused(address(table, "hands/begin"), {}),
        refused(address(table, "deal"), {}),
        refused(address(table, "people"), {}),
        refused(address(table, f"hands/{record}/"), {}),
        refused(reverse("start-table"), {}),
        refused(reverse("add-players", args=[club]), {}, client=kate),
        refused(reverse("open-table", args=[session]), {}, client=kate),
        close(table.session)
        and refused(reverse("reopen-session", args=[session]), {}, client=kate),
    ] == [
        (422, out_of_date),
        (422, "Tap the maker first, then begin the hand."),
        (409, "There is no such seat at this table."),
        (422, required),
        (422, out_of_date),
        (422, f"{required} {required}"),
        (422, required),
        (422, required),
        (422, "Enter a short reason. It is printed with the old closing."),
    ]


def test_a_hand_for_a_closed_session_is_refused_and_stays_on_the_screen(table):
    close(table.session)
    sent = form_of(table, BEN_WITH_DAN)
    stored = everything()
    answer = a_phone().post(address(table, "hands/log"), sent)
    assert (answer.status_code, everything()) == (409, stored)
    assert said(answer) == (
        "This table is closed. What you entered is still on this screen. Ask the organiser to "
        "reopen it, then save again."
    )
    assert f'name="hand_id" value="{sent["hand_id"]}"' in answer.content.decode()


def test_every_action_in_a_closed_session_is_refused(table):
    record = log(table)
    close(table.session)
    kate, names = signed_in("kate"), "Ann, Ben, Cat, Dan"
    paths = {
        address(table, "hands/begin"): form_of(table),
        address(table, "deal"): {"seat": "2"},
        address(table, "people"): {"names": names},
        address(table, f"hands/{record.pk}/"): form_of(table, "Eve! 5", revision=0),
        address(table, f"hands/{record.pk}/take-back"): {},
        f"/sessions/{table.session_id}/tables/open": {"names": names},
        f"/sessions/{table.session_id}/close": {},
    }
    found = {path: refused(path, data, client=kate) for path, data in paths.items()}
    assert {status for status, _ in found.values()} == {409}
    assert all("closed" in sentence for _, sentence in found.values())


def test_a_hand_with_the_id_of_another_is_refused_with_the_number_of_that_hand(table):
    log(table, BEN_WITH_DAN, id=uuid4())
    record = again(table).sitting.latest
    assert refused(address(table, "hands/log"), form_of(table, "Ann! 3", hand_id=record)) == (
        409,
        "This was saved before, as hand 2, with different details. To change it, correct it on "
        "the score.",
    )


def test_a_wrong_password_saves_nothing_and_the_page_does_not_say_not_saved():
    answer = send(a_phone(), "/sign-in", {"username": "kate", "password": "wrong"})
    assert said(answer) != ""
    assert "Not saved" not in answer.content.decode()


FIELDS = (
    "id sitting after maker partner tricks void call turned made trump revoke wrong_cards "
    "intimation note"
)


NOT_SHOWN = ("a bell", "right to left")


@pytest.mark.parametrize(
    ("no", "kind"), [*enumerate(kind for kind in HOSTILE if kind not in NOT_SHOWN)]
)
def test_no_field_of_a_hand_breaks_the_server(no, kind, table):
    client, path = a_phone(), address(table, "hands/log")
    for name in proof.part(no % 3, 3, FIELDS.split()):
        answer = send(client, path, form_of(table, BEN_WITH_DAN) | {name: HOSTILE[kind]})
        assert answer.status_code in (302, 409, 413, 422), name
    assert sum(points(client.get(address(table))).values()) >= 5


@pytest.mark.parametrize(("no", "kind"), [*enumerate(TEXTS)])
def test_no_text_field_breaks_the_server(no, kind, table):
    record, kate = log(table), signed_in("kate")
    close(table.session)
    value, session = HOSTILE[kind], f"/sessions/{table.session_id}/"
    club = f"/clubs/{table.session.club_id}/"
    posts = [
        (f"{session}reopen", {"why": value}),
        (
            address(table, f"hands/{record.pk}/"),
            form_of(table, "Ann! 3", revision=0) | {"why": value},
        ),
        (address(table, f"hands/{record.pk}/"), form_of(table, "Ann! 3") | {"revision": value}),
        (
            address(table, f"hands/{record.pk}/"),
            form_of(table, "Ann! 3", look="yes") | {"why": value},
        ),
        (address(table, f"hands/{record.pk}/take-back"), {"why": value}),
        (address(table, f"hands/{record.pk}/decide"), {"keep": value}),
        (address(table, "people"), {"names": value}),
        (address(table, "people"), {"names": b"Ann, Ben, Cat, D" + as_bytes(value)}),
        (address(table, "deal"), {"seat": value}),
        (f"{session}tables/open", {"names": b"Ann, Ben, Cat, D" + as_bytes(value), "stake": value}),
        (f"{session}tables/open", {"names": "A, B, C, D", "dealer": value, "joker": value}),
        (
            "/start",
            {"names": b"Ann, Ben, Cat, D" + as_bytes(value), "stake": value, "currency": value},
        ),
        (f"{club}players/add", {"names": value}),
        (f"{club}sessions/open", {"title": value, "played_on": value}),
        (f"{club}sessions/open", {"title": value}),
        ("/sign-in", {"username": value, "password": value, "next": value}),
    ]
    for path, data in proof.part(no % 2, 2, posts):
        status = send(kate, path, data).status_code
        assert status in (200, 302, 404, 409, 413, 422), (path, status)


def as_bytes(value):
    return value if isinstance(value, bytes) else value.encode()


def test_a_refused_hand_gets_its_reason_on_page_fragment_and_preview(table):
    sent = form_of(table, Hand(maker=ANN, partner=2, tricks=3), tricks="6")
    page = a_phone().post(address(table, "hands/log"), sent)
    piece = a_phone().post(address(table, "hands/log"), sent, headers={"HX-Request": "true"})
    asked = a_phone().post(address(table, "preview"), sent)
    assert said(page) == said(piece) == json.loads(asked.content)["wrong"]
