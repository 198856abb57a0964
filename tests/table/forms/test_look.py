import pytest

from scoring.table.forms.look import CHOICES, changed, chosen, classes

USUAL = {
    "hand": "right",
    "type": "plain",
    "scheme": "phone",
    "turned": "upright",
    "buzz": "buzz",
}


def test_no_two_answers_share_a_word():
    words = [word for one in CHOICES for word in one.answers]
    assert len(words) == len(set(words))


@pytest.mark.parametrize(
    ("told", "answers"),
    [
        ("", {}),
        ("left", {"hand": "left"}),
        (
            "left.large.far.still",
            {"hand": "left", "type": "large", "turned": "far", "buzz": "still"},
        ),
        ("around.far", {"turned": "far"}),
        ("dark", {"scheme": "dark"}),
        ("huge.<script>.LEFT.lef", {}),
        ("." * 5000, {}),
    ],
)
def test_a_phones_words_change_the_default_look(told, answers):
    assert chosen(told) == USUAL | answers


def test_an_answer_changes_only_its_own_choice():
    assert changed("left.far", {"type": "large"}) == "left.large.far"
    assert changed("left.far", {"hand": "right", "turned": "around"}) == "around"


def test_an_unknown_answer_changes_nothing():
    assert changed("left", {"hand": "third", "colour": "pink", "type": ""}) == "left"


def test_only_our_own_words_become_classes():
    assert classes('left.x"><b>.still') == "look-left look-still"
    assert classes("") == ""
