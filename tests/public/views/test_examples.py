"""The pages that visitors may look at before there is anything of their own."""

import re

import pytest
from django.test import override_settings

from scoring.public.pure import examples
from scoring.public.pure.examples import GAME, NIGHT, TAPPED
from scoring.public.views.examples import PAGES, night_page
from tests.cast import a_phone
from tests.html import shown, text
from tests.test_queries import asked

pytestmark = pytest.mark.django_db

PATHS = [f"/see/{what}/" for what in PAGES]


@pytest.mark.parametrize("path", PATHS)
def test_an_example_is_shown_on_an_empty_site_without_a_query(path):
    answer = a_phone().get(path)
    assert answer.status_code == 200
    assert "This is an example with invented names." in text(answer.content.decode())
    assert asked(a_phone(), path) == 0


@pytest.mark.parametrize("path", PATHS)
def test_an_example_has_nothing_to_send_or_to_change(path):
    page = a_phone().get(path).content.decode()
    assert re.findall(r"<(?:form|input|button|script)\b", page) == []
    assert a_phone().post(path).status_code == 405


@pytest.mark.parametrize("path", PATHS)
def test_the_links_of_an_example_lead_to_pages_that_anyone_may_see(path):
    links = set(re.findall(r'<a [^>]*href="(/[^"#]*)', a_phone().get(path).content.decode()))
    assert {*PATHS, "/"} <= links
    assert {link: a_phone().get(link).status_code for link in links} == dict.fromkeys(links, 200)


@pytest.mark.parametrize("path", PATHS)
def test_an_example_says_at_its_top_that_it_is_one_with_what_to_do_next(path):
    page = a_phone().get(path).content.decode()
    says, leads = page.index("This is an example"), page.index('<a class="button')
    assert page.index("<h1>") < says < leads < page.index("<h2")


def test_the_front_page_leads_to_every_example_and_to_the_start_of_a_table():
    links = re.findall(r'<a [^>]*href="(/[^"]*)"', a_phone().get("/").content.decode())
    assert {*PATHS, "/start", "/table/"} <= {*links}


def test_the_game_shows_each_hand_and_the_sum_of_its_points_as_the_rules_score_them():
    page = a_phone().get("/see/game/")
    assert len(shown(page, r"<li>\s*<p>\d+ · .*?</li>")) == len(GAME.hands)
    totals = shown(page, r'<ol class="stood".*?</ol>')[0]
    for name, points in zip(GAME.names, GAME.totals, strict=True):
        assert re.search(rf"{name}\D.*\b{points}\b", totals)
    each = [sum(hand.score.points[seat] for hand in GAME.played) for seat in range(len(GAME.names))]
    assert each == [*GAME.totals]


def test_the_payments_of_an_example_settle_all_that_was_won_and_lost():
    for settled in (examples.settled(GAME), examples.night_settled()):
        left = {name: net.minor for name, net in settled.nets.items()}
        for paid in settled.transfers:
            left[paid.debtor] += paid.minor
            left[paid.creditor] -= paid.minor
        assert set(left.values()) == {0}


def test_everyone_at_the_example_night_sits_at_one_table():
    names = [name for table in NIGHT for name in table.names]
    assert len({*names}) == len(names) == len(night_page().people)


def test_check_in_shows_players_in_every_state_and_counts_the_others():
    page = night_page()
    assert {(bool(one.fee), one.paid) for one in page.arrivals} == {
        (True, True),
        (True, False),
        (False, False),
    }
    here = [one.person for one in page.arrivals if one.fee]
    assert len(here) + page.more == len(page.people)
    assert {*here} < {*page.people}


def test_the_example_tournament_has_the_podium_and_the_stars_of_real_standings():
    page = a_phone().get("/see/tournament/")
    rows = examples.tournament().rows
    podium = shown(page, r'<ol class="podium".*?</ol>')[0]
    assert [name in podium for name in (row.name for row in rows[:4])] == [True] * 3 + [False]
    stars = re.findall(r'class="star (\w+)"><span', page.content.decode())
    assert len(stars) == sum(row.gold + row.red + row.green for row in rows)
    assert "lone hands 0" not in text(page.content.decode())


def test_the_example_league_has_the_form_and_the_reasons_of_a_real_table():
    page = a_phone().get("/see/league/")
    forms = shown(page, r'<td class="form">.*?</td>')
    assert len(forms) == len(examples.TEAMS)
    assert {len(form.replace(" ", "")) for form in forms} == {5}
    assert shown(page, r"<small>(.*?)</small>")[0].startswith("tied, ")


def test_every_team_of_the_example_league_plays_once_a_night_and_meets_each_other_once():
    season = examples.league()
    for day in season.dates:
        playing = [team for one in season.matches if one.date == day for team in one.teams]
        assert sorted(playing) == sorted(season.teams)
    met = {frozenset(one.teams) for one in season.matches}
    assert len(met) == len(season.matches) == 45


def test_the_pad_of_the_front_page_plays_a_hand_of_the_example_game():
    pad = shown(a_phone().get("/"), r'<div[^>]*role="img".*?</figure>')[0]
    hand = GAME.played[TAPPED - 1]
    before, after = GAME.totals_after(TAPPED - 1), hand.totals
    won = [seat for seat in range(len(GAME.names)) if before[seat] != after[seat]]
    assert won == sorted([hand.hand.maker, hand.hand.partner])
    for seat in won:
        assert re.search(rf"{GAME.names[seat]}.*{before[seat]} {after[seat]}\b", pad)


@override_settings(PUBLIC_URL="https://cards.example")
def test_an_example_is_the_same_for_every_visitor():
    first, other = (a_phone().get("/see/tournament/").content for _ in range(2))
    assert first == other
