"""The pad where each player scores their own tricks, without a browser."""

import pytest

from tests.javascript import Module

NAMES = ["Ann", "Ben", "Cat", "Dan"]
OWN = Module("table/pad/words.js")
OWN.load("table/pad/own.js")
PRESSED = """((keys, dealer, names) => {
  const fields = {
    maker: { value: "" }, partner: { value: "" }, taken: { value: "", dataset: { dealt: "5" } },
  };
  keys.forEach((key) => own(fields, { names }, { dealer }).press(key));
  const { press, ...said } = own(fields, { names }, { dealer });
  return { ...said, taken: fields.taken.value };
})(...values)"""


def pressed(*keys, dealer=0):
    return OWN.run(PRESSED, list(keys), dealer, NAMES)


@pytest.mark.parametrize(
    ("keys", "prompt", "taken"),
    [
        ((), False, ""),
        (("1",), "Ben made it. Ben’s tricks?", ""),
        (("1", "took 3"), "Ben made it. Cat’s tricks?", ",3,,"),
        (("1", "took 3", "took -", "took 1"), "Ben made it.", "1,3,-,1"),
        (("1", "took 5", "took -", "took -", "took 0"), "Ben made it.", "0,5,-,-"),
        (("nobody",), "No maker. Ben’s tricks?", ""),
        (("nobody", "took 2", "took 1", "took 1"), "No maker.", "1,2,1,1"),
        (("1", "took 3", "took -", "took 1", "1"), "Ben made it. Ben’s tricks?", "1,,-,1"),
        (("1", "took 3", "took -", "took 1", "1", "took 3"), "Ben made it.", "1,3,-,1"),
        (("nobody", "took 2", "nobody", "1"), "Ben made it. Cat’s tricks?", ",2,,"),
        (("1", "2"), "Cat made it. Ben’s tricks?", ""),
        (("1", "1"), False, ""),
        (("1", "nobody"), "No maker. Ben’s tricks?", ""),
        (("nobody", "nobody"), False, ""),
        (("took 3",), False, ""),
        (("1", "took 3", "1"), "Ben made it. Ben’s tricks?", ""),
    ],
)
def test_the_players_are_asked_in_turn_and_the_last_has_what_is_left(keys, prompt, taken):
    found = pressed(*keys)
    assert (found["prompt"], found["taken"]) == (prompt, taken)


def test_a_hand_is_complete_once_all_are_known():
    assert [pressed(*keys)["decided"] for keys in ((), ("1",), ("1", "took 3"))] == [False] * 3
    assert pressed("1", "took 3", "took -", "took 1")["decided"] is True


@pytest.mark.parametrize(
    ("keys", "wrong"),
    [
        (("1", "took 3", "took -", "took 1", "1", "took 2"), "The tricks add up to 4, not 5."),
        (("1", "took 4", "took 4", "took 0", "took 0"), "The tricks add up to 8, not 5."),
        (("1", "took -", "took 3", "took 2", "took 0"), "The maker can’t drop out."),
        (
            ("nobody", "took -", "took 3", "took 2", "took 0"),
            "No one made trump, so no player can drop out.",
        ),
    ],
)
def test_tricks_that_cannot_be_are_not_complete_and_the_pad_says_why(keys, wrong):
    found = pressed(*keys)
    assert found["decided"] is False
    assert found["prompt"].endswith(f". {wrong}")


def test_a_hand_without_a_maker_is_begun():
    assert (pressed()["maker"], pressed("nobody")["maker"]) == (None, -1)


def test_the_first_asked_sits_on_the_dealer_s_left():
    assert pressed("1", dealer=3)["prompt"] == "Ben made it. Ann’s tricks?"


def test_keys_and_the_line_say_who_took_what():
    found = pressed("1", "took 3", "took -", "took 1")
    assert found["roles"] == ["1 trick", "maker, 3 tricks", "out", "1 trick"]
    assert found["line"] == "Ben made trump: Ann 1, Ben 3, Cat out, Dan 1"
    assert pressed("nobody", "took 2")["line"].startswith("No maker: Ann ")


def test_the_pad_s_words_are_those_of_its_own_script():
    own = {"prompt": "Ben made it.", "line": "Ben made trump: Ann 1"}
    hand = {"maker": 1, "partner": "", "alone": None, "tricks": None, "call": "", "happened": []}
    hand |= {"decided": True, **own}
    assert OWN.prompt(hand, {"names": NAMES, "partners": "none"}) == "Ben made it."
    assert OWN.line(hand, NAMES) == "Ben made trump: Ann 1"
