"""The sheets of an evening: their text, and as many queries for three tables as for one."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scoring.models import Attendance
from scoring.people.actions.people import add_players
from tests.cast import FIVE, a_table, an_evening, signed_in
from tests.sheets.reading import pages, squeezed, whole

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening():
    return an_evening(played_on=timezone.datetime(2026, 11, 14).date())


def pdf(session, name):
    answer = signed_in().get(f"/sessions/{session.pk}/{name}.pdf")
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf")
    return answer.content


def arrive(session, *names, **what):
    players = add_players(club=session.club, names=list(names))
    return [Attendance.objects.create(session=session, player=player, **what) for player in players]


def test_the_attendance_list_shows_hour_fee_and_payment(evening):
    at = timezone.datetime(2026, 11, 14, 19, 2, tzinfo=timezone.get_default_timezone())
    arrive(evening, "Ann", arrived_at=at, fee_minor=300, fee_paid_at=at)
    arrive(evening, "Ben", arrived_at=at, fee_minor=300)
    said = whole(pdf(evening, "door"))
    for words in (
        "Attendance list",
        "Saturday 14 November 2026, 2 people",
        "1 Ann 19:02",
        "£6.00",
        "£3.00 of it paid",
    ):
        assert squeezed(words) in said


def test_before_any_arrival_the_list_has_members_to_tick_and_no_guests(evening):
    add_players(club=evening.club, names=["Ann", "Ben"])
    add_players(club=evening.club, names=["Gus"], guest=True)
    said = whole(pdf(evening, "door"))
    assert [squeezed(name) in said for name in ("Check-in", "Ann", "Ben", "Gus")] == [
        True,
        True,
        True,
        False,
    ]


def test_the_seating_sheet_lists_tables_by_name_and_names_by_table(evening):
    a_table(session=evening)
    a_table(session=evening, names=["Fay", "Gus", "Hal", "Ida"], rules_key="keller", stake_minor=0)
    by_name, by_table = (page.text for page in pages(pdf(evening, "seats")))
    assert squeezed("Ida 2 4") in by_name
    assert squeezed("Ann 1 1") in by_name
    assert squeezed("Table 2, Keller’s game 1 Fay") in by_table


def test_every_open_table_has_its_card_with_its_own_codes(evening):
    table = a_table(session=evening)
    said = whole(pdf(evening, "cards"))
    tokens = [link.token for link in table.links.all()]
    assert [token in said for token in tokens] == [True, True]
    assert [name in said for name in FIVE] == [True] * 5


def test_there_are_no_table_cards_before_a_table_is_open(evening):
    answer = signed_in().get(f"/sessions/{evening.pk}/cards.pdf")
    assert (answer.status_code, "There are no tables yet" in answer.content.decode()) == (404, True)


@pytest.mark.parametrize("name", ["door", "seats", "cards"])
def test_a_sheet_needs_as_many_queries_for_three_tables_as_for_one(evening, name):
    def count():
        with CaptureQueriesContext(
            connection,
        ) as found:
            pdf(evening, name)
        return len(found)

    arrive(evening, *FIVE)
    a_table(session=evening)
    first = count()
    for names in ("Fay Gus Hal Ida", "Joe Kim Lea Max"):
        arrive(evening, *names.split())
        a_table(session=evening, names=names.split(), rules_key="keller")
    assert count() == first
