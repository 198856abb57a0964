from datetime import date

import pytest
from icalendar import Calendar

from scoring.evening.actions.check_in import arrive
from scoring.models import ClubSession, Pass
from scoring.people.actions.people import add_players
from tests.cast import (
    PHONE,
    a_club,
    a_phone,
    a_table,
    an_evening,
    an_officer,
    everything,
    log,
    signed_in,
)
from tests.html import text
from tests.tournament.cast import a_tournament, begun

pytestmark = pytest.mark.django_db


def address(session):
    return f"/clubs/{session.club_id}/sessions/{session.pk}/call-off"


def words(page):
    return text(page.content.decode().partition("<main")[2])


def test_the_page_says_what_will_be_deleted_and_one_tap_cancels_the_evening():
    session, kate = a_tournament(3, session=an_evening(title="The final")).session, signed_in()
    asked = words(kate.get(address(session)))
    assert "3 tournament entries are deleted too." in asked
    answer = kate.post(address(session), follow=True)
    assert answer.redirect_chain == [(f"/clubs/{session.club_id}/", 302)]
    assert "The final is cancelled." in words(answer)
    assert not ClubSession.objects.exists()


def test_a_second_tap_says_that_the_evening_is_gone():
    session, kate = an_evening(), signed_in()
    kate.post(address(session))
    for ask in (kate.post, kate.get):
        told = words(ask(address(session), follow=True))
        assert "This club night is no longer in the club’s list." in told


def test_an_evening_with_records_says_why_it_stays_and_offers_no_button():
    session, kate = an_evening(), signed_in()
    log(a_table(session=session))
    page = kate.get(address(session))
    assert (
        "You can’t cancel this club night, because it has records: 1 hand was played at its "
        "tables. "
        "Close club night"
    ) in words(page)
    assert b"call it off" not in page.content.lower().partition(b"<main")[2]
    stored = everything()
    answer = kate.post(address(session))
    assert (answer.status_code, everything()) == (409, stored)
    assert f"{session} can’t be cancelled. 1 hand was played" in words(answer)


def test_people_only_checked_in_are_counted_and_one_tap_confirms_that_none_came():
    session, kate = an_evening(), signed_in()
    for player in add_players(club=session.club, names=["Ann", "Ben"]):
        arrive(session=session, player=player, actor=PHONE)
    page = kate.get(address(session))
    assert "2 people are checked in, and no one has paid." in words(page)
    assert kate.post(address(session)).status_code == 409
    assert ClubSession.objects.exists()
    kate.post(address(session), {"nobody_came": "yes"})
    assert not ClubSession.objects.exists()


def test_a_tournament_with_a_published_round_is_refused_with_a_sentence():
    tournament = a_tournament(8)
    begun(tournament)
    answer = signed_in().post(address(tournament.session))
    assert (answer.status_code, "Undo it first" in words(answer)) == (409, True)


def test_an_evening_of_another_club_cannot_be_cancelled():
    session = an_evening()
    other = a_club("Another", organiser="mallory")
    answer = signed_in("mallory").post(f"/clubs/{other.pk}/sessions/{session.pk}/call-off")
    assert (answer.status_code, ClubSession.objects.count()) == (302, 1)


def test_a_cancelled_evening_leaves_the_calendar_of_its_subscribers():
    session = an_evening()
    an_evening(session.club, title="The next one")
    path = f"/calendar/{Pass.objects.create(club=session.club, right='calendar').token}.ics"
    tag = a_phone().get(path)["ETag"]
    signed_in().post(address(session))
    answer = a_phone().get(path, headers={"If-None-Match": tag})
    events = Calendar.from_ical(answer.content).walk("VEVENT")
    assert [str(event["SUMMARY"]) for event in events] == ["The Right Bower Club: The next one"]


def test_organisers_may_cancel_an_evening_while_it_has_no_records():
    session, table, played = an_evening(), a_table(), a_table("Eve! 5")
    an_officer(session.club, "sam", "scorer")
    offered = [
        address(one) in signed_in(who).get(f"/sessions/{one.pk}/").content.decode()
        for who, one in (
            ("kate", session),
            ("sam", session),
            ("kate", table.session),
            ("kate", played.session),
        )
    ]
    assert offered == [True, False, True, False]
    assert (
        address(table.session)
        in signed_in().get(f"/sessions/{table.session_id}/edit").content.decode()
    )


def test_a_past_evening_that_never_took_place_can_be_cancelled():
    session = an_evening(played_on=date(2020, 1, 7))
    page = signed_in().get(f"/sessions/{session.pk}/")
    assert "If it didn’t take place, cancel it." in words(page).replace(" .", ".")


def test_a_past_evening_with_arrivals_and_no_play_is_closed():
    session, kate = an_evening(played_on=date(2020, 1, 7)), signed_in()
    (ann,) = add_players(club=session.club, names=["Ann"])
    arrive(session=session, player=ann, actor=PHONE)
    assert "Close club night to settle up" in words(kate.get(f"/sessions/{session.pk}/"))
    assert "No hands were played, so there is nothing to settle." in words(
        kate.get(f"/sessions/{session.pk}/close")
    )
    closed = kate.post(f"/sessions/{session.pk}/close", follow=True)
    assert "No hands were played, so no one owes anything." in words(closed)


def test_the_number_of_queries_does_not_grow(django_assert_num_queries):
    kate = signed_in()
    for people in (1, 3):
        session = a_tournament(people).session
        kate.get(address(session))
        with django_assert_num_queries(13):
            kate.get(address(session))
