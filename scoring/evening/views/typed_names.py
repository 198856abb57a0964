"""The people meant by names typed at check-in, one or several: people of the club, or new
guests."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from scoring.common.lists import entries_in, names_in
from scoring.common.names import folded, name_key, why_unfit
from scoring.evening.queries.now import AWAITED, GONE, HERE, Person
from scoring.people.pure.names_alike import alike

MOST_FOUND = 30


def found(people: list[Person], q: str) -> list[Person]:
    """Return the people that a typed name may mean: those with its words in their names, then those
    with a similar spelling."""
    words = folded(q).split()
    named = [
        person for person in people if all(word in folded(person.player.name) for word in words)
    ]
    near = [person for person in people if person not in named and alike(q, person.player.name)]
    return sorted(named, key=_first_to_come)[:MOST_FOUND] + near


def _first_to_come(person: Person) -> tuple[int, bool]:
    """The order of matches, members not here yet, then people here, then former guests."""
    return [AWAITED, HERE, GONE].index(person.state), person.player.guest


def by_first_name(people: list[Person], typed: Iterable[str]) -> list[Person]:
    """Return the people whose first name alone was typed, where no one has it as a whole name."""
    known = {person.player.key for person in people}
    firsts = {folded(name) for name in typed if name_key(name) not in known}
    return [person for person in people if _first_name(person) in firsts]


def _first_name(person: Person) -> str:
    return folded(person.player.name).partition(" ")[0]


def newcomer(people: list[Person], q: str) -> str:
    """Return the name under which a new guest could arrive; nothing when it is known, or no
    name."""
    names = entries_in(q)
    known = {folded(person.player.name) for person in people}
    name = names[0] if len(names) == 1 else ""
    return "" if folded(name) in known or why_unfit(name) else name


@dataclass(frozen=True, kw_only=True)
class Carful:
    """The people typed together who are not here, checked in by one tap: people of the club, or new
    guests."""

    names: tuple[str, ...]
    new: bool = False
    about: str = ""
    """That they are new, with similar names of the club."""

    @property
    def typed(self) -> str:
        return ", ".join(self.names)


def several(q: str) -> list[str]:
    """Return the names that were typed together; empty for a single one, or if one is not a
    possible name."""
    names = names_in(q)
    return [] if len(names) < 2 or any(map(why_unfit, names)) else names


def carfuls(people: list[Person], q: str) -> list[Carful]:
    """Return the people typed together who are not here: first people of the club, then new guests,
    so that no one becomes a guest unasked."""
    known = {person.player.key: person for person in people}
    keys = {name_key(name): name for name in several(q)}
    missing = [name for key, name in keys.items() if key not in known or known[key].state != HERE]
    new = [name for name in missing if name_key(name) not in known]
    about = " · ".join(["new to the club", *filter(None, (_like(name, people) for name in new))])
    both = (
        Carful(names=tuple(name for name in missing if name not in new)),
        Carful(names=tuple(new), new=True, about=about),
    )
    return [one for one in both if one.names]


def _like(name: str, people: list[Person]) -> str:
    near = [one for one in people if alike(name, one.player.name)]
    like = next((one.player.name for one in [*near, *by_first_name(people, [name])]), "")
    return f"{name} is similar to {like}" if like else ""
