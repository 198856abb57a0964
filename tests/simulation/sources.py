"""Texts of the site's scripts and modules with deliberate changes, never on disk."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from clubsite import bundles


@contextmanager
def replaced(changes: Iterable[tuple[str, str, str]]) -> Iterator[None]:
    """Let the bundler read scripts with these changes (file, old, new). Raise ValueError where the
    old text is not in its file exactly once."""
    usual = bundles._text

    def text(file: str) -> str:
        found = usual(file)
        for where, old, new in changes:
            if where == file:
                if found.count(old) != 1:
                    raise ValueError(f"{old!r} is in {file} {found.count(old)} times")
                found = found.replace(old, new)
        return found

    bundles._text = text
    try:
        yield
    finally:
        bundles._text = usual
