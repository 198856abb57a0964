"""Phones at tables: when they were seen, what they are called, and which are out of reach."""

from datetime import timedelta
from urllib.parse import quote

import pytest
from django.utils import timezone

from scoring.common.permissions import Actor
from scoring.models import TablePhone
from scoring.people.models import SIGNS
from scoring.table.actions import phones
from scoring.table.actions.phones import MOST, Sighting, note_seen, store_seen
from scoring.table.views.phones import _free
from tests.cast import a_phone, a_table, address, log, send, signed_in
from tests.html import text
from tests.table.views.test_pad_now import script
from tests.table.views.test_polling import HTMX

pytestmark = pytest.mark.django_db

EVERY = {one + two for one in SIGNS for two in SIGNS}


@pytest.fixture(autouse=True)
def none_noted():
    """No phone of another test waits to be stored; links that a test keeps are the same there."""
    phones._seen.clear()


def known(signs):
    """A phone that is known by this id."""
    phone = a_phone()
    phone.cookies["phone"] = signs
    return phone


def stored(table):
    return {(one.signs, one.name) for one in table.phones.all()}


def seen(table, signs, *, minutes=0, name=""):
    """Let a phone have had the table's pad open so many minutes ago."""
    at = timezone.now() - timedelta(minutes=minutes)
    return TablePhone.objects.create(table=table, signs=signs, name=name, seen_at=at)


def closing(table):
    """The page that asks before closing, as text."""
    kate = signed_in("kate")
    return text(kate.get(f"/sessions/{table.session_id}/close").content.decode())


def test_a_phone_is_stored_with_its_table_after_it_has_shown_the_pad():
    table, phone = a_table(), known("K7")
    before = timezone.now()
    phone.get(address(table))
    assert stored(table) == set()  # no page waits for a write
    store_seen()
    assert stored(table) == {("K7", "")}
    assert before <= table.phones.get().seen_at <= timezone.now()


def test_a_poll_without_news_is_seen_and_still_takes_one_query(django_assert_num_queries):
    table, phone = a_table(), known("K7")
    pad = address(table)
    tag = phone.get(pad, headers=HTMX)["HX-PTag"]
    store_seen()
    table.phones.update(seen_at=timezone.now() - timedelta(hours=1))
    with django_assert_num_queries(1):
        answer = phone.get(pad, headers=HTMX | {"HX-PTag": tag})
    store_seen()
    assert (answer.status_code, table.phones.count()) == (304, 1)
    assert timezone.now() - table.phones.get().seen_at < timedelta(minutes=1)


def test_only_phones_with_a_write_link_are_stored():
    table, phone = a_table(), known("K7")
    for link in table.links.all():
        phone.get(f"/t/{link.token}/")
    phone.get("/t/forged/")
    note_seen(token="forged", signs="M3", sighting=Sighting(at=timezone.now()))
    store_seen()
    assert stored(table) == {("K7", "")}


def test_phones_are_noted_up_to_a_limit(monkeypatch):
    monkeypatch.setattr(phones, "MOST", 2)
    table = a_table()
    for signs in ("K7", "M3", "P4"):
        known(signs).get(address(table))
    store_seen()
    assert (stored(table), MOST > 1000) == ({("K7", ""), ("M3", "")}, True)


def test_a_phone_takes_its_name_from_the_display_settings_to_every_table():
    phone, tables = known("K7"), [a_table(), a_table()]
    send(phone, "/look", {"phone_name": "  Dot’s   phone "})
    for table in tables:
        phone.get(address(table))
    store_seen()
    assert [stored(table) for table in tables] == [{("K7", "Dot’s phone")}] * 2
    assert "Dot’s phone" in phone.get("/look").content.decode()


@pytest.mark.parametrize("name", ["x" * 41, "Dot\x07"])
def test_a_name_that_no_list_could_show_is_refused_and_kept_on_the_page(name):
    phone = known("K7")
    answer = send(phone, "/look", {"phone_name": name, "hand": "left"})
    assert (answer.status_code, "phone-name" in phone.cookies) == (422, False)
    assert "Not saved" in answer.content.decode()
    table = a_table()
    phone.cookies["phone-name"] = f"1764376800000.{quote(name)}"
    phone.get(address(table))
    store_seen()
    assert stored(table) == {("K7", "")}


def test_of_the_phone_s_name_and_the_organiser_s_the_later_one_counts():
    table, phone, kate = a_table(), known("K7"), signed_in("kate")
    rename = f"/sessions/{table.session_id}/tables/{table.no}/phones/K7/name"

    def shows(name):
        phone.get(address(table))
        store_seen()
        return stored(table) == {("K7", name)}

    phone.cookies["phone-name"] = "1764376800000.Dot"
    assert shows("Dot")
    answer = kate.post(rename, {"phone_name": "The red phone"})
    assert answer["Location"] == f"{address(table, 'share')}#phones"
    assert shows("The red phone")
    send(phone, "/look", {"phone_name": "Dorothy"})
    assert shows("Dorothy")
    assert kate.post(rename, {"phone_name": "x" * 41}).status_code == 422
    assert stored(table) == {("K7", "Dorothy")}


@pytest.mark.parametrize("seen_before", [True, False])
def test_an_erased_name_of_a_phone_does_not_come_back_at_another_table(seen_before):
    table, phone = a_table(), known("K7")
    other = a_table(session=table.session)
    if seen_before:
        seen(other, "K7", minutes=60)
    phone.cookies["phone-name"] = "1764376800000.Dot"
    phone.get(address(table))
    store_seen()
    table.phones.update(name="Former member 1")
    for _ in "ab":
        phone.get(address(other))
        store_seen()
        assert stored(other) == {("K7", "")}
    send(phone, "/look", {"phone_name": "Red phone"})
    phone.get(address(other))
    store_seen()
    assert stored(other) == {("K7", "Red phone")}


def test_the_organiser_finds_the_phones_of_a_table_below_its_codes():
    table = a_table()
    seen(table, "K7", name="Dot’s phone")
    where = address(table, "share")
    pages = [text(one.get(where).content.decode()) for one in (signed_in("kate"), a_phone())]
    assert ["Dot’s phone" in page for page in pages] == [True, False]


def test_before_closing_phones_that_were_not_seen_for_minutes_are_named():
    table = a_table()
    for signs in ("K7", "M3"):
        log(table, "Ben+Dan 3", actor=Actor(phone=signs))
    lost = seen(table, "K7", minutes=30, name="Dot’s phone")
    seen(table, "M3", minutes=1)
    page = closing(table)
    at = timezone.localtime(lost.seen_at)
    assert f"Dot’s phone at Table 1 has not opened its pad since {at:%H:%M}" in page
    assert page.count("has not opened its pad") == 1
    answer = signed_in("kate").post(f"/sessions/{table.session_id}/close")
    assert answer["Location"] == f"/sessions/{table.session_id}/settlement"


def test_a_phone_that_only_looked_is_named_while_its_table_has_no_hand():
    table = a_table()
    seen(table, "K7", minutes=30)
    assert "Phone at Table 1 has not opened its pad" in closing(table)
    log(table, "Ben+Dan 3", actor=Actor(phone="M3"))
    assert "has not opened its pad" not in closing(table)


def test_the_phone_on_which_the_evening_is_closed_is_not_named_there():
    table, kate = a_table(), signed_in("kate")
    seen(table, "K7", minutes=30)
    close = f"/sessions/{table.session_id}/close"
    for signs, named in (("M3", True), ("K7-", False), ("K7", False)):
        kate.cookies["phone"] = signs
        assert ("has not opened its pad" in text(kate.get(close).content.decode())) is named


def test_a_new_phone_gets_no_id_of_a_phone_that_was_seen_at_the_table(monkeypatch):
    monkeypatch.setattr("scoring.table.views.phones.SIGNS", "K7")
    table, phone = a_table(), a_phone()
    for signs in ("KK", "77", "K7"):
        seen(table, signs)
    phone.get(address(table))
    assert phone.cookies["phone"].value == "7K-"


def test_the_pad_says_which_other_phone_sent_the_latest_hand():
    table, phone = a_table(), known("K7")

    def sender():
        return script(phone.get(address(table)), "now").get("from")

    assert sender() is None
    log(table, "Ben+Dan 3", actor=Actor(phone="M3"))
    assert sender() == "another phone"
    seen(table, "M3", name="Dot’s phone")
    assert sender() == "Dot’s phone"
    log(table, "Ben+Dan 3", actor=Actor(phone="K7"))
    assert sender() is None


def test_a_table_remembers_the_phones_seen_last(monkeypatch):
    monkeypatch.setattr(phones, "MOST_PHONES", 2)
    table = a_table()
    seen(table, "K7", minutes=9), seen(table, "M3", minutes=5)
    known("P4").get(address(table))
    store_seen()
    assert stored(table) == {("M3", ""), ("P4", "")}


def test_a_new_phone_has_an_id_of_no_hand_though_phones_have_shown_up_with_all_others():
    assert {_free({"22", "23"} | EVERY, of_hands=EVERY - {"22", "23"}) for _ in range(50)} == {
        "22",
        "23",
    }
