"""A small evening of the soak itself, and what it is asked."""

from contextlib import nullcontext
from types import SimpleNamespace

import pytest

from tests import proof
from tests import server as servers
from tests.soak import __main__ as soak
from tests.soak.evening import Evening, Plan
from tests.soak.tally import Tally

SMALL = Plan(
    tables=proof.size(2, thorough=3),
    hands=proof.size(5, thorough=12),
    phones=proof.size(8, thorough=12),
    kills=1,
    pace=0.3,
    seed=5,
)


@pytest.mark.thorough
@pytest.mark.slow
def test_a_small_evening_loses_and_doubles_nothing():
    said = []
    with servers.start() as server:
        evening = Evening(server, SMALL, said.append)
        tally = evening.play()
        log = server.log
    assert (tally.faults, evening.fives, "Traceback" in log) == ((), [], False)
    assert tally.passed(0)
    assert tally.acknowledged >= SMALL.tables * SMALL.hands
    assert any(words.startswith("the server was killed") for words in said)


def test_the_options_choose_the_evening():
    asked = [
        "--tables",
        "4",
        "--hands",
        "9",
        "--phones",
        "20",
        "--database",
        "postgres",
        "--seed",
        "3",
    ]
    assert soak.parsed(asked) == ("postgres", Plan(tables=4, hands=9, phones=20, seed=3))
    assert soak.parsed([]) == ("sqlite", Plan())


@pytest.mark.parametrize("wrong", [["--tables", "0"], ["--phones", "3"], ["--database", "oracle"]])
def test_an_impossible_evening_is_refused(wrong, capsys):
    with pytest.raises(SystemExit) as end:
        soak.parsed(wrong)
    assert end.value.code == 2


@pytest.mark.parametrize(
    ("fives", "status", "last"),
    [
        (0, 0, "acknowledged 3, stored 3, lost 0, doubled 0, wrong totals 0, 5xx 0"),
        (2, 1, "acknowledged 3, stored 3, lost 0, doubled 0, wrong totals 0, 5xx 2"),
    ],
)
def test_the_last_line_and_the_exit_status_give_the_result(
    fives, status, last, monkeypatch, capsys
):
    class Quick:
        def __init__(self, *_):
            self.fives = [None] * fives

        def play(self):
            return Tally(acknowledged=3, stored=3)

    monkeypatch.setattr(soak, "Evening", Quick)
    monkeypatch.setattr(
        soak, "Server", lambda: nullcontext(SimpleNamespace(log="what the server said"))
    )
    assert soak.main([]) == status
    said = capsys.readouterr().out.splitlines()
    assert said[-1] == last
    assert ("what the server said" in said) == bool(fives)
