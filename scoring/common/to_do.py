"""What comes next on a page, and what on it needs somebody: one way to say either."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace


@dataclass(frozen=True, kw_only=True)
class Step:
    """A step of several: what it is, and where it is done."""

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
    """What somebody must look at: in words, and where it is seen to."""

    says: str
    address: str
    kind: str = ""
    """By which several of one kind are counted."""
    title: str = ""
    """Whom it is about, where it is about several."""
