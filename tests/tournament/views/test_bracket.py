"""A double elimination on the site, with its bracket and its end."""

import re

import pytest

from scoring.common.refused import Refused
from scoring.tournament.actions.entrants import enter_by_name
from scoring.tournament.actions.rounds import draw_round
from scoring.tournament.queries.now import format_in
from tests.cast import a_phone, again, signed_in
from tests.html import shown, text
from tests.tournament.cast import (
    a_tournament,
    begun,
    drawn,
    ended,
    latest,
    seats,
    tell,
    tell_all,
)
from tests.tournament.views.test_hall import address
from tests.tournament.views.test_settings import save

pytestmark = pytest.mark.django_db


def an_elimination(pairs, **settings):
    people = [(f"Ann {no}", f"Ben {no}") for no in range(1, pairs + 1)]
    return a_tournament(people, style="pairs", movement="double-elimination", **settings)


def at(made, rest=""):
    return f"/sessions/{made.session_id}/tournament/{rest}"


def play(made):
    """Play a round, in which the pair with the lower number wins."""
    row = ended(begun(again(made)))
    for table, here in seats(row).items():
        tell(row, table, *((9, 4) if here["N"] < here["E"] else (4, 9)))
    return row


def test_the_rounds_follow_from_the_number_of_pairs():
    assert format_in(an_elimination(5, rounds=12)).rounds == 5
    assert format_in(an_elimination(5, rounds=1, reset=True)).rounds == 6


@pytest.mark.parametrize("pairs", [0, 1])
def test_an_elimination_can_be_chosen_before_its_pairs_are_entered(pairs):
    made = a_tournament([("Ann", "Ben")][:pairs], style="pairs")
    assert save(made, movement="double-elimination").status_code == 302
    assert format_in(again(made)).rounds == 1
    enter_by_name(tournament=again(made), names=[(f"Cat {no}", f"Dan {no}") for no in range(5)])
    assert format_in(again(made)).rounds == format_in(an_elimination(5 + pairs)).rounds > 1


def test_an_elimination_that_begins_late_ends_with_the_last_possible_round():
    stages = [{"from": 1, "movement": "progress"}, {"from": 98, "movement": "double-elimination"}]
    people = [(f"Ann {no}", f"Ben {no}") for no in range(1, 9)]
    assert format_in(a_tournament(people, style="pairs", stages=stages)).rounds == 99


@pytest.mark.parametrize("part", ["bracket", "standings", "prizes", "entrants/", "papers/"])
def test_every_part_of_an_elimination_leads_to_its_bracket(part):
    made = an_elimination(5)
    page = signed_in().get(at(made, part)).content.decode()
    assert f'href="{at(made, "bracket")}"' in page


def test_an_elimination_is_played_to_its_final_and_not_further():
    made = an_elimination(5, rounds=1)
    client = signed_in()
    assert "The bracket is shown once" in text(client.get(at(made, "bracket")).content.decode())
    play(made)
    page = client.get(at(made, "bracket"))
    titles = shown(page, r"<section> <h2>(.*?)</h2>") or shown(page, r"<h2>(.*?)</h2>")
    assert titles[:2] == ["Unbeaten pairs, round 1", "Unbeaten pairs, round 2"]
    assert "Final" in titles
    words = text(page.content.decode())
    assert "Winner of match" in words
    assert "Loser of match" in words
    for _ in range(4):
        play(made)
    assert latest(again(made)).no == 5
    words = text(client.get(at(made)).content.decode())
    assert "Draw round" not in words
    with pytest.raises(Refused) as wrong:
        draw_round(tournament=again(made), after=5)
    assert str(wrong.value) == "Ann 1 and Ben 1 won the final. There is no other round."
    words = text(client.get(at(made, "standings")).content.decode())
    assert "round of leaving" in words
    assert "winner" in words


def test_with_a_reset_an_unbeaten_winner_ends_it_one_round_early():
    made = an_elimination(4, reset=True)
    for _ in range(4):
        play(made)
    assert format_in(again(made)).rounds == 5
    assert "Draw round" not in text(signed_in().get(at(made)).content.decode())


def test_players_see_the_bracket_and_that_they_have_no_match():
    made = an_elimination(5)
    begun(made)
    (out, *_) = latest(again(made)).sitting_out
    page = a_phone().get(address(again(made)))
    assert "Unbeaten pairs, round 1" in text(page.content.decode())
    card = a_phone().get(f"{address(again(made))}{out}/")
    assert "You have no match" in text(card.content.decode())


def matches_on_the_wall(made):
    """Return each match of the slide: what is said of it, and its sides with their points."""
    page = a_phone().get(address(again(made), "wall")).content.decode()
    slide = page.partition('id="bracket"')[2].partition('id="standings"')[0]
    words = re.sub(r"<svg.*?</svg>", "", slide, flags=re.DOTALL)
    return [text(tile) for tile in re.findall(r'<section class="tile.*?</ul>', words, re.DOTALL)]


def test_the_big_screen_shows_what_is_played_and_who_meets_next():
    made = an_elimination(5)
    begun(made)
    found = matches_on_the_wall(made)
    assert [tile.partition(" · ")[0] for tile in found if " · table " in tile]
    assert [tile for tile in found if "winner of" in tile] != []
    tell_all(ended(latest(again(made))))
    found = matches_on_the_wall(made)
    assert [tile for tile in found if "✓ won" in tile] != []
    assert [tile for tile in found if "loser of" in tile or "winner of" in tile] != []


def test_a_final_that_is_played_again_has_no_table_before_it_is_seated():
    made = an_elimination(4, reset=True)
    for _ in range(3):
        play(made)
    row = ended(begun(again(made)))
    for table, here in seats(row).items():
        tell(row, table, *((4, 9) if here["N"] < here["E"] else (9, 4)))
    final, later = matches_on_the_wall(made)
    assert ("final · table 1" in final, "✓ won" in final) == (True, True)
    assert ("final, played again" in later, "table" in later) == (True, False)


def test_the_big_screen_has_no_bracket_of_another_movement():
    made = a_tournament(8)
    begun(made)
    page = a_phone().get(address(again(made), "wall")).content.decode()
    assert 'id="bracket"' not in page


def test_the_big_screen_has_no_bracket_while_the_standings_are_secret():
    made = an_elimination(5, suspense=True)
    play(made)
    assert matches_on_the_wall(made) == []


def test_a_draw_is_undone_when_a_result_changes():
    made = an_elimination(4)
    row = play(made)
    drawn(again(made))
    here = seats(row)[1]
    tell(row, 1, *((4, 9) if here["N"] < here["E"] else (9, 4)))
    assert again(made).rounds.count() == 1
