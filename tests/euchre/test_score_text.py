from dataclasses import replace

import pytest
from hypothesis import given

from scoring.euchre import score_out
from scoring.euchre.books import SHELF
from scoring.euchre.sheet import read
from tests.euchre.cast import CAST, a_sheet
from tests.euchre.strategies import sheets


def table(*hands, **more):
    return score_out.table(score_out.score(read(a_sheet(*hands, **more))))


def test_the_table_shows_an_evening_for_people_to_read():
    found = table(
        "Ben+Dan 5",
        "Ann! 2",
        "Ben! 5",
        {"void": "misdeal", "turned": "H"},
        stake={"currency": "GBP", "point": "1"},
        title="Friday\ntable",
        played="2026-11-20",
        options={"joker": True},
        players=4,
    )
    march = "March with a partner, four players: 2 each (Foster 1905, law 43)"
    euchre = "Lone hand euchred: 2 each (Foster 1905, law 46)"
    lone_march = "Lone march, four players: 4 (Foster 1905, law 44)"
    misdeal = "Misdeal: no score, the deal is lost and passes to the left (Foster 1905, law 9)"
    assert found.splitlines() == [
        "Friday table; 2026-11-20; Call-Ace, four players, with the joker; £1.00 a point",
        "",
        "hand  dealer  what happened           scores                    why",
        f"   1  Ann     Ben with Dan, all five  Ben and Dan +2 each       {march}",
        f"   2  Ben     Ann alone, two tricks   Everyone but Ann +2 each  {euchre}",
        f"   3  Cat     Ben alone, all five     Ben +4                    {lone_march}",
        f"   4  Dan     Misdeal (♥ turned)      No points                 {misdeal}",
        "",
        "player  points  blue  red  white  net    money",
        "Ann          0     0    0      0  −14  −£14.00",
        "Ben          8     0    1      3  +18  +£18.00",
        "Cat          2     0    0      2   −6   −£6.00",
        "Dan          4     0    0      4   +2   +£2.00",
        "",
        "Ann pays Ben  14 points  £14.00",
        "Cat pays Ben   4 points   £4.00",
        "Cat pays Dan   2 points   £2.00",
    ]


def test_games_and_rubbers_are_below_the_hands():
    found = table(
        "Ann! 5",
        {"maker": "Ann", "tricks": 5, "irregularities": [{"kind": "revoke", "by": "Ben"}]},
        "Ben 3",
        players=4,
        rules="club-laws",
        stake={"currency": "GBP", "point": "0.25"},
    )
    revoke = "Revoke by an adversary: 3 (Leeds & Dwight 1890, law 63)"
    assert found.splitlines() == [
        "Club laws; 5 points a game, laps, love games double, rubbers of three games; 25p a game "
        "point",
        "",
        "hand  dealer  what happened               scores          why",
        "   1  Ann     Ann alone, all five         Ann and Cat +4  Lone march: 4 (Leeds & Dwight "
        "1890, law 3)",
        f"   2  Ben     Ann, all five; Ben reneged  Ann and Cat +5  {revoke}; March: 2 (Leeds & "
        "Dwight 1890, law 2)",
        "   3  Cat     Ben, three tricks           Ben and Dan +1  Point: 1 (Leeds & Dwight 1890, "
        "law 2)",
        "",
        "Game 1 to Ann and Cat, 9–0, counts 2, a lap of 4",
        "Rubber 1 not finished, Ann and Cat 2, Ben and Dan 0",
        "Game 2 so far: Ann and Cat 4, Ben and Dan 1",
        "",
        "player  net   money",
        "Ann      +2  +£0.50",
        "Ben      −2  −£0.50",
        "Cat      +2  +£0.50",
        "Dan      −2  −£0.50",
        "",
        "Ben pays Ann  2 game points  £0.50",
        "Dan pays Cat  2 game points  £0.50",
    ]


def test_set_backs_are_shown_and_a_score_may_be_negative():
    found = table("Ben 2", "Ann 5", "Ann 5", "-", players=3, rules="hoyle-three-setback")
    euchred = "Euchred and set back: −2 (Hoffmann’s Hoyle, p. 72)"
    lines = found.splitlines()
    assert lines[0] == "Hoyle, three-handed with set-back; 5 points a game"
    assert lines[3] == f"   1  Ann     Ben, two tricks  Ben −2     {euchred}"
    assert "Game 1 so far: Ann 4, Ben −2, Cat 0" in lines


@pytest.mark.parametrize(
    ("more", "heading"),
    [
        ({"rules": "keller"}, "Keller’s game; 5 points a game"),
        (
            {
                "rules": "keller",
                "options": {"target": 1, "rubber": "best-of-three", "stakes": "deficit"},
            },
            "Keller’s game; 1 point a game, rubbers best of three",
        ),
        (
            {"rules": "britannica-four", "options": {"stakes": "deficit", "laps": True}},
            "Britannica, four-handed; 5 points a game, laps, "
            "the loser pays what they wanted of game",
        ),
        ({"rules": "british"}, "British, with the joker; 21 points a game"),
        (
            {
                "rules": {"base": "keller", "name": "Our rules", "euchre": 3},
                "options": {"target": 10},
            },
            "Our rules (Keller’s game, changed); 10 points a game",
        ),
        (
            {"rules": {"base": "keller", "name": "Our rules", "win_by": 2, "skunk": 3}},
            "Our rules (Keller’s game, changed); 5 points a game, won by two, double below 3 "
            "points",
        ),
    ],
)
def test_the_heading_names_the_rules_and_how_games_count(more, heading):
    assert table(players=4, **more).splitlines()[0] == heading


def test_every_set_has_a_table_even_before_its_first_hand():
    for key in SHELF:
        lines = table(players=SHELF[key].players[0], rules=key).splitlines()
        assert (lines[0].startswith(SHELF[key].name), lines[-1]) == (
            True,
            "All are even.",
        )


LONG = (
    "Wolfgang Amadeus Theophilus Mozart-Haydn",
    "Łucja Wiśniewska-Krzyżanowska-Dąbrowskaa",
    "王小明",
    "Ann",
)


@given(sheets())
def test_the_columns_are_aligned_for_any_hands(sheet):
    named = replace(sheet, players=(*LONG, *CAST[4:])[: len(sheet.players)])
    hands = score_out.table(score_out.score(named)).split("\n\n")[1].splitlines()
    starts = [hands[0].index(word) for word in ("dealer", "what happened", "scores", "why")]
    for line in hands[1:]:
        for start in starts:
            before = at_place(line, start)
            assert before.endswith("  ")
            assert score_out.width(before) == start


def at_place(line, place):
    """Return the beginning of a line that takes this number of places in a terminal."""
    taken = 0
    for no, char in enumerate(line):
        if taken == place:
            return line[:no]
        taken += score_out.width(char)
    return line


def test_at_the_start_all_are_even():
    assert table().endswith("\nAll are even.\n")


def test_without_a_stake_no_money_is_shown():
    assert "money" not in table("Ben+Dan 5")
    assert "£" not in table("Ben+Dan 5")


@pytest.mark.parametrize(
    ("text", "places"),
    [("Ann", 3), ("Zoë", 3), ("Zoe\u0308", 3), ("王小明", 6), ("Ｗ", 2), ("a\u200db", 2)],
)
def test_the_width_of_a_text_is_its_columns_on_a_terminal(text, places):
    assert score_out.width(text) == places


def test_columns_are_aligned_in_any_script():
    rows = [("name", "points"), ("王小明", "5"), ("Zoe\u0308", "12"), ("Ann", "100")]
    assert score_out.columns(rows, right={1}) == [
        "name    points",
        "王小明       5",
        "Zoe\u0308         12",
        "Ann        100",
    ]
