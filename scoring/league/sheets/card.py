"""The card of a match: pairs, boxes for games, sums, two signatures; blank or filled in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from scoring.common.pdf.code import Code, signs_of
from scoring.common.pdf.flow import Sheet, Strip, beside, pdf, space, together
from scoring.common.pdf.headings import heading, paragraph, section
from scoring.common.pdf.lettering import BOLD, ITALIC, SANS, SANS_BOLD, SMALLEST, Text, text
from scoring.common.pdf.page import INK, MUTED, PAPERS, Paper, Pen

GUTTER = 26.0
LINE = 22.0
"""The height of a line that a name is written on."""
ROW = 26.0
BOX, HIGH, BETWEEN = 31.0, 20.5, 13.0
"""A box for points: its width and height, and from one game to the next."""
NUMBER = 25.0
"""A box for a player's number, where partners change."""
MOST_PAIRS, MOST_WIDE = 3, 12
"""With more pairs, each has one line; with more meetings, they are closer."""
A_ROW = 3
"""How many games fit in a row."""
Game = tuple[int, int]


@dataclass(frozen=True, kw_only=True, slots=True)
class CardSide:
    """A team of the card, its players in the order of its pairs ("" is left for a pen), and its
    squad, "1 Ann"."""

    team: str
    names: tuple[str, ...]
    squad: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class CardMeeting:
    """The pairs at a table, and `room` for their games, of which these are known."""

    round: str
    home: str
    away: str
    room: int
    games: tuple[Game, ...] = ()
    short: tuple[str, str] = ("", "")
    """Both pairs with short names, above the boxes where the full names do not fit."""


@dataclass(frozen=True, kw_only=True, slots=True)
class MatchCard:
    """Everything a card says."""

    about: str
    """ "St Austell 2026-27 · Division One · Thursday 1 October 2026 · Red Lion"."""
    status: str
    """When it is due, or that it counts."""
    home: CardSide
    away: CardSide
    meetings: tuple[CardMeeting, ...]
    by_number: bool
    """Whether partners change, and the four of each game are written by their numbers."""
    plays: str
    """What a match is, in a sentence or two."""
    sums: tuple[tuple[str, Game | None], ...]
    """ ("Games won", (5, 4)): what is added up, the one that decides first."""
    new_players: int = 0
    """Lines for who signs on the night."""
    words: tuple[str, ...] = ()
    """The league's own about the card."""
    signed: tuple[str, str] = ("", "")
    """The confirmations of home and away; "" for a signature by hand."""
    code: Code | None = None


def match_card_pdf(cards: Sequence[MatchCard], *, paper: str = "A4") -> bytes:
    """Return the cards, each on a page of its own or more, on "A4" or "Letter"."""
    on = PAPERS[paper]
    sheets = [
        Sheet(
            title="Match card",
            about=f"{card.home.team} v {card.away.team}",
            strips=list(_strips(card, on)),
            name=f"{card.home.team} v {card.away.team}",
            signs=signs_of(card.code),
        )
        for card in cards
    ]
    return pdf(sheets, paper=on, title="Match card", contents=len(cards) > 1)


def _strips(card: MatchCard, on: Paper) -> Iterator[Strip]:
    left, right, middle = on.left, on.right, (on.left + on.right) / 2
    yield heading(
        on,
        title=f"{card.home.team} v {card.away.team}",
        subtitle=card.about,
        status=card.status,
        code=card.code,
    )
    yield space(4)
    yield paragraph(card.plays, left, right)
    yield space(6)
    sides = (
        (card.home, left, middle - GUTTER / 2),
        (card.away, middle + GUTTER / 2, right),
    )
    if not card.by_number:
        yield beside(*([*_names(side, x0, x1)] for side, x0, x1 in sides))
        yield space(8)
    yield from _games(card, left, right)
    yield from together([*_end(card, left, right, sides)])
    yield from together([space(10), *_back(card, left, right, sides)])


def _names(side: CardSide, x0: float, x1: float) -> Iterator[Strip]:
    yield section(side.team, x0, x1)
    pairs = [side.names[at : at + 2] for at in range(0, len(side.names), 2)]
    for no, names in enumerate(pairs, start=1):
        if len(pairs) > MOST_PAIRS:
            yield Strip(height=LINE, draw=partial(_pair, names=names, no=no, x0=x0, x1=x1))
            continue
        for place, name in enumerate(names):
            draw = partial(_name, name=name, no=0 if place else no, x0=x0, x1=x1)
            yield Strip(height=LINE, draw=draw)


def _name(pen: Pen, top: float, *, name: str, no: int, x0: float, x1: float) -> None:
    """Draw a line for a name; the first of a pair has its number."""
    base = top - LINE + 6
    if no:
        pen.put(text(str(no), face=BOLD, size=13, width=20), x0, base)
    if name:
        pen.put(text(name, size=11, width=x1 - x0 - 24), x0 + 24, base)
    pen.rule(x0 + 24 if no else x0, x1, top - LINE, weight=0.6, colour=MUTED)


def _pair(pen: Pen, top: float, *, names: Sequence[str], no: int, x0: float, x1: float) -> None:
    """Draw one line for both names of a pair."""
    base, half = top - LINE + 6, (x1 - x0 - 24) / 2
    pen.put(text(str(no), face=BOLD, size=13, width=20), x0, base)
    for place, name in enumerate(names):
        x = x0 + 24 + place * half
        if name:
            words = text(name, size=10, width=half - 8)
            if words.shortened:
                words = text(name, size=SMALLEST, width=half - 8, lines=2)
            pen.put(words, x, base if len(words.lines) == 1 else base - 2 + words.leading)
        pen.rule(x, x + half - 6, top - LINE, weight=0.6, colour=MUTED)


def _games(card: MatchCard, left: float, right: float) -> Iterator[Strip]:
    head = _head(card, left, right)
    yield head
    turn, row = "", ROW if len(card.meetings) <= MOST_WIDE else HIGH + 1.5
    for meeting in card.meetings:
        shown = meeting.round if meeting.round != turn else ""
        turn = meeting.round
        for first in range(0, max(meeting.room, len(meeting.games)), A_ROW):
            count = min(A_ROW, max(meeting.room, len(meeting.games)) - first)
            yield Strip(
                height=row,
                head=head,
                draw=partial(
                    _meeting,
                    row=row,
                    meeting=meeting,
                    games=meeting.games[first : first + count],
                    count=count,
                    turn="" if first else shown,
                    named=not first,
                    by_number=card.by_number,
                    left=left,
                    right=right,
                ),
            )


def _head(card: MatchCard, left: float, right: float) -> Strip:
    """The two teams above the games, each at its side."""
    teams = (card.home.team, card.away.team)
    width = (right - left) / 2 - 6
    home, away = (text(team, face=BOLD, size=12.5, width=width, least=0) for team in teams)

    def draw(pen: Pen, top: float) -> None:
        pen.put(home, left, top - 12)
        pen.put(away, right, top - 12, align="right")
        pen.rule(left, right, top - 20, weight=1.1, colour=INK)

    return Strip(height=20, draw=draw, keep=True)


def _meeting(  # noqa: PLR0913
    pen: Pen,
    top: float,
    *,
    row: float,
    meeting: CardMeeting,
    games: Sequence[Game],
    count: int,
    turn: str,
    named: bool,
    by_number: bool,
    left: float,
    right: float,
) -> None:
    base, bottom = top - row / 2 - 3.4, top - (row + HIGH) / 2
    wide = count * (2 * BOX + 8) + (count - 1) * BETWEEN
    at = (left + right) / 2 - wide / 2
    if turn:
        pen.put(text(turn, face=ITALIC, size=8.5, width=52), left, base, colour=MUTED)
    if by_number:
        for x in (at - 14 - 2 * NUMBER - 5, at + wide + 14):
            for no in (0, 1):
                pen.box(x + no * (NUMBER + 5), bottom, NUMBER, HIGH)
    elif named:
        room = at - left - 10
        home = _in_room(meeting.home, meeting.short[0], room - (54 if meeting.round else 0))
        away = _in_room(meeting.away, meeting.short[1], room)
        for words, x, align in ((home, at - 9, "right"), (away, at + wide + 9, "left")):
            up = (len(words.lines) - 1) * words.leading / 2
            pen.put(words, x, base + up, align=align)
    for no in range(count):
        x = at + no * (2 * BOX + 8 + BETWEEN)
        for side in (0, 1):
            pen.box(x + side * (BOX + 8), bottom, BOX, HIGH)
        colon = text(":", face=SANS, size=11, width=8)
        pen.put(colon, x + BOX + 4, base, align="centre")
        if no < len(games):
            for side in (0, 1):
                won = games[no][side] > games[no][1 - side]
                face = SANS_BOLD if won else SANS
                points = text(str(games[no][side]), face=face, size=11, width=BOX - 4)
                pen.put(points, x + side * (BOX + 8) + BOX / 2, base, align="centre")
    pen.rule(left, right, top - row)


def _in_room(pair: str, short: str, width: float) -> Text:
    words = text(pair, size=9.5, width=width, lines=2)
    return text(short, size=9.5, width=width, lines=2) if words.shortened and short else words


def _end(card: MatchCard, left: float, right: float, sides) -> Iterator[Strip]:
    """The sums of the card, and its signatures."""
    yield Strip(height=ROW + 8, draw=partial(_sums, sums=card.sums, left=left, right=right))
    yield beside(
        *(
            [_signature(side.team, by, x0, x1)]
            for (side, x0, x1), by in zip(sides, card.signed, strict=True)
        )
    )


def _sums(
    pen: Pen,
    top: float,
    *,
    sums: Sequence[tuple[str, Game | None]],
    left: float,
    right: float,
) -> None:
    wide, top = BOX + 11, top - 6
    base, bottom = top - ROW / 2 - 4, top - (ROW + HIGH) / 2
    for no, (title, figures) in enumerate(sums):
        end = right - (len(sums) - 1 - no) * (right - left + GUTTER) / 2
        first = end - 2 * wide - 8
        words = text(title, face=BOLD, size=11, width=110)
        pen.put(words, first - 10, base, align="right")
        pen.put(text(":", face=SANS, size=11, width=8), end - wide - 4, base, align="centre")
        for side in (0, 1):
            x = first + side * (wide + 8)
            pen.box(x, bottom, wide, HIGH)
            if figures:
                points = text(str(figures[side]), face=SANS_BOLD, size=12, width=wide - 4)
                pen.put(points, x + wide / 2, base, align="centre")


def _signature(team: str, by: str, x0: float, x1: float) -> Strip:
    says = text(f"Captain of {team}", face=ITALIC, size=8.5, width=x1 - x0)
    name = text(by, face=SANS, size=9.5, width=x1 - x0)

    def draw(pen: Pen, top: float) -> None:
        pen.put(name, x0, top - 25)
        pen.rule(x0, x1, top - 30, weight=0.6, colour=MUTED)
        pen.put(says, x0, top - 40, colour=MUTED)

    return Strip(height=42, draw=draw)


def _back(card: MatchCard, left: float, right: float, sides) -> Iterator[Strip]:
    """The optional back: the league's words, new players of the night, the squads."""
    for words in card.words:
        yield paragraph(f"“{words}”", left, right, face=ITALIC)
    if card.new_players:
        for no in range(card.new_players + 1):
            draw = partial(_new_player, no=no, left=left, right=right)
            yield Strip(height=LINE if no else 22, draw=draw)
        yield space(8)
    if any(side.squad for side, *_ in sides):
        yield beside(*([*_squad(side, x0, x1)] for side, x0, x1 in sides))
    yield space(1)


NEW = (("New tonight: name", 0.0, 0.42), ("team", 0.44, 0.66), ("signature", 0.68, 1.0))


def _new_player(pen: Pen, top: float, *, no: int, left: float, right: float) -> None:
    """Draw a line for a player who signs on the night; the first (0) has the labels."""
    for title, first, last in NEW:
        x0, x1 = left + first * (right - left), left + last * (right - left)
        if no:
            pen.rule(x0, x1, top - LINE, weight=0.6, colour=MUTED)
        else:
            pen.put(text(title, face=ITALIC, size=8.5, width=x1 - x0), x0, top - 18, colour=MUTED)
    if no:
        number = text(f"{no}.", face=SANS, size=8.5, width=16)
        pen.put(number, left, top - LINE + 5, colour=MUTED)


def _squad(side: CardSide, x0: float, x1: float) -> Iterator[Strip]:
    if not side.squad:
        return
    yield section(f"The squad of {side.team}", x0, x1)
    yield space(3)
    yield paragraph(" · ".join(side.squad), x0, x1, size=8.5)
