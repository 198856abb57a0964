"""Hands are found by their facts and by their outcome under the rules."""

from datetime import date
from random import Random

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.club.queries.hands import (
    BY_WHAT,
    HANDS_A_PAGE,
    OUTCOMES,
    ROLES,
    Sought,
    find_hands,
    played_by,
)
from scoring.euchre.awards import Parties
from scoring.euchre.books import SHELF
from scoring.euchre.hand import VOIDS
from scoring.euchre.points import score
from scoring.evening.actions.sessions import open_session
from scoring.models import HandRecord
from scoring.people.models import Player
from scoring.table.actions.house_rules import make_house_rules
from scoring.table.actions.tables import change_terms
from tests.cast import FIVE, PASSED_OUT, a_club, a_table, an_evening, some_id
from tests.euchre.cast import CAST
from tests.euchre.chance import any_hand

pytestmark = pytest.mark.django_db

FRIDAY = date(2026, 11, 20)
NOTHING = Sought()


def hands_in(club, sought=NOTHING, **how):
    """The hands that are found, as they are written in short: day of the month, table, number."""
    found = find_hands(club, sought, books=played_by(club), **how)
    return [
        f"{sitting.table.session.played_on.day}.{sitting.table.no}.{no + 1}"
        for sitting, no in found.hands
    ]


def the(club, name):
    return Player.objects.get(club=club, name=name).pk


@pytest.fixture
def club():
    """Two Fridays: on the first a table of the five, on the second a tableful at the club laws."""
    club = a_club()
    first, second = (an_evening(club, played_on=day) for day in (date(2026, 11, 13), FRIDAY))
    a_table("Eve! 5", "Ben+Dan 2", PASSED_OUT, "Ann+Cat 5", session=first)
    a_table("Ann! 2", "Ben 5", session=second, names=FIVE[:4], rules_key="club-laws")
    return club


def test_the_latest_hand_is_first(club):
    assert hands_in(club) == ["20.1.2", "20.1.1", "13.1.4", "13.1.3", "13.1.2", "13.1.1"]


def test_a_player_is_found_as_maker_partner_opponent_and_alone(club):
    ann = the(club, "Ann")
    found = {role: hands_in(club, Sought(player=ann, role=role)) for role in ("", *ROLES)}
    assert found == {
        "": ["20.1.2", "20.1.1", "13.1.4", "13.1.3", "13.1.2", "13.1.1"],
        "maker": ["20.1.1", "13.1.4"],
        "partner": [],
        "against": ["20.1.2", "13.1.2", "13.1.1"],
        "alone": ["20.1.1"],
    }
    assert hands_in(club, Sought(player=the(club, "Dan"), role="partner")) == [
        "20.1.2",
        "13.1.2",
    ]


def test_a_hand_is_found_by_its_outcome_law_rule_set_and_day(club):
    assert hands_in(club, Sought(what="euchre")) == ["20.1.1", "13.1.2"]
    assert hands_in(club, Sought(what="march")) == ["20.1.2", "13.1.4", "13.1.1"]
    assert hands_in(club, Sought(what="passed-out")) == ["13.1.3"]
    assert hands_in(club, Sought(role="alone")) == ["20.1.1", "13.1.1"]
    assert hands_in(club, Sought(law="Foster, law 44")) == ["13.1.1"]
    assert hands_in(club, Sought(rules="club-laws")) == ["20.1.2", "20.1.1"]
    assert hands_in(club, Sought(since=FRIDAY)) == ["20.1.2", "20.1.1"]
    assert hands_in(club, Sought(until=date(2026, 11, 19), what="march")) == ["13.1.4", "13.1.1"]
    assert hands_in(club, Sought(tournament=True)) == []


def test_hands_of_another_club_and_hands_not_counted_are_not_found(club):
    HandRecord.objects.filter(tricks=5).update(state=HandRecord.State.TAKEN_BACK)
    assert hands_in(club) == ["20.1.1", "13.1.2", "13.1.1"]
    assert hands_in(a_club("The Left Bower Club", organiser="mallory")) == []
    assert hands_in(club, Sought(player=the(club, "Ann") + 1000)) == []


def test_pages_continue_through_the_evenings(club):
    for day in (14, 15):
        session = an_evening(club, played_on=date(2026, 11, day))
        a_table(*["Ben+Dan 3"] * 15, session=session)
    books, seen, after = played_by(club), [], None
    while True:
        page = find_hands(club, NOTHING, books=books, after=after)
        seen.append([sitting.counted[no].id for sitting, no in page.hands])
        after = page.last
        if after is None:
            break
    assert [len(page) for page in seen] == [HANDS_A_PAGE, 16]
    assert len({id for page in seen for id in page}) == 36
    nowhere = find_hands(club, NOTHING, books=books, after=some_id(1))
    assert (nowhere.hands, nowhere.last) == ((), None)


def test_many_hands_need_as_many_queries_as_few(club):
    def queries():
        with CaptureQueriesContext(connection) as asked:
            hands_in(club, Sought(what="march"))
        return len(asked)

    few = queries()
    session = an_evening(club, played_on=date(2026, 11, 21))
    a_table(*["Ben+Dan 5"] * 12, session=session)
    a_table(*["Ben+Dan 5"] * 3, session=session)
    assert queries() == few == 10


def any_evening(club, random):
    """Play hands by chance at a table of every rule set, and one of a house."""
    session = open_session(club=club, played_on=FRIDAY)
    house = make_house_rules(club=club, name="Ours", base="keller", changes={"lone_euchre": 3})
    for key, rules in [*SHELF.items(), ("keller", None)]:
        seats = random.choice(sorted((rules or SHELF[key]).pack))
        own = {"house": house} if rules is None else {"rules_key": key}
        table = a_table(session=session, names=CAST[:seats], **own)
        sitting = table.sitting
        for place in range(1, 16):
            record = HandRecord(id=some_id(random.getrandbits(100)), sitting=sitting, place=place)
            record.hand = any_hand(random, table.rules, seats, wrong=0.06)
            record.store()


def is_it(sitting, hand, sought):
    """Whether a hand is what is sought, asked of the rules alone."""
    rules, seats = sitting.table.rules, len(sitting.players)
    if sought.law:
        awards = score(hand, rules=rules, seats=seats, kept=True).awards
        return sought.law in [award.law.short for award in awards]
    if sought.what in OUTCOMES:
        return score(hand, rules=rules, seats=seats, kept=True).outcome in OUTCOMES[sought.what]
    if sought.what == "wrong":
        return bool(hand.irregularities)
    if sought.what:
        return hand.void == sought.what or bool(hand.offenders(sought.what))
    if hand.void:
        return False
    seat = [player.pk for player in sitting.players].index(sought.player)
    at = Parties.of(hand, rules, seats)
    alone = hand.maker if hand.alone is None else hand.alone
    return {
        "maker": hand.maker == seat,
        "partner": seat in at.makers and hand.maker != seat,
        "against": seat in at.adversaries and hand.maker is not None,
        "alone": at.lone and alone == seat,
    }[sought.role]


def test_the_search_agrees_with_the_rules_under_every_rule_set():
    club = a_club()
    any_evening(club, Random(7))
    books = played_by(club)
    laws = sorted({law for book in books for law in book.laws})
    whats = [*BY_WHAT, *VOIDS, "revoke", "wrong-cards", "abandoned", "exposed", "intimation"]
    asked = [Sought(what=what) for what in whats] + [Sought(law=law) for law in laws]
    asked += [Sought(player=the(club, CAST[0]), role=role) for role in ROLES]
    wrong = []
    for sought in asked:
        found, after = [], None
        while True:
            page = find_hands(club, sought, books=books, after=after)
            found += [sitting.counted[no].id for sitting, no in page.hands]
            if (after := page.last) is None:
                break
        everything = find_all(club)
        right = [id for sitting, id, hand in everything if is_it(sitting, hand, sought)]
        if found != right:
            wrong.append((sought, len(found), len(right)))
    assert wrong == []


def find_all(club):
    """Every hand of the club with its sitting, the latest first."""
    session = club.sessions.get()
    return [
        (sitting, bare.id, bare.hand)
        for table in session.tables.order_by("-no")
        for sitting in [table.sitting]
        for bare in reversed(sitting.counted)
    ]


def test_a_hand_is_found_by_its_own_rules_after_its_table_changed_them():
    club = a_club()
    table = a_table("Ann! 5", session=an_evening(club, played_on=FRIDAY), names=FIVE[:4])
    change_terms(table=table, sitting=table.sitting.pk, rules_key="american")
    assert [one.key for one in played_by(club)] == ["call-ace", "american"]
    assert hands_in(club, Sought(rules="call-ace")) == ["20.1.1"]
    assert hands_in(club, Sought(rules="american")) == []
