"""Simulated club nights: nothing is lost, doubled, stuck or wrong, whatever the network does and
whenever the server is killed or restored (tests/simulation)."""

import json
import subprocess
import sys
from random import Random
from unittest.mock import Mock

import pytest

from scoring.table.views.queue import CLOSED
from tests.proof import size
from tests.simulation import faults
from tests.simulation.branches import marks
from tests.simulation.checker import refused_after_all
from tests.simulation.history import History
from tests.simulation.mutants import MUTANTS
from tests.simulation.people import Party
from tests.template import ROOT

NIGHTS, FIRST = 20, 1
"""So many nights reach every fault; the first has this seed."""
pytestmark = [pytest.mark.slow, pytest.mark.sqlite]


def played(*words: object) -> list[str]:
    """Return what the simulation prints, line by line."""
    command = [sys.executable, "-m", "tests.simulation", *map(str, words)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.stderr == ""
    return done.stdout.splitlines()


def test_simulated_nights_lose_nothing_and_a_seed_repeats_its_night(tmp_path):
    number = size(NIGHTS, thorough=10 * NIGHTS)
    *nights, last = played("--nights", number, "--from", FIRST, "--json")
    played_by_seed = {night["seed"]: night for night in map(json.loads, nights)}
    assert {seed: one["found"] for seed, one in played_by_seed.items() if one["found"]} == {}
    all_of_them = f"faults {len(faults.ALL)} of {len(faults.ALL)}"
    assert f", lost 0, doubled 0, stuck 0, wrong 0, {all_of_them}" in last
    (tmp_path / "nights").write_text("\n".join(nights))
    assert played("--sum", tmp_path / "nights") == [last]
    # A night depends on its seed alone, whether or not others were played before it.
    again = json.loads(played("--seed", FIRST + 2, "--json")[0])
    assert again["digest"] == played_by_seed[FIRST + 2]["digest"]
    assert len({night["digest"] for night in played_by_seed.values()}) == number


@pytest.mark.thorough
def test_a_night_that_fails_is_shrunk_and_fails_again_to_the_byte():
    how = ["--mutant", 0, "--json"]
    failed = next(
        night
        for night in (json.loads(played(*how, "--seed", seed)[0]) for seed in range(1, 20))
        if night["found"]
    )
    *_, said, _ = played(*how, "--seed", failed["seed"], "--shrink")
    words = said.removeprefix("still fails: ").split()
    assert words[:3] == ["--seed", str(failed["seed"]), "--without"]
    assert len(words) > 3
    once, twice = (json.loads(played(*how, *words)[0]) for _ in range(2))
    assert once["found"]
    assert (once["digest"], once["found"]) == (twice["digest"], twice["found"])
    assert once["digest"] != failed["digest"]


def test_every_deliberate_fault_and_every_branch_still_has_its_place():
    branches = [(f"static/{file}", old) for file, old, _ in marks()]
    places = [*((one.file, one.old) for one in MUTANTS), *branches]
    assert [(file, old) for file, old in places if (ROOT / file).read_text().count(old) != 1] == []


@pytest.mark.parametrize(
    ("do", "reason", "pressed"),
    [
        ("put-back", CLOSED, "Send again"),
        ("take-back", CLOSED, "Send again"),
        ("take-back", "The hand to undo never arrived.", "Set aside"),
        ("hand", "This hand belongs to another table.", "Send again"),
    ],
)
def test_simulated_people_send_an_undo_again_where_the_phone_says_so(do, reason, pressed):
    phone, refused = Mock(), {"do": do, "key": "1", "reason": reason, "state": "refused"}
    party = Party(Mock(), {"pk": 1, "rules": "keller"}, [phone], Random(1))
    party._see_to(phone, {"entries": [refused], "waiting": []}, [], set())
    phone.act.assert_called_once_with("press", pressed)


def test_an_entry_that_was_stored_is_refused_only_after_a_restore():
    history = History()
    history.add(1, "handled", "1A", key="one", status=200)
    history.add(2, "handled", "1A", key="other", status=409)
    history.add(3, "handled", "1A", key="one", status=200)
    assert list(refused_after_all(history)) == []
    history.add(4, "fault", name=faults.RESTORED)
    history.add(5, "handled", "1A", key="one", status=422)
    assert list(refused_after_all(history)) == []
    history.add(6, "handled", "1A", key="one", status=200)
    history.add(7, "handled", "1A", key="one", status=422)
    assert list(refused_after_all(history)) == ["one was stored, and refused at 7 ms"]
