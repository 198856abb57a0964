"""The money of a league's teams, entered into the club's accounts: fees, fines, prizes, payments.

Every line is in a person's account: the captain is responsible for the team, a player for their own
signing and transfer (docs/decisions/0050).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from datetime import date
from uuid import UUID, uuid4, uuid5

from django.db import transaction
from django.db.models import Q

from scoring.common.permissions import Actor
from scoring.common.refused import Refused
from scoring.league.actions.fixtures import lock_league
from scoring.league.models import League, LeagueMatch, Team, TeamEntry
from scoring.league.queries.money import Asked, asked_for, fee_of, line_of_fee, money_of_team
from scoring.money.actions.accounts import cash_key, enter
from scoring.money.models import Entry
from scoring.people.models import Player

Fee = TeamEntry.Fee


@transaction.atomic
def charge_fee(
    *,
    team: Team,
    fee: str,
    actor: Actor,
    who: Player | None = None,
    match: LeagueMatch | None = None,
    dated: date | None = None,
) -> Entry | None:
    """Charge a fee of the league rules (TeamEntry.Fee) and return the line: a signing or a transfer
    to the player `who`, else to the team's captain. Idempotent for the same (fee, team, player,
    match, day of a transfer).

    Returns None, and enters nothing, without such a fee or a captain: the league's money page still
    lists it.
    """
    league = lock_league(team.league_id)
    amount, who = fee_of(league, fee), who or team.captain
    if not amount or who is None:
        return None
    of = {"match": match, "entry__debited": who}
    of |= {"entry__dated": dated} if fee == Fee.TRANSFER and dated else {}
    before = line_of_fee(team, fee, **of)
    if before:
        return before.entry
    about = {"note": _note(Fee(fee).label, league), "dated": dated, "actor": actor}
    line = enter(
        club=league.club, key=uuid4(), what="charge", who=who, amount_minor=amount, **about
    )
    TeamEntry.objects.create(entry=line.line, team=team, fee=fee, match=match)
    return line.line


@transaction.atomic
def charge_asked(
    *,
    league: League,
    fee: str,
    night: date | None,
    chosen: Collection[str],
    key: UUID | None,
    actor: Actor,
) -> int:
    """Charge a fee of the league rules to the `chosen` (Due.name), of one night or of the season,
    as a group; return how many were new. Idempotent for each team.

    Raises Refused where a team has no captain.
    """
    league = lock_league(league.pk)
    groups = (one for one in asked_for(league) if (one.fee, one.night) == (fee, night))
    asked = next(groups, None)
    return _charge(asked, chosen, league, key or uuid4(), actor) if asked else 0


def _charge(asked: Asked, chosen: Collection[str], league: League, key: UUID, actor: Actor) -> int:
    dues = {uuid5(key, due.name): due for due in asked.dues if due.name in chosen}
    rows = {
        own: TeamEntry(team=due.team, fee=due.fee, match=due.match) for own, due in dues.items()
    }
    about = {"amount": asked.amount, "note": _note(asked.name, league), "dated": asked.day}
    return _charge_captains(rows, league=league, together=key, actor=actor, **about)


@transaction.atomic
def charge_all_asked(*, league: League, key: UUID | None, actor: Actor) -> int:
    """Charge all open fees of the league rules, grouped by kind and night; return the number of
    lines. Leaves out teams without a captain, and fees that were undone before."""
    league, key = lock_league(league.pk), key or uuid4()
    return sum(
        _charge(one, usual, league, uuid5(key, one.name), actor)
        for one in asked_for(league)
        if (usual := {due.name for due in one.dues if due.usual})
    )


@transaction.atomic
def charge_teams(
    *,
    teams: Iterable[Team],
    amount_minor: int,
    note: str,
    dated: date,
    key: UUID | None,
    actor: Actor,
) -> int:
    """Charge the same to each of these teams of one league, as a group and once for each key;
    return how many were new.

    Raises Refused where a team has no captain.
    """
    teams, key = list(teams), key or uuid4()
    league = lock_league(teams[0].league_id)
    rows = {uuid5(key, str(team.pk)): TeamEntry(team=team) for team in teams}
    about = {"amount": amount_minor, "note": _note(note, league), "dated": dated}
    return _charge_captains(rows, league=league, together=key, actor=actor, **about)


def _charge_captains(
    rows: Mapping[UUID, TeamEntry],
    *,
    league: League,
    amount: int,
    note: str,
    dated: date,
    together: UUID,
    actor: Actor,
) -> int:
    """Charge the same to the captain of each row's team, under its key, in as many queries for many
    as for one; return how many were new. The league is locked."""
    _refuse_without_captain(row.team for row in rows.values())
    known = {*league.club.entries.filter(together=together).values_list("key", flat=True)}
    about = {
        "club": league.club,
        "kind": Entry.Kind.CHARGE,
        "note": note,
        "dated": dated,
        "together": together,
        "by": actor.name,
    }
    new = [
        Entry(key=key, debited=row.team.captain, amount_minor=amount, **about)
        for key, row in rows.items()
        if key not in known
    ]
    for line in Entry.objects.bulk_create(new):
        rows[line.key].entry = line
    TeamEntry.objects.bulk_create(rows[line.key] for line in new)
    return len(new)


@transaction.atomic
def enter_for_team(  # noqa: PLR0913
    *,
    team: Team,
    what: str,
    key: UUID,
    amount_minor: int,
    actor: Actor,
    who: Player | None = None,
    in_cash: bool = False,
    note: str = "",
    dated: date | None = None,
) -> bool:
    """Enter a line of a team's money (figures.ledger.by_hand), once for each key; return whether it
    was new. Without `who` it is the captain's; a payment first clears debts of others in the team,
    by name, because their fees come with the card.

    Raises Refused where the team has no captain.
    """
    league = lock_league(team.league_id)
    if league.club.entries.filter(Q(key=key) | Q(together=key)).exists():
        return False
    about = {"what": what, "in_cash": in_cash, "note": note, "dated": dated, "actor": actor}
    shares = list(_shares(team, what, amount_minor, who))
    if len(shares) > 1:
        about["together"] = key
    for no, (person, share) in enumerate(shares):
        own = uuid5(key, str(person.pk)) if no else key
        _enter(team, who=person, key=own, amount_minor=share, **about)
    return True


@transaction.atomic
def answer_for(*, team: Team, player: Player, actor: Actor) -> int:
    """Move a person's balance from the team's lines to the captain, such as that of the captain
    before; return the amount, in minor units. Idempotent.

    Raises Refused where the team has no other captain.
    """
    league = lock_league(team.league_id)
    captain = team.captain
    if captain is None or captain == player:
        raise Refused(f"Name another captain of {team} first.")
    stands = money_of_team(team).people.get(player.pk, 0)
    if stands:
        sides = (captain, player) if stands < 0 else (player, captain)
        line = Entry.objects.create(
            club=league.club,
            kind=Entry.Kind.ADJUSTMENT,
            debited=sides[0],
            credited=sides[1],
            amount_minor=abs(stands),
            note=f"Moved to the captain of {team}",
            by=actor.name,
        )
        TeamEntry.objects.create(entry=line, team=team)
    return abs(stands)


def _shares(team: Team, what: str, amount: int, who: Player | None) -> Iterator[tuple[Player, int]]:
    """Yield whose account is moved by how much."""
    if who is None and what == "paid in":
        stands = money_of_team(team).people
        owing = {key for key, minor in stands.items() if minor < 0 and key != team.captain_id}
        for person in team.league.club.players.filter(pk__in=owing).order_by("key"):
            share = min(amount, -stands[person.pk])
            if share:
                yield person, share
            amount -= share
    if amount:
        who = who or team.captain
        if who is None:
            raise Refused(_nobody(team))
        yield who, amount


def _enter(team: Team, **line) -> bool:
    """Enter a line of a team, and the cash that settles it; return whether that was new."""
    entered = enter(club=team.league.club, **line)
    if entered.new:
        lines = Entry.objects.filter(key__in=[line["key"], cash_key(line["key"])])
        TeamEntry.objects.bulk_create(TeamEntry(entry=one, team=team) for one in lines)
    return entered.new


def _refuse_without_captain(teams: Iterable[Team]) -> None:
    for team in teams:
        if team.captain is None:
            raise Refused(_nobody(team))


def _nobody(team: Team) -> str:
    return f"No one is responsible for {team} yet. Choose its captain first."


def _note(what: str, league: League) -> str:
    return f"{what}, {league}"[:200]
