"""A table's board: every name, figure and line of it is in view and whole."""

import pytest

from tests import proof
from tests.browser.letters import letters_there
from tests.browser.table import log, new_table, start_table

SEVEN = [
    *("Ann", "Bartholomew Featherstonehaugh", "Catherine Ashby-Cole", "Dan", "Maximiliano Cruz"),
    *("Ferdinand", "Zoë"),
]
PARTNERS = ["Bartholomew Featherstonehaugh", "Ann", "Małgorzata Wiśniewska", "Ben"]
# Names, figures and lines of hands that are seen and not whole: cut at an edge, or outside.
CUT = """() => [...document.querySelectorAll(
  ".ranks :is(.name, .points, .counters), .last li > p, header *, .plot")]
  .filter((one) => {
    const { left, right, top, bottom, width } = one.getBoundingClientRect();
    const list = one.closest(".told-lines")?.getBoundingClientRect();
    if (!width || (list && left >= list.right)) return false; /* it begins the unseen column */
    const tall = document.documentElement.scrollHeight - scrollY;
    return one.scrollWidth > one.clientWidth + 1 || left < -1 || right > innerWidth + 1
      || top < -1 || bottom > Math.max(innerHeight, tall) + 1 || (list && bottom > list.bottom + 1);
  })
  .map((one) => one.textContent.trim() || one.getAttribute("class"))"""
HANDS_SEEN = """() => [...document.querySelectorAll(".last li")].filter((one) =>
  one.getBoundingClientRect().left < one.parentElement.getBoundingClientRect().right).length"""


SIZES = [(1280, 720), (1920, 1080), (360, 640), (320, 568)]


def board_at(open_page, pad, size):
    board = open_page(*size)
    board.goto(f"{pad}board")
    letters_there(board)
    return board


@pytest.mark.parametrize("size", proof.every(3, SIZES))
def test_seven_long_names_and_as_many_hands_as_fit_are_shown_whole(open_page, phone, size):
    pad = start_table(phone, SEVEN)
    for no in range(1, 4):
        log(phone, "Ann", "Dan", 3, no=no)
    board = board_at(open_page, pad, size)
    assert board.evaluate(CUT) == []
    assert board.evaluate(HANDS_SEEN) == 3
    assert board.evaluate("document.documentElement.scrollWidth") <= size[0]
    assert board.locator(".ranks .name").all_inner_texts() == [
        *("Ann", "Dan", "Bartholomew F.", "Catherine A.", "Maximiliano C.", "Ferdinand", "Zoë"),
    ]


@pytest.mark.parametrize("size", proof.share(4, SIZES))
def test_partners_with_long_names_are_shown_whole(open_page, phone, size):
    board = board_at(open_page, new_table(phone, PARTNERS, rules="keller"), size)
    assert board.evaluate(CUT) == []
    assert board.evaluate("document.documentElement.scrollWidth") <= size[0]
