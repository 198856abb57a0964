"""The titles of an evening, in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.models import ClubSession, Player, Sitting
from scoring.queries.evening.titles import sittings_of, titles_of
from scoring.rules.statement import Statement
from scoring.rules.wording import listed


@dataclass(frozen=True, kw_only=True)
class TitleLine:
    """A title as it is shown."""

    name: str
    players: tuple[Player, ...]
    says: str
    money: bool

    @property
    def who(self) -> str:
        return listed([player.name for player in self.players])


def title_lines(
    session: ClubSession,
    statement: Statement | None,
    *,
    sittings: Sequence[Sitting] | None = None,
) -> list[TitleLine]:
    """Return the titles of an evening with the people who have them; `sittings` if they were read
    already. Nothing of people who left the club's book since."""
    sittings = sittings_of(session) if sittings is None else list(sittings)
    people = {player.pk: player for one in sittings for player in one.players}
    return [
        TitleLine(
            name=title.name,
            players=tuple(people[who] for who in title.people),
            says=title.says,
            money=title.money,
        )
        for title in titles_of(sittings, statement)
        if people.keys() >= set(title.people)
    ]
