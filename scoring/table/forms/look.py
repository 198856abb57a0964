"""The look of the site on one phone, with the choices of its owner, and the words in its cookie."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Choice:
    """A question about a phone, and its answers in words; the first is the usual one."""

    name: str
    legend: str
    answers: Mapping[str, str]

    @property
    def usual(self) -> str:
        return next(iter(self.answers))


CHOICES = (
    Choice(
        name="hand",
        legend="Which thumb do you use?",
        answers={"right": "Right", "left": "Left"},
    ),
    Choice(name="type", legend="Text size", answers={"plain": "Normal", "large": "Large"}),
    Choice(
        name="scheme",
        legend="Light or dark",
        answers={"phone": "Same as phone", "light": "Light", "dark": "Dark"},
    ),
    Choice(
        name="turned",
        legend="Table display",
        answers={
            "upright": "All names upright",
            "far": "Far side turned round",
            "around": "Each side faces its players",
        },
    ),
    Choice(
        name="buzz",
        legend="When a hand is saved or the round ends",
        answers={"buzz": "Vibrate", "still": "Don’t vibrate"},
    ),
)
"""No two answers share a word, so that the words alone say what was chosen."""


def chosen(kept: str) -> dict[str, str]:
    """Return the answer to every choice from the words that a phone sent; a word of no answer is
    nothing."""
    words = kept.split(".")
    return {one.name: next(filter(words.__contains__, one.answers), one.usual) for one in CHOICES}


def changed(kept: str, sent: Mapping[str, str]) -> str:
    """Return the words after a form was sent. A missing or invalid answer leaves its word
    unchanged."""
    before = chosen(kept)
    after = (
        sent[one.name] if sent.get(one.name) in one.answers else before[one.name] for one in CHOICES
    )
    return ".".join(_unusual(after))


def classes(kept: str) -> str:
    """Return the classes of a page, such as "look-left look-large"; "" for a phone with the usual
    look."""
    return " ".join(f"look-{word}" for word in _unusual(chosen(kept).values()))


def _unusual(answers) -> Iterator[str]:
    usual = {one.usual for one in CHOICES}
    return (word for word in answers if word not in usual)
