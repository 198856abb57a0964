"""How scores are drawn on a page: discs, counters, strokes, signed numbers, suits."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from functools import lru_cache, wraps
from html import escape

from django import template
from django.conf import settings
from django.forms import BaseForm
from django.template.loader import render_to_string
from django.urls import get_script_prefix, reverse
from django.utils import timezone
from django.utils.html import conditional_escape, format_html_join
from django.utils.safestring import mark_safe
from django.utils.timesince import timesince

from scoring.club.queries import guide
from scoring.common import amounts, dates
from scoring.common.chart import BAR, BARS_TALL
from scoring.common.cookies import kept
from scoring.common.discs import colour_of, shape_of
from scoring.common.edition import as_seen
from scoring.common.letters import initial_of
from scoring.common.local_time import other_year
from scoring.euchre import counters as drawn
from scoring.euchre.statement import signed as signed_number
from scoring.euchre.wording import PIPS, counted, figure, place_as_text, score_as_text
from scoring.euchre.wording import sentence as as_sentence
from scoring.people.models import SideColour
from scoring.table.forms.look import classes

register = template.Library()
register.filter(as_seen)
DOUBLE_NAME = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)+")
TWO_PARTS = re.compile(
    r"[(=]?\d+(?:[-–]−?\d+)+\)?|[^\W\d_]+ [^\W\d_]\.(?!\w)"
    r"|[+−]\d+ each|\d+ (?:games? to \d+|cards)|(?:law|ch\.|p\.) \d+(?:-\d+)?"
)
NOT_SAVED = "Not saved."
LONG = 20
"""Letters: a name of more is set smaller than those beside it."""


def drawn_once(name: str) -> Callable:
    """Let a function that returns a context return its template, filled in. The process remembers
    what it was for the same arguments: nobody's name may be among them, lest it is remembered when
    they have asked to be forgotten."""

    def decorate(context_of):
        @lru_cache(maxsize=4096)
        @wraps(context_of)
        def draw(*args):
            return render_to_string(name, context_of(*args))

        return draw

    return decorate


@register.simple_tag
def run_command() -> str:
    """What is typed to start the site."""
    return settings.RUN_COMMAND


@register.simple_tag
def manage_command() -> str:
    """What is typed before the name of a command."""
    return settings.MANAGE_COMMAND


@register.simple_tag(takes_context=True)
def help_url(context, place: str = "") -> str:
    """The address of a place in the guide: without one, of what explains the page shown."""
    match = getattr(context.get("request"), "resolver_match", None)
    if not place and match:
        place = guide.place_for(match.func.__module__)
    return guide.address_in_guide(place)


@register.simple_tag
def player_url(club: int, player: int) -> str:
    """The address of a player's page, remembered. For a list of a hundred, `url` would take a third
    of the time."""
    return _player_url(get_script_prefix(), club, player)


@lru_cache(maxsize=4096)
def _player_url(prefix: str, club: int, player: int) -> str:
    return reverse("player", args=[club, player])


@register.simple_tag(takes_context=True)
def not_saved(context) -> str:
    """Return "Not saved." if the page answers a form that saves; every error shown starts so."""
    posted = getattr(context.get("request"), "method", "") == "POST"
    return mark_safe(f"<b>{NOT_SAVED}</b> ") if posted else ""


@register.filter
def general_errors(form: BaseForm) -> list[str]:
    """Return the errors of a form that no visible field shows."""
    hidden = [error for field in form.hidden_fields() for error in field.errors]
    return [*hidden, *form.non_field_errors()]


@register.simple_tag
def disc(colour: int, name: str) -> str:
    """A player's initial in their colour and shape; that of a side without a letter."""
    return _disc(colour, _letter(colour, name))


@register.simple_tag
def disc_of(player) -> str:
    """A player's disc in a list, the same as at tables."""
    return _disc(player.colour, initial_of(player.name))


@register.simple_tag
def discs_of(entrant) -> str:
    """The disc of an entrant (scoring.tournament.pure.values), of a pair both."""
    people = zip(entrant.colours, entrant.names, strict=False)
    return mark_safe("".join(_disc(colour, initial_of(name)) for colour, name in people))


def _letter(colour: int, name: str) -> str:
    return "" if isinstance(colour, SideColour) else initial_of(name)


@drawn_once("_disc.html")
def _disc(disc: int, initial: str) -> dict:
    return {"colour": colour_of(disc), "shape": shape_of(disc), "initial": initial}


@drawn_once("tournament/play/_points_of_round.html")
def _points_of_round(line, session: int, stars: bool) -> dict:
    """What a round brought an entrant (an EntrantRound, which has no names)."""
    return {"line": line, "session": session, "stars": stars}


@register.simple_tag
def rounds_of(lines: Sequence, session: int, stars: bool) -> str:
    """A cell for each round of an entrant; an empty one where they were not in it."""
    return mark_safe("".join(_cell_of_round(line, session, stars) for line in lines))


def _cell_of_round(line, session: int, stars: bool) -> str:
    if line is None:
        return '<td class="of-round"></td>'
    in_play = " in-play" if line.points is None else ""
    hint = " hint" if line.sat_out else in_play
    return f'<td class="of-round{hint}">{_points_of_round(line, session, stars)}</td>'


@register.simple_tag
def polylines_of(lines: Iterable) -> str:
    """Drawn lines (scoring.common.chart). A season has one for each of forty players."""
    return mark_safe("".join(map(_polyline, lines)))


def _polyline(line) -> str:
    followed = f' id="line-{escape(line.key)}"' if line.key else ""
    return f'<polyline{followed} class="{line.ink}" points="{line.path}" />'


@register.simple_tag
def dots_of(line) -> str:
    """The points of a drawn line (scoring.common.chart) as circles."""
    dots = (f'<circle class="{line.ink}" cx="{x}" cy="{y}" r=".25em" />' for x, y in line.dots)
    return mark_safe("".join(dots))


@register.simple_tag
def bars_of(chart) -> str:
    """A BarChart (scoring.common.chart) in a row of a list. A season's page has one for everybody,
    and a template would take most of its time for them."""
    columns = "".join(
        f'<rect class="{one.ink}" x="{one.x}" y="{one.y}" width="{BAR}" height="{one.height}" />'
        for one in chart.bars
    )
    return mark_safe(
        f'<svg class="bars" viewBox="0 0 {chart.width} {BARS_TALL}" preserveAspectRatio="xMaxYMid"'
        f' role="img" aria-label="{escape(chart.says)}">{columns}</svg>'
    )


@register.simple_tag
def met_of(met) -> str:
    """A player’s hands with another in one role (scoring.club.views.players.Met), or a dash."""
    if met is None:
        return "–"
    rate = f" <small>{escape(met.rate)} per hand</small>" if met.rate else ""
    return mark_safe(
        '<div class="hands-met"><svg class="dot" viewBox="0 0 40 40" aria-hidden="true">'
        f'<circle class="{met.dot.ink}" cx="20" cy="20" r="{met.dot.radius}" /></svg>'
        f"<span>{counted(met.hands, 'hand')}{rate}</span></div>"
    )


@register.simple_tag
def figures_of(line, weights: Mapping[str, str]) -> str:
    """The cells of a row of a season or a league, each with its heading. `weights` say how much of
    the row a column is on a phone."""
    cells = (
        f'<td class="number {weights[column.key]}" data-label="{column.title}">{escape(cell)}</td>'
        for column, cell in line.figures
    )
    return mark_safe("".join(cells))


@register.simple_tag
def form_of(results: str) -> str:
    """Each of a team's last results in its colour: W, D or L."""
    return mark_safe("".join(f'<span class="form-{one}">{one}</span>' for one in results))


@register.simple_tag
def cells_by_weight(figures: Iterable[tuple]) -> str:
    """The cells of a row whose columns have a weight."""
    cells = (f'<td class="number {column.weight}">{escape(cell)}</td>' for column, cell in figures)
    return mark_safe("".join(cells))


@register.simple_tag
def rows_of(rows: Iterable[Sequence[str]]) -> str:
    """Rows of figures, each with its head in front."""
    return mark_safe("".join(map(_row_of, rows)))


def _row_of(row: Sequence[str]) -> str:
    head, *figures = map(escape, row)
    cells = "".join(f'<td class="number">{one}</td>' for one in figures)
    return f'<tr><th scope="row"><bdi>{head}</bdi></th>{cells}</tr>'


@register.simple_tag
def called(player: object, short: Mapping[str, str]) -> str:
    """A name on a list, with all of its names in short (scoring.common.names.in_short): whole, and
    in short on a phone; cut at its edge before it pushes a figure away. The whole name shows when
    it is pointed at."""
    name = str(player)
    brief = short.get(name, name)
    whole = escape(name)
    title = f' title="{whole}"' if len(name) > CUT_FROM else ""
    if brief != name:
        whole = f'<span class="whole">{whole}</span><span class="short">{escape(brief)}</span>'
    return mark_safe(f'<b class="called"{title}>{whole}</b>')


CUT_FROM = 12
"""Letters: a name of more may be cut on a phone."""


NAME, FULL = "\ue000", "\ue001"
"""Where the two names of a player go: signs that no name may hold."""


@register.simple_tag
def tile(shown: object, longest: int, marks: str) -> str:
    """A player's key on the pad (scoring.table.views.pad.Tile), beside others with names of so many
    letters; its points marked as `markers` has them.

    All have the size that the longest needs, so that none looks meant; one of more than LONG
    letters alone is smaller.
    """
    letters = max(len(shown.name), min(longest, LONG))
    nameless = replace(shown, name=NAME, full=FULL)
    button = _tile(nameless, _letter(shown.colour, shown.name), size_class(letters), marks)
    names = {NAME: escape(shown.name), FULL: escape(shown.full)}
    return mark_safe(re.sub(f"{NAME}|{FULL}", lambda sign: names[sign[0]], button))


@drawn_once("table/_tile.html")
def _tile(nameless: object, initial: str, size: str, marks: str) -> dict:
    return {"tile": nameless, "initial": initial, "size": size, "marks": marks}


@register.simple_tag
@drawn_once("_counters.html")
def counters(points: int) -> dict:
    """Points as counters: blue, red, white."""
    fewest = drawn.counters(points)
    pieces = [(colour, range(number)) for colour, number in fewest._asdict().items()]
    spoken = [f"{number} {colour}" for colour, number in fewest._asdict().items() if number]
    return {"pieces": pieces, "spoken": ", ".join(spoken)}


@register.simple_tag
def markers(points: int, marks: str) -> str:
    """A game's score by two spare cards or a chalked cross, as the books say; nothing where a
    figure stands: they tell no other points than 0 to 4."""
    if marks == "figures" or not 0 <= points < 5:
        return ""
    return _chalk(points) if marks == "chalk" else _cards(points, marks)


@drawn_once("_chalk.html")
def _chalk(points: int) -> dict:
    return {"points": points, "cross": drawn.chalk(points)}


@drawn_once("_markers.html")
def _cards(points: int, marks: str) -> dict:
    lay = {"three-four": drawn.three_and_four, "two-three": drawn.two_and_three}[marks]
    return {"points": points, "laid": lay(points)}


@register.simple_tag
@drawn_once("_strokes.html")
def strokes(points: int) -> dict:
    """Points as strokes in fives."""
    fives, ones = drawn.strokes(points)
    return {"fives": range(fives), "ones": range(ones), "points": points}


@register.filter
def seat_of(value: str) -> str:
    """The seat that a box of an irregularity is about: "2" of "2" and of "2x3", none of "on"."""
    seat = value.partition("x")[0]
    return seat if seat.isdigit() else ""


register.filter("signed", signed_number)
register.filter(figure)


YEARS = {"always": lambda of: True, "near": other_year, "season": lambda of: False}
"""When a day has its year: always; unless it is this one; never, on the pages of a season."""


def _day(of: date | datetime | None, way: Callable, year: str) -> str:
    return way(of, year=YEARS[year](of)) if of else ""


@register.filter(expects_localtime=True)
def full_day(of: date | None, year: str = "always") -> str:
    """Return "Saturday 14 November 2026"."""
    return _day(of, dates.full_day, year)


@register.filter(expects_localtime=True)
def named_day(of: date | None, year: str = "always") -> str:
    """Return "Sat 14 Nov 2026"."""
    return _day(of, dates.named_day, year)


@register.filter(expects_localtime=True)
def long_day(of: date | None, year: str = "always") -> str:
    """Return "14 November 2026"."""
    return _day(of, dates.long_day, year)


@register.filter(expects_localtime=True)
def short_day(of: date | None, year: str = "always") -> str:
    """Return "14 Nov 2026"."""
    return _day(of, dates.short_day, year)


@register.filter(expects_localtime=True)
def clock(at: datetime | time | None) -> str:
    """Return "19:40"."""
    return dates.written_time(at)


@register.filter(expects_localtime=True)
def day_and_time(at: datetime | None) -> str:
    """Return "14 November 2026, 19:40"."""
    return dates.day_and_time(at) if at else ""


@register.filter(expects_localtime=True)
def night_and_time(at: datetime | None) -> str:
    """Return "Saturday 14 November, 19:40"."""
    return dates.night_and_time(at) if at else ""


@register.filter
def ago(at: datetime) -> str:
    """Return how long ago something was: "just now", "3 days, 2 hours ago"."""
    passed = timezone.now() - at
    return f"{timesince(at)} ago" if passed >= timedelta(minutes=1) else "just now"


@register.filter
def place(number: int | None, shared: bool) -> str:
    """Return a place in figures: "3", "=3" if others share it, "" if there is none."""
    return place_as_text(number, shared=shared)


@register.simple_tag
def score(*points: int) -> str:
    """Return a score, "6–4"."""
    return score_as_text(points)


@register.filter
def unbroken(said: object) -> str:
    """Return a text in which no figure of two parts and no name in short is torn between two lines:
    "2026-27", "5–4", "2 games to 1", "Jan T.", "+3 each", "28 cards", "law 43"."""
    shown = conditional_escape(said)
    return mark_safe(TWO_PARTS.sub(r'<span class="unbroken">\g<0></span>', shown))


@register.filter
def whole_names(said: object) -> str:
    """Return names in which no double one is torn between two lines: "Ashby-Cole"."""
    shown = conditional_escape(said)
    return mark_safe(DOUBLE_NAME.sub(r'<span class="unbroken">\g<0></span>', shown))


@register.filter
def sentence(said: object) -> str:
    """Return a text with its full stop, one: a name in short, "Fay F.", has its own."""
    return as_sentence(str(said))


@register.filter
def pip(suit: str) -> str:
    """♣ ♦ ♥ ♠; a joker stays a word."""
    return PIPS.get(suit, suit)


def size_class(letters: int) -> str:
    """Return the class of a name of so many letters."""
    sizes = ((LONG, "name-longest"), (16, "name-long"), (14, "name-middle"))
    return next((size for least, size in sizes if letters > least), "name-short")


@register.filter
def longest_name(tiles: Sequence) -> int:
    """How many letters the longest of these names has."""
    return max((len(tile.name) for tile in tiles), default=0)


@register.filter
def words(text: str) -> list[str]:
    return text.split()


@register.filter
def text(value: object) -> str:
    return str(value)


@register.filter
def chosen(sent, name: str) -> list[str]:
    """The values that a sent form holds under this name, empty ones left out."""
    return [value for value in sent.getlist(name) if value] if sent else []


@register.filter
def each_name(pair: str) -> str:
    """A pair's names in a list: a line ends between the two, not within one."""
    first, *others = pair.split(" and ")
    names = [first, *(f"and {name}" for name in others)]
    return format_html_join(" ", '<span class="each-name">{}</span>', ((name,) for name in names))


@register.filter
def item(values: dict, key: str) -> list:
    return values.get(key, [])


@register.filter
def worth(amount: int, table) -> str:
    """A net for people: money where the table has a stake, else points, with its sign."""
    stake = table.stake
    return amounts.written(amount, stake.currency, plus=True) if stake else signed_number(amount)


@register.filter
def worth_plain(amount: int, table) -> str:
    stake = table.stake
    return amounts.written(amount, stake.currency) if stake else str(amount)


@register.simple_tag
def look_classes(request) -> str:
    """How the owner of this phone wants its pages, as classes (scoring.table.forms.look)."""
    return classes(kept(request, "look")) if request else ""
