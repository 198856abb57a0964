"""What the page of a typed card decides by itself: the same as the server does."""

from scoring.league.forms.card import begins
from scoring.league.pure.card import sums
from tests.javascript import Module

CARD = Module("league/card-sums.js")
SQUAD = ["Ann Penrose", "Anna Kitto", "Zoë Rowe", "Ben Nance"]


def test_a_player_is_meant_by_number_or_by_unique_first_letters():
    said = ["2", "5", "a pen", "zoe", "an", "kitto", "nance ben", ""]
    found = [CARD.meant(one, SQUAD) for one in said]
    assert found == ["Anna Kitto", "", "Ann Penrose", "Zoë Rowe", "", "Anna Kitto", "", ""]
    letters = [one for one in said if one and not one.isdecimal()]
    matching = [[name for name in SQUAD if begins(one, name)] for one in letters]
    assert [names[0] if len(names) == 1 else "" for names in matching] == [
        CARD.meant(one, SQUAD) for one in letters
    ]


def test_the_totals_agree_with_the_server_and_an_empty_figure_is_the_target():
    typed = [["21", "15"], ["", "9"], ["0", ""], ["", ""], ["", "21"]]
    found, known = CARD.sumsOf(typed, 21), sums([(21, 15), (21, 9), (0, 21)])
    assert found == {"won": [*known.games_won], "total": [*known.total], "games": known.games}
