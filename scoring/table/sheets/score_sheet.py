"""The score sheet, with Foster's columns of strokes or the games, then every hand; and the same
sheet blank."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from scoring.common.pdf.code import signs_of
from scoring.common.pdf.flow import Sheet, Strip, pdf, space
from scoring.common.pdf.headings import heading, paragraph
from scoring.common.pdf.page import PAPERS, PEN_ROW, Paper
from scoring.euchre.game import Played
from scoring.euchre.hand import ALONE
from scoring.euchre.rule_set import RuleSet
from scoring.euchre.wording import (
    describe,
    describe_bidder,
    describe_end,
    describe_rubber,
    side_names,
)
from scoring.table.sheets.bid_lines import bid_lines
from scoring.table.sheets.blank import blank_lines, key_strips
from scoring.table.sheets.game_boxes import game_boxes
from scoring.table.sheets.games import game_tables
from scoring.table.sheets.hand_list import hand_list
from scoring.table.sheets.strokes import empty_columns, filled_columns
from scoring.table.sheets.values import BlankScoreSheet, HandLine, ScoreSheet

TITLE = "Score sheet"


def hand_line(
    played: Played, names: Sequence[str], rules: RuleSet, *, struck: str = ""
) -> HandLine:
    """Return a scored hand as it is printed, with the players' names in seat order."""
    first = [seats[0] for seats in rules.sides(len(names))]
    totals = tuple(played.totals[seat] for seat in first)
    if rules.pays_games:
        totals = played.ended[0].score if played.ended else played.standing.score
    hand = played.hand
    bid = hand.bid is not None
    return HandLine(
        no=played.no,
        dealer=names[played.dealer],
        facts=describe_bidder(hand, names, rules) if bid else describe(hand, names, rules),
        bid="" if not bid else str(hand.bid) if isinstance(hand.bid, int) else ALONE,
        tricks=str(hand.tricks) if bid else "",
        points=tuple(played.score.points[seat] for seat in first),
        totals=totals,
        awards=played.score.awards,
        ended=_ended(played, side_names(rules, names), rules),
        struck=struck,
    )


def _ended(played: Played, sides: Sequence[str], rules: RuleSet) -> tuple[str, ...]:
    """Return the games that a hand ended, and the rubber, in words."""
    if not played.ended:
        return ()
    games = [describe_end(game, sides, rules) for game in played.ended]
    over = [rubber for rubber in played.standing.rubbers if rubber.games[-1] == played.ended[-1].no]
    return (*games, *(describe_rubber(rubber, sides) for rubber in over))


def score_sheet_pdf(sheets: Sequence[ScoreSheet], *, paper: str = "A4") -> bytes:
    """Return the sheets, each from a page of its own, as a PDF; the same sheets give the same
    bytes."""
    on, first = PAPERS[paper], sheets[0]
    parts = score_sheets_on(sheets, on)
    return pdf(parts, paper=on, title=f"{TITLE}, {first.club}, {first.date}")


def score_sheets_on(sheets: Sequence[ScoreSheet], on: Paper) -> list[Sheet]:
    """Return the score sheets as sheets."""
    return [
        Sheet(
            title=TITLE,
            about=_about(sheet),
            strips=_filled(sheet, on),
            name=_named(sheet),
            signs=signs_of(sheet.code),
        )
        for sheet in sheets
    ]


def _named(sheet: ScoreSheet | BlankScoreSheet) -> str:
    return f"{TITLE}, {sheet.subtitle.partition(' · ')[0]}"


def blank_score_sheet_pdf(sheet: BlankScoreSheet, *, paper: str = "A4") -> bytes:
    """Return a sheet with the names printed, to write on when there is no screen."""
    on = PAPERS[paper]
    parts = blank_sheets_on(sheet, on)
    return pdf(parts, paper=on, title=f"{TITLE}, {sheet.club}, {sheet.date}")


def blank_sheets_on(sheet: BlankScoreSheet, on: Paper) -> list[Sheet]:
    """Return the blank sheet, with its front and, for games, its back."""
    if sheet.bidding:
        strips = _blank_bids(sheet, on)
    elif sheet.games is None:
        strips = [_blank(sheet, on)]
    else:
        strips = [_blank_games(sheet, on), _blank_hands(sheet, on)]
    what = {"title": TITLE, "about": _about(sheet), "signs": signs_of(sheet.code)}
    return [Sheet(strips=page, name=f"{_named(sheet)}, blank", **what) for page in strips]


def _about(sheet: ScoreSheet | BlankScoreSheet) -> str:
    return " · ".join(part for part in (sheet.club, sheet.date, sheet.subtitle) if part)


def _head(
    sheet: ScoreSheet | BlankScoreSheet, paper: Paper, title: str = TITLE, *, status: str = ""
) -> Strip:
    return heading(paper, title=title, subtitle=_about(sheet), status=status, code=sheet.code)


def _filled(sheet: ScoreSheet, paper: Paper) -> list[Strip]:
    strips = [_head(sheet, paper, status=sheet.status)]
    if not sheet.sides:
        strips += [*filled_columns(sheet, paper), space(12)]
    elif sheet.games:
        strips += game_tables(sheet.sides, sheet.games, paper)
    if sheet.hands:
        return strips + hand_list(sheet, paper)
    return [*strips, paragraph("No hands yet.", paper.left, paper.right)]


def _blank(sheet: BlankScoreSheet, paper: Paper) -> list[Strip]:
    """Return the strips of a blank sheet. The columns take the room that the lines and the key
    leave."""
    head = _head(sheet, paper)
    below = [space(14), *blank_lines(sheet, paper), *key_strips(sheet.key, paper)]
    left = paper.top - paper.bottom - head.height - sum(strip.height for strip in below)
    return [head, *empty_columns(sheet, paper, max(left, 150.0)), *below]


def _blank_bids(sheet: BlankScoreSheet, paper: Paper) -> list[list[Strip]]:
    """Return the front and the back of a blank sheet for bids, with lines alone, and with lines
    above the key."""
    titles, keys = (TITLE, "Hands"), ([], key_strips(sheet.key, paper))
    heads = [_head(sheet, paper, title) for title in titles]
    rooms = [
        paper.top - paper.bottom - sum(strip.height for strip in (head, *key))
        for head, key in zip(heads, keys, strict=True)
    ]
    lines = bid_lines(sheet, paper, *rooms)
    return [[head, *page, *key] for head, page, key in zip(heads, lines, keys, strict=True)]


def _blank_games(sheet: BlankScoreSheet, paper: Paper) -> list[Strip]:
    """Return the front of a blank sheet of games, with as many boxes as the page holds."""
    head = _head(sheet, paper)
    return [head, *game_boxes(sheet, paper, paper.top - paper.bottom - head.height)]


def _blank_hands(sheet: BlankScoreSheet, paper: Paper) -> list[Strip]:
    """Return its back, with as many lines for hands as the key leaves."""
    head = _head(sheet, paper, "Hands")
    key = key_strips(sheet.key, paper)
    none = blank_lines(replace(sheet, lines=0), paper)
    left = paper.top - paper.bottom - sum(strip.height for strip in (head, *none, *key))
    lines = 2 * int(left // PEN_ROW)
    return [head, *blank_lines(replace(sheet, lines=lines), paper), *key]
