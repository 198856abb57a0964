"""Queries for the sign-up list: places, the waiting list, and matching players of the club."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from scoring.common.names import name_key
from scoring.evening.models import SignUp, SignUpList
from scoring.evening.pure.sign_ups import Order, Waiting, in_order
from scoring.people.models import Player
from scoring.people.queries.people import alike_among, doubtful
from scoring.table.models import ClubSession

A_CROWD = 3
"""The number of names from one source that are shown together."""


def order_of(sign_up_list: SignUpList, names: Iterable[SignUp]) -> Order:
    """Return the sign-ups with a place and those waiting, without cancelled ones."""
    standing = (Waiting(key=one.pk, people=one.people) for one in names if one.cancelled_at is None)
    return in_order(standing, places=sign_up_list.places)


@dataclass(frozen=True, kw_only=True)
class Listed:
    """A name on the list, as organisers see it."""

    name: SignUp
    like: tuple[tuple[str, Player], ...] = ()
    """Names on the line without a player, each with a player who may be meant."""
    twice: tuple[tuple[str, SignUp], ...] = ()
    """Names on the line that are also on another line, maybe misspelt, with that line."""
    moved_up: bool = False
    """They waited when they came, and have a place now."""


@dataclass(frozen=True, kw_only=True)
class Names:
    """All that were put down, in their order."""

    order: Order
    have: list[Listed] = field(default_factory=list)
    wait: list[Listed] = field(default_factory=list)
    cancelled: list[SignUp] = field(default_factory=list)

    @property
    def at_once(self) -> list[list[SignUp]]:
        """Sign-ups that were removed together and are on no other line, so that they can be
        restored together."""
        by_time: dict[datetime | None, list[SignUp]] = {}
        for one in self.cancelled:
            if one.same_as_id is None:
                by_time.setdefault(one.cancelled_at, []).append(one)
        return [together for together in by_time.values() if len(together) > 1]

    @property
    def alone(self) -> list[SignUp]:
        """The sign-ups without a partner."""
        return [line.name for line in (*self.have, *self.wait) if not line.name.partner_name]

    @property
    def to_enter(self) -> list[SignUp]:
        """The sign-ups with a place that are not yet entered in the tournament."""
        return [line.name for line in self.have if line.name.entered_at is None]

    @property
    def doubtful(self) -> list[Listed]:
        """The lines to check before entering them."""
        return [line for line in self.have if line.like or line.twice]


def names_on(sign_up_list: SignUpList) -> Names:
    """Return the list with what is doubtful about it; two queries."""
    rows = list(sign_up_list.names.select_related("player", "partner"))
    standing = [one for one in rows if one.cancelled_at is None]
    order = order_of(sign_up_list, rows)
    like, twice = _doubts(sign_up_list, standing)
    lines = {
        one.pk: Listed(
            name=one,
            like=tuple((name, like[name]) for name in _unknown(one) if name in like),
            twice=tuple(
                (name, other)
                for name in _written(one)
                for other in twice.get(name_key(name), ())
                if other.pk != one.pk
            ),
            moved_up=one.waited and one.pk in order.have,
        )
        for one in standing
    }
    return Names(
        order=order,
        have=[lines[key] for key in order.have],
        wait=[lines[key] for key in order.wait],
        cancelled=[one for one in rows if one.cancelled_at is not None],
    )


def _doubts(
    sign_up_list: SignUpList, standing: Sequence[SignUp]
) -> tuple[dict[str, Player], dict[str, list[SignUp]]]:
    """Return the players who may be meant by unknown names, and the lines with similar names, by
    key."""
    people = list(sign_up_list.session.club.players.active())
    unknown = [name for one in standing for name in _unknown(one)]
    like = {name: found[0] for name, found in doubtful(people, unknown).items()}
    lines: dict[str, list[SignUp]] = defaultdict(list)
    for one in standing:
        for name in _written(one):
            lines[name_key(name)].append(one)
    twice = {key: list(rows) for key, rows in lines.items() if len(rows) > 1}
    for name, other in alike_among(people, list(dict.fromkeys(unknown))):
        for one, its in ((name, other), (other, name)):
            twice.setdefault(name_key(one), []).extend(lines[name_key(its)])
    return like, twice


def _written(one: SignUp) -> list[str]:
    return [name for name in (one.name, one.partner_name) if name]


def _unknown(one: SignUp) -> list[str]:
    """The names that are not yet matched to a player of the club."""
    said = ((one.name, one.player_id), (one.partner_name, one.partner_id))
    return [name for name, player in said if name and player is None]


@dataclass(frozen=True, kw_only=True)
class Origin:
    """Names that came from one place: a phone, or a hall with one address."""

    key: str
    names: list[SignUp]
    """In order of sign-up, without cancelled and entered ones."""


def origins_of(sign_up_list: SignUpList) -> list[Origin]:
    """Return the sign-ups by source, the largest first. The last group, without a key, has single
    ones, pairs, and those added by organisers."""
    found: dict[str, list[SignUp]] = defaultdict(list)
    rows = list(sign_up_list.names.filter(cancelled_at=None, entered_at=None))
    together = Counter(one.origin for one in rows)
    for one in rows:
        found[one.origin if together[one.origin] >= A_CROWD else ""].append(one)
    origins = [Origin(key=key, names=names) for key, names in found.items()]
    return sorted(origins, key=lambda one: (not one.key, -len(one.names)))


def place_of(one: SignUp) -> int | None:
    """Return a person's position on the waiting list, from 1; None if they have a place."""
    names = SignUp.objects.filter(sign_up_list=one.sign_up_list_id)
    return order_of(one.sign_up_list, names).place_in_line(one.pk)


def version_of_name(token: str) -> tuple[int, ...] | None:
    """Return the version of a name's own page by its address: the evening's, and what the clock
    changes; None where there is none. One query."""
    found = SignUp.objects.select_related("sign_up_list__session").filter(token=token).first()
    if found is None:
        return None
    of = found.sign_up_list
    return (of.session.version, int(of.is_open), int(of.is_over))


def people_to_enter(session: ClubSession) -> int | None:
    """Return how many people have a place on the evening's list and were not entered yet; None
    where it has none. Two queries."""
    found = SignUpList.objects.filter(session=session).first()
    if found is None:
        return None
    rows = {one.pk: one for one in found.names.all()}
    have = [rows[pk] for pk in order_of(found, rows.values()).have]
    return sum(one.people for one in have if one.entered_at is None)


def expected_at(session: ClubSession) -> dict[str, str]:
    """Return the names that have a place on the evening's list, by their keys, as they are written;
    nothing where it has none."""
    found = SignUpList.objects.filter(session=session).first()
    if found is None:
        return {}
    rows = {one.pk: one for one in found.names.all()}
    have = order_of(found, rows.values()).have
    return {name_key(name): name for pk in have for name in _written(rows[pk])}
