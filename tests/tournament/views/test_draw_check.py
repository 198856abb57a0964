"""The players' page and the director's page about a draw that anyone can check."""

import pytest

from scoring.models import Pass
from scoring.tournament.actions.draw import publish
from tests.cast import a_phone, again, signed_in
from tests.tournament.cast import a_fair_tournament, drawn

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament():
    return a_fair_tournament()


def players_page(tournament, rest=""):
    code = tournament.session.passes.get(right=Pass.Right.PLAYERS).token
    return a_phone().get(f"/e/{code}/{rest}")


def test_players_see_the_digest_before_the_draw_and_the_secret_once_it_is_published(tournament):
    promised = tournament.next_draw
    assert promised.digest in players_page(tournament).content.decode()
    row = drawn(tournament)
    waiting = players_page(tournament).content.decode()
    assert promised.digest in waiting
    assert promised.secret not in waiting
    assert players_page(tournament, "draw-check.html").status_code == 404
    publish(tournament=again(tournament), no=row.no, seen="")
    assert promised.secret in players_page(tournament).content.decode()


def test_the_page_that_checks_the_draw_is_one_file_with_all_it_needs(tournament):
    publish(tournament=tournament, no=drawn(tournament).no, seen="")
    page = players_page(tournament, "draw-check.html")
    made, text = again(tournament).last_draw, page.content.decode()
    assert all(str(one) in text for one in (made.digest, made.secret, made.seed, "1, 2, 3, 4, 5"))
    assert "function sha256" in text
    assert "src=" not in text
    assert "attachment" in page["Content-Disposition"]


def test_the_director_draws_with_the_room_s_number(tournament):
    kate = signed_in("kate")
    director = f"/sessions/{tournament.session_id}/tournament/"
    assert again(tournament).next_draw.digest in kate.get(director).content.decode()
    kate.post(f"{director}draw", {"after": 0, "room": "  23 ♠K "})
    assert again(tournament).room == "23 ♠K"
    assert again(tournament).last_draw.secret in kate.get(f"{director}rounds/1/").content.decode()
    assert kate.get(f"{director}draw-check.html").status_code == 200


def test_what_the_room_adds_has_a_limit(tournament):
    director = f"/sessions/{tournament.session_id}/tournament/"
    answer = signed_in("kate").post(f"{director}draw", {"after": 0, "room": "9" * 61})
    assert (answer.status_code, again(tournament).draws) == (422, 0)


def test_the_digest_of_the_next_draw_is_shown_before_it_is_drawn_again(tournament):
    drawn(tournament)
    promised = again(tournament).next_draw.digest
    director = f"/sessions/{tournament.session_id}/tournament/rounds/1/"
    assert promised in players_page(tournament).content.decode()
    assert promised in signed_in("kate").get(director).content.decode()
