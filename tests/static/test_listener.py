"""When a screen asks for what is new: with a stream that holds, without one, and in a pocket."""

from hypothesis import given, settings
from hypothesis import strategies as st

from tests import proof
from tests.javascript import Module

EVERY, SILENT, SELDOM = 1500, 7000, 60_000
NEW = """
  (globalThis.said = [],
   globalThis.listener = module.newListener({
     every: 1500, tag: values[0], chance: () => 0.5,
     ask: () => said.push("ask"), open: () => said.push("open"), close: () => said.push("close"),
   }),
   listener.show(0, { fresh: true }))
"""


class Screen:
    """A page that shows the tag 5-build-0-write, and a clock that is set by hand."""

    def __init__(self, tag="5-build-0-write"):
        self.module, self.now = Module("listener.js"), 0
        self.module.run(NEW, tag)

    def does(self, words, *values):
        """What the listener does at this: what it asks, opens and closes."""
        return self.module.run(f"(said.length = 0, listener.{words}, said)", *values, self.now)

    def waits(self, milliseconds):
        found, end = [], self.now + milliseconds
        while self.now < end:
            self.now = min(end, self.now + 250)
            found += self.does("tick(values[0])")
        return found

    def hears(self, tag, spread=0):
        return self.does("word(values[0], values[2], values[1])", tag, spread)

    def is_answered(self, tag):
        self.does("answered(values[0])", tag)

    def loses(self):
        return self.does("lost(values[0])")


def test_without_a_stream_the_page_polls_at_its_interval():
    screen = Screen()
    assert screen.waits(250) == ["open"]
    screen.loses()
    assert screen.waits(6000).count("ask") == 4


def test_a_stream_without_news_ends_polling():
    screen = Screen()
    screen.waits(250)
    found = [screen.hears("5-build-0") + screen.waits(4000) for _ in range(14)]
    assert found == [[]] * 14
    assert screen.hears("5-build-0") + screen.waits(4000) == ["ask"]


def test_news_is_requested_at_once_and_only_once():
    screen = Screen()
    screen.waits(250)
    screen.hears("5-build-0")
    assert screen.hears("6-build-0") == ["ask"]
    screen.is_answered("6-build-0-write")
    assert screen.hears("6-build-0") + screen.waits(4000) == []


def test_a_page_tag_with_a_suffix_matches_only_its_own_number():
    screen = Screen("57-build-0")
    screen.waits(250)
    assert [screen.hears("57-build-0"), screen.hears("5-build-0")] == [[], ["ask"]]


def test_a_request_without_an_answer_is_repeated_at_the_next_message():
    screen = Screen()
    screen.waits(250)
    screen.hears("5-build-0")
    assert [screen.hears("6-build-0"), screen.hears("6-build-0")] == [["ask"], ["ask"]]


def test_a_full_hall_spreads_its_requests_and_repeats_do_not_hurry_them():
    screen = Screen()
    screen.waits(250)
    screen.hears("5-build-0")
    assert screen.hears("6-build-0", 8000) == []
    assert screen.waits(3000) + screen.hears("6-build-0") == []
    assert screen.waits(1000) == ["ask"]


def test_a_silent_stream_is_closed_and_the_screen_polls_instead():
    screen = Screen()
    screen.waits(250)
    screen.hears("5-build-0")
    found = screen.waits(SILENT + 1000)
    assert (found[0], found[1]) == ("close", "ask")


def test_a_stream_held_back_by_a_proxy_is_tried_ever_less_often():
    screen = Screen()
    found = screen.waits(600_000)
    assert found.count("ask") >= 600_000 // EVERY - 5
    assert 5 <= found.count("open") <= 8


def test_a_hidden_page_closes_its_stream_and_a_visible_one_asks_at_once():
    screen = Screen()
    screen.waits(250)
    screen.hears("5-build-0")
    assert screen.does("hide()") == ["close"]
    assert screen.waits(100_000) == []
    screen.does("show(values[0])")
    assert screen.waits(250) == ["open", "ask"]


@given(
    st.lists(
        st.sampled_from(["word", "new", "lost", "hide", "show", "answered", "wait", "long"]),
        max_size=40,
    )
)
@settings(max_examples=proof.examples(60), deadline=None)
def test_news_is_requested_within_seconds_only_while_the_page_is_visible(events):
    screen, version, looked_at = Screen(), 5, True
    does = {
        "lost": screen.loses,
        "hide": lambda: screen.does("hide()"),
        "show": lambda: screen.does("show(values[0])"),
        "wait": lambda: screen.waits(1000),
        "long": lambda: screen.waits(10_000),
    }
    for event in events:
        version += event == "new"
        looked_at = event == "show" or (looked_at and event != "hide")
        if event == "word":
            screen.hears(f"{version}-build-0")
        elif event == "answered":
            screen.is_answered(f"{version}-build-0-write")
        elif event in does:
            does[event]()
    found = screen.hears("999-build-0") + screen.waits(SILENT + EVERY + 500)
    assert ("ask" in found) == looked_at
