import unicodedata

import pytest

from scoring.common.refused import Refused
from scoring.models import Player
from scoring.people.actions.people import add_players, rename_player
from scoring.table.actions.tables import change_people
from tests.cast import FIVE, a_club, a_table, again, close, everything, versions

pytestmark = pytest.mark.django_db


def names(club):
    return [player.name for player in club.players.order_by("pk")]


def test_people_are_returned_in_the_order_asked_for():
    club = a_club()
    add_players(club=club, names=["Cat", "Ann"])
    assert [player.name for player in add_players(club=club, names=["Ben", "Ann", "Cat"])] == [
        "Ben",
        "Ann",
        "Cat",
    ]
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


@pytest.mark.parametrize(
    ("one", "other"), [("Emile", "Émile"), ("Ann", "Anna"), ("Mary Ann", "Maryann")]
)
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


def test_a_member_added_to_a_table_does_not_become_a_guest():
    club = a_club()
    add_players(club=club, names=["Ann"])
    add_players(club=club, names=["Ann", "Ben"], guest=True)
    assert list(club.players.values_list("name", "guest")) == [("Ann", False), ("Ben", True)]


def test_people_are_listed_by_name_in_any_case():
    club = a_club()
    add_players(club=club, names=["bob", "Émile", "Ann", "Zoë", "Carl"])
    assert [player.name for player in club.players.all()] == ["Ann", "bob", "Carl", "Zoë", "Émile"]


def rename(player, name, **what):
    return rename_player(player=player, name=name, **({"short_name": "", "guest": False} | what))


def test_a_renamed_player_has_the_new_name_except_on_signed_results():
    table = a_table("Eve! 5")
    closing = close(table.session)
    eve = table.session.club.players.get(name="Eve")
    rename(eve, "Émilie", short_name="Ém", guest=True)
    assert again(table).sitting.names == [*FIVE[:4], "Émilie"]
    assert add_players(club=table.session.club, names=["émilie"]) == [eve]
    assert (again(eve).called, again(eve).guest) == ("Ém", True)
    assert again(closing).statement.names == tuple(FIVE)


def test_fields_not_sent_stay_as_they_are():
    (ann,) = add_players(club=a_club(), names=["Ann"])
    rename(ann, "Ann", active=False, notes="Left-handed")
    assert (again(ann).active, again(ann).notes) == (False, "Left-handed")
    rename(ann, "Anne")
    assert (again(ann).name, again(ann).active, again(ann).notes) == ("Anne", False, "Left-handed")


def test_renaming_does_not_restore_a_player_removed_in_the_meantime():
    (ann,) = add_players(club=a_club(), names=["Ann"])
    Player.objects.all().delete()
    with pytest.raises(Refused, match="Ann is no longer in the list."):
        rename(ann, "Anne")
    assert Player.objects.count() == 0


def test_a_player_can_be_renamed_to_another_spelling_of_the_same_name():
    (ann,) = add_players(club=a_club(), names=["ann"])
    assert again(rename(ann, "Ann")).name == "Ann"


def test_a_player_cannot_take_another_players_name():
    club = a_club()
    ann, _ = add_players(club=club, names=["Ann", "Ben"])
    stored = everything()
    with pytest.raises(Refused, match="Another person in the club is called BEN"):
        rename(ann, "BEN")
    assert everything() == stored


def test_renaming_updates_the_screens_of_the_players_current_table():
    sits, left = a_table("Eve! 5"), a_table("Eve! 5")
    eve, gone = (table.session.club.players.get(name="Eve") for table in (sits, left))
    change_people(table=left, names=FIVE[:4])
    before = versions(sits), versions(left)
    rename(eve, "Evelyn")
    rename(gone, "Evelyn")
    assert (versions(sits), versions(left)) == (
        tuple(version + 1 for version in before[0]),
        before[1],
    )
