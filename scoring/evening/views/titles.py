"""The titles of an evening, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring.euchre.statement import Statement
from scoring.euchre.wording import counted, describe, listed
from scoring.evening.pure.titles import PlayedSitting, best_hand, titles
from scoring.evening.queries.titles import as_played, sittings_of
from scoring.people.models import Player
from scoring.table.models import ClubSession, Sitting


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
    played: Sequence[PlayedSitting] | None = None,
) -> list[TitleLine]:
    """Return the titles of an evening with the people who have them; `sittings` if they were read
    already, and what was `played` at each if that is known. Nothing of people who left the club's
    book since."""
    sittings = sittings_of(session) if sittings is None else list(sittings)
    people = {player.pk: player for one in sittings for player in one.players}
    return [
        TitleLine(
            name=title.name,
            players=tuple(people[who] for who in title.people),
            says=title.says,
            money=title.money,
        )
        for title in titles(as_played(sittings) if played is None else played, statement)
        if people.keys() >= set(title.people)
    ]


def best_line(
    sittings: Sequence[Sitting], played: Sequence[PlayedSitting] | None = None
) -> TitleLine | None:
    """Return the best hand as an award for the players with the most points from it; None if no
    hand scored. `played` is what was played at each sitting, if that is known."""
    played = as_played(list(sittings)) if played is None else played
    found = best_hand(played)
    if found is None:
        return None
    sitting = sittings[found.sitting]
    scored = zip(sitting.players, sitting.played[found.no - 1].score.points, strict=True)
    return TitleLine(
        name="Best hand",
        players=tuple(player for player, points in scored if points == found.points),
        says=best_in_words(sittings, played=played),
        money=False,
    )


def best_in_words(
    sittings: Sequence[Sitting],
    short: Mapping[str, str] | None = None,
    *,
    played: Sequence[PlayedSitting] | None = None,
) -> str:
    """Return the best hand in words, with `short` names where there are any: "Eveline alone, all
    five: 5 points, hand 7 at table 2"; nothing where none brought points. Hands begin at 1 with
    each sitting: where a table had several, it says of which."""
    found = best_hand(as_played(list(sittings)) if played is None else played)
    if found is None:
        return ""
    sitting = sittings[found.sitting]
    names = [(short or {}).get(name, name) for name in sitting.names]
    what = describe(sitting.played[found.no - 1].hand, names, sitting.rules)
    where = f"hand {found.no} at {str(sitting.table).lower()}"
    if [one.table_id for one in sittings].count(sitting.table_id) > 1:
        where += f", sitting {sitting.no}"
    return f"{what}: {counted(found.points)}, {where}"
