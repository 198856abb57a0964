"""Two scorers that share no line agree."""

from hypothesis import given, settings

from scoring.euchre import score_out
from scoring.euchre.sheet import document
from tests import proof
from tests.euchre.reference import SETS, reckoned
from tests.euchre.sets import FIXED
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
