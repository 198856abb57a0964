"""Queries for the people of a club, and for similar names."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from scoring.common.lists import may_be_a_heading
from scoring.common.misspelt import nearly_begins
from scoring.common.names import folded, name_key
from scoring.people.models import Club, Player
from scoring.people.pure.names_alike import Likenesses

KINDS = {
    "": lambda player: True,
    "members": lambda player: player.active and not player.guest,
    "guests": lambda player: player.active and player.guest,
    "inactive": lambda player: not player.active,
}


def everybody(club: Club) -> list[Player]:
    """Return the people in the club's list, by name, active or not, without erased ones. One
    query."""
    return sorted(club.players.filter(forgotten_at=None), key=lambda player: folded(player.name))


def narrowed(people: Iterable[Player], *, said: str = "", kind: str = "") -> list[Player]:
    """Return the people of a kind (one of KINDS) whose names contain every word of the search,
    ignoring accents. If there are none, one typing error in each word is forgiven. A page's script
    finds the same (static/narrow.js)."""
    words, is_it = folded(said).split(), KINDS[kind]
    found = [player for player in people if is_it(player)]
    if not words:
        return found
    names = {player: folded(f"{player.name} {player.short_name}") for player in found}
    named = [player for player in found if all(word in names[player] for word in words)]
    return named or [player for player in found if _is_near(names[player].split(), words)]


def _is_near(name: Sequence[str], words: Sequence[str]) -> bool:
    return all(any(nearly_begins(word, part) for part in name) for word in words)


def pairs_alike(
    people: Sequence[Player], told_apart: Collection[frozenset[int]]
) -> list[tuple[Player, Player]]:
    """Return all pairs of these people who may be the same person, misspelt, without pairs known to
    be different (keys)."""
    pairs = ((people[one], people[other]) for one, other in _likenesses(people).pairs())
    return [(one, other) for one, other in pairs if {one.pk, other.pk} not in told_apart]


def like(people: Sequence[Player], player: Player) -> list[Player]:
    """Return those of these people who may be this player, misspelt."""
    return [people[place] for place in _likenesses(people).like(player.name)]


def doubtful(
    people: Sequence[Player], names: Iterable[str], *, most_are_known: bool = False
) -> dict[str, list[Player]]:
    """Return the names that none of these people has, but that may be a misspelling, each with the
    people it may mean. With `most_are_known` it includes names that are only near."""
    known = {player.key for player in people}
    likenesses = _likenesses(people, most_are_known=most_are_known)
    found = {name: [people[place] for place in likenesses.like(name)] for name in names}
    return {name: like for name, like in found.items() if like and name_key(name) not in known}


def doubts_in(
    people: Sequence[Player], names: Sequence[str], *, most_are_known: bool = False
) -> tuple[dict[str, list[Player]], list[tuple[str, str]]]:
    """Return what is doubtful in a typed list: the names as in `doubtful`, a heading with no one
    it may mean, and the pairs as in `alike_among`."""
    heading = may_be_a_heading(names)
    known = {player.key for player in people}
    like = {heading: []} if heading and name_key(heading) not in known else {}
    like |= doubtful(people, names, most_are_known=most_are_known)
    return like, alike_among(people, names)


def alike_among(people: Sequence[Player], names: Iterable[str]) -> list[tuple[str, str]]:
    """Return all pairs of these names that none of these people has and that may be one
    person's."""
    known = {player.key for player in people}
    new = [name for name in names if name_key(name) not in known]
    return [(new[one], new[other]) for one, other in Likenesses(new).pairs()]


def _likenesses(people: Sequence[Player], *, most_are_known: bool = False) -> Likenesses:
    return Likenesses([player.name for player in people], most_are_known=most_are_known)


def wishes_to_go(club: Club) -> list[Player]:
    """Return who asked to be forgotten, who asked first first."""
    return list(club.players.exclude(wishes_to_go=None).order_by("wishes_to_go", "pk"))
