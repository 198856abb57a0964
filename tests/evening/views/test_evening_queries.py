"""An evening’s pages ask the database as often for three tables and sixty people as for one and
three."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.evening.actions.check_in import arrive
from scoring.evening.actions.passes import renew_pass
from scoring.people.actions.people import add_players
from tests.cast import FIVE, PHONE, a_club, a_phone, a_table, an_evening, close, signed_in

pytestmark = pytest.mark.django_db


def asked(client, path, data=None):
    with CaptureQueriesContext(connection) as queries:
        answer = (
            client.get(path)
            if data is None
            else client.post(path, data, headers={"HX-Request": "true"})
        )
    assert answer.status_code == 200
    return len(queries)


def an_evening_of(tables, people, *, evenings_before=0):
    """An evening with this number of people without a seat, and as many who are awaited."""
    club = a_club()
    club.self_check_in = True
    club.save()
    for no in range(evenings_before):
        before = an_evening(club)
        a_table("Eve! 5", session=before, names=[f"{name} of old {no}" for name in FIVE])
        close(before)
    session = an_evening(club, door_fee_minor=300)
    for no in range(tables):
        a_table("Eve! 5", session=session, names=[*(f"{name} {no}" for name in FIVE[:4]), "Eve"])
    came = add_players(club=club, names=[f"Guest {no}" for no in range(people)])
    add_players(club=club, names=[f"Missing {no}" for no in range(people)])
    for player in came:
        arrive(session=session, player=player, actor=PHONE)
    return session


SIZES = [
    {"tables": 1, "people": 3},
    {"tables": 3, "people": 60},
    {"tables": 1, "people": 3, "evenings_before": 3},
]


PAGES = ("", "door/", "door/?show=here", "door/?q=guest", "tables/open", "passes/", "close")


@pytest.mark.slow
def test_the_queries_of_an_evening_s_pages_do_not_grow():
    kate, found = signed_in(), []
    for size in SIZES:
        session = an_evening_of(**size)
        found.append({page: asked(kate, f"/sessions/{session.pk}/{page}") for page in PAGES})
    assert found == [found[0]] * len(SIZES)


def test_the_queries_of_pages_with_a_code_do_not_grow():
    found = []
    for size in SIZES:
        session = an_evening_of(**size)
        wall, door = (renew_pass(session=session, right=right).token for right in ("wall", "door"))
        found.append([asked(a_phone(), path) for path in (f"/w/{wall}/", f"/door/{door}/")])
    assert found == [found[0]] * len(SIZES)


def test_the_queries_of_a_check_in_do_not_grow():
    kate, found = signed_in(), set()
    for size in SIZES:
        session = an_evening_of(**size)
        missing = session.club.players.get(name="Missing 0")
        found.add(asked(kate, f"/sessions/{session.pk}/door/arrive", {"player": missing.pk}))
    assert len(found) == 1
