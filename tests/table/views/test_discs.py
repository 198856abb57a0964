"""A player's disc has one colour and shape on every page, and the disc of a side has no letter."""

import re

import pytest

from scoring.euchre.hand import Hand
from scoring.models import Player
from tests.cast import a_phone, a_table, address, log

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
