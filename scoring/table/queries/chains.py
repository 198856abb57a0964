"""Which hand each hand of a sitting followed on its phone
(docs/decisions/0021-a-pad-out-of-reach.md)."""

from __future__ import annotations

from datetime import datetime
from itertools import takewhile
from typing import NamedTuple
from uuid import UUID

from scoring.common.prepared import Prepared
from scoring.euchre.hand import same_hand
from scoring.table.models import HandRecord, Sitting

State = HandRecord.State


class SentHand(NamedTuple):
    """The columns of a hand that say what its phone had seen, and who sent it."""

    id: UUID
    state: str
    place: int | None
    counts_since: int
    after: UUID | None
    seen: int | None
    same_as_id: UUID | None
    revision: int
    logged_by: str
    phone: str
    told_on: str
    logged_at: datetime
    told_at: datetime | None


_rows_of = Prepared(
    lambda sitting: (
        HandRecord.objects.filter(sitting=sitting)
        .order_by("logged_at", "place")
        .values_list(*SentHand._fields)
    )
)


class Chains:
    """The hands of a sitting by what their phones had seen; one more query.

    A phone that was offline sends a chain, each hand after the one before. `waiting` has the hands
    that wait, as rows in the order they came.
    """

    def __init__(self, sitting: Sitting) -> None:
        self.sitting = sitting
        bare = {one.id: one for one in sitting.bare_hands}
        # A page that only looks holds no lock: a hand may have come, or been decided, since
        # `bare_hands` was read.
        self.rows = {
            row.id: row._replace(state=bare[row.id].state, place=bare[row.id].place)
            for row in map(SentHand._make, _rows_of(sitting.pk))
            if row.id in bare
        }
        self.waiting = [row for row in self.rows.values() if row.state == State.WAITING]
        counted = [row for row in self.rows.values() if row.state == State.COUNTED]
        self._counted = sorted(counted, key=lambda row: row.place)

    @property
    def latest(self) -> UUID | None:
        """The id of the last hand that counts."""
        return self._counted[-1].id if self._counted else None

    @property
    def last(self) -> list:
        """The last hand that counts, if there is one."""
        return self._counted[-1:]

    def stands_for(self, id: UUID | None) -> UUID | None:
        """Return the hand that a phone means by this one. A hand that was left out stands for the
        one it duplicates. If it was no hand at all, it stands for the one before it."""
        passed = set()
        while id in self.rows and id not in passed:
            passed.add(id)
            row = self.rows[id]
            if row.state != State.TAKEN_BACK or row.place is not None:
                break
            id = row.same_as_id or row.after
        return id

    def logged_since(self, id: UUID | None) -> list:
        """Return the hands that count and came after this one; the last of all where it never
        arrived."""
        id = self.stands_for(id)
        place = 0 if id is None else self.rows[id].place if id in self.rows else None
        if place is None:
            return self.last
        return [row for row in self._counted if row.place > place]

    def knew_all(self, after: UUID | None, seen: int | None) -> bool:
        """Return whether a phone knew every hand that counts when it logged a hand `after` this
        one. It had it on its screen, with the version `seen` of the table, or had logged it itself.
        It is True without `seen`."""
        if seen is None:
            return True
        unknown = {row.id for row in self._counted if row.counts_since > seen}
        passed: set = set()
        while after in self.rows and after not in passed:
            passed.add(after)
            unknown -= {after, self.rows[after].same_as_id}
            after = self.rows[after].after
        return not unknown

    def following(self, id: UUID | None) -> list:
        """Return the hands that wait and come next after this one on a phone."""
        return [row for row in self.waiting if row.id != id and self.stands_for(row.after) == id]

    def first(self) -> list[list]:
        """Return the hands to decide about, each with those that wait behind it, in their order."""
        ids = {row.id for row in self.waiting}
        heads = [row for row in self.waiting if self.stands_for(row.after) not in ids]
        found, taken = [], set()
        for head in [*heads, *self.waiting]:  # those that go round in a ring have no head
            if head.id not in taken:
                found.append(self._line(head, taken))  # noqa: PERF401 (`taken` grows)
        return found

    def run(self, id: UUID) -> list:
        """Return a hand that waits with those that follow it one by one."""
        run = [self.rows[id]]
        while len(following := self.following(run[-1].id)) == 1 and following[0] not in run:
            run += following
        return run

    def logged_twice(self, run: list) -> list[tuple]:
        """Return the first ones of a run that are duplicates, one by one, of the hands logged for
        their deals, each with that hand."""
        hands = {bare.id: bare.hand for bare in self.sitting.bare_hands}
        pairs = zip(run, self.logged_since(run[0].after), strict=False)
        return list(takewhile(lambda pair: same_hand(hands[pair[0].id], hands[pair[1].id]), pairs))

    def _line(self, head, taken: set) -> list:
        line = [head]
        taken.add(head.id)
        for row in line:
            for behind in self.following(row.id):
                if behind.id not in taken:
                    taken.add(behind.id)
                    line.append(behind)
        return line
