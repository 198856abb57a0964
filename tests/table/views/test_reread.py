"""A sitting by other rules, beside what it came to."""

import re

import pytest

from scoring.euchre.books import SHELF
from scoring.euchre.hand import Hand
from scoring.table.actions.house_rules import make_house_rules
from scoring.table.actions.tables import change_people
from tests.cast import (
    ANN,
    BEN,
    CAT,
    FIVE,
    a_club,
    a_phone,
    a_table,
    address,
    an_evening,
    everything,
    log,
)
from tests.html import shown, text

pytestmark = pytest.mark.django_db

FOUR = FIVE[:4]
EVENING = [
    Hand(maker=ANN, tricks=5),
    Hand(maker=BEN, alone=BEN, tricks=2),
    Hand(maker=CAT, tricks=3),
    Hand(maker=ANN, alone=CAT, tricks=5),
    Hand(maker=BEN, tricks=5),
]


def a_keller_table(*hands, **what):
    return a_table(*hands, names=FOUR, rules_key="keller", **what)


def by(table, rules="", sitting="", **how):
    return a_phone().get(address(table, f"reread?rules={rules}&sitting={sitting}", **how))


def rows(page):
    """What each won or lost as played and as if, with net and points."""
    (table,) = re.findall(
        r'<table class="compare">.*?</table>', page.content.decode(), flags=re.DOTALL
    )
    return [text(row) for row in re.findall(r"<tr.*?</tr>", table, flags=re.DOTALL)]


def test_a_sitting_is_compared_with_its_score_by_other_rules():
    page = by(a_keller_table(*EVENING), "club-laws")
    assert shown(page, r'<p class="remark" id="scored">.*?</p>') == ["All 5 hands can be scored."]
    assert rows(page) == [
        "Player Played: Keller’s game With: Club laws",
        "Ann +£0.25 net +1 9 points +£1.00 net +4 11 points",
        "Ben −£0.25 net −1 2 points −£1.00 net −4 2 points",
        "Cat +£0.25 net +1 9 points +£1.00 net +4 11 points",
        "Dan −£0.25 net −1 2 points −£1.00 net −4 2 points",
    ]
    assert shown(page, r'<section aria-labelledby="column-\d">.*?</section>') == [
        "Played: Keller’s game Game 1 to Ann and Cat, 5–0 Game 2 so far: Ann and Cat 4, Ben "
        "and Dan 2 "
        "Ben to Ann £0.25 , Dan to Cat £0.25 .",
        "With: Club laws Game 1 to Ann and Cat, 6–0, counts 2, a lap of 1 "
        "Game 2 to Ann and Cat, 6–0, counts 2, a lap of 1 "
        "Rubber 1 not finished, Ann and Cat 4, Ben and Dan 0 "
        "Game 3 so far: Ann and Cat 1, Ben and Dan 2 Ben to Ann £1.00 , Dan to Cat £1.00 .",
    ]


def test_unrecorded_facts_are_named_and_later_games_marked_uncertain():
    page = by(a_keller_table(*EVENING, *EVENING[:2]), "american")
    assert shown(page, r'<p class="complaint" id="scored">.*?</p>') == [
        "6 of 7 hands can be scored. From hand 4 on the games could have gone otherwise. "
        "We don’t guess."
    ]
    missing = "the tricks of Ann and Cat together: Cat played alone, and only the maker may."
    assert f"Hand 4: {missing}" in shown(page, r'<ul class="sentences">.*?</ul>')
    (fourth,) = (
        hand for hand in shown(page, r"<li class=\"differs\">.*?</li>") if hand.startswith("4 ")
    )
    assert fourth.endswith(f"Can’t be scored. Missing: {missing}")
    sure = [line.endswith("(uncertain)") for line in shown(page, r"<li>Game \d.*?</li>")]
    assert sure == [False, False, False, True]


def test_every_hand_shows_what_it_would_score_and_by_which_law():
    page = by(a_keller_table(*EVENING), "club-laws")
    hands = shown(page, r'<ol class="hands">(.*?)</ol>')[0]
    assert "2 · Ben alone, two tricks: Ann and Cat +2 Lone hand euchred · Keller, ch. 2. " in hands
    assert "With these rules: Ann and Cat +4 . Lone hand euchred · Leeds & Dwight, law 3." in hands
    assert hands.count("With these rules: the same points") == 4


def test_only_rules_for_as_many_players_are_offered_with_the_clubs_own_first():
    club = a_club()
    house = make_house_rules(club=club, base="keller", name="Kitchen rules", changes={"target": 7})
    page = by(a_keller_table(session=an_evening(club)))
    assert shown(page, r'<ul class="links shelf">.*?<b>(.*?)</b>')[0] == "Kitchen rules"
    keys = re.findall(r'reread\?rules=([\w-]+)&amp;sitting=1"', page.content.decode())
    turning = [
        key for key, one in SHELF.items() if 4 in one.pack and not (one.bidding or one.each_scores)
    ]
    assert keys == [f"house-{house.pk}", *turning]
    assert "the club’s own, after Keller’s game" in text(page.content.decode())


def test_a_sitting_can_be_compared_by_the_clubs_own_rules():
    club = a_club()
    house = make_house_rules(club=club, base="keller", name="Kitchen rules", changes={"target": 7})
    table = a_keller_table(*EVENING, session=an_evening(club))
    assert "Game 1 to Ann and Cat, 9–0" in text(by(table, f"house-{house.pk}").content.decode())


def test_an_ambiguous_hand_can_be_compared_where_lone_hands_do_not_exist():
    club = a_club()
    house = make_house_rules(club=club, base="keller", name="Together", changes={"alone": "nobody"})
    table = a_table(Hand(maker=ANN, tricks=3), names=FOUR, session=an_evening(club))
    page = by(table, f"house-{house.pk}")
    assert shown(page, r'<p class="complaint" id="scored">.*?</p>') == [
        "None of 1 hand can be scored. From hand 1 on the games could have gone otherwise. "
        "We don’t guess."
    ]


def test_another_clubs_rules_unknown_rules_and_unknown_sittings_are_not_found():
    others = make_house_rules(
        club=a_club("Elsewhere"), base="keller", name="Theirs", changes={"target": 7}
    )
    table = a_keller_table(*EVENING)
    asked = [
        (f"house-{others.pk}", ""),
        ("whist", ""),
        ("hoyle-two", ""),
        ("keller", "9"),
        ("", "x"),
    ]
    assert [by(table, *one).status_code for one in asked] == [404] * 5


def test_an_earlier_sitting_is_compared_with_its_own_players():
    table = a_table("Ann+Cat 5", names=FIVE)
    change_people(table=table, names=FOUR)
    assert (
        rows(by(table, "call-ace", "1"))[-1] == "Eve −£1.50 net −6 0 points −£1.50 net −6 0 points"
    )
    assert by(table, "keller", "1").status_code == 404
    log(table, "Ann+Cat 5")
    assert rows(by(table, "keller"))[1] == "Ann +£1.00 net +4 2 points £0.00 net 0 2 points"


def test_a_table_without_a_hand_says_what_to_do_next():
    page = by(a_keller_table())
    assert "No hands yet. Once you’ve played some, choose rules here" in text(page.content.decode())
    assert "No hand was played." in text(by(a_keller_table(), "american").content.decode())


def test_points_are_compared_where_there_is_no_stake():
    page = by(a_keller_table(*EVENING, stake_minor=0), "club-laws")
    assert rows(page)[1] == "Ann +1 9 points +4 11 points"


def test_a_watcher_can_compare_rules_and_the_score_page_links_to_it():
    table = a_keller_table(*EVENING)
    stored = everything()
    assert by(table, "club-laws", right="watch").status_code == 200
    score = a_phone().get(address(table, "score")).content.decode()
    assert (f'{address(table, "reread")}?sitting=1"' in score, everything()) == (True, stored)


def test_comparing_many_hands_takes_as_many_queries_as_few(django_assert_num_queries):
    from tests.test_queries import asked

    found = {
        asked(a_phone(), address(a_keller_table(*hands), "reread?rules=club-laws"))
        for hands in (EVENING[:1], EVENING[:3] * 5)
    }
    assert len(found) == 1
