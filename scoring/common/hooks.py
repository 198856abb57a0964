"""How a lower feature reaches what it may not import: a feature above it (decision 58).

The lower feature makes a hook in its `hooks.py` and calls it. The upper one registers a function
with it in its `registered.py`, which `scoring/apps.py` imports when the site starts. A registered
function runs in the transaction of the caller, who also gets what it raises.
"""

from collections.abc import Callable
from typing import Generic, ParamSpec, TypeVar

Given = ParamSpec("Given")
Answer = TypeVar("Answer")


class Hook(Generic[Given, Answer]):
    """A place at which functions are registered, to be called together.

    `seats_drawn: Hook[[Round], None] = Hook()` says what they are given and what they return.
    """

    def __init__(self) -> None:
        self.registered: list[Callable[Given, Answer]] = []

    def register(self, function: Callable[Given, Answer]) -> Callable[Given, Answer]:
        """Register a function and return it, so that this is a decorator too."""
        self.registered.append(function)
        return function

    def __call__(self, *given: Given.args, **named: Given.kwargs) -> list[Answer]:
        """Call every registered function, in the order in which they came, and return their
        answers."""
        return [function(*given, **named) for function in self.registered]

    def first(self, *given: Given.args, **named: Given.kwargs) -> Answer | None:
        """Return the first answer that is not None; None where no function has one."""
        answers = (function(*given, **named) for function in self.registered)
        return next((answer for answer in answers if answer is not None), None)
