import pytest


@pytest.fixture(autouse=True, scope="module")
def quickly(short_search):
    """Who sits where in a tournament does not depend on how good a rotation is."""
