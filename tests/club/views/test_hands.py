"""The search page for the hands of a club."""

from datetime import date

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.models import HandRecord, Player
from tests.cast import (
    FIVE,
    PASSED_OUT,
    a_club,
    a_table,
    an_evening,
    link,
    signed_in,
    some_id,
)
from tests.html import shown, text

pytestmark = pytest.mark.django_db

FRIDAY = date(2026, 11, 20)


@pytest.fixture
def club():
    """A Friday with a table of the five and one at the club laws."""
    club = a_club()
    session = an_evening(club, played_on=FRIDAY)
    a_table("Eve! 5", "Ben+Dan 2", PASSED_OUT, session=session)
    a_table("Ann! 2", "Ben 5", session=session, names=FIVE[:4], rules_key="club-laws")
    return club


def look(club, asked="", rest=""):
    return signed_in("kate").get(f"/clubs/{club.pk}/hands/{rest}?{asked}")


def lines(page):
    """The rows of the list: each hand with its place and the score after it."""
    return [text(line) for line in shown(page, r"<li>(.*?)</li>") if "hand " in line]


def test_the_list_describes_each_hand_and_the_score_after_it(club):
    assert lines(look(club, "role=alone")) == [
        "Ann alone, two tricks: Ben and Dan +4 Table 2, hand 1. Game 1 so far: Ann and Cat 0, "
        "Ben and Dan 4",
        "Eve alone, all five: Eve +5 Table 1, hand 1. Then Ann 0, Ben 0, Cat 0, Dan 0, Eve 5",
    ]


def test_a_person_and_an_outcome_are_searched_together(club):
    ben = Player.objects.get(name="Ben").pk
    assert lines(look(club, f"player={ben}&role=maker&what=euchre")) == [
        "Ben with Dan, two tricks: Ann, Cat and Eve +2 each Table 1, hand 2. "
        "Then Ann 2, Ben 0, Cat 2, Dan 0, Eve 7"
    ]
    nothing = look(club, f"player={ben}&what=misdeal&when=2026")
    assert "No hand matches all of that." in nothing.content.decode()


def test_an_invalid_filter_is_named_and_the_other_choices_are_kept(club):
    page = look(club, "what=march&when=1800&player=x")
    assert page.status_code == 422
    assert shown(page, r'<ul class="errorlist"[^>]*>(.*?)</ul>') == [
        "Choose one from the list.",
        "Choose one from the list.",
    ]
    assert '<option value="march" selected>' in page.content.decode()
    assert look(club, "after=x").status_code == 404


def test_a_hand_opens_with_the_score_at_that_time(club):
    record = HandRecord.objects.get(void="passed-out")
    page = look(club, rest=f"{record.pk}/")
    assert shown(page, "<h1>(.*?)</h1>") == ["Hand 3"]
    hands = [
        text(line) for line in shown(page, r"<li[^>]*>((?:(?!<li).)*?)</li>") if "dealt." in line
    ]
    assert [line[:20] for line in hands] == [
        "3 · Passed out: No p",
        "2 · Ben with Dan, tw",
        "1 · Eve alone, all f",
    ]
    table = record.sitting.table
    assert f"/t/{link(table).token}/history?hand={record.pk}" in page.content.decode()


def test_a_hand_that_is_not_counted_or_belongs_to_another_club_is_not_found(club):
    record = HandRecord.objects.get(void="passed-out")
    other = a_club("The Left Bower Club", organiser="mallory")
    at_another = f"/clubs/{other.pk}/hands/{record.pk}/"
    assert signed_in("mallory").get(at_another).status_code == 404
    assert look(club, rest=f"{some_id(9)}/").status_code == 404
    HandRecord.objects.update(state=HandRecord.State.TAKEN_BACK)
    assert look(club, rest=f"{record.pk}/").status_code == 404


def test_a_few_words_in_the_club_s_search_lead_to_hands(club):
    def led_to(words):
        page = signed_in("kate").get(f"/clubs/{club.pk}/", {"q": words})
        found = shown(page, r'<h2 id="hands-found">.*?<a class="button" (.*?)</a>')
        return found[0] if found else ""

    ben = Player.objects.get(name="Ben").pk
    assert led_to("ben loner 2026").endswith(
        f'/hands/?player={ben}&role=alone&when=2026">Show hands: Ben: played alone, 2026'
    )
    assert led_to("euchres").endswith('/hands/?what=euchre">All hands: a euchre, or a bid set')
    page = signed_in("kate").get(f"/clubs/{club.pk}/", {"q": "eve alone"})
    assert [line[:24] for line in lines(page)] == ["Eve alone, all five: Eve"]
    assert led_to("november") == led_to("nobody march") == ""


def test_three_evenings_need_as_many_queries_as_one(club):
    client = signed_in("kate")

    def queries():
        with CaptureQueriesContext(connection) as asked:
            client.get(f"/clubs/{club.pk}/hands/")
        return len(asked)

    few = queries()
    for day in (18, 19):
        a_table("Eve! 5", "Ben+Dan 2", session=an_evening(club, played_on=FRIDAY.replace(day=day)))
    assert queries() == few
