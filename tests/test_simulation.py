"""Simulated club nights: nothing is lost, doubled, stuck or wrong, whatever the network does and
whenever the server is killed (tests/simulation)."""

import json
import subprocess
import sys

import pytest

from tests.simulation import faults
from tests.template import ROOT

NIGHTS, FIRST = 16, 17
"""So many nights reach every fault; the first has this seed."""
pytestmark = [pytest.mark.slow, pytest.mark.sqlite]


def played(*words: object) -> list[str]:
    """Return what the simulation prints, line by line."""
    command = [sys.executable, "-m", "tests.simulation", *map(str, words)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.stderr == ""
    return done.stdout.splitlines()


def test_in_simulated_nights_nothing_is_lost_doubled_stuck_or_wrong():
    *said, last = played("--nights", NIGHTS, "--from", FIRST)
    assert said == []
    assert (
        f", lost 0, doubled 0, stuck 0, wrong 0, faults {len(faults.ALL)} of {len(faults.ALL)}"
        in last
    )


def test_a_seed_gives_the_same_night_to_the_byte():
    (whole, other), (again,) = (
        [json.loads(line)["digest"] for line in played(*words, "--json") if line[0] == "{"]
        for words in (["--from", 4, "--nights", 2], ["--seed", 4])
    )
    assert again == whole != other
