"""The score sheet: Foster's columns of strokes, then every hand; and the same sheet blank."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.rules.game import Played
from scoring.rules.rule_set import RuleSet
from scoring.rules.wording import told
from scoring.sheets.blank_lines import blank_lines, key_strips
from scoring.sheets.flow import Sheet, Strip, pdf, space
from scoring.sheets.hand_list import hand_list
from scoring.sheets.headings import heading, paragraph
from scoring.sheets.page import PAPERS, Paper
from scoring.sheets.score_sheet_values import BlankScoreSheet, HandLine, ScoreSheet
from scoring.sheets.stroke_columns import empty_columns, filled_columns

TITLE = "Score sheet"


def hand_line(played: Played, names: Sequence[str], rules: RuleSet, *, struck: str = "") -> HandLine:
    """Return a scored hand as it is printed, with the players' names in seat order."""
    return HandLine(
        no=played.no,
        dealer=names[played.dealer],
        told=told(played.hand, names, rules),
        points=played.score.points,
        totals=played.totals,
        awards=played.score.awards,
        struck=struck,
    )


def key_to_the_score(rules: RuleSet, *, seats: int) -> tuple[str, ...]:
    """Return what scores what at a table of `seats` Call-Ace players, a line each, with its law."""
    lines = (
        ("point", f"Point with a partner, three or four tricks: {rules.point} each"),
        ("lone_point", f"Point, alone: {rules.lone_point}"),
        ("march", f"March with a partner, all five tricks: {rules.march[seats]} each"),
        ("lone_march", f"Lone march: {rules.lone_march[seats]}"),
        ("euchre", f"Euchre, fewer than three tricks: {rules.euchre} to each adversary"),
        ("revoke_by_maker", "Revoke by the maker’s side: as if euchred"),
        ("revoke_by_adversary", "Revoke by an adversary: as a march"),
        ("both-revoked", "Both sides revoked: no score, same dealer"),
    )
    return tuple(f"{line}, {rules.law(what).short}" for what, line in lines)


def score_sheet_pdf(sheets: Sequence[ScoreSheet], *, paper: str = "A4") -> bytes:
    """Return the sheets, each from a page of its own, as a PDF; the same sheets give the same bytes."""
    on = PAPERS[paper]
    parts = [Sheet(title=TITLE, about=_about(sheet), strips=_filled(sheet, on)) for sheet in sheets]
    return pdf(parts, paper=on, title=f"{TITLE}, {sheets[0].club}, {sheets[0].date}")


def blank_score_sheet_pdf(sheet: BlankScoreSheet, *, paper: str = "A4") -> bytes:
    """Return a sheet with the names printed, to write on when there is no screen."""
    on = PAPERS[paper]
    part = Sheet(title=TITLE, about=_about(sheet), strips=_blank(sheet, on))
    return pdf([part], paper=on, title=f"{TITLE}, {sheet.club}, {sheet.date}")


def _about(sheet: ScoreSheet | BlankScoreSheet) -> str:
    return " · ".join(part for part in (sheet.club, sheet.date, sheet.subtitle) if part)


def _filled(sheet: ScoreSheet, paper: Paper) -> list[Strip]:
    strips = [
        heading(paper, title=TITLE, subtitle=_about(sheet), status=sheet.status),
        *filled_columns(sheet.players, sheet.totals, paper),
        space(12),
    ]
    if sheet.hands:
        return strips + hand_list(sheet, paper)
    return [*strips, paragraph("No hand has been played yet.", paper.left, paper.right)]


def _blank(sheet: BlankScoreSheet, paper: Paper) -> list[Strip]:
    """Return the strips of a blank sheet: the columns take what the lines and the key leave."""
    head = heading(paper, title=TITLE, subtitle=_about(sheet), status="")
    below = [space(14), *blank_lines(sheet, paper), *key_strips(sheet.key, paper)]
    left = paper.top - paper.bottom - head.height - sum(strip.height for strip in below)
    return [head, *empty_columns(sheet.players, paper, max(left, 150.0)), *below]
