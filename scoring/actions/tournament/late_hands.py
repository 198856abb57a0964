"""A hand changed when its round of a tournament is over: what stands is not changed unseen."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from scoring.actions import Refused
from scoring.actions.tournament.reports import drawn_anew
from scoring.models import Round, Sitting
from scoring.permissions import RUN, Actor, may


@contextmanager
def minding_the_next_round(sitting: Sitting, actor: Actor) -> Iterator[None]:
    """Change a hand that counts, or did. Refused when the next round is told already, but to
    whoever runs the evening; one that is drawn and told to nobody is taken back when another result
    comes of it.

    No query, where the sitting plays no round.
    """
    following = _after(sitting)
    if following is None:
        yield
        return
    if following.published_at is not None and not may(actor, RUN, sitting.table):
        raise Refused(
            f"Round {following.no - 1} is over: what stands is changed by the director alone. "
            "Nothing was "
            "changed."
        )
    with drawn_anew(following.tournament, sitting.round_table):
        yield


def _after(sitting: Sitting) -> Round | None:
    """Return the round after the one that a sitting plays, once it is drawn."""
    if sitting.round_table_id is None:
        return None
    row = sitting.round_table.round
    rounds = Round.objects.select_related("tournament")
    return rounds.filter(tournament=row.tournament_id, no=row.no + 1).first()
