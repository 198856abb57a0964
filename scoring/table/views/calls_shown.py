"""Calls for help, for the screens of an evening."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import ceil

from scoring.common.dates import lasting
from scoring.common.local_time import clock
from scoring.euchre.wording import listed
from scoring.table.forms.help_calls import REASONS
from scoring.table.models import ClubSession, HelpCall, Table
from scoring.table.queries.help_calls import has_an_organiser, open_call, open_calls

MINUTE = timedelta(minutes=1)


@dataclass(frozen=True, kw_only=True)
class CallLine:
    """A call that is not settled."""

    key: int
    place: str
    """ "Table 4"."""
    about: str
    """ "the laws"; nothing where the director holds the clock."""
    called_at: str
    waited: int
    """The whole minutes since the call, before the organiser came."""
    heard_by: str
    """The person who is coming, if there is one."""
    heard_at: str
    holds: bool
    """Whether the clock of its table is stopped."""

    @property
    def waiting(self) -> str:
        """ "waiting 3 min"; "just now"."""
        return f"waiting {lasting(self.waited)}" if self.waited else "just now"


def call_lines(session: ClubSession, now: datetime) -> list[CallLine]:
    """Return the calls of an evening that are not settled, who waits longest first."""
    return [call_line(call, now) for call in open_calls(session)]


def call_line(call: HelpCall, now: datetime) -> CallLine:
    """Return a call in words."""
    return CallLine(
        key=call.pk,
        place=call.place,
        about=REASONS.get(call.about, ""),
        called_at=clock(call.called_at),
        waited=max(0, (now - call.called_at) // MINUTE),
        heard_by=call.heard_by,
        heard_at=clock(call.heard_at) if call.heard_at else "",
        holds=call.held_from is not None,
    )


@dataclass(frozen=True, kw_only=True)
class CallingHere:
    """The people a table can call, and its call."""

    whom: str
    """ "director" or "organiser"."""
    reasons: dict[str, str]
    line: CallLine | None


def calling_here(table: Table, now: datetime) -> CallingHere | None:
    """Return the state of a table's call for its phone; None if there is no organiser to call."""
    if not has_an_organiser(table) or table.session.closed:
        return None
    call = open_call(table)
    in_round = table.sitting is None or table.sitting.round_table_id is not None
    return CallingHere(
        whom="director" if in_round else "organiser",
        reasons=REASONS,
        line=call and call_line(call, now),
    )


def wanted_at(calls: Iterable[HelpCall]) -> str:
    """Return the tables of open calls to which no one is coming, such as "tables 4 and 7"."""
    places = [call.place.removeprefix("Table ") for call in calls if not call.heard_at]
    return f"table{'s' * (len(places) > 1)} {listed(places)}" if places else ""


def describe_calls(calls: Iterable[HelpCall]) -> list[str]:
    """Return calls in words, such as "16:19, the laws · kate came 16:20 · settled by kate
    16:25"."""
    return [_describe(call) for call in calls]


def _describe(call: HelpCall) -> str:
    about = REASONS.get(call.about, f"clock stopped by {call.called_by}")
    heard = call.heard_at is not None and call.about in REASONS
    ended = "cancelled" if call.taken_back else f"settled by {call.ended_by}"
    held = None if call.held_to is None else ceil((call.held_to - call.held_from) / 60)
    parts = [
        f"{clock(call.called_at)}, {about}",
        f"{call.heard_by} came {clock(call.heard_at)}" if heard else "",
        f"{ended} {clock(call.ended_at)}" if call.ended_at else "open",
        "" if held is None else f"clock stopped {lasting(held)}",
    ]
    return " · ".join(filter(None, parts))
