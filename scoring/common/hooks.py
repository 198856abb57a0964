"""Hooks, by which a lower feature calls a feature above it without importing it (decision 58).

The lower feature defines a hook in its `hooks.py` and calls it. The upper feature registers a
function in its `registered.py`. The function runs in the caller's transaction, and the caller gets
its exceptions.
"""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Generic, ParamSpec, TypeVar

FEATURES = "people table money evening tournament league club public site".split()
Given = ParamSpec("Given")
Answer = TypeVar("Answer")


@cache
def let_register() -> None:
    """Let each feature register its rights (`access.py`; scoring/common/permissions.py) and its
    hooks (`registered.py`). This happens on the first call of a hook, as a command that only scores
    a sheet needs none of it."""
    for feature in FEATURES:
        for name in ("access", "registered"):
            if find_spec(f"scoring.{feature}.{name}"):
                import_module(f"scoring.{feature}.{name}")


class Hook(Generic[Given, Answer]):
    """A place at which functions are registered, to be called together.

    `seats_drawn: Hook[[Round], None] = Hook()` says what they are given and what they return.
    """

    def __init__(self) -> None:
        self._functions: list[Callable[Given, Answer]] = []

    def register(self, function: Callable[Given, Answer]) -> Callable[Given, Answer]:
        """Register a function and return it, so that this is a decorator too."""
        self._functions.append(function)
        return function

    @property
    def registered(self) -> list[Callable[Given, Answer]]:
        """The functions, in the order in which they came."""
        let_register()
        return self._functions

    def __call__(self, *given: Given.args, **named: Given.kwargs) -> list[Answer]:
        """Call every registered function in order, and return their answers."""
        return [function(*given, **named) for function in self.registered]

    def first(self, *given: Given.args, **named: Given.kwargs) -> Answer | None:
        """Return the first answer that is not None; None where no function has one."""
        answers = (function(*given, **named) for function in self.registered)
        return next((answer for answer in answers if answer is not None), None)
