"""Import a list of people into a club. It is previewed first, and stored when confirmed."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256

from django.db import transaction

from scoring.common.names import name_key
from scoring.common.permissions import Actor
from scoring.common.refused import Refused
from scoring.euchre.wording import counted
from scoring.people import hooks
from scoring.people.actions.activity_log import note_down
from scoring.people.actions.people import remember_apart
from scoring.people.models import Club, Player
from scoring.people.pure.roll import LONGEST_NOTES, RollRow
from scoring.people.queries.people import alike_among, doubtful

SAID = ["short_name", "guest", "active", "phone", "email", "notes"]
LEAVE, NEW = "leave", "new"


@dataclass(frozen=True, kw_only=True)
class ImportLine:
    """A row of a list beside what the club knows."""

    row: RollRow
    player: Player | None = None
    """The player with this name in the club."""
    like: tuple[Player, ...] = ()
    """Players who may be meant, misspelt."""
    again: tuple[RollRow, ...] = ()
    """Earlier lines about a new person who may be the same, misspelt."""

    @property
    def changes(self) -> dict[str, tuple[object, object]]:
        """The changes to the player: by field, from and to."""
        return changes_of(self.row, self.player) if self.player else {}

    @property
    def new(self) -> dict[str, object]:
        """The values of a new person."""
        return said_of(self.row)

    @property
    def state(self) -> str:
        """Return "refused", "changes", "same", "doubtful" or "new"."""
        if self.row.wrong:
            return "refused"
        if self.player:
            return "changes" if self.changes else "same"
        return "doubtful" if self.like or self.again or self.row.asked else "new"


class ListChanged(Refused):
    """The club's list was changed since this one was previewed."""

    def __init__(self) -> None:
        super().__init__(
            "The club’s list has changed since this preview. Here is a new preview. Check it and "
            "import again."
        )


def changes_of(row: RollRow, player: Player) -> dict[str, tuple[object, object]]:
    """Return the changes of a row to a player: by field, from and to."""
    both = ((field, getattr(player, field), after) for field, after in said_of(row, player).items())
    return {field: (before, after) for field, before, after in both if before != after}


def said_of(row: RollRow, player: Player | None = None) -> dict[str, object]:
    """Return the values of a row. What is no number or address is added to the notes, once."""
    notes = row.says.get("notes", player.notes if player else "")
    if not row.aside or row.aside in notes:
        return dict(row.says)
    return {**row.says, "notes": "\n".join(filter(None, [notes, row.aside]))[:LONGEST_NOTES]}


def compare(
    club: Club, rows: Sequence[RollRow], *, most_are_known: bool = False
) -> list[ImportLine]:
    """Return each row beside what the club knows: one query. Where `most_are_known`, a name that is
    only near to one of the club's is doubtful too."""
    known = {player.key: player for player in club.players.all()}
    rows = [_refused_if_forgotten(row, known) for row in rows]
    people = [player for player in known.values() if not player.forgotten_at]
    fit = {row.name: row for row in rows if not row.wrong}
    like, again = doubtful(people, fit, most_are_known=most_are_known), defaultdict(list)
    for one, other in alike_among(people, fit):
        again[other].append(fit[one])
    return [
        ImportLine(
            row=row,
            player=known.get(name_key(row.name)),
            like=tuple(like.get(row.name, ())),
            again=tuple(again[row.name]),
        )
        for row in rows
    ]


def _refused_if_forgotten(row: RollRow, known: Mapping[str, Player]) -> RollRow:
    player = known.get(name_key(row.name))
    if player is None or not player.forgotten_at:
        return row
    return replace(
        row, wrong=f"This is {player}, whose data was erased. The name can’t be used again."
    )


def edition_of(lines: Sequence[ImportLine]) -> str:
    """Return an edition that changes if the club's list does after these lines were previewed."""
    rows = [
        [
            line.row.line,
            line.state,
            sorted(line.changes.items()),
            [one.pk for one in line.like],
            [row.line for row in line.again],
        ]
        for line in lines
    ]
    return sha256(json.dumps(rows).encode()).hexdigest()[:16]


@transaction.atomic
def import_people(
    *,
    club: Club,
    rows: Sequence[RollRow],
    choices: Mapping[int, str | int],
    seen: str,
    actor: Actor,
) -> tuple[int, int]:
    """Store a list, and return how many people were added and how many were changed.

    `choices` are by line: LEAVE it out, NEW, or the key of the player. A doubtful line without a
    choice is left out. It is idempotent. Raise ListChanged if `seen` is not the current edition,
    and Refused if two lines are about one player.
    """
    hooks.hold_tables(club)
    list(club.players.select_for_update().order_by("pk"))
    lines = compare(club, rows)
    now = edition_of(lines)
    added, changed = new_in(club, lines, choices), _changed(lines, choices)
    if not added and not changed:
        return 0, 0
    if seen != now:
        raise ListChanged
    add_new(lines=lines, added=added, actor=actor)
    Player.objects.bulk_update(changed, SAID)
    hooks.names_changed(changed)
    said = (
        f"{counted(len(added), 'person').replace('persons', 'people')} added and "
        f"{len(changed)} changed"
    )
    note_down(club=club, actor=actor, said=f"Imported people: {said}.")
    return len(added), len(changed)


def add_new(*, lines: Sequence[ImportLine], added: Sequence[Player], actor: Actor) -> None:
    """Store the new people of these lines, and that they are not the players with similar names."""
    Player.objects.bulk_create(added)
    remember_apart(_said_to_be_others(lines, added), actor=actor)


def new_in(
    club: Club, lines: Sequence[ImportLine], choices: Mapping[int, str | int]
) -> list[Player]:
    """Return who is new by these lines, not yet stored."""
    return [
        Player(club=club, name=line.row.name, key=name_key(line.row.name), **line.new)
        for line in lines
        if choices.get(line.row.line, line.state) == NEW and line.state in ("new", "doubtful")
    ]


def _said_to_be_others(
    lines: Sequence[ImportLine], added: Sequence[Player]
) -> Iterator[tuple[Player, list[Player]]]:
    """Yield who was added, with everybody who might have been meant and was not."""
    new = {player.name: player for player in added}
    for line in lines:
        if player := new.get(line.row.name):
            yield player, [*line.like, *(new[row.name] for row in line.again if row.name in new)]


def _changed(lines: Sequence[ImportLine], choices: Mapping[int, str | int]) -> list[Player]:
    """Return the players that the lines change, with their new values."""
    about: dict[Player, RollRow] = {}
    for row, player in _about(lines, choices):
        if player in about:
            raise Refused(f"Two lines are about {player}. Leave one of them out.")
        about[player] = row
    changed = [player for player, row in about.items() if changes_of(row, player)]
    for player in changed:
        for field, value in said_of(about[player], player).items():
            setattr(player, field, value)
    return changed


def _about(
    lines: Sequence[ImportLine], choices: Mapping[int, str | int]
) -> Iterator[tuple[RollRow, Player]]:
    """Yield the rows about players of the club, each with the player."""
    for line in lines:
        choice = choices.get(line.row.line)
        meant = {player.pk: player for player in line.like}.get(choice, line.player)
        if meant is not None and line.state != "refused" and choice != LEAVE:
            yield line.row, meant
