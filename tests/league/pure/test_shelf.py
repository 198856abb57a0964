"""The shelf: six leagues, each as it prints what it agreed on."""

import json
from pathlib import Path

import pytest

from scoring.league.pure import agreement
from scoring.league.pure.league_file import BadLeague
from scoring.league.pure.shelf import KEYS, shelf
from scoring.league.pure.wording import clauses, decision, match

IN_WORDS = {
    "st-austell": (
        "Three pairs each play the three others: 9 games to 21.",
        "Five of nine games win: 2 points.",
    ),
    "penryn-and-falmouth": (
        "Three pairs each play an opponent that the captains draw, 3 games: 9 games to 21.",
        "1 point for every game won; five of nine games win the match.",
    ),
    "guernsey": (
        "Three pairs each play the three others: 9 games to 21.",
        "Five of nine games win: 2 points.",
    ),
    "sugar-river": (
        "Four pairs each play the four others twice: 32 games to 15.",
        "Most points in all wins: 2 points; a draw, 1 each.",
    ),
    "christchurch": (
        "13 tables of two against two, partners change: 156 games to 10.",
        "Most points in all wins: 2 points; a draw, 1 each.",
    ),
    "ontario-legion": (
        "Two pairs each play the two others: 4 games, each a set number of hands.",
        "Most points in all wins: 2 points; a draw, 1 each.",
    ),
}


def test_every_ready_made_league_describes_its_match_and_its_decision():
    found = {key: (match(one), decision(one)) for key, one in shelf().items()}
    assert found == IN_WORDS
    folder = Path(agreement.__file__).parent / "shelf"
    assert {one.stem for one in folder.glob("*.json")} == {*KEYS}


def test_a_league_agreement_written_out_is_read_back_unchanged():
    for key, one in shelf().items():
        written = json.dumps(agreement.document(one)).encode()
        assert agreement.loads(written) == one, key


def test_the_ready_made_leagues_match_their_printed_rules():
    cornwall, falmouth = shelf()["st-austell"], shelf()["penryn-and-falmouth"]
    assert (cornwall.settings.order, cornwall.players.least) == (
        ("points", "games", "head-to-head"),
        4,
    )
    assert f"{cornwall.card.weekday} {cornwall.card.at:%H:%M}" == "5 18:00"
    assert (falmouth.settings.points.walkover, falmouth.settings.points.walkover_against) == (5, 0)
    assert [(one.name, one.walkover) for one in falmouth.trophies] == [("Ben Toy", 2)]
    assert (falmouth.players.borrowed, falmouth.players.transfers) == (2, 1)
    assert (falmouth.fees.signing, falmouth.fees.transfer) == (100, 200)
    assert (falmouth.card.late, falmouth.card.points) == ("winner", 1)
    assert (shelf()["guernsey"].up, shelf()["guernsey"].down) == (2, 2)
    river = shelf()["sugar-river"]
    assert river.settings.games * river.settings.target == 120
    assert (len(river.parts), river.play_off, river.honours) == (2, "parts", True)
    christchurch, ontario = shelf()["christchurch"], shelf()["ontario-legion"]
    assert (christchurch.settings.pairs * 2, christchurch.by_player) == (26, True)
    assert (ontario.settings.pairs * 2, ontario.settings.order[:2]) == (4, ("wins", "for"))
    assert ontario.stages == ("Zone", "District", "Province")


def test_the_rules_in_words_include_the_leagues_own_wording():
    found = {one.heading: one for one in clauses(shelf()["penryn-and-falmouth"], "£{}".format)}
    assert found["Walkover"].says == "The team given the match gets 5 points, the other none."
    assert found["Card"].says == ("Due by Saturday, 12:00; if late, the winners lose 1 point.")
    assert found["Card"].words == (
        "The card is in by noon on Saturday, or the winners lose a point.",
    )
    assert found["Fees"].says == (
        "Per team: season £100. Per player: registration £100, transfer £200."
    )


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"match": 3}, "match: must be an object, not 3"),
        ({"matches": []}, '"matches" is not a key here'),
        (
            {"card": {"weekday": "saturday", "at": "noon"}},
            'card.at: must be an hour such as "18:00"',
        ),
    ],
)
def test_unreadable_settings_are_reported_with_their_place(change, says):
    with pytest.raises(BadLeague) as wrong:
        agreement.read(agreement.document(shelf()["guernsey"]) | change)
    assert str(wrong.value) == says
