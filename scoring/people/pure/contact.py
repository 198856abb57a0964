"""How somebody is reached: telephone numbers and e-mail addresses as people write them."""

from __future__ import annotations

import re

LONGEST_PHONE, LONGEST_EMAIL = 40, 120
NUMBER = re.compile(r"\+?[0-9(][-0-9() ./]+")
EMAIL = re.compile(r"[^\s@<>,;:\"]+@[^\s@<>,;:\"]+\.[^\s@<>,;:\".]+")


def why_no_phone(text: str) -> str:
    """Return why nobody can call this, in a sentence; nothing for a number, maybe with a word
    beside it, or for none."""
    if not text or dialled(text):
        return ""
    return f"“{text}” holds no telephone number."


def why_no_email(text: str) -> str:
    """Return why nobody can write to this, in a sentence; nothing for an address, or for none."""
    if not text or EMAIL.fullmatch(text):
        return ""
    return f"“{text}” is no e-mail address: it has one @, and no spaces."


def dialled(text: str) -> str:
    """Return what a telephone dials for the first number in a text, at least three figures:
    "+442079460000"; nothing when it holds none."""
    numbers = ("".join(c for c in one if c in "+0123456789") for one in NUMBER.findall(text))
    return next((number for number in numbers if len(number) >= 3), "")
