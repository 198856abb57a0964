"""A night of a league in words, as a newspaper prints it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from scoring.common.dates import full_day, written_time
from scoring.euchre.wording import counted, figure, listed, places_as_text, score_as_text
from scoring.league.pure.averages import left_out
from scoring.league.pure.naming import FULL, Naming
from scoring.league.pure.table import DivisionTable, Honour, Skunk, TableRow, outcome, tables
from scoring.league.pure.values import League, Match, Pair


@dataclass(frozen=True, kw_only=True)
class Paragraph:
    """A paragraph with its heading, and its content, a sentence or entry each."""

    heading: str
    lines: tuple[str, ...]

    @property
    def text(self) -> str:
        """The paragraph in one line, as a newspaper sets it."""
        return f"{self.heading}: {' '.join(self.lines)}"


@dataclass(frozen=True, kw_only=True)
class Report:
    """What is sent to a newspaper."""

    title: str
    date: date
    paragraphs: tuple[Paragraph, ...]

    @property
    def text(self) -> str:
        """All of it as plain text, a paragraph each with a line between."""
        head = f"{self.title}, {day_of(self.date)}"
        return "\n\n".join([head, *(one.text for one in self.paragraphs)]) + "\n"


def day_of(day: date) -> str:
    """Return "Thursday 19 November 2026"."""
    return full_day(day)


def report(
    league: League,
    on: date,
    *,
    title: str = "",
    naming: Naming = FULL,
    honours: bool = True,
    postponed: Iterable[tuple[str, str]] = (),
    half: str = "",
    after: Sequence[Match] = (),
) -> Report:
    """Return the report of a night: results, the pairs' high and low, skunks, the standings, and
    the next matches. `postponed` are matches that were moved from this night. In a season of halves
    it is for one half, called `half`, and `after` has the matches of the later ones."""
    tonight = [match for match in league.matches if match.date == on]
    found = tables(league, until=on)
    paragraphs = [
        *_results(league, tonight),
        *_put_off(postponed),
        *(_honours(found, tonight, on, naming) if honours else ()),
        *(_standings(one) for one in found if one.rows),
        *_penalties(league, on),
        *_next(league, on, half, after),
    ]
    return Report(title=title or league.name, date=on, paragraphs=tuple(paragraphs))


# -- Results.


def _results(league: League, tonight: Sequence[Match]) -> Iterator[Paragraph]:
    for division in league.divisions:
        here = [match for match in tonight if match.home in division.teams]
        played = [result(match, league) for match in here if match.decided]
        heading = f"Results, {division.name}" if division.name else "Results"
        if played:
            yield Paragraph(heading=heading, lines=tuple(f"{one}." for one in played))
        elif here or len(league.divisions) == 1:
            yield Paragraph(heading=heading, lines=("None yet.",))
        missing = [f"{match.home} v {match.away}" for match in here if not match.decided]
        if missing:
            yield Paragraph(heading="Results awaited", lines=(f"{listed(missing)}.",))


def result(match: Match, league: League) -> str:
    """Return "Trolls beat Juda 5–4 (172 points to 160)", the winners first."""
    won = outcome(match, 0, league.settings)
    winner, loser = match.teams if won >= 0 else match.teams[::-1]
    if match.walkover == "neither":
        return f"{match.home} v {match.away} was not played, so both teams lose"
    if match.walkover:
        return f"{winner} had a walkover against {loser}"
    figures = {"games": match.games_won, "points": match.total}
    decider = league.settings.decided_by
    other = "points" if decider == "games" else "games"
    ours, theirs = figures[decider] if won >= 0 else figures[decider][::-1]
    verb = "beat" if won else "drew with"
    said = f"{winner} {verb} {loser} {score_as_text((ours, theirs))}"
    if figures[other] is None or not any(figures[other]):
        return said
    ours, theirs = figures[other] if won >= 0 else figures[other][::-1]
    return f"{said} ({other} {score_as_text((ours, theirs))})"


def _put_off(postponed: Iterable[tuple[str, str]]) -> Iterator[Paragraph]:
    found = [f"{home} v {away}" for home, away in postponed]
    if found:
        yield Paragraph(heading="Postponed", lines=(f"{listed(found)}.",))


# -- Honours.


def _honours(
    found: Iterable[DivisionTable], tonight: Sequence[Match], on: date, naming: Naming
) -> Iterator[Paragraph]:
    teams = dict(_teams_of(tonight))
    for division in found:
        week = division.week
        if week is None or week.date != on:
            continue
        of = f", {division.name}" if division.name else ""
        of_named = "" if _all_named(tonight, division) else ", of the pairs named"
        for heading, honour in ((f"High{of}", week.high), (f"Low{of}", week.low)):
            if honour:
                line = f"{_honour(honour, teams, naming)}{of_named}."
                yield Paragraph(heading=heading, lines=(line,))
        if week.skunks:
            lines = tuple(_skunk(one, naming) for one in week.skunks)
            yield Paragraph(heading=f"Skunks{of}", lines=lines)


def _teams_of(matches: Iterable[Match]) -> Iterator[tuple[Pair, str]]:
    for match in matches:
        for meeting in match.meetings:
            yield meeting.home, match.home
            yield meeting.away, match.away


def _all_named(tonight: Iterable[Match], division: DivisionTable) -> bool:
    """Whether it is known who made the points of every match that the division played."""
    teams = {row.team for row in division.rows}
    return all(
        not left_out(match, side)
        for match in tonight
        if match.home in teams and match.decided
        for side in (0, 1)
    )


def _honour(honour: Honour, teams: dict[Pair, str], naming: Naming) -> str:
    who = [naming.pair_of(pair, teams.get(pair, "")) for pair in honour.pairs]
    return f"{'; '.join(who)}, {counted(honour.points)}"


def _skunk(skunk: Skunk, naming: Naming) -> str:
    by = naming.pair_of(skunk.by, skunk.by_team)
    of = naming.pair_of(skunk.of, skunk.of_team)
    return f"{by} against {of}."


# -- Where they stand, and what comes.


def _standings(division: DivisionTable) -> Paragraph:
    heading = f"Standings, {division.name}" if division.name else "Standings"
    if not any(row.played or row.points for row in division.rows):
        return Paragraph(heading=heading, lines=("No matches played yet.",))
    places = places_as_text(row.place for row in division.rows)
    entries = [
        f"{places[row.place]}. {row.team} {figure(row.points)} ({_record(row)})"
        for row in division.rows
    ]
    return Paragraph(heading=heading, lines=(f"{', '.join(entries)}.",))


def _record(row: TableRow) -> str:
    return score_as_text((row.won, row.lost, *([row.drawn] if row.drawn else [])))


def _penalties(league: League, on: date) -> Iterator[Paragraph]:
    found = [one for one in league.penalties if one.date == on and one.points]
    if found:
        lines = tuple(
            f"{one.team} lose {counted(one.points)}{f' ({one.why})' if one.why else ''}."
            for one in found
        )
        yield Paragraph(heading="Penalties", lines=lines)


def _next(league: League, on: date, half: str, after: Sequence[Match]) -> Iterator[Paragraph]:
    later = [match for match in league.matches if match.date > on]
    if not later:
        left = [match for match in league.matches if not match.decided]
        if league.matches and not left:
            over = half or "The season"
            yield Paragraph(heading=over, lines=("That was the last night.",))
        later = [match for match in after if match.date > on]
    if not later:
        return
    open_ = [match for match in later if not match.decided]
    night = min(match.date for match in open_ or later)
    for division in league.divisions:
        here = [one for one in later if one.date == night and one.home in division.teams]
        if not here:
            continue
        of = f", {division.name}" if division.name else ""
        busy = {team for match in here for team in match.teams}
        byes = [team for team in division.teams if team not in busy]
        lines = [f"{listed([_fixture(one, league) for one in here])}."]
        if byes and len(byes) < len(division.teams):
            lines.append(f"Bye: {listed(byes)}.")
        yield Paragraph(heading=f"Next, {full_day(night, year=False)}{of}", lines=tuple(lines))


def _fixture(match: Match, league: League) -> str:
    venue = league.teams[match.home].venue if match.home in league.teams else None
    where = ", ".join(filter(None, (venue, written_time(match.hour) if match.hour else "")))
    return f"{match.home} v {match.away}{f' ({where})' if where else ''}"
