"""A player's disc has one colour and shape on every page, and the disc of a side has no letter."""

import re

import pytest

from scoring.common.discs import colour_of, shape_of
from scoring.common.names import name_key
from scoring.euchre.hand import Hand
from scoring.models import Player
from scoring.table.views.sheets import blank_score_sheet, score_sheets
from tests.cast import a_club, a_phone, a_table, address, again, an_evening, log

pytestmark = pytest.mark.django_db

DISC = re.compile(
    r'class="disc colour-(\d)".*?href="#shape-(\d)".*?<text[^>]*>(.*?)</text>', re.DOTALL
)
PAGES = ("", "score", "history", "board", "device", "settlement", "people", "share")


def discs(table):
    """The letter, the colour and the shape of each disc on the pages of a table."""
    pages = [a_phone().get(address(table, page)).content.decode() for page in PAGES]
    found = [one for page in pages for one in DISC.findall(page)]
    return {(letter, int(colour), int(shape)) for colour, shape, letter in found}


def own(player):
    return player.name[0], colour_of(player.colour), shape_of(player.colour)


@pytest.mark.parametrize(
    ("rules_key", "sides"), [("american", {("", 0, 0), ("", 1, 1)}), ("call-ace", set())]
)
def test_discs_are_the_same_on_every_page_of_a_table(rules_key, sides):
    table = a_table(names=["Ann", "Ben", "Cat", "Dan"], rules_key=rules_key)
    log(table, Hand(maker=0, partner=1 if rules_key == "call-ace" else None, tricks=5))
    assert discs(table) - {own(player) for player in Player.objects.all()} == sides


def test_a_disc_is_the_same_at_a_table_with_another_of_its_colour():
    club = a_club()
    names = ["Ann", "Ben", "Cat", "Dan"]
    Player.objects.bulk_create(  # Ann, Ben and Cat have one colour
        Player(pk=pk, club=club, name=name, key=name_key(name))
        for pk, name in zip((71, 78, 85, 72), names, strict=True)
    )
    table = a_table(names=names, rules_key="call-ace", session=an_evening(club))
    log(table, Hand(maker=0, partner=1, tricks=5))
    assert discs(table) == {own(player) for player in Player.objects.all()}
    assert sorted(colour for _, colour, _ in discs(table)) == [0, 0, 0, 1]


@pytest.mark.parametrize(
    ("rules_key", "alone"), [("american", False), ("call-ace", True), ("hoyle-three", True)]
)
def test_printed_sheets_have_the_discs_of_the_screens(rules_key, alone):
    names = ["Ann", "Ben", "Cat", "Dan"][: 3 if rules_key == "hoyle-three" else 4]
    club = a_club()
    Player.objects.bulk_create(  # nobody has the colour of their seat
        Player(pk=pk, club=club, name=name, key=name_key(name))
        for pk, name in zip((75, 71, 74, 72), names, strict=False)
    )
    table = a_table(names=names, rules_key=rules_key, session=an_evening(club))
    log(table, Hand(maker=0, partner=1 if rules_key == "call-ace" else None, tricks=5))
    sitting = again(table).sitting
    assert tuple(sitting.colours) != (0, 1, 2, 3)[: len(names)]
    own = tuple(sitting.colours) if alone else (0, 1)
    assert [sheet.colours for sheet in score_sheets(again(table))] == [own]
    assert blank_score_sheet(sitting).colours == own
