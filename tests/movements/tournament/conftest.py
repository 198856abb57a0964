"""Rotations are found by a short search here: how good they are is tested where they are made."""

import pytest

from scoring.movements.rotation import plan, search


@pytest.fixture(autouse=True, scope="module")
def short_search():
    with pytest.MonkeyPatch.context() as patch:
        for room in (search, plan):
            patch.setattr(room, "STEPS", 300)
        yield
