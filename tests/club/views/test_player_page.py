"""A player's page: closed evenings added up, years separate, money shown only with the right to see
it."""

import re
from datetime import date

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.club.actions.seasons import make_season
from scoring.club.pure import par
from scoring.club.queries import par as par_queries
from scoring.club.views import players
from scoring.euchre.wording import places_as_text
from scoring.models import Tournament
from scoring.tournament.actions.finishing import finish
from tests.cast import FIVE, PHONE, a_club, a_table, again, an_evening, an_officer, close, signed_in
from tests.html import text
from tests.sheets.reading import squeezed, whole
from tests.tournament.cast import a_tournament, played_to

pytestmark = pytest.mark.django_db

HANDS = ("Ben+Dan 3", "Eve! 5", "Ann+Cat 2", "Ben+Ann 5")


@pytest.fixture
def club():
    club = a_club()
    an_officer(club, "sam", "scorer")
    return club


def a_closed_evening(club, *hands, on=date(2026, 11, 14), **what):
    session = an_evening(club, played_on=on)
    a_table(*(hands or HANDS), session=session, **what)
    close(session)
    return session


def page(club, name="Ben", *, who="kate", ask=""):
    player = club.players.get(name=name)
    answer = signed_in(who).get(f"/clubs/{club.pk}/players/{player.pk}/{ask}")
    assert answer.status_code == 200
    return text(answer.content.decode())


def test_before_the_first_closed_evening_the_page_says_what_is_missing(club):
    a_table(*HANDS, session=an_evening(club))
    assert "No results yet." in page(club)


def test_every_officer_may_phone_or_write_to_a_player_who_left_contact_details(club):
    evening = an_evening(club)
    a_table(*HANDS, session=evening)
    reached = {"phone": "+44 (0)20 7946-0000", "email": "ben+cards@example.org"}
    ben = club.players.get(name="Ben")
    club.players.filter(pk=ben.pk).update(**reached)
    pages = f"/clubs/{club.pk}/players/{ben.pk}/", f"/sessions/{evening.pk}/door/{ben.pk}/"
    for path in pages:
        page = signed_in("sam").get(path).content.decode()
        assert re.findall(r'href="(?:tel|mailto):[^"]+"', page) == [
            'href="tel:+4402079460000"',
            'href="mailto:ben%2Bcards@example.org"',
        ]


def test_the_page_adds_up_hands_as_maker_partner_and_opponent(club):
    a_closed_evening(club)
    said = page(club)
    for words in (
        "Club nights 1 Hands 4",
        "Made trump 2 of 4",
        "Of these, made it 2 of 2",
        "All five tricks 1 of 2",
        "Euchred 0 of 2",
        "The maker was euchred 1 of 2",
        "2 scoring hands in a row",
    ):
        assert words in said


BIDS = ("Ben 4/5", "Ben !/6", "Dan 5/3", "Cat 3/2")


@pytest.mark.parametrize(
    ("before", "words"),
    [
        (
            False,
            (
                "Made trump 2 of 4 ",
                "Of these, made the bid 2 of 2 ",
                " Set 0 of 2 ",
                "Lone hands that took every trick 1 of 1 ",
                "The maker’s side made the bid 0 of 1 ",
                "The maker was set 1 of 1 ",
            ),
        ),
        (
            True,
            (
                "Of these, made it 4 of 4 ",
                "All five tricks 1 of 4 ",
                "Euchred or set 0 of 4 ",
                "The maker was euchred or set 2 of 3 ",
            ),
        ),
    ],
)
def test_a_player_of_bidding_games_sees_bids_made_and_set(club, before, words):
    if before:
        a_closed_evening(club)
    a_closed_evening(club, *BIDS, names=FIVE[:4], rules_key="bid")
    said = page(club)
    assert [one for one in words if one not in said] == []
    assert ("All five tricks" in said) is before


def test_a_negative_rating_has_a_real_minus(club):
    hands = ["Ben 6/0"] * 30
    a_closed_evening(club, *hands, names=FIVE[:4], rules_key="bid")
    said = page(club)
    assert "Rating \N{MINUS SIGN}" in said
    assert "Rating -" not in said


def test_an_unknown_rule_set_is_named_by_its_key(club):
    a_closed_evening(club)
    club.tallies.update(rules_key="bridge")
    assert "bridge" in page(club)


def test_a_small_number_of_hands_is_marked_as_few(club):
    a_closed_evening(club)
    assert "few hands: likely anything from 34 to 100%" in page(club)


def test_a_year_is_shown_alone(club):
    a_closed_evening(club, on=date(2025, 5, 1))
    a_closed_evening(club, "Ben+Dan 3")
    assert ["Hands 5" in page(club), "Hands 4" in page(club, ask="?year=2025")] == [True, True]
    assert "No closed club nights in 2024." in page(club, ask="?year=2024")


def test_the_curve_of_net_points_shows_its_days_and_its_latest_value(club):
    for day in (date(2025, 5, 1), date(2025, 11, 6), date(2026, 2, 5)):
        a_closed_evening(club, "Ben+Dan 5", on=day)
    found = page(club)
    assert "1 May 2025 6 Nov 2025 5 Feb 2026" in found
    assert "Now +27 , highest +27, lowest 0." in found


def company(club):
    """Each person that Ben met, with the dots and what is said beside them."""
    ben = club.players.get(name="Ben")
    html = signed_in().get(f"/clubs/{club.pk}/players/{ben.pk}/").content.decode()
    rows = html.partition('class="company"')[2].partition("</table>")[0].split("<tr>")[2:]
    return {
        text(row.partition("</th>")[0]): (
            re.findall(r'<circle class="(\w+)"', row),
            re.findall(r"([+−]?\d\.\d) per hand", row),
        )
        for row in rows
    }


def test_a_few_hands_with_somebody_have_a_hollow_dot_and_no_figure(club, monkeypatch):
    a_closed_evening(club)
    assert company(club) == {name: (["few", "few"], []) for name in ("Ann", "Cat", "Dan", "Eve")}
    monkeypatch.setattr(players, "FEW", 1)
    found = company(club)
    assert [len(rates) for _, rates in found.values()] == [2] * 4
    signs = {"+": "gain", "−": "loss", "0": "level"}
    for inks, rates in found.values():
        assert inks == [signs[rate[0]] for rate in rates]
    assert {ink for inks, _ in found.values() for ink in inks} <= {"gain", "loss", "level"}


def test_a_dot_has_the_colour_of_the_rounded_figure_beside_it(club, monkeypatch):
    a_closed_evening(club, *["Ben+Dan 3"] * 8, *["Ann+Cat 3"] * 7)
    monkeypatch.setattr(players, "FEW", 1)
    assert company(club)["Ann"] == (["gain"], ["+0.1"])  # one point in 15 hands


def test_a_score_is_compared_with_par_once_the_club_has_played_enough(club, monkeypatch):
    for no in range(1, 4):
        a_closed_evening(club, on=date(2026, 11, no))
    assert "Par and luck" not in page(club)
    monkeypatch.setattr(par, "LEAST_OF_CLUB", 48)
    # Four others have 3, 0, 3 and 7 points of 4 hands a night: 39 of 48. Ben had 18 of 12.
    said = page(club)
    assert "An average player of the club would have scored about 10 in the same seats." in said
    assert "Ben scored 18, 8 above par." in said
    assert "points per hand after" not in said
    monkeypatch.setattr(par, "LEAST_OF_CLUB", 49)
    assert "Par and luck" not in page(club)


def test_chairs_show_points_per_hand_only_for_enough_hands(club, monkeypatch):
    a_closed_evening(club)
    assert "Dealer 1 0 – – Eldest hand 1 1 – –" in page(club)
    monkeypatch.setattr(par_queries, "LEAST_IN_SEAT", 1)
    said = page(club)
    assert "Dealer 1 0 – 0.0 Eldest hand 1 1 – 0.7 Other seats 2 5 – 1.1" in said
    monkeypatch.setattr(players, "FEW", 1)
    html = chairs_of(club)
    assert re.findall(r'<rect class="(\w+)"', html) == ["felt", "level", "gain", "gain", "gain"]


def chairs_of(club):
    ben = club.players.get(name="Ben")
    html = signed_in().get(f"/clubs/{club.pk}/players/{ben.pk}/").content.decode()
    return html.partition('class="chart chairs"')[2].partition("</div>")[0]


def test_lone_hands_are_shown_beside_those_of_the_rest_of_the_club(club):
    a_closed_evening(club, "Ben! 5", "Ben! 3", "Eve! 5", "Ann! 5", "Cat! 1")
    said = page(club)
    assert "Every trick Lone hands Likely share Ben 1 2 9 to 91% The rest of the club 2 3" in said
    assert said.count("Lone hands that took every trick") == 1


@pytest.mark.parametrize("year", ["x", "20266", "٢٠٢٦", "-1"])
def test_an_invalid_year_is_not_found(club, year):
    a_closed_evening(club)
    player = club.players.get(name="Ben")
    assert signed_in().get(f"/clubs/{club.pk}/players/{player.pk}/?year={year}").status_code == 404


def test_money_is_shown_to_people_who_run_the_club_and_not_to_a_scorer(club):
    a_closed_evening(club)
    assert ["Net money" in page(club), "Net money" in page(club, who="sam")] == [True, False]


def test_another_clubs_player_is_not_found_here(club):
    other = a_club("Another", organiser="mallory")
    a_closed_evening(other)
    theirs = other.players.get(name="Ben")
    assert signed_in().get(f"/clubs/{club.pk}/players/{theirs.pk}/").status_code == 404


def test_the_page_needs_at_most_14_queries_for_one_evening_or_three(club):
    kate = signed_in()

    def count():
        with CaptureQueriesContext(connection) as found:
            answer = kate.get(address)
        assert answer.status_code == 200
        return len(found)

    a_closed_evening(club, on=date(2026, 10, 1))
    address = f"/clubs/{club.pk}/players/{club.players.get(name='Ben').pk}/"
    first = count()
    for day in (2, 3):
        a_closed_evening(
            club, "Ben+Dan 3", on=date(2026, 10, day), names=[*FIVE[:4], f"Guest {day}"]
        )
    assert count() == first <= 14


def test_paper_has_the_same_figures_without_money(club):
    a_closed_evening(club)
    player = club.players.get(name="Ben")
    answer = signed_in("sam").get(f"/clubs/{club.pk}/players/{player.pk}/year.pdf?year=2026")
    said = whole(answer.content)
    for words in ("Ben", "2026", "Call-Ace", "As maker", "Partners and opponents", "Dan"):
        assert squeezed(words) in said
    assert [squeezed(words) in said for words in ("£", "1 hands", "Per cent")] == [False] * 3


def test_a_tournament_that_does_not_count_is_separate_from_all_figures(club):
    session = an_evening(club, played_on=date(2026, 11, 14))
    tournament = a_tournament(["Ann", "Ben", "Cat", "Dan"], session=session, rounds=2)
    played_to(tournament, 2)
    finish(tournament=again(tournament), actor=PHONE)
    assert "No results yet." in page(club, "Ann")
    close(again(tournament.session))
    shown = page(club, "Ann")
    rows = again(tournament).results["rows"]
    row = next(one for one in rows if one["name"] == "Ann")
    place = places_as_text(one["rank"] for one in rows)[row["rank"]]
    assert "All years 2026 No closed club nights. Tournaments that do not count" in shown
    assert "They are not included in the figures above." in shown
    assert f"place {place} of 4, {row['points']} point" in shown
    answer = signed_in("sam").get(
        f"/clubs/{club.pk}/players/{club.players.get(name='Ann').pk}/year.pdf?year=2026"
    )
    assert squeezed("Tournaments that do not count in the seasons") in whole(answer.content)


def test_a_tournament_entered_by_totals_is_shown_with_its_rounds_and_no_hands(club):
    tournament = a_tournament(["Ann", "Ben", "Cat", "Dan"], session=an_evening(club), rounds=2)
    Tournament.objects.filter(pk=tournament.pk).update(counts=True)
    played_to(tournament, 2)
    finish(tournament=again(tournament), actor=PHONE)
    close(again(tournament.session))
    shown = text(page(club))
    assert "Club nights 1 Hands 0 Rounds 2 Net points" in shown
    assert "2 rounds, net 0" in shown


def test_the_page_says_if_a_season_counts_only_the_best_nights(club):
    for day in (7, 14):
        a_closed_evening(club, on=date(2026, 11, day))
    year = {"starts_on": date(2026, 1, 1), "ends_on": date(2026, 12, 31), "order": ["points"]}
    make_season(club=club, name="The year", **year, best_of=2)
    assert "The year" not in page(club)
    make_season(club=club, name="The autumn", **year, best_of=1)
    assert "Season The autumn counts only the best 1" in page(club)
    assert "The autumn" not in page(club, ask="?year=2025")
    ann = club.players.get(name="Ann").pk
    paper = signed_in("sam").get(f"/clubs/{club.pk}/players/{ann}/year.pdf?year=2026")
    assert "Allclubnightsof2026areincluded.SeasonTheautumn" in whole(paper.content)
