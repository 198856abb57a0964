"""What the organiser does on the laptop meanwhile."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.simulation.night import Night


class Laptop:
    """Each of these returns whether the site did it; a refusal is none of its faults."""

    def __init__(self, night: Night, random: Random) -> None:
        self.night, self._random = night, random

    def _does(self, what: str, act, **about: object) -> bool:
        from scoring.common.refused import Refused

        if not self.night.up:
            return False
        armed, self.night.server.dies = self.night.server.dies, ""
        try:
            act()
        except Refused:
            return False
        finally:
            self.night.server.dies = armed
        self.night.note("laptop", does=what, **about)
        for party in self.night.parties:
            self.night.tell_news(party.pk)
        return True

    def _record(self, hand: str):
        from scoring.models import HandRecord

        return HandRecord.objects.select_related("sitting__table__session").get(pk=hand)

    def undo(self, hand: str) -> bool:
        from scoring.common.permissions import Actor
        from scoring.table.actions.corrections import take_back

        record = self._record(hand)
        return self._does("take-back", lambda: take_back(record=record, actor=Actor()), id=hand)

    def correct(self, table: int) -> bool:
        """Correct the tricks of a hand that counts."""
        from scoring.common.permissions import Actor
        from scoring.models import HandRecord
        from scoring.table.actions.corrections import correct_hand

        counted = HandRecord.objects.filter(sitting__table=table, void="").counted()
        hands = [str(pk) for pk in counted.values_list("pk", flat=True)]
        if not hands:
            return False
        record = self._record(self._random.choice(hands))
        hand = replace(record.hand, tricks=(record.hand.tricks + 1) % 6)
        how = {"revision": record.revision, "why": "a trick too few", "actor": Actor()}
        return self._does(
            "correct", lambda: correct_hand(record=record, hand=hand, **how), id=str(record.pk)
        )

    def renew_link(self, table: int) -> str | None:
        """Revoke the link that the phones have, and return the path of the new one."""
        from scoring.models import Link, Table
        from scoring.table.actions.tables import renew_link

        made: list[Link] = []
        found = Table.objects.get(pk=table)
        if not self._does(
            "renew link", lambda: made.append(renew_link(table=found, right="write")), table=table
        ):
            return None
        return f"/t/{made[0].token}/"

    def make_again(self, address: str) -> int | None:
        """Make a table that the restored site does not know, from the address that its phones
        show. Return its number."""
        from scoring.site.actions.lost_tables import make_again
        from scoring.table.queries.lost_tables import read_lost

        lost, made = read_lost(address.rpartition("/")[2]), []
        act = lambda: made.append(make_again(lost=lost, session=self._session()))  # noqa: E731
        return made[0].pk if self._does("make table again", act) else None

    def close(self) -> bool:
        from scoring.common.permissions import Actor
        from scoring.evening.actions.sessions import close_session

        session = self._session()
        return self._does("close", lambda: close_session(session=session, actor=Actor()))

    def reopen(self) -> bool:
        from scoring.common.permissions import Actor
        from scoring.evening.actions.sessions import reopen_session

        session = self._session()
        how = {"why": "a hand is missing", "actor": Actor()}
        return self._does("reopen", lambda: reopen_session(session=session, **how))

    def change_player(self, table: int) -> bool:
        """Let another player take the last seat."""
        from scoring.models import Table
        from scoring.table.actions.tables import change_people

        found = Table.objects.select_related("session__club").get(pk=table)
        *names, _ = found.sitting.names
        people = [*names, f"Fay {table}"]
        return self._does(
            "change player", lambda: change_people(table=found, names=people), table=table
        )

    def _session(self):
        from scoring.models import ClubSession

        return ClubSession.objects.select_related("club").get(pk=self.night.server.session)
