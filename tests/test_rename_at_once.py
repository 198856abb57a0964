"""A name is put right while its tournament goes on: neither waits for the other for ever."""

import time

import pytest

from scoring.actions.club import people as players
from scoring.actions.club.people import rename_player
from scoring.actions.tournament.entrants import enter_by_name
from scoring.actions.tournament.rounds import publish_round
from tests.cast import again
from tests.test_book_at_once import at_once
from tests.tournament import a_tournament, drawn, names

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def slow_locks(monkeypatch):
    """Whoever locks players holds them for a while before they go on."""
    locked = players.lock_players

    def slowly(*people):
        found = locked(*people)
        time.sleep(0.4)
        return found

    monkeypatch.setattr(players, "lock_players", slowly)


def a_moment_later(verb):
    time.sleep(0.1)
    return verb()


@pytest.mark.parametrize(
    "verb",
    [
        lambda tournament: publish_round(tournament=tournament, no=1),
        lambda tournament: enter_by_name(
            tournament=tournament, names=[(name,) for name in names(9)]
        ),
    ],
    ids=["round 1 is told", "the list is pasted again"],
)
def test_a_name_is_put_right_while_everybody_is_seated(verb):
    tournament = a_tournament(8)
    drawn(tournament)
    dan = tournament.entrants.get(no=4).player
    before = again(tournament).version
    at_once(
        lambda: rename_player(player=dan, name="Daniel", short_name="", guest=False),
        lambda: a_moment_later(lambda: verb(tournament)),
    )
    assert (again(dan).name, again(tournament).version > before + 1) == ("Daniel", True)
