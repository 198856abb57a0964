"""Refuse passwords made of words that a guesser tries first on this site."""

from __future__ import annotations

import re

from django.core.exceptions import ValidationError

from scoring.people.models import Club

WORDS = ("bowerbook", "bower", "euchre", "password")
SHORTEST_WORD = 4
LEAST = 4
"""Letters that a password needs beside such words."""


class OwnWordsValidator:
    """Refuses a password that is little more than the user name, a club's name or a word of the
    game. Digits and signs between them don't count, and no other characters are required."""

    def validate(self, password: str, user=None) -> None:
        """Raise ValidationError if a guesser would try this password."""
        clubs = Club.objects.filter(casual=False).values_list("name", flat=True)
        names = [*clubs, user and user.get_username() or ""]
        words = {*WORDS, *(word for name in names for word in _words(name))}
        letters = "".join(_words(password, shortest=1))
        left = letters
        for word in sorted(words, key=len, reverse=True):
            left = left.replace(word, "")
        if left != letters and len(left) < LEAST:
            raise ValidationError(
                "This password uses a word or name that is easy to guess here. Add other words.",
                code="password_of_own_words",
            )

    def get_help_text(self) -> str:
        """Return the rule as a sentence."""
        return "Don’t use your user name or your club’s name."


def _words(text: str, *, shortest: int = SHORTEST_WORD) -> list[str]:
    """Return the words of a text in lower case, without digits and signs."""
    found = re.findall(r"[^\W\d_]+", text.casefold())
    return [word for word in found if len(word) >= shortest]
