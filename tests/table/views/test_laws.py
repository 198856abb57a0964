"""The laws of a table, searched, read, and recorded from."""

import re
from html import unescape

import pytest

from scoring.euchre.books import SHELF
from scoring.euchre.hand import Hand
from scoring.euchre.remedies import remedies, search
from scoring.table.actions.house_rules import make_house_rules
from scoring.table.views.laws import COMMONEST
from tests.cast import (
    a_club,
    a_phone,
    a_table,
    address,
    again,
    an_evening,
    close,
    log,
    send,
    told_hands,
)
from tests.euchre.cast import ANN, CAST
from tests.html import hidden, shown, text

pytestmark = pytest.mark.django_db

TITLE = r'<details class="remedy"[^>]*>\s*<summary>(.*?)</summary>'
REMEDY = r'<details class="remedy".*?</details>'


def a_table_of(key, **what):
    return a_table(names=list(CAST[: max(SHELF[key].players)]), rules_key=key, **what)


def laws_of(table, query="", right="write", **how):
    return a_phone().get(address(table, f"laws{query}", right=right), **how)


def entry(page, title):
    """The words of the remedy with this title."""
    (found,) = [one for one in shown(page, REMEDY) if one.startswith(title)]
    return found.removeprefix(title).strip()


def buttons(page):
    """What records something: the values of buttons, and where links lead below the table's
    address."""
    html = page.content.decode()
    links = re.findall(r'<a class="button strong" href="/t/[\w-]+/([^"]*)"', html)
    return {*re.findall(r'<button form="void" name="void" value="([\w-]+)"', html), *links}


@pytest.mark.parametrize("key", SHELF)
def test_a_table_shows_all_remedies_of_its_laws_with_the_commonest_one_tap_away(key):
    page = laws_of(a_table_of(key))
    assert shown(page, TITLE) == [one.title for one in remedies(SHELF[key])]
    often = re.findall(r'<a class="button" href="#law-([\w-]+)">(.*?)</a>', page.content.decode())
    assert often == list(COMMONEST.items())
    assert all(f'id="law-{key}"' in page.content.decode() for key in COMMONEST)


def test_the_buttons_that_call_the_organiser_are_folded_away_below_the_laws():
    page = laws_of(a_table_of("keller")).content.decode()
    laws, _, below = page.partition("Call the organiser</summary>")
    assert ('name="about"' in laws, 'name="about"' in below.partition("</details>")[0]) == (
        False,
        True,
    )
    assert 'class="topic"' not in below


def test_a_remedy_says_what_to_do_who_may_choose_and_by_which_law():
    page = laws_of(a_table_of("keller"))
    lead, revoke = (
        one for one in remedies(SHELF["keller"]) if one.key in ("revoke", "lead-out-of-turn")
    )
    assert entry(page, revoke.title) == f"{revoke.remedy} Our ruling Enter it on the pad"
    assert page.content.decode().count("the books are silent") == 1
    assert entry(page, lead.title) == (
        f"{lead.remedy} Choice of: {lead.chooses} . {lead.law.short}"
    )


def test_house_rules_show_their_own_numbers():
    club = a_club()
    house = make_house_rules(club=club, base="keller", name="Kitchen rules", changes={"revoke": 4})
    page = laws_of(a_table(names=list(CAST[:4]), house=house, session=an_evening(club)))
    (revoke,) = (one for one in remedies(house.rules) if one.key == "revoke")
    assert "4" in revoke.remedy
    assert entry(page, revoke.title).startswith(f"{revoke.remedy} Kitchen rules, house rule")


def test_only_penalties_that_score_can_be_recorded():
    assert buttons(laws_of(a_table_of("club-laws"))) == {
        "misdeal",
        "new-deal",
        "imperfect-pack",
        "passed-out",
        "?happened=revoke",
        "?happened=wrong_cards",
        "?happened=abandoned",
        "?happened=exposed",
        "score",
        "penalty",
    }


def test_a_misdeal_recorded_from_the_laws_counts_and_leads_back_to_the_pad():
    table = a_table_of("keller")
    page = laws_of(table)
    fields = hidden(page, "void") | {"void": "misdeal"}
    answers = [send(a_phone(), address(table, "hands/log"), fields) for _ in range(2)]
    assert [(answer.status_code, answer.url) for answer in answers] == [(302, address(table))] * 2
    assert [hand.void for hand in told_hands(table)] == ["misdeal"]


def test_a_watcher_reads_the_laws_but_cannot_record():
    page = laws_of(a_table_of("club-laws"), right="watch")
    assert (buttons(page), 'id="void"' in page.content.decode()) == (set(), False)


def test_penalties_cannot_be_recorded_once_the_evening_is_closed():
    table = a_table_of("keller")
    log(table, Hand(maker=ANN, tricks=5))
    close(table.session)
    assert buttons(laws_of(again(table))) == set()


def test_a_search_finds_the_commonest_first_and_hides_the_rest_until_cleared():
    table = a_table_of("club-laws")
    page = laws_of(table, "?q=revoke")
    within = r"<div data-found>(.*?)</div>\s*<details class=.topic"
    inside = re.search(within, page.content.decode(), flags=re.DOTALL)[1]
    found = [text(title) for title in re.findall(TITLE, inside, flags=re.DOTALL)]
    hits = search(remedies(SHELF["club-laws"]), "revoke")
    assert sorted(found) == sorted(one.title for one in hits)
    assert found[0] == next(one.title for one in hits if one.key == "revoke")
    assert sorted(shown(page, TITLE)) == sorted(one.title for one in remedies(SHELF["club-laws"]))
    assert page.content.decode().count('class="topic"') == len(
        re.findall(r'class="topic" [^>]*hidden>', page.content.decode())
    )


def test_a_single_match_is_unfolded_and_no_match_says_what_to_do():
    table = a_table_of("keller")
    assert laws_of(table, "?q=disputed+score").content.decode().count("open>") == 1
    assert shown(laws_of(table, "?q=bicycle"), r'<p role="status".*?</p>') == [
        "No law found. Try another word, or fewer words."
    ]


def test_a_long_or_malicious_search_is_shown_as_text():
    page = laws_of(a_table_of("keller"), "?q=%3Cscript%3E%22" + "x" * 500)
    value = re.search(r'name="q" value="([^"]*)"', page.content.decode())[1]
    assert unescape(value) == '<script>"' + "x" * 51


def test_the_pad_gets_the_laws_without_a_page_around_them():
    page = laws_of(a_table_of("keller"), headers={"HX-Request": "true"})
    html = page.content.decode().strip()
    assert (html.startswith('<div class="laws"'), "<html" in html, 'id="void"' in html) == (
        True,
        False,
        False,
    )
    assert "misdeal" in buttons(page)


def test_the_laws_of_a_rule_set_can_be_read_without_a_table():
    page = a_phone().get("/rules/keller/laws")
    assert shown(page, TITLE) == [one.title for one in remedies(SHELF["keller"])]
    assert buttons(page) == set()


def test_unknown_rules_have_no_laws():
    assert a_phone().get("/rules/whist/laws").status_code == 404
