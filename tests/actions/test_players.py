import unicodedata

import pytest

from scoring.actions.players import add_players
from tests.cast import a_club, everything

pytestmark = pytest.mark.django_db


def names(club):
    return [player.name for player in club.players.order_by("pk")]


def test_people_are_returned_in_the_order_asked_for():
    club = a_club()
    add_players(club=club, names=["Cat", "Ann"])
    assert [player.name for player in add_players(club=club, names=["Ben", "Ann", "Cat"])] == ["Ben", "Ann", "Cat"]
    assert names(club) == ["Cat", "Ann", "Ben"]


@pytest.mark.parametrize(
    ("known", "typed"),
    [
        ("Ann", "ann"),
        ("Ann", "ANN"),
        ("Émile", "émile"),
        ("émile", "ÉMILE"),
        ("Łucja", "łucja"),
        ("Ольга", "ОЛЬГА"),
        ("Σωκράτης", "ΣΩΚΡΆΤΗΣ"),
        ("Weiß", "WEISS"),
        ("Zoë", unicodedata.normalize("NFD", "Zoë")),
        (unicodedata.normalize("NFD", "Émile"), "ÉMILE"),
        ("Mary Ann", "  mary \u00a0 ann "),
        ("Ann", "Ａｎｎ"),
    ],
)
def test_two_spellings_of_one_name_are_one_player(known, typed):
    club = a_club()
    add_players(club=club, names=[known])
    stored = everything()
    assert [player.name for player in add_players(club=club, names=[typed])] == [known]
    assert everything() == stored


@pytest.mark.parametrize(("one", "other"), [("Emile", "Émile"), ("Ann", "Anna"), ("Mary Ann", "Maryann")])
def test_two_names_are_two_players(one, other):
    club = a_club()
    add_players(club=club, names=[one, other])
    assert names(club) == [one, other]


def test_a_name_twice_in_one_list_is_one_player():
    club = a_club()
    one, other = add_players(club=club, names=["Émile", "émile"])
    assert (one, names(club)) == (other, ["Émile"])


def test_clubs_do_not_share_their_people():
    ours, theirs = a_club(), a_club("Another club", organiser="mallory")
    assert add_players(club=ours, names=["Ann"]) != add_players(club=theirs, names=["Ann"])


def test_a_member_who_sits_down_is_not_made_a_guest():
    club = a_club()
    add_players(club=club, names=["Ann"])
    add_players(club=club, names=["Ann", "Ben"], guest=True)
    assert list(club.players.values_list("name", "guest")) == [("Ann", False), ("Ben", True)]


def test_people_are_listed_by_name_whatever_the_case():
    club = a_club()
    add_players(club=club, names=["bob", "Émile", "Ann", "Zoë", "Carl"])
    assert [player.name for player in club.players.all()] == ["Ann", "bob", "Carl", "Zoë", "Émile"]
