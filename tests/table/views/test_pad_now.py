"""What the page says of how its table stands, for a script that must go on by itself."""

import json
from html import unescape

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.euchre.hand import PENALTY, TO_OTHERS, Hand, Irregularity
from scoring.table.actions.corrections import take_back
from scoring.table.views.games import game_score
from scoring.table.views.pad_now import now_at
from tests.cast import (
    ANN,
    BEN,
    FIVE,
    PHONE,
    a_phone,
    a_table,
    address,
    again,
    log,
    log_all,
    log_unseen,
)
from tests.tournament.cast import a_tournament, begun

pytestmark = pytest.mark.django_db

FOUR = FIVE[:4]


def script(answer, name):
    """A table of values that the page holds, by its id."""
    page = answer.content.decode()
    start = page.index(f'id="{name}"')
    return json.loads(unescape(page[page.index(">", start) + 1 : page.index("</script>", start)]))


OF_THE_DATABASE = {"version", "sitting", "again"}


def now(table):
    """The page's account of the table; what names rows of the database left out."""
    told = script(a_phone().get(address(table)), "now")
    return {name: value for name, value in told.items() if name not in OF_THE_DATABASE}


def test_a_new_table_says_who_deals_the_first_hand():
    assert now(a_table(first_dealer=BEN)) == {
        "about": {"before": "Call-Ace", "hand": 1, "of": None},
        "numbered": True,
        "round": False,
        "to": "",
        "bridge": None,
        "waiting": [],
        "no": 1,
        "deal": 1,
        "latest": "",
        "played": 0,
        "dealer": BEN,
        "score": [0, 0, 0, 0, 0],
        "before": None,
        "back": None,
        "worth": {"red": 5, "blue": 25, "white": 1},
    }


def test_the_data_have_the_version_and_the_sitting():
    table = a_table("Ben+Dan 3")
    told = script(a_phone().get(address(table)), "now")
    assert (told["version"], told["sitting"]) == (table.version, table.sitting.pk)


def test_the_data_have_the_score_before_the_last_hand():
    table = a_table()
    first, last = log_all(table, "Ben+Dan 3", "-")
    told = now(table)
    assert (told["no"], told["latest"], told["played"], told["dealer"]) == (3, str(last.pk), 1, 2)
    assert told["before"] == {
        "no": 2,
        "deal": 2,
        "latest": str(first.pk),
        "played": 1,
        "dealer": 1,
        "score": [0, 1, 0, 1, 0],
        "before": {
            "no": 1,
            "deal": 1,
            "latest": "",
            "played": 0,
            "dealer": 0,
            "score": [0, 0, 0, 0, 0],
            "before": None,
        },
    }


def test_the_data_count_a_penalty_as_a_hand_but_not_as_a_deal():
    talk = Irregularity(kind=PENALTY, by=ANN, points=2, to=TO_OTHERS)
    table = a_table("Ben+Dan 3", Hand(void=PENALTY, irregularities=(talk,)))
    assert [now(table)[number] for number in ("no", "deal")] == [3, 2]


def test_the_data_go_back_as_many_hands_as_can_be_undone_in_a_row():
    told, depth = now(a_table(*["Ben+Dan 3"] * 8)), 0
    while told["before"]:
        told, depth = told["before"], depth + 1
    assert (depth, told["no"]) == (5, 4)


def test_a_game_just_ended_has_its_last_score_until_the_next_hand():
    table = a_table("Ann! 5", "Ann 3", names=FOUR, rules_key="club-laws")
    ended = {"said": "Game 1 to Ann and Cat, 5–0, counts 2", "score": [5, 0], "rubbers": 0}
    assert (now(table)["score"], now(table)["ended"]) == ([0, 0], ended)
    log(table, "Ben 3")
    assert "ended" not in now(table)
    assert now(table)["before"]["ended"] == ended


def test_the_data_have_the_score_with_the_undone_hand_restored():
    table = a_table("Ben+Dan 3")
    undone = log(table, "Eve! 5")
    before = now(table)
    take_back(record=undone, actor=PHONE)
    told = now(table)
    assert told["no"] == 2
    known = {name: before[name] for name in ("no", "deal", "latest", "played", "dealer", "score")}
    assert told["back"] == known | {"undone": 1}


def test_the_dealer_after_an_undo_is_the_one_who_dealt():
    table = a_table("Ben+Dan 3", first_dealer=ANN)
    a_phone().post(address(table, "deal"), {"seat": "4"})
    log(table, "Eve! 5")
    assert (now(table)["dealer"], now(table)["before"]["dealer"]) == (0, 4)
    assert now(table)["before"]["turn"] == BEN


def test_the_data_name_the_dealer_by_turn_where_another_was_set():
    table = a_table("Ben+Dan 3", first_dealer=ANN)
    assert "turn" not in now(table)
    a_phone().post(address(table, "deal"), {"seat": "4"})
    assert (now(table)["turn"], now(table)["dealer"]) == (BEN, 4)


def test_games_are_given_by_their_row_in_the_table_of_games():
    table = a_table("Ann! 5", "Ann 5", "Ben 3", names=FOUR, rules_key="club-laws")
    told, games = now(table), script(a_phone().get(address(table)), "ahead")["games"]
    assert {name: told[name] for name in ("score", "won", "lap", "game", "rubber")} == {
        "score": [1, 1],
        "won": [1, 0],
        "lap": [1, 0],
        "game": 2,
        "rubber": 1,
    }
    assert games["won"][told["cell"]] == [1, 0]


def test_the_row_is_unknown_where_each_plays_alone():
    told = now(a_table("Ann 5", names=FOUR[:3], rules_key="hoyle-three"))
    assert (told["score"], told["won"], told["cell"]) == ([2, 0, 0], [0, 0, 0], None)


def test_a_waiting_hand_is_named():
    table = a_table("Ben+Dan 3")
    waits = log_unseen(table)
    assert now(table)["waiting"] == [str(waits.pk)]


def test_in_a_tournament_the_points_are_those_of_the_round():
    round = begun(a_tournament())
    table = again(round.tables.get(no=1).table)
    names = table.sitting.names
    log_all(table, f"{names[0]} 5", "-", f"{names[1]} 3")
    told = now(table)
    assert told["round"] is True
    assert told["about"] == {"before": "Round 1", "hand": 3, "of": 8}
    assert (told["played"], told["score"]) == (2, [2, 1])
    assert "game" not in told


def test_the_data_need_no_query_beyond_those_of_the_page():
    table = a_table("Ann! 5", "Ann 5", names=FOUR, rules_key="club-laws")
    sitting = table.sitting
    score = game_score(sitting, None)
    with CaptureQueriesContext(connection) as queries:
        told = now_at(sitting, tiles=(), score=score, round=None, undone=None)
    assert (told["no"], len(queries)) == (3, 0)


@pytest.mark.parametrize("rules", ["call-ace", "club-laws", "british"])
def test_the_data_are_small(rules):
    names = FIVE if rules == "call-ace" else FOUR
    page = a_phone().get(
        address(a_table("Ann! 5" if rules == "call-ace" else "Ann 5", names=names, rules_key=rules))
    )
    assert (
        len(json.dumps([script(page, "now"), script(page, "ahead")], separators=(",", ":"))) < 3000
    )
