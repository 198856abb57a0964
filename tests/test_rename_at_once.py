"""Correct a name while its tournament goes on. There is no deadlock."""

import pytest

from scoring.people.actions import people as players
from scoring.people.actions.people import rename_player
from scoring.tournament.actions.entrants import enter_by_name
from scoring.tournament.actions.rounds import publish_round
from tests.cast import again
from tests.test_concurrency import begun
from tests.tournament.cast import a_tournament, drawn, names

pytestmark = pytest.mark.django_db(transaction=True)


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
def test_a_name_is_corrected_while_players_are_being_seated(verb, monkeypatch):
    tournament = a_tournament(8)
    drawn(tournament)
    dan = tournament.entrants.get(no=4).player
    before = again(tournament).version
    locked, others = players.lock_players, []

    def and_another_waits(*people):
        found = locked(*people)
        monkeypatch.setattr(players, "lock_players", locked)
        others.append(begun(lambda: verb(tournament)))
        return found

    monkeypatch.setattr(players, "lock_players", and_another_waits)
    rename_player(player=dan, name="Daniel", short_name="", guest=False)
    ((thread, found),) = others
    thread.join(300)
    assert [answer for answer in found if isinstance(answer, Exception)] == []
    assert (again(dan).name, again(tournament).version > before + 1) == ("Daniel", True)
