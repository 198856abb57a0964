"""Import a list of results from elsewhere, and undo the import of a whole list."""

from __future__ import annotations

from collections.abc import Mapping
from uuid import UUID

from django.db import transaction

from scoring.club.models import EarlierList, EarlierResult, Season
from scoring.club.pure.earlier import EarlierRow, EarlierSheet
from scoring.club.queries.seasons import kept_here
from scoring.common.dates import long_day
from scoring.common.idempotent import key_in, made_before
from scoring.common.names import name_key
from scoring.common.permissions import Actor
from scoring.common.refused import Refused
from scoring.euchre.wording import counted
from scoring.people.actions.activity_log import note_down
from scoring.people.actions.import_people import (
    LEAVE,
    ImportLine,
    ListChanged,
    add_new,
    compare,
    edition_of,
    new_in,
)
from scoring.people.actions.lock import lock_club
from scoring.people.actions.public_version import raise_public
from scoring.people.models import Club, Player


def people_of(club: Club, sheet: EarlierSheet) -> list[ImportLine]:
    """Return the people in a list, each with the matching players of the club."""
    return compare(club, sheet.people, most_are_known=True)


@transaction.atomic
def bring_results(  # noqa: PLR0913
    *,
    club: Club,
    sheet: EarlierSheet,
    choices: Mapping[int, str | int],
    seen: str,
    key: UUID | None,
    name: str,
    season: Season | None,
    tournaments: bool,
    members: bool,
    actor: Actor,
) -> EarlierList:
    """Store a list of results, all of it or none, and return it. It is idempotent.

    `choices` are by line: LEAVE a person's results out, NEW, or the key of the player. New people
    join the club as guests, or as `members`. Raise Refused for an invalid line or an undecided
    doubtful name, and ListChanged if the club's people have changed since the edition `seen`.
    """
    club = lock_club(club.pk)
    key = key_in(club, key)
    if before := made_before(EarlierList, key):
        return before
    if sheet.wrong:
        row = sheet.wrong[0]
        raise Refused(f"Line {row.line}: {row.wrong}")
    if sheet.unclear:
        raise Refused(f"Choose whether {sheet.either} starts with the day or the month.")
    list(club.players.select_for_update().order_by("pk"))
    lines = people_of(club, sheet)
    if seen != edition_of(lines):
        raise ListChanged
    for line in lines:
        if line.state == "refused":
            raise Refused(f"Line {line.row.line}: {line.row.wrong}")
        if line.state == "doubtful" and line.row.line not in choices:
            raise Refused(f"Choose who {line.row.name} is.")
    added = new_in(club, lines, choices)
    for player in added:
        player.guest = not members
    add_new(lines=lines, added=added, actor=actor)
    people = _people(club, lines, choices)
    rows = [row for row in sheet.rows if name_key(row.name) in people]
    if not rows:
        raise Refused("Include at least one person.")
    _refuse_what_stands(club, season, rows, people)
    brought = EarlierList.objects.create(
        club=club, key=key, name=name, season=season, tournaments=tournaments, by=actor.name
    )
    EarlierResult.objects.bulk_create(
        EarlierResult(
            earlier=brought,
            player=people[name_key(row.name)],
            played_on=row.day,
            title=row.title,
            points=row.points,
            place=row.place,
            evenings=row.evenings,
        )
        for row in rows
    )
    said = f"{counted(len(rows), 'result')} imported: {name}."
    note_down(club=club, actor=actor, said=said)
    raise_public(club.pk)
    return brought


@transaction.atomic
def take_back_results(*, club: Club, brought: int, actor: Actor) -> EarlierList | None:
    """Take a list of results out again, and return what it was; None when it was before. Its people
    stay in the club."""
    club = lock_club(club.pk)
    found = club.earlier_lists.filter(pk=brought).first()
    if found is not None:
        found.delete()
        raise_public(club.pk)
        note_down(club=club, actor=actor, said=f"Imported results deleted: {found}.")
    return found


def _people(club: Club, lines, choices: Mapping[int, str | int]) -> dict[str, Player]:
    """Return who is meant by each name, but for those left out."""
    known = {player.key: player for player in club.players.all()}
    by_pk = {player.pk: player for player in known.values()}
    found = {}
    for line in lines:
        choice, key = choices.get(line.row.line), name_key(line.row.name)
        if choice == LEAVE:
            continue
        like = {player.pk for player in line.like}
        meant = by_pk[choice] if choice in like else known.get(key)
        if meant is None:
            raise Refused(f"Choose who {line.row.name} is.")
        found[key] = meant
    return found


MOST_NAMED = 10
"""Of a list that was brought before, not every line."""


def _refuse_what_stands(
    club: Club, season: Season | None, rows: list[EarlierRow], people: Mapping[str, Player]
) -> None:
    """Raise Refused with all second results of a player on the same evening, or of points carried
    into the same season."""
    kept, seen, wrong = kept_here(club, season), {}, []
    for row in rows:
        player = people[name_key(row.name)]
        about = (player.pk, row.day, row.title.casefold())
        if about in seen:
            wrong.append(
                f"Lines {seen[about]} and {row.line} are both about {player} and the same night."
            )
        if about in kept or (player.pk, row.day, None) in kept:
            what = long_day(row.day) if row.day else str(season)
            wrong.append(f"Line {row.line}: {player} already has a result for {what}.")
        seen.setdefault(about, row.line)
    if wrong:
        more = [f"There are {len(wrong) - MOST_NAMED} more."] if wrong[MOST_NAMED:] else []
        raise Refused(" ".join([*wrong[:MOST_NAMED], *more]))
