import pytest

from scoring.rules import score_out, score_text
from scoring.rules.sheet import read
from tests.rules.cast import a_sheet


def table(*hands, **more):
    return score_text.table(score_out.score(read(a_sheet(*hands, **more))))


def test_the_table_tells_the_evening_to_people():
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
        "hand  dealer  what happened           scores                   why",
        f"   1  Ann     Ben with Dan, all five  Ben and Dan 2 each       {march}",
        f"   2  Ben     Ann alone, two tricks   Everyone but Ann 2 each  {euchre}",
        f"   3  Cat     Ben alone, all five     Ben 4                    {lone_march}",
        f"   4  Dan     Misdeal (♥ turned)      Nobody scores            {misdeal}",
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


def test_nobody_owes_anything_at_the_start():
    assert table().endswith("\nNobody owes anybody anything.\n")


def test_without_a_stake_no_money_is_shown():
    assert "money" not in table("Ben+Dan 5") and "£" not in table("Ben+Dan 5")


@pytest.mark.parametrize(
    ("text", "places"), [("Ann", 3), ("Zoë", 3), ("Zoe\u0308", 3), ("王小明", 6), ("Ｗ", 2), ("a\u200db", 2)]
)
def test_a_text_takes_as_many_places_as_a_terminal_gives_it(text, places):
    assert score_text.width(text) == places


def test_columns_stay_aligned_whatever_the_letters():
    rows = [("name", "points"), ("王小明", "5"), ("Zoe\u0308", "12"), ("Ann", "100")]
    assert score_text.columns(rows, right={1}) == [
        "name    points",
        "王小明       5",
        "Zoe\u0308         12",
        "Ann        100",
    ]
