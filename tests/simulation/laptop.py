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
        server = self.night.server
        armed, (server.dies, server.is_full) = (server.dies, server.is_full), ("", False)
        try:
            act()
        except Refused:
            return False
        finally:
            server.dies, server.is_full = armed
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

    def renew_captains_link(self, side: int) -> str | None:
        """Revoke a captain's link, and return the path by the new one."""
        from scoring.common.permissions import Actor
        from scoring.league.actions.captain_links import renew_link
        from scoring.models import TeamLink

        match, made = self._match(), []
        team = (match.home, match.away)[side]
        act = lambda: made.append(renew_link(team=team, actor=Actor()))  # noqa: E731
        if not self._does("renew captain's link", act):
            return None
        token = TeamLink.objects.get(team=team, revoked_at=None).token
        return f"/team/{token}/matches/{match.pk}/"

    def confirm_card(self) -> bool:
        """Let both captains confirm the card. Return whether it counts."""
        from scoring.common.permissions import Actor
        from scoring.league.actions.cards import confirm

        for side in ("home", "away"):
            match = self._match()
            how = {"match": match, "side": side, "seen": match.version, "actor": Actor()}
            self._does("confirm", lambda how=how: confirm(**how))
        return self._match().counts

    def _match(self):
        from scoring.models import LeagueMatch

        found = LeagueMatch.objects.select_related("league", "home", "away")
        return found.get(pk=self.night.server.match["pk"])

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

    def change_player(self, table: int) -> list[str]:
        """Let another player take the last seat, and return who plays now; [] if they cannot."""
        *names, last = self._table(table).sitting.names
        comes = f"Fay {table}" if last != f"Fay {table}" else f"Gil {table}"
        return self.seat(table, [*names, comes])

    def change_seats(self, table: int) -> list[str]:
        """Let two players change seats, and return who plays now; [] if they cannot."""
        return self.seat(table, _two_changed(self._table(table).sitting.names))

    def seat(self, table: int, names: list[str]) -> list[str]:
        """Let these play from now on."""
        from scoring.table.actions.tables import change_people

        found = self._table(table)
        if found.sitting.names == names:
            return names
        act = lambda: change_people(table=found, names=names)  # noqa: E731
        return names if self._does("change people", act, table=table) else []

    def correct_seats(self, table: int) -> list[str]:
        """Correct the seats of two players, and return who sat there; [] if that is refused. The
        hands stay with the seats."""
        from scoring.common.permissions import Actor
        from scoring.table.actions.reseat import put_right

        sitting = self._table(table).sitting
        names, seen = _two_changed(sitting.names), [player.pk for player in sitting.players]
        how = {"names": names, "stay_with": "seats", "seen": seen, "actor": Actor()}
        act = lambda: put_right(sitting=sitting, **how)  # noqa: E731
        return names if self._does("correct seats", act, table=table) else []

    def _table(self, pk: int):
        from scoring.models import Table

        return Table.objects.select_related("session__club").get(pk=pk)

    def _session(self):
        from scoring.models import ClubSession

        return ClubSession.objects.select_related("club").get(pk=self.night.server.session)


def _two_changed(names: list[str]) -> list[str]:
    first, second, *others = names
    return [second, first, *others]
