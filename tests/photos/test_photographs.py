"""Printed cards that were filled in and photographed are read, or asked about, and never read
wrong."""

import json
import tomllib
from io import StringIO
from random import Random

import pytest
from django.core.management import CommandError, call_command

from tests import proof

WHY = "the packages of the extra “photos” are not installed"
for needed in ("numpy", "zxingcpp", "pypdfium2"):
    pytest.importorskip(needed, reason=WHY)

from PIL import Image, ImageDraw  # noqa: E402

from scoring.evening.actions.passes import renew_pass  # noqa: E402
from scoring.management.commands import tally  # noqa: E402
from scoring.tournament.photos import library, pictures, reading  # noqa: E402
from scoring.tournament.photos.cards import Pile  # noqa: E402
from scoring.tournament.photos.reading import read_file  # noqa: E402
from scoring.tournament.pure.card_marks import TableMarks  # noqa: E402
from scoring.tournament.queries.now import load_tournament  # noqa: E402
from scoring.tournament.sheets.tally_cards import tally_cards_pdf  # noqa: E402
from tests.cast import signed_in  # noqa: E402
from tests.photos.camera import photograph  # noqa: E402
from tests.photos.pens import ORDINARY, Hand, mark  # noqa: E402
from tests.photos.printing import SCALE, prints  # noqa: E402
from tests.photos.proving import KINDS, PLAIN, Damage, Score, card_of, fill, prove  # noqa: E402
from tests.photos.proving import a_tournament as of_people  # noqa: E402
from tests.server import ROOT  # noqa: E402
from tests.tournament.cast import a_tournament, begun  # noqa: E402

BAR = {True: 0.95, False: 0.75}
"""Games that need no question, at ordinary quality and at bad."""
PEN = ORDINARY[4]
OPEN = {"codes covered"}
"""Where a card hides another one’s code, so that it must be photographed again."""


@pytest.mark.slow
@pytest.mark.parametrize("kind", proof.every(6, KINDS, quick=16))
def test_no_photographed_card_is_read_wrong(kind):
    people = proof.size(8, thorough=16)
    found = prove(KINDS[kind], people=people, rounds=8, seed=1)
    assert (found.games, found.wrong) == (people * 2, [])
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
        four = [card.picture for card in cards[no * 4 : no * 4 + 4]]
        (tmp_path / f"{no}.jpg").write_bytes(photograph(four, PLAIN, Random(no)))
    said = read(played, tmp_path)
    assert (said["format"], said["tournament"]) == ("euchre-cards/1", played.session_id)
    assert [card["no"] for card in said["cards"]] == [*range(1, 9)]
    assert [(one["round"], one["state"], one["points"]) for one in said["tables"]] == [
        (1, "agreed", {"NS": 9, "EW": 6})
    ] * 2
    assert [one["lones"] for one in said["tables"] if one["lones"]] == [{"1": 1}]
    assert (said["unread"], played.rounds.get().tables.first().reports.count()) == ([], 0)


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["scan.pdf", "scan.tiff"])
def test_a_scan_is_read_page_by_page(name, played, tmp_path):
    pages = [card.picture for card in filled(played, nine_to_six)]
    pages[0].save(tmp_path / name, save_all=True, append_images=pages[1:], resolution=250)
    said = read(played, tmp_path / name)
    assert [card["page"] for card in said["cards"]] == [*range(1, 9)]
    assert {one["state"] for one in said["tables"]} == {"agreed"}


@pytest.mark.parametrize(("right", "up"), [(0.3, 4.5), (0.8, 5.0), (3.6, 5.5)])
def test_the_tail_of_a_large_tick_is_no_lone_hand_of_the_row_above(right, up, tmp_path):
    """Lone hands are on one card alone, so no other card would differ."""
    [card, *_] = prints(tally_cards_pdf([card_of(of_people(8, 8, 1), 1)]))
    random = Random(1)
    for row in range(3):
        mark(card.picture, card.box(row, "points", 3 + row), PEN, random)
    x, y, *_ = card.box(2, "lones", 1)
    tick = [(x - 0.9 * SCALE, y), (x, y + 1.1 * SCALE), (x + right * SCALE, y - up * SCALE)]
    pen = ImageDraw.Draw(card.picture)
    pen.line(tick, fill=PEN.colour, width=round(PEN.width * SCALE), joint="curve")
    (tmp_path / "one.jpg").write_bytes(photograph([card.picture], PLAIN, random, across=1))
    [seen] = read_file(tmp_path / "one.jpg").cards
    first, above, own, *_ = seen.rows
    assert (first.clear, own.points) == (True, 5)
    assert above.doubts or not above.lones


@pytest.mark.parametrize("style", ["cross", "slash", "tick"])
def test_a_thin_grey_stroke_for_a_lone_hand_is_asked_about(style, tmp_path):
    """It has less ink than some pictures have in an empty box."""
    cards = prints(tally_cards_pdf([card_of(of_people(8, 8, 1), no) for no in (1, 2)]))
    random = Random(2)
    for card in cards:
        for row in range(7):
            mark(card.picture, card.box(row, "points", 3 + row), PEN, random)
    thin = Hand(style, 0.2, (190, 190, 190))
    mark(cards[0].picture, cards[0].box(3, "lones", 1), thin, random)
    (tmp_path / "two.jpg").write_bytes(photograph([one.picture for one in cards], PLAIN, random))
    first, second = sorted(read_file(tmp_path / "two.jpg").cards, key=lambda one: one.code.number)
    asked = [[bool(row.doubts) for row in one.rows[:7] if row] for one in (first, second)]
    assert asked == [[row == 3 for row in range(7)], [False] * 7]
    assert first.rows[3].settled == ("points", "won")


@pytest.mark.django_db
def test_a_missing_card_is_asked_for_at_each_table_of_its_owner(played, tmp_path):
    cards = filled(played, nine_to_six)
    others = [card.picture for card in cards[1:]]
    (tmp_path / "pile.jpg").write_bytes(photograph(others, PLAIN, Random(1), across=3))
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
    assert [one["why"] for one in said["unread"]] == ["This card is from another tournament."]
    assert (said["cards"], said["tables"]) == ([], [])


def test_files_that_are_no_pictures_are_named(tmp_path):
    (tmp_path / "notes.txt").write_text("Ann 9")
    (tmp_path / "broken.pdf").write_bytes(b"%PDF-1.7 nothing")
    Image.new("RGB", (300, 200), "white").save(tmp_path / "empty.png")
    found = [read_file(tmp_path / name) for name in ("notes.txt", "broken.pdf", "empty.png")]
    assert [bool(seen.wrong) for seen in found] == [True, True, False]
    assert [seen.cards for seen in found] == [(), (), ()]
    assert read_file(tmp_path / "gone.jpg").wrong.startswith("gone.jpg: ")


@pytest.mark.django_db
def test_the_command_ends_with_1_if_a_file_cannot_be_read(played, tmp_path, capsys):
    (tmp_path / ".hidden").write_text("of the system")
    with pytest.raises(CommandError):
        read(played, tmp_path)
    (tmp_path / "notes.txt").write_text("Ann 9")
    with pytest.raises(SystemExit) as end:
        call_command("tally", "read", str(tmp_path), f"--tournament={played.session_id}")
    said = capsys.readouterr().out
    assert (end.value.code, "notes.txt" in said, ".hidden" in said) == (1, True, False)


def test_lines_for_people_have_lone_hands_and_the_winner_of_a_tie():
    table = TableMarks(table=2, points={"NS": 8, "EW": 8}, lones={1: 1, 2: 0, 3: 2}, tie="NS")
    pile = Pile(files=[], tables=[(1, table)])
    assert [*tally._lines(pile)] == [
        "Round 1, table 2: NS 8, EW 8, won by NS, 1 lone hand by 1, 2 lone hands by 3"
    ]


def test_a_damaged_picture_is_named_whatever_a_library_makes_of_it(tmp_path, monkeypatch):
    Image.new("RGB", (300, 200), "white").save(tmp_path / "one.png")

    def stumble(picture):
        raise ValueError("a chunk is too large")

    monkeypatch.setattr(pictures.ImageOps, "exif_transpose", stumble)
    assert read_file(tmp_path / "one.png").wrong.startswith("one.png ")


def test_cards_before_a_page_that_is_too_large_are_kept(tmp_path, monkeypatch):
    pages = [Image.new("RGB", (300, 200), "white"), Image.new("RGB", (600, 800), "white")]
    pages[0].save(tmp_path / "two.tiff", save_all=True, append_images=pages[1:])
    monkeypatch.setattr(pictures, "MOST_PIXELS", 100_000)
    monkeypatch.setattr(reading, "codes_in", lambda image: ([], {image.width}))
    seen = read_file(tmp_path / "two.tiff")
    assert (bool(seen.wrong), seen.players) == (True, {300})


def test_the_outline_of_a_large_picture_is_in_its_own_pixels(tmp_path, monkeypatch):
    Image.new("RGB", (300, 200), "white").save(tmp_path / "one.png")
    monkeypatch.setattr(pictures, "ENOUGH", 100)
    [picture] = pictures.pictures_in(tmp_path / "one.png")
    assert (picture.image.width * picture.scale, picture.scale) == (300, 2)


def test_without_the_packages_the_command_says_what_to_type(monkeypatch):
    monkeypatch.setattr(library, "find_spec", lambda name: None)
    packages = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert {*library.NEEDED.values()} == {*packages["optional-dependencies"]["photos"]}
    with pytest.raises(CommandError, match=f"-m pip install {' '.join(library.NEEDED.values())}"):
        call_command("tally", "read", "x.jpg", "--tournament=1")
