"""What the screens of a table have in common."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.common import polling
from scoring.common.permissions import Actor
from scoring.table.models import Sitting, Table


@dataclass(frozen=True, kw_only=True)
class TablePage:
    """A screen of a table that polls for news; its template reads `page.…`."""

    table: Table
    actor: Actor

    @property
    def sitting(self) -> Sitting:
        return self.table.sitting

    @property
    def token(self) -> str:
        return self.actor.link.token

    @property
    def tag(self) -> str:
        return polling.tag(self.table.version, self.actor.link.right)

    @property
    def news(self) -> str:
        return polling.news("table", self.table.pk)

    @property
    def no(self) -> int:
        """The number of the next hand."""
        return len(self.sitting.played) + 1
