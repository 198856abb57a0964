"""Room on Python's stack for deep calls."""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec, TypeVar

Given = ParamSpec("Given")
Result = TypeVar("Result")

ROOM = 40_000
"""How many values it asks for, 320 KB. Python then takes 512 KB. The rest is for what is called."""


def with_room(work: Callable[Given, Result], *args: Given.args, **named: Given.kwargs) -> Result:
    """Return what `work` returns, called with room on the stack for all that it calls.

    CPython has its frames in pieces of 16 KB. It gives a piece back to the system as soon as its
    last frame ends. So a loop whose calls begin a new piece asks for memory in every turn. A page
    took up to three times as long, by how deep it was called
    (docs/decisions/0081-room-on-the-stack.md).
    """
    return work(*args, **named)


with_room.__code__ = with_room.__code__.replace(co_stacksize=ROOM)
