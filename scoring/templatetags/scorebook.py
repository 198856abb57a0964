"""How scores are drawn on a page: discs, counters, strokes, signed numbers, suits."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache, wraps

from django import template
from django.template.loader import render_to_string

from scoring.forms.table.look import classes
from scoring.rules import counters as drawn
from scoring.rules import money
from scoring.rules.statement import signed as signed_number
from scoring.rules.wording import PIPS

register = template.Library()
LONG = 24
"""Letters: a name of more is broken into three lines."""


def drawing(name: str) -> Callable:
    """Make a tag that shows a template; what it was for the same arguments is remembered."""

    def decorate(context_of):
        @register.simple_tag(name=context_of.__name__)
        @lru_cache(maxsize=4096)
        @wraps(context_of)
        def draw(*args):
            return render_to_string(name, context_of(*args))

        return context_of

    return decorate


@drawing("_disc.html")
def disc(colour: int, name: str) -> dict:
    """A player's initial in their colour and shape."""
    return {"colour": colour, "initial": name[:1].upper()}


@drawing("table/_tile.html")
def tile(shown: object, longest: int) -> dict:
    """A player's key on the pad (scoring.views.table.pad.Tile), beside others with names of so many
    letters.

    All have the size that the longest needs, so that none looks meant; one of more than LONG
    letters alone is smaller.
    """
    letters = max(len(shown.name), min(longest, LONG))
    return {"tile": shown, "size": size_class(letters)}


@drawing("_counters.html")
def counters(points: int) -> dict:
    """Points as counters: blue, red, white."""
    fewest = drawn.counters(points)
    pieces = [(colour, range(number)) for colour, number in fewest._asdict().items()]
    spoken = [f"{number} {colour}" for colour, number in fewest._asdict().items() if number]
    return {"pieces": pieces, "spoken": ", ".join(spoken)}


@drawing("_markers.html")
def markers(points: int, marks: str) -> dict:
    """A game's score by two spare cards, laid as the books say."""
    lay = {"three-four": drawn.three_and_four, "two-three": drawn.two_and_three}[marks]
    return {"points": points, "laid": lay(points)}


@drawing("_strokes.html")
def strokes(points: int) -> dict:
    """Points as strokes in fives."""
    fives, ones = drawn.strokes(points)
    return {"fives": range(fives), "ones": range(ones), "points": points}


@register.filter
def seat_of(value: str) -> str:
    """The seat that a box of an irregularity is about: "2" of "2" and of "2x3", none of "on"."""
    seat = value.partition("x")[0]
    return seat if seat.isdigit() else ""


@register.filter
def signed(number: int) -> str:
    return signed_number(number)


@register.filter
def figure(number: int) -> str:
    """Return a number with a real minus sign, and no plus."""
    return signed_number(number) if number < 0 else str(number)


@register.filter
def pip(suit: str) -> str:
    """♣ ♦ ♥ ♠; a joker stays a word."""
    return PIPS.get(suit, suit)


@register.filter
def length_class(name: str) -> str:
    """A class by the length of a name, so that it shrinks before it breaks."""
    return size_class(len(name))


def size_class(letters: int) -> str:
    """Return the class of a name of so many letters."""
    sizes = ((LONG, "name-longest"), (10, "name-long"), (8, "name-middle"))
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
def chosen(told, name: str) -> list[str]:
    """The values that a sent form holds under this name, empty ones left out."""
    return [value for value in told.getlist(name) if value] if told else []


@register.filter
def item(values: dict, key: str) -> list:
    return values.get(key, [])


@register.filter
def worth(amount: int, table) -> str:
    """A net for people: money where the table has a stake, else points, with its sign."""
    stake = table.stake
    return money.written(amount, stake.currency, plus=True) if stake else signed_number(amount)


@register.filter
def worth_plain(amount: int, table) -> str:
    stake = table.stake
    return money.written(amount, stake.currency) if stake else str(amount)


@register.simple_tag
def look_classes(request) -> str:
    """How the owner of this phone wants its pages, as classes (scoring.forms.table.look)."""
    return classes(request.COOKIES.get("look", "")) if request else ""
