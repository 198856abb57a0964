"""The page to adjust scores, and where players see the reasons."""

from uuid import uuid4

import pytest

from scoring.models import Entrant, Pass
from scoring.tournament.actions.adjustments import adjust
from tests.cast import again, everything, send, signed_in, some_id
from tests.html import text
from tests.tournament.cast import a_tournament, played_to

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament():
    tournament = a_tournament(8)
    played_to(tournament, 1)
    return again(tournament)


def page(tournament, rest="adjustments"):
    return f"/sessions/{tournament.session_id}/tournament/{rest}"


def words(tournament, rest="adjustments"):
    return text(signed_in().get(page(tournament, rest)).content.decode())


def sent(tournament, rest="adjustments", **fields):
    return send(signed_in(), page(tournament, rest), {"key": uuid4()} | fields)


def test_the_director_gives_and_removes_points_with_a_reason(tournament):
    assert "No score is adjusted yet." in words(tournament)
    told = {"no": 3, "round": 1, "points": "-2", "won": "", "why": "late"}
    assert sent(tournament, **told).status_code == 302
    assert "−2 points in round 1: late" in words(tournament)
    assert "−2 points in round 1: late" in words(tournament, "standings")
    (stored,) = Entrant.objects.get(no=3).adjustments
    assert sent(tournament, "adjustments/remove", key=stored["key"]).status_code == 302
    assert "No score is adjusted yet." in words(tournament)


def test_a_handicap_is_shown_with_its_points(tournament):
    assert sent(tournament, "adjustments/handicap", no=5, points=3).status_code == 302
    assert "5 Eve +3 a round" in words(tournament)
    assert "+3 points by handicap" in words(tournament, "standings")


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"no": ""}, "Choose a player."),
        ({"points": ""}, "Enter points or games won."),
        ({"points": "many"}, "Enter a whole number from -999 to 999."),
        ({"why": ""}, "Enter the reason. Players see it in the standings."),
        ({"round": 7}, "Choose a round that has started."),
    ],
)
def test_what_is_missing_is_said_and_nothing_is_lost(tournament, changes, sentence):
    stored = everything()
    answer = sent(tournament, **{"no": 3, "points": 2, "why": "late"} | changes)
    assert (answer.status_code, everything()) == (422, stored)
    assert sentence in text(answer.content.decode())


def test_a_player_sees_the_reason_on_their_page_and_on_paper(tournament):
    adjust(key=some_id(1), tournament=tournament, no=3, points=-2, why="late")
    token = Pass.objects.get(session=tournament.session, right="players").token
    found = text(signed_in().get(f"/e/{token}/3/").content.decode())
    assert "This includes −2 points: late." in found


def test_handicaps_can_be_set_before_the_first_round_and_are_on_the_list():
    tournament = a_tournament(8)
    assert sent(tournament, "adjustments/handicap", no=5, points=-2).status_code == 302
    found = words(tournament, "entrants/")
    assert "−2 a round" in found
    assert "Handicaps" in found
    assert "Adjust scores" in words(tournament, "standings")
