"""The stored tournament as values (scoring.tournament.pure). Every result is computed from reports.

Each function makes a fixed number of queries, however many rounds and tables there are.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache

from django.db.models import Count, Exists, F, Max, OuterRef, Q, QuerySet, Subquery
from django.utils.functional import cached_property

from scoring.common.prepared import Prepared
from scoring.euchre.books import on_shelf
from scoring.euchre.rule_set import RuleSet
from scoring.evening.models import Attendance
from scoring.people.models import Player
from scoring.people.queries.people import everybody
from scoring.table.models import (
    ClubSession,
    HandRecord,
    HouseRules,
    Seat,
    Sitting,
    StoredHands,
    Table,
)
from scoring.tournament.models import Entrant, Placing, Report, Round, RoundTable, Tournament
from scoring.tournament.pure import values
from scoring.tournament.pure.formats import Format
from scoring.tournament.pure.impossible import AHand, Reach, impossible, reach_of
from scoring.tournament.pure.reports import DIRECTOR, Testimony, Verdict, Words, last_words, verdict
from scoring.tournament.pure.seats import SIZES, clockwise, seats_at
from scoring.tournament.pure.settings import format_of
from scoring.tournament.pure.wishes import APART, TOGETHER, without_contradictions
from scoring.tournament.queries.hand_sums import HandSums, sums_of
from scoring.tournament.queries.held_clocks import give_held_time

OPPOSITE = {"N": "S", "E": "W"}


def format_in(tournament: Tournament) -> Format:
    """Return the format of a tournament."""
    return format_of(tournament.style, tournament.settings)


@dataclass(frozen=True, kw_only=True)
class PlayedTable:
    """A table of a round with all its hands and reports."""

    row: RoundTable
    seats: Mapping[str, int]
    """Numbers of entrants by seat."""
    sittings: tuple[Sitting, ...]
    sums: tuple[HandSums, ...]
    """What the hands of each sitting add up to."""
    reports: tuple[Report, ...]
    names: Mapping[int, str]
    """Names of all entrants of the tournament, by number."""
    people: Mapping[int, tuple[str, ...]]
    """The same, with each partner of a pair named separately."""
    said: tuple[Testimony, ...]
    """The totals of the logged hands, and each report."""
    lones_barred: bool
    """Whether lone hands are barred there."""
    verdict: Verdict
    format: Format
    rules: RuleSet
    """The tournament's rules."""
    reach: Reach
    """The range of points that are possible in its round."""

    @property
    def bidding(self) -> bool:
        """Return whether players bid for trump and can lose points."""
        return self.rules.bidding

    @property
    def over(self) -> bool:
        """Return whether the table has played its round, as far as is known. Until then its points
        are no result."""
        played = self.format.ends == "hands" and self.hands >= self.format.hands
        by_word = self.verdict.state != "impossible" and any(map(_ends_it, self.reports))
        return played or self.row.round.ended_at is not None or by_word

    @cached_property
    def impossible(self) -> tuple[str, ...]:
        """Return the impossible totals among the reports as sentences. Empty if the director
        decided the result."""
        if self.verdict.state == "forfeited":
            return ()
        said = [one for one in last_words(self.said, self.value) if one.points]
        if any(one.source == DIRECTOR for one in said):
            return ()
        words = Words(self.value, self.names)
        by_one = tuple(
            f"{what} by {words.speaker(one)}, but {why}."
            for one in said
            if one.source != "hands"
            for what, why in self.impossible_in(one.points, one.lones)
        )
        if by_one or any(one.source == "hands" for one in said):
            return by_one
        # Two cards may each know the points of one side only.
        result = self.verdict.result
        together = self.impossible_in(self.verdict.points, result.lones if result else {})
        return tuple(f"{what} from all scores, but {why}." for what, why in together)

    def impossible_in(
        self, points: Mapping[str, int], lones: Mapping[int, int]
    ) -> list[tuple[str, str]]:
        """Return impossible values among points by side and lone hands by number, each with the
        reason. Empty until the points of all sides are known."""
        by_side = self.value.by_side
        if not by_side or points.keys() != by_side.keys():
            return []
        made = {side: sum(lones.get(no, 0) for no in who) for side, who in by_side.items()}
        return list(impossible(points, made, self.reach))

    @property
    def hands(self) -> int:
        """Return the number of hands played in this round, without void deals."""
        return sum(one.hands for one in self.sums)

    @property
    def waits(self) -> bool:
        """Return whether a hand waits for a decision."""
        return any(one.waits for one in self.sums)

    @property
    def points(self) -> Mapping[str, int]:
        """Return the reported points, even if the winner is undecided or the points are impossible.
        Empty if reports disagree."""
        found = self.verdict
        open = found.state in ("tied", "impossible")
        return found.points if found.result is not None or open else {}

    @property
    def late(self) -> int:
        """Return how many counted hands came after the end of the round."""
        return self.row.late

    @property
    def heard_at(self) -> datetime | None:
        """Return the time of the latest report or hand. Before the first, it is the start of the
        round."""
        times = [
            self.row.round.started_at,
            self.row.last_hand_at,
            *(report.at for report in self.reports),
        ]
        return max(filter(None, times), default=None)

    @property
    def value(self) -> values.RoundTable:
        result = self.verdict.result if self.over else None
        alone = bool(self.format.places)
        return values.RoundTable(no=self.row.no, seats=self.seats, result=result, alone=alone)


def _ends_it(report: Report) -> bool:
    """Return whether a report means that a table has played its round."""
    ruled = report.objects_to_it and report.source == Report.Source.DIRECTOR
    return bool(report.points or report.forfeit) or ruled


def load_tournament(
    tournament: Tournament,
    *,
    results_from: int = 1,
    played: Iterable[PlayedTable] | None = None,
) -> values.Tournament:
    """Return the tournament as a value. Makes six queries, and one more if prizes depend on the
    fees paid. Rounds before `results_from` have no results. `played` are the tables of all its
    published rounds, where they are loaded already.

    A draw that is not published is left out. If the draw was planned, the plan has it as it is
    drawn, which takes three more queries.
    """
    entrants = [*_entrants(tournament.pk)]
    return _loaded(tournament, entrants, _rounds(tournament, results_from, played, entrants))


def load_with_tables(tournament: Tournament) -> tuple[values.Tournament, list[PlayedTable]]:
    """Return the tournament as a value, and the tables of its published rounds. They don't know
    their late hands and the times of hands and clocks. Makes as many queries as `load_tournament`
    does."""
    entrants = [*_entrants(tournament.pk)]
    rounds = tournament.rounds.exclude(published_at=None)
    played = played_tables(rounds, entrants=entrants, timed=False)
    return _loaded(tournament, entrants, _rounds(tournament, 1, played, entrants)), played


def _loaded(
    tournament: Tournament,
    entrants: Sequence[Entrant],
    rounds: Iterable[tuple[Round, list[values.RoundTable]]],
) -> values.Tournament:
    format = format_in(tournament)
    paid = _paid(tournament, entrants, format)
    known = [replace(as_value(one), paid=paid[one.no]) for one in entrants]
    return values.Tournament(
        format=format,
        seed=tournament.seed,
        entrants=without_contradictions(known, format),
        rounds=tuple(_round(row, tables) for row, tables in rounds),
        plan=tuple(_plan(tournament)),
        adjustments=tuple(
            adjustment_of(entrant, stored) for entrant in entrants for stored in entrant.adjusted
        ),
        draw=tournament.last_draw,
    )


def is_secret(tournament: Tournament, known: values.Tournament) -> bool:
    """Return whether the standings are hidden until every table of the last round has its
    result."""
    if not known.format.suspense or tournament.finished_at is not None:
        return False
    last = known.rounds[-1] if known.rounds else None
    return (
        last is None
        or last.no < known.format.rounds
        or any(table.result is None for table in last.tables)
    )


def adjustment_of(entrant: Entrant, stored: Mapping) -> values.Adjustment:
    """Return a stored adjustment as a value, without its key."""
    said = {key: value for key, value in stored.items() if key != "key"}
    return values.Adjustment(no=entrant.no, **said)


def _paid(tournament: Tournament, entrants: Iterable[Entrant], format: Format) -> dict[int, int]:
    """Return what each entrant paid, by number, as in a tournament's file. Unless prizes depend on
    it, it is what an imported file says. Once results are announced, it is what was paid then."""
    if tournament.finished_at is not None and "paid" in tournament.results:
        announced = {int(no): paid for no, paid in tournament.results["paid"].items()}
        return {one.no: announced.get(one.no, False) for one in entrants}
    paying = tournament.session.attendances.exclude(fee_paid_at=None)
    came = list(paying) if format.by_fees else []
    fees, payers = {one.player_id: one.fee_minor for one in came}, payers_of(entrants, came)
    found = {}
    for one in entrants:
        paid = one.paid_minor
        if paid is None:
            paid = sum(fees.get(key, 0) for key in payers[one.pk])
        found[one.no] = True if paid and paid == format.fee * len(one.people) else paid
    return found


def payers_of(
    entrants: Iterable[Entrant], came: Iterable[Attendance]
) -> Mapping[int, Sequence[int]]:
    """Return the keys of the players whose check-in fees count for each entrant, by its key. A
    player who was replaced counts for that pair, unless they are entered again."""
    found = {one.pk: [player.pk for player in one.people] for one in entrants}
    entered = {player for people in found.values() for player in people}
    for one in came:
        if one.replaced_in_id in found and one.player_id not in entered:
            found[one.replaced_in_id].append(one.player_id)
    return found


def _plan(tournament: Tournament) -> Iterator[values.Round]:
    drawn = tournament.rounds.filter(published_at=None).first() if tournament.plan else None
    alone = bool(tournament.plan and format_in(tournament).places)
    for planned in (planned_round(one, alone=alone) for one in tournament.plan):
        yield _seated(drawn) if drawn is not None and drawn.no == planned.no else planned


def _seated(row: Round) -> values.Round:
    """Return the seats of a round, without results."""
    tables = list(row.tables.all())
    seats, alone = seats_by_table(tables), bool(format_in(row.tournament).places)
    return _round(
        row,
        (values.RoundTable(no=table.no, seats=seats[table.pk], alone=alone) for table in tables),
    )


def entrants_of(tournament: Tournament) -> QuerySet[Entrant]:
    """Return the entrants with their people, by number."""
    return tournament.entrants.select_related("player", "partner")


def tournament_at_the_door(session: ClubSession) -> Tournament | None:
    """Return the evening's tournament if people can still enter it."""
    found = Tournament.objects.filter(session=session, finished_at=None).first()
    if found is not None:
        found.session = session
    return found


def numbers_of(session: ClubSession) -> dict[int, Entrant]:
    """Return the entrants of the evening's tournament, by the player's key. Makes one query."""
    entrants = Entrant.objects.filter(tournament__session=session, ghost=False)
    return {
        key: one for one in entrants for key in (one.player_id, one.partner_id) if key is not None
    }


_entrants = Prepared(
    lambda tournament: Entrant.objects.filter(tournament=tournament).select_related(
        "player", "partner"
    )
)


def late_comers(tournament: Tournament) -> list[Player]:
    """Return the players who are checked in, are not entered and have not left, in order of
    arrival. Makes one query."""
    entered = tournament.entrants.filter(
        Q(player=OuterRef("player")) | Q(partner=OuterRef("player"))
    )
    here = tournament.session.attendances.filter(~Exists(entered), left_at=None)
    return [one.player for one in here.select_related("player")]


def not_entered(tournament: Tournament) -> list[Player]:
    """Return the players on the club's list who still come and are not entered, by name. Makes two
    queries."""
    of_pairs = tournament.entrants.values_list("player", "partner")
    entered = {player for both in of_pairs for player in both}
    people = everybody(tournament.session.club)
    return [player for player in people if player.active and player.pk not in entered]


def as_value(entrant: Entrant) -> values.Entrant:
    return values.Entrant(
        no=entrant.no,
        names=tuple(player.name for player in entrant.people),
        group=entrant.group,
        ghost=entrant.ghost,
        since=entrant.since,
        left=entrant.left,
        carried=values.Carried(**entrant.carried),
        together=_wishes(entrant, TOGETHER),
        apart=_wishes(entrant, APART),
        handicap=entrant.handicap,
        tickets=entrant.tickets,
        colours=tuple(player.colour for player in entrant.people),
    )


def _wishes(entrant: Entrant, kind: str) -> tuple[values.Wish, ...]:
    return tuple(values.Wish(**one) for one in entrant.wishes.get(kind, ()))


def planned_round(document: Mapping, *, alone: bool) -> values.Round:
    """Return a round of a plan, which is stored in the format of a tournament's file. With `alone`
    each plays for themselves."""
    # PostgreSQL does not keep the order of keys.
    tables = tuple(
        values.RoundTable(no=table["table"], seats=_clockwise(table["seats"]), alone=alone)
        for table in document["tables"]
    )
    return values.Round(
        no=document["no"], tables=tables, sitting_out=tuple(document["sitting_out"])
    )


def _clockwise(seats: Mapping[str, int]) -> dict[str, int]:
    return {seat: seats[seat] for seat in clockwise(seats)}


def as_planned(round: values.Round) -> dict:
    """Return a round in the format in which a plan stores it."""
    return {
        "no": round.no,
        "sitting_out": list(round.sitting_out),
        "tables": [{"table": table.no, "seats": dict(table.seats)} for table in round.tables],
    }


def _round(row: Round, tables: Iterable[values.RoundTable]) -> values.Round:
    return values.Round(no=row.no, tables=tuple(tables), sitting_out=tuple(row.sitting_out))


def _rounds(
    tournament: Tournament,
    since: int,
    played: Iterable[PlayedTable] | None,
    entrants: Sequence[Entrant],
) -> Iterator[tuple[Round, list[values.RoundTable]]]:
    rows = tournament.rounds.exclude(published_at=None)
    found = defaultdict(list)
    earlier = RoundTable.objects.filter(round__in=rows, round__no__lt=since)
    seats, alone = seats_by_table(earlier), bool(format_in(tournament).places)
    for table, round, no in earlier.order_by("no").values_list("pk", "round", "no"):
        found[round].append(values.RoundTable(no=no, seats=seats[table], alone=alone))
    if played is None:
        played = played_tables(rows.filter(no__gte=since), entrants=entrants, timed=False)
    for table in played:
        found[table.row.round_id].append(table.value)
    for row in rows:
        yield row, found[row.pk]


def played_tables(
    rounds: QuerySet[Round] | list[Round],
    *,
    entrants: Sequence[Entrant] | None = None,
    timed: bool = True,
    **which,
) -> list[PlayedTable]:
    """Return the tables of these rounds of one tournament with their reports, by round and number.
    `which` selects tables by fields of RoundTable. Makes ten queries, and one more if a partner was
    replaced; one less if the tournament's `entrants` are known. If not `timed`, they don't know
    their late hands and the times of hands and clocks, which no result depends on."""
    found = RoundTable.objects.filter(round__in=rounds, **which).order_by("round__no", "no")
    found = found.annotate(closed_at=next_round("published_at"))
    rows = list(_with_times_of_hands(found).select_related("table") if timed else found)
    if not rows:
        return []
    _share(rows)
    if timed:
        give_held_time(rows)
    every = _entrants(rows[0].round.tournament_id) if entrants is None else entrants
    known = {one.pk: one for one in every}
    seats = _seats(known, Placing.objects.filter(round_table__in=rows))
    people = {player.pk: player for one in every for player in one.people}
    rules = rules_in(rows[0].round.tournament)
    sittings, reports = _sittings(rows, people), _reports(rows, known)
    sums = _sums(sittings, tricks=rules.tricks_dealt)
    names = {one.no: one.name for one in every}
    each = {one.no: tuple(player.name for player in one.people) for one in every}
    numbers = {player.pk: one.no for one in every for player in one.people}
    tournament = rows[0].round.tournament
    whole = format_in(tournament)
    formats = {no: whole.in_round(no) for no in {row.round.no for row in rows}}
    nobody_alone = not rules.lone_hands and not (rules.bids_for_all or rules.alone_at)
    needs_winner = whole.tie != "stays"
    found = []
    for row in rows:
        format = formats[row.round.no]
        at, sat, entered = seats[row.pk], tuple(sittings[row.pk]), tuple(reports[row.pk])
        came = tuple(sums[sitting.pk] for sitting in sat)
        alone = bool(format.places)
        hands = _hands(at, sat, came, numbers, alone=alone)
        said = tuple(_testimonies(hands, entered, closed_at=row.closed_at))
        barred = format.bars_lone_hands(row.no, len(at)) or (nobody_alone and len(at) in SIZES)
        reach = _reach(row, format, rules, len(at))
        played = PlayedTable(
            row=row,
            seats=at,
            sittings=sat,
            sums=came,
            reports=entered,
            names=names,
            people=each,
            said=said,
            lones_barred=barred,
            verdict=verdict(
                said,
                at,
                alone=alone,
                needs_winner=needs_winner,
                lones_barred=barred,
                # Announced results are kept.
                reach=reach if tournament.finished_at is None else None,
                forfeit_points=format.forfeit,
                names=names,
            ),
            format=format,
            rules=rules,
            reach=reach,
        )
        found.append(played)
    return found


def _with_times_of_hands(tables: QuerySet[RoundTable]) -> QuerySet[RoundTable]:
    hands = "sittings__hands"
    after = Q(sittings__hands__logged_at__gt=F("round__ended_at"), sittings__hands__state="counted")
    after &= Q(round__ended_at__gte=F("round__drawn_at"))  # not of a round that was brought back
    return tables.annotate(last_hand_at=Max(f"{hands}__logged_at"), late=Count(hands, filter=after))


def _share(rows: list[RoundTable]) -> None:
    """Give tables of one tournament the same objects for rounds, tables of the club night and
    rules. Makes two queries, and one more if the tables are not read with them."""
    found = Round.objects.select_related("tournament__house")
    found = found.defer("tournament__plan", "tournament__results")
    rounds = found.in_bulk({row.round_id for row in rows})
    at = _tables(rows)
    tables = at.values()
    houses = HouseRules.objects.in_bulk({one.house_id for one in tables if one.house_id})
    rules: dict[tuple, RuleSet] = {}
    for table in tables:
        table.house = houses.get(table.house_id)
        chosen = table.house_id, table.rules_key, repr(table.options)
        table.rules = rules[chosen] = rules.get(chosen) or table.rules
    for row in rows:
        row.round, row.table = rounds[row.round_id], at.get(row.table_id)


def _tables(rows: Iterable[RoundTable]) -> dict[int, Table]:
    """Return the tables of the club night, by key."""
    rows = [row for row in rows if row.table_id is not None]
    if all(RoundTable.table.is_cached(row) for row in rows):
        return {row.table_id: row.table for row in rows}
    return Table.objects.in_bulk({row.table_id for row in rows})


def next_round(column: str) -> Subquery:
    """Return a subquery for a time (`column`) of the round after that of a RoundTable."""
    after = {"tournament": OuterRef("round__tournament"), "no": OuterRef("round__no") + 1}
    return Subquery(Round.objects.filter(**after).values(column)[:1])


def rules_in(tournament: Tournament) -> RuleSet:
    """Return the rules of a tournament's tables, which are the club's own or those of its
    format."""
    return tournament.house.rules if tournament.house else on_shelf(format_in(tournament).rules)


def _rules_at(row: RoundTable, format: Format, rules: RuleSet, people: int) -> RuleSet:
    """Return the rules that a table plays by. `rules` are the tournament's."""
    if row.table is not None:
        return row.table.rules
    key = format.rules_of(people)
    return rules if key == format.rules else on_shelf(key)


def _reach(row: RoundTable, format: Format, rules: RuleSet, people: int) -> Reach:
    """Return the range of points that a table can score. `rules` are the tournament's."""
    return reach_of(
        format,
        table=row.no,
        a_hand=a_hand_of(_rules_at(row, format, rules, people), people, alone=bool(format.places)),
        extra_minutes=row.extra_minutes,
        by_clock=row.round.ended_how == "clock",
    )


@lru_cache(maxsize=256)
def a_hand_of(rules: RuleSet, people: int, *, alone: bool = False) -> AHand:
    """Return the points that one hand can score at a table of this many people, who may each play
    for themselves."""
    if rules.bidding:
        tricks = rules.tricks_dealt
        number = tricks + rules.made_bonus + (rules.lone_bonus if rules.alone_at else 0)
        made = max(number, rules.bid_alone_value, *(one.value for one in rules.lone_bids))
        return AHand(least=values.LEAST_POINTS, most=made + tricks)
    if rules.each_scores:
        return AHand(least=values.LEAST_POINTS, most=rules.tricks_dealt * rules.trick)
    lone = rules.lone_march_of(people) if rules.lone_hands else 0
    defence = rules.lone_defence if rules.defends(lone=True) else 0
    of_any = rules.number("lone_defence_any") if rules.defends(lone=False) else 0
    euchres = (rules.euchre, rules.number("lone_euchre"), defence, of_any)
    numbers = (rules.march[people], lone, *euchres)
    best = max(*numbers, rules.jambone, rules.jamboree, rules.abandoned)
    # With three people, two score against the third. In call-ace all but one can.
    most = best * (people - 1) if alone or people == 3 else best
    if rules.set_back or rules.revoke_from:  # other hands can take what a lone hand brought
        return AHand(least=values.LEAST_POINTS, most=most)
    return AHand(least=1, most=most, lone=lone)


def _sittings(rows: list[RoundTable], people: Mapping[int, Player]) -> dict[int, list[Sitting]]:
    """Return the sittings of these tables with their players, by the key of the table. `people` are
    by key. Makes two queries, and one more if a player there was replaced."""
    at = {row.pk: row for row in rows}
    sittings = {
        sitting.pk: sitting
        for sitting in Sitting.objects.filter(round_table__in=rows).order_by("no")
    }
    seats = Seat.objects.filter(sitting__in=sittings).order_by("no")
    seats = list(seats.values_list("sitting", "player"))
    gone = Player.objects.in_bulk({player for _, player in seats} - people.keys())
    for sitting, player in seats:
        sitters = sittings[sitting].__dict__.setdefault("players", [])
        sitters.append(people.get(player) or gone[player])
    found = defaultdict(list)
    for sitting in sittings.values():
        sitting.table = at[sitting.round_table_id].table
        found[sitting.round_table_id].append(sitting)
    return found


def _sums(sittings: Mapping[int, Sequence[Sitting]], *, tricks: int) -> dict[int, HandSums]:
    """Return what the hands of each sitting add up to, by its key. Makes one query."""
    every = [sitting for those in sittings.values() for sitting in those]
    hands = HandRecord.objects.filter(sitting__in=every).order_by("place", "logged_at")
    stored = StoredHands(hands)
    return {sitting.pk: sums_of(sitting, stored, tricks=tricks) for sitting in every}


def _reports(rows: list[RoundTable], entrants: Mapping[int, Entrant]) -> dict[int, list[Report]]:
    """Return the reports that are not withdrawn, by the key of the table. Makes one query."""
    found = defaultdict(list)
    for report in Report.objects.filter(round_table__in=rows, withdrawn_at=None):
        if report.entrant_id:
            report.entrant = entrants[report.entrant_id]
        found[report.round_table_id].append(report)
    return found


def _seats(
    entrants: Mapping[int, Entrant], placings: QuerySet[Placing]
) -> dict[int, dict[str, int]]:
    """Return the numbers of entrants by seat, by the table's key. A pair sits in both seats of its
    side."""
    found: dict[int, dict[str, int]] = defaultdict(dict)
    for table, seat, entrant in placings.values_list("round_table", "seat", "entrant"):
        found[table][seat] = entrants[entrant].no
        if entrants[entrant].partner_id is not None:
            found[table][OPPOSITE[seat]] = entrants[entrant].no
    return {
        table: {seat: seats[seat] for seat in clockwise(seats)} for table, seats in found.items()
    }


def seats_by_table(tables: QuerySet[RoundTable] | list[RoundTable]) -> dict[int, dict[str, int]]:
    """Return the numbers of entrants by seat, by the table's key. A pair sits in both seats of its
    side."""
    found: dict[int, dict[str, int]] = defaultdict(dict)
    placings = Entrant.objects.filter(placings__round_table__in=tables)
    rows = placings.values_list("placings__round_table", "placings__seat", "no", "partner")
    for table, seat, no, partner in rows:
        found[table][seat] = no
        if partner is not None:
            found[table][OPPOSITE[seat]] = no
    return {
        table: {seat: seats[seat] for seat in clockwise(seats)} for table, seats in found.items()
    }


def _testimonies(
    hands: Testimony | None, reports: Sequence[Report], *, closed_at: datetime | None
) -> Iterator[Testimony]:
    if hands is not None:
        yield hands
    yield from (testimony_of(report, closed_at) for report in reports)


def testimony_of(report: Report, closed_at: datetime | None = None) -> Testimony:
    """Return a report as a value. `closed_at` is when the next round was published, if it was."""
    late = (
        closed_at is not None and report.at > closed_at and report.source != Report.Source.DIRECTOR
    )
    return Testimony(
        source=report.source,
        side=report.side,
        entrant=report.entrant.no if report.entrant else None,
        points=report.points,
        lones=_by_number(report.lones),
        euchres=_by_number(report.euchres),
        tried=_by_number(report.tried),
        tie=report.tie or None,
        objects=report.objects_to_it,
        forfeit=report.forfeit or None,
        late=late,
        why=report.why,
        order=report.pk,
    )


def _by_number(stored: Mapping[str, int]) -> dict[int, int]:
    return {int(no): times for no, times in stored.items()}


def _hands(
    seats: Mapping[str, int],
    sittings: Sequence[Sitting],
    sums: Sequence[HandSums],
    numbers: Mapping[int, int],
    *,
    alone: bool,
) -> Testimony | None:
    """Return the totals of the hands that a table's phone logged, if there are any. With `alone`
    each plays for themselves."""
    if not any(one.counted for one in sums):
        return None
    points: dict[str, int] = defaultdict(int)
    found: dict[str, dict[int, int]] = {name: defaultdict(int) for name in Report.COUNTED}
    sides = tuple(values.RoundTable(no=0, seats=seats, alone=alone).by_side)
    for sitting, one in zip(sittings, sums, strict=True):
        # Partners have the same points, so those of the first two seats are the sides'.
        for side, total in zip(sides, one.points, strict=False):
            points[side] += total
        for name, counted in found.items():
            for place, times in getattr(one, name).items():
                who = _whose(sitting.players, place, seats, numbers)
                if who is not None:
                    counted[who] += times
    made = {name: {no: times for no, times in one.items() if times} for name, one in found.items()}
    return Testimony(source="hands", points=dict(points), order=0, **made)


def _whose(
    players: Sequence[Player], place: int, seats: Mapping[str, int], numbers: Mapping[int, int]
) -> int | None:
    """Return the number of the entrant who sat in a seat at a table. If the player was
    replaced since, and their partner is still in the pair, return the pair's number."""
    there = seats_at(len(players))
    seat, beside = there[place], (place + 2) % 4
    at = seats.get(seat)
    if len(players) == 4 and at == seats.get(there[beside]) == numbers.get(players[beside].pk):
        return at
    no = numbers.get(players[place].pk)
    # A player who was replaced may have entered again since, under another number.
    return no if no in seats.values() else at
