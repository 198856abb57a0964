"""A team's squad: players registered, signed, transferred, removed; and its captain."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from django.db import transaction
from django.utils import timezone

from scoring.common.dates import long_day
from scoring.common.permissions import Actor
from scoring.common.refused import Refused
from scoring.league.actions.fixtures import lock_league, raise_league
from scoring.league.actions.money import Fee, charge_fee
from scoring.league.models import SquadMember, Team, TransferRequest
from scoring.league.pure.agreement import Agreement
from scoring.league.pure.eligibility import transfers_of
from scoring.league.pure.wording import rule_of
from scoring.league.queries.money import line_of_fee
from scoring.league.queries.squads import (
    appearances_of,
    brings_first_squad,
    elsewhere,
    first_day,
    spells_of,
    squad_of,
)
from scoring.money.actions.accounts import take_back
from scoring.people.actions.activity_log import note_down
from scoring.people.actions.people import add_other_people, add_players
from scoring.people.models import Player

Came = SquadMember.Came


def quoted(agreement: Agreement, about: str) -> str:
    """Return the league's rule about something as a message quotes it."""
    return f"The league’s rule: “{rule_of(agreement, about)}”"


@transaction.atomic
def register(
    *,
    team: Team,
    names: Sequence[str],
    actor: Actor,
    since: date | None = None,
    on_the_night: bool = False,
    others: bool = False,
) -> list[SquadMember]:
    """Register people for a team from a day on, by default today, and return the new members;
    existing ones stay as they are. A player signed `on_the_night`, or after the season's first
    night, owes the fee. A first squad never signs on the night: without a day it is registered from
    the first night on.

    Names unknown to the club become guests: a player of a team is no member of the club that runs
    the league. `others` stores them as different people from those with similar names.

    Raises Refused, with the league's rule, when a player is or was with another team this season,
    when the squad is full, or no player may sign on the night.
    """
    league = lock_league(team.league_id)
    _refuse_over(team)
    agreement = league.agreement
    since = since or first_day(team, timezone.localdate())
    on_the_night = on_the_night and not brings_first_squad(team)
    if on_the_night and not agreement.players.on_the_night:
        raise Refused(f"{quoted(agreement, 'on_the_night')} Ask the secretary.")
    if others:
        people = add_other_people(club=league.club, names=[*names], guest=True, actor=actor)
    else:
        people = add_players(club=league.club, names=[*names], guest=True)
    there = {member.player_id for member in squad_of(team)}
    new = [player for player in people if player.pk not in there]
    _refuse_of_others(team, new)
    _refuse_full(team, agreement, len(there) + len(new))
    members = [
        SquadMember.objects.create(
            team=team,
            player=player,
            came=Came.NIGHT if on_the_night else Came.BEFORE,
            since=since,
            by=actor.name,
        )
        for player in new
    ]
    for member in members:
        if on_the_night or since > min([since, *league.nights]):
            charge_fee(team=team, fee=Fee.SIGNING, who=member.player, actor=actor)
    if members:
        raise_league(league)
    return members


def _refuse_over(team: Team) -> None:
    if team.squad_stays:
        raise Refused(team.squad_stays)


def _refuse_of_others(team: Team, people: Sequence[Player]) -> None:
    there = elsewhere(team, people)
    found = next((there[player.pk] for player in people if player.pk in there), None)
    if found:
        verb = "is" if found.until is None else "was this season"
        rule = quoted(team.league.agreement, "transfers")
        raise Refused(f"{found.player} {verb} registered with {found.team}. {rule}")


def _refuse_full(team: Team, agreement: Agreement, size: int) -> None:
    most = agreement.players.squad
    if most is not None and size > most:
        raise Refused(
            f"{team} would have {size} players, and the most is {most}. "
            f"{quoted(agreement, 'squad')} Remove a player first."
        )


@transaction.atomic
def take_off(*, member: SquadMember, actor: Actor) -> None:
    """Remove a player from a squad from today on; the registration of one who never played is
    deleted. Idempotent."""
    league = lock_league(member.team.league_id)
    member = SquadMember.objects.select_related("team__league", "player").filter(pk=member.pk)
    member = member.first()
    if member is None or member.until is not None:
        return
    _refuse_over(member.team)
    _leave(member, timezone.localdate(), actor)
    said = f"{league}: {member.player} is no longer registered with {member.team}."
    note_down(club=league.club, actor=actor, said=said)
    raise_league(league)


def _leave(member: SquadMember, on: date, actor: Actor) -> None:
    """End a registration; delete one that was never used, with its fee."""
    team, name = member.team, member.player.name
    Team.objects.filter(pk=team.pk, captain=member.player).update(captain=None)
    played = any(
        one.name == name and one.team == team.name and one.date >= member.since
        for one in appearances_of(team.league)
    )
    if not played and member.came != Came.TRANSFER:
        paid = line_of_fee(team, Fee.SIGNING, entry__debited=member.player)
        if paid:
            take_back(line=paid.entry, actor=actor, why="never played")
        member.delete()
        return
    member.until = max(on, member.since)
    member.save(update_fields=["until"])


@transaction.atomic
def transfer(*, player: Player, to: Team, actor: Actor, on: date | None = None) -> SquadMember:
    """Transfer a player to a team on a day, by default today, charge the fee, and return the
    registration. Idempotent.

    Raises Refused, with the league's rule, when they are with no other team, have had all transfers
    allowed, or the squad is full.
    """
    league = lock_league(to.league_id)
    _refuse_over(to)
    agreement, on = league.agreement, on or timezone.localdate()
    squad = squad_of(to)
    already = next((member for member in squad if member.player_id == player.pk), None)
    if already:
        return already
    was = elsewhere(to, [player]).get(player.pk)
    if was is None:
        raise Refused(f"{player} isn’t registered with another team. Register them with {to}.")
    if on < was.since or (was.until and on < was.until):
        day = was.until or was.since
        raise Refused(
            f"{player} was with {was.team} until then. Choose {long_day(day)} or later for the "
            "transfer."
        )
    most = agreement.players.transfers
    times = transfers_of(spells_of(league), player.name, date.max)
    if most is not None and times >= most:
        raise Refused(
            f"{player} has changed teams {times} time{'' if times == 1 else 's'} this season. "
            f"{quoted(agreement, 'transfers')}"
        )
    _refuse_full(to, agreement, len(squad) + 1)
    if was.until is None:
        was.until = on
        was.save(update_fields=["until"])
        Team.objects.filter(pk=was.team_id, captain=player).update(captain=None)
    member = SquadMember.objects.create(
        team=to, player=player, came=Came.TRANSFER, since=on, by=actor.name
    )
    day = min(on, timezone.localdate())
    charge_fee(team=to, fee=Fee.TRANSFER, who=player, dated=day, actor=actor)
    _settle(
        TransferRequest.objects.filter(player=player, joins__league=league, agreed=None).exclude(
            joins=to
        ),
        False,
        actor,
    )
    _settle(TransferRequest.objects.filter(player=player, joins=to, agreed=None), True, actor)
    said = f"{league}: {player} changed from {was.team} to {to} on {long_day(on)}."
    note_down(club=league.club, actor=actor, said=said)
    raise_league(league)
    return member


def _settle(requests, agreed: bool, actor: Actor) -> None:
    requests.update(agreed=agreed, settled_at=timezone.now(), settled_by=actor.name)


@transaction.atomic
def ask_transfer(*, player: Player, to: Team, actor: Actor) -> TransferRequest:
    """Request a transfer from another team, and return the request. Idempotent.

    Raises Refused, with the league's rule, when they cannot come.
    """
    league = lock_league(to.league_id)
    _refuse_over(to)
    was = elsewhere(to, [player]).get(player.pk)
    if was is None or was.until is not None:
        raise Refused(
            f"{player} isn’t registered with another team now. Ask the secretary to transfer them."
        )
    most = league.agreement.players.transfers
    if most is not None and transfers_of(spells_of(league), player.name, date.max) >= most:
        rule = quoted(league.agreement, "transfers")
        raise Refused(f"{player} has already changed teams. {rule}")
    same = {"player": player, "joins": to, "agreed": None}
    about = {"leaves": was.team, "asked_by": actor.name}
    asked, _ = TransferRequest.objects.get_or_create(**same, defaults=about)
    raise_league(league)
    return asked


@transaction.atomic
def settle_transfer(*, request: TransferRequest, agreed: bool, actor: Actor) -> TransferRequest:
    """Agree to a transfer request, which takes effect today, or refuse it, and return it. The first
    answer is final."""
    lock_league(request.joins.league_id)
    request = TransferRequest.objects.select_related("player", "joins__league", "leaves").get(
        pk=request.pk
    )
    if request.agreed is not None:
        return request
    if agreed:
        transfer(player=request.player, to=request.joins, actor=actor)
    else:
        _settle(TransferRequest.objects.filter(pk=request.pk), False, actor)
        raise_league(request.joins.league)
    request.refresh_from_db()
    return request


@transaction.atomic
def name_captain(*, team: Team, captain: SquadMember | None, actor: Actor) -> Team:
    """Set a team's captain, from its squad; None for no captain."""
    league = lock_league(team.league_id)
    if captain and (captain.team_id != team.pk or captain.until is not None):
        raise Refused(f"{captain.player} isn’t in the squad of {team} now.")
    team.captain = captain and captain.player
    team.save(update_fields=["captain"])
    raise_league(league)
    return team
