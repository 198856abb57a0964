"""Printed slips that were filled in and photographed are read, or asked about."""

from dataclasses import replace
from random import Random

import pytest

WHY = "the packages of the extra “photos” are not installed"
for needed in ("numpy", "zxingcpp", "pypdfium2"):
    pytest.importorskip(needed, reason=WHY)

from scoring.common.codes import ROUND_TABLE, code_of  # noqa: E402
from scoring.common.pdf.code import Code  # noqa: E402
from scoring.tournament.photos.cards import sorted_out  # noqa: E402
from scoring.tournament.photos.reading import Seen, SeenCard, read_file  # noqa: E402
from scoring.tournament.pure.card_layout import CardCode, check_of  # noqa: E402
from scoring.tournament.pure.card_marks import RESEATED, RowMarks  # noqa: E402
from scoring.tournament.sheets.slips import slips_pdf  # noqa: E402
from scoring.tournament.sheets.values import Slip  # noqa: E402
from tests.photos.camera import photograph  # noqa: E402
from tests.photos.pens import ORDINARY, mark  # noqa: E402
from tests.photos.printing import prints  # noqa: E402
from tests.photos.proving import MARK, PLAIN, a_tournament  # noqa: E402
from tests.sheets.every import SHORT_NAMES, slip_lines  # noqa: E402


def test_a_slip_that_was_printed_for_others_is_asked():
    loaded = a_tournament(8, 7, 1)
    sides = loaded.rounds[0].tables[0].by_side.values()
    rows = {"points": 9, "won": True}, {}, {"points": 6}, {"lones": 1}
    rows = tuple(RowMarks(round=no, **row) for no, row in enumerate(rows, start=1))
    about = {"kind": ROUND_TABLE, "number": 5, "boxed": (True, False) * 2, "pitch": 90}
    code = CardCode(**about, first=check_of(sides), mark=MARK, slip=True)
    said = []
    for first in (code.first, code.first ^ 1):
        card = SeenCard(picture="a.jpg", page=1, code=replace(code, first=first), rows=rows)
        seen = [Seen(file="a.jpg", cards=(card,))]
        pile = sorted_out(loaded, seen, {}, key=1, mark=MARK, tables={5: (1, 1)})
        said += [(table.agreed, {one.why for one in table.asked}) for _, table in pile.slips]
    assert said == [(True, set()), (False, {RESEATED})]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seats", "sides", "down", "paper"),
    [("NSEW", 2, 4, "A4"), ("NSEW", 2, 3, "Letter"), ("NSEABC", 2, 3, "A4"), ("NES", 3, 4, "A4")],
)
def test_photographed_slips_are_read_row_by_row(seats, sides, down, paper, tmp_path):
    lines, random = slip_lines(SHORT_NAMES, seats, sides=sides), Random(1)
    slips = [
        Slip(
            round="Round 3",
            table=f"Table {no}",
            lines=lines,
            about="The Right Bower Club · Friday 20 November 2026 · Rotation",
            code=Code(signs=code_of(ROUND_TABLE, no), address="http://192.168.1.20:8000/c/L22222N"),
            mark=MARK,
            check=777,
        )
        for no in range(1, 5)
    ]
    cut = prints(slips_pdf(slips, paper=paper), down=down)
    said = {}
    for no, one in enumerate(cut, start=1):
        rows = []
        for row, line in enumerate(lines):
            points, lones = random.randrange(16) if line.points else None, random.randrange(5)
            pen = random.choice(ORDINARY)
            if line.points:
                mark(one.picture, one.box(row, "points", points), pen, random)
            if lones:
                mark(one.picture, one.box(row, "lones", lones), pen, random)
            rows.append((points, lones))
        said[no] = rows
    assert len(cut) == 4
    file = tmp_path / "slips.jpg"
    file.write_bytes(photograph([one.picture for one in cut], PLAIN, random))
    found = {card.code.number: card for card in read_file(file, clipped=True).cards}
    assert {no: (card.code.kind, card.code.slip) for no, card in found.items()} == dict.fromkeys(
        said, (ROUND_TABLE, True)
    )
    for no, card in found.items():
        assert (card.code.first, all(card.clippings)) == (777, True)
        for row, right in zip(card.rows, said[no], strict=True):
            assert row.doubts or (row.points, row.lones) == right
    rows = [row for card in found.values() for row in card.rows]
    assert sum(bool(row.doubts) for row in rows) <= len(rows) // 10
