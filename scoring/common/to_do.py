"""The next steps on a page, and the things that need attention, in one format."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace


@dataclass(frozen=True, kw_only=True)
class Step:
    """One step of several, and the page where it is done."""

    title: str
    address: str
    says: str = ""
    done: bool = False
    missing: tuple[str, ...] = ()
    """What should be seen to first, in sentences."""
    next: bool = False
    """Whether it is what comes next."""


def with_next(steps: Iterable[Step]) -> list[Step]:
    """Return the steps, of which the first that is not done comes next."""
    steps = list(steps)
    first = next((step for step in steps if not step.done), None)
    return [replace(step, next=step is first) for step in steps]


@dataclass(frozen=True, kw_only=True)
class Need:
    """Something that needs attention, in words, and the page to do it on."""

    says: str
    address: str
    kind: str = ""
    """By which several of one kind are counted."""
    title: str = ""
    """The names of the people it is about, if there are several."""
