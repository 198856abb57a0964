"""A season as pages draw it: the race of totals, the last club nights as bars, and who leads."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date

from scoring.club.pure.career import hundredths
from scoring.club.pure.race import HUNDRED, Race
from scoring.club.pure.season import CRITERIA, SeasonRow
from scoring.common.amounts import written
from scoring.common.chart import BarChart, LineChart, Series, Table, bars, lines
from scoring.common.dates import short_day
from scoring.common.discs import own_disc
from scoring.common.letters import initial_of
from scoring.euchre.statement import signed
from scoring.euchre.wording import counted, figure, listed

COLOURED, MOST_LINES, FORM = 5, 40, 8
FEWEST_NIGHTS = 2
"""A line needs two club nights."""
MOST_MONTHS = 6
MOST_NAMED = 2
"""The most players who are named together."""


@dataclass(frozen=True, kw_only=True)
class Runner:
    """A player in the race, in the order of the list."""

    key: str
    name: str
    disc: int | None
    """None for a player whose name the page hides. They have no line and no bars."""
    totals: Sequence[tuple[int, int]] = ()
    """The number of nights so far, and the total after them."""
    form: Sequence[int | None] = ()
    """What each of the last nights brought; None where they were absent."""
    best: int | None = None
    """The most that a night brought."""


def runners(race: Race | None, rows: Iterable[SeasonRow]) -> list[Runner]:
    """Return players as Runners, in this order. Those for whose line there is no room have no
    totals."""
    return [_runner(race, row, line=no < MOST_LINES) for no, row in enumerate(rows)]


def _runner(race: Race | None, row: SeasonRow, *, line: bool) -> Runner:
    who = {"key": str(row.player), "name": row.name, "disc": own_disc(row.player)}
    if race is None:
        return Runner(**who)
    brought = race.results(row.player)
    best = max((value for value in brought if value is not None), default=None)
    totals = race.totals(row.player) if line else ()
    return Runner(**who, totals=totals, form=brought[-FORM:], best=best)


def runner_of(row: dict, *, key: str, quotient: bool) -> Runner:
    """Return a row of a public page (scoring.public.queries.public_pages) as a Runner."""
    (person,) = row["people"]
    who = {"key": key, "name": person["name"], "disc": person["disc"]}
    brought = row.get("nights", ())
    if person["disc"] is None or not brought:
        return Runner(**who)
    totals = [(no, one) for no, one in enumerate(row["totals"], start=1) if one is not None]
    if totals and not quotient:
        first, total = totals[0]
        totals.insert(0, (first - 1, total - brought[first - 1]))
    best = max((value for value in brought if value is not None), default=None)
    return Runner(**who, totals=totals, form=brought[-FORM:], best=best)


@dataclass(frozen=True, kw_only=True)
class Figures:
    """How the figures of a criterion are written, which may be in hundredths."""

    by: str
    hundredths: bool = False
    currency: str = ""

    def __call__(self, value: int) -> str:
        criterion = CRITERIA[self.by]
        if criterion.money:
            return written(value, self.currency, plus=True)
        if self.hundredths and (criterion.quotient or value % HUNDRED):
            return hundredths(value, HUNDRED)
        whole = value // HUNDRED if self.hundredths else value
        return signed(whole) if criterion.against_others else figure(whole)


def race_chart(
    runners: Sequence[Runner], *, days: Sequence[date], shown: Figures
) -> LineChart | None:
    """Return the totals after each club night, the first runners in their colours; None for a
    single night."""
    if len(days) < FEWEST_NIGHTS:
        return None
    first, rest = runners[:COLOURED], runners[COLOURED:MOST_LINES]
    last = len(days)
    series = [
        *(_series(one, last, first=True) for one in first if one.totals),
        *(_series(one, last, first=False) for one in rest if one.totals),
    ]
    named = [one for one in first if one.totals]
    return lines(
        series,
        says=f"{CRITERIA[shown.by].title} after each club night"
        + "".join(f", {one.name} {shown(one.totals[-1][1])}" for one in named)
        + ".",
        below=_months(days),
        scale=shown,
        tall=20,
        from_zero=not CRITERIA[shown.by].quotient,
        table=Table(
            title="Totals as a table",
            heads=("Club night", *(one.name for one in named)),
            rows=tuple(
                zip(
                    (short_day(day, year=False) for day in days),
                    *(_column(one, last, shown) for one in named),
                    strict=True,
                )
            ),
        ),
    )


def _series(one: Runner, last: int, *, first: bool) -> Series:
    """Return a runner's line. It goes on to the right edge without a change."""
    end = () if one.totals[-1][0] == last else ((last, one.totals[-1][1]),)
    drawn = Series(name=one.name, key=one.key, values=(*one.totals, *end))
    if not first:
        return drawn
    return replace(drawn, disc=one.disc, initial=initial_of(one.name), label=one.name)


def _months(days: Sequence[date]) -> list[tuple[int, str]]:
    """Return a mark at the first night of a month, of long seasons at some."""
    found: list[tuple[int, str]] = []
    for no, day in enumerate(days, start=1):
        if no == 1 or (day.year, day.month) != (days[no - 2].year, days[no - 2].month):
            found.append((no, f"{day:%b}"))
    every = -(-len(found) // MOST_MONTHS)
    return found[::every]


def _column(one: Runner, nights: int, shown: Figures) -> list[str]:
    """Return a runner's total after each night; a dash before their first."""
    totals = dict(one.totals)
    found = ["–"]
    for no in range(nights + 1):
        found.append(shown(totals[no]) if no in totals else found[-1])
    return found[2:]


def caption_of(best_of: int | None, *, by: str, more: bool) -> str:
    """Return what the lines are, in sentences; `more` if some are grey."""
    nights = f"best {best_of} club nights" if best_of else "club nights"
    said = f"Each line adds up a player’s {nights} so far."
    if CRITERIA[by].quotient:
        said = f"Each line is a player’s {CRITERIA[by].title.lower()} over their {nights} so far."
    return f"{said} Tap a disc in the list to see that player’s line." if more else said


def bars_say(runners: Sequence[Runner]) -> str:
    """Return what the bars are, in a sentence; nothing without any."""
    shown = max((len(one.form) for one in runners), default=0)
    if not shown:
        return ""
    return f"Bars: the last {shown} club nights." if shown > 1 else "Bar: the last club night."


def form_bars(runners: Sequence[Runner], shown: Figures) -> list[BarChart | None]:
    """Return each runner's last nights as bars on one scale; None without any."""
    values = [value for one in runners for value in one.form if value is not None]
    low, high = min(values, default=0), max(values, default=0)
    return [_bars(one, low, high, shown) for one in runners]


def _bars(one: Runner, low: int, high: int, shown: Figures) -> BarChart | None:
    if not one.form:
        return None
    said = ", ".join("absent" if value is None else shown(value) for value in one.form)
    nights = "club night" if len(one.form) == 1 else f"{len(one.form)} club nights"
    return bars(one.form, says=f"Last {nights}: {said}", low=low, high=high)


# -- Who leads.


@dataclass(frozen=True, kw_only=True)
class Fact:
    """A figure at the top of a season, with its title, the name and what is said of it."""

    title: str
    name: str
    says: str


def facts_of(first: Sequence[str], by: str, best: tuple[Sequence[str], str] | None) -> list[Fact]:
    """Return the players in the first place with their lead as it is written, "0" for a tie that
    something else decided; and the players with the best club night, and what it brought."""
    found = []
    if first:
        says = "on the tie-break" if by == "0" else f"by {by}" if by else ""
        says = says if len(first) == 1 else "tied"
        found.append(Fact(title="First place", name=_together(first), says=says))
    if best:
        found.append(Fact(title="Best club night", name=_together(best[0]), says=best[1]))
    return found


def best_nights(runners: Sequence[Runner]) -> tuple[list[Runner], int] | None:
    """Return the players with the best club night, and what it brought; None without any."""
    best = max((one.best for one in runners if one.best is not None), default=None)
    return None if best is None else ([one for one in runners if one.best == best], best)


def _together(names: Sequence[str]) -> str:
    return listed(names) if len(names) <= MOST_NAMED else counted(len(names), "player")
