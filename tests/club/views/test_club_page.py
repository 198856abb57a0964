"""A club's own page: tonight, what comes, what was."""

from datetime import date, datetime, time, timedelta

import pytest
from django.utils import timezone

from scoring.common.permissions import Actor
from scoring.evening.actions.check_in import arrive
from scoring.models import Club, ClubSession, HandRecord, League, Sitting
from scoring.people.actions.people import add_players
from scoring.table.actions.agreed import ask_agreement, say
from scoring.table.actions.help_calls import call_for_help, come
from scoring.tournament.actions.finishing import finish
from tests.cast import (
    FIVE,
    PHONE,
    a_club,
    a_table,
    again,
    an_evening,
    an_officer,
    close,
    everything,
    log,
    reopen,
    signed_in,
    totals,
)
from tests.html import said, shown
from tests.league.cast import a_league, a_match, counted
from tests.test_queries import asked
from tests.tournament.cast import a_tournament, begun, played_to

pytestmark = pytest.mark.django_db

ON = r'<article\s+class="tonight[^>]*>.*?</article>'
STARTS = r'<div class="row starts">.*?</div>'
EARLIER = r'<ol class="evenings".*?</ol>'
ROW = r'<a href="/sessions/\d+/">\s*<span class="day">.*?</a>'
FIRST = r'<section class="card first-evening".*?</section>'
TO_COME = r'<section aria-labelledby="to-come">.*?</section>'


@pytest.fixture
def club():
    return a_club()


def home(club, query="", *, who="kate"):
    return signed_in(who).get(f"/clubs/{club.pk}/{query}")


def days_ago(number):
    return timezone.localdate() - timedelta(days=number)


def test_a_league_is_listed_with_its_next_night_once_its_fixtures_are_published(club):
    league, today = a_league(club=club), timezone.localdate()
    a_league(club=club, season="2027-28")

    def leagues():
        return shown(home(club), r'<ul class="ways".*?</ul>')

    soon, later = today + timedelta(days=2), today + timedelta(days=9)
    a_match(league, "Mounties", "Trolls", today - timedelta(days=5))
    played = a_match(league, "Mounties", "Shufflers", today + timedelta(days=1))
    counted(played, games_home=5, games_away=4)
    for home_team, day in (("Mounties", later), ("Mounties", soon), ("Shufflers", soon)):
        a_match(league, home_team, "Trolls", day)
    (before,) = leagues()
    assert before.count("4 teams") == 2
    League.objects.filter(pk=league.pk).update(published_at=timezone.now())
    (after,) = leagues()
    assert (
        after.count("4 teams"),
        f"Next: {soon:%A} {soon.day} {soon:%B}, 2 matches" in after,
    ) == (
        1,
        True,
    )


def test_the_current_evening_is_first_with_its_tables_and_arrivals(club):
    session = an_evening(club, title="Friday", starts_at=time(0, 0))
    for no in range(2):
        a_table(session=session, names=[f"{name} {no}" for name in ("Ann", "Ben", "Cat", "Dan")])
    for player in add_players(club=club, names=["Ann 0", "Ben 0", "Fay"]):
        arrive(session=session, player=player, actor=PHONE)
    session.attendances.filter(player__name="Fay").update(left_at=timezone.now())
    page, today = home(club), timezone.localdate()
    assert shown(page, ON) == [
        f"{today:%A} {today.day} {today:%B} Tonight, since 00:00 Friday 2 here · 2 tables "
        "Open tables"
    ]
    assert shown(page, STARTS) == ["New club night New tournament New league"]


def test_the_page_says_who_leads_and_which_tables_are_quiet_and_the_pot(club):
    session = an_evening(club, title="Friday", guest_fee_minor=200)
    table = a_table("Eve! 5", "Ann! 3", session=session)
    for player in club.players.filter(name__in=["Ann", "Ben"]):
        arrive(session=session, player=player, actor=PHONE)
    long_ago = timezone.now() - timedelta(minutes=20)
    Sitting.objects.update(started_at=long_ago)
    HandRecord.objects.update(logged_at=long_ago)
    (said_of_it,) = shown(home(club), ON)
    leads = f"Eve leads with {totals(table)['Eve']}"
    assert said_of_it.partition("Tonight ")[2] == (
        f"Friday 1 table quiet 2 here · 1 table · {leads} · pot: nothing paid, £4.00 owed "
        "Open tables"
    )
    fees = session.attendances.order_by("pk")
    fees.filter(pk=fees[0].pk).update(fee_paid_at=timezone.now())
    assert "pot: £2.00 paid, £2.00 owed" in shown(home(club), ON)[0]
    fees.update(fee_paid_at=timezone.now())
    assert "£4.00 in the pot" in shown(home(club), ON)[0]


def test_calling_and_disputing_tables_show_as_on_the_night_until_someone_comes(club):
    session = an_evening(club, title="Friday")
    tables = [a_table(session=session, names=[f"{one} {no}" for one in FIVE]) for no in (1, 2)]
    ask_agreement(table=tables[0], asks=True)
    hand = log(tables[0], "Ann 1! 5", actor=PHONE)
    say(record=hand, revision=0, agrees=False, why="", actor=Actor(phone="M3"))
    calls = [call_for_help(table=one, about="laws", actor=PHONE) for one in tables]
    night = signed_in("kate").get(f"/sessions/{session.pk}/").content.decode()
    assert "1 hand disputed" in night
    (said_of_it,) = shown(home(club), ON)
    assert "Friday Tables 1 and 2 call 1 hand disputed 2 tables" in said_of_it
    come(call=calls[0], actor=PHONE)
    assert "Friday Table 2 calls 1 hand disputed" in shown(home(club), ON)[0]
    come(call=calls[1], actor=PHONE)
    assert "call" not in shown(home(club), ON)[0]


def test_a_table_of_games_shows_no_leader_in_points(club):
    table = {"names": FIVE[:4], "rules_key": "american"}
    a_table("Ann 3", session=an_evening(club, title="Friday"), **table)
    assert "lead" not in shown(home(club), ON)[0]


def test_an_evening_that_was_never_closed_is_still_current_and_shows_its_day(club):
    an_evening(club, title="Last week", played_on=days_ago(7))
    day, this_year = days_ago(7), timezone.localdate().year
    year = "" if day.year == this_year else f" {day.year}"
    assert shown(home(club), ON) == [
        f"{day:%A} {day.day} {day:%B}{year} Not closed Last week no tables yet Open club night"
    ]


def test_without_a_current_evening_the_first_row_offers_a_new_club_night(club):
    was_closed(club)
    today = timezone.localdate()
    page = home(club)
    assert shown(page, ON) == [
        f"{today:%A} {today.day} {today:%B} No club night is on "
        "The calendar is empty. New club night"
    ]
    assert shown(page, STARTS) == ["New tournament New league"]


def test_a_tournament_in_progress_shows_its_round_and_a_link(club):
    begun(a_tournament(session=an_evening(club, title="Bells"), rounds=3))
    (said_of_it,) = shown(home(club), ON)
    assert said_of_it.partition("Tonight ")[2] == "Bells 8 here · round 1 of 3 Open tournament"


def was_closed(club, *hands, ago=7, **what):
    """An evening that was closed, with a table where these hands were played."""
    about = {key: what.pop(key) for key in ("title", "door_fee_minor") if key in what}
    session = an_evening(club, played_on=days_ago(ago), **about)
    close(a_table(*(hands or ["Eve! 5"]), session=session, **what).session)
    return again(session)


def test_an_evening_of_another_year_shows_the_year(club):
    for _ in range(2):
        an_evening(club, title="", played_on=date(2031, 3, 7))
    for title in ("", "The drive"):
        session = an_evening(club, title=title, played_on=date(2019, 3, 8))
        close(a_table("Eve! 5", session=session).session)
    page = home(club)
    (to_come,), (were,) = shown(page, TO_COME), shown(page, EARLIER)
    assert to_come == ("Planned Fri 7 Mar 2031 Club night (1) Fri 7 Mar 2031 Club night (2)")
    assert were.count("Fri 8 Mar 2019 The drive") == were.count("Fri 8 Mar 2019 Club night ") == 1
    assert "Club night (" not in were


def test_coming_and_past_evenings_are_listed_separately_in_their_order(club):
    an_evening(club, title="In a month", played_on=days_ago(-30))
    an_evening(club, title="Next week", played_on=days_ago(-7), starts_at=time(19, 30))
    was_closed(club, title="The first", ago=14)
    was_closed(club, title="The second", ago=7)
    page = home(club)
    (to_come,), (were,) = shown(page, TO_COME), shown(page, EARLIER)
    assert to_come.index("Next week 19:30") < to_come.index("In a month")
    assert were.index("The second") < were.index("The first")
    assert "In a month" not in were


def on_day(session):
    year = "" if session.played_on.year == timezone.localdate().year else " %Y"
    return f"{session.played_on:%a %-d %b{year}}"


def test_a_past_evening_shows_its_day_rules_winner_tables_people_and_pot(club):
    session = an_evening(club, played_on=days_ago(7), door_fee_minor=300, guest_fee_minor=100)
    a_table("Eve! 5", session=session)
    arrive(session=session, player=club.players.get(name="Ann"), actor=PHONE)
    arrive(session=session, player=add_players(club=club, names=["Zoë"])[0], actor=PHONE)
    close(session)
    assert shown(home(club), ROW) == [
        f"{on_day(session)} Club night Call-Ace won by Eve +£5.00 1 table 6 people pot £4.00"
    ]
    an_officer(club, "sam", "scorer")
    assert shown(home(club, who="sam"), ROW) == [
        f"{on_day(session)} Club night Call-Ace won by Eve +£5.00 1 table 6 people"
    ]


def test_partners_win_together_and_without_money_the_points_decide(club):
    session = was_closed(
        club,
        *["Ann! 5"] * 3,
        title="Friends",
        names=["Ann", "Ben", "Bartholomew Featherstonehaugh", "Dan"],
        rules_key="american",
        stake_minor=0,
    )
    (row,) = shown(home(club), ROW)
    assert row.startswith(f"{on_day(session)} Friends American won by Ann and Bartholomew F. +")
    assert row.endswith("points 1 table 4 people")
    assert 'title="Ann and Bartholomew Featherstonehaugh"' in home(club).content.decode()


def test_a_tournament_is_won_by_the_one_announced_first(club):
    tournament = a_tournament(
        session=an_evening(club, title="Bells", played_on=days_ago(7)), rounds=1
    )
    played_to(tournament, 1)
    done = finish(tournament=again(tournament), actor=PHONE)
    first = [row for row in done.results["rows"] if row["rank"] == 1]
    close(done.session)
    (row,) = shown(home(club), ROW)
    assert row == (
        f"{on_day(done.session)} Bells tournament, one round won by "
        f"{len(first)} players {first[0]['points']} points 2 tables 8 people"
    )


def test_a_tied_or_reopened_evening_has_no_winner(club):
    level = was_closed(club, "-")
    opened = was_closed(club, ago=14)
    reopen(opened)
    for no in range(6):
        an_evening(club, title=f"No. {no}")
    assert shown(home(club), ROW) == [
        f"{on_day(level)} Club night Call-Ace 1 table 5 people",
        f"{on_day(opened)} Club night Call-Ace not closed 1 table 5 people",
    ]


def titles(page):
    return shown(page, r'<span class="kind">\s*<b>(.*?)</b>')


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
    found = [titles(home(club, f"?page={page}")) for page in (1, 2, 3)]
    assert [len(page) for page in found] == [20, 20, 5]
    assert (found[0][0], found[2][-1]) == ("No. 45", "No. 1")
    assert [titles(home(club, f"?page={page}")) for page in ("", "x", "-1", "99")] == [
        found[0],
        found[0],
        found[2],
        found[2],
    ]


def test_many_open_evenings_do_not_fill_the_page(club):
    for no in range(8):
        an_evening(club, title=f"No. {no}", played_on=days_ago(no))
    page = home(club)
    assert len(shown(page, ON)) == 6
    assert shown(page, EARLIER)[0].count("not closed") == 2


@pytest.mark.parametrize(
    ("asks", "people", "evenings"),
    [
        ("zoe", ["Zoë"], []),
        ("harvest", [], ["Harvest"]),
        ("march", [], ["March evening", "Harvest"]),
        ("3 mar 2024", [], ["Harvest"]),
        ("2024", [], ["Harvest"]),
        ("tuesday", [], ["March evening"]),
        ("arvest", [], []),
        ("tournament", [], []),
        ("mar", ["Mary", "Omar"], ["March evening", "Harvest"]),
    ],
)
def test_one_field_searches_people_and_evenings_by_their_words_and_days(
    asks, people, evenings, club
):
    add_players(club=club, names=["Zoë", "Mary", "Omar"])
    an_evening(club, title="Harvest", played_on=date(2024, 3, 3))
    an_evening(club, title="March evening", played_on=date(2025, 9, 9))
    page = home(club, f"?q={asks}")
    assert (shown(page, r'<span class="who">\s*<b>(.*?)</b>'), titles(page)) == (people, evenings)
    nothing = "Nothing found." in page.content.decode()
    assert nothing == (not people and not evenings)


def test_htmx_gets_only_the_search_results(club):
    add_players(club=club, names=["Zoë"])
    page = signed_in("kate").get(f"/clubs/{club.pk}/?q=zoe", headers={"HX-Request": "true"})
    assert "<html" not in page.content.decode()
    assert shown(page, r'<p id="said".*?</p>') == ["1 person, 0 club nights found"]


def test_the_page_says_where_and_when_the_club_meets_and_who_runs_it(club):
    an_officer(club, "sam", "scorer")
    Club.objects.update(place="The Snug", starts_at=time(19, 30))
    page = home(club)
    assert shown(page, r'<p class="sub">(.*?)</p>') == ["The Snug · usually at 19:30"]
    assert shown(page, r'<section class="about-club".*?</section>') == [
        "About the club Roles. kate (owner), sam (scorer). "
        "House rules. None. Each table chooses its own rules."
    ]


def steps(page):
    """The steps of the first evening: those done, and the next."""
    done = shown(page, r'<li data-done="yes">\s*<div>\s*<b>(.*?)</b>')
    return done, shown(page, r'<a class="button strong" href="[^"]*">(.*?)</a>')


def test_a_new_club_is_guided_through_its_first_evening(club):
    assert steps(home(club)) == ([], ["Add your people"])
    add_players(club=club, names=FIVE)
    assert steps(home(club)) == (["Add your people"], ["New club night"])
    session = an_evening(club)
    assert steps(home(club)) == (["Add your people", "New club night"], ["Check people in"])
    arrive(session=session, player=club.players.first(), actor=PHONE)
    assert steps(home(club))[1] == ["Make tables"]
    a_table("Eve! 5", session=session)
    assert steps(home(club))[1] == ["Play, close and settle"]
    close(session)
    assert shown(home(club), FIRST) == []


def test_a_scorer_sees_the_evenings_and_cannot_open_one(club):
    an_officer(club, "sam", "scorer")
    an_evening(club, title="Friday")
    page = home(club, who="sam")
    assert "Friday" in shown(page, ON)[0]
    assert shown(page, STARTS) == []
    assert shown(page, FIRST) == []
    assert "New club night" not in page.content.decode()


@pytest.mark.parametrize(
    "told", [{"played_on": "yesterday"}, {"title": "x" * 61}, {"title": "a\x07b"}]
)
def test_an_invalid_evening_is_refused_with_a_sentence_in_sight(told, club):
    stored = everything()
    answer = signed_in("kate").post(f"/clubs/{club.pk}/sessions/open", told)
    assert (answer.status_code, everything()) == (422, stored)
    assert said(answer) in (
        "“yesterday” is not a date. Write it as 24 December 2026.",
        "Ensure this value has at most 60 characters (it has 61).",
        "This text contains a character that can’t be printed.",
    )
    assert shown(answer, "<h1>(.*?)</h1>") == ["New club night"]


def test_the_page_needs_as_many_queries_for_three_of_everything_as_for_one():
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


def test_past_midnight_the_club_night_is_still_on(monkeypatch):
    day = date(2026, 11, 20)
    session = an_evening(a_club(), played_on=day)
    ClubSession.objects.filter(pk=session.pk).update(starts_at=time(19, 30))
    client, club = signed_in(), session.club
    for hour, when in (((0, 30), "Tonight, since 19:30"), ((12, 0), "Not closed")):
        at = timezone.make_aware(datetime.combine(day + timedelta(days=1), time(*hour)))
        monkeypatch.setattr(timezone, "now", lambda at=at: at)
        assert when in client.get(f"/clubs/{club.pk}/").content.decode()
