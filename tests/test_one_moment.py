"""A page shows one database snapshot, whatever is committed between its queries."""

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import count

import pytest
from django.contrib.auth import get_user_model
from django.contrib.sessions.models import Session
from django.db import connection, connections

from scoring.evening.actions.passes import renew_pass
from scoring.models import Tournament
from scoring.tournament.actions.late_comers import come_late_by_name, unplace
from scoring.tournament.actions.rounds import publish_round, take_back
from tests import proof
from tests.cast import PHONE, a_phone, a_table, address, close, reopen, signed_in
from tests.tournament.cast import a_tournament, begun, drawn, latest, played_to, seats
from tests.tournament.views.phone import table_of

pytestmark = pytest.mark.django_db(transaction=True)

STEP = 1 if proof.level == "thorough" else 9


def elsewhere(change):
    """Run it on its own connection, and wait until it is committed."""

    def do():
        try:
            change()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(1) as thread:
        thread.submit(do).result(timeout=300)


class BeforeQuery:
    """Commits a change right before the query of this number that this connection asks."""

    def __init__(self, no, change):
        self.no, self.change, self.asked = no, change, 0

    def __call__(self, execute, *query):
        self.asked += 1
        if self.asked == self.no:
            elsewhere(self.change)
        return execute(*query)


def pages(tournament):
    """Return the pages of a tournament that refresh automatically, each with a browser that may see
    it."""
    at = f"/sessions/{tournament.session_id}/tournament/"
    names = f"/e/{renew_pass(session=tournament.session, right='players').token}/"
    wall = f"/w/{renew_pass(session=tournament.session, right='wall').token}/"
    director, phone = signed_in(), a_phone()
    found = dict.fromkeys([at, f"{at}standings", f"{at}entrants/"], director)
    return found | dict.fromkeys([names, f"{names}3/", wall], phone)


def pads(tournament):
    """Return the pad of its head table, and the short form there."""
    pad = address(table_of(tournament.rounds.first()))
    return dict.fromkeys([pad, f"{pad}round"], a_phone())


def swept(paths, change, undo):
    """Ask for every page once for each of its queries, or for every STEP-th, with the change before
    that.

    Return what was answered with no page.
    """
    found = []
    for place, (path, browser) in enumerate(paths.items()):
        no, wrapper = place % STEP + 1 - STEP, None
        while wrapper is None or wrapper.asked >= no:
            no += STEP
            wrapper = BeforeQuery(no, change)
            with connection.execute_wrapper(wrapper):
                answer = browser.get(path)
            found += [(path, no, answer.status_code)] if answer.status_code != 200 else []
            if wrapper.asked >= no:
                undo()
        assert no > 3
    return found


def publish_one(tournament, no):
    publish_round(tournament=tournament, no=no)


def unpublish(tournament, no):
    take_back(tournament=tournament, no=no, step="published", actor=PHONE)


def test_a_round_is_published_while_a_page_is_read():
    tournament = a_tournament(9)
    what = tournament, drawn(tournament).no
    assert swept(pages(tournament), partial(publish_one, *what), partial(unpublish, *what)) == []


@pytest.mark.sqlite
def test_a_round_is_undone_while_a_page_is_read():
    tournament = a_tournament(9)
    played_to(tournament, 1)
    what = tournament, drawn(tournament).no
    publish_one(*what)
    paths = pages(tournament) | pads(tournament)
    assert swept(paths, partial(unpublish, *what), partial(publish_one, *what)) == []


@pytest.mark.sqlite
def test_a_late_player_is_seated_while_a_page_is_read():
    tournament = a_tournament(7, odd="three")
    begun(tournament)
    (three,) = (no for no, at in seats(latest(tournament)).items() if len(at) == 3)
    names = count(1)

    def a_player_comes():
        name = f"Late {next(names)}"
        come_late_by_name(tournament=tournament, names=[name], at=(three, "W"), actor=PHONE)

    def they_go():
        unplace(tournament=tournament, no=tournament.entrants.last().no, actor=PHONE)

    assert swept(pages(tournament) | pads(tournament), a_player_comes, they_go) == []


@pytest.mark.sqlite
def test_a_tournament_is_deleted_while_the_page_of_its_players_is_read():
    tournament = a_tournament(8)
    names = f"/e/{renew_pass(session=tournament.session, right='players').token}/"
    for no in count(1, STEP):
        dropped = BeforeQuery(no, partial(Tournament.objects.filter(pk=tournament.pk).delete))
        with connection.execute_wrapper(dropped):
            assert a_phone().get(names).status_code in (200, 404)
        if dropped.asked < no:
            break
        tournament = a_tournament(8, session=tournament.session)


@pytest.mark.sqlite
def test_an_evening_is_closed_while_a_page_is_read():
    table = a_table("Eve! 5", "Ben+Dan 3")
    session, phone = table.session, a_phone()
    wall = f"/w/{renew_pass(session=session, right='wall').token}/"
    of_table = [address(table, rest) for rest in ("", "score", "settlement", "history")]
    paths = dict.fromkeys([wall, *of_table], phone) | {f"/sessions/{session.pk}/": signed_in()}
    assert swept(paths, partial(close, session), partial(reopen, session)) == []


def test_the_first_page_that_a_thread_reads_is_a_snapshot_too():
    table, asked = a_table("Eve! 5"), []

    def read():
        with connection.execute_wrapper(
            lambda execute, sql, *rest: asked.append(sql) or execute(sql, *rest)
        ):
            assert a_phone().get(address(table)).status_code == 200

    elsewhere(read)
    repeatable = "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY"
    assert ("BEGIN DEFERRED" if connection.vendor == "sqlite" else repeatable) in asked


def test_an_invalid_sign_in_session_is_ended_before_the_page_is_read():
    session = a_table("Eve! 5").session
    browser = signed_in("kate")
    kate = get_user_model().objects.get(username="kate")
    kate.set_password("another one")
    kate.save()
    assert browser.get(f"/sessions/{session.pk}/").status_code == 403
    assert not Session.objects.exists()
