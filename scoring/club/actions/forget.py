"""Erase a player's personal data at their request. Results and payments stay exact."""

from __future__ import annotations

from calendar import month_abbr, month_name
from collections.abc import Callable, Collection
from dataclasses import dataclass
from itertools import count
from operator import itemgetter

from django.db import IntegrityError, models, transaction
from django.db.models import F
from django.utils import timezone
from django.utils.functional import cached_property

from scoring.club import hooks
from scoring.club.queries.person import closings_of, entries_of, names_known_of, why_not_forgotten
from scoring.club.queries.texts import TEXTS, Held, replaced, rows_of, texts_with
from scoring.common.names import name_key, unnaming
from scoring.common.permissions import Actor
from scoring.common.refused import Refused
from scoring.common.rewriting import forget_in_the_file
from scoring.euchre.books import SHELF
from scoring.league.models import League, Team
from scoring.people.actions.activity_log import note_down
from scoring.people.actions.people import lock_players
from scoring.people.actions.public_version import raise_public
from scoring.people.models import Club, Player, told_apart_of
from scoring.table.actions.lock import lock_evenings
from scoring.table.models import Closing, ClubSession
from scoring.table.queries.evenings import where_they_ever_sat
from scoring.tournament.models import Tournament

SHORTEST = 3
"""A short name with fewer letters is not looked for in texts, since it is often a word."""
SHORTEST_NUMBER = 5
"""Nor is a telephone with fewer figures, since it is often an amount."""
YEARS = range(1990, 2100)
MOST_TRIES = 1000
GAMES = frozenset(rules.name for rules in SHELF.values())
"""Names of games stay whole: Call-Ace holds the name Ace."""


@dataclass(frozen=True, kw_only=True)
class Erasing:
    """What is looked for when a person's data is erased, and what replaces it."""

    player: Player
    instead: str
    names: Collection[str]
    """Every name of the person, and how they are reached, unless it is another's name."""
    others: Collection[str]
    """Other people's names that contain one of these, so that Ann isn't erased from Ann Bell."""
    accounts: Collection[str]
    """The accounts with a role in the club. Each is a person who still serves it."""
    kept: Collection[str]
    """Texts that the organiser keeps, though they hold the name."""

    @cached_property
    def dates(self) -> list[str]:
        """The days and months that look like the name, such as "4 June" and "June 2026"."""
        months = [name for name in self.names if name in (*month_name[1:], *month_abbr[1:])]
        return [
            *(f"{day} {name}" for name in months for day in range(1, 32)),
            *(f"{name} {year}" for name in months for year in YEARS),
        ]

    @cached_property
    def _bare(self) -> Callable[[str], str]:
        return unnaming(self.names, instead=self.instead)

    def _sparing(self, also: Collection[str]) -> Callable[[str], str]:
        spared = {*self.others, *self.kept, *GAMES, *self.dates, *also}
        return unnaming(self.names, instead=self.instead, spared=spared)

    @cached_property
    def _usual(self) -> Callable[[str], str]:
        return self._sparing(())

    def sparing(self, also: Collection[str]) -> Callable[[str], str]:
        """Return `without` for a document in which these people are named too."""
        if all(self._bare(name) == name for name in also):
            return self.without
        usual = self._sparing(also)
        return lambda text: text if text in self.kept else usual(text)

    def without(self, text: str) -> str:
        """Return a text without the name, unless it is kept."""
        return text if text in self.kept else self._usual(text)

    def signature(self, by: str) -> str:
        """Return who did something, without the name. An account may be called by it in another
        case."""
        if by in self.accounts:
            return by
        same = name_key(by) in {*map(name_key, self.names)}
        return self.instead if same else self.without(by)


def erasing_of(player: Player, kept: Collection[str] = ()) -> Erasing:
    """Return what is looked for to erase a player's data, as they are called now."""
    names = _names_of(player)
    officers = player.club.officers.values_list("user__username", flat=True)
    return Erasing(
        player=player,
        instead=_free_name(player.club),
        names=names,
        others=_others_like(player, names),
        accounts={*officers},
        kept=frozenset(kept),
    )


def _names_of(player: Player) -> set[str]:
    short = player.short_name if len(player.short_name) >= SHORTEST else ""
    phone = player.phone if len(player.phone) >= SHORTEST_NUMBER else ""
    found = {*names_known_of(player), *filter(None, (short, phone, player.email))}
    keys = {*map(name_key, found)} - {player.key}
    others = player.club.players.exclude(pk=player.pk)
    taken = {*others.filter(key__in=keys).values_list("key", flat=True)}
    taken |= {name_key(name) for name in others.values_list("short_name", flat=True) if name}
    return {name for name in found if name_key(name) not in taken - {player.key}}


def _others_like(player: Player, names: Collection[str]) -> set[str]:
    others = Player.objects.filter(club=player.club_id).exclude(pk=player.pk)
    bare = unnaming(names, instead="")
    alike = (both for both in others.values_list("name", "short_name") if bare(both[0]) != both[0])
    return {name for both in alike for name in both if name}


def texts_to_ask_about(player: Player) -> list[Held]:
    """Return the texts that hold a player's name and are not only a record of them."""
    return texts_with(player.club, erasing_of(player).without, but=player.pk)


def accounts_called(player: Player) -> list[str]:
    """Return the accounts with a role in the club that are called as this player."""
    erasing = erasing_of(player)
    keys = {*map(name_key, erasing.names)}
    return sorted(one for one in erasing.accounts if name_key(one) in keys)


@transaction.atomic
def forget_player(*, player: Player, actor: Actor, kept: Collection[str] = ()) -> Player:
    """Erase a player's name from everything stored, and return them as "Former member 12".

    Their short name, telephone, e-mail and notes are deleted, and their name wherever it occurs
    whole in signed or written text, except in the texts that the organiser keeps (`kept`). What is
    done with each column is in scoring/club/queries/texts.py. It can't be read in the database file
    either (scoring/common/rewriting.py). Hands, scores and money stay. It is idempotent. Raise
    Refused while they are part of an open evening, or their balance is not zero.
    """
    lock_evenings(player.club, player)
    (player,) = lock_players(player)
    if player.forgotten_at:
        return player
    reasons = why_not_forgotten(player)
    if reasons:
        raise Refused(f"The data of {player} can’t be erased yet. {' '.join(map(str, reasons))}")
    erasing = erasing_of(player, kept)
    instead = erasing.instead
    told_apart_of(player).delete()
    hooks.forgotten(player)
    player.answers.all().delete()
    _unsign(erasing)
    _unannounce(erasing)
    for name, texts in TEXTS.items():
        for column in (*texts.asked, *texts.records.split()):
            _rewrite(erasing, name, column, erasing.without)
        for column in texts.by.split():
            _rewrite(erasing, name, column, erasing.signature)
    player.name = instead
    player.short_name = player.phone = player.email = player.notes = ""
    player.active, player.forgotten_at = False, timezone.now()
    player.wishes_to_go = None
    player.save()
    _refresh_screens(player)
    raise_public(player.club_id)
    transaction.on_commit(forget_in_the_file)
    note_down(club=player.club, actor=actor, said=f"Erased the data of a person, now {instead}.")
    return player


def _free_name(club: Club) -> str:
    taken = set(club.players.filter(key__startswith="former member").values_list("key", flat=True))
    names = (f"Former member {no}" for no in count(1))
    return next(name for name in names if name_key(name) not in taken)


def _unsign(erasing: Erasing) -> None:
    """Write another name for this player into every signed document. Every figure stays."""
    player = erasing.player
    for closing in closings_of(player):
        document = closing.document
        ids, names = document["ids"], document["names"]
        renamed = [
            erasing.instead if key == player.pk else name
            for key, name in zip(ids, names, strict=True)
        ]
        others = {name for key, name in zip(ids, names, strict=True) if key != player.pk}
        own = {name for key, name in zip(ids, names, strict=True) if key == player.pk}
        nameless = unnaming(own - others, instead=erasing.instead, spared=names)
        sittings = [
            line | {"story": [nameless(text) for text in line.get("story", ())]}
            for line in document["sittings"]
        ]
        document = document | {"names": renamed, "sittings": sittings}
        Closing.objects.filter(pk=closing.pk).update(document=document)


def _unannounce(erasing: Erasing) -> None:
    """Let the results that were announced say another name for this player. Every figure stays."""
    entries = entries_of(erasing.player).exclude(tournament__results=None)
    for entrant in entries.select_related("tournament", "player", "partner"):
        others = {one.name for one in entrant.people} - {erasing.player.name}
        results = entrant.tournament.results
        for row in results["rows"]:
            if row["no"] == entrant.no:
                row["name"] = erasing.sparing(others)(row["name"])
        Tournament.objects.filter(pk=entrant.tournament_id).update(results=results)


def _rewrite(erasing: Erasing, name: str, column: str, replace: Callable[[str], str]) -> None:
    """Replace the texts of a column in all rows of the club."""
    rows, called = rows_of(erasing.player.club, name), f"{name}.{column}"
    named_in = NAMED_IN.get(called)
    for pk, value in rows.exclude(**{column: ""}).values_list("pk", column):
        sparing = erasing.sparing(named_in(value)) if named_in and value else replace
        after = replaced(called, value, sparing)
        if after != value and value not in SHELF_OF.get(called, ()):
            _store(rows.filter(pk=pk), column, after)


NAMED_IN: dict[str, Callable[[dict], list[str]]] = {
    "Closing.document": itemgetter("names"),
    "Tournament.results": lambda results: [row["name"] for row in results["rows"]],
}
"""Documents that name people as they were called then. All of these names stay in their texts."""
SHELF_OF = {"Club.usual_rules": SHELF}
"""Columns that may hold a key of the shelf instead of a name."""


def _store(row: models.QuerySet, column: str, value: object) -> None:
    """Store a value, cut to the room that there is, with a number if it is another's name."""
    for no in range(1, MOST_TRIES + 1):
        try:
            with transaction.atomic():
                row.update(**_columns(row.model, column, value, f" {no}" if no > 1 else ""))
        except IntegrityError:
            if no == MOST_TRIES:
                raise
            continue
        return


def _columns(model: type[models.Model], column: str, value: object, end: str) -> dict[str, object]:
    longest = model._meta.get_field(column).max_length
    if longest is None:
        return {column: value}
    if model is Player and column == "short_name" and len(value) > longest:
        return {column: ""}
    text = value[: longest - len(end)] + end
    return {column: text} | ({"name_key": name_key(text)} if model is Team else {})


def _refresh_screens(player: Player) -> None:
    """Raise the version of every page that may show their name, including the club's prizes."""
    Tournament.objects.filter(session__club=player.club_id).update(version=F("version") + 1)
    League.objects.filter(club=player.club_id).update(version=F("version") + 1)
    tables = where_they_ever_sat([player])
    ClubSession.objects.filter(pk__in=tables.values("session")).update(version=F("version") + 1)
    tables.update(version=F("version") + 1)
