"""Buck Euchre on a table's pages: who made trump, if anybody, and what each player took."""

import re
from dataclasses import replace
from uuid import uuid4

import pytest

from scoring.euchre.books import SHELF
from scoring.euchre.hand import Hand
from scoring.table.pure.play import plays
from tests.cast import a_casual_table, a_phone, address, again, close
from tests.html import text
from tests.sheets.reading import squeezed, whole
from tests.table.views.test_bid_tables import PAGES

pytestmark = pytest.mark.django_db
FOUR = ["Ann", "Ben", "Cat", "Dan"]
BEN = 1
HANDS = ("Ben 1,3,-,1", "Cat 5,0,0,-", "1,2,1,1", "-")


def a_table(*hands, **what):
    return a_casual_table(*hands, rules_key="buck", names=FOUR, **what)


def send(table, page, **fields):
    table = again(table)
    told = {"hand_id": uuid4(), "sitting": table.sitting.pk, "after": table.sitting.latest or ""}
    return a_phone().post(address(table, page), told | fields)


def keys(page):
    """Return what each key of a page says, by what it sends."""
    found = re.findall(r'name="(tap|own)"\s+value="(.*?)"', page)
    return [value for name, value in found if name == "own"], [
        value for name, value in found if name == "tap"
    ]


def test_every_page_of_a_table_of_buck_is_shown():
    table, phone = a_table(*HANDS), a_phone()
    codes = {page: phone.get(address(table, page)).status_code for page in PAGES}
    assert codes == dict.fromkeys(PAGES, 200)
    assert close(table.session)
    later = {page: phone.get(address(table, page)).status_code for page in PAGES}
    assert later == dict.fromkeys(PAGES, 200)


def test_the_pad_asks_each_player_in_turn_without_a_script():
    table, phone = a_table(), a_phone()
    page = phone.get(address(table)).content.decode()
    assert keys(page) == (
        ["-", "0", "1", "2", "3", "4", "5"],
        ["clear", "0", "1", "2", "3", "nobody"],
    )
    draft = {"maker": "1", "partner": "", "taken": ""}
    asked = []
    for took in ("3", "-", "1"):
        page = phone.get(address(table), draft | {"own": took}).content.decode()
        asked.append(shown_prompt(page))
        draft["taken"] = re.search(r'name="taken"\s+value="(.*?)"', page)[1]
    assert asked == [
        "Ben made it. Cat’s tricks?",
        "Ben made it. Dan’s tricks?",
        "Ben made it.",
    ]
    assert draft["taken"] == "1,3,-,1"
    assert "Ben +3, Ann and Dan +1 each" in text(page)


def test_a_maker_can_be_chosen_after_tricks_were_tapped_without_one():
    table, phone = a_table(), a_phone()
    draft = {"maker": "", "partner": "nobody", "taken": "1,2,,"}
    page = phone.get(address(table), draft | {"tap": "nobody"}).content.decode()
    assert shown_prompt(page) == "Who made trump?"
    page = phone.get(address(table), draft | {"partner": "", "tap": "1"}).content.decode()
    assert shown_prompt(page) == "Ben made it. Cat’s tricks?"


def shown_prompt(page):
    return text(re.search(r'id="prompt"[^>]*>(.*?)</', page, re.DOTALL)[1]).strip()


def test_a_hand_is_saved_with_and_without_a_maker():
    table = a_table()
    for told in ({"maker": "1", "taken": "1,3,-,1"}, {"partner": "nobody", "taken": "2,1,1,1"}):
        assert send(table, "hands/log", **told).status_code == 302
    sitting = again(table).sitting
    assert [replace(bare.hand, dealer=None) for bare in sitting.counted] == [
        Hand(maker=BEN, taken=(1, 3, None, 1)),
        Hand(taken=(2, 1, 1, 1)),
    ]
    assert sitting.standing.score == (3, 4, 1, 2)


@pytest.mark.parametrize(
    ("taken", "said"),
    [
        ("1,3,-", "Enter the tricks of each player, or that they dropped out."),
        ("1,3,,1", "Enter the tricks of each player, or that they dropped out."),
        ("a,3,-,1", "Enter the tricks of each player, or that they dropped out."),
        ("1,3,1,1", "The tricks of all players add up to 6, not 5."),
        ("2,-,2,1", "The maker can’t drop out."),
        ("9" * 30, "Ensure this value has at most 20 characters"),
    ],
)
def test_tricks_that_cannot_be_are_refused_in_a_sentence(taken, said):
    table = a_table()
    answer = send(table, "hands/log", maker="1", partner="", taken=taken)
    assert answer.status_code == 422
    assert said in text(answer.content.decode())
    assert not again(table).sitting.counted


def test_a_hand_is_corrected_player_by_player():
    table, phone = a_table("Ben 1,3,-,1"), a_phone()
    record = table.sitting.hands.get()
    page = address(table, f"hands/{record.pk}/")
    before = phone.get(page).content.decode()
    assert [f"Tricks of {name}" in text(before) for name in FOUR] == [True] * 4
    told = {"revision": 0, "maker": 1, "why": ""} | {
        f"taken_{seat}": took for seat, took in enumerate(("-", "2", "2", "1"))
    }
    moved = text(phone.post(page, told | {"look": "yes"}).content.decode())
    assert "Ben made trump: Ann out, Ben 2, Cat 2, Dan 1" in moved
    assert phone.post(page, told | {"save": ""}).status_code == 302
    assert again(record).hand.taken == (None, 2, 2, 1)
    assert again(table).sitting.standing.score == (0, -5, 2, 1)


def test_the_rules_page_and_the_papers_say_what_a_trick_and_a_set_are_worth():
    table, phone = a_table("Ben 1,3,-,1"), a_phone()
    page = text(phone.get("/rules/buck/").content.decode())
    for words in ("Result for a player", "Each trick", "−5", "White Knuckle", "drops out"):
        assert words in page
    paper = whole(phone.get(address(table, "blank.pdf")).content)
    assert squeezed("Each trick: 1 to the player who took it") in paper
    score = whole(phone.get(address(table, "score.pdf")).content)
    assert squeezed("Ben made trump") in score


def test_the_score_page_says_what_each_player_took():
    table = a_table(*HANDS)
    page = text(a_phone().get(address(table, "score")).content.decode())
    assert "Ben made trump: Ann 1, Ben 3, Cat out, Dan 1" in page
    assert "No maker: Ann 1, Ben 2, Cat 1, Dan 1" in page


def test_a_table_of_buck_is_compared_with_no_game_of_sides():
    table, phone = a_table("Ben 1,3,-,1"), a_phone()
    read = [
        key for key in SHELF if phone.get(address(table, f"reread?rules={key}")).status_code == 200
    ]
    assert read == ["buck"]


def test_every_player_is_an_opponent_of_the_others_in_the_figures():
    table = a_table("Ben 1,3,-,1", "1,2,1,1")
    sitting = table.sitting
    found = plays(sitting.played, rules=sitting.rules, players=[10, 11, 12, 13])
    assert {len(play.against) for play in found.values()} == {3}
    assert {len(play.beside) for play in found.values()} == {0}
    assert (found[11].maker.hands, found[10].maker.hands) == (1, 0)


def test_the_settlement_of_a_game_of_buck_has_each_loser_pay_the_winner():
    table = a_table(*["Ben -,5,-,-"] * 5)
    assert close(table.session)
    page = text(a_phone().get(address(table, "settlement")).content.decode())
    assert "Each loser of a game pays its winner." in page
    assert "Partners" not in page
