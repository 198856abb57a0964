"""Import fixtures, a line for each match ("2026-10-01, Mounties, Trolls"), or as a file
euchre-fixtures/1."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, time
from difflib import get_close_matches

from scoring.common import schema
from scoring.common.dates import written_time
from scoring.common.days import (
    NoDay,
    TwoDays,
    apart,
    day_first_in,
    is_unclear,
    read_day,
    read_time,
    ways_to_read,
)
from scoring.common.lists import BadList, by_heading, cells_of, columns_of, seems_headed
from scoring.common.names import folded, name_key
from scoring.league.pure.fixtures_document import FORMAT
from scoring.league.pure.league_file import BadLeague, Piece
from scoring.league.pure.values import League

Fixture = tuple[date, str, str, time | None]
"""A night, the home team, the visitors, and the match's own hour."""


MATCH = schema.record(dict, ignored=["venue"], home=schema.text, away=schema.text)
ROUND = schema.record(
    dict, ignored=("no", "division", "bye"), date=schema.text, matches=schema.some(MATCH)
)
FILE = schema.record(dict, ignored=["soft"], format=schema.only(FORMAT), rounds=schema.some(ROUND))


COLUMNS = by_heading(
    {
        "day": "date, day, night, match date, when, played on",
        "hour": "time, hour, start, starts, start time, starts at, begins, kick off",
        "home": "home, home team, hosts, host, at home, team 1",
        "away": "away, away team, visitors, visitor, visiting team, guests, opponents, team 2",
    }
)
UNKNOWN_HOUR = {"tbc", "tba", "tbd", "-", "?"}
SURELY = re.compile(r"(?<![\d:.])0\d|m\.?\s*$", re.IGNORECASE)
"""An early time that is no evening's "7:30": "07:30" or "7:30 am"."""


@dataclass(frozen=True, kw_only=True)
class Incoming:
    """The imported matches, and all errors, a sentence each."""

    matches: tuple[Fixture, ...]
    faults: tuple[str, ...]
    either: str = ""
    """A day as it is written, if neither the list nor the nights say whether it begins with the day
    or the month."""


def read_fixtures(text: str, league: League, *, day_first: bool | None = None) -> Incoming:
    """Return the fixtures in a text, for the teams of this league; names are theirs, however they
    were spelt in upper and lower case. `day_first` says how days such as 3/4/2026 begin. With None
    the list decides, or the nights of the league."""
    found, faults, seen, either = [], [], {}, ""
    try:
        pieces = [(where, *_timed(day, hour), *two) for where, day, hour, *two in _pieces(text)]
        days = [day for _, day, *_ in pieces]
        first = min(league.dates, default=None)
        by_itself = day_first_in(days, after=first, fits=league.dates.__contains__)
        if by_itself is None:
            either = next((day for day in days if is_unclear(day, after=first)), "")
        order = by_itself if day_first is None else day_first
        for where, *said in pieces:
            wrong, match = _match(*said, league, order)
            if match and match[:3] in seen:
                wrong.append(f"is listed already ({seen[match[:3]]})")
            faults += [f"{where}: {one}." for one in wrong]
            if match and not wrong:
                seen[match[:3]] = where
                found.append(match)
    except (BadLeague, BadList) as wrong:
        faults.append(f"{str(wrong).rstrip('.')}.")
    if not found and not faults and not either:
        faults.append("No matches found. Write lines such as 2026-10-01, Mounties, Trolls.")
    return Incoming(matches=tuple(found), faults=tuple(faults), either=either)


def _pieces(text: str) -> Iterator[tuple[str, str, str, str | None, str | None]]:
    """Yield the place of each match in the text, its day, its hour, "" without one, and its teams,
    None for missing ones."""
    if text.lstrip().startswith("{"):
        yield from _of_file(text)
        return
    lines = cells_of(text, fewest=3)
    columns = columns_of(lines[0][1], COLUMNS) if lines else []
    headed = {"day", "home", "away"} <= {*columns}
    if not headed and seems_headed(lines) and not _is_day(lines[0][1][0]):
        no, cells = lines[0]
        raise BadLeague(
            f"if this is the heading, call the columns Date, Home and Away, not {', '.join(cells)}",
            f"Line {no}",
        )
    for no, cells in lines[headed:]:
        if headed:
            row = dict(zip(columns, cells, strict=False))
            day, hour = row.get("day", ""), row.get("hour", "")
            home, away = row.get("home"), row.get("away")
        else:
            hour = next(filter(_is_hour, cells[1:]), "")
            day, home, away = [*(one for one in cells if one != hour), None, None][:3]
        yield f"Line {no}", day, hour, home, away


def _is_hour(cell: str) -> bool:
    try:
        return read_time(cell) is not None
    except NoDay:
        return True


A_LEAP_YEAR = date(2000, 1, 1)
"""Near it every day without a year is one."""


def _is_day(cell: str) -> bool:
    try:
        return bool(ways_to_read(apart(cell)[0], near=A_LEAP_YEAR))
    except NoDay:
        return False


def _of_file(text: str) -> Iterator[tuple[str, str, str, str, str]]:
    try:
        whole = Piece(json.loads(text))
    except ValueError as wrong:
        raise BadLeague("", f"this isn’t JSON: {wrong}") from wrong
    for no, one in enumerate(FILE(whole)["rounds"]):
        for at, match in enumerate(one["matches"]):
            yield f"rounds[{no}].matches[{at}]", one["date"], "", match["home"], match["away"]


def _match(
    day: str,
    at: time | None,
    wrong: list[str],
    home: str | None,
    away: str | None,
    league: League,
    day_first: bool | None,
) -> tuple[list[str], Fixture | None]:
    """Return what is wrong with a match, and the match as far as it is one."""
    if not home or not away:
        return ["write the night, home team and away team, separated by commas"], None
    on, teams, wrong = None, [], [*wrong]
    try:
        if not wrong:
            on = read_day(day, after=min(league.dates, default=None), day_first=day_first)
    except TwoDays:
        pass  # asked about once, for the whole list
    except NoDay as no_day:
        wrong.append(str(no_day).rstrip("."))
    known = {name_key(name): name for name in league.teams}
    for name in (home, away):
        key = name_key(name)
        teams.append(known.get(key))
        if key not in known:
            like = get_close_matches(key, known, n=1)
            meant = f", perhaps {known[like[0]]}" if like else ""
            wrong.append(f"no team {schema.quoted(name)}{meant}")
    if None not in teams:
        if teams[0] == teams[1]:
            wrong.append(f"{teams[0]} cannot meet themselves")
        elif not any({*teams} <= {*division.teams} for division in league.divisions):
            wrong.append(f"{teams[0]} and {teams[1]} are of different divisions")
    return wrong, (on, *teams, at) if on and None not in teams else None


def _timed(day: str, hour: str) -> tuple[str, time | None, list[str]]:
    """Return a day without the time beside it, the time of its match, and what is wrong with it."""
    said = "" if folded(hour) in UNKNOWN_HOUR else hour
    try:
        on, beside = apart(day)
        at = read_time(said) if said else beside
        if said and at is None:
            raise NoDay(f"“{said[:30]}” is not a time. Write it as 19:30.")
        if at and 1 <= at.hour < 10 and not SURELY.search(said or day[len(on) :]):
            evening = f"{at.hour + 12}:{at:%M}"
            raise NoDay(
                f"The time could be {evening} or {written_time(at)}. Write the one that you mean."
            )
    except NoDay as wrong:
        return day, None, [str(wrong).rstrip(".")]
    return on, at, []
