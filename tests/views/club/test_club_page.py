"""A club's own page: tonight, what comes, what was."""

from datetime import date, time, timedelta

import pytest
from django.utils import timezone

from scoring.actions.club.people import add_players
from scoring.actions.evening.door import arrive
from scoring.models import Club, ClubSession
from tests.cast import PHONE, a_club, a_table, an_evening, an_officer, close, everything, signed_in
from tests.views.reading import said, shown
from tests.views.test_queries import asked

pytestmark = pytest.mark.django_db

ON = r'<article class="card" aria-labelledby="on-\d+">.*?</article>'
EARLIER = r'<section aria-labelledby="sessions">.*?</section>'
TO_COME = r'<section aria-labelledby="to-come">.*?</section>'


@pytest.fixture
def club():
    return a_club()


def home(club, query="", *, who="kate"):
    return signed_in(who).get(f"/clubs/{club.pk}/{query}")


def days_ago(number):
    return timezone.localdate() - timedelta(days=number)


def test_the_evening_that_is_on_stands_first_with_its_tables_and_who_is_here(club):
    session = an_evening(club, title="Friday", starts_at=time(19, 30))
    for no in range(2):
        a_table(session=session, names=[f"{name} {no}" for name in ("Ann", "Ben", "Cat", "Dan")])
    for player in add_players(club=club, names=["Ann 0", "Ben 0", "Fay"]):
        arrive(session=session, player=player, actor=PHONE)
    session.attendances.filter(player__name="Fay").update(left_at=timezone.now())
    page = home(club)
    assert shown(page, ON) == ["Friday Tonight, 19:30 · 2 tables · 2 here To the tables"]
    assert page.content.decode().index("To the tables") < page.content.decode().index(
        "A new session"
    )


def test_an_evening_that_nobody_closed_is_still_on_and_says_of_when_it_is(club):
    an_evening(club, title="Last week", played_on=days_ago(7))
    day = days_ago(7)
    assert shown(home(club), ON) == [
        f"Last week {day:%A} {day.day} {day:%B}, still open · no table yet To the evening"
    ]


def test_evenings_to_come_and_those_that_were_stand_apart_in_their_order(club):
    an_evening(club, title="In a month", played_on=days_ago(-30))
    an_evening(club, title="Next week", played_on=days_ago(-7), starts_at=time(19, 30))
    for title, ago in (("The first", 14), ("The second", 7)):
        close(
            a_table(
                "Eve! 5", session=an_evening(club, title=title, played_on=days_ago(ago))
            ).session
        )
    page = home(club)
    (to_come,), (were,) = shown(page, TO_COME), shown(page, EARLIER)
    assert to_come.startswith("To come Next week") and to_come.index("Next week") < to_come.index(
        "In a month"
    )
    assert were.index("The second") < were.index("The first") and "In a month" not in were


def evenings_of(page):
    return shown(page, r'<a href="/sessions/\d+/">(.*?)</a>')


def test_ten_years_are_shown_twenty_evenings_at_a_time(club):
    ClubSession.objects.bulk_create(
        ClubSession(
            club=club,
            title=f"No. {no}",
            played_on=date(2016, 1, 1) + timedelta(days=no),
            closed_at=timezone.now(),
        )
        for no in range(1, 46)
    )
    found = [evenings_of(home(club, f"?page={page}")) for page in (1, 2, 3)]
    assert [len(page) for page in found] == [20, 20, 5]
    assert (found[0][0], found[2][-1]) == ("No. 45 15 Feb 2016", "No. 1 2 Jan 2016")
    assert [evenings_of(home(club, f"?page={page}")) for page in ("", "x", "-1", "99")] == [
        found[0],
        found[0],
        found[2],
        found[2],
    ]


def test_many_evenings_that_were_never_closed_do_not_fill_the_page(club):
    for no in range(8):
        an_evening(club, title=f"No. {no}", played_on=days_ago(no))
    page = home(club)
    assert len(shown(page, ON)) == 6
    assert shown(page, EARLIER)[0].count("not closed") == 2


def test_a_few_words_say_where_and_when_and_who_serves_the_club(club):
    an_officer(club, "sam", "scorer")
    Club.objects.update(place="The Snug", starts_at=time(19, 30))
    assert shown(home(club), r'<section aria-labelledby="words">.*?</section>') == [
        "About the club Where and when. The Snug, as a rule at 19:30. Officers. kate, owner; sam, "
        "scorer. "
        "House rules. None: the tables play by the book they choose."
    ]


def test_a_new_club_says_what_to_do_next(club):
    assert shown(home(club), EARLIER) == ["Earlier sessions None yet. Open the first one above."]


def test_a_scorer_sees_the_evenings_and_no_form(club):
    an_officer(club, "sam", "scorer")
    an_evening(club, title="Friday")
    page = home(club, who="sam").content.decode()
    assert "Friday" in page and "Open the session" not in page
    assert page.count("<form") == 1 and "Sign out" in page


@pytest.mark.parametrize(
    "told", [{"played_on": "yesterday"}, {"title": "x" * 61}, {"title": "a\x07b"}]
)
@pytest.mark.parametrize("on", [True, False])
def test_an_evening_that_cannot_be_is_refused_with_a_sentence_in_sight(on, told, club):
    if on:
        an_evening(club)
    stored = everything()
    answer = signed_in("kate").post(f"/clubs/{club.pk}/sessions/open", told)
    assert (answer.status_code, everything()) == (422, stored)
    assert said(answer) in (
        "Enter a valid date.",
        "Ensure this value has at most 60 characters (it has 61).",
        "This text holds a sign that cannot be printed.",
    )
    assert ('<details class="card" id="new" open>' in answer.content.decode()) == on


def test_the_page_asks_as_often_for_three_of_everything_as_for_one():
    kate, found = signed_in("kate"), set()
    for number in (1, 3):
        club = a_club(f"Club {number}")
        for no in range(number):
            session = an_evening(club)
            for table in range(number):
                names = [f"{name} {table}" for name in ("Ann", "Ben", "Cat", "Dan")]
                a_table(session=session, names=names)
            an_evening(club, played_on=days_ago(-no - 1))
            close(
                a_table(
                    "Ann! 5",
                    session=an_evening(club, played_on=days_ago(7)),
                    names=["Ann", "Ben", "Cat", "Dan"],
                ).session
            )
        found.add(asked(kate, f"/clubs/{club.pk}/"))
    assert len(found) == 1
