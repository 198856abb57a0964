"""Who may do what: one function, and its answer is no unless a line here says yes."""

from __future__ import annotations

from dataclasses import dataclass

from django.core.exceptions import PermissionDenied

from scoring.models import Club, ClubSession, Link, Table

LONGEST_NAME = 80


@dataclass(frozen=True, kw_only=True)
class Actor:
    """Who asks: a user or nobody, the secret link of the address, the sessions this browser hosts."""

    user: object = None
    link: Link | None = None
    hosting: frozenset[int] = frozenset()

    @property
    def name(self) -> str:
        """How the history calls this person."""
        if self.user is not None and self.user.is_authenticated:
            return self.user.get_username()[:LONGEST_NAME]
        return "the table's host" if self._hosts_here else "a phone at the table"

    @property
    def _hosts_here(self) -> bool:
        if self.link is None:
            return bool(self.hosting)
        return self.link.table.session_id in self.hosting

    @property
    def account(self):
        """The user account behind a write, if there is one."""
        return self.user if self.user is not None and self.user.is_authenticated else None


LOOK = "look"
WRITE = "write"
RUN = "run"


def may(actor: Actor, verb: str, thing: Club | ClubSession | Table) -> bool:
    """Return whether the actor may `look` at, `write` at (log hands, seat people) or `run` a thing.

    Running is opening, closing, reopening, adding people, handing out and revoking links.
    """
    if isinstance(thing, Club):
        return _organises(actor, thing.pk)
    if isinstance(thing, ClubSession):
        runs = thing.pk in actor.hosting or _organises(actor, thing.club_id)
        return runs or (verb == LOOK and _has_live_link(actor) and actor.link.table.session_id == thing.pk)
    if isinstance(thing, Table):
        return _may_at_table(actor, verb, thing) or may(actor, RUN, thing.session)
    return False


def _may_at_table(actor: Actor, verb: str, table: Table) -> bool:
    if not _has_live_link(actor) or actor.link.table_id != table.pk:
        return False
    rights = {Link.Right.WRITE: {LOOK, WRITE}, Link.Right.WATCH: {LOOK}}
    return verb in rights.get(actor.link.right, set())


def _has_live_link(actor: Actor) -> bool:
    return actor.link is not None and actor.link.revoked_at is None


def _organises(actor: Actor, club: int) -> bool:
    return actor.account is not None and actor.account.clubs.filter(pk=club).exists()


def must(actor: Actor, verb: str, thing: Club | ClubSession | Table) -> None:
    """Raise PermissionDenied (403) unless the actor may."""
    if not may(actor, verb, thing):
        raise PermissionDenied("This is not yours to do.")
