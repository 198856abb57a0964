"""Copied fixtures have the same rows as those made by the actions."""

import re

import pytest
from django.db import connection
from django.utils import timezone

from scoring.models import ClubSession, Round
from tests import made_once
from tests.cast import a_table, an_evening, everything, signed_in, undone
from tests.rich_club import a_rich_club
from tests.tournament.cast import a_tournament, begun, ended, played_to, tell_all

pytestmark = pytest.mark.django_db
TIME = re.compile(r"datetime\.datetime\([^)]*\)")


@pytest.fixture(autouse=True)
def sqlite():
    if connection.vendor != "sqlite":
        pytest.skip("only SQLite's rows are put back")


@pytest.fixture
def forgotten(monkeypatch):
    """Clear the recorded fixtures."""
    monkeypatch.setattr(made_once, "made", {})
    monkeypatch.setattr(made_once, "known", None)


def stored():
    """Every row, whenever it was stored."""
    return TIME.sub("a time", repr(everything()))


def a_second_round():
    tournament = a_tournament(8, rounds=3)
    tell_all(ended(begun(tournament)))
    return begun(tournament)


@pytest.mark.parametrize(
    "make",
    [a_second_round, a_rich_club, lambda: a_table("Eve! 5"), lambda: played_to(a_tournament(9), 2)],
)
def test_rows_made_once_are_restored_row_by_row(make, forgotten):
    recorded = []
    for _ in range(2):
        with undone():
            made = make()
            recorded.append((made, stored(), len(made_once.made)))
    assert recorded[0] == recorded[1]
    assert recorded[0][2] > 0


def test_restored_rows_have_current_times_in_their_order(forgotten):
    for _ in range(2):
        with undone():
            before = timezone.now()
            row = a_second_round()
            first = Round.objects.get(no=1)
            moments = [
                before, first.published_at, first.started_at, first.ended_at, row.published_at,
                row.started_at, timezone.now(),
            ]  # fmt: skip
            assert moments == sorted(moments)
            assert len({*moments}) == len(moments)


def test_after_another_write_the_actions_run_again(forgotten):
    found = []
    for title in ("", "Ours"):
        with undone():
            session = an_evening()
            ClubSession.objects.update(title=title)
            tournament = a_tournament(4, session=session)
            found.append(tournament.session.title)
    assert found == ["", "Ours"]


def test_a_sign_in_between_two_actions_does_not_make_them_run_again(forgotten):
    for _ in range(2):
        with undone():
            signed_in()
            begun(a_tournament(4))
            number = stored_by_verbs()
    with undone():
        signed_in()
        tournament = a_tournament(4)
        signed_in()
        begun(tournament)
    assert stored_by_verbs() == number


def stored_by_verbs():
    return sum(one.anything for one in made_once.made.values())
