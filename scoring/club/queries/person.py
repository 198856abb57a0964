"""What hangs on one player, and why two players of a club cannot be one person."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import Q, QuerySet
from django.urls import reverse

from scoring.common.amounts import written
from scoring.common.dates import long_day
from scoring.evening.models import Attendance, Plan
from scoring.evening.queries.calling_off import was_held
from scoring.league.models import LeagueMatch, MatchPair, SquadMember
from scoring.money.models import Entry
from scoring.money.queries.accounts import balances_of
from scoring.people.models import Event, Player
from scoring.table.models import Closing, ClubSession, HandRecord, Payment, Seat, Sitting
from scoring.tournament.models import Entrant, Tournament
from scoring.tournament.queries.entry_fees import has_played


def seats_of(player: Player) -> QuerySet[Seat]:
    """Return the seats of a player, and the seats where they stood in for another."""
    return Seat.objects.filter(Q(player=player) | Q(substitute=player) | Q(in_place_of=player))


def entries_of(player: Player) -> QuerySet[Entrant]:
    """Return a player's entries in tournaments, alone or as one of a pair."""
    return Entrant.objects.filter(Q(player=player) | Q(partner=player))


def lines_of(player: Player) -> QuerySet[Entry]:
    """Return the entries in the club's accounts that change a player's balance."""
    return Entry.objects.filter(Q(debited=player) | Q(credited=player))


def payments_of(player: Player) -> QuerySet[Payment]:
    """Return the transfers that a player makes or receives."""
    return Payment.objects.filter(Q(payer=player) | Q(payee=player))


@dataclass(frozen=True, kw_only=True)
class Hangs:
    """How much of the club's book hangs on one person."""

    evenings: int
    sittings: int
    hands: int
    payments: int
    lines: int


def hangs_on(player: Player) -> Hangs:
    """Return how much data depends on a player, with five queries."""
    sittings = Seat.objects.filter(Q(player=player) | Q(substitute=player)).values("sitting")
    return Hangs(
        evenings=Attendance.objects.filter(player=player).count(),
        sittings=sittings.not_replaced().distinct().count(),
        hands=HandRecord.objects.counted().filter(sitting__in=sittings).count(),
        payments=payments_of(player).count(),
        lines=lines_of(player).count(),
    )


MERGED = "{gone} and {kept} were one person: {kept} from now on."
"""The activity log's line on a merge. It finds the other name when a player's data is erased."""


def names_known_of(player: Player) -> set[str]:
    """Return every stored name of a player: their own, those in signed or announced documents, and
    those of merged entries."""
    names = {player.name, *_announced(player)}
    for closing in closings_of(player):
        names.update(
            name
            for key, name in zip(closing.statement.ids, closing.statement.names, strict=True)
            if key == player.pk
        )
    merged = re.compile(re.escape(MERGED).replace(r"\{gone\}", "(.+)").replace(r"\{kept\}", "(.+)"))
    for said in (
        Event.objects.filter(club=player.club_id)
        # Not by their times: the latest first, though a clock was put back.
        .order_by("-pk")
        .values_list("said", flat=True)
    ):
        found = merged.fullmatch(said)
        if found and found[2] == found[3] and found[2] in names:
            names.add(found[1])
    return names


def _announced(player: Player) -> Iterator[str]:
    """Yield what they were called when tournaments were finished; of a pair their part of its
    name."""
    for entrant in (
        entries_of(player).exclude(tournament__results=None).select_related("tournament")
    ):
        number = 1 if entrant.partner_id is None else 2
        for row in entrant.tournament.results["rows"]:
            parts = row["name"].split(" and ", number - 1)
            if row["no"] == entrant.no and len(parts) == number:
                yield parts[entrant.partner_id == player.pk]


def closings_of(player: Player) -> list[Closing]:
    """Return the club's closings whose statements contain a player."""
    closings = Closing.objects.filter(session__club=player.club_id).select_related("session")
    return [closing for closing in closings.iterator() if player.pk in closing.document["ids"]]


@dataclass(frozen=True, kw_only=True)
class Hindrance:
    """An obstacle, as a sentence, and the page that removes it."""

    says: str
    ways: tuple[tuple[str, str], ...]
    """What each way is called, and its address."""

    def __str__(self) -> str:
        return self.says


def why_not_forgotten(player: Player) -> list[Hindrance]:
    """Return the obstacles to erasing a player's data, such as open evenings."""
    return [*_open_evenings(player), *_not_even(player)]


def _open_evenings(player: Player) -> Iterator[Hindrance]:
    here = Q(attendances__player=player) | Q(tables__candidates__player=player)
    sat = Q(pk__in=seats_of(player).values("sitting__table__session"))
    settled = Q(pk__in=payments_of(player).values("closing__session"))
    entered = Q(tournament__entrants__in=entries_of(player))
    for session in ClubSession.objects.filter(
        here | sat | settled | entered, closed_at=None
    ).distinct():
        ways = list(_ways_out(session, player))
        how = " or ".join(how for how, _, _ in ways)
        yield Hindrance(
            says=f"{session} is not closed, and {player} is part of it. First {how}.",
            ways=tuple((button, address) for _, button, address in ways),
        )


def _ways_out(session: ClubSession, player: Player) -> Iterator[tuple[str, str, str]]:
    """Yield how a player can leave an open evening, with words for the sentence and the button, and
    the address. If they played it has to be closed. If it has no records it can be cancelled."""
    played = HandRecord.objects.filter(
        sitting__in=seats_of(player).values("sitting"), sitting__table__session=session
    )
    if not played.exists() and not has_played(session, player):
        if entries_of(player).filter(tournament__session=session).exists():
            where = reverse("entrants", args=[session.pk])
            yield "remove them from its tournament", "Tournament entrants", where
        if Attendance.objects.filter(session=session, player=player, fee_paid_at=None).exists():
            where = reverse("door", args=[session.pk])
            yield "undo their check-in", "Check-in", where
    if was_held(session):
        yield "close it", "Close club night", reverse("close-session", args=[session.pk])
    else:
        where = reverse("call-off", args=[session.club_id, session.pk])
        yield "cancel it", "Cancel club night", where


def _not_even(player: Player) -> Iterator[Hindrance]:
    balance = balances_of(player.club, [player])[player.pk]
    amount = written(abs(balance), player.club.currency)
    ways = (("Account", reverse("account", args=[player.club_id, player.pk])),)
    if balance < 0:
        says = f"{player} owes the club {amount}. Settle the account first."
        yield Hindrance(says=says, ways=ways)
    elif balance > 0:
        says = f"The club owes {player} {amount}. Settle the account first."
        yield Hindrance(says=says, ways=ways)


def why_two(one: Player, other: Player) -> list[str]:
    """Return the reasons why two players are two people, or why they can't be merged."""
    looks = (
        *(_as_they_stand, _at_tables, _in_tournaments, _in_leagues, _in_the_book),
        _at_the_door,
    )
    return [reason for look in looks for reason in look(one, other)]


def _as_they_stand(one: Player, other: Player) -> Iterator[str]:
    if one.forgotten_at or other.forgotten_at:
        yield "The data of one of them is erased, so they can’t be named again."
    longest = Player._meta.get_field("notes").max_length
    if max(len(notes_of_both(one, other)), len(notes_of_both(other, one))) > longest:
        yield "Their notes are too long together. Shorten one of them first."


def notes_of_both(kept: Player, gone: Player) -> str:
    """Return the notes of two who are made one, with what else was known of how they are
    reached."""
    pairs = ((kept.phone, gone.phone), (kept.email, gone.email))
    besides = [other for one, other in pairs if one and other and other != one]
    return "; ".join(filter(None, [kept.notes, gone.notes, *besides]))


def _at_tables(one: Player, other: Player) -> Iterator[str]:
    sitting = _sitting_of_both(one, other)
    if sitting:
        yield f"They played together at {sitting.table} of {sitting.table.session}."
    session = _session_where_both_sit(one, other)
    if session:
        yield f"Both sit at a table of {session} now."
    for plan in _standing_plans(one):
        if other.pk in plan.people:
            yield (
                f"Both are in the seating plan of {plan.session}. Open its tables or discard it "
                "first."
            )


def pairs_of(player: Player) -> QuerySet[MatchPair]:
    """Return the pairs in league matches that include a player."""
    return MatchPair.objects.filter(Q(one=player) | Q(other=player))


def _in_leagues(one: Player, other: Player) -> Iterator[str]:
    both = LeagueMatch.objects.filter(pk__in=pairs_of(one).values("match"))
    both = both.filter(pk__in=pairs_of(other).values("match"))
    for match in both.select_related("home", "away")[:1]:
        yield f"Both played in the match {match}, {long_day(match.date)}."
    teams = {squad.team.league_id: squad.team for squad in _squads_of(one)}
    for squad in _squads_of(other):
        team = teams.get(squad.team.league_id)
        if team and team != squad.team:
            yield (f"They are registered with {team} and {squad.team}. Remove one of them first.")


def _squads_of(player: Player) -> QuerySet[SquadMember]:
    return player.squads.filter(until=None).select_related("team")


def sittings_of_both(one: Player, other: Player) -> QuerySet[Sitting]:
    """Return the sittings that have to do with both."""
    sittings = Sitting.objects.filter(pk__in=seats_of(one).values("sitting"))
    return sittings.filter(pk__in=seats_of(other).values("sitting"))


def _sitting_of_both(one: Player, other: Player) -> Sitting | None:
    return sittings_of_both(one, other).not_replaced().select_related("table__session").first()


def _session_where_both_sit(one: Player, other: Player) -> ClubSession | None:
    def where(player: Player):
        now = seats_of(player).filter(sitting__ended_at=None)
        return now.values("sitting__table__session")

    open_ones = ClubSession.objects.filter(closed_at=None)
    return open_ones.filter(pk__in=where(one)).filter(pk__in=where(other)).first()


def _standing_plans(player: Player) -> Iterator[Plan]:
    plans = Plan.objects.filter(session__club=player.club_id, opened_at=None, dropped_at=None)
    return (plan for plan in plans.select_related("session") if player.pk in plan.people)


def _in_tournaments(one: Player, other: Player) -> Iterator[str]:
    entered = Tournament.objects.filter(entrants__in=entries_of(one)).select_related("session")
    for tournament in entered.filter(pk__in=entries_of(other).values("tournament")).distinct():
        yield f"Both entered the tournament of {tournament}."


def _in_the_book(one: Player, other: Player) -> Iterator[str]:
    payment = (
        payments_between(one, other)
        .exclude(paid_at=None)
        .select_related("closing__session")
        .first()
    )
    if payment:
        yield f"One paid the other in the settlement of {payment.closing.session}."
    between = Q(debited=one, credited=other) | Q(debited=other, credited=one)
    entry = Entry.objects.filter(between).first()
    if entry:
        yield f"One paid the other in the accounts, {long_day(entry.dated)}."


def payments_between(one: Player, other: Player) -> QuerySet[Payment]:
    """Return the transfers by which one of two has to pay the other."""
    return Payment.objects.filter(Q(payer=one, payee=other) | Q(payer=other, payee=one))


def _at_the_door(one: Player, other: Player) -> Iterator[str]:
    came = Attendance.objects.filter(player__in=[one, other], fee_minor__gt=0).select_related(
        "session"
    )
    by_session: dict[ClubSession, set[bool]] = {}
    for attendance in came:
        by_session.setdefault(attendance.session, set()).add(attendance.fee_paid_at is not None)
    for session, paid in by_session.items():
        if len(paid) > 1:
            yield f"Only one has paid the check-in fee of {session}. Correct that first."
