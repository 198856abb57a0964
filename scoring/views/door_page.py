"""What the door shows: a line a person, how many are here, whom a typed name may mean."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256

from clubsite.build import BUILD_ID
from scoring.figures.alike import alike
from scoring.forms.names import names_in
from scoring.models import Attendance, ClubSession
from scoring.models.accounts import balances_of
from scoring.models.evening_now import GONE, HERE, MISSING, Person
from scoring.rules.money import written
from scoring.rules.names import folded, why_unfit
from scoring.views.dates import clock

MOST_FOUND = 30


@dataclass(frozen=True, kw_only=True)
class Line:
    """A person at the door, in words."""

    person: Person
    fee: str
    """What he owes, or has paid, for coming in: "£3.00"; nothing where the door is free."""
    before: str
    """How his account stood before he came: "owes £3.50 from before"; nothing when it was even."""
    fresh: bool = False
    """Whether he came while the list stood on the screen."""

    @property
    def pk(self) -> int:
        return self.person.player.pk

    @property
    def name(self) -> str:
        return self.person.player.name

    @property
    def paid(self) -> bool:
        return self.person.came is not None and self.person.came.fee_paid_at is not None

    @property
    def about(self) -> str:
        """The small print: "guest · since 19:31 · Table 2"."""
        player, table = self.person.player, self.person.table
        parts = ["guest" if player.guest else "", "" if player.active else "had stopped coming"]
        return " · ".join(
            filter(None, [*parts, _when(self.person), str(table) if table else "", self.before])
        )


def _when(person: Person) -> str:
    if person.came is None:
        return "not checked in" if person.seat else ""
    since = clock(person.came.arrived_at)
    if person.state == HERE:
        return f"since {since}"
    return f"{since}\N{EN DASH}{clock(person.came.left_at)}"


def door_tag(session: ClubSession, asked: dict[str, str]) -> str:
    """Return the polling tag of a list: it changes with the evening, and with whom the list
    shows."""
    return f"{session.version}-{BUILD_ID}-{sha256(repr(asked).encode()).hexdigest()[:8]}"


def lines_of(
    session: ClubSession, people: Iterable[Person], *, fresh_since: datetime | None = None
) -> list[Line]:
    """Return the lines of these people with their money; who came `fresh_since` is fresh."""
    people = list(people)
    accounts = balances_of(session.club, [person.player for person in people])
    return [
        Line(
            person=person,
            fee=_fee(session, person),
            before=_before(session, person, accounts),
            fresh=fresh_since is not None and _came_since(person, fresh_since),
        )
        for person in people
    ]


def _fee(session: ClubSession, person: Person) -> str:
    if person.came is None or not person.came.fee_minor:
        return ""
    return written(person.came.fee_minor, session.club.currency)


def _before(session: ClubSession, person: Person, accounts: dict[int, int]) -> str:
    """Return how the account stands besides what is owed at this door."""
    came = person.came
    owed_here = came.fee_minor if came and not came.fee_paid_at else 0
    minor = accounts.get(person.player.pk, 0) + owed_here
    if not minor:
        return ""
    amount = written(abs(minor), session.club.currency)
    return f"{amount} in credit" if minor > 0 else f"owes {amount} from before"


def fees_told(session: ClubSession) -> str:
    """Return what coming in costs: "£3.00 at the door, guests £4.00"; nothing when it is free."""
    members, guests = session.door_fee_minor, session.guest_fee_minor
    if not members and not guests:
        return ""
    told = f"{_cost(members, session)} at the door"
    return told if guests == members else f"{told}, guests {_cost(guests, session)}"


def _cost(minor: int, session: ClubSession) -> str:
    return written(minor, session.club.currency) if minor else "nothing"


def fee_told(came: Attendance) -> str:
    """Return what somebody owes at the door, or has paid; nothing when it is free."""
    if not came.fee_minor:
        return ""
    amount = written(came.fee_minor, came.session.club.currency)
    return (
        f"Door fee: {amount}, paid."
        if came.fee_paid_at
        else f"Door fee: {amount}, to pay at the door."
    )


def counts_of(people: Iterable[Person]) -> dict[str, int]:
    """Return how many members are missing, how many people are here, and how many have left."""
    found = Counter(
        person.state for person in people if person.state != MISSING or person.is_member
    )
    return {state: found[state] for state in (MISSING, HERE, GONE)}


def shown(people: list[Person], *, show: str, q: str, since: datetime) -> list[Person]:
    """Return whom the page lists: those in a state, or whoever may be meant by what was typed.

    Nothing moves under the thumb: who was in that state when the list came on the screen (`since`)
    keeps his place, and who is so by now stands below. Of the missing the list has members only.
    """
    if q:
        return found(people, q)
    before = {person: _before_that(person, since) for person in people}
    stay = [one for one in people if before[one] == show and (show != MISSING or one.is_member)]
    return stay + [one for one in people if one.state == show != before[one]]


def _came_since(person: Person, since: datetime) -> bool:
    return person.state == HERE and _before_that(person, since) == MISSING


def _before_that(person: Person, since: datetime) -> str:
    """Return the state that somebody was in at a moment, as far as the door knows."""
    came = person.came
    if came is None:
        return person.state
    if came.arrived_at >= since:
        return MISSING
    return HERE if came.left_at and came.left_at >= since else person.state


def found(people: list[Person], q: str) -> list[Person]:
    """Return whom a typed name may mean: those whose name holds its words, then those spelt much
    like it."""
    words = folded(q).split()
    named = [
        person for person in people if all(word in folded(person.player.name) for word in words)
    ]
    near = [person for person in people if person not in named and alike(q, person.player.name)]
    return sorted(named, key=_first_to_come)[:MOST_FOUND] + near


def _first_to_come(person: Person) -> tuple[int, bool]:
    """Members who are missing first; then those who are here; then whoever was a guest once."""
    return [MISSING, HERE, GONE].index(person.state), person.player.guest


def newcomer(people: list[Person], q: str) -> str:
    """Return the name under which a new guest could arrive; nothing when it is known, or no
    name."""
    name = " ".join(q.split())
    known = {folded(person.player.name) for person in people}
    return "" if names_in(q) != [name] or folded(name) in known or why_unfit(name) else name
