"""The pages of fixtures: who sees a draft, what a move says before it is stored, feeds, paper."""

import re
from datetime import time, timedelta
from html import unescape
from itertools import permutations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from icalendar import Calendar

from scoring.league.actions.fixtures import keep_draft
from scoring.league.actions.teams import set_nights
from scoring.league.pure.table import tables
from scoring.league.queries.season import load_season
from scoring.models import League, LeagueMatch, Team, Venue
from tests.cast import a_phone, again, an_officer, signed_in
from tests.html import shown
from tests.league.cast import FIRST, SECOND, a_league, a_match, captains_link, counted
from tests.people.actions.test_officers import by
from tests.sheets.reading import pages, squeezed

pytestmark = pytest.mark.django_db

NIGHTS = [FIRST + timedelta(weeks=no) for no in range(6)]


@pytest.fixture
def league(monkeypatch):
    monkeypatch.setattr(timezone, "localdate", lambda *_: SECOND)
    league = a_league(dates=[day.isoformat() for day in NIGHTS], open_to_all=True)
    an_officer(league.club, "olga", "organiser")
    return league


@pytest.fixture
def olga(league):
    return signed_in("olga")


def text_of(answer):
    """What a page says, on one line."""
    body = answer.content.decode().partition("<main")[2]
    return (
        unescape(" ".join(re.sub(r"<[^>]*>", " ", body).split()))
        .replace(" .", ".")
        .replace(" ,", ",")
    )


def path(league, rest=""):
    return f"/leagues/{league.pk}/fixtures/{rest}"


def test_only_organisers_see_a_draft_until_it_is_published(league, olga):
    captain = f"/team/{captains_link(league.teams.first()).token}/fixtures"
    assert "Draw fixtures" in text_of(olga.get(path(league)))
    drawn = olga.post(path(league, "draw"), {"seed": "0"}, follow=True)
    assert "12 matches drawn" in text_of(drawn)
    assert "twice running at home or away: 4, the fewest there can be." in text_of(drawn)
    for address in (path(league), captain):
        assert "The fixtures are not published yet" in text_of(a_phone().get(address))
    olga.post(path(league, "publish"))
    for address in (path(league), captain):
        assert "not published" not in text_of(a_phone().get(address))
    refused = olga.post(path(league, "draw"), {"seed": "5"})
    assert (refused.status_code, "are published" in text_of(refused)) == (409, True)


def test_what_a_move_breaks_is_previewed_and_stays_marked_afterwards(league, olga):
    match = a_match(league, "Mounties", "Trolls", SECOND)
    a_match(league, "Mounties", "Shufflers", NIGHTS[2])
    League.objects.update(published_at=timezone.now())
    move = f"/matches/{match.pk}/move"
    fields = {"to": NIGHTS[2].isoformat(), "why": "snow"}
    shown = text_of(olga.post(move, fields))
    assert "Mounties would play twice on Thursday 15 October." in shown
    assert "Move match anyway" in shown
    assert again(match).date == SECOND
    done = text_of(olga.post(move, fields | {"sure": "yes"}, follow=True))
    assert again(match).date == NIGHTS[2]
    assert "moved from Thursday 8 October: snow" in done
    assert "Mounties would play twice on Thursday 15 October." in done
    public = text_of(a_phone().get(path(league)))
    assert "moved from Thursday 8 October: snow" in public
    assert "play twice" not in public
    League.objects.update(names="hidden")
    without_why = text_of(a_phone().get(path(league)))
    assert "moved from Thursday 8 October" in without_why
    assert "snow" not in without_why
    assert b"snow" not in a_phone().get(f"/leagues/{league.pk}/fixtures.ics").content
    nothing = text_of(olga.post(move, {"to": "", "why": ""}))
    assert "Choose a night, or tick “Night to be agreed”." in nothing
    olga.post(move, {"open": "on", "sure": "yes"})
    assert "Night to be agreed" in text_of(a_phone().get(path(league)))


def test_a_whole_night_moves_at_once_after_a_preview_of_what_it_breaks(league, olga):
    match = a_match(league, "Mounties", "Trolls", SECOND)
    other = a_match(league, "Shufflers", "Stinky Eight", SECOND)
    a_match(league, "Shufflers", "Trolls", NIGHTS[2])
    assert "Why" not in text_of(olga.get(f"/matches/{match.pk}/move/night"))
    League.objects.update(published_at=timezone.now())
    assert "Move all 2 matches" in text_of(olga.get(f"/matches/{match.pk}/move"))
    night = f"/matches/{match.pk}/move/night"
    offered = re.findall(r"\?to=([^\"#]*)", olga.get(night).content.decode())
    assert offered == [day.isoformat() for day in NIGHTS[3:]]
    fields = {"to": NIGHTS[2].isoformat(), "matches": [match.pk, other.pk], "why": "snow"}
    shown = text_of(olga.post(night, fields))
    assert "Trolls would play twice on Thursday 15 October." in shown
    assert "Move matches anyway" in shown
    assert (again(match).date, again(other).date) == (SECOND, SECOND)
    none = olga.post(night, fields | {"matches": []})
    assert (none.status_code, "Tick the matches to move." in text_of(none)) == (422, True)
    open_ = {"matches": [match.pk, other.pk], "open": "on", "why": "snow", "sure": "yes"}
    done = text_of(olga.post(night, open_, follow=True))
    assert "2 matches moved: night to be agreed." in done
    assert done.count("postponed from Thursday 8 October: snow") == 2
    assert olga.get(night).status_code == 404
    a_match(league, "Mounties", "Trolls", NIGHTS[4])
    league.matches.filter(pk=match.pk).update(date=FIRST)
    twice = olga.post(night, open_ | {"matches": [match.pk], "open": "", "to": NIGHTS[4]})
    assert (twice.status_code, "is already on 29 October" in text_of(twice)) == (409, True)


def test_fixtures_on_two_weekdays_name_the_day_and_idle_teams_are_all_listed_or_none(league, olga):
    tuesday, venue = FIRST + timedelta(days=5), Venue.objects.create(league=league, name="Inn")
    Team.objects.filter(name="Trolls").update(venue=venue, home_day=1)
    League.objects.update(dates=[day.isoformat() for day in sorted([*NIGHTS, tuesday])])
    keep_draft(
        league=league,
        matches=[
            (FIRST, "Mounties", "Trolls", None),
            (FIRST, "Shufflers", "Stinky Eight", None),
            (tuesday, "Trolls", "Mounties", None),
            (SECOND, "Mounties", "Shufflers", None),
            (NIGHTS[3], "Stinky Eight", "Trolls", None),
        ],
    )
    draft = text_of(olga.get(path(league)))
    assert "twice within three days" in draft
    assert "Mounties: Tue 6 Oct and Thu 8 Oct" in draft
    published = text_of(olga.post(path(league, "publish"), follow=True))
    assert "Fixtures published. Everyone can see them." in published
    foot = published.partition("Print and calendar")[2]
    assert [foot.count(one) for one in ("Print pocket cards", "Poster", "Calendar")] == [1] * 3
    assert "No match: Shufflers, Stinky Eight." in published
    trolls = league.teams.get(name="Trolls")
    (card,) = pages(olga.get(path(league, f"cards.pdf?team={trolls.pk}")).content)
    said = card.text.replace(" ", "")
    assert ("Tue6Oct" in said, "Inn,Tuesdays" in said, "nomatch" in said) == (True,) * 3
    assert "TuesdaysandThursdays" in said
    stinky = league.teams.get(name="Stinky Eight")  # two matches, two idle nights
    (card,) = pages(olga.get(path(league, f"cards.pdf?team={stinky.pk}")).content)
    assert "nomatch" not in card.text.replace(" ", "")
    # A team of no day of its own is offered none of the nights that are there for another.
    match = league.matches.get(home__name="Mounties", away__name="Shufflers")
    assert f"?to={tuesday}" not in olga.get(f"/matches/{match.pk}/move").content.decode()
    looked = text_of(olga.post(f"/matches/{match.pk}/move", {"to": tuesday.isoformat()}))
    assert "at home on Tuesday 6 October, but Tuesdays are for other teams." in looked
    chosen = olga.get(f"/matches/{match.pk}/move?to={NIGHTS[4]}").content.decode()
    assert re.findall(r'aria-current="true"\s+href="[^"]*to=([^"#]*)', chosen) == [str(NIGHTS[4])]
    # Nor is one left there unsaid that was drawn before these nights were kept for the other.
    league.matches.filter(pk=match.pk).update(date=tuesday)
    marked = text_of(olga.get(path(league)))
    assert (
        "Mounties would be at home on Tuesday 6 October, but Tuesdays are for other teams."
        in marked
    )
    assert "Tuesdays are there" not in text_of(a_phone().get(path(league)))
    league.teams.create(name="Juda", division=match.division)
    assert "No match:" not in text_of(olga.get(path(league)))


def test_a_landlord_finds_the_venues_nights_and_a_team_its_own(league):
    venue = Venue.objects.create(league=league, name="Red Mouse")
    Team.objects.filter(name="Mounties").update(venue=venue)
    keep_draft(
        league=league,
        matches=[(NIGHTS[1], "Mounties", "Trolls", None), (NIGHTS[2], "Trolls", "Mounties", None)],
    )
    counted(a_match(league, "Mounties", "Shufflers", FIRST), total_home=412, total_away=389)
    League.objects.update(published_at=timezone.now())
    house = text_of(a_phone().get(path(league, "?by=venue")))
    assert "Thu 8 Oct Mounties v Trolls Thu 15 Oct no match" in house
    team = league.teams.get(name="Mounties")
    own = text_of(a_phone().get(path(league, f"?by=team&team={team.pk}")))
    assert "Next: Thursday 8 October, at home to Trolls." in own
    assert "412–389" in own
    nights = text_of(a_phone().get(path(league)))
    assert nights.index("Thursday 8 October") < nights.index("Thursday 1 October")
    assert "No match: Shufflers, Stinky Eight." in nights


def test_many_matches_fold_by_night_and_a_team_can_be_found(league):
    def nights(rest):
        page = a_phone().get(f"/leagues/{league.pk}/{rest}/").content.decode()
        found = re.findall(r'<details\s+class="night"([^>]*)>(.*?)</summary>', page, re.DOTALL)
        days = [re.search(r"<h[23]>\w+ ([^<]*)<", head)[1] for _, head in found]
        return list(zip(days, ["open" in how for how, _ in found], strict=True)), page

    League.objects.update(published_at=timezone.now())
    for day in NIGHTS:
        a_match(league, "Mounties", "Trolls", day)
    found, page = nights("fixtures")
    assert [is_open for _, is_open in found] == [True] * 6
    assert "Which team?" not in page
    teams = list(league.teams.all())
    league.matches.bulk_create(
        LeagueMatch(league=league, home=home, away=away, date=day, division=home.division)
        for day in NIGHTS
        for home, away in permutations(teams, 2)
        if str(home) != "Mounties"
    )
    found, page = nights("fixtures")
    later = ["15 October", "22 October", "29 October", "5 November", "1 October"]
    assert found == [("8 October", True), *((day, False) for day in later)]
    assert "Which team?" in page
    league.matches.update(counted_at=timezone.now(), games_home=5, games_away=4)
    found, _ = nights("results")
    assert found[:2] == [("5 November", True), ("29 October", False)]


def test_many_nights_take_as_many_queries_as_one(league):
    League.objects.update(published_at=timezone.now())

    def asked():
        with CaptureQueriesContext(
            connection,
        ) as found:
            a_phone().get(path(league))
        return len(found)

    a_match(league, "Mounties", "Trolls", SECOND)
    one = asked()
    for day in NIGHTS[2:]:
        a_match(league, "Trolls", "Shufflers", day)
    assert asked() == one


def test_moving_three_matches_takes_as_many_queries_as_moving_one(league, olga):
    match = a_match(league, "Mounties", "Trolls", SECOND)
    fields = {"to": NIGHTS[2].isoformat(), "matches": [match.pk]}

    def asked():
        with CaptureQueriesContext(connection) as found:
            assert olga.post(f"/matches/{match.pk}/move/night", fields).status_code == 200
        return len(found)

    one = asked()
    for home, away in (("Shufflers", "Stinky Eight"), ("Trolls", "Shufflers")):
        fields["matches"].append(a_match(league, home, away, SECOND).pk)
    assert asked() == one


def test_imported_fixtures_are_previewed_and_then_stored(league, olga):
    wrong = olga.post(path(league, "take-in"), {"text": "x, Mounties, Trols"})
    assert wrong.status_code == 422
    assert 'Line 1: no team "Trols", perhaps Trolls.' in text_of(wrong)
    right = {"text": f"{FIRST}, Mounties, Trolls"}
    assert "Shufflers and Trolls do not meet." in text_of(olga.post(path(league, "take-in"), right))
    assert league.matches.count() == 0
    olga.post(path(league, "take-in"), right | {"sure": "yes"})
    assert [str(one) for one in league.matches.all()] == ["Mounties v Trolls"]


def test_a_moved_match_keeps_its_calendar_id_and_a_postponed_one_is_cancelled(league, olga):
    match = a_match(league, "Mounties", "Trolls", SECOND)
    a_match(league, "Shufflers", "Stinky Eight", SECOND)
    League.objects.update(published_at=timezone.now())
    link = captains_link(match.home)

    def events(address):
        answer = a_phone().get(address)
        return [
            (str(one["UID"]), one.decoded("DTSTART"), str(one["STATUS"]))
            for one in Calendar.from_ical(answer.content).walk("VEVENT")
        ]

    feed = f"/team/{link.token}/fixtures.ics"
    ((sign, *first),) = events(feed)
    assert first == [SECOND, "CONFIRMED"]
    assert len(events(f"/leagues/{league.pk}/fixtures.ics")) == 2
    olga.post(f"/matches/{match.pk}/move", {"to": NIGHTS[3].isoformat(), "sure": "yes"})
    assert events(feed) == [(sign, NIGHTS[3], "CONFIRMED")]
    olga.post(f"/matches/{match.pk}/move", {"open": "on", "sure": "yes"})
    assert events(feed) == [(sign, NIGHTS[3], "CANCELLED")]


def test_a_match_that_never_had_a_night_is_not_in_the_calendar_when_its_time_is_set(league, olga):
    match = a_match(league, "Mounties", "Trolls", None)
    a_match(league, "Shufflers", "Stinky Eight", SECOND)
    League.objects.update(published_at=timezone.now())
    olga.post(f"/matches/{match.pk}/move", {"open": "on", "starts_at": "18:45", "sure": "yes"})
    assert match.moves.count() == 1
    answer = a_phone().get(f"/leagues/{league.pk}/fixtures.ics")
    (event,) = Calendar.from_ical(answer.content).walk("VEVENT")
    assert event.decoded("DTSTART") == SECOND


def test_a_match_becomes_a_newer_calendar_event_when_its_night_or_time_moves(league, olga):
    match = a_match(league, "Mounties", "Trolls", SECOND)
    League.objects.update(published_at=timezone.now())

    def event():
        answer = a_phone().get(f"/leagues/{league.pk}/fixtures.ics")
        (one,) = Calendar.from_ical(answer.content).walk("VEVENT")
        return str(one["UID"]), int(one["SEQUENCE"])

    seen = [event()]
    olga.post(f"/matches/{match.pk}/move", {"to": NIGHTS[3].isoformat(), "sure": "yes"})
    seen.append(event())
    fields = {"to": NIGHTS[3].isoformat(), "starts_at": "18:45", "sure": "yes"}
    olga.post(f"/matches/{match.pk}/move", fields)
    seen.append(event())
    set_nights(league=again(league), actor=by("olga"), nights=NIGHTS, starts_at=time(20))
    seen.append(event())
    assert len({uid for uid, _ in seen}) == 1
    assert [no for _, no in seen] == sorted({no for _, no in seen})


def test_ambiguous_dates_mean_the_leagues_night_in_every_form(league, olga):
    said = f"{SECOND.month}/{SECOND.day}/2026"  # 10/8/2026, also 10 August
    match = counted(a_match(league, "Mounties", "Trolls", FIRST), total_home=9, total_away=3)
    olga.post(f"/matches/{match.pk}/replay", {"to": said, "why": "late"})
    assert again(match).date == SECOND
    cup = f"/leagues/{league.pk}/cup/"
    teams = [team.pk for team in league.teams.all()]
    olga.post(f"{cup}draw", {"no": "1", "teams": teams[1:3], "date": said})
    assert league.cup_rounds.get().date == SECOND
    two = {"home": teams[0], "away": teams[1], "stage": "Final", "date": said}
    clash = clash_in(olga.post(f"{cup}play-off/add", two))
    two |= {"sure": clash, "why": "two matches on one night"}
    olga.post(f"{cup}play-off/add", two)
    assert league.matches.get(stage="Final").date == SECOND
    shown = olga.get(f"/leagues/{league.pk}/?until={said}")
    assert shown.status_code == 200
    neither = olga.post(f"/matches/{match.pk}/move", {"to": "2/3/2027"})
    assert "Write the month as a word" in text_of(neither)


def test_a_match_with_its_own_time_shows_it_everywhere(league, olga):
    League.objects.update(starts_at=time(19, 30))
    lines = (
        "Date,Time,Home,Away\n2026-10-08,19:30,Mounties,Trolls\n2026-10-15,20:15,Trolls,Mounties"
    )
    olga.post(path(league, "take-in"), {"text": lines, "sure": "yes"})
    usual, late = league.matches.order_by("date")
    assert (usual.starts_at, late.starts_at) == (None, time(20, 15))
    olga.post(path(league, "publish"))
    olga.post(f"/matches/{usual.pk}/move", {"to": SECOND, "starts_at": "6.45 pm", "sure": "yes"})
    assert (again(usual).starts_at, again(usual).date) == (time(18, 45), SECOND)
    public = text_of(a_phone().get(path(league)))
    assert ("18:45" in public, "20:15" in public, "changed: at 18:45" in public) == (True,) * 3
    link = f"/team/{captains_link(league.teams.get(name='Trolls')).token}"
    addresses = {
        f"{link}/": ("18:45", "20:15"),
        f"{link}/fixtures": ("18:45", "20:15"),
        f"/matches/{late.pk}/": ("20:15",),
        f"/leagues/{league.pk}/": ("18:45",),
    }
    for address, hours in addresses.items():
        shown = text_of(a_phone().get(address))
        assert [hour in shown for hour in hours] == [True] * len(hours), address
    for paper in (f"{link}/fixtures.pdf", path(league, "sheet.pdf")):
        said = "".join(page.text for page in pages(a_phone().get(paper).content))
        assert ("18:45" in said, "20:15" in said) == (True, True), paper
    feed = Calendar.from_ical(a_phone().get(path(league)[:-1] + ".ics").content)
    starts = [timezone.localtime(one.decoded("dtstart")) for one in feed.walk("VEVENT")]
    assert [f"{at:%H:%M}" for at in starts] == ["18:45", "20:15"]


def test_captains_phone_numbers_are_only_on_cards_of_organisers_and_captains(league, olga):
    team = league.teams.get(name="Trolls")
    team.captain = league.club.players.create(name="Cat", phone="01726 551234")
    team.save()
    a_match(league, "Mounties", "Trolls", SECOND)
    League.objects.update(published_at=timezone.now())
    link = captains_link(league.teams.get(name="Mounties"))
    cards = path(league, "cards.pdf")
    found = [
        "".join(page.text for page in pages(client.get(address).content))
        for client, address in (
            (olga, cards),
            (a_phone(), f"/team/{link.token}/fixtures.pdf"),
            (a_phone(), cards),
        )
    ]
    assert ["01726551234" in text.replace(" ", "") for text in found] == [True, True, False]
    sheet = "".join(page.text for page in pages(a_phone().get(path(league, "sheet.pdf")).content))
    assert "Thursday8October" in sheet.replace(" ", "")


def test_the_knock_out_page_draws_decides_and_names_the_winner(league, olga):
    cup = f"/leagues/{league.pk}/cup/"
    bare = League.objects.create(club=league.club, name="Bare", settings=league.settings)
    shown = text_of(olga.get(f"/leagues/{bare.pk}/cup/"))
    assert ("Add the teams first" in shown, "Draw the first round" in shown) == (True, False)
    assert "4 teams: 2 rounds." in text_of(olga.get(cup))
    teams = [team.pk for team in league.teams.all()]
    olga.post(f"{cup}draw", {"no": "1", "teams": teams[:3]})
    bye = league.matches.get(away=None)
    drawn = text_of(a_phone().get(cup))
    assert (f"1 bye: {bye.home}." in drawn, "has a bye" in drawn) == (True, False)
    match = counted(league.matches.get(away__isnull=False), total_home=9, total_away=3)
    assert f"1 bye: {bye.home}." in text_of(olga.get(cup))
    olga.post(f"{cup}draw", {"no": "2"})
    shown = text_of(a_phone().get(cup))
    assert (f"{bye.home} has a bye" in shown, f"1 bye: {bye.home}." in shown) == (True, True)
    olga.post(f"{cup}rounds/2/take-back")
    counted(match, total_home=None, total_away=None, counted_at=None)
    assert olga.post(f"/matches/{bye.pk}/move", {"to": "2026-12-10"}).status_code == 404
    olga.post(f"{cup}rounds/1/take-back")
    drawn = olga.post(f"{cup}draw", {"no": "1", "teams": teams[:2]}, follow=True)
    assert "Final" in text_of(drawn)
    assert "night to be agreed" in text_of(drawn)
    final = league.matches.get()
    counted(final, total_home=3, total_away=3)
    assert "Tied. Choose the team that goes through." in text_of(olga.get(cup))
    assert olga.post(f"/matches/{final.pk}/goes-on", {"side": "home"}).status_code == 422
    olga.post(f"/matches/{final.pk}/goes-on", {"side": "home", "why": "cut for it"})
    assert f"{final.home} won." in text_of(a_phone().get(cup))
    assert "cut for it" in text_of(a_phone().get(cup))
    assert "night to be agreed" not in text_of(a_phone().get(cup))


def test_a_team_reads_its_own_score_first_on_its_list_and_card(league):
    won = a_match(league, "Trolls", "Mounties", FIRST)
    counted(won, games_home=2, games_away=7, total_home=180, total_away=200)
    counted(a_match(league, "Mounties", "Shufflers", SECOND), walkover="away")
    League.objects.update(published_at=timezone.now())
    mounties = league.teams.get(name="Mounties")
    token = captains_link(mounties).token
    listed = text_of(a_phone().get(f"/team/{token}/fixtures?by=team"))
    assert ("won 200–180" in listed, "lost by walkover" in listed) == (True, True)
    (card,) = pages(a_phone().get(f"/team/{token}/fixtures.pdf").content)
    said = " ".join(drawn.text for drawn in card.strings)
    assert ("won 200–180" in said, "lost w/o" in said) == (True, True)


def test_the_poster_lists_a_postponed_match(league):
    a_match(league, "Mounties", "Trolls", FIRST)
    a_match(league, "Shufflers", "Stinky Eight", None)
    League.objects.update(published_at=timezone.now())
    (sheet,) = pages(a_phone().get(path(league, "sheet.pdf")).content)
    said = [drawn.text for drawn in sheet.strings]
    assert said[said.index("To be agreed") + 1 :][:2] == ["Shufflers", "Stinky Eight"]


def test_the_poster_has_results_and_venues(league):
    played = a_match(league, "Mounties", "Trolls", FIRST)
    counted(played, games_home=2, games_away=7, total_home=180, total_away=200)
    elsewhere = a_match(league, "Shufflers", "Stinky Eight", FIRST)
    own, hall = (
        Venue.objects.create(league=league, name=name) for name in ("Red Lion", "Village hall")
    )
    league.teams.filter(name="Shufflers").update(venue=own)
    type(elsewhere).objects.filter(pk=elsewhere.pk).update(venue=hall)
    League.objects.update(published_at=timezone.now())
    sheet = "".join(page.text for page in pages(a_phone().get(path(league, "sheet.pdf")).content))
    for words in ("180–200", "Shufflers, Red Lion", "Shufflers (at Village hall)"):
        assert squeezed(words) in squeezed(sheet), words


def test_a_match_that_neither_team_played_is_shown_as_lost_by_both(league, olga):
    match = a_match(league, "Mounties", "Trolls", FIRST)
    League.objects.update(published_at=timezone.now())
    card = f"/matches/{match.pk}/card"
    assert "Loss for both" in text_of(olga.get(card))
    why = {"sure": "neither", "why": "Snow"}
    olga.post(f"/matches/{match.pk}/walkover", {"side": "neither"} | why)
    rows = [row for one in tables(load_season(league)) for row in one.rows if row.played]
    assert [(row.lost, row.points) for row in rows] == [(1, 0), (1, 0)]
    for address in (card, f"/matches/{match.pk}/", f"/leagues/{league.pk}/results/"):
        assert "both teams lose" in text_of(olga.get(address))
    for team in (match.home, match.away):
        assert "lost not played" in text_of(olga.get(f"/leagues/{league.pk}/teams/{team.pk}/"))


def test_a_knock_out_walkover_must_go_to_one_of_the_two_teams(league, olga):
    match = a_match(league, "Mounties", "Trolls", FIRST, kind=LeagueMatch.Kind.CUP)
    refused = olga.post(f"/matches/{match.pk}/walkover", {"side": "neither"})
    assert (refused.status_code, again(match).walkover) == (409, "")


def clash_in(page):
    """What a form sends once it has shown the clash of its night."""
    return shown(page, r'name="sure" value="(.*?)"')[0]


def test_a_cup_draw_on_a_forbidden_night_says_so_first_and_keeps_the_reason(league, olga):
    Team.objects.filter(name="Trolls").update(not_on=[SECOND.isoformat()])
    a_match(league, "Mounties", "Shufflers", SECOND)
    teams = [team.pk for team in league.teams.exclude(name="Stinky Eight")]
    draw, sent = f"/leagues/{league.pk}/cup/draw", {"no": 1, "date": SECOND, "teams": teams}
    page = olga.post(draw, sent)
    said = text_of(page)
    assert "Trolls cannot play on Thursday 8 October." in said
    assert "Mounties already play on Thursday 8 October: Mounties v Shufflers." in said
    assert (page.status_code, league.cup_rounds.count()) == (200, 0)
    sure = sent | {"sure": clash_in(page)}
    assert olga.post(draw, sure).status_code == 422
    other = sure | {"date": (SECOND + timedelta(days=1)).isoformat()}
    Team.objects.filter(name="Shufflers").update(not_on=[SECOND.isoformat()])
    page = olga.post(draw, sure | {"why": "Agreed"})
    assert (page.status_code, league.cup_rounds.count()) == (200, 0)
    assert "Shufflers cannot play on Thursday 8 October." in text_of(page)
    sure["sure"] = clash_in(page)
    assert olga.post(draw, sure | {"why": "Agreed"}).status_code == 302
    assert league.cup_rounds.get().date == SECOND
    (event,) = league.club.events.all()
    assert event.said.endswith("on Thursday 8 October despite a clash. Reason: Agreed")
    league.cup_rounds.all().delete()
    assert olga.post(draw, other).status_code == 302


def test_a_play_off_match_on_a_forbidden_night_takes_a_reason(league, olga):
    Team.objects.filter(name="Trolls").update(not_on=[SECOND.isoformat()])
    two = {team.name: team.pk for team in league.teams.all()}
    sent = {"stage": "Final", "home": two["Mounties"], "away": two["Trolls"], "date": SECOND}
    page = olga.post(f"/leagues/{league.pk}/cup/play-off/add", sent)
    assert "Trolls cannot play on Thursday 8 October." in text_of(page)
    assert not league.matches.exists()
    sure = sent | {"sure": clash_in(page), "why": "Agreed"}
    assert olga.post(f"/leagues/{league.pk}/cup/play-off/add", sure).status_code == 302
    assert league.matches.get().date == SECOND


def test_play_off_matches_on_a_forbidden_night_take_a_reason(league, olga):
    counted(a_match(league, "Mounties", "Trolls", FIRST, part=0), total_home=300, total_away=200)
    last = a_match(league, "Trolls", "Mounties", SECOND, part=1)
    Team.objects.filter(name="Trolls").update(not_on=[NIGHTS[-1].isoformat()])
    make, sent = f"/leagues/{league.pk}/cup/play-off", {"date": NIGHTS[-1].isoformat()}
    assert olga.post(make, sent).status_code == 409
    counted(last, total_home=300, total_away=200)
    page = olga.post(make, sent)
    assert "Trolls cannot play on" in text_of(page)
    sure = sent | {"sure": clash_in(page)}
    assert [olga.post(make, one).status_code for one in (sent, sure)] == [200, 422]
    final = league.matches.filter(kind=LeagueMatch.Kind.PLAY_OFF)
    assert not final.exists()
    assert olga.post(make, sure | {"why": "Agreed"}).status_code == 302
    assert final.get().date == NIGHTS[-1]
    (event,) = league.club.events.all()
    assert event.said.endswith("despite a clash. Reason: Agreed")


def test_fixture_dates_are_listed_as_read_and_asked_about_where_ambiguous(league, olga):
    first = f"{FIRST.month}/{FIRST.day}/{FIRST.year}, Mounties, Trolls"
    read = text_of(olga.post(path(league, "take-in"), {"text": first}))
    assert "Thu 1 Oct 2026: 1 match" in read
    unclear = {"text": "3/12/2027, Mounties, Trolls"}
    asked = olga.post(path(league, "take-in"), unclear)
    choices = "3 December 2027: the day comes first", "12 March 2027: the month comes first"
    assert asked.status_code == 422
    assert [one in text_of(asked) for one in choices] == [True, True]
    read = text_of(olga.post(path(league, "take-in"), unclear | {"order": "month"}))
    assert "Fri 12 Mar 2027: 1 match, not a night of this league" in read
    olga.post(path(league, "take-in"), unclear | {"order": "month", "sure": "yes"})
    assert [str(one.date) for one in league.matches.all()] == ["2027-03-12"]
