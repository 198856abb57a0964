"""A table with lone bids of its own, numbers played alone and forced bids: on every page."""

import pytest

from scoring.euchre.hand import Hand
from scoring.table.actions.house_rules import make_house_rules
from tests.cast import a_phone, a_table, address, again, an_evening, log_unseen
from tests.html import text
from tests.table.views.test_bid_tables import PAGES

pytestmark = pytest.mark.django_db
FOUR = ["Ann", "Ben", "Cat", "Dan"]
LONE_BIDS = [
    {"key": "shoot", "name": "Shoot", "value": 12, "cards": 1},
    {"key": "call-two", "name": "Call two", "value": 18, "cards": 2},
]
CHANGES = {"lone_bids": LONE_BIDS, "bid_alone_value": 24} | {
    **{"alone_at": True, "lone_bonus": 6, "forced_half": True}
}
HANDS = ("Ben shoot/6", "Cat! 4/5", Hand(maker=3, bid=3, tricks=2, forced=True))


def at_the_hall(*hands, base="bid"):
    session = an_evening()
    about = {"club": session.club, "base": base, "name": "The hall", "changes": CHANGES}
    return a_table(*hands, session=session, names=FOUR, house=make_house_rules(**about))


def test_every_page_of_a_table_with_lone_bids_is_shown():
    table, phone = at_the_hall(*HANDS), a_phone()
    codes = {page: phone.get(address(table, page)).status_code for page in PAGES}
    assert codes == dict.fromkeys(PAGES, 200)


def test_the_pad_has_a_key_for_each_lone_bid_between_the_numbers_and_alone():
    page = a_phone().get(address(at_the_hall())).content.decode()
    keys = page.partition('aria-label="Bid">')[2].partition("</div>")[0]
    assert text(keys).split(" ") == [
        *("3 bid 4 bid 5 bid 6 bid Shoot all 6 Call two all 6 Alone all 6".split())
    ]
    assert 'data-said="Call two"' in keys


def test_hands_of_lone_bids_are_scored_and_exported_as_they_were_told():
    table, phone = at_the_hall(*HANDS), a_phone()
    assert again(table).sitting.totals == (15, 11, 15, 11)
    sheet = phone.get(address(table, "sheet-1.json")).json()
    bare = [{key: hand[key] for key in hand if key not in ("id", "at")} for hand in sheet["hands"]]
    assert bare == [
        {"maker": "Ben", "alone": "Ben", "bid": "shoot", "tricks": 6},
        {"maker": "Cat", "alone": "Cat", "bid": 4, "tricks": 5},
        {"maker": "Dan", "bid": 3, "forced": True, "tricks": 2},
    ]


def test_the_score_names_the_bids_as_people_do():
    table, phone = at_the_hall(*HANDS), a_phone()
    words = text(phone.get(address(table, "score")).content.decode())
    for said in ("Ben bid Shoot, all six", "Cat bid four alone, five", "Dan had to bid three, two"):
        assert said in words


def test_a_hand_is_corrected_to_a_lone_bid_to_a_number_alone_and_to_a_forced_bid():
    table, phone = at_the_hall("Ben 4/5"), a_phone()
    record = table.sitting.hands.get()
    page = address(table, f"hands/{record.pk}/")
    shown = phone.get(page).content.decode()
    assert "<span>Call two</span>" in shown
    assert "<span>Played alone</span>" in shown
    told = {"maker": 1, "tricks": 6, "why": "", "save": ""}
    for revision, change, facts in (
        (0, {"bid": "call-two"}, ("call-two", 1, None)),
        (1, {"bid": "5", "alone": "0"}, (5, 1, None)),
        (2, {"bid": "5", "forced": "on"}, (5, None, True)),
        (3, {"bid": "5"}, (5, None, None)),
    ):
        sent = told | change | {"revision": revision}
        assert phone.post(page, sent).status_code == 302
        hand = again(record).hand
        assert (hand.bid, hand.alone, hand.forced) == facts


@pytest.mark.parametrize(
    ("other", "bids"),
    [
        (Hand(maker=1, bid="shoot", tricks=6), "Shoot Four"),
        (Hand(maker=1, bid=4, alone=1, tricks=5), "Four alone Four"),
        (Hand(maker=1, bid=4, forced=True, tricks=5), "Four, made to bid Four"),
    ],
)
def test_two_versions_of_a_hand_are_compared_by_their_bids(other, bids):
    table = at_the_hall("Ben 4/5")
    log_unseen(table, other)
    page = text(a_phone().get(address(table)).content.decode())
    assert f"Bid ≠ (differs) {bids}" in page


def test_a_number_is_begun_alone():
    table, phone = at_the_hall(), a_phone()
    page = phone.get(address(table)).content.decode()
    hand_id = page.partition('name="hand_id" value="')[2].partition('"')[0]
    told = {"hand_id": hand_id, "sitting": table.sitting.pk, "maker": 1, "bid": "4", "alone": "1"}
    phone.post(address(table, "hands/begin"), told)
    assert "Ben bid 4 alone. How many tricks?" in text(
        a_phone().get(address(table)).content.decode()
    )
