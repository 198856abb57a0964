"""Section 6: each gets a sentence and the right status, never a 500, and nothing is stored."""

import json
import random
from uuid import uuid4

import pytest
from django.urls import reverse

from scoring.actions.tables import renew_link
from scoring.rules.hand import Hand
from tests.cast import (
    A_FORM,
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
from tests.views.reading import points, said

pytestmark = pytest.mark.django_db

HUGE = str(10**30)
HOSTILE = {
    "NUL": "a\0b",
    "a lone surrogate": b"\xed\xa0\x80",
    "half a character": b"\xff",
    "unicode digits": "٣",
    "a superscript": "³",
    "a huge number": HUGE,
    "thousands of digits": "9" * 5000,
    "many zeros": "0" * 5000 + "1",
    "a negative number": "-1",
    "markup": "<script>alert(1)</script>",
    "much": "x" * 100_000,
    "a bell": "\x07",
    "right to left": "\u202e",
}
TEXTS = ("NUL", "a lone surrogate", "half a character", "unicode digits", "markup", "much", "a bell")


@pytest.fixture
def table():
    return a_table("Eve! 5")


def refused(path, data, *, client=None, **how):
    """Post what must be refused: the status and the sentence. Nothing may have been stored."""
    stored = everything()
    answer = send(client or a_phone(), path, data, **how)
    assert everything() == stored
    return answer.status_code, said(answer)


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"tricks": "6"}, "There are only five tricks in a hand: 0 to 5."),
        ({"tricks": "-1"}, "There are only five tricks in a hand: 0 to 5."),
        ({"tricks": "٣"}, "There are only five tricks in a hand: 0 to 5."),
        ({"tricks": None}, "How many tricks the maker's side won is missing."),
        ({"maker": "5"}, "The maker does not sit at this table."),
        ({"maker": "Zoe"}, "The maker does not sit at this table."),
        ({"maker": HUGE}, "The maker does not sit at this table."),
        ({"maker": None}, "Who made the trump is missing."),
        ({"partner": "5"}, "The partner does not sit at this table."),
        ({"partner": "1"}, "The maker cannot be his own partner."),
        ({"partner": None}, "Who was the partner? Tap a player, or Alone."),
        ({"call": "H", "trump": "H"}, "Hearts are trumps and cannot be called."),
        ({"call": "X"}, "Select a valid choice. X is not one of the available choices."),
        ({"void": "earthquake"}, "This is not a reason for a void deal."),
        ({"turned": "joker"}, "There is no joker in this pack."),
        ({"revoke": "5"}, "Select a valid choice. 5 is not one of the available choices."),
        ({"partner": "alone", "intimation": "on"}, "Nobody was called, so nobody betrayed himself (law 20)."),
        ({"made": "took", "maker": "0"}, "Only the dealer can take up the trump."),
        ({"id": "not-a-uuid"}, "This page is out of date: reload it, then enter the hand again."),
        ({"id": None}, "This page is out of date: reload it, then enter the hand again."),
        ({"sitting": None}, "This page is out of date: reload it, then enter the hand again."),
        ({"sitting": "-1"}, "This page is out of date: reload it, then enter the hand again."),
        ({"sitting": HUGE}, "This page is out of date: reload it, then enter the hand again."),
        ({"after": "rubbish"}, "This page is out of date: reload it, then enter the hand again."),
        ({"note": "a\0b"}, "This text holds a sign that cannot be printed. Null characters are not allowed."),
        ({"note": "a\x1bb"}, "This text holds a sign that cannot be printed."),
        ({"note": "x" * 201}, "Ensure this value has at most 200 characters (it has 201)."),
    ],
)
def test_a_hand_that_cannot_be_is_refused_with_a_sentence(wrong, sentence, table):
    path = address(table, "hands/log")
    assert refused(path, form_of(table, BEN_WITH_DAN, **wrong)) == (422, sentence)


def test_a_hand_refused_leaves_what_was_tapped_on_the_pad(table):
    sent = form_of(table, BEN_WITH_DAN, tricks=None, call="H", revoke=[])
    page = a_phone().post(address(table, "hands/log"), sent).content.decode()
    assert f'name="id" value="{sent["id"]}"' in page
    assert 'name="maker" value="1"' in page and 'name="partner" value="3"' in page
    assert 'name="call" value="H" checked' in page


@pytest.mark.parametrize(
    ("wrong", "status", "sentence"),
    [
        ({"names": "Ann, Ben, Cat"}, 422, "3 names: this game is for 4 to 7. Part the names by commas."),
        ({"names": "A,B,C,D,E,F,G,H"}, 422, "8 names: this game is for 4 to 7. Part the names by commas."),
        ({"names": "Ann, Ben, ann, Dan"}, 422, "Ann is there twice. Give one of them a second name."),
        ({"names": "Émile, Ben, E\u0301MILE, Dan"}, 422, "Émile is there twice. Give one of them a second name."),
        ({"names": ""}, 422, "This field is required."),
        ({"names": " , ,\n;"}, 422, "0 names: this game is for 4 to 7. Part the names by commas."),
        ({"names": f"{'A' * 41}, B, C, D"}, 422, f"“{'A' * 40}…” is longer than 40 letters."),
        ({"names": "A\u202eB, B, C, D"}, 422, "“A\u202eB” holds a sign that cannot be printed."),
        ({"names": "A\0, B, C, D"}, 422, "Null characters are not allowed."),
        ({"names": f"{'ﷺ' * 40}, B, C, D"}, 422, f"“{'ﷺ' * 40}” is longer than 40 letters when written out."),
        ({"stake": "-1"}, 422, '"-1" is not an amount such as 0.25.'),
        ({"stake": "0.255"}, 422, '"0.255" has more than 2 decimals, the most that GBP has.'),
        ({"stake": "٣"}, 422, '"٣" is not an amount such as 0.25.'),
        ({"stake": "1e3"}, 422, '"1e3" is not an amount such as 0.25.'),
        ({"stake": "999999999"}, 422, "£999999999.00 a point is more than anybody plays for."),
        (
            {"currency": "XXX", "stake": ""},
            422,
            "Select a valid choice. XXX is not one of the available choices.",
        ),
        ({"dealer": "Zoe"}, 422, "“Zoe” is not one of the names above."),
    ],
)
def test_a_table_that_cannot_be_is_refused_with_a_sentence(wrong, status, sentence):
    sent = {"names": "Ann, Ben, Cat, Dan", "stake": "0.25", "currency": "GBP"} | wrong
    assert refused(reverse("start-table"), sent) == (status, sentence)


@pytest.mark.parametrize(
    ("names", "status", "sentence"),
    [
        ("Ann, Ben, Cat", 422, "3 names: this game is for 4 to 7. Part the names by commas."),
        ("Ann, Ben, Cat, Dan, ann", 422, "Ann is there twice. Give one of them a second name."),
        ("", 422, "This field is required."),
        (
            "ANN, ben, Cat, Dan, Eve",
            409,
            "These are the people who sit there now, in these seats. Nothing was changed.",
        ),
    ],
)
def test_people_who_cannot_sit_down_are_refused_with_a_sentence(names, status, sentence, table):
    assert refused(address(table, "people"), {"names": names}) == (status, sentence)


def test_an_empty_form_is_told_what_it_lacks(table):
    kate = signed_in("kate")
    session, club = table.session_id, table.session.club_id
    out_of_date = "This page is out of date: reload it, then enter the hand again."
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
        close(table.session) and refused(reverse("reopen-session", args=[session]), {}, client=kate),
    ] == [
        (422, out_of_date),
        (422, "Tap who made the trump first; then the hand can begin."),
        (409, "There is no such seat at this table. The deal was not moved."),
        (422, required),
        (422, out_of_date),
        (422, f"{required} {required}"),
        (422, required),
        (422, required),
        (422, "Say why, in a few words: it is printed with the old closing."),
    ]


KINDS = {
    "form": A_FORM,
    "multipart": "multipart/form-data; boundary=xyz",
    "multipart without a boundary": "multipart/form-data",
    "json": "application/json",
    "nothing known": "",
    "rubbish": "\x80/\x81; charset=nonsense",
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("where", ["hands/log", "hands/begin", "preview", "people", "deal"])
def test_a_body_of_rubbish_is_refused(kind, where, table):
    body = random.Random(1).randbytes(2000)
    status, sentence = refused(address(table, where), body, content_type=KINDS[kind])
    assert status in (400, 409, 422) or (where, status) == ("preview", 200)
    assert sentence or where == "preview"


def test_a_form_with_another_charset_is_read_or_refused(table):
    how = {"content_type": f"{A_FORM}; charset=utf-16"}
    assert refused(address(table, "hands/log"), b"maker=1", **how)[0] in (400, 422)


@pytest.mark.parametrize("kind", ["form", "multipart"])
@pytest.mark.parametrize("where", ["hands/log", "people"])
def test_a_huge_body_is_refused(kind, where, table):
    body = b"note=" + b"x" * 300_000
    if kind == "multipart":
        body = b'--xyz\r\nContent-Disposition: form-data; name="note"\r\n\r\n' + body + b"\r\n--xyz--\r\n"
    assert refused(address(table, where), body, content_type=KINDS[kind]) == (
        413,
        "That is more than one hand holds.",
    )


def test_a_huge_body_is_refused_before_its_form_token_is_looked_at(table):
    strict = a_phone(enforce_csrf_checks=True)
    strict.get(address(table))
    body, kind = b"note=" + b"x" * 300_000, A_FORM
    assert refused(address(table, "hands/log"), body, client=strict, content_type=kind)[0] == 413


def test_too_many_fields_are_refused(table):
    body = "&".join(f"field{no}=1" for no in range(600))
    assert refused(address(table, "hands/log"), body, content_type=A_FORM) == (
        413,
        "That is more than one hand holds.",
    )


def test_a_hand_for_a_closed_session_is_refused_and_stays_on_the_screen(table):
    close(table.session)
    sent = form_of(table, BEN_WITH_DAN)
    stored = everything()
    answer = a_phone().post(address(table, "hands/log"), sent)
    assert (answer.status_code, everything()) == (409, stored)
    assert said(answer) == (
        "This session is closed, so nothing was stored. What you entered is still on this screen: "
        "ask the organiser to reopen the session, then save again."
    )
    assert f'name="id" value="{sent["id"]}"' in answer.content.decode()


def test_every_verb_of_a_closed_session_is_refused(table):
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


def test_a_forged_or_revoked_link_is_told_so(table):
    old = address(table, "hands/log")
    renew_link(table=table, right="write")
    assert refused(old, form_of(table)) == (
        410,
        "This link was revoked. Ask at the table for the new code.",
    )
    assert refused("/t/forged/hands/log", form_of(table)) == (
        404,
        "No table answers to this address. Scan the table's code again.",
    )


def test_a_hand_with_the_id_of_another_is_told_which(table):
    log(table, BEN_WITH_DAN, id=uuid4())
    record = again(table).sitting.latest
    assert refused(address(table, "hands/log"), form_of(table, "Ann! 3", id=record)) == (
        409,
        "This was saved before, as hand 2, with other facts. To change it, correct that hand on the score.",
    )


@pytest.mark.parametrize(
    "rest",
    [
        "hands/not-a-uuid/",
        f"hands/{uuid4()}/",
        f"hands/{uuid4()}/take-back",
        f"hands/{uuid4()}/put-back",
        f"hands/{uuid4()}/decide",
        "hands/00000000-0000-0000-0000-00000000000٣/",
        "sheet-2.json",
        f"sheet-{HUGE}.json",
        "sheet-٣.json",
        "sheet--1.json",
        "nonsense",
        "%00",
        "hands/%00/",
    ],
)
def test_an_address_under_a_link_that_leads_nowhere_says_so(rest, table):
    client, path = a_phone(), address(table, rest)
    for answer in (client.get(path), client.post(path)):
        if answer.status_code != 405:
            assert (answer.status_code, said(answer)) == (404, "There is no page at this address.")


@pytest.mark.parametrize(
    "path",
    [
        "/clubs/{}/",
        "/sessions/{}/",
        "/sessions/{}/settlement",
        "/sessions/{}/close",
        "/t/{}/",
        "/t/{}/board",
        "/host/{}",
        "/sessions/1/payments/{}/pay",
        "/sessions/1/tables/{}/links/write/renew",
        "/sessions/1/tables/1/links/{}/renew",
    ],
)
def test_an_address_that_leads_nowhere_says_so(path):
    client = signed_in("kate")
    for pk in ("0", "999999", HUGE, "9" * 5000, "-1", "٣", "x", "%00"):
        found = {client.get(path.format(pk)).status_code, client.post(path.format(pk)).status_code}
        assert 404 in found and found <= {404, 405}, pk


@pytest.mark.parametrize("method", ["put", "patch", "delete", "options", "trace"])
@pytest.mark.parametrize("rest", ["", "hands/log", "score", "people", "settlement.pdf"])
def test_a_method_that_is_none_of_a_browsers_is_refused(method, rest, table):
    stored = everything()
    answer = getattr(a_phone(), method)(address(table, rest))
    assert (answer.status_code, everything()) == (405, stored)


def test_the_address_of_a_form_asked_for_as_a_page_says_so(table):
    answer = a_phone().get(address(table, "hands/log"))
    assert (answer.status_code, answer["Allow"]) == (405, "POST")
    assert said(answer) == "This address only takes what a form sends. Go back to the page with the form."


@pytest.mark.parametrize(
    "asked",
    [
        "tap=99",
        "tap=-1",
        "tap=%C2%B3",
        "tap=%D9%A3",
        "tap=" + "9" * 3000,
        "tap=%00",
        "maker=99",
        "maker=00009",
        "maker=" + "0" * 3000 + "9",
        "maker=1&partner=99",
        "maker=1&partner=00009",
        "maker=1&partner=1&tricks=3",
        "maker=0&partner=2&tricks=99",
        "maker=0&partner=2&tricks=00006",
        "partner=alone&tricks=5",
        "id=rubbish&after=%00&maker=%00",
        "maker=1&partner=3&tricks=3&revoke=9&call=X&turned=%00&made=x&trump=%ED%A0%80",
        "void=earthquake&sitting=x",
    ],
)
def test_an_address_of_the_pad_with_rubbish_in_it_shows_the_pad(asked, table):
    answer = a_phone().get(f"{address(table)}?{asked}")
    assert answer.status_code == 200
    assert points(answer) == {"Ann": 0, "Ben": 0, "Cat": 0, "Dan": 0, "Eve": 5}


FIELDS = "id sitting after maker partner tricks void call turned made trump revoke wrong_cards intimation note"


@pytest.mark.parametrize("kind", HOSTILE)
def test_no_field_of_a_hand_breaks_the_server(kind, table):
    client, path = a_phone(), address(table, "hands/log")
    for name in FIELDS.split():
        answer = send(client, path, form_of(table, BEN_WITH_DAN) | {name: HOSTILE[kind]})
        assert answer.status_code in (302, 409, 413, 422), name
    assert sum(points(client.get(address(table))).values()) >= 5


@pytest.mark.parametrize("kind", TEXTS)
def test_no_text_field_breaks_the_server(kind, table):
    record, kate = log(table), signed_in("kate")
    close(table.session)
    value, session = HOSTILE[kind], f"/sessions/{table.session_id}/"
    club = f"/clubs/{table.session.club_id}/"
    posts = [
        (f"{session}reopen", {"why": value}),
        (address(table, f"hands/{record.pk}/"), form_of(table, "Ann! 3", revision=0) | {"why": value}),
        (address(table, f"hands/{record.pk}/"), form_of(table, "Ann! 3") | {"revision": value}),
        (address(table, f"hands/{record.pk}/"), form_of(table, "Ann! 3", look="yes") | {"why": value}),
        (address(table, f"hands/{record.pk}/take-back"), {"why": value}),
        (address(table, f"hands/{record.pk}/decide"), {"keep": value}),
        (address(table, "people"), {"names": value}),
        (address(table, "people"), {"names": b"Ann, Ben, Cat, D" + as_bytes(value)}),
        (address(table, "deal"), {"seat": value}),
        (f"{session}tables/open", {"names": b"Ann, Ben, Cat, D" + as_bytes(value), "stake": value}),
        (f"{session}tables/open", {"names": "A, B, C, D", "dealer": value, "joker": value}),
        ("/start", {"names": b"Ann, Ben, Cat, D" + as_bytes(value), "stake": value, "currency": value}),
        (f"{club}players/add", {"names": value}),
        (f"{club}sessions/open", {"title": value, "played_on": value}),
        (f"{club}sessions/open", {"title": value}),
        ("/sign-in", {"username": value, "password": value, "next": value}),
    ]
    for path, data in posts:
        status = send(kate, path, data).status_code
        assert status in (200, 302, 404, 409, 413, 422), (path, status)


def as_bytes(value):
    return value if isinstance(value, bytes) else value.encode()


def test_a_page_says_why_a_hand_was_refused_whatever_asked_for_it(table):
    sent = form_of(table, Hand(maker=ANN, partner=2, tricks=3), tricks="6")
    page = a_phone().post(address(table, "hands/log"), sent)
    piece = a_phone().post(address(table, "hands/log"), sent, headers={"HX-Request": "true"})
    asked = a_phone().post(address(table, "preview"), sent)
    assert said(page) == said(piece) == json.loads(asked.content)["wrong"]
