"""Stored seats of a round, the tables that rounds need, and the sittings in which phones keep
score."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.db.models import Count, Max
from django.utils import timezone

from scoring.euchre import books
from scoring.table.models import HouseRules, Link, Seat, Sitting, Table
from scoring.table.models.play import TERMS
from scoring.tournament.models import Placing, Round, RoundTable, Tournament
from scoring.tournament.pure import values
from scoring.tournament.pure.formats import THREE_HANDED, Format
from scoring.tournament.pure.seats import SIZES
from scoring.tournament.queries.now import format_in, seats_by_table

HEAD = 1
GAMES = ("laps", "love_double", "win_by", "skunk", "rubber", "rubber_bonus", "stakes")
GAMES += ("no_lone_from",)
LONE = (
    "lone_point",
    "lone_march",
    "lone_euchre",
    "lone_defence",
    "defend_alone",
    "defends_alone",
    "lone_defence_any",
    "jambone",
    "jamboree",
)


def tables_for(
    tournament: Tournament, rows: list[RoundTable], seats: dict[int, dict[str, int]]
) -> dict[int, Table]:
    """Return the tables of these numbers. Missing ones are created with their links.

    Tables that no round uses, because it was undone, keep their links and get the current rules. If
    another table of the evening has a number, there is no table for it and its results are entered
    as totals.
    """
    found = tournament.session.tables.select_related("house", "session__club").annotate(
        used=Count("rounds")
    )
    known = {table.no: table for table in found}
    rules, people = (
        _Rules(tournament, rows[0].round.no),
        {one.no: len(seats[one.pk]) for one in rows},
    )
    ours = {no: known[no] for no in people if no in known and _is_for_rounds(known[no])}
    ours |= _opened(tournament, {no: rules.of(no, people[no]) for no in people if no not in known})
    unused = {no: table for no, table in ours.items() if no in known and not table.used}
    _change_rules(unused, {no: rules.of(no, people[no]) for no in unused})
    if rules.format.stages and HEAD in ours and HEAD in known and people[HEAD] in SIZES:
        _follow_stage(ours[HEAD], rules.of(HEAD, people[HEAD]), people[HEAD])
    _forget_rules(tournament)
    return ours


def _opened(tournament: Tournament, rules: Mapping[int, dict]) -> dict[int, Table]:
    """Return new tables with their links, by these numbers."""
    tables = (Table(session=tournament.session, no=no, **by) for no, by in rules.items())
    opened = Table.objects.bulk_create(tables)
    rights = (Link.Right.WRITE, Link.Right.WATCH)
    Link.objects.bulk_create(Link(table=table, right=right) for table in opened for right in rights)
    return {table.no: table for table in opened}


def _change_rules(tables: Mapping[int, Table], rules: Mapping[int, dict]) -> None:
    for no, table in tables.items():
        table.rules_key, table.house = rules[no]["rules_key"], rules[no]["house"]
    Table.objects.bulk_update(tables.values(), ["rules_key", "house"])


def _follow_stage(table: Table, rules: dict, people: int) -> None:
    """Let the head table allow lone hands, or not, as its stage does. Its earlier rounds keep their
    rules."""
    if people in table.rules.pack and table.house != rules["house"]:
        then = {name: getattr(table, name) for name in TERMS}
        table.sittings.filter(rules_key="").update(**then)
        _change_rules({table.no: table}, {table.no: rules})
        vars(table).pop("rules", None)


def close_tables(tournament: Tournament) -> None:
    """Delete the evening's tables for this tournament. No round uses them any more."""
    tournament.session.tables.filter(house__for_rounds=True).delete()
    _forget_rules(tournament)


def _forget_rules(tournament: Tournament) -> None:
    """Delete rules that were made for rounds and that no table uses."""
    _rules_for_rounds(tournament)
    HouseRules.objects.filter(
        club=tournament.session.club_id, for_rounds=True, tables=None
    ).delete()


def _rules_for_rounds(tournament: Tournament) -> list[HouseRules]:
    """Return the rules that the club's tournaments made for their tables, the oldest first. They
    are locked because another tournament may be deleting them."""
    found = HouseRules.objects.for_writing().filter(
        club=tournament.session.club_id, for_rounds=True
    )
    return list(found.order_by("pk"))


def _is_for_rounds(table: Table) -> bool:
    return table.house is not None and table.house.for_rounds


class _Rules:
    """The rules of a tournament's tables, with points and without games. The head table may allow
    no lone hands. Equal rules of earlier tournaments are used again."""

    def __init__(self, tournament: Tournament, round: int) -> None:
        self.tournament = tournament
        self.format = format_in(tournament).in_round(round)
        self.known = _rules_for_rounds(tournament)
        self.found: dict[tuple[str, bool], HouseRules] = {}

    def of(self, no: int, people: int) -> dict:
        """Return the fields of a Table that set its rules."""
        kind = (self.format.rules_of(people), self.format.bars_lone_hands(no, people))
        house = self.found.get(kind) or self._find(*kind)
        return {"rules_key": house.base, "house": house}

    def _find(self, key: str, barred: bool) -> HouseRules:
        base, name, changes = self._base(key)
        three = key == THREE_HANDED
        new = HouseRules(
            club=self.tournament.session.club,
            for_rounds=True,
            base=base,
            name=f"{name}, in rounds{', nobody alone' if barred else ''}"[: books.LONGEST_NAME],
            changes={"target": None} if three else in_rounds(changes, self.format, barred=barred),
        )
        house = next((one for one in self.known if one.document == new.document), new)
        if house is new:
            new.save()
        self.found[key, barred] = house
        return house

    def _base(self, key: str) -> tuple[str, str, dict]:
        house = self.tournament.house
        if house is not None and key == self.format.rules:
            return house.base, house.name, house.changes
        return key, books.on_shelf(key).name, {}


def in_rounds(changes: dict, format: Format, *, barred: bool) -> dict:
    """Return the changes that a table of a tournament makes to a rule set, in addition to house
    rules."""
    kept = {name: value for name, value in changes.items() if name not in GAMES}
    if barred:
        kept = {name: value for name, value in kept.items() if name not in LONE}
        return kept | {"target": None, "alone": "nobody"}
    lone = {} if format.lone_euchre is None else {"lone_euchre": format.lone_euchre}
    return kept | {"target": None} | lone


def store_seats(row: Round, drawn: values.Round) -> None:
    """Store the seats of a round that was drawn."""
    numbers = {entrant.no: entrant.pk for entrant in row.tournament.entrants.all()}
    tables = RoundTable.objects.bulk_create(
        RoundTable(round=row, no=table.no) for table in drawn.tables
    )
    Placing.objects.bulk_create(
        Placing(round=row, round_table=table, entrant_id=numbers[no], seat=seat)
        for table, seated in zip(tables, drawn.tables, strict=True)
        for seat, no in seated.first_seats.items()
    )


def begin_sittings(tournament: Tournament, row: Round) -> None:
    """Begin the sittings of a round at the tables' phones. A table with other rules uses totals."""
    rows = list(row.tables.all())
    tables = tables_for(tournament, rows, seats_by_table(rows))
    for one in rows:
        one.table = tables.get(one.no)
    RoundTable.objects.bulk_update(rows, ["table"])
    Sitting.objects.filter(table__in=tables.values(), ended_at=None).update(ended_at=timezone.now())
    sit_down(tournament, rows)


def sit_down(tournament: Tournament, rows: list[RoundTable]) -> None:
    """Begin the sittings of those tables whose phones have rules for their number of people."""
    seats, people = seats_by_table(rows), _people(tournament)
    last = dict(
        tournament.session.tables.annotate(last=Max("sittings__no")).values_list("pk", "last")
    )
    sittings = [
        Sitting(table=one.table, no=(last.get(one.table.pk) or 0) + 1, round_table=one)
        for one in rows
        if one.table is not None and len(seats[one.pk]) in one.table.rules.pack
    ]
    Sitting.objects.bulk_create(sittings)
    Seat.objects.bulk_create(
        Seat(sitting=sitting, no=no, player_id=player)
        for sitting in sittings
        for no, player in enumerate(_players(seats[sitting.round_table_id], people))
    )


def _people(tournament: Tournament) -> dict[int, tuple[int, ...]]:
    return {no: two for no, *two in tournament.entrants.values_list("no", "player", "partner")}


def _players(seats: dict[str, int], people: dict[int, tuple[int, ...]]) -> Iterable[int]:
    """Yield the key of the player in each seat, clockwise. The second of a pair has the second of
    its seats."""
    taken = set()
    for no in seats.values():
        yield people[no][1 if no in taken else 0]
        taken.add(no)


def take_sittings_back(row: Round) -> None:
    """Delete the sittings of a round. Those of the round before go on."""
    Sitting.objects.filter(round_table__round=row).delete()
    before = Sitting.objects.filter(round_table__round__tournament=row.tournament_id)
    last = before.filter(round_table__round__no=row.no - 1).order_by("table", "-no")
    going_on = {sitting.table_id: sitting.pk for sitting in reversed(last)}
    Sitting.objects.filter(pk__in=going_on.values()).update(ended_at=None)
    row.tables.update(table=None)
