"""Who may do what: one function, and its answer is no unless a line here says yes."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from django.core.exceptions import PermissionDenied
from django.utils.functional import cached_property

from scoring.evening.models import Pass
from scoring.league.models import League, LeagueMatch, Team, TeamLink
from scoring.people.models import Club, Officer, Player
from scoring.public.models import ApiToken, PersonalLink
from scoring.table.models import ClubSession, Link, Table

LONGEST_NAME = 80
OWN_LINK = "their own link"
"""It names nobody: what somebody did for themselves outlives their name."""


@dataclass(frozen=True, kw_only=True)
class Actor:
    """Who asks: a user or nobody, the secret link or pass of the address, the sessions this browser
    hosts."""

    user: object = None
    link: Link | None = None
    shown: Pass | None = None
    """The pass of an evening's wall or door, or of a club's calendar."""
    captain: TeamLink | None = None
    """The captain's link of the address."""
    personal: PersonalLink | None = None
    """The personal link of the address."""
    token: ApiToken | None = None
    """The token of the API that a program sent."""
    hosting: frozenset[int] = frozenset()
    phone: str = ""
    """The two signs by which this phone is told from others."""

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
            return "the table's host"
        if self.shown is not None:
            return "somebody at the door"
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
    """All of it: every club, and the accounts."""


SITE = Site()
LOOK = "look"
ARRIVE = "arrive"
WRITE = "write"
READ = "read"
RUN = "run"
OWN = "own"

# What each office may do with its club, the club's evenings and their tables.
OFFICES = {
    Officer.Role.SCORER: {LOOK, ARRIVE, WRITE},
    Officer.Role.ORGANISER: {LOOK, ARRIVE, WRITE, RUN},
    Officer.Role.OWNER: {LOOK, ARRIVE, WRITE, RUN, OWN},
}
HOST = {LOOK, ARRIVE, WRITE, RUN}
# What a token of the API may do with the tables of its club.
TOKENS = {ApiToken.Right.READ: set(), ApiToken.Right.TELL: {WRITE}}


def may_see(parts: Collection[str], part: str) -> bool:
    """Return whether everybody may see this part of a club, of which these are open; its front
    ("") while any is."""
    return part in parts if part else bool(parts)


Thing = Club | ClubSession | Table | League | Team | LeagueMatch | Player | Site


def may(actor: Actor, verb: str, thing: Thing) -> bool:
    """Return whether the actor may do this with a thing.

    `look` at it; `arrive`: check in at the door; `write`: log hands, seat people, check others in;
    `run`: open, close, reopen, people, money, seasons; `own`: offices, forgetting, the whole club
    as a file. Of the site there is only `own`: its backups. A league is the club's; its captains
    `look` at it and `write` what is their team's: its squad, its matches' cards. Anybody may
    `look` at one that is open to all. Of a player, whoever has their personal link may `look` and
    `write`: at their own page. A token of the API may `read` all of its club, and `write` at its
    tables where its owner let it tell hands; nobody else needs that verb.
    """
    if actor.token is not None:
        return _may_by_token(actor.token, verb, thing)
    if isinstance(thing, Site):
        return verb == OWN and actor.account is not None and actor.account.is_superuser
    if isinstance(thing, Club):
        return verb in OFFICES.get(actor.role_in(thing.pk), ())
    if isinstance(thing, ClubSession):
        return _may_at_session(actor, verb, thing)
    if isinstance(thing, Table):
        return _may_at_table(actor, verb, thing) or _runs(actor, verb, thing.session)
    if isinstance(thing, League):
        return _may_in_league(actor, verb, thing, teams=None)
    if isinstance(thing, Team):
        return _may_in_league(actor, verb, thing.league, teams={thing.pk})
    if isinstance(thing, LeagueMatch):
        return _may_in_league(actor, verb, thing.league, teams={thing.home_id, thing.away_id})
    if isinstance(thing, Player):
        return verb in {LOOK, WRITE} and _has_their_link(actor, thing)
    return False


def _may_by_token(token: ApiToken, verb: str, thing: Thing) -> bool:
    if token.revoked_at is not None or token.digest is None:
        return False
    if isinstance(thing, Table):
        return verb in TOKENS.get(token.right, ()) and thing.session.club_id == token.club_id
    return isinstance(thing, Club) and verb == READ and thing.pk == token.club_id


def _may_in_league(actor: Actor, verb: str, league: League, *, teams: set[int] | None) -> bool:
    """Whether the actor may do this with a league, or with what is of these teams there."""
    if verb in OFFICES.get(actor.role_in(league.club_id), ()):
        return True
    captain = actor.captain
    if captain is not None and captain.revoked_at is None and captain.team.league_id == league.pk:
        return verb == LOOK or (verb == WRITE and captain.team_id in (teams or ()))
    return verb == LOOK and league.open_to_all


def _may_at_session(actor: Actor, verb: str, session: ClubSession) -> bool:
    if _runs(actor, verb, session):
        return True
    if verb == LOOK:
        return _has_live_link(actor) and actor.link.table.session_id == session.pk
    return verb == ARRIVE and _stands_at_the_door(actor, session)


def _runs(actor: Actor, verb: str, session: ClubSession) -> bool:
    return (session.pk in actor.hosting and verb in HOST) or verb in OFFICES.get(
        actor.role_in(session.club_id), ()
    )


def _stands_at_the_door(actor: Actor, session: ClubSession) -> bool:
    shown = actor.shown
    return (
        shown is not None
        and shown.revoked_at is None
        and shown.right == Pass.Right.DOOR
        and shown.session_id == session.pk
        and session.club.self_check_in
    )


def _may_at_table(actor: Actor, verb: str, table: Table) -> bool:
    if not _has_live_link(actor) or actor.link.table_id != table.pk:
        return False
    rights = {Link.Right.WRITE: {LOOK, WRITE}, Link.Right.WATCH: {LOOK}}
    return verb in rights.get(actor.link.right, set())


def _has_their_link(actor: Actor, player: Player) -> bool:
    personal = actor.personal
    return (
        personal is not None
        and personal.revoked_at is None
        and personal.player_id == player.pk
        and player.forgotten_at is None
    )


def _has_live_link(actor: Actor) -> bool:
    return actor.link is not None and actor.link.revoked_at is None


def must(actor: Actor, verb: str, thing: Thing) -> None:
    """Raise PermissionDenied (403) unless the actor may."""
    if not may(actor, verb, thing):
        raise PermissionDenied("This is not yours to do.")
