"""Estimate how long an evening takes and whether its fees pay for the prizes, to help the director
choose a format.

A played hand takes about three minutes (eight hands: 20 to 25). A round to the bell takes 15 to 20
minutes with the bell at five. With a clock the time is exact.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import cycle

from scoring.tournament.pure.formats import Format
from scoring.tournament.pure.prize_money import prize_money_of
from scoring.tournament.pure.values import Entrant

A_HAND = 3
TO_FIVE = 18
"""Minutes that the head table needs for five points."""
ABOUT, HOUR = 10, 60


@dataclass(frozen=True, kw_only=True)
class Length:
    """Minutes, and their calculation in words."""

    minutes: int
    parts: tuple[str, ...]

    @property
    def about(self) -> str:
        """Return a text such as "3 h 30", to the nearest ten minutes, or below an hour to the
        nearest five."""
        step = ABOUT if self.minutes >= HOUR else ABOUT // 2
        hours, minutes = divmod(max(ABOUT, (self.minutes + step // 2) // step * step), HOUR)
        if not hours:
            return f"{minutes} minutes"
        return f"{hours} h {minutes:02}" if minutes else f"{hours} h"


@dataclass(frozen=True, kw_only=True)
class Purse:
    """The fees, the prizes, and the rest, which is below zero if the prizes are larger."""

    fees: int
    prizes: int

    @property
    def left(self) -> int:
        return self.fees - self.prizes


def how_long(format: Format, tables: int) -> Length:
    """Return the time for the rounds and for the moves between them. With one table there are no
    moves."""
    minutes, round = _round(format)
    moves = max(format.rounds - 1, 0)
    pause = format.break_minutes if tables > 1 else 0
    parts = [f"{_times(format.rounds, 'round')} of {round}"]
    if moves and pause:
        parts.append(f"{_times(moves, 'break')} of {_times(pause, 'minute')}")
    return Length(minutes=format.rounds * minutes + moves * pause, parts=tuple(parts))


def _round(format: Format) -> tuple[int, str]:
    minutes = {
        "hands": format.hands * A_HAND,
        "bell": (format.bell_at * TO_FIVE + 4) // 5,
        "clock": format.minutes,
    }[format.ends]
    if format.minutes and format.minutes <= minutes:
        return format.minutes, f"{_times(format.minutes, 'minute')} by the clock"
    how = _times(format.hands, "hand") if format.ends == "hands" else f"play to {format.bell_at}"
    at_most = f" ({format.minutes} at most)" if format.minutes else ""
    return minutes, f"{how}, about {_times(minutes, 'minute')}{at_most}"


def paying(entrants: Iterable[Entrant]) -> int:
    """Return how many people pay. It counts both of a pair, and no ghosts."""
    return sum(len(entrant.names) for entrant in entrants if not entrant.ghost)


def pot(
    format: Format,
    people: int,
    *,
    fees: int | None = None,
    entries: Sequence[tuple[str, int]] | None = None,
) -> Purse:
    """Return the fees of this number of people, and the prizes, without side pots.

    `fees` is the total of the fees if they are not the same for all. `entries` has the group and
    the fees of each entry if they are known.
    """
    if entries is None:
        each = 2 if format.pairs else 1
        groups = cycle(format.groups or ("",))
        entries = [(next(groups), format.fee * each) for _ in range(people // each)]
    given = sum(money.given for money in prize_money_of(format, entries))
    return Purse(fees=format.fee * people if fees is None else fees, prizes=given)


def describe_for_each(
    format: Format, *, written: Callable[[int], str], guest: int | None = None
) -> str:
    """Return the fee for each, perhaps another one for a `guest`, and how many people it takes to
    pay the prizes. This is for before anyone is entered. It is "" without fees and prizes."""
    prizes = pot(format, 0).prizes
    fee = f"{written(format.fee)} each" if format.fee else "nothing to pay"
    if guest is not None and guest != format.fee:
        fee += f", guests {written(guest) if guest else 'nothing'}"
    if not prizes:
        paid = bool(format.fee or guest)
        shared = sum(prize.percent for prize in format.prizes)
        rest = f"{shared}% of the fees in prizes" if shared else ""
        return ", ".join(filter(None, [fee, rest, _without_anything(format)])) if paid else ""
    enough = ", which no fee pays"
    if format.fee:
        enough = f", for which it takes {_times(-(-prizes // format.fee), 'fee')}"
    return f"{fee}, {_prizes(format, prizes, written)}{enough}"


def _prizes(format: Format, money: int, written: Callable[[int], str]) -> str:
    """Return a text such as "prizes 450.00", with the number of prizes without money or a gift."""
    bare = _without_anything(format)
    if bare and not money:
        return bare
    return f"prizes {written(money)}{f' ({bare})' if bare else ''}"


def _without_anything(format: Format) -> str:
    """Return a text such as "5 prizes without money or a gift", or "" if there are none."""
    bare = sum(not (prize.amount or prize.percent or prize.gift) for prize in format.prizes)
    return f"{_times(bare, 'prize')} without money or a gift" if bare else ""


def describe_length(
    format: Format,
    *,
    tables: int,
    people: int,
    written: Callable[[int], str],
    fees: int | None = None,
    entries: Sequence[tuple[str, int]] | None = None,
) -> str:
    """Return a line such as "8 rounds of 8 hands at 15 tables: about 3 h 30; 60 people pay £600.00,
    …".

    `written` formats an amount of minor units. `fees` and `entries` are as for `pot`.
    """
    rounds = f"{_times(format.rounds, 'round')} {_ended(format)} at {_times(tables, 'table')}"
    line = f"{rounds}: about {how_long(format, tables).about}"
    purse = pot(format, people, fees=fees, entries=entries)
    if not purse.fees and not purse.prizes:
        return f"{line}."
    who = f"{people} {'person pays' if people == 1 else 'people pay'}"
    return (
        f"{line}; {who} {written(purse.fees)}, {_prizes(format, purse.prizes, written)}, "
        f"{_left(purse, written)}."
    )


def _ended(format: Format) -> str:
    at_most = f", {_times(format.minutes, 'minute')} at most," if format.minutes else ""
    return {
        "hands": f"of {_times(format.hands, 'hand')}{at_most}",
        "bell": f"to the bell at {format.bell_at}{at_most}",
        "clock": f"of {_times(format.minutes, 'minute')}",
    }[format.ends]


def _left(purse: Purse, written: Callable[[int], str]) -> str:
    if purse.left < 0:
        return f"{written(-purse.left)} more than the fees bring"
    return f"{written(purse.left)} stay with the club" if purse.left else "nothing is left over"


def _times(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"
