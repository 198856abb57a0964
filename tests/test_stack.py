"""Room on Python's stack (docs/decisions/0081-room-on-the-stack.md)."""

import subprocess
import sys

import pytest

from clubsite.stack import with_room

pytest.importorskip("resource", reason="Windows doesn't count what a process took")
TURNS = 500
# In a process of its own, where nothing else takes memory.
LADDER = f"""
from resource import RUSAGE_SELF, getrusage
from clubsite.stack import with_room

def nothing():
    pass

def taken():
    before = getrusage(RUSAGE_SELF).ru_minflt
    for _ in range({TURNS}):
        nothing()
    return getrusage(RUSAGE_SELF).ru_minflt - before

def most(depth):
    return max(taken(), most(depth - 1)) if depth else taken()

print(with_room(most, 400))
"""


def test_a_loop_of_calls_takes_no_memory_in_every_turn_however_deep_it_is():
    most = subprocess.run([sys.executable, "-c", LADDER], capture_output=True, check=True).stdout
    assert int(most) < TURNS / 2


def test_a_call_with_room_gives_what_it_would_without():
    assert with_room(divmod, 17, 5) == divmod(17, 5)
    with pytest.raises(ZeroDivisionError):
        with_room(divmod, 17, 0)
