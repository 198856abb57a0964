"""Printed cards that were filled in and photographed are read, or asked about, and never read
wrong."""

import json
from io import StringIO
from random import Random

import pytest
from django.core.management import CommandError, call_command

from tests import proof

WHY = "the packages of the extra “photos” are not installed"
for needed in ("numpy", "zxingcpp", "pypdfium2"):
    pytest.importorskip(needed, reason=WHY)

from PIL import Image  # noqa: E402

from scoring.evening.actions.passes import renew_pass  # noqa: E402
from scoring.tournament.photos import library  # noqa: E402
from scoring.tournament.photos.reading import read_file  # noqa: E402
from scoring.tournament.queries.now import load_tournament  # noqa: E402
from tests.cast import signed_in  # noqa: E402
from tests.photos.camera import photograph  # noqa: E402
from tests.photos.printing import prints  # noqa: E402
from tests.photos.proving import KINDS, PLAIN, Damage, Score, fill, prove  # noqa: E402
from tests.tournament.cast import a_tournament, begun  # noqa: E402

BAR = {True: 0.95, False: 0.8}
"""Games that need no question, at ordinary quality and at bad."""
OPEN = {"codes covered"}
"""Where a card hides another one’s code, so that it must be photographed again."""


@pytest.mark.slow
@pytest.mark.parametrize("kind", proof.every(6, KINDS, quick=16))
def test_no_photographed_card_is_read_wrong(kind):
    found = prove(KINDS[kind], people=proof.size(8, thorough=128), rounds=8, seed=1)
    assert (found.games, found.wrong) == (proof.size(8, thorough=128) * 2, [])
    assert kind in OPEN or found.share >= BAR[KINDS[kind].ordinary], found.why


def filled(tournament, points):
    """Return the printed cards of a tournament of eight, filled in with a score for each table of
    its rounds."""
    content = (
        signed_in()
        .get(f"/sessions/{tournament.session_id}/tournament/papers/tally-cards.pdf")
        .content
    )
    cards, random = prints(content), Random(1)
    value = load_tournament(tournament)
    for no, card in enumerate(cards, start=1):
        fill(card, no, value, points(value), Damage(), random)
    return cards


def nine_to_six(tournament):
    return {
        (round.no, table.no): Score(
            dict(zip(table.by_side, (9, 6), strict=True)),
            {no: int(no == 1) for no in table.entrants},
        )
        for round in tournament.rounds
        for table in round.tables
    }


def read(tournament, *paths):
    out = StringIO()
    call_command(
        "tally",
        "read",
        *map(str, paths),
        f"--tournament={tournament.session_id}",
        "--json",
        stdout=out,
    )
    return json.loads(out.getvalue())


@pytest.fixture
def played():
    """A rotation of eight in its first round."""
    tournament = a_tournament(8, style="rotation", rounds=7)
    begun(tournament)
    return tournament


@pytest.mark.django_db
def test_the_command_reads_the_cards_that_the_site_printed(played, tmp_path):
    cards = filled(played, nine_to_six)
    for no in (0, 1):
        pictures = [card.picture for card in cards[no * 4 : no * 4 + 4]]
        (tmp_path / f"{no}.jpg").write_bytes(photograph(pictures, PLAIN, Random(no)))
    said = read(played, tmp_path)
    assert (said["format"], said["tournament"]) == ("euchre-cards/1", played.session_id)
    assert [card["no"] for card in said["cards"]] == [*range(1, 9)]
    assert [(one["round"], one["state"], one["points"]) for one in said["tables"]] == [
        (1, "agreed", {"NS": 9, "EW": 6})
    ] * 2
    assert [one["lones"] for one in said["tables"] if one["lones"]] == [{"1": 1}]
    assert (said["unread"], played.rounds.get().tables.first().reports.count()) == ([], 0)


@pytest.mark.django_db
def test_a_pdf_of_a_scanner_is_read_page_by_page(played, tmp_path):
    pages = [card.picture for card in filled(played, nine_to_six)]
    pages[0].save(tmp_path / "scan.pdf", save_all=True, append_images=pages[1:], resolution=250)
    said = read(played, tmp_path / "scan.pdf")
    assert [card["page"] for card in said["cards"]] == [*range(1, 9)]
    assert {one["state"] for one in said["tables"]} == {"agreed"}


@pytest.mark.django_db
def test_a_missing_card_is_asked_for_at_each_table_of_its_owner(played, tmp_path):
    cards = filled(played, nine_to_six)
    pictures = [card.picture for card in cards[1:]]
    (tmp_path / "pile.jpg").write_bytes(photograph(pictures, PLAIN, Random(1), across=3))
    said = read(played, tmp_path)
    asked = [ask for table in said["tables"] for ask in table["asked"]]
    assert asked == [{"no": 1, "why": "the card is missing"}]
    assert sorted(table["state"] for table in said["tables"]) == ["agreed", "asked"]


@pytest.mark.django_db
def test_a_card_whose_small_code_is_covered_is_named_with_its_picture(played, tmp_path):
    renew_pass(session=played.session, right="players")
    card = filled(played, nine_to_six)[0].picture
    wide, high = card.size
    card.paste((120, 84, 52), (wide // 2, high * 7 // 8, wide, high))
    (tmp_path / "one.jpg").write_bytes(photograph([card], PLAIN, Random(1), across=1))
    said = read(played, tmp_path)
    assert (said["cards"], said["hidden"]) == ([], [{"file": "one.jpg", "no": 1}])


@pytest.mark.django_db
def test_cards_of_another_tournament_are_named_and_not_read(played, tmp_path):
    cards = filled(played, nine_to_six)
    other = a_tournament(8, style="rotation", rounds=7)
    (tmp_path / "one.jpg").write_bytes(photograph([cards[0].picture], PLAIN, Random(1), across=1))
    said = read(other, tmp_path)
    assert [one["why"] for one in said["unread"]] == ["This card belongs to another tournament."]
    assert (said["cards"], said["tables"]) == ([], [])


def test_files_that_are_no_pictures_are_named(tmp_path):
    (tmp_path / "notes.txt").write_text("Ann 9")
    (tmp_path / "broken.pdf").write_bytes(b"%PDF-1.7 nothing")
    Image.new("RGB", (300, 200), "white").save(tmp_path / "empty.png")
    found = [read_file(tmp_path / name) for name in ("notes.txt", "broken.pdf", "empty.png")]
    assert [bool(seen.wrong) for seen in found] == [True, True, False]
    assert [seen.cards for seen in found] == [(), (), ()]
    assert read_file(tmp_path / "gone.jpg").wrong.startswith("gone.jpg: ")


def test_without_the_packages_the_command_says_what_to_type(monkeypatch):
    monkeypatch.setattr(library, "find_spec", lambda name: None)
    with pytest.raises(CommandError, match="-m pip install numpy zxing-cpp pypdfium2"):
        call_command("tally", "read", "x.jpg", "--tournament=1")
