"""Call-Ace to a target: its games on every page of a table, while all points are paid for."""

import pytest

from scoring.table.queries.settlement import statement_of
from tests.cast import a_phone, a_table, address, an_evening
from tests.html import shown, text
from tests.sheets.reading import squeezed, whole

pytestmark = pytest.mark.django_db

FOUR = ["Ann", "Ben", "Cat", "Dan"]
HANDS = ["Ann! 5", "Ben 3", "Ann! 5", "Cat+Dan 3"]


def to_eight(**what):
    return a_table(*HANDS, names=FOUR, options={"target": 8}, **what)


def test_a_key_shows_the_points_of_this_game_and_of_all_games():
    page = a_phone().get(address(to_eight()))
    assert shown(page, r'<span class="points".*?>(.*?)</span>') == ["0", "0", "1", "1"]
    won = [text(one).replace("\xa0", " ") for one in shown(page, r'<span class="won">(.*?)</span>')]
    assert [" ".join(one.split()) for one in won] == [
        "1 game · 8 in all",
        "1 in all",
        "1 in all",
        "1 in all",
    ]


def test_the_score_page_has_the_current_game_past_games_and_all_points():
    page = text(a_phone().get(address(to_eight(), "score")).content.decode())
    assert "Game 2, to 8" in page
    assert "Game 1 to Ann 8, Ben 1, Cat 0, Dan 0 hands 1–3" in page
    assert "Total" in page


def test_money_is_settled_on_the_points_of_all_games():
    session = an_evening()
    to_eight(session=session)
    statement = statement_of(session)
    (line,) = statement.sittings
    assert (line.totals, line.debts) == ((8, 1, 1, 1), None)
    assert line.story == ("Game 1 to Ann, 8, Ben 1, Cat 0, Dan 0",)
    assert [net.points for net in statement.nets] == [21, -7, -7, -7]


def test_the_paper_counts_all_points_and_names_games_beside_their_hands():
    paper = squeezed(whole(a_phone().get(address(to_eight(), "score.pdf")).content))
    assert squeezed("Game 1 to Ann, 8, Ben 1, Cat 0, Dan 0") in paper
