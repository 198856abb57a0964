"""The lines of the club's book in words, from the side of one account."""

from __future__ import annotations


def told(kind: str, *, gained: bool, cash: bool = False, other: str = "", closing: int = 1) -> str:
    """Return what a line was: "Won", "Paid by Ben", "Door fee, paid".

    `gained` says whether the account rose, `cash` whether the box was touched, `other` whose
    account is on the other side, `closing` which closing of its evening wrote it.
    """
    if kind == "settlement":
        if closing > 1:
            return f"Settlement put right, closing {closing}"
        return "Won" if gained else "Lost"
    if kind == "payment":
        return f"Paid {other}" if gained else f"Paid by {other}"
    words = WORDS[kind]
    return words[1] if cash and len(words) > 1 else words[0]


# What a line says; and what it says when it is the cash that settles another one.
WORDS = {
    "fee": ("Door fee", "Door fee, paid in cash"),
    "pot": ("Into the pot", "Into the pot, paid in cash"),
    "prize": ("Prize", "Prize, paid out in cash"),
    "paid in": ("Paid in",),
    "paid out": ("Paid out",),
    "received": ("Received",),
    "spent": ("Spent",),
    "adjustment": ("Put right by hand",),
}
