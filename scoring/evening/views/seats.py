"""Seating: choose players and tables, draw the seats, show the cut, and open all tables at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect
from django.utils.functional import cached_property
from django.views.decorators.http import require_safe

from scoring.common.amounts import Stake
from scoring.common.answers import or_show, piece_or_page, posted, valid
from scoring.common.names import in_short
from scoring.common.permissions import RUN, WRITE, Actor, may
from scoring.euchre.books import on_shelf
from scoring.euchre.rule_set import RuleSet
from scoring.euchre.rules_pages.lines import RuleLine, first_hand, pack
from scoring.euchre.wording import counted, side_names
from scoring.evening.actions import plans as verbs
from scoring.evening.actions.plans import move, open_plan
from scoring.evening.forms.plans import WAITING, MoveForm, PlanForm, SeenForm
from scoring.evening.models import Plan
from scoring.evening.queries.cutting import free_people
from scoring.evening.queries.plans import (
    bound,
    cut_of,
    dealers_of,
    is_cut,
    manners_of,
    meetings,
    next_table_no,
    standing_plan,
    tables_of,
    waits_elsewhere,
)
from scoring.movement.mixes import SEAT_RULES
from scoring.movement.table_cut import AGAIN, KNAVE_FIRST, in_pack, law_of, left_equal, why_of
from scoring.people.models import Player
from scoring.table.access import session_by_number
from scoring.table.models import ClubSession, HouseRules
from scoring.table.pure.ring import ring, rows
from scoring.table.queries.usual import tables_lately


@dataclass(frozen=True, kw_only=True)
class CardShown:
    """A card that a player cut; `place` is the player's place among all who cut, counted from 1."""

    name: str
    place: int
    rank: str
    suit: str


@dataclass(frozen=True, kw_only=True)
class CutShown:
    """Some people cut once each."""

    no: int
    table: int | None
    """The number of the table at which they cut."""
    again: bool
    why: str
    law: str
    note: str
    cards: tuple[CardShown, ...]


def cuts_of(plan: Plan, people: Mapping[int, Player], tables: Sequence[int]) -> list[CutShown]:
    """Return every cut of a plan, in order; empty without cutting. `tables` are the numbers of its
    tables."""
    if not is_cut(plan):
        return []
    names = [str(people.get(key, "somebody")) for key in plan.people]
    return [
        CutShown(
            no=cut.no,
            table=None if cut.table is None else tables[cut.table],
            again=cut.what == AGAIN,
            why=why_of(cut, tables=len(tables)),
            law=law_of(cut),
            note=left_equal(cut),
            cards=tuple(
                CardShown(
                    name=names[card.person], place=card.person + 1, rank=card.rank, suit=card.suit
                )
                for card in cut.cards
            ),
        )
        for cut in cut_of(plan).cuts
    ]


COMPASS = ("North", "East", "South", "West")


@dataclass(frozen=True, kw_only=True)
class SeatShown:
    """A seat of a plan, or the place of one who waits."""

    place: str
    """What a form sends for it: table and seat, counted from 0 ("0.3"), or WAITING."""
    label: str
    """ "North", "Seat 5"; why they wait."""
    player: Player | None
    name: str = ""
    """As it is written where room is short: "Bartholomew F."."""
    trouble: str = ""
    """Why they cannot sit down now: "has left", "sits at Table 3"."""
    deals: bool = False
    at: str = ""
    """Where it is drawn: a side of the table and a row."""


@dataclass(frozen=True, kw_only=True)
class TableShown:
    """A table of a plan."""

    no: int
    rules: RuleSet
    stake: str
    pack: RuleLine
    first_hand: tuple[RuleLine, ...]
    seat_rules: tuple[str, ...]
    seats: tuple[SeatShown, ...]
    sides: str
    """The two sides, if partners face each other."""
    met: str
    """How often its people met in the last year, where seats were balanced."""
    rows: int
    """How many seats are drawn one below the other on its right."""


@dataclass(frozen=True, kw_only=True)
class PlanPage:
    """A plan of seats; a fixed number of queries."""

    plan: Plan
    picked: str
    """The key of the player to move, from the address."""
    message: str

    @property
    def stands(self) -> bool:
        plan = self.plan
        return not plan.opened_at and not plan.dropped_at and not plan.session.closed

    @cached_property
    def _late(self) -> list[Player]:
        """The people who came after the plan was made."""
        if not self.stands:
            return []
        people = free_people(self.plan.session)
        return [player for player in people if player.pk not in self.plan.people]

    @cached_property
    def _people(self) -> dict[int, Player]:
        return _people(self.plan) | {player.pk: player for player in self._late}

    @cached_property
    def _bound(self) -> Mapping[int, str]:
        return bound(self.plan.session) if self.stands else {}

    @cached_property
    def tables(self) -> list[TableShown]:
        return _tables(self.plan, self._people, self._bound)

    @cached_property
    def waiting(self) -> list[SeatShown]:
        late = [player.pk for player in self._late]
        return _waiting(self.plan, self._people, self._bound, late)

    @cached_property
    def _taken(self) -> list[SeatShown]:
        return [seat for table in self.tables for seat in table.seats if seat.player]

    @property
    def trouble(self) -> list[SeatShown]:
        return [seat for seat in self._taken if seat.trouble]

    @cached_property
    def cuts(self) -> list[CutShown]:
        return cuts_of(self.plan, self._people, [table.no for table in self.tables])

    @property
    def by_cut(self) -> bool:
        return is_cut(self.plan)

    @property
    def packs(self) -> str:
        """The number of cards in each pack, and the cards: "24 (J A K Q 10 9)"."""
        lowest = {table.lowest: None for table in manners_of(self.plan)}
        packs = [in_pack(KNAVE_FIRST, one) for one in lowest]
        return " or ".join(f"{4 * len(ranks)} ({' '.join(ranks)})" for ranks in packs)

    @property
    def order(self) -> list[Player | None]:
        return [self._people.get(key) for key in self.plan.people]

    @cached_property
    def form(self) -> MoveForm:
        tables, people = self.tables, (*self._taken, *self.waiting)
        return MoveForm(
            people=[(seat.player.pk, seat.player.name) for seat in people],
            seats=[(seat.place, _called(table, seat)) for table in tables for seat in table.seats],
            initial={"who": self.picked, "seen": self.plan.edition},
        )


def _people(plan: Plan) -> dict[int, Player]:
    seated = [key for table in plan.tables for key in table["seats"]]
    return Player.objects.in_bulk([key for key in {*plan.people, *seated} if key is not None])


def _in_short(people: Mapping[int, Player]) -> dict[int, str]:
    names = in_short(player.name for player in people.values())
    return {key: names[player.name] for key, player in people.items()}


def _tables(
    plan: Plan, people: Mapping[int, Player], trouble: Mapping[int, str]
) -> list[TableShown]:
    houses = HouseRules.objects.in_bulk([table["house"] for table in plan.tables if table["house"]])
    first, kinds = next_table_no(plan.session), tables_of(plan)
    past = meetings(plan.session, plan.people).met if plan.way == Plan.Way.BALANCED else None
    found = []
    for no, (table, kind, dealer) in enumerate(
        zip(plan.tables, kinds, dealers_of(plan), strict=True)
    ):
        house = houses.get(table["house"])
        rules = house.rules if house else on_shelf(table["rules_key"])
        seats = _seats(no, table["seats"], people, trouble, dealer)
        stake = (
            Stake(plan.session.club.currency, table["stake_minor"])
            if table["stake_minor"]
            else None
        )
        found.append(
            TableShown(
                no=table.get("no") or first + no,
                rules=rules,
                stake=stake.as_text(rules.unit) if stake else "",
                pack=pack(rules)[rules.players.index(kind.seats)],
                first_hand=first_hand(rules),
                seat_rules=SEAT_RULES.get(rules.shelf_key, ()),
                seats=seats,
                sides=_sides(rules, seats),
                met="" if past is None else _met(table["seats"], past),
                rows=rows(kind.seats),
            )
        )
    return found


def _seats(
    no: int,
    keys: list[int | None],
    people: Mapping[int, Player],
    trouble: Mapping[int, str],
    dealer: int | None,
) -> tuple[SeatShown, ...]:
    drawn, short = ring(len(keys)), _in_short(people)
    return tuple(
        SeatShown(
            place=f"{no}.{seat}",
            label=COMPASS[seat] if len(keys) == 4 else f"Seat {seat + 1}",
            player=people.get(key),
            name=short.get(key, ""),
            trouble=trouble.get(key, ""),
            deals=key is not None and key == dealer,
            at=drawn[seat],
        )
        for seat, key in enumerate(keys)
    )


def _sides(rules: RuleSet, seats: tuple[SeatShown, ...]) -> str:
    if rules.partners != "fixed" or not all(seat.player for seat in seats):
        return ""
    return " against ".join(side_names(rules, [seat.player.name for seat in seats]))


def _met(keys: list[int | None], past: Mapping[tuple[int, int], int]) -> str:
    pairs = list(combinations(sorted(filter(None, keys)), 2))
    new, often = sum(pair not in past for pair in pairs), sum(past.get(pair, 0) for pair in pairs)
    if not pairs:
        return ""
    number = counted(len(pairs), "pair")
    if not often:
        return f"{number}: none have met in the last year."
    return (
        f"{number}: {new or 'none'} new in the last year, the others met {counted(often, 'time')}."
    )


def _waiting(
    plan: Plan, people: Mapping[int, Player], trouble: Mapping[int, str], late: list[int]
) -> list[SeatShown]:
    seated = {key for table in plan.tables for key in table["seats"]}
    short = _in_short(people)
    keys = [
        key for key in dict.fromkeys([*plan.people, *late]) if key in people and key not in seated
    ]
    return [
        SeatShown(
            place=WAITING,
            label="came later" if key in late else "",
            player=people[key],
            name=short[key],
            trouble=trouble.get(key, ""),
        )
        for key in keys
    ]


def _called(table: TableShown, seat: SeatShown) -> str:
    """Return what a list calls a seat: "Table 2, North: Ann"."""
    return f"Table {table.no}, {seat.label}: {seat.player or 'empty'}"


MOST_SHOWN = 20


@require_safe
@session_by_number(WRITE)
def seats(request: HttpRequest, session: ClubSession, actor: Actor) -> HttpResponse:
    """Show the people to seat, the tables for them, and earlier seating plans."""
    return _show_seats(request, session, actor)


def _show_seats(
    request: HttpRequest,
    session: ClubSession,
    actor: Actor,
    sent: QueryDict | None = None,
    *,
    form: PlanForm | None = None,
    status: int = 200,
) -> HttpResponse:
    waits = waits_elsewhere(session)
    form = form or _form(session, sent, waits)
    context = {
        "session": session,
        "runs": may(actor, RUN, session),
        "form": form,
        "people": [(key, player, waits.get(player.pk, "")) for key, player in form.free.items()],
        "standing": standing_plan(session),
        "plans": session.plans.exclude(opened_at=None, dropped_at=None)[:MOST_SHOWN],
    }
    template = "evening/seats/seats.html"
    return piece_or_page(request, template, context, piece="mixes", status=status)


def _form(session: ClubSession, sent: QueryDict | None, waits: dict[int, str]) -> PlanForm:
    """Return the form of a plan; at first everybody is ticked who is free and waits at no table."""
    free, standing = free_people(session), standing_plan(session)
    return PlanForm(
        sent,
        free=free,
        chosen=[player.pk for player in free if player.pk not in waits],
        houses=session.club.house_rules.standing(),
        currency=session.club.currency,
        usual=tables_lately(session.club),
        initial={"seen": standing.pk if standing else None},
    )


@posted(session_by_number(WRITE))
def make(request: HttpRequest, session: ClubSession, actor: Actor) -> HttpResponse:
    """Make a plan; with `look`, preview the mixes for the ticked people."""
    form = _form(session, request.POST, {})
    page = partial(_show_seats, request, session, actor, form=form)
    if "look" in request.POST:
        form.full_clean()
        form.errors.clear()
        return page()
    with or_show(page, form, already=partial(_to_another, request)):
        clean = valid(form)
        what = {"players": form.players, "names": clean["names"], "tables": form.tables}
        plan = verbs.make_plan(
            session=session, way=clean["way"], seen=clean["seen"], actor=actor, **what
        )
    return redirect("plan", session.pk, plan.pk)


def _to_another(request: HttpRequest, why: verbs.AnotherPlan) -> HttpResponse:
    messages.info(request, str(why))
    return redirect("plan", why.plan.session_id, why.plan.pk)


@require_safe
@session_by_number(WRITE)
def plan(request: HttpRequest, session: ClubSession, actor: Actor, plan: int) -> HttpResponse:
    """Show a seating plan with every card that was cut (`?who=` is the player to move)."""
    return _plan(request, session, actor, plan)


def _plan(
    request: HttpRequest,
    session: ClubSession,
    actor: Actor,
    key: int,
    *,
    message: str = "",
    status: int = 200,
) -> HttpResponse:
    picked = request.GET.get("who", "")
    page = PlanPage(plan=_found(session, key), picked=picked, message=message)
    context = {"page": page, "session": session, "runs": may(actor, RUN, session)}
    template = "evening/seats/plan.html"
    return piece_or_page(request, template, context, piece="plan", status=status)


def _found(session: ClubSession, key: int) -> Plan:
    found = get_object_or_404(Plan, pk=key, session=session)
    found.session = session
    return found


@posted(session_by_number(WRITE), to="plan")
def move_in_plan(request: HttpRequest, session: ClubSession, actor: Actor, plan: int) -> None:
    """Move a player to another seat; two players swap."""
    found = _found(session, plan)
    with or_show(partial(_plan, request, session, actor, plan)):
        clean = valid(MoveForm(request.POST))
        move(plan=found, player=clean["who"], to=clean["to"], seen=clean["seen"], actor=actor)


@posted(session_by_number(WRITE))
def draw_again(request: HttpRequest, session: ClubSession, actor: Actor, plan: int) -> HttpResponse:
    """Draw the same people again; the earlier plan is still readable."""
    page = partial(_plan, request, session, actor, plan)
    with or_show(page, already=partial(_to_another, request)):
        again = verbs.draw_again(plan=_found(session, plan), actor=actor)
    return redirect("plan", session.pk, again.pk)


@posted(session_by_number(WRITE), to="seats")
def drop(request: HttpRequest, session: ClubSession, actor: Actor, plan: int) -> None:
    """Put a plan aside, to choose again who plays."""
    with or_show(partial(_plan, request, session, actor, plan)):
        verbs.drop_plan(plan=_found(session, plan))


@posted(session_by_number(RUN), to="session")
def open_tables(request: HttpRequest, session: ClubSession, actor: Actor, plan: int) -> str:
    """Open all tables of the plan, and lead to where they are."""
    found = _found(session, plan)
    with or_show(partial(_plan, request, session, actor, plan)):
        opened = open_plan(plan=found, seen=valid(SeenForm(request.POST))["seen"])
    number = sum("no" in table for table in opened.tables)
    return (
        f"{counted(number, 'table')} opened. Give each table its QR code. "
        "The seating plan is under Seats."
    )
