"""What the cells of a list of people say."""

from __future__ import annotations

from scoring.rules.names import folded
from scoring.rules.sheet_values import UNFIT

YES = "yes y true t 1 x ja oui si".split()
NO = "no n false f 0 - nein non".split()
ABOUT_MEMBERS = {"member": False, "full": False, "guest": True, "visitor": True}
ABOUT_COMING = {"active": True, "current": True, "inactive": False, "left": False, "former": False}


class BadValue(ValueError):
    """A cell that says nothing we know; the message is a sentence about it."""


def read_value(column: str, cell: str) -> dict[str, object]:
    """Return what a cell says about a person, by the name of the field; raises BadValue."""
    if column == "notes":
        return {column: _text(cell, 500)}
    if column == "short_name":
        return {column: _text(" ".join(cell.split()), 12)}
    word = folded(cell)
    if column == "active":
        return {"active": _yes(word, cell, ABOUT_COMING)}
    if column == "guest":
        return {"guest": _yes(word, cell, ABOUT_MEMBERS)}
    return _status(word, cell)


def _status(word: str, cell: str) -> dict[str, object]:
    """Return what a column of members says, where "inactive" stands as well as "guest"."""
    if word in ABOUT_COMING:
        return {"active": ABOUT_COMING[word]}
    if word in ABOUT_MEMBERS:
        return {"guest": ABOUT_MEMBERS[word]}
    return {"guest": not _yes(word, cell, {})}


def _yes(word: str, cell: str, words: dict[str, bool]) -> bool:
    known = dict.fromkeys(YES, True) | dict.fromkeys(NO, False) | words
    if word not in known:
        raise BadValue(f"“{cell[:40]}” is neither yes nor no.")
    return known[word]


def _text(cell: str, longest: int) -> str:
    if len(cell) > longest:
        raise BadValue(f"“{cell[:longest]}…” is longer than {longest} letters.")
    if UNFIT.search(cell):
        raise BadValue("It holds a sign that cannot be printed.")
    return cell
