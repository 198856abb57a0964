import pytest

from scoring.models import Player
from scoring.table.actions.tables import change_people
from tests.cast import a_table, again, log

pytestmark = pytest.mark.django_db


def colours(table):
    sitting = again(table).sitting
    return dict(zip(sitting.names, sitting.colours, strict=True))


def now_sit(table, *names):
    log(table)
    change_people(table=again(table), names=list(names))
    return colours(table)


def own(*names):
    return {player.name: player.colour for player in Player.objects.filter(name__in=names)}


def test_players_who_arrived_together_have_their_own_colours_and_keep_them():
    table = a_table(names=["Ann", "Ben", "Cat", "Dan", "Eve"])
    theirs = own("Ann", "Ben", "Cat", "Dan", "Eve")
    assert colours(table) == theirs
    assert sorted(theirs.values()) == sorted(set(theirs.values()))
    stay = now_sit(table, "Fay", "Dan", "Eve", "Cat")
    assert stay.pop("Fay") not in stay.values()
    assert stay == {name: theirs[name] for name in ("Dan", "Eve", "Cat")}


def test_the_first_of_two_players_with_one_colour_keeps_it():
    table = a_table(names=["Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Gus"])
    ann = Player.objects.get(name="Ann")
    ned = Player.objects.create(club=ann.club, name="Ned", pk=ann.pk + 14)
    assert ned.colour == ann.colour
    found = now_sit(table, "Ben", "Ann", "Ned", "Cat")
    assert {name: found[name] for name in ("Ben", "Ann", "Cat")} == own("Ben", "Ann", "Cat")
    assert len(set(found.values())) == 4


def test_no_two_players_share_a_colour_when_one_comes_back():
    table = a_table(names=["Ann", "Ben", "Cat", "Dan"])
    now_sit(table, "Fay", "Ben", "Cat", "Dan")
    assert len(set(now_sit(table, "Fay", "Ben", "Ann", "Dan").values())) == 4
