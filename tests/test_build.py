"""Two machines have the same program where its files say the same, and screens may ask either."""

import shutil

import pytest

from clubsite.build import build_id
from clubsite.places import ROOT


@pytest.fixture
def elsewhere(tmp_path):
    """The program in another place, where all of it came later."""
    for place in ("templates", "scoring"):
        shutil.copytree(ROOT / place, tmp_path / "one" / place, copy_function=shutil.copyfile)
    return tmp_path / "one"


def test_the_same_program_has_the_same_build_id_in_any_folder(elsewhere):
    other = elsewhere.parent / "two"
    shutil.copytree(elsewhere, other, ignore=shutil.ignore_patterns("__pycache__"))
    assert build_id(other) == build_id(elsewhere)


@pytest.mark.parametrize("changed", ["templates/base.html", "scoring/common/polling.py"])
def test_any_change_of_a_file_changes_the_build_id(elsewhere, changed):
    before = build_id(elsewhere)
    with open(elsewhere / changed, "a") as file:
        file.write(" ")
    assert build_id(elsewhere) != before
