"""A club is locked before its tables, evenings and people: one order for every writer."""

from __future__ import annotations

from scoring.people.models import Club


def lock_club(pk: int) -> Club:
    """Return the club read anew, locked until the transaction ends; a new player may still come in
    meanwhile (no_key)."""
    return Club.objects.select_for_update(no_key=True).get(pk=pk)
