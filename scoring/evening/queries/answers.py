"""Players' answers, going or not going: from the sign-up list if the night has one, otherwise from
their stored answers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from django.db.models import Exists, OuterRef
from django.utils import timezone

from scoring.common.names import name_key
from scoring.common.prepared import Prepared
from scoring.evening.models import Answer, SignUp, SignUpList
from scoring.evening.queries.sign_up import order_of
from scoring.people.models import Player
from scoring.table.models import ClubSession, Table
from scoring.table.queries.evenings import number_alike

MOST_ASKED = 12
"""The number of club nights ahead that a player is asked about."""


@dataclass(frozen=True, kw_only=True)
class Asked:
    """A coming club night and a player's answer to it."""

    session: ClubSession
    found: SignUpList | None
    """Its list of names, where it has one."""
    mine: SignUp | None
    """The player's place on its list."""
    line: int | None
    """Their place in line, where they wait."""
    comes: bool | None
    """None: they have not said."""
    free: int | None
    """How many places the list has left; None: no limit, or no list."""
    me: str

    @property
    def together(self) -> str:
        """The partner on the list, such as "Zoë"; empty without one."""
        if self.mine is None or not self.mine.partner_name:
            return ""
        own = name_key(self.mine.name) == name_key(self.me)
        return self.mine.partner_name if own else self.mine.name

    @property
    def in_pairs(self) -> bool:
        """Whether names are put down in pairs: one alone cannot be."""
        return self.found is not None and self.found.partners == SignUpList.Partners.PAIRS

    @property
    def changeable(self) -> bool:
        """Whether they can say otherwise."""
        return self.found is None or self.comes is True or self.found.is_open

    @property
    def entered(self) -> bool:
        """Whether they are entered in its tournament: then its director takes them out."""
        return self.mine is not None and self.mine.entered_at is not None


def has_begun(session: ClubSession) -> bool:
    """Return whether an evening is under way, or over: once a table is open there, or by its hour;
    without one, once its day is over. One query at most."""
    return _is_over(session) or session.tables.exists()


def _is_over(session: ClubSession) -> bool:
    now = timezone.localtime()
    if session.closed or session.played_on != now.date():
        return session.closed or session.played_on < now.date()
    return session.starts_at is not None and now.time() >= session.starts_at


def asked_about(player: Player, today: date) -> list[Asked]:
    """Return the coming club nights with a player's answers, the next one first, without league
    nights. At most five queries."""
    rows = ClubSession.objects.filter(club=player.club_id, league_match=None, closed_at=None)
    rows = rows.exclude(Exists(Table.objects.filter(session=OuterRef("pk"))))
    rows = rows.filter(played_on__gte=today)
    found = rows.order_by("played_on", "starts_at", "pk")[:MOST_ASKED]
    sessions = [one for one in found if not _is_over(one)]
    number_alike(sessions)
    lists = {one.session_id: one for one in SignUpList.objects.filter(session__in=sessions)}
    names = defaultdict(list)
    for one in SignUp.objects.filter(sign_up_list__in=lists.values()):
        names[one.sign_up_list_id].append(one)
    said = player.answers.filter(session__in=sessions).values_list("session", "comes")
    answers = dict(said)
    for session in sessions:
        if session.pk in lists:
            lists[session.pk].session = session
    return [_asked(player, one, lists.get(one.pk), names, answers.get(one.pk)) for one in sessions]


def _asked(
    player: Player,
    session: ClubSession,
    found: SignUpList | None,
    names: dict[int, list[SignUp]],
    said: bool | None,
) -> Asked:
    if found is None:
        about = {"found": None, "mine": None, "line": None, "free": None, "me": player.name}
        return Asked(session=session, comes=said, **about)
    rows = names[found.pk]
    order, mine = order_of(found, rows), standing_of(player, rows)
    return Asked(
        session=session,
        found=found,
        mine=mine,
        me=player.name,
        line=order.place_in_line(mine.pk) if mine else None,
        comes=True if mine else said,
        free=order.free,
    )


def standing_of(player: Player, names: Iterable[SignUp]) -> SignUp | None:
    """Return a player's line among these sign-ups, linked to them or with their name."""
    return next((one for one in names if one.cancelled_at is None and is_of(player, one)), None)


def is_of(player: Player, one: SignUp) -> bool:
    """Return whether a name that was put down is this player's, or their partner's."""
    return bool({player.pk, player.key} & _people_of(one))


def _people_of(one: SignUp) -> set[int | str]:
    """Return both people of a line: the primary key of a linked player, otherwise the name's
    key."""
    written = ((one.player_id, one.name), (one.partner_id, one.partner_name))
    return {pk or name_key(name) for pk, name in written if pk or name}


def lines_of(players: Iterable[Player], names: Iterable[SignUp]) -> dict[int, SignUp]:
    """Return the line of each of these players among sign-ups, as in `standing_of`, by primary
    key."""
    found: dict[int | str, SignUp] = {}
    for one in names:
        for person in _people_of(one) if one.cancelled_at is None else ():
            found.setdefault(person, one)
    lines = {player.pk: found.get(player.pk) or found.get(player.key) for player in players}
    return {pk: line for pk, line in lines.items() if line}


@dataclass(frozen=True, kw_only=True)
class Said:
    """What people said of an evening: their names, in the order in which they did."""

    come: tuple[str, ...] = ()
    wait: tuple[str, ...] = ()
    stay_away: tuple[str, ...] = ()
    on_a_list: bool = False
    """Whether the evening has a list on which names are put down."""

    @property
    def anything(self) -> bool:
        """Whether there are any answers."""
        return bool(self.come or self.wait or self.stay_away)


def said_of(session: ClubSession) -> Said:
    """Return who said what of an evening; at most three queries."""
    answers = _answers(session.pk)
    away = tuple(one.player.name for one in answers if not one.comes)
    found = SignUpList.objects.filter(session=session).first()
    if found is None:
        come = tuple(one.player.name for one in answers if one.comes)
        return Said(come=come, stay_away=away)
    rows = {one.pk: one for one in found.names.all()}
    order = order_of(found, rows.values())
    come, wait = (
        tuple(name for pk in keys for name in _written(rows[pk]))
        for keys in (order.have, order.wait)
    )
    return Said(come=come, wait=wait, stay_away=away, on_a_list=True)


_answers = Prepared(lambda session: Answer.objects.filter(session=session).select_related("player"))


def _written(one: SignUp) -> list[str]:
    return [name for name in (one.name, one.partner_name) if name]


def answers_to(session: ClubSession) -> dict[str, tuple[str, bool]]:
    """Return the players who answered, with their names, by key; one query. People on the sign-up
    list are not included."""
    answers = session.answers.values_list("player__key", "player__name", "comes")
    return {key: (name, comes) for key, name, comes in answers}
