"""Letters with their marks, and the phrases that run from right to left."""

import pytest

from scoring.common.letters import initial_of, letters_of, split_directions


@pytest.mark.parametrize(
    "letters",
    [
        ["A", "n", "n"],
        ["e\u0323\u0301", "x"],
        ["น้ำ", "ใ", "จ"],
        ["क्ष", "त्रि", "य"],
        ["👩‍👩‍👧", "🇬🇧", "🇫🇷", "👍🏽"],
    ],
)
def test_a_letter_keeps_the_marks_that_belong_to_it(letters):
    assert letters_of("".join(letters)) == letters


def test_an_initial_is_a_whole_letter():
    names = ("ann", "élise", "सचिन", "क्षत्रिय", "👩‍👩‍👧 Ben", "")
    assert [initial_of(name) for name in names] == ["A", "É", "स", "क्ष", "👩‍👩‍👧", ""]


@pytest.mark.parametrize(
    ("line", "leftwards"),
    [
        ("Ann and Ben +3", []),
        ("Ann, שלום 2-7", ["שלום"]),
        ("דוד 7, מרים 5", ["דוד", "מרים"]),
        ("Won by דוד. מרים deals.", ["דוד", "מרים"]),
        ("محمد لا 2–7 كرة القدم", ["محمد لا", "كرة القدم"]),
        ("א. כהן בן-עמי (הצעיר) 5", ["א. כהן בן-עמי (הצעיר)"]),
        ('צה"ל', ['צה"ל']),
        ("סִּיגָ…", ["סִּיגָ…"]),
    ],
)
def test_a_phrase_from_right_to_left_excludes_the_figures_and_commas_beside_it(line, leftwards):
    parts = list(split_directions(line))
    assert "".join(part for part, _ in parts) == line
    assert [part for part, turned in parts if turned] == leftwards
