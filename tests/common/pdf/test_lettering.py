"""How strings are made to fit."""

import pytest

from scoring.common.pdf.lettering import (
    ANY,
    BOLD,
    EAST_ASIAN,
    ITALIC,
    LEAST,
    SANS,
    SANS_BOLD,
    SMALLEST,
    clean,
    in_faces,
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


def test_letters_that_a_face_lacks_are_set_in_one_that_has_them_and_the_others_stay():
    assert in_faces("Łucja", BOLD) == (("Łucja", BOLD),)
    assert in_faces("Ann, שלום", ITALIC) == (("Ann, ", ITALIC), ("שלום", ANY))
    names = "漢字 さくら カナ 김민준"
    assert in_faces(f"Ann {names}", BOLD)[0] == ("Ann ", BOLD)
    assert [face for part, face in in_faces(names, SANS) if part.strip()] == [EAST_ASIAN] * 4


def test_a_string_of_several_faces_is_as_wide_as_its_parts():
    parts = run("Ann ", BOLD, 10) + run("漢", EAST_ASIAN, 10)
    assert run("Ann 漢", BOLD, 10) == pytest.approx(parts)


def test_what_no_face_has_is_marked_and_not_dropped():
    mark = "\N{REPLACEMENT CHARACTER}"
    assert in_faces("Ann \U00013000", BOLD) == (("Ann ", BOLD), (mark, ANY))


def test_no_letter_is_smaller_than_the_smallest_whatever_is_asked():
    assert text("Ann", size=5, width=100).size == SMALLEST
    assert text("Anna Wisniewska", size=10, width=50, least=0.1).size == SMALLEST


def test_a_word_is_never_parted_but_shortened_and_shows_it():
    words = text("Christophersonchristopherson Ann", size=10, width=60, lines=4)
    assert [line.endswith("…") for line in words.lines] == [True, False]
    assert words.lines[1] == "Ann"


def test_a_law_keeps_its_number():
    width = run("Five points, law", SANS, 10) + 1
    assert text("Five points, law 44", size=10, width=width, lines=2, least=1).lines == (
        "Five points,",
        "law 44",
    )
