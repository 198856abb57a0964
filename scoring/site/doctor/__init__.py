"""The checks of `manage.py doctor`. Each yields a sentence for each problem, with its remedy."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from scoring.site.doctor import disk, stored, web

Check = Callable[[], Iterable[str]]
AROUND: tuple[Check, ...] = (
    disk.data_folder,
    disk.another_book,
    disk.network_share,
    disk.room,
    disk.secret_key,
    web.names,
    web.https,
    web.debugging,
    web.static_files,
    web.contacts,
    stored.old_sqlite,
)
INSIDE: tuple[Check, ...] = (
    stored.no_answer,
    stored.migrations,
    stored.pool,
    stored.clock,
    stored.backups,
)
"""Each is asked only where those before it found nothing."""


def complaints() -> list[str]:
    """Return what is wrong with the set-up, a sentence each."""
    found = [sentence for check in AROUND for sentence in check()]
    return found + next(filter(None, (list(check()) for check in INSIDE)), [])
