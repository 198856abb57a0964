"""The players' phones and the wall of a tournament: everybody finds their seat, and the bell
reaches them."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.evening.actions.passes import renew_pass
from scoring.models import Player
from scoring.tournament.actions.entrants import enter_by_name
from scoring.tournament.queries.hall import hall_of
from tests.cast import a_phone, again
from tests.html import discs, shown, text
from tests.tournament.cast import (
    a_tournament,
    begun,
    drawn,
    ended,
    played_to,
    seats,
    tell,
    tell_all,
)

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


def address(tournament, right="players"):
    token = renew_pass(session=tournament.session, right=right).token
    return f"/e/{token}/" if right == "players" else f"/w/{token}/"


def names(page):
    return shown(page, r'<ul class="hall-names">(.*?)</ul>')


def card(tournament, no, at=None):
    return a_phone().get(f"{at or address(tournament)}{no}/")


def said(page, pattern):
    found = re.search(pattern, page.content.decode(), flags=re.DOTALL)
    return text(found.group(1)) if found else None


def moment(page):
    return said(page, r'<p class="round-state[^>]*>(.*?)</p>')


def seat_card(page):
    return said(page, r'<section class="card seat-card"[^>]*>(.*?)</section>')


def test_before_the_draw_the_page_asks_a_player_to_wait_here():
    page = card(a_tournament(8), 3)
    assert moment(page).startswith("Round 1 isn’t drawn yet.")
    assert seat_card(page) is None


def test_an_unpublished_round_is_shown_to_no_player():
    tournament = a_tournament(8)
    drawn(tournament)
    assert seat_card(card(tournament, 3)) is None


def test_a_player_sees_their_table_seat_partner_and_opponents():
    tournament = a_tournament(8)
    at = seats(begun(tournament))[2]
    name = {no: entrant.name for no, entrant in enumerate(tournament.entrants.all(), start=1)}
    against = [name[at[seat]] for seat in ("N", "S")]
    assert seat_card(card(tournament, at["E"])) == (
        f"Table 2 East, with {name[at['W']]} against {against[0]} and {against[1]}"
    )


def test_the_bell_is_announced_and_the_next_seats_follow():
    tournament = a_tournament(12, style="classic")
    address_of_all = address(tournament)
    ended(begun(tournament), "bell")
    page = a_phone().get(address_of_all)
    assert moment(page) == "The bell has rung. Stay nearby. Your next seat will appear here."
    assert 'data-bell="1"' in page.content.decode()


def test_points_of_a_round_in_progress_are_not_shown():
    tournament = a_tournament(8)
    round = begun(tournament)
    tell(round, 1, 9, 5)
    assert "Points 0" in said(
        card(tournament, seats(round)[1]["N"]), r'<dl class="tally">(.*?)</dl>'
    )
    ended(round)
    assert "Points 9" in said(
        card(tournament, seats(round)[1]["N"]), r'<dl class="tally">(.*?)</dl>'
    )


def test_a_rotation_shows_all_later_rounds():
    tournament = a_tournament(8, style="rotation", rounds=5)
    played_to(tournament, 2)
    assert to_come(tournament, 4) == ["3", "4", "5"]


def heads(page):
    return shown(page, r'<th scope="col">(.*?)</th>')


def test_a_card_has_stars_and_lone_hands_only_where_there_are_any():
    tournament = a_tournament(8, style="rotation", rounds=2)
    played_to(tournament, 1)
    assert heads(card(tournament, 1)) == ["Round", "Table", "With", "Points"]
    with_stars = a_tournament(8, style="classic")
    played_to(with_stars, 1)
    assert heads(card(with_stars, 1)) == ["Round", "Table", "With", "Points", "Star"]


def to_come(tournament, no):
    """The numbers of the rounds that somebody's page has as those to come."""
    found = said(card(tournament, no), r'<ol class="to-come">(.*?)</ol>')
    return re.findall(r"Round (\d+)", found or "")


def test_a_drawn_but_unpublished_rotation_is_on_no_phone():
    tournament = a_tournament(8, style="rotation", rounds=4)
    drawn(tournament)
    assert to_come(tournament, 4) == []
    begun(tournament)
    assert to_come(tournament, 4) == ["2", "3", "4"]


def test_a_later_round_of_a_rotation_is_hidden_while_it_can_still_be_swapped():
    tournament = a_tournament(8, style="rotation", rounds=4)
    played_to(tournament, 1)
    drawn(tournament)
    assert to_come(tournament, 4) == ["3", "4"]


def test_with_suspense_no_rank_is_shown_before_the_last_round_is_over():
    tournament = a_tournament(8, rounds=2, suspense=True)
    played_to(tournament, 1)
    page = card(tournament, 1)
    assert "Rank" not in said(page, r'<dl class="tally">(.*?)</dl>')
    assert "stay secret" in page.content.decode()
    played_to(tournament, 2)
    assert "Rank" in said(card(tournament, 1), r'<dl class="tally">(.*?)</dl>')


def test_people_are_found_by_name_without_accents_and_by_number():
    tournament = a_tournament(["Ann", "Ben", "Zoë", "Dan", "Eve", "Fay", "Gus", "Hal"])
    at = address(tournament)
    assert [names(a_phone().get(f"{at}?q={q}")) for q in ("zoe", "2", "nobody")] == [
        ["3 Zoë"],
        ["2 Ben"],
        ["No player has that name or number."],
    ]


def test_every_player_has_their_own_disc_and_a_pairs_card_has_both():
    tournament = a_tournament([("Ann", "Ben"), ("Cat", "Dan")], style="pairs")
    own = {player.name: (player.colour, player.name[0]) for player in Player.objects.all()}
    assert discs(a_phone().get(address(tournament))) == [own[one] for one in own]
    assert discs(card(tournament, 2)) == [own["Cat"], own["Dan"]]


def test_a_pairs_card_names_both_of_its_seats():
    tournament = a_tournament([("Ann", "Ben"), ("Cat", "Dan")], style="pairs")
    begun(tournament)
    seats = [text(shown(card(tournament, no), r'<p class="seat">.*?</p>')[0]) for no in (1, 2)]
    assert sorted(seats) == ["East and West", "North and South"]


def test_an_unknown_number_is_not_found():
    assert card(a_tournament(8), 99).status_code == 404


def test_a_polling_phone_gets_no_page_until_there_is_news():
    tournament = a_tournament(8)
    at = address(tournament)
    page = a_phone().get(f"{at}1/")
    tag = re.search(r'hx-ptag="([^"]+)"', page.content.decode()).group(1)
    asked = {**HTMX, "HX-PTag": tag}
    assert a_phone().get(f"{at}1/?poll", headers=asked).status_code == 304
    begun(tournament)
    fresh = a_phone().get(f"{at}1/?poll", headers=asked)
    assert (fresh.status_code, "Table" in fresh.content.decode()) == (200, True)


def test_two_hundred_phones_compute_the_standings_once():
    tournament = a_tournament(24)
    played_to(tournament, 2)
    at, phone = address(tournament), a_phone()
    phone.get(f"{at}1/")
    with CaptureQueriesContext(
        connection,
    ) as asked:
        phone.get(f"{at}2/")
    assert len(asked) <= 3


def test_the_standings_are_recomputed_when_a_result_is_corrected():
    tournament = a_tournament(8)
    round = played_to(tournament, 1)
    before = hall_of(again(tournament)).rows
    tell(round, 1, 12, 0)
    after = hall_of(again(tournament)).rows
    first = seats(round)[1]["N"]
    assert (before[first].points, after[first].points) == (7, 12)


def test_the_big_screen_shows_who_plays_whom_and_all_seats():
    tournament = a_tournament(8)
    begun(tournament)
    page = a_phone().get(address(tournament, "wall"))
    words = page.content.decode()
    assert shown(page, r"<h3>(.*?)</h3>") == ["Table 1 head table not begun", "Table 2 not begun"]
    assert moment(page) == "Round 1 of 8"
    assert 'id="standings"' not in words


def test_the_big_screen_shows_standings_after_a_round_except_with_suspense():
    shown_on = {}
    for suspense in (False, True):
        tournament = a_tournament(8, rounds=3, suspense=suspense)
        tell_all(ended(begun(tournament)))
        shown_on[suspense] = (
            'id="standings"' in a_phone().get(address(tournament, "wall")).content.decode()
        )
    assert shown_on == {False: True, True: False}


def test_a_players_card_shows_the_average_where_it_ranks():
    tournament = a_tournament(8, ranking=["average", "won"])
    played_to(tournament, 1)
    points = hall_of(again(tournament)).rows[1].points
    page = text(card(tournament, 1).content.decode())
    assert f"Points {points} Per round {points}.00 Won" in page


def test_a_late_arrival_reads_from_which_round_they_play():
    tournament = a_tournament(8, style="classic")
    begun(tournament)
    enter_by_name(tournament=again(tournament), names=[("Zoe Late",)])
    page = card(tournament, 9)
    assert shown(page, r'<p class="card">(.*?)</p>') == [
        "You play from round 2. Your seat will appear here then."
    ]
    assert "from round 2" in text(a_phone().get(address(tournament)).content.decode())
