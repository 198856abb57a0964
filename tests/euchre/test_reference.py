"""Two scorers that share no line agree."""

import pytest
from hypothesis import given, settings

from scoring.euchre import score_out
from scoring.euchre.sheet import document, read
from tests import proof
from tests.euchre import bid_reference
from tests.euchre.reference import SETS, reckoned
from tests.euchre.sets import BIDDING, FIXED
from tests.euchre.strategies import evenings, rounds


def as_the_reference_tells_it(sheet):
    """Return the engine's score of a sheet in the form of `reckoned`."""
    found = score_out.document(score_out.score(sheet))
    return {
        "games": [
            (game["winner"], tuple(game["score"]), game["values"][1 - game["winner"]], game["lap"])
            for game in found["games"]
        ],
        "rubbers": [tuple(rubber["points"]) for rubber in found["rubbers"]],
        "score": found["score"],
        "net": found["net"][sheet.players[0]]["points"],
    }


def points_as_the_reference_tells_it(sheet):
    found = score_out.document(score_out.score(sheet))
    score = [found["totals"][name] for name in sheet.players[:2]]
    return {
        "games": [],
        "rubbers": [],
        "score": score,
        "net": found["net"][sheet.players[0]]["points"],
    }


def test_the_reference_covers_sets_with_fixed_partners():
    assert set(SETS) <= {rules.key for rules in FIXED}


@settings(max_examples=proof.examples(300))
@given(evenings(60, keys=tuple(SETS), house=0, wrong=0))
def test_the_engine_and_the_reference_agree_on_games_laps_values_rubbers_and_nets(sheet):
    assert as_the_reference_tells_it(sheet) == reckoned(document(sheet))


@given(rounds(keys=tuple(SETS), wrong=0))
def test_the_engine_and_the_reference_agree_on_points_alone(sheet):
    assert points_as_the_reference_tells_it(sheet) == reckoned(document(sheet))


def bids_as_the_reference_has_them(sheet):
    """Return the engine's score of a sheet with bids in the form of the second scorer."""
    found = score_out.document(score_out.score(sheet))
    names = sheet.players
    firsts = names[:3] if len(names) == 3 else names[:2]
    totals = found.get("totals", {})
    return {
        "hands": [[hand["points"].get(name, 0) for name in firsts] for hand in found["hands"]],
        "games": [
            (game["winner"], tuple(game["score"]), tuple(game["values"]), game["lap"])
            for game in found.get("games", [])
        ],
        "score": found["score"] if "score" in found else [totals[name] for name in firsts],
        "net": [found["net"][name]["points"] for name in firsts],
    }


def test_the_second_scorer_of_bids_covers_every_set_with_bidding():
    assert set(bid_reference.SETS) == {rules.key for rules in BIDDING}


@settings(max_examples=proof.examples(300))
@given(
    evenings(60, keys=tuple(bid_reference.SETS), house=0.7, wrong=0).filter(
        lambda sheet: sheet.rules.rubber is None
    )
)
def test_the_engine_and_the_reference_agree_on_bids_and_how_their_games_end(sheet):
    assert bids_as_the_reference_has_them(sheet) == bid_reference.reckoned(document(sheet))


PEPPER = {"base": "bid", "name": "Pepper", "lowest_bid": 1, "set_loses": 6, "target": 30}


@pytest.mark.parametrize("more", [{}, {"win_on_bid": True}, {"win_by": 2}, {"skunk": 10}])
@given(evenings(120, keys=("bid",), house=0, wrong=0))
def test_the_engine_and_the_reference_agree_on_how_pepper_ends(more, sheet):
    told = document(sheet) | {"rules": PEPPER | more, "options": {}}
    assert bids_as_the_reference_has_them(read(told)) == bid_reference.reckoned(told)
