"""Games with bidding on a table's pages: what was bid, what it brought, what can be put right."""

import pytest

from scoring.euchre.books import SHELF
from tests.cast import a_casual_table, a_phone, address, again, close

pytestmark = pytest.mark.django_db
SIX = ["Ann", "Ben", "Cat", "Dan", "Eve", "Fay"]
HANDS = {
    "auction": ("Ben 4/5", "Ann 5/2", "-"),
    "auction-six": ("Fay 4/5", "Ann 5/2", "Eve 3/3"),
    "bid": ("Ben 4/5", "Ann !/6", "Cat 5/2", "Dan !/3"),
    "bid-double": ("Ben 7/9", "Ann !/12", "Cat 11/2"),
}
PAGES = (
    *("", "score", "history", "reread", "rules", "rules.pdf", "laws", "people", "board"),
    *("device", "share", "settlement", "settlement.pdf", "score.pdf", "blank.pdf"),
    *("sheet-1.json", "sittings/1/seats"),
)


def a_bid_table(rules, *hands, **what):
    names = SIX[: SHELF[rules].players[0]]
    return a_casual_table(*(hands or HANDS[rules]), rules_key=rules, names=names, **what)


@pytest.mark.parametrize("rules", HANDS)
def test_every_page_of_a_table_with_bidding_is_shown(rules):
    table, phone = a_bid_table(rules), a_phone()
    codes = {page: phone.get(address(table, page)).status_code for page in PAGES}
    assert codes == dict.fromkeys(PAGES, 200)
    assert close(table.session)
    later = {page: phone.get(address(table, page)).status_code for page in PAGES}
    assert later == dict.fromkeys(PAGES, 200)


@pytest.mark.parametrize("rules", HANDS)
def test_a_bidding_table_is_compared_only_with_bidding_rules_of_as_many_tricks(rules):
    table, phone = a_bid_table(rules), a_phone()
    seats, of = len(table.sitting.names), SHELF[rules]
    for other, one in SHELF.items():
        read = seats in one.pack and one.bidding and one.tricks_dealt == of.tricks_dealt
        at = address(table, f"reread?rules={other}")
        assert (other, phone.get(at).status_code) == (other, 200 if read else 404)


def test_a_bid_can_be_corrected_on_the_page_of_its_hand():
    table, phone = a_bid_table("bid", "Ben 4/5"), a_phone()
    record = table.sitting.hands.get()
    page = address(table, f"hands/{record.pk}/")
    shown = phone.get(page).content.decode()
    assert [shown.count(f'name="{name}"') for name in ("bid", "tricks", "alone", "made")] == [
        *(5, 7, 0, 0)
    ]
    assert shown.count('value="high"') == 1
    assert "<legend>Bidder</legend>" in shown
    assert "<span>Alone</span>" in shown
    told = {"revision": 0, "maker": 1, "bid": "alone", "tricks": 6, "why": ""}
    moved = phone.post(page, told | {"look": "yes"}).content.decode()
    assert "<b>Ben bid alone, all six" in moved
    assert phone.post(page, told | {"save": ""}).status_code == 302
    assert (again(record).hand.bid, again(table).sitting.standing.score) == ("alone", (0, 12))


def test_six_settle_in_three_pairs():
    hands = ("Ann 5/5", "Ann 5/5", "Ann 5/5")
    table = a_bid_table("auction-six", *hands, stake_minor=100)
    page = a_phone().get(address(table, "settlement")).content.decode()
    assert "Ann settles with Ben, Cat with Dan, Eve with Fay" in page
