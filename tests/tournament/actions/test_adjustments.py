"""Scores beside the cards, as the site stores them."""

from functools import partial

import pytest

from scoring.common.refused import OUT_OF_DATE, Refused
from scoring.models import Entrant
from scoring.tournament.actions.adjustments import MOST, adjust, remove_adjustment, set_handicap
from scoring.tournament.actions.import_file import take_in_tournament
from scoring.tournament.pure.document import document, read
from scoring.tournament.pure.standings import standings
from scoring.tournament.queries.now import load_tournament
from tests.cast import PHONE, a_club, again, everything, some_id
from tests.tournament.cast import a_tournament, drawn, latest, played_to

pytestmark = pytest.mark.django_db


def points(tournament):
    return {row.no: row.points for row in standings(load_tournament(again(tournament)))}


def test_an_adjustment_counts_once_and_can_be_removed():
    tournament = a_tournament(8)
    played_to(tournament, 1)
    before = points(tournament)
    what = {"no": 3, "round": 1, "points": -2, "why": "late"}
    for _ in range(2):
        adjust(key=some_id(1), tournament=tournament, **what)
    assert points(tournament) == before | {3: before[3] - 2}
    assert remove_adjustment(key=some_id(1), tournament=tournament).no == 3
    assert remove_adjustment(key=some_id(1), tournament=tournament) is None
    assert points(tournament) == before


@pytest.mark.parametrize("change", [{"no": 4}, {"points": -3}, {"round": None}, {"why": "later"}])
def test_a_key_gives_one_adjustment_and_no_other(change):
    tournament = a_tournament(8)
    played_to(tournament, 1)
    what = {"no": 3, "round": 1, "points": -2, "why": "late"}
    adjust(key=some_id(1), tournament=tournament, **what)
    before = everything()
    with pytest.raises(Refused, match=OUT_OF_DATE):
        adjust(key=some_id(1), tournament=tournament, **what | change)
    assert everything() == before


def test_a_form_sent_again_after_its_adjustment_was_removed_is_refused():
    tournament = a_tournament(8)
    played_to(tournament, 1)
    before = points(tournament)
    what = {"no": 3, "points": -2, "why": "late"}
    for n in range(MOST + 2):
        adjust(key=some_id(n), tournament=tournament, **what)
        remove_adjustment(key=some_id(n), tournament=tournament)
        with pytest.raises(Refused, match=OUT_OF_DATE):
            adjust(key=some_id(n), tournament=tournament, **what)
    assert points(tournament) == before
    assert len(Entrant.objects.get(tournament=tournament, no=3).adjustments) == MOST
    assert load_tournament(again(tournament)).adjustments == ()


def test_a_handicap_counts_for_each_round_played():
    tournament = a_tournament(8)
    played_to(tournament, 2)
    before = points(tournament)
    set_handicap(tournament=tournament, no=5, points=3)
    assert points(tournament) == before | {5: before[5] + 6}


def test_a_draw_of_a_swiss_is_made_again_after_an_adjustment():
    tournament = a_tournament(8, movement="swiss")
    round = played_to(tournament, 1)
    drawn(tournament)
    adjust(key=some_id(1), tournament=tournament, no=1, points=5, why="x")
    assert latest(tournament) == round


def test_what_cannot_be_adjusted_is_refused_and_nothing_is_stored():
    tournament = a_tournament(7, odd="ghost")
    drawn(tournament)
    ghost = Entrant.objects.get(ghost=True)
    for n in range(MOST):
        adjust(key=some_id(n), tournament=tournament, no=1, points=1, why="x")
    stored = everything()
    said = partial(adjust, key=some_id(99), tournament=tournament, points=1, why="x")
    for no, sentence in (
        (77, "No entrant has number 77."),
        (ghost.no, f"{ghost.no} {ghost} is a ghost and has no score."),
        (1, f"Ann has {MOST} adjustments already. Remove one first."),
    ):
        with pytest.raises(Refused) as why:
            said(no=no)
        assert str(why.value) == sentence
    assert everything() == stored


def test_a_file_keeps_adjustments_and_handicaps():
    tournament = a_tournament(8)
    played_to(tournament, 1)
    adjust(key=some_id(1), tournament=tournament, no=3, points=-2, won=1, why="late")
    set_handicap(tournament=tournament, no=5, points=3)
    file = document(load_tournament(again(tournament)))
    made = take_in_tournament(club=a_club("Others"), tournament=read(file), actor=PHONE)
    assert document(load_tournament(made)) == file
