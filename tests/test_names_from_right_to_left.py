"""No name from right to left moves what is beside it, on any page of the site."""

from html.parser import HTMLParser

import pytest

from scoring.models import Player, Team
from tests import test_rights as rights
from tests.cast import close, signed_in
from tests.hall import token_of_link

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.thorough]
hall = rights.hall
NAMES = ("مريم", "דוד כהן", "عبد الرحمن", "שרה", "خالد", "يوسف", "רבקה", "ليلى", "משה", "سارة")
NO_TAGS = {"title", "option", "textarea", "script", "style", "svg"}
"""Elements that hold only text: a name in them is between invisible signs, or shown alone."""


class Loose(HTMLParser):
    """Gather the names of a page that share their text with anything else."""

    def __init__(self):
        super().__init__()
        self.open, self.isolated, self.loose = [], 0, []

    def handle_starttag(self, tag, attrs):
        self.open.append(tag)

    def handle_endtag(self, tag):
        while self.open and self.open.pop() != tag:
            pass

    def handle_data(self, data):
        there = [name for name in NAMES if name in data]
        if there and self.open[-1:] == ["bdi"]:
            self.isolated += 1
        elif there and not NO_TAGS & {*self.open}:
            self.loose.append(data.strip())


def test_every_name_from_right_to_left_is_isolated_on_every_page(hall):
    for no, player in enumerate(Player.objects.order_by("pk")):
        player.name = f"{NAMES[no % len(NAMES)]} {no // len(NAMES) or ''}".strip()
        player.save()
    for team, name in zip(Team.objects.order_by("pk"), ("أسود", "אריות"), strict=False):
        team.name = name
        team.save()
    token = token_of_link("write", hall["table"])
    asked = [rights.path_of(name, hall, token) for name in rights.BY_LINK]
    hall["payment"] = close(hall["session"]).payments.first()
    asked += [rights.path_of(name, hall) for name in rights.RIGHTS]
    owner, with_names, loose = signed_in("kate"), 0, {}
    for path in asked:
        answer = owner.get(path)
        if answer.get("Content-Type", "").startswith("text/html"):
            page = Loose()
            page.feed(answer.content.decode())
            with_names += bool(page.isolated)
            loose |= {path: page.loose} if page.loose else {}
    assert loose == {}
    assert with_names > 30
