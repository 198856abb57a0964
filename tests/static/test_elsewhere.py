"""What a pad takes along to a site at another address."""

import pytest

from tests.javascript import Module

ELSEWHERE = Module("table/pad/elsewhere.js")
PACK = Module("table/pad/pack.js")
IDS = [f"{no}0000000-0000-4000-8000-000000000000" for no in (1, 2)]


def entry(id, state="sent", **fields):
    facts = {"sitting": "7", "maker": "1", "tricks": "3", "seen": "12", **fields}
    return {
        **{"do": "hand", "no": 1, "id": id, "key": id, "at": 1000, "what": "Ann made 1"},
        **{"state": state, "path": "/t/a/", "fields": facts},
    }


def test_a_pad_takes_along_its_hands_and_how_its_table_is_made_again():
    hands = [entry(IDS[0]), entry(IDS[1], "kept", after=IDS[0]), entry(IDS[1], "aside")]
    for row in (
        {"again": "/table/again/eJw-_1"},
        {"tournament": "eJx", "says": "Drive, table 1", "night": "2026-11-29 Drive", "round": 3},
    ):
        came = ELSEWHERE.arrived(ELSEWHERE.carried(hands, row))
        assert came["row"] == row
        taken = PACK.read(came["take"])["entries"]
        assert [one["key"] for one in taken] == IDS
        assert {one["fields"]["seen"] for one in taken} == {"0"}


def test_a_pad_without_hands_takes_along_its_table():
    came = ELSEWHERE.arrived(ELSEWHERE.carried([], {"again": "/table/again/x"}))
    assert came == {"take": "", "row": {"again": "/table/again/x"}}


def test_a_pad_that_never_heard_of_its_tournament_takes_along_its_hands():
    came = ELSEWHERE.arrived(ELSEWHERE.carried([entry(IDS[0])], None))
    assert [one["key"] for one in PACK.read(came["take"])["entries"]] == IDS[:1]
    assert came["row"] == {"again": ""}


@pytest.mark.parametrize(
    "hash",
    [
        "",
        "#take=1;1;1;/h1",
        "#take=&again=",
        "#take=&again=%7B",
        "#take=&again=%E0",
        "#take=&again=null",
        "#take=&again=%7B%22again%22%3A%22%2F%2Felsewhere.example%22%7D",
        "#take=&again=%7B%22again%22%3A%22javascript%3A1%22%7D",
        "#take=&again=%7B%22tournament%22%3A1%7D",
    ],
)
def test_an_address_that_no_pad_made_is_ignored(hash):
    assert ELSEWHERE.arrived(hash) is None
