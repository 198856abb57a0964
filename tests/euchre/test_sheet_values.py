import pytest

from scoring.euchre.sheet_values import BadSheet, shown


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("Zed", '"Zed"'),
        ("x" * 40, f'"{"x" * 40}"'),
        ("x" * 41, f'"{"x" * 40}…"'),
        (3, "3"),
        (3.0, "3.0"),
        (True, "true"),
        (False, "false"),
        (None, "null"),
        ([[]], "a list"),
        ({"a": 1}, "an object"),
    ],
)
def test_a_value_is_shown_as_it_fits_a_sentence(value, text):
    assert shown(value) == text


@pytest.mark.parametrize(
    ("length", "kept"), [(300, "x" * 300), (301, "x" * 299 + "…"), (10_000, "x" * 299 + "…")]
)
def test_a_message_has_at_most_three_hundred_letters(length, kept):
    assert BadSheet("x" * length).message == kept


def test_a_message_is_one_line_for_any_sheet():
    error = BadSheet("a\nb\x1b[31m", field="c\td", hand=7)
    assert (error.message, error.field) == ("a\ufffdb\ufffd[31m", "c\ufffdd")
    assert str(error) == "hand 7: a\ufffdb\ufffd[31m"


def test_an_error_outside_the_hands_has_no_number():
    assert (str(BadSheet("not JSON")), BadSheet("not JSON").hand) == ("not JSON", None)
