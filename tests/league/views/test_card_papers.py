"""Cards on paper: empty, and as they stand."""

from datetime import date

import pytest

from scoring.models import MatchPair
from tests.cast import a_phone, an_officer, signed_in
from tests.league.cast import a_league, a_match, a_squad, captains_link, play
from tests.sheets.reading import whole

pytestmark = pytest.mark.django_db


@pytest.fixture
def match():
    league = a_league("st-austell")
    an_officer(league.club, "olga")
    return a_match(league, "Mounties", "Trolls")


def said(address):
    return whole(signed_in("olga").get(address).content)


def test_an_empty_card_has_room_for_nine_games_and_its_due_date(match):
    found = said(f"/matches/{match.pk}/card.pdf")
    assert "DueinbySaturday3October,18:00" in found
    assert [found.count(f"Round{no}") for no in (1, 2, 3)] == [1, 1, 1]
    assert found.count("Pair1") == 6
    assert "Twocards,signedbybothcaptains" in found


def test_a_played_card_shows_players_and_results_and_an_empty_one_does_not(match):
    a_squad(match.home, "Ann", "Ben")
    play(match, (("Ann", "Ben"), ("Cat", "Dan"), [[21, 17]]))
    full, empty = (said(f"/matches/{match.pk}/card.pdf{ask}") for ask in ("", "?blank=yes"))
    assert [("Ann" in one, "17" in one, "Countssince" in one) for one in (full, empty)] == [
        (True, True, True),
        (False, False, False),
    ]


def test_all_cards_of_a_night_are_printed_at_once(match):
    a_match(match.league, "Shufflers", "Stinky Eight")
    address = f"/leagues/{match.league_id}/cards.pdf"
    found = said(f"{address}?night={date(2026, 10, 1)}")
    assert [f"Captainof{one}" in found for one in ("Mounties", "StinkyEight")] == [True, True]
    assert signed_in("olga").get(f"{address}?night=2026-12-24").status_code == 404


def test_a_captains_card_names_opponents_only_after_both_have_named_pairs(match):
    """Who names second would else choose against what they see."""
    ann, ben = a_squad(match.home, "Ann", "Ben")
    ida, jan = a_squad(match.away, "Ida", "Jan")
    MatchPair.objects.create(match=match, side="home", no=0, one=ann, other=ben)

    def seen(team):
        token = captains_link(team).token
        found = whole(a_phone().get(f"/team/{token}/matches/{match.pk}/card.pdf").content)
        return [name in found for name in ("Ann", "Ida")]

    assert (seen(match.home), seen(match.away)) == ([True, False], [False, False])
    MatchPair.objects.create(match=match, side="away", no=0, one=ida, other=jan)
    assert (seen(match.home), seen(match.away)) == ([True, True], [True, True])
