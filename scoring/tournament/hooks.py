"""What features above register with tournaments; all of it runs in the transaction of the write."""

from collections.abc import Collection

from scoring.common.hooks import Hook
from scoring.tournament.models import Entrant, Round, Tournament

seats_changed: Hook[[Tournament], None] = Hook()
"""Players may sit elsewhere than they knew: a round was published, changed or taken back."""
round_ended: Hook[[Round], None] = Hook()
taken_out: Hook[[Tournament, Collection[Entrant]], None] = Hook()
"""These entrants do not play, and are going to be deleted."""
