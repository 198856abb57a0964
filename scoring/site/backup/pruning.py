"""Choose the backups to keep, one each of the last days, weeks and months."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime

DAYS, WEEKS, MONTHS = 7, 5, 12


@dataclass(frozen=True, kw_only=True)
class Dated:
    """A backup, as far as it matters here."""

    name: str
    at: datetime
    """Of when its data are, in the time of the club."""
    proven: bool


PERIODS: tuple[tuple[int, Callable[[datetime], tuple]], ...] = (
    (DAYS, lambda at: (at.year, at.month, at.day)),
    (WEEKS, lambda at: at.isocalendar()[:2]),
    (MONTHS, lambda at: (at.year, at.month)),
)


def may_go(backups: Iterable[Dated]) -> list[str]:
    """Return the names of the backups that can be deleted, oldest first.

    The newest verified backup of each of the last seven days, five weeks and twelve months stays.
    Days without one do not count, so the laptop of a club that plays on Fridays keeps seven
    Fridays. A backup that is not verified stays until there is a newer one.
    """
    known = sorted(backups, key=lambda one: (one.at, one.name), reverse=True)
    proven = [one for one in known if one.proven]
    stay = {one.name for one in known if not proven or one.at > proven[0].at}
    for number, period in PERIODS:
        newest: dict[tuple, str] = {}
        for one in proven:
            newest.setdefault(period(one.at), one.name)
        stay |= set(list(newest.values())[:number])
    return [one.name for one in reversed(known) if one.name not in stay]
