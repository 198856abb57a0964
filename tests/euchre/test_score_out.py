import json

from scoring.euchre import score_out
from scoring.euchre.books import SHELF
from scoring.euchre.sheet import BadSheet, read
from tests.euchre.cast import CAST, a_sheet

QUARTER = {"currency": "GBP", "point": "0.25"}
MARCH = {"text": "March with a partner, five players: 3 each", "source": "Foster 1905", "law": "43"}
PASSED = {
    "text": "No one made trump: no score, the deal passes to the left",
    "source": "Foster 1905",
    "law": "17",
}


def scored(*hands, **more):
    return score_out.document(score_out.score(read(a_sheet(*hands, **more))))


def net(points, amount):
    return {"points": points, "amount": amount}


def pays(payer, payee, points, amount):
    return {"from": payer, "to": payee, "points": points, "amount": amount}


def test_a_score_has_every_computed_figure():
    found = scored("Ben+Dan 5", "-", stake={"currency": "GBP", "point": "0.25"})
    assert found == {
        "format": "euchre-score/1",
        "rules": "call-ace",
        "hands": [
            {
                "no": 1,
                "dealer": "Ann",
                "next_dealer": "Ben",
                "outcome": "march",
                "points": {"Ben": 3, "Dan": 3},
                "why": [MARCH],
            },
            {
                "no": 2,
                "dealer": "Ben",
                "next_dealer": "Cat",
                "outcome": "passed-out",
                "points": {},
                "why": [PASSED],
            },
        ],
        "net": {
            "Ann": net(-6, "-1.50"),
            "Ben": net(9, "2.25"),
            "Cat": net(-6, "-1.50"),
            "Dan": net(9, "2.25"),
            "Eve": net(-6, "-1.50"),
        },
        "transfers": [
            pays("Ann", "Ben", 6, "1.50"),
            pays("Cat", "Dan", 6, "1.50"),
            pays("Eve", "Ben", 3, "0.75"),
            pays("Eve", "Dan", 3, "0.75"),
        ],
        "totals": {"Ann": 0, "Ben": 3, "Cat": 0, "Dan": 3, "Eve": 0},
        "counters": {
            name: {"blue": 0, "red": 0, "white": points}
            for name, points in {"Ann": 0, "Ben": 3, "Cat": 0, "Dan": 3, "Eve": 0}.items()
        },
        "pairs": [
            pays("Ann", "Ben", 3, "0.75"),
            pays("Ann", "Dan", 3, "0.75"),
            pays("Cat", "Ben", 3, "0.75"),
            pays("Eve", "Ben", 3, "0.75"),
            pays("Cat", "Dan", 3, "0.75"),
            pays("Eve", "Dan", 3, "0.75"),
        ],
    }


def test_a_score_of_games_has_the_state_of_games_and_rubbers():
    found = scored("Ann! 5", "Ann 5", "Ben 3", rules="club-laws", players=4, stake=QUARTER)
    assert {key: found[key] for key in list(found)[3:]} == {
        "net": {
            "Ann": net(2, "0.50"),
            "Ben": net(-2, "-0.50"),
            "Cat": net(2, "0.50"),
            "Dan": net(-2, "-0.50"),
        },
        "transfers": [pays("Ben", "Ann", 2, "0.50"), pays("Dan", "Cat", 2, "0.50")],
        "sides": [["Ann", "Cat"], ["Ben", "Dan"]],
        "score": [1, 1],
        "games": [
            {"no": 1, "winner": 0, "score": [6, 0], "values": [0, 2], "lap": 1, "hands": [1, 2]}
        ],
        "rubbers": [{"no": 1, "games": [1], "points": [2, 0], "winner": None, "finished": False}],
    }


def test_a_score_of_three_players_has_three_sides():
    found = scored("Ben 2", "Cat 5", "Cat 5", "Cat 3", rules="hoyle-three-setback", players=3)
    assert found["sides"] == [["Ann"], ["Ben"], ["Cat"]]
    assert (found["score"], found["rubbers"]) == ([0, 0, 0], [])
    assert found["games"] == [
        {"no": 1, "winner": 2, "score": [0, -2, 5], "values": [1, 1, 0], "lap": 0, "hands": [1, 4]}
    ]
    assert [hand["points"] for hand in found["hands"]] == [
        {"Ben": -2},
        {"Cat": 2},
        {"Cat": 2},
        {"Cat": 1},
    ]
    assert found["net"] == {"Ann": net(-1, "0.00"), "Ben": net(-1, "0.00"), "Cat": net(2, "0.00")}


def test_the_points_of_a_hand_are_those_that_counted():
    revoke = {"kind": "revoke", "by": "Ben"}
    hand = {"maker": "Ann", "tricks": 2, "irregularities": [revoke]}
    found = scored("Ann! 5", hand, rules="club-laws", players=4)["hands"][1]
    assert found["points"] == {"Ann": 3, "Cat": 3}
    assert [why["text"] for why in found["why"]] == [
        "Revoke by an adversary: 3",
        "Euchre, not counted: the game was over",
    ]


def test_a_sheet_of_any_set_without_hands_is_even():
    for key in SHELF:
        found = scored(rules=key, players=SHELF[key].players[0])
        names = CAST[: SHELF[key].players[0]]
        assert (found["hands"], found["transfers"]) == ([], [])
        assert found["net"] == {name: net(0, "0.00") for name in names}
        if SHELF[key].target is not None:
            sides = len(SHELF[key].sides(len(names)))
            assert (found["score"], found["games"], found["rubbers"]) == ([0] * sides, [], [])


def test_the_keys_are_in_the_order_of_the_format():
    found = scored("Ben+Dan 5")
    assert list(found) == [
        *("format", "rules", "hands", "net", "transfers"),
        *("totals", "counters", "pairs"),
    ]
    games = scored("Ann 5", rules="club-laws", players=4)
    assert list(games) == [*list(found)[:5], "sides", "score", "games", "rubbers"]
    assert (
        list(found["hands"][0])
        == list(games["hands"][0])
        == ["no", "dealer", "next_dealer", "outcome", "points", "why"]
    )


def test_a_sheet_without_hands_is_even():
    found = scored(players=4)
    assert (found["hands"], found["transfers"], found["pairs"]) == ([], [], [])
    assert found["net"] == {name: net(0, "0.00") for name in ("Ann", "Ben", "Cat", "Dan")}
    assert found["totals"] == {"Ann": 0, "Ben": 0, "Cat": 0, "Dan": 0}


def test_without_a_stake_every_amount_is_zero():
    found = scored("Ben+Dan 5")
    amounts = [
        row["amount"] for row in (*found["net"].values(), *found["pairs"], *found["transfers"])
    ]
    assert set(amounts) == {"0.00"}


def test_amounts_have_the_currency_s_own_decimals():
    yen, dinar = (
        scored("Ben! 3", stake={"currency": currency, "point": "5"})["net"]["Ben"]
        for currency in ("JPY", "KWD")
    )
    assert (yen, dinar) == (net(4, "20"), net(4, "20.000"))


def test_an_irregularity_has_its_own_reason():
    offence = {"kind": "intimation", "by": "Dan"}
    (hand,) = scored({"maker": "Ben", "partner": "Dan", "tricks": 5, "irregularities": [offence]})[
        "hands"
    ]
    barred = {
        "text": "The partner betrayed themselves: they score nothing",
        "source": "Foster 1905",
        "law": "20",
    }
    assert (hand["points"], hand["why"]) == (
        {"Ben": 3},
        [MARCH | {"text": "March with a partner, five players: 3"}, barred],
    )


def test_a_refused_sheet_has_the_place_and_the_reason():
    error = BadSheet('maker "Zed" is not at this table', field="maker", hand=7)
    assert score_out.refusal(error) == {
        "format": "euchre-score/1",
        "error": {"hand": 7, "field": "maker", "message": 'maker "Zed" is not at this table'},
    }


def test_a_score_is_plain_json():
    found = scored("Ben+Dan 5", "x", stake={"currency": "GBP", "point": "0.25"})
    assert json.loads(json.dumps(found)) == found
