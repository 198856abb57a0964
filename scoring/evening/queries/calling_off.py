"""An evening of which anything was recorded is closed one day; one that was only planned can be
called off. Which of them it is, and what goes with it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scoring.euchre.wording import counted
from scoring.evening import hooks
from scoring.money.queries.accounts import standing
from scoring.table import hooks as table
from scoring.table.models import ClubSession, HandRecord


def was_held(session: ClubSession) -> bool:
    """Return whether a club night has records, so that it can be closed: hands, a begun tournament,
    attendance, or entries in the accounts."""
    return (
        hands_of(session).exists()
        or session.attendances.exists()
        or table.was_played.first(session)
        or standing(session.entries).exists()
    )


def hands_of(session: ClubSession):
    """Return every hand of a club night, also those that do not count."""
    return HandRecord.objects.filter(sitting__table__session=session)


def why_it_stays(session: ClubSession, *, nobody_came: bool = False) -> list[str]:
    """Return what was recorded of an evening, in sentences: with any of it, it cannot be called
    off. `nobody_came`: but for who was checked in and paid nothing."""
    return list(_recorded(session, nobody_came=nobody_came))


def _recorded(session: ClubSession, *, nobody_came: bool) -> Iterator[str]:
    if session.closed:
        yield "It is closed, and people signed the result."
    if hands := hands_of(session).count():
        yield f"{counted(hands, 'hand')} {'was' if hands == 1 else 'were'} played at its tables."
    came = session.attendances.exclude(fee_paid_at=None) if nobody_came else session.attendances
    if people := came.count():
        who = "One person was" if people == 1 else f"{people} people were"
        yield f"{who} checked in{' and paid' if nobody_came else ''}."
    lines = standing(session.entries)
    if nobody_came:  # what is only owed for coming in goes with whoever did not come
        lines = lines.exclude(kind=lines.model.Kind.FEE)
    if lines := lines.count():
        yield (
            f"The accounts have {counted(lines, 'line')} for it. Undo wrong entries under Accounts."
        )
    for sentences in hooks.recorded(session):
        yield from sentences


@dataclass(frozen=True, kw_only=True)
class Planned:
    """How much of an evening was planned: it goes when the evening is called off."""

    plans: int
    entrants: int
    codes: int
    tables: int
    """The number of tables without a hand; a tournament's tables go with its rounds."""


def planned_of(session: ClubSession) -> Planned:
    """Return what goes with an evening that is called off: four queries."""
    return Planned(
        plans=session.plans.filter(dropped_at=None).count(),
        entrants=sum(hooks.entered(session)),
        codes=session.passes.filter(revoked_at=None).count(),
        tables=session.tables.exclude(house__for_rounds=True).count(),
    )
