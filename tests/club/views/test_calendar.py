"""The club's evenings in everybody's own calendar."""

from datetime import UTC, date, datetime, time, timedelta

import pytest
from django.test import override_settings
from django.utils import timezone
from icalendar import Calendar

from scoring.club.actions.settings import change_settings
from scoring.evening.actions.sessions import change_session
from scoring.models import Club, ClubSession, Pass
from tests.cast import a_club, a_phone, a_table, an_evening, close, log
from tests.people.actions.test_officers import by

pytestmark = pytest.mark.django_db

TODAY = date(2026, 11, 20)


@pytest.fixture
def club(monkeypatch):
    monkeypatch.setattr(timezone, "localdate", lambda *_: TODAY)
    return a_club("The Łódź Bower Club")


@pytest.fixture
def path(club):
    return f"/calendar/{Pass.objects.create(club=club, right='calendar').token}.ics"


def an_evening_of(club, day, **what):
    session = an_evening(club, played_on=day)
    ClubSession.objects.filter(pk=session.pk).update(**what)
    return session


def events(path, **how):
    """The events of the calendar, each as what a calendar shows of it."""
    found = Calendar.from_ical(a_phone().get(path, **how).content)
    return [
        {name: event.decoded(name) for name in event if name not in ("DTSTAMP", "UID", "SEQUENCE")}
        for event in found.walk("VEVENT")
    ]


@override_settings(TIME_ZONE="Europe/Vienna")
def test_an_evening_has_its_hour_and_place_and_notice(club, path):
    Club.objects.filter(pk=club.pk).update(place="The Crown, upstairs; ring twice")
    an_evening_of(club, TODAY, title="The final", starts_at=time(19, 30), notice="Tea at nine")
    assert events(path) == [
        {
            "SUMMARY": "The Łódź Bower Club: The final",
            "DTSTART": datetime(2026, 11, 20, 18, 30, tzinfo=UTC),
            "DURATION": timedelta(hours=4),
            "LOCATION": "The Crown, upstairs; ring twice",
            "DESCRIPTION": "Tea at nine",
        }
    ]


def test_an_evening_without_an_hour_is_all_day(club, path):
    an_evening_of(club, TODAY)
    assert events(path) == [
        {"SUMMARY": "The Łódź Bower Club", "DTSTART": TODAY, "DTEND": date(2026, 11, 21)}
    ]


def test_a_calendar_has_planned_evenings_and_two_years_of_past_ones(club, path):
    for day in (date(2024, 10, 1), date(2024, 12, 1), TODAY, date(2027, 1, 1), date(9999, 12, 31)):
        an_evening_of(club, day, starts_at=time(23, 59))
    an_evening_of(a_club("Another", organiser="mallory"), TODAY)
    found = [event["DTSTART"].date() for event in events(path)]
    assert found == [date(2024, 12, 1), TODAY, date(2027, 1, 1)]


def test_an_empty_calendar_is_valid(club, path):
    answer = a_phone().get(path)
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    found = Calendar.from_ical(answer.content)
    assert [str(found[name]) for name in ("VERSION", "X-WR-CALNAME")] == [
        "2.0",
        "The Łódź Bower Club",
    ]
    assert answer.content.endswith(b"END:VCALENDAR\r\n")


def uid_and_sequence(path, **how):
    (event,) = Calendar.from_ical(a_phone().get(path, **how).content).walk("VEVENT")
    return str(event["UID"]), int(event["SEQUENCE"])


def test_a_moved_evening_keeps_its_id(club, path):
    session = an_evening_of(club, TODAY)
    uid, sequence = uid_and_sequence(path)
    change_session(session=session, played_on=TODAY, starts_at=time(20))
    moved = uid_and_sequence(path)
    change_settings(club=club, actor=by("kate"), place="The Crown")
    assert (moved[0], moved[1] > sequence, uid_and_sequence(path)[1] > moved[1]) == (
        uid,
        True,
        True,
    )


@pytest.mark.parametrize("public", ["", "https://scores.example.org:8443"])
def test_an_evening_has_the_same_id_at_any_address_of_the_site(club, path, public):
    an_evening_of(club, TODAY)
    uid, _ = uid_and_sequence(path)
    with override_settings(PUBLIC_URL=public):
        assert uid_and_sequence(path, headers={"Host": "localhost:8123"})[0] == uid


def test_the_name_of_a_club_is_escaped_as_text(club, path):
    name = "Ann, Ben; and\\Cat"
    Club.objects.filter(pk=club.pk).update(name=name)
    content = a_phone().get(path).content.replace(b"\r\n ", b"").decode().splitlines()
    written = "Ann\\, Ben\\; and\\\\Cat"
    assert {f"NAME:{written}", f"X-WR-CALNAME:{written}"} <= {*content}


def test_a_calendar_already_imported_is_not_sent_again_until_something_changes(club, path):
    table = a_table(session=an_evening_of(club, TODAY))
    client = a_phone()
    tag = client.get(path)["ETag"]
    log(table, "Eve! 5")
    unchanged = client.get(path, headers={"If-None-Match": tag})
    assert (unchanged.status_code, unchanged.content, unchanged["ETag"]) == (304, b"", tag)
    close(table.session)
    ClubSession.objects.filter(pk=table.session_id).update(title="The final")
    answer = client.get(path, headers={"If-None-Match": tag})
    assert (answer.status_code, answer["ETag"] != tag) == (200, True)
    Club.objects.filter(pk=club.pk).update(place="The Crown")
    assert client.get(path, headers={"If-None-Match": answer["ETag"]}).status_code == 200


def test_a_revoked_address_is_gone_even_for_a_phone_with_a_copy(club, path):
    tag = a_phone().get(path)["ETag"]
    Pass.objects.update(revoked_at=timezone.now())
    assert a_phone().get(path, headers={"If-None-Match": tag}).status_code == 410


def test_a_title_is_escaped_as_text(club, path):
    an_evening_of(club, TODAY, title="a\nEND:VEVENT; b,c\\")
    (event,) = events(path)
    assert event["SUMMARY"] == "The Łódź Bower Club: a\nEND:VEVENT; b,c\\"


def test_a_calendar_needs_as_many_queries_for_many_evenings(club, path, django_assert_num_queries):
    for number in (1, 3):
        for _ in range(number):
            an_evening_of(club, TODAY)
        with django_assert_num_queries(2):
            a_phone().get(path)
