"""A player's disc has one colour and shape on every page, and the disc of a side has no letter."""

import re

import pytest

from scoring.common.names import name_key
from scoring.euchre.hand import Hand
from scoring.models import Player
from scoring.table.views.sheets import blank_score_sheet, score_sheets
from tests.cast import a_club, a_phone, a_table, address, again, an_evening, log

pytestmark = pytest.mark.django_db

DISC = re.compile(r'class="disc colour-(\d)".*?<text[^>]*>(.*?)</text>', re.DOTALL)
PAGES = ("", "score", "history", "board", "device", "settlement", "people", "share")


def discs(table):
    """The letter and the colour of each disc on the pages of a table."""
    pages = [a_phone().get(address(table, page)).content.decode() for page in PAGES]
    return {(letter, int(colour)) for page in pages for colour, letter in DISC.findall(page)}


@pytest.mark.parametrize(
    ("rules_key", "sides"), [("american", {("", 0), ("", 1)}), ("call-ace", set())]
)
def test_discs_are_the_same_on_every_page_of_a_table(rules_key, sides):
    table = a_table(names=["Ann", "Ben", "Cat", "Dan"], rules_key=rules_key)
    log(table, Hand(maker=0, partner=1 if rules_key == "call-ace" else None, tricks=5))
    people = {(player.name[0], player.colour) for player in Player.objects.all()}
    assert discs(table) - people == sides


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
