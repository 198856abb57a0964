"""Hooks of tournaments for features above them. They run in the transaction of the write."""

from collections.abc import Collection

from scoring.common.hooks import Hook
from scoring.tournament.models import Entrant, Round, Tournament

seats_changed: Hook[[Tournament], None] = Hook()
"""Players' seats may have changed because a round was published, changed or undone."""
round_ended: Hook[[Round], None] = Hook()
taken_out: Hook[[Tournament, Collection[Entrant]], None] = Hook()
"""These entrants do not play and are about to be deleted."""
