"""Check contact details, telephone numbers and e-mail addresses, as people write them."""

from __future__ import annotations

import re

LONGEST_PHONE, LONGEST_EMAIL = 40, 120
NUMBER = re.compile(r"\+?[0-9(][-0-9() ./]+")
EMAIL = re.compile(r"[^\s@<>,;:\"]+@[^\s@<>,;:\"]+\.[^\s@<>,;:\".]+")


def why_no_phone(text: str) -> str:
    """Return why this is no telephone number, as a sentence. It is "" for a number, perhaps with a
    word beside it, or for a blank."""
    if not text or dialled(text):
        return ""
    return f"“{text}” isn’t a telephone number."


def why_no_email(text: str) -> str:
    """Return why this is no e-mail address, as a sentence. It is "" for an address or a blank."""
    if not text or EMAIL.fullmatch(text):
        return ""
    return f"“{text}” isn’t an e-mail address. It needs one @ and no spaces."


def dialled(text: str) -> str:
    """Return what a telephone dials for the first number in a text, at least three figures:
    "+442079460000"; nothing when it holds none."""
    numbers = ("".join(c for c in one if c in "+0123456789") for one in NUMBER.findall(text))
    return next((number for number in numbers if len(number) >= 3), "")
