"""The edition of the database. It changes after a restore, even where versions stay the same.

A thread of the server looks it up once a second (scoring/site/backup/keeper.py), so that no poll
needs a query. A page that is identified by a version adds the edition to it.
"""

from __future__ import annotations

from scoring.common.models import Restored

_known = 0


def edition() -> int:
    """Return how often this book was exchanged for a backup, as far as this process knows."""
    return _known


def look() -> int:
    """Ask the database, remember its answer, and return it."""
    global _known
    latest = Restored.objects.order_by("-pk").values_list("pk", flat=True).first()
    _known = latest or 0
    return _known
