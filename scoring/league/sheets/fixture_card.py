"""A team's fixtures as a pocket card: a sheet printed on one side, folded twice. The lower half has
the cover, on the right, and the back. The upper half is upside down: folded along the line, it
becomes the inside."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from scoring.common.pdf.flow import Frame, Sheet, Strip, pdf
from scoring.common.pdf.lettering import BOLD, ITALIC, SANS, SANS_BOLD, SMALLEST, text
from scoring.common.pdf.mark import draw_mark
from scoring.common.pdf.page import INK, MUTED, PAPERS, PEN_ROW, Paper, Pen, Turned

EDGE = 28.0
"""From the edge of the paper, and from a fold, to what is printed."""
MOST = 28.0
"""The greatest height of a match's row."""
HEAD = 16.0
DAY = 38.0
"""The least width of a night."""
TEAM = 36.0
"""The height of a team on the back, where there is room: its name, its venue, the address."""


@dataclass(frozen=True, kw_only=True, slots=True)
class CardMatch:
    """A night of the card: "1 Oct", "Tue 6 Oct", home or away, the opponents, and the venue."""

    day: str
    home: bool
    other: str
    venue: str
    result: str = ""
    bye: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class CardTeam:
    """A team of the division, for the back: where it plays, and its captain."""

    name: str
    venue: str
    captain: str
    phone: str
    address: str = ""
    """Of the venue: where there is room for a third line."""


@dataclass(frozen=True, kw_only=True, slots=True)
class FixtureCard:
    """Everything a team's card says."""

    team: str
    league: str
    season: str
    division: str
    venue: str
    captain: str
    phone: str
    plays: str
    """ "Thursdays at 19:30"."""
    matches: tuple[CardMatch, ...]
    teams: tuple[CardTeam, ...]
    status: str = ""
    words: tuple[str, ...] = ()
    """What was agreed, a paragraph each: as many as the cover has room for."""


def fixture_cards_pdf(cards: Sequence[FixtureCard], *, paper: str = "A4") -> bytes:
    """Return the cards, one a page, on "A4" or "Letter". More matches than the inside holds go on
    on another page."""
    on = PAPERS[paper]
    strips = []
    for card in cards:
        most = 2 * _rows_a_side(on)
        parts = [card.matches[at : at + most] for at in range(0, len(card.matches), most)]
        strips += (
            Strip(height=on.top - on.bottom, draw=partial(_draw, card=card, part=part, on=on))
            for part in parts or [()]
        )
    about = f"{cards[0].league} {cards[0].season}"
    sheet = Sheet(title="Fixture cards", about=about, strips=strips, bare=True, footless=True)
    return pdf([sheet], paper=on, title=f"Fixtures, {cards[0].team}, {about}")


def _frame(left: float, right: float, top: float, bottom: float) -> Frame:
    return Frame(left=left + EDGE, right=right - EDGE, top=top - EDGE, bottom=bottom + EDGE)


def _rows_a_side(on: Paper) -> int:
    return int((on.height / 2 - 2 * EDGE - HEAD) / PEN_ROW)


def _draw(pen: Pen, top: float, *, card: FixtureCard, part, on: Paper) -> None:
    wide, high = on.width / 2, on.height / 2
    _cover(pen, card, _frame(wide, on.width, high, 0))
    _back(pen, card, _frame(0, wide, high, 0))
    for x0, x1 in ((EDGE / 2, EDGE), (on.width - EDGE, on.width - EDGE / 2)):
        pen.rule(x0, x1, high)
    for y in (EDGE / 2, on.height - EDGE):
        pen.line(wide, y, wide, y + EDGE / 2, weight=0.4)
    inside = Turned(pen, wide, on.height * 3 / 4)
    half = -(-len(part) // 2) if len(part) > 9 else len(part)
    left, right = (
        _frame(0, wide, on.height, high),
        _frame(wide, on.width, on.height, high),
    )
    if half == len(part):
        _matches(inside, part, left)
        _notes(inside, right)
    else:
        _matches(inside, part[:half], left)
        _matches(inside, part[half:], right)


def _cover(pen: Pen, card: FixtureCard, frame: Frame) -> None:
    x, y = frame.left, frame.top
    draw_mark(pen, x, y - 34, 34)
    league = text(card.league, face=BOLD, size=13, width=frame.width - 44, lines=2)
    pen.put(league, x + 44, y - 14)
    season = text(card.season, face=ITALIC, size=10, width=frame.width - 44)
    pen.put(season, x + 44, y - 14 - league.leading * len(league.lines), colour=MUTED)
    y -= 110
    name = text(card.team, face=BOLD, size=26, width=frame.width, lines=4, least=0.5)
    pen.put(name, x, y)
    y -= name.leading * len(name.lines) - 4
    pen.rule(x, frame.right, y, weight=1.1, colour=INK)
    said = [
        (card.division, ITALIC, MUTED),
        (card.plays, SANS, INK),
        (f"At home: {card.venue}" if card.venue else "", SANS, INK),
        (f"Captain: {card.captain}" if card.captain else "", SANS, INK),
        (card.phone, SANS_BOLD, INK),
        (card.status, ITALIC, MUTED),
    ]
    y -= 18
    for words, face, colour in said:
        if words:
            shown = text(words, face=face, size=10.5, width=frame.width, lines=3)
            pen.put(shown, x, y, colour=colour)
            y -= shown.leading * len(shown.lines) + 3
    _agreed(pen, card.words, replace(frame, top=y - 14))


def _agreed(pen: Pen, words: Sequence[str], frame: Frame) -> None:
    """What was agreed, from its heading down: the paragraphs that there is room for."""
    y = frame.top - HEAD - 14
    for no, said in enumerate(words):
        shown = text(said, face=SANS, size=9, width=frame.width, lines=6)
        if y - shown.leading * (len(shown.lines) - 1) < frame.bottom:
            break
        if no == 0:
            _title(pen, "League rules", frame)
        pen.put(shown, frame.left, y)
        y -= shown.leading * len(shown.lines) + 5


def _back(pen: Pen, card: FixtureCard, frame: Frame) -> None:
    """The other teams: their venues and captains' numbers."""
    y = _title(pen, "Teams", frame)
    room = (y - frame.bottom) / max(1, len(card.teams))
    high = min(TEAM, room)
    for team in card.teams:
        two = high >= 24
        phone = text(team.phone, size=SMALLEST, width=frame.width * 0.45)
        name = text(team.name, face=BOLD, size=10, width=frame.width - phone.width - 8, least=0)
        base = y - (12 if two else high / 2 + 3.4)
        pen.put(name, frame.left, base)
        pen.put(phone, frame.right, base, align="right")
        if two:
            captain = text(team.captain, size=SMALLEST, width=frame.width * 0.6)
            where = text(team.venue, size=SMALLEST, width=frame.width - captain.width - 8)
            pen.put(where, frame.left, base - 11, colour=MUTED)
            pen.put(captain, frame.right, base - 11, align="right", colour=MUTED)
        if team.address and high >= TEAM:
            address = text(team.address, size=SMALLEST, width=frame.width)
            pen.put(address, frame.left, base - 20, colour=MUTED)
        y -= high
        pen.rule(frame.left, frame.right, y)
    if y - frame.bottom > HEAD + 3 * MOST:
        _notes(pen, replace(frame, top=y - MOST / 2))


def _title(pen: Pen, title: str, frame: Frame) -> float:
    pen.put(text(title, face=ITALIC, size=9, width=frame.width), frame.left, frame.top - 9)
    pen.rule(frame.left, frame.right, frame.top - HEAD, weight=0.9, colour=INK)
    return frame.top - HEAD


def _matches(pen: Pen, matches: Sequence[CardMatch], frame: Frame) -> None:
    """A row a night, with room for the result."""
    y, result = frame.top - HEAD, frame.right - 66
    at = frame.left + 12 + _wide_day(matches)
    for title, x in (("Date", frame.left), ("Against", at + 12), ("Result", result + 4)):
        words = text(title, face=ITALIC, size=9, width=80)
        pen.put(words, x, frame.top - 9, colour=MUTED)
    pen.rule(frame.left, frame.right, y, weight=0.9, colour=INK)
    rows = max(len(matches), 1)
    high = max(PEN_ROW, min(MOST, (y - frame.bottom) / rows))
    for match in matches:
        _match(pen, match, frame, y, high, at, result)
        y -= high
        pen.rule(frame.left, frame.right, y)


def _wide_day(matches: Sequence[CardMatch]) -> float:
    """Return how wide the nights are: wider with the weekday."""
    days = [text(match.day, size=9, width=80).width for match in matches]
    return max([DAY, *days])


def _match(
    pen: Pen,
    match: CardMatch,
    frame: Frame,
    y: float,
    high: float,
    side_at: float,
    result: float,
) -> None:
    at, room = side_at + 12, result - side_at - 16
    other = text(match.other, face=BOLD, size=10, width=room)
    if other.shortened:
        size = 10 if high >= 26 else SMALLEST
        other = text(match.other, face=BOLD, size=size, width=room, lines=2)
    where = match.venue if high >= 26 and len(other.lines) == 1 and not match.bye else ""
    base = y - (high / 2 - 1 if where else high / 2 + 3.4)
    pen.put(text(match.day, size=9, width=80), frame.left, base)
    if match.bye:
        pen.put(text("no match", face=ITALIC, size=9, width=room), at, base, colour=MUTED)
        return
    side = text("H" if match.home else "A", face=SANS_BOLD, size=9, width=14)
    pen.put(side, side_at, base, align="centre")
    pen.put(other, at, base + (len(other.lines) - 1) * other.leading / 2)
    if where:
        shown = text(where, size=SMALLEST, width=room)
        pen.put(shown, at, base - 9.5, colour=MUTED)
    pen.line(result, y, result, y - high)
    if match.result:
        words = text(match.result, face=SANS_BOLD, size=9, width=frame.right - result - 4)
        pen.put(words, frame.right - 2, base, align="right")


def _notes(pen: Pen, frame: Frame) -> None:
    """Lines to write on."""
    y = _title(pen, "Notes", frame)
    while y - MOST >= frame.bottom:
        y -= MOST
        pen.rule(frame.left, frame.right, y)
