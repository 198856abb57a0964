"""Records of a tree's output. Two of one tree are equal, differences are listed, and published
addresses stay."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.frozen import records, things

GIVEN_OUT = Path(__file__).parent / "frozen" / "routes.json"
"""Paths in printed codes, bookmarks and programs, by their names. New addresses needn't be added,
but moving one breaks the copies in use."""
ONE_IN = "30"


def test_every_published_address_is_unchanged():
    given_out = json.loads(GIVEN_OUT.read_text(encoding="utf-8"))
    now = things.routes()
    assert {name: now.get(name) for name in given_out} == given_out


def test_a_difference_is_listed_once_with_the_lines_that_differ():
    before = {"owner: /": "status 200\n<p>One", "scorer: /": "status 200\n<p>One", "gone": ""}
    after = {"owner: /": "status 200\n<p>Two", "scorer: /": "status 200\n<p>Two", "new": ""}
    assert list(records.differences("pages", before, after)) == [
        "pages: gone\n  is gone",
        "pages: new\n  is new",
        "pages: owner: / and 1 more alike\n  -<p>One\n  +<p>Two",
    ]


def test_queries_are_compared_by_their_number_and_not_by_their_text():
    def told(before, after):
        return list(records.differences("queries", {"/": before}, {"/": after}))

    assert told("SELECT a\nSELECT b", "SELECT b\nSELECT c") == []
    assert told("SELECT a", "SELECT a\nSELECT b") == ["queries: /\n  1 before, 2 now\n  +SELECT b"]


@pytest.mark.slow
@pytest.mark.thorough
def test_two_records_of_one_tree_are_equal_in_any_order_of_sets(tmp_path):
    for seed, what in (("1", "write"), ("2", "compare")):
        run = subprocess.run(
            [sys.executable, "-m", "tests.frozen", what, str(tmp_path), "--some", ONE_IN],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
        )
        assert run.returncode == 0, run.stdout + run.stderr
