"""A pile of cards is typed at the desk by keyboard alone: the odd one is seen, and put right."""

import re
import time

import pytest
from playwright.sync_api import expect

from tests.browser.club import READY, sign_in

CARDS = 10


@pytest.fixture
def desk(server):
    """The address of a desk whose round is over, and who sat where at its first three tables."""
    ...
