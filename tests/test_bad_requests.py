"""Section 6: senseless bodies, addresses and methods never give a 500, and change nothing."""

import random
from uuid import uuid4

import pytest

from scoring.table.actions.tables import renew_link
from tests.cast import (
    A_FORM,
    a_phone,
    a_table,
    address,
    everything,
    form_of,
    signed_in,
    some_id,
)
from tests.html import HUGE, points, refused, said

pytestmark = pytest.mark.django_db

NOBODYS = some_id(404)


@pytest.fixture
def table():
    return a_table("Eve! 5")


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
def test_a_body_of_random_bytes_is_refused(kind, where, table):
    body = random.Random(1).randbytes(2000)
    status, sentence = refused(address(table, where), body, content_type=KINDS[kind])
    assert status in (400, 409, 422) or (where, status) == ("preview", 200)
    assert sentence or where == "preview"


def test_a_form_with_another_charset_is_read_or_refused(table):
    how = {"content_type": f"{A_FORM}; charset=utf-16"}
    assert refused(address(table, "hands/log"), b"maker=1", **how)[0] in (400, 422)


@pytest.mark.parametrize("kind", ["form", "multipart", "json"])
@pytest.mark.parametrize("file", ["", '; filename="score.jpg"'])
@pytest.mark.parametrize("where", ["hands/log", "people"])
def test_a_huge_body_is_refused(kind, file, where, table):
    body = b"note=" + b"x" * 1_100_000
    if kind == "multipart":
        head = f'--xyz\r\nContent-Disposition: form-data; name="note"{file}\r\n\r\n'
        body = head.encode() + body + b"\r\n--xyz--\r\n"
    assert refused(address(table, where), body, content_type=KINDS[kind]) == (
        413,
        "A form can hold up to 1 MB. Split a long list.",
    )


def test_a_huge_body_is_refused_before_its_form_token_is_checked(table):
    strict = a_phone(strict=True)
    body, kind = b"note=" + b"x" * 1_100_000, A_FORM
    assert refused(address(table, "hands/log"), body, client=strict, content_type=kind)[0] == 413


def test_too_many_fields_are_refused(table):
    body = "&".join(f"field{no}=1" for no in range(2_100))
    assert refused(address(table, "hands/log"), body, content_type=A_FORM) == (
        413,
        "A form can hold up to 1 MB. Split a long list.",
    )


def test_a_forged_or_revoked_link_is_refused_with_a_sentence(table):
    old = address(table, "hands/log")
    renew_link(table=table, right="write")
    assert refused(old, form_of(table)) == (
        410,
        "This link was revoked. Ask at the table for the new code.",
    )
    assert refused("/t/forged/hands/log", form_of(table)) == (
        404,
        "No table answers to this address. Scan the table’s code again.",
    )


@pytest.mark.parametrize(
    "rest",
    [
        "hands/not-a-uuid/",
        f"hands/{NOBODYS}/",
        f"hands/{NOBODYS}/take-back",
        f"hands/{NOBODYS}/put-back",
        f"hands/{NOBODYS}/decide",
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
def test_an_unknown_address_under_a_link_is_not_found(rest, table):
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
def test_an_address_with_an_impossible_number_is_not_found(path):
    client = signed_in("kate")
    for pk in ("0", HUGE, "9" * 5000, "-1", "٣", "%00"):
        found = {client.get(path.format(pk)).status_code, client.post(path.format(pk)).status_code}
        assert found in ({404}, {404, 405}), pk


@pytest.mark.parametrize(
    "path",
    [
        "/clubs/{club}/players/{huge}/",
        "/clubs/{club}/players/{huge}/merge",
        "/clubs/{club}/seasons/{huge}.csv",
        "/clubs/{club}/accounts/lines/{huge}/take-back",
        "/sessions/{session}/door/{huge}/fee",
        "/sessions/{session}/seats/{huge}/",
        "/sessions/{session}/tables/1/cut/{huge}/withdraw",
    ],
)
def test_a_number_too_large_for_the_database_is_not_found(path, table):
    session = table.session
    path = path.format(club=session.club_id, session=session.pk, huge=HUGE)
    assert refused(path, {}, client=signed_in("kate")) == (404, "There is no page at this address.")


@pytest.mark.parametrize("session", [HUGE, "9" * 5000])
@pytest.mark.parametrize("what", ["pot", "paid in"])
def test_a_money_form_with_a_number_too_large_for_the_database_is_shown(what, session, table):
    asked = {"what": what, "session": session}
    path = f"/clubs/{table.session.club_id}/accounts/enter"
    assert signed_in("kate").get(path, asked).status_code == 200


@pytest.mark.parametrize("who", [HUGE, "9" * 5000])
def test_a_pot_for_a_person_with_a_number_too_large_for_the_database_is_refused(who, table):
    sent = {
        "what": "pot",
        "session": table.session_id,
        "people": who,
        "amount": "3",
        "key": uuid4(),
    }
    path = f"/clubs/{table.session.club_id}/accounts/enter"
    assert refused(path, sent, client=signed_in("kate"))[0] == 422


@pytest.mark.parametrize("method", ["put", "delete", "trace"])
@pytest.mark.parametrize("rest", ["", "hands/log", "people"])
def test_a_method_that_browsers_do_not_use_is_refused(method, rest, table):
    stored = everything()
    answer = getattr(a_phone(), method)(address(table, rest))
    assert (answer.status_code, everything()) == (405, stored)


def test_a_page_request_to_the_address_of_a_form_is_refused_with_a_sentence(table):
    answer = a_phone().get(address(table, "hands/log"))
    assert (answer.status_code, answer["Allow"]) == (405, "POST")
    assert said(answer) == "This address only accepts a form. Go back to the page with the form."


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
        "hand_id=rubbish&after=%00&maker=%00",
        "maker=1&partner=3&tricks=3&revoke=9&call=X&turned=%00&made=x&trump=%ED%A0%80",
        "void=earthquake&sitting=x",
    ],
)
def test_a_pad_whose_address_has_rubbish_in_it_is_shown(asked, table):
    answer = a_phone().get(f"{address(table)}?{asked}")
    assert answer.status_code == 200
    assert points(answer) == {"Ann": 0, "Ben": 0, "Cat": 0, "Dan": 0, "Eve": 5}


def test_a_host_name_that_the_site_does_not_serve_is_refused_with_what_to_do():
    answer = a_phone().get("/", headers={"Host": "snug.example"})
    assert (answer.status_code, "Scan the QR code again" in said(answer)) == (400, True)
