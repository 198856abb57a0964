import pytest

from tests.cast import signed_in


@pytest.fixture
def kate():
    """The browser of whoever owns the club."""
    return signed_in("kate")
