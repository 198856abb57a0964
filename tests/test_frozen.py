"""What must not change while code moves is recorded so that two runs on one tree are equal."""

import pytest

from tests import frozen

SOME = ["tests/table/views/test_pad.py", "tests/evening/views/test_titles.py"]


@pytest.mark.slow
@pytest.mark.thorough
def test_two_recordings_of_one_tree_are_equal_and_a_change_is_named(tmp_path, capsys):
    one, other = tmp_path / "one", tmp_path / "other"
    for folder in (one, other):
        frozen.record(folder, SOME)
    assert frozen.compare(one, other) == 0
    routes = one / "routes"
    routes.write_text(routes.read_text().replace("sign-in", "enter"))
    assert frozen.compare(one, other) == 1
    assert "== routes" in capsys.readouterr().out
