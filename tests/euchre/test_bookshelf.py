from itertools import pairwise

from scoring.euchre.books import SHELF, find, find_house
from scoring.euchre.rules_pages.page import for_how_many, kind, shelf, wrong_names, wrong_number


def test_every_set_is_on_the_shelf_once_by_its_players_and_kind_of_play():
    found = {kind: [rules.key for rules in sets] for kind, sets in shelf().items()}
    assert sorted(key for keys in found.values() for key in keys) == sorted(SHELF)
    for name, key in {
        "Four to seven players, each for themselves": "call-ace",
        "Four players in partners": "british",
        "Two players": "hoyle-two",
        "Three players": "britannica-three",
    }.items():
        assert key in found[name]


def test_the_most_played_sets_come_first_among_those_of_their_kind():
    first, bidding, third = list(shelf().items())[:3]
    assert first[0] == "Four players in partners"
    assert [rules.key for rules in first[1]][:2] == ["american", "british"]
    assert bidding[0] == "Four players in partners, bidding"
    assert [rules.key for rules in third[1]] == ["call-ace"]


def test_bidding_games_follow_those_of_the_same_players_without_bids():
    kinds = list(shelf())
    assert [after for one, after in pairwise(kinds) if after == f"{one}, bidding"] == [
        kind
        for kind in kinds
        if kind.endswith(", bidding") and kind.removesuffix(", bidding") in kinds
    ]


def test_the_number_of_players_is_written_in_words():
    told = [for_how_many(find(key)) for key in ("call-ace", "keller", "hoyle-two")]
    assert told == ["four to seven", "four", "two"]


def test_house_rules_are_listed_with_the_kind_of_their_book():
    assert (
        kind(find_house({"base": "keller", "name": "Ours", "euchre": 3}))
        == "Four players in partners"
    )


def test_a_wrong_number_of_names_suggests_sets_for_that_number():
    others = [find(key) for key in ("keller", "hoyle-two", "hoyle-three", "britannica-two")]
    assert wrong_number(2, find("keller"), others) == (
        "2 names: Keller’s game is for four. For two there is: Hoyle, two-handed; Britannica, "
        "two-handed. Separate the names with commas."
    )


def test_a_number_of_names_that_fits_no_set_suggests_none():
    assert wrong_number(1, find("keller"), SHELF.values()) == (
        "1 name: Keller’s game is for four. Separate the names with commas."
    )


def test_names_separated_only_by_spaces_are_suggested_as_several_players():
    assert "Did you mean four?" in wrong_names(["Ann Ben Cat Dan"], find("keller"), ())
    assert "Did you mean" not in wrong_names(["Mary Ann Bell"], find("keller"), ())
