"""The text of the marks' code, and the places that the sheet prints."""

import re
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest
import segno

from scoring.common.codes import ENTRANT, TOURNAMENT, code_of
from scoring.tournament.pure.card_layout import CardCode, check_of, mark_of, read_text, text_of

ROOT = Path(__file__).resolve().parents[2]
EIGHT = CardCode(kind=ENTRANT, number=12, first=1, boxed=(True,) * 8, pitch=92, mark="0A1V")
N12, M3 = code_of(ENTRANT, 12), code_of(TOURNAMENT, 3)


@pytest.mark.parametrize(
    ("first", "boxed", "pitch"),
    list(product([1, 9, 999], [(True,), (False, True), (True,) * 8, (False,) * 40], [71, 99])),
)
def test_a_code_is_read_as_it_was_written(first, boxed, pitch):
    code = CardCode(kind=ENTRANT, number=12, first=first, boxed=boxed, pitch=pitch, mark="0A1V")
    assert read_text(text_of(N12, code)) == code
    slip = replace(code, slip=True)
    assert read_text(text_of(N12, slip)) == slip


def test_the_check_of_a_slip_knows_other_players_seats_and_sides():
    tables = [[(1, 2), (3, 4)], [(2, 1), (3, 4)], [(3, 4), (1, 2)], [(1, 2), (3, 5)], [(1,), (2,)]]
    checks = [check_of(sides) for sides in tables]
    assert (len(set(checks)), all(0 <= one < 1024 for one in checks)) == (5, True)
    slip = replace(EIGHT, slip=True, first=1023, boxed=(True, False) * 3)
    said = text_of(N12, slip)
    assert (read_text(said), len(said) <= 20) == (slip, True)
    assert [slip.row_number(row) for row in (0, 1)] == [1, 2]


def test_the_code_of_a_card_with_fourteen_rows_fits_into_the_smallest_qr_code():
    said = text_of(N12, replace(EIGHT, mark=mark_of("x"), boxed=(True,) * 14))
    assert segno.make(said, error="m", micro=False, boost_error=False).version == 1


def test_tournaments_have_different_marks():
    marks = {mark_of(str(no)) for no in range(1000)}
    assert ({len(mark) for mark in marks}, len(marks) > 990) == ({4}, True)


def test_a_blank_card_has_the_code_of_its_tournament():
    found = read_text(text_of(M3, EIGHT))
    assert (found.kind, found.number, found.rows) == (TOURNAMENT, 3, 8)


def test_a_code_with_any_wrong_character_of_its_record_is_none():
    said = text_of(N12, EIGHT)
    start, record, rest = said[:6], said[6:12], said[12:]
    for at, sign in product(range(len(record)), "23456789ACDEFGHJKLMNPQRTUVWXY"):
        wrong = record[:at] + sign + record[at + 1 :]
        assert wrong == record or read_text(start + wrong + rest) is None


@pytest.mark.parametrize(
    "said",
    [
        "",
        "http://a.example/c/N2223A",
        "B1/{}/01/FV/92",
        "B30A1V{}/9201FV",
        "B20A1V{}/92011",
        "B20A1V{}/2001FV",
    ],
)
def test_other_texts_and_impossible_rows_are_no_codes(said):
    assert read_text(said.format(N12.replace("-", ""))) is None


def test_the_code_on_the_page_for_other_programs_is_read_as_it_says():
    page = (ROOT / "docs" / "tally-cards.md").read_text()
    said = re.search(r"The text is `([^`]+)`", page)[1]
    parts = re.findall(r"^\| `(\w+)` \| ", page, re.M)
    assert "".join(parts) == said.replace("/", "")
    assert read_text(said) == replace(EIGHT, mark="K3F0")


def test_boxes_are_where_the_page_for_other_programs_says():
    code = CardCode(kind=ENTRANT, number=1, first=1, boxed=(True, True), pitch=80)
    at = {(box.field, box.value): (box.x, box.y) for box in code.boxes(1)}
    assert at["points", 0] == (300, 600)
    assert at["points", 15] == (2750, 1000)
    assert at["lones", 4] == (3520, 1000)
    assert at["won", 1] == (3940, 800)
    assert len(at) == 21
    assert code.code_top == 800 + 400 + 110


def test_a_partners_row_on_a_slip_has_boxes_for_lone_hands_alone():
    slip = CardCode(kind="L", number=1, first=1, boxed=(True, False), pitch=80, slip=True)
    fields = [[box.field for box in slip.boxes(row)] for row in (0, 1)]
    assert (len(fields[0]), fields[1]) == (21, ["lones"] * 4)
