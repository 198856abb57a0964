"""Whether a tournament can be shown: one that comes from a file may say anything. All raise
ValueError."""

from __future__ import annotations

from scoring.models.club_file.announced import refuse_results
from scoring.models.tournament import Report, Round, SavedFormat, Tournament
from scoring.movements.tournament.settings import format_of
from scoring.movements.tournament.values import SEATS, SIDES
from scoring.rules.rule_sets import on_shelf
from scoring.rules.sheet_values import expect, expect_keys, shown

TOLD_OF_A_ROUND = ("no", "sitting_out", "tables")
TOLD_OF_A_TABLE = ("table", "seats")
FEWEST = 3


def refuse_format(saved: SavedFormat) -> None:
    """BadSetting and UnknownRule are ValueErrors: they say what is wrong."""
    on_shelf(format_of(saved.style, expect(dict, saved.settings, "settings")).rules)


def refuse_tournament(tournament: Tournament) -> None:
    refuse_format(tournament)
    for planned in expect(list, tournament.plan, "plan"):
        _refuse_planned(expect(dict, planned, "plan"))
    if tournament.results is not None:
        refuse_results(expect(dict, tournament.results, "results"))


def _refuse_planned(planned: dict) -> None:
    expect_keys(planned, needed=TOLD_OF_A_ROUND, what="a round of the plan")
    expect(int, planned["no"], "no")
    _refuse_numbers(planned["sitting_out"], "sitting_out")
    for table in expect(list, planned["tables"], "tables"):
        expect_keys(
            expect(dict, table, "tables"), needed=TOLD_OF_A_TABLE, what="a table of the plan"
        )
        expect(int, table["table"], "table")
        seats = expect(dict, table["seats"], "seats")
        _refuse_numbers([*seats.values()], "seats")
        if tuple(seat for seat in SEATS if seat in seats) not in (SEATS, SEATS[:FEWEST]):
            raise ValueError("a table of the plan has seats that no table has")


def refuse_round(round: Round) -> None:
    _refuse_numbers(round.sitting_out, "sitting_out")
    _refuse_numbers(round.was_out, "was_out")
    for told in expect(list, round.moved, "moved"):
        expect(str, told, "moved")


def refuse_report(report: Report) -> None:
    for side, points in expect(dict, report.points, "points").items():
        expect(int, points, "points")
        _refuse_side(side)
    for no, times in expect(dict, report.lones, "lones").items():
        expect(int, times, "lones")
        if not no.isdecimal():
            raise ValueError(f"lones names {shown(no)}, which is no number of an entrant")
    if report.tie:
        _refuse_side(report.tie)


def _refuse_side(side: str) -> None:
    if side not in (*SIDES, *SEATS[:FEWEST]):
        raise ValueError(f"{shown(side)} is no side of a table")


def _refuse_numbers(found: object, name: str) -> None:
    for number in expect(list, found, name):
        expect(int, number, name)
