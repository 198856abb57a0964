"""The money of a league's teams, read from the club's accounts: charges, payments and balances of
each, and the open fees of the league rules."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, datetime

from django.db.models import Q, QuerySet, Sum
from django.utils import timezone

from scoring.common.dates import long_day
from scoring.league.models import League, LeagueMatch, Team, TeamEntry
from scoring.money.models import Entry
from scoring.money.queries.accounts import lines_read, standing
from scoring.people.models import Player

Fee = TeamEntry.Fee


@dataclass(kw_only=True)
class TeamMoney:
    """A team's totals, in minor units: charges; credits (prizes and corrections in its favour);
    cash in less cash out; and each person's balance, from the team's lines alone."""

    charged: int = 0
    given: int = 0
    paid: int = 0
    people: Counter[int] = field(default_factory=Counter)

    @property
    def balance(self) -> int:
        """What the team is owed; less than nothing: what it owes."""
        return self.given + self.paid - self.charged

    @property
    def own(self) -> int:
        """The league's own money once all balances are settled."""
        return self.charged - self.given


def money_of(league: League) -> dict[int, TeamMoney]:
    """Return the totals of every team that has any, by its key: one query."""
    return _money(TeamEntry.objects.filter(team__league=league))


def money_of_team(team: Team) -> TeamMoney:
    """Return the totals of a team: one query."""
    return _money(team.money.all()).get(team.pk, TeamMoney())


def _money(rows: QuerySet[TeamEntry]) -> dict[int, TeamMoney]:
    rows = rows.filter(entry__reverses=None, entry__reversed_by=None)
    rows = rows.annotate(with_cash=~Q(entry__cash_minor=0)).order_by()
    sides = rows.values_list("team", "entry__debited", "entry__credited", "with_cash")
    found: dict[int, TeamMoney] = defaultdict(TeamMoney)
    for team, debited, credited, cash, amount, in_box in sides.annotate(
        Sum("entry__amount_minor"), Sum("entry__cash_minor")
    ):
        money = found[team]
        money.people[debited] -= amount
        money.people[credited] += amount
        if cash:
            money.paid += in_box
        elif credited is None:
            money.charged += amount
        elif debited is None:
            money.given += amount
    for money in found.values():
        money.people.pop(None, None)
    return dict(found)


def lines_of_team(team: Team) -> QuerySet[Entry]:
    """Return the lines of a team as they are read, the latest first."""
    return lines_read(team.league.club).filter(of_team__team=team)


# -- What the league agreed on, and nobody was asked for yet.


@dataclass(frozen=True, kw_only=True)
class Due:
    """A fee of the league rules that is not in the accounts. `taken_back`: it was charged and
    undone, perhaps to excuse the team."""

    fee: str
    team: Team
    match: LeagueMatch | None = None
    taken_back: bool = False

    @property
    def usual(self) -> bool:
        """Whether it is charged by default."""
        return bool(self.team.captain_id) and not self.taken_back

    @property
    def name(self) -> str:
        """What a form calls it."""
        return f"{self.team.pk}-{self.match.pk if self.match else 0}"


@dataclass(frozen=True, kw_only=True)
class Asked:
    """Fees of one kind and one night, which are charged together; the night is None for those of
    the season."""

    fee: str
    night: date | None
    amount: int
    dues: tuple[Due, ...]

    @property
    def name(self) -> str:
        """What the line of each says."""
        return f"{self.label} of {long_day(self.night)}" if self.night else self.label

    @property
    def label(self) -> str:
        return Fee(self.fee).label

    @property
    def day(self) -> date:
        """On which day they owe it."""
        today = timezone.localdate()
        return min(self.night, today) if self.night else today


def fee_of(league: League, fee: str) -> int:
    """Return what the league asks for this, in minor units."""
    return getattr(league.agreement.fees, fee.replace(" ", "_"))


def asked_for(league: League) -> list[Asked]:
    """Return the open fees of the league rules, the season's first, then by night: three queries at
    most. A withdrawn team pays no entry; a match that was not played costs nothing."""
    fees = [fee for fee in (Fee.ENTRY, Fee.MATCH, Fee.LATE_CARD) if fee_of(league, fee)]
    if not fees:
        return []
    known: dict[tuple, bool] = {}
    rows = TeamEntry.objects.filter(team__league=league, fee__in=fees, entry__reverses=None)
    about = rows.order_by("pk").values_list("fee", "team", "match", "entry__reversed_by")
    for fee, team, match, back in about:
        known[fee, team, match] = known.get((fee, team, match), False) or back is None
    grouped: dict[tuple, list[Due]] = defaultdict(list)
    for fee, team, match in _owed(league, fees):
        state = known.get((fee, team.pk, match and match.pk))
        if state is not True:
            due = Due(fee=fee, team=team, match=match, taken_back=state is False)
            grouped[fees.index(fee), match and match.date].append(due)
    order = sorted(grouped, key=lambda key: (key[1] or date.min, key[0]))
    return [
        Asked(
            fee=fees[no],
            night=night,
            amount=fee_of(league, fees[no]),
            dues=tuple(sorted(grouped[no, night], key=lambda due: due.team.name_key)),
        )
        for no, night in order
    ]


def _owed(league: League, fees: list[str]) -> Iterator[tuple[str, Team, LeagueMatch | None]]:
    teams = {team.pk: team for team in league.teams.select_related("captain")}
    if Fee.ENTRY in fees:
        for team in teams.values():
            if team.withdrawn_at is None:
                yield Fee.ENTRY, team, None
    if fees == [Fee.ENTRY]:
        return
    played = league.matches.filter(walkover="", date__isnull=False, away__isnull=False)
    for match in played.exclude(counted_at=None, card_in_at=None).order_by("date", "pk"):
        if Fee.MATCH in fees and match.counts:
            yield from ((Fee.MATCH, teams[key], match) for key in (match.home_id, match.away_id))
        if Fee.LATE_CARD in fees:
            for key in pays_for_lateness(league, match):
                yield Fee.LATE_CARD, teams[key], match


def pays_for_lateness(league: League, match: LeagueMatch) -> list[int]:
    """Return the keys of the teams that pay because a match's card came late, as was agreed; none
    where it was in time."""
    card = league.agreement.card
    if card is None or match.card_in_at is None or match.date is None:
        return []
    if _local(match.card_in_at) <= card.due(match.date):
        return []
    if card.late == "winner":
        best = _winner(league, match)
        return [getattr(match, f"{best}_id")] if best else []
    return [match.home_id] if card.late == "home" else [match.home_id, match.away_id]


def _local(at: datetime) -> datetime:
    return timezone.localtime(at).replace(tzinfo=None)


def _winner(league: League, match: LeagueMatch) -> str:
    by_points = league.agreement.settings.decided_by == "points"
    here, there = (match.total if by_points else match.games_won) or (0, 0)
    return "" if here == there else "home" if here > there else "away"


# -- Who is asked, and who may be.


def people_of(team: Team) -> QuerySet[Player]:
    """Return the people in a team's money, by name: its captain, its squad, and the people in its
    lines."""
    of_it = Q(captain_of=team) | Q(squads__team=team)
    lines = Entry.objects.filter(of_team__team=team)
    in_lines = Q(pk__in=lines.values("debited")) | Q(pk__in=lines.values("credited"))
    return team.league.club.players.filter(of_it | in_lines).distinct()


def line_of_fee(team: Team, fee: str, **of) -> TeamEntry | None:
    """Return the line that charged a team this fee, unless undone; None without one. `of` are
    further fields to match."""
    lines = standing(Entry.objects.filter(of_team__team=team, of_team__fee=fee))
    return team.money.filter(entry__in=lines, **of).select_related("entry").first()
