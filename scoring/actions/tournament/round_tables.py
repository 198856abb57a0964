"""The tables of a tournament: opened when a round first needs them, by rules that know no games."""

from __future__ import annotations

from scoring.models import HouseRules, Link, RoundTable, Table, Tournament
from scoring.models.tournament_now import format_in
from scoring.movements.tournament.formats import Format
from scoring.rules import rule_sets

THREE = "hoyle-three"
"""By which rules three play at a table."""
GAMES = ("laps", "love_double", "rubber", "rubber_bonus", "stakes")
LONE = ("lone_point", "lone_march", "lone_euchre", "lone_defence", "defend_alone", "jambone", "jamboree")


def tables_for(
    tournament: Tournament, rows: list[RoundTable], seats: dict[int, dict[str, int]]
) -> dict[int, Table]:
    """Return the tables of these numbers, opened with their links where there were none.

    Where another table of the evening has the number there is none: that one goes by totals.
    """
    known = {table.no: table for table in tournament.session.tables.select_related("house", "session__club")}
    new = [one for one in rows if one.no not in known]
    if new:
        rules = _Rules(tournament)
        opened = Table.objects.bulk_create(
            Table(session=tournament.session, no=one.no, **rules.of(one.no, len(seats[one.pk])))
            for one in new
        )
        Link.objects.bulk_create(
            Link(table=table, right=right)
            for table in opened
            for right in (Link.Right.WRITE, Link.Right.WATCH)
        )
        known |= {table.no: table for table in opened}
    return {one.no: known[one.no] for one in rows if _is_for_rounds(known[one.no])}


def _is_for_rounds(table: Table) -> bool:
    return table.house is not None and table.house.for_rounds


class _Rules:
    """The rules of a tournament's tables: points alone, no games; at the head table maybe no lone hands."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.format = format_in(tournament)
        self.made: dict[tuple[bool, bool], HouseRules] = {}

    def of(self, no: int, people: int) -> dict:
        """Return the fields of a Table that say its rules."""
        kind = (people == 3, no == 1 and people == 4 and not self.format.lone_at_head)
        house = self.made.get(kind) or self._make(*kind)
        return {"rules_key": house.base, "house": house}

    def _make(self, three: bool, barred: bool) -> HouseRules:
        base, name, changes = self._base(three)
        house = HouseRules.objects.create(
            club=self.tournament.session.club,
            for_rounds=True,
            base=base,
            name=f"{name}, in rounds{', nobody alone' if barred else ''}"[: rule_sets.LONGEST_NAME],
            changes={"target": None} if three else in_rounds(changes, self.format, barred=barred),
        )
        self.made[three, barred] = house
        return house

    def _base(self, three: bool) -> tuple[str, str, dict]:
        house = self.tournament.house
        if house is not None and not three:
            return house.base, house.name, house.changes
        key = THREE if three else self.format.rules
        return key, rule_sets.on_shelf(key).name, {}


def in_rounds(changes: dict, format: Format, *, barred: bool) -> dict:
    """Return what a table of a tournament changes of a rule set, beside what house rules do."""
    kept = {name: value for name, value in changes.items() if name not in GAMES}
    if barred:
        kept = {name: value for name, value in kept.items() if name not in LONE}
        return kept | {"target": None, "alone": "nobody"}
    lone = {} if format.lone_euchre is None else {"lone_euchre": format.lone_euchre}
    return kept | {"target": None} | lone
