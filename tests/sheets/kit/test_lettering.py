"""How strings are made to fit."""

import pytest

from scoring.sheets.kit.lettering import (
    ANY_BOLD,
    BOLD,
    ITALIC,
    LEAST,
    SANS,
    SANS_BOLD,
    clean,
    run,
    text,
)


def test_what_fits_is_left_alone():
    words = text("Ann", size=10, width=100)
    assert (words.lines, words.face, words.size) == (("Ann",), SANS, 10)


def test_what_nearly_fits_is_made_a_little_smaller():
    words = text("Wolfgang", size=10, width=run("Wolfgang", SANS, 10) * 0.9, lines=2)
    assert words.lines == ("Wolfgang",)
    assert words.size == pytest.approx(9)


def test_then_it_goes_over_two_lines_where_there_is_room():
    words = text("Anna Wisniewska", size=10, width=58, lines=2)
    assert words.lines == ("Anna", "Wisniewska")


def test_only_then_it_is_shortened_and_shows_it():
    words = text("Anna Wisniewska", size=10, width=44)
    assert words.lines == ("Anna Wis…",)
    assert words.size == pytest.approx(10 * LEAST)
    assert words.shortened


@pytest.mark.parametrize("face", [BOLD, ITALIC, SANS, SANS_BOLD])
@pytest.mark.parametrize("lines", [1, 2, 3])
@pytest.mark.parametrize("width", [12, 31, 60, 144])
def test_nothing_is_wider_than_it_may_be(face, lines, width):
    for value in (
        "",
        "W",
        "Łucja Wiśniewska-Krzyżanowska",
        "Christophersonchristopherson",
        "a-b-c d e",
    ):
        words = text(value, face=face, size=9, width=width, lines=lines)
        assert words.width <= width + 0.001
        assert len(words.lines) <= lines


def test_lines_break_at_spaces_and_after_hyphens_and_lose_no_letter():
    words = text("Krzyżanowska-Dąbrowska Zofia", size=10, width=65, lines=3)
    assert words.lines == ("Krzyżanowska-", "Dąbrowska", "Zofia")


@pytest.mark.parametrize(
    ("written", "printed"),
    [
        ("  Ann \n Lee\t", "Ann Lee"),
        ("A\x00n\u200bn\u202e", "Ann"),
        ("Lo\u0308we", "Löwe"),
        ("\ud800Ann", "Ann"),
        ("Ann\u00a0Lee", "Ann Lee"),
    ],
)
def test_strings_are_cleaned(written, printed):
    assert clean(written) == printed


def test_a_face_without_the_letters_is_replaced_by_one_that_has_them():
    words = text("שלום", face=BOLD, size=10, width=100)
    assert (words.lines, words.face) == (("שלום",), ANY_BOLD)


def test_what_no_face_has_is_marked_and_not_dropped():
    assert text("Ann 漢", face=BOLD, size=10, width=100).lines == ("Ann \N{REPLACEMENT CHARACTER}",)
