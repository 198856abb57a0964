"""Lock a club before its tables, evenings and people. All writers use this order."""

from __future__ import annotations

from django.contrib.auth import get_user_model

from scoring.people.models import Club


def lock_club(pk: int) -> Club:
    """Return the club read again, locked until the transaction ends. A player may still be added
    meanwhile (no_key)."""
    return Club.objects.select_for_update(no_key=True).get(pk=pk)


def lock_account(pk: int):
    """Return an account, locked until the transaction ends."""
    return get_user_model().objects.select_for_update(no_key=True).get(pk=pk)
