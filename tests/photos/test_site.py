"""Cards that the site printed are photographed and sent to it: the reading in its own process, the
clippings, and the tables that are entered."""

from io import BytesIO
from random import Random

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

WHY = "the packages of the extra “photos” are not installed"
for needed in ("numpy", "zxingcpp", "pypdfium2"):
    pytest.importorskip(needed, reason=WHY)

from PIL import Image  # noqa: E402

from scoring.common import pictures_sent  # noqa: E402
from scoring.models import CardClip, Report  # noqa: E402
from scoring.tournament.photos import apart  # noqa: E402
from scoring.tournament.photos.apart import read_apart  # noqa: E402
from tests.cast import signed_in  # noqa: E402
from tests.html import text  # noqa: E402
from tests.photos.camera import photograph  # noqa: E402
from tests.photos.proving import PLAIN  # noqa: E402
from tests.photos.test_photographs import filled, nine_to_six  # noqa: E402
from tests.tournament.cast import a_tournament, begun  # noqa: E402

pytestmark = pytest.mark.django_db


@pytest.fixture
def played():
    """A rotation of eight in its first round."""
    tournament = a_tournament(8, style="rotation", rounds=7)
    begun(tournament)
    return tournament


def test_a_picture_of_eight_cards_enters_both_tables(played):
    pile = photograph([one.picture for one in filled(played, nine_to_six)], PLAIN, Random(1), 3)
    address = f"/sessions/{played.session_id}/tournament/pictures/add"
    sent = {"files": [SimpleUploadedFile("pile.jpg", pile)]}
    said = signed_in().post(pictures_sent.signed(address), sent)
    assert "8 cards, 2 tables entered." in text(said.content.decode())
    assert (Report.objects.count(), CardClip.objects.count()) == (8, 8)
    points = {tuple(one.points.values()) for one in Report.objects.all()}
    assert points == {(9,), (6,)}
    clippings = [Image.open(BytesIO(one.clipping)) for one in CardClip.objects.all()]
    assert {one.size for one in clippings} == {(542, 90)}
    assert max(len(one.clipping) for one in CardClip.objects.all()) < 20_000


def test_a_reading_that_takes_too_long_is_ended(tmp_path, monkeypatch):
    Image.new("RGB", (30, 20), "white").save(tmp_path / "one.png")
    monkeypatch.setattr(apart, "PATIENCE", 0.01)
    assert read_apart(tmp_path / "one.png").wrong == apart.UNREADABLE
