from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scoring.evening.queries.plans import Meetings, meetings
from tests.cast import a_club, a_table, an_evening

pytestmark = pytest.mark.django_db

FOUR = ["Ann", "Ben", "Cat", "Dan"]


def meetings_of(session, names=FOUR):
    """How often these people met, by name: {"Ann Ben": (at a table, as partners)}."""
    players = dict(session.club.players.named(names).values_list("pk", "name"))
    with CaptureQueriesContext(connection) as queries:
        found = meetings(session, players)
    assert len(queries) == 1
    return {
        f"{players[one]} {players[other]}": (times, found.partnered.get((one, other), 0))
        for (one, other), times in found.met.items()
    }


def test_people_meet_once_a_sitting_and_partners_face_each_other():
    session = an_evening()
    a_table(session=session, names=FOUR, rules_key="keller")
    apart = {"Ann Ben": (1, 0), "Ann Dan": (1, 0), "Ben Cat": (1, 0), "Cat Dan": (1, 0)}
    assert meetings_of(session) == apart | {"Ann Cat": (1, 1), "Ben Dan": (1, 1)}


def test_at_call_ace_there_are_no_partners_for_the_sitting():
    session = an_evening()
    a_table(session=session, names=[*FOUR, "Eve"])
    assert meetings_of(session, ["Ann", "Cat", "Eve"]) == {
        "Ann Cat": (1, 0),
        "Ann Eve": (1, 0),
        "Cat Eve": (1, 0),
    }


def test_sittings_add_up_and_other_people_are_left_out():
    session = an_evening()
    a_table(session=session, names=["Ann", "Ben", "Eve", "Fay"], rules_key="keller")
    a_table(session=session, names=["Ben", "Gus", "Ann", "Hal"], rules_key="keller")
    assert meetings_of(session) == {"Ann Ben": (2, 1)}


def test_sittings_of_another_club_or_over_a_year_ago_do_not_count():
    club, today = a_club(), timezone.localdate()
    a_table(session=an_evening(club, played_on=today - timedelta(days=366)), names=FOUR)
    a_table(session=an_evening(a_club("Another club", organiser="mallory")), names=FOUR)
    assert meetings_of(an_evening(club)) == {}
    assert meetings(an_evening(club), []) == Meetings()
