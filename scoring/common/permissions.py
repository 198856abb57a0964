"""Permissions: `may` decides, and the answer is no unless a feature says yes.

Each feature's `access.py` registers the permissions for its own things (`rights_of`), such as
clubs, tables and leagues.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import PermissionDenied
from django.utils.functional import cached_property

from scoring.common.hooks import let_register

LONGEST_NAME = 80
OWN_LINK = "their own link"
"""Contains no name, so that the log of a player's own actions can outlive their name."""


@dataclass(frozen=True, kw_only=True)
class Actor:
    """The actor of a request: a user or none, the secret link or pass in the address, and the
    sessions that this browser hosts."""

    user: object = None
    link: Any = None
    shown: Any = None
    """The pass of an evening's wall or door, or of a club's calendar."""
    captain: Any = None
    """The captain's link of the address."""
    personal: Any = None
    """The personal link of the address."""
    token: Any = None
    """The token of the API that a program sent."""
    hosting: frozenset[int] = frozenset()
    phone: str = ""
    """The two characters that identify this phone."""

    @property
    def name(self) -> str:
        """How the history calls this person."""
        if self.account is not None:
            return self.account.get_username()[:LONGEST_NAME]
        if self.captain is not None:
            return f"captain of {self.captain.team}"[:LONGEST_NAME]
        if self.personal is not None:
            return OWN_LINK
        if self.token is not None:
            return f"token {self.token.name}"[:LONGEST_NAME]
        if self._hosts_here:
            return "the table’s host"
        if self.shown is not None:
            return "a phone at check-in"
        return f"phone {self.phone}" if self.phone else "a phone at the table"

    @property
    def _hosts_here(self) -> bool:
        if self.link is None:
            return bool(self.hosting)
        return self.link.table.session_id in self.hosting

    @property
    def account(self):
        """The user account behind a write, if there is one."""
        return self.user if self.user is not None and self.user.is_authenticated else None

    def role_in(self, club: int) -> str | None:
        """Return the office that the account holds in this club; asked of the database once a
        club."""
        if self.account is None:
            return None
        if club not in self._roles:
            self._roles[club] = (
                self.account.offices.filter(club=club).values_list("role", flat=True).first()
            )
        return self._roles[club]

    @cached_property
    def _roles(self) -> dict[int, str | None]:
        return {}


class Site:
    """The whole site, with every club and account."""


SITE = Site()
LOOK = "look"
ARRIVE = "arrive"
WRITE = "write"
READ = "read"
RUN = "run"
OWN = "own"


def may_see(parts: Collection[str], part: str) -> bool:
    """Return whether everybody may see this part of a club, of which these are open; its front
    ("") while any is."""
    return part in parts if part else bool(parts)


Rule = Callable[[Actor, str, Any], bool]
_rules: dict[type, Rule] = {}


def rights_of(*kinds: type) -> Callable[[Rule], Rule]:
    """Register a function (actor, verb, thing) that says whether an actor may do this with a thing
    of these kinds."""

    def register(rule: Rule) -> Rule:
        _rules.update(dict.fromkeys(kinds, rule))
        return rule

    return register


def may(actor: Actor, verb: str, thing: Any) -> bool:
    """Return whether the actor may do this with a thing. It is False if no feature registered its
    kind.

    The verbs are `look`; `arrive`, to check in; `write`, to log hands, seat people and check others
    in; `run`, to open, close, reopen, and manage people, money and seasons; and `own`, for roles,
    forgetting people, and the whole club as a file. The site itself has only `own`, for its
    backups.

    A league belongs to its club. Its captains may `look` at it, and `write` their team's squad and
    match cards. Anyone may `look` at a public league. A player's personal link lets its holder
    `look` and `write` on that player's own page. An API token may `read` all of its club, and
    `write` at its tables if the owner let it send hands. Only tokens need the verb `read`.
    """
    let_register()
    # A program is what its token is, whatever else comes with the request.
    kind = type(thing) if actor.token is None else type(actor.token)
    rule = _rules.get(kind)
    return rule is not None and rule(actor, verb, thing)


@rights_of(Site)
def _may_of_site(actor: Actor, verb: str, site: Site) -> bool:
    return verb == OWN and actor.account is not None and actor.account.is_superuser


def must(actor: Actor, verb: str, thing: Any) -> None:
    """Raise PermissionDenied (403) unless the actor may."""
    if not may(actor, verb, thing):
        raise PermissionDenied("You don’t have permission to do this.")
