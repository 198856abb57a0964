"""How strings are made to fit, in every script."""

import pytest

from scoring.common.letters import letters_of
from scoring.common.pdf.lettering import (
    ANY,
    BOLD,
    EAST_ASIAN,
    EMOJI,
    ITALIC,
    LEAST,
    SANS,
    SANS_BOLD,
    SMALLEST,
    UNPRINTABLE,
    clean,
    in_faces,
    run,
    shaped_font,
    text,
)
from scoring.common.pdf.listing import Heading, Listing, listing_pdf
from tests.sheets.reading import whole


def parts(value, face):
    return [(one.said, one.face) for one in in_faces(value, face)]


def drawn(words):
    """Return the glyphs of words in one face, by their numbers in it."""
    (stretch,) = in_faces(words, SANS)
    font = shaped_font(stretch.face).face
    pieces = [piece for piece in stretch.shape.pieces if not piece.mark]
    glyphs = [font.charToGlyph[ord(sign)] for piece in pieces for sign in piece.signs]
    return [glyph for glyph in glyphs if glyph != font.charToGlyph[0x200D]]


def test_text_that_fits_is_left_alone():
    words = text("Ann", size=10, width=100)
    assert (words.lines, words.face, words.size) == (("Ann",), SANS, 10)


def test_text_that_nearly_fits_is_made_a_little_smaller():
    words = text("Wolfgang", size=10, width=run("Wolfgang", SANS, 10) * 0.9, lines=2)
    assert words.lines == ("Wolfgang",)
    assert words.size == pytest.approx(9)


def test_longer_text_goes_over_two_lines_if_there_is_room():
    words = text("Anna Wisniewska", size=10, width=58, lines=2)
    assert words.lines == ("Anna", "Wisniewska")


def test_text_that_still_does_not_fit_is_shortened_with_an_ellipsis():
    words = text("Anna Wisniewska", size=10, width=44)
    assert words.lines == ("Anna Wis…",)
    assert words.size == pytest.approx(10 * LEAST)
    assert words.shortened


@pytest.mark.parametrize("face", [BOLD, ITALIC, SANS, SANS_BOLD])
@pytest.mark.parametrize("lines", [1, 2, 3])
@pytest.mark.parametrize("width", [12, 31, 60, 144])
def test_no_text_is_wider_than_its_box(face, lines, width):
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
def test_unprintable_signs_are_removed_from_strings(written, printed):
    assert clean(written) == printed


def test_letters_missing_in_a_face_are_set_in_another_face():
    assert parts("Łucja", BOLD) == [("Łucja", BOLD)]
    assert parts("Ann, שלום", ITALIC) == [("Ann, ", ITALIC), ("שלום", ANY)]
    assert parts("Ann สม क्ष 😀", SANS)[1::2] == [
        ("สม", "NotoSansThai"),
        ("क्ष", "NotoSansDevanagari"),
        ("😀", EMOJI),
    ]
    names = "漢字 さくら カナ 김민준"
    assert parts(f"Ann {names}", BOLD)[0] == ("Ann ", BOLD)
    assert [face for part, face in parts(names, SANS) if part.strip()] == [EAST_ASIAN] * 4


def test_a_string_of_several_faces_is_as_wide_as_its_parts():
    assert run("Ann 漢", BOLD, 10) == pytest.approx(run("Ann ", BOLD, 10) + run("漢", BOLD, 10))


def test_a_letter_that_no_face_has_is_replaced_by_a_mark():
    mark = "\N{REPLACEMENT CHARACTER}"
    assert parts("Ann \U00013000", BOLD) == [("Ann ", BOLD), (mark, ANY)]


def test_no_letter_is_smaller_than_the_smallest_size():
    assert text("Ann", size=5, width=100).size == SMALLEST
    assert text("Anna Wisniewska", size=10, width=50, least=0.1).size == SMALLEST


def test_a_long_word_is_shortened_with_an_ellipsis_and_never_split():
    words = text("Christophersonchristopherson Ann", size=10, width=60, lines=4)
    assert [line.endswith("…") for line in words.lines] == [True, False]
    assert words.lines[1] == "Ann"


def test_a_law_stays_on_a_line_with_its_number():
    width = run("Five points, law", SANS, 10) + 1
    assert text("Five points, law 44", size=10, width=width, lines=2, least=1).lines == (
        "Five points,",
        "law 44",
    )


def test_hebrew_is_drawn_from_right_to_left():
    assert drawn("שלום") == [*reversed([drawn(letter)[0] for letter in "שלום"])]


def test_arabic_letters_are_joined():
    alone = [drawn(letter)[0] for letter in "محمد"]
    assert [one in alone for one in drawn("محمد")] == [False] * 4
    assert len(drawn("لا")) == 1


def test_letters_of_india_change_places_and_become_one():
    assert drawn("कि") == [drawn("ि")[0], drawn("क")[0]] or drawn("कि")[-1] == drawn("क")[0]
    assert len(drawn("क्ष")) == 1


def test_a_combined_emoji_is_one_picture():
    assert len(drawn("👩‍👩‍👧")) == 1


def test_a_score_stays_beside_its_name_in_every_script():
    assert [said for said, _ in parts("דוד 7, مريم 5", SANS)] == ["דוד", " 7, ", "مريم", " 5"]


def test_a_text_is_as_wide_as_its_shapes():
    assert run("محمد", SANS, 10) < sum(run(letter, SANS, 10) for letter in "محمد")
    assert run("นำ", SANS, 10) == pytest.approx(run("น้ำ", SANS, 10))


@pytest.mark.parametrize("name", ["น้ำใจน้ำใจน้ำใจ", "स्त्री" * 5, "סִּיגָל" * 3, "👩‍👩‍👧🇬🇧" * 4])
def test_shortened_text_keeps_whole_letters(name):
    whole = letters_of(name)
    for width in range(20, 70, 3):
        kept = text(name, size=10, width=width).lines[0].removesuffix("…")
        assert kept in {"".join(whole[:number]) for number in range(len(whole) + 1)}


def test_a_shortened_name_from_right_to_left_ends_at_the_left():
    (stretch,) = in_faces("דוד…", SANS)
    assert (stretch.said, stretch.leftwards) == ("דוד…", True)


def test_a_page_with_a_letter_that_no_font_has_says_so_at_its_foot():
    def said(name):
        listing = Listing(
            title="", columns=(Heading(title="Name"),), rows=((name,),), about="", club=""
        )
        return whole(listing_pdf(listing, paper="A4"))

    assert UNPRINTABLE not in said("Ann שלום")
    assert said("Ann \U00013000").count(UNPRINTABLE) == 2
