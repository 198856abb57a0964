"""House rules of points only: no games, and no point is lost however many hands a round has."""

import pytest
from hypothesis import given

from scoring.euchre import score_out, sheet
from scoring.euchre.ahead import side_table
from scoring.euchre.books import SHELF, find_house
from scoring.euchre.counters import counters
from scoring.euchre.rule_set import UnknownRule
from scoring.euchre.rules_pages.lines import ending, paying
from scoring.euchre.rules_pages.page import rules_page
from scoring.euchre.settlement import owed
from scoring.table.sheets.score_key import key_to_the_score
from tests.euchre.cast import ANN, BEN, CAST, CAT, DAN, a_sheet
from tests.euchre.strategies import rounds

ROUNDS = {"base": "american", "name": "In rounds", "target": None}
EIGHT = ["Ann! 5", "Ben 5", "Cat 2", "Ann 5", "-", "Ann! 5", "Dan 3", "Ann! 5"]
WITH_GAMES = [key for key, rules in SHELF.items() if rules.target is not None]


def refusal(house, **options):
    with pytest.raises(UnknownRule) as caught:
        find_house(house, **options)
    return caught.value.field, str(caught.value)


def scored(*hands, rules=ROUNDS, **more):
    return score_out.score(sheet.read(a_sheet(*hands, players=4, rules=rules, **more)))


# -- which rules


def test_any_set_of_games_may_be_played_for_points_alone():
    for key in WITH_GAMES:
        told = {"base": key, "name": "Ours", "target": None}
        rules = find_house(told | {"set_back": False} if SHELF[key].set_back else told)
        assert (rules.target, rules.unit, rules.players) == (None, "point", SHELF[key].players)
        assert not {"target", "laps", "love_double", "rubber", "stakes"} & {*rules.options}
        kept = {"made_scores", "set_gives"} if rules.bidding else {"euchre"}
        kept |= set() if rules.bidding or rules.each_scores else {"point"}
        assert rules.provisions.keys() >= {"target", "stick_the_dealer"} | kept


def test_options_without_games_are_still_a_table_s_choice():
    assert find_house(ROUNDS).options == (
        "joker",
        "lone_euchre",
        "stick_the_dealer",
        "defend_alone",
    )
    assert find_house(ROUNDS, stick_the_dealer=True).stick_the_dealer
    assert refusal(ROUNDS, target=10) == ("options", '"target" is not an option of In rounds.')


@pytest.mark.parametrize(
    ("told", "field", "wrong"),
    [
        ({"laps": True}, "laps", '"Laps" has no meaning. Leave it as the book has it'),
        (
            {"love_double": True},
            "love_double",
            '"Love game double" has no meaning. Leave it as the book has it',
        ),
        ({"rubber": "three"}, "rubber", '"Rubber" has no meaning. Leave it as the book has it'),
        (
            {"rubber_bonus": 3},
            "rubber_bonus",
            '"Rubber bonus" has no meaning. Leave it as the book has it',
        ),
        ({"stakes": "deficit"}, "stakes", '"Stakes" has no meaning. Leave it as the book has it'),
        ({"base": "hoyle-three-setback"}, "set_back", '"Set back" can only be no'),
        ({"base": "hoyle-three", "set_back": True}, "set_back", '"Set back" can only be no'),
    ],
)
def test_without_games_a_rule_about_them_is_refused(told, field, wrong):
    assert refusal(ROUNDS | told) == (field, f"Only points are counted, so {wrong}.")


def test_each_contradiction_has_its_own_reason():
    changes = {"target": None, "alone": "nobody", "laps": True, "lone_march": 5}
    assert SHELF["american"].contradictions(changes) == {
        "lone_march": 'There are no lone hands, so "Lone march" has no meaning. Leave it as the '
        "book "
        "has it.",
        "laps": 'Only points are counted, so "Laps" has no meaning. Leave it as the book has it.',
    }


def test_a_table_cannot_leave_the_target_empty():
    with pytest.raises(UnknownRule, match=r'^Option "target" is a whole number from 1 to 99\.$'):
        SHELF["american"].with_options(target=None)
    with pytest.raises(UnknownRule, match=r'^Option "target" is a whole number from 1 to 99\.$'):
        SHELF["call-ace"].with_options(target=None)


def test_a_head_table_bars_lone_hands_too():
    rules = find_house(ROUNDS | {"alone": "nobody"})
    assert rules.options == ("joker", "stick_the_dealer")
    assert [key for key in side_table(rules, CAST[:4]) if "alone" in key] == []


@pytest.mark.parametrize("cost", [2, 3, 4, None])
def test_the_cost_of_a_euchred_lone_hand_is_a_separate_choice(cost):
    told = scored("Ann! 2", rules=ROUNDS | {"lone_euchre": cost})
    assert told.totals == {"Ann": 0, "Ben": cost or 2, "Cat": 0, "Dan": cost or 2}


# -- hands and what is owed


@given(rounds())
def test_without_games_the_totals_are_the_sum_of_all_awards(told):
    found = score_out.score(told)
    gained = [0] * len(told.players)
    for played in found.hands:
        for award in played.score.awards:
            for seat, points in award.points:
                gained[seat] += points
    assert list(found.totals.values()) == gained
    assert (found.standing, {played.standing for played in found.hands}) == (None, {None})


def test_points_past_ten_are_kept():
    found = scored(*EIGHT, *EIGHT)
    assert found.totals == {"Ann": 28, "Ben": 10, "Cat": 28, "Dan": 10}
    assert [played.ended for played in found.hands] == [()] * 16


def test_partners_pay_across_the_difference_of_the_two_sides():
    found = scored(*EIGHT, stake={"currency": "GBP", "point": "0.10"})
    rules = found.sheet.rules
    assert owed(found.hands, rules=rules, seats=4) == {(BEN, ANN): 9, (DAN, CAT): 9}
    assert set(owed([], rules=rules, seats=4).values()) == {0}
    assert {name: net.minor for name, net in found.settlement.nets.items()} == {
        "Ann": 90,
        "Ben": -90,
        "Cat": 90,
        "Dan": -90,
    }


def test_three_who_play_for_points_each_pay_every_higher_player():
    rules = find_house({"base": "hoyle-three", "name": "Ours", "target": None})
    told = sheet.read(
        a_sheet(
            "Ann 5",
            "Ben 3",
            players=3,
            rules={"base": "hoyle-three", "name": "Ours", "target": None},
        )
    )
    assert owed(sheet.play(told), rules=rules, seats=3) == {
        (BEN, ANN): 1,
        (CAT, ANN): 2,
        (CAT, BEN): 1,
    }


# -- as it is told


def test_a_sheet_is_read_back_unchanged_and_its_score_has_points():
    found = scored(*EIGHT)
    again = sheet.read(sheet.document(found.sheet))
    assert again == found.sheet
    assert again.rules is found.sheet.rules
    told = score_out.document(found)
    assert (told["rules"], told["totals"]) == (ROUNDS, {"Ann": 14, "Ben": 5, "Cat": 14, "Dan": 5})
    assert told["counters"]["Ann"] == counters(14)._asdict()
    assert [(debt["from"], debt["to"], debt["points"]) for debt in told["pairs"]] == [
        ("Ben", "Ann", 9),
        ("Dan", "Cat", 9),
    ]
    assert not {"games", "rubbers", "score", "sides"} & told.keys()


def test_the_text_shows_the_two_sides_below_the_hands():
    lines = score_out.table(scored(*EIGHT)).splitlines()
    assert lines[0] == "In rounds (American, changed); points only, no games"
    assert "Ann and Cat 14, Ben and Dan 5" in lines
    assert not [line for line in lines if "Game" in line or "counter" in line]


def test_the_page_says_points_only_and_mentions_no_games():
    page = rules_page(find_house({"base": "club-laws", "name": "Ours", "target": None}))
    assert page.lead == "Club laws, changed: points only."
    assert [(one.label, one.value, one.was) for one in page.house] == [("Game", "points only", "5")]
    assert [line.text for line in page.ending] == ["Points only, no games."]
    assert [line.text for line in page.paying] == [
        "Each loser pays one of the winners the difference of the two sides’ points."
    ]
    topics = {topic for cited in page.laws for topic in cited.what} | {
        one.label for one in page.rulings
    }
    games = {
        "Laps",
        "Love game double",
        "Rubber",
        "Rubber bonus",
        "Stakes",
        "The bridge",
        "Within one hand",
    }
    assert "Game" in topics
    assert not games & topics


def test_three_players_each_pay_every_higher_player_by_the_house_rule():
    rules = find_house({"base": "hoyle-three", "name": "Ours", "target": None})
    assert [(line.text, str(line.law)) for line in (*ending(rules), *paying(rules))] == [
        ("Points only, no games.", "Ours, house rule"),
        (
            "Each player pays everyone with more points the difference.",
            "Ours, house rule",
        ),
    ]


def test_the_key_of_a_blank_sheet_says_points_only_instead_of_the_game():
    key = key_to_the_score(find_house(ROUNDS), seats=4)
    assert key[-1] == "Points only, no games, In rounds, house rule"
    assert not [line for line in key if line.startswith(("Game", "Lap", "Rubber"))]
