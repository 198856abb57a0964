"""The score sheets of a table, filled and blank, and a sitting as a file."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from math import inf
from uuid import UUID

from django.db.models import Count
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404
from django.utils.text import slugify
from django.views.decorators.http import require_safe

from scoring.common import codes
from scoring.common.dates import full_day
from scoring.common.local_time import clock
from scoring.common.pdf_views import pdf_answer
from scoring.common.permissions import LOOK, Actor
from scoring.common.qr_codes import coded
from scoring.euchre.sheet import document
from scoring.euchre.wording import counted, describe, side_names
from scoring.table.access import by_link
from scoring.table.models import ClubSession, Correction, HandRecord, Sitting, Table
from scoring.table.queries.agreed import HandSaid, said_of
from scoring.table.queries.sheet_files import sheet_of
from scoring.table.sheets.game_lines import SittingOfGames, blank_games, game_blocks
from scoring.table.sheets.score_key import key_to_the_score
from scoring.table.sheets.score_sheet import blank_score_sheet_pdf, hand_line, score_sheet_pdf
from scoring.table.sheets.values import BlankScoreSheet, HandLine, ScoreSheet
from scoring.table.views.bank import bank_of
from scoring.table.views.games import points_by_side

MOST_LINES = 150
"""On the score sheets of one PDF, so that none is slow to draw; the head of a sheet counts as
HEAD_LINES. An evening has fewer."""
HEAD_LINES = 8
MOST_STRUCK = 10
"""Earlier versions of one hand that are printed, the latest ones."""


def score_sheets(table: Table, part: int | None = None) -> list[ScoreSheet]:
    """Return the score sheets of a table, one a sitting, or one `part` of them; an earlier sitting
    without a hand is left out."""
    parts = parts_of(table, whole=part is None)
    if part and part > len(parts):
        raise Http404("The score sheet has no such part.")
    return [sheet for _, sheet in sheets_of_part(parts[part - 1 if part else 0])]


def sheets_of_part(part: Mapping[int, list[UUID]]) -> list[tuple[int, ScoreSheet]]:
    """Return the score sheets of a part, each with the key of its table."""
    sittings = Sitting.objects.filter(pk__in=part).order_by("table__no", "no")
    sittings = sittings.select_related("table__session__club", "table__house")
    return [(one.table_id, _score_sheet(one, part[one.pk])) for one in sittings]


def part_asked(request: HttpRequest) -> int:
    """Return the number of the part that is asked for (`?part=2`), or 1."""
    no = re.fullmatch("[1-9][0-9]{0,2}", request.GET.get("part", "1"), re.ASCII)
    return int(no[0]) if no else 1


def parts_of(table: Table, *, whole: bool = False) -> list[dict[int, list[UUID]]]:
    """Return the parts in which the score sheets of a table are printed, or one `whole` part: the
    hands (ids) of each, by the key of their sitting."""
    return _in_parts(_hands_to_print([table]), inf if whole else MOST_LINES)


def parts_of_evening(session: ClubSession) -> list[dict[int, list[UUID]]]:
    """Return the parts in which all score sheets of an evening are printed: one for a club, as many
    as they need for friends without one, whose evening a stranger can fill."""
    room = MOST_LINES if session.club.casual else inf
    return _in_parts(_hands_to_print(session.tables.all()), room)


def _in_parts(
    to_print: Mapping[int, list[tuple[UUID, int]]], room: float
) -> list[dict[int, list[UUID]]]:
    parts, left = [{}], room
    for sitting, hands in to_print.items():
        left -= HEAD_LINES
        if not hands:
            parts[-1][sitting] = []
        for id, lines in hands:
            if lines > left and parts[-1]:
                parts, left = [*parts, {}], room - HEAD_LINES
            parts[-1].setdefault(sitting, []).append(id)
            left -= lines
    return parts


def _hands_to_print(tables: Iterable[Table]) -> dict[int, list[tuple[UUID, int]]]:
    """Return the hands (ids) that are printed, each with its number of lines, by the key of their
    sitting; the latest sitting of a table has none, perhaps."""
    sittings = Sitting.objects.filter(table__in=tables).order_by("table__no", "no")
    by_table = list(sittings.values_list("table", "pk"))
    found: dict[int, list[tuple[UUID, int]]] = {sitting: [] for _, sitting in by_table}
    counted = {*dict(by_table).values()}
    rows = HandRecord.objects.filter(sitting__table__in=tables, place__isnull=False)
    rows = rows.annotate(changes=Count("corrections")).order_by("place")
    facts = ("sitting", "pk", "state", "irregularities", "changes")
    for sitting, id, state, irregularities, changes in rows.values_list(*facts):
        lines = 1 + 2 * len(irregularities)
        found[sitting].append((id, lines * (1 + min(changes, MOST_STRUCK))))
        counted |= {sitting} if state == HandRecord.State.COUNTED else set()
    return {sitting: hands for sitting, hands in found.items() if sitting in counted}


def _score_sheet(sitting: Sitting, hands: list[UUID]) -> ScoreSheet:
    table, bank = sitting.terms, bank_of(sitting)
    banker = f"{sitting.names[bank.seat]} is the banker" if bank else ""
    sheet = ScoreSheet(
        club=table.session.club.name,
        date=full_day(table.session.played_on),
        subtitle=_about(table, counted(len(sitting.played), "hand"), banker),
        status=f"Sitting {sitting.no}" if sitting.no > 1 or sitting.ended_at else "",
        players=tuple(name for name, _ in points_by_side(sitting)),
        totals=tuple(points for _, points in points_by_side(sitting)),
        colours=_colours(sitting),
        hands=tuple(_hand_lines(sitting, hands)),
    )
    return _with_games(sheet, sitting) if table.rules.pays_games else sheet


def _colours(sitting: Sitting) -> tuple[int, ...]:
    """Return the disc of each player who scores alone; those of partners are in order."""
    sides = sitting.rules.sides(len(sitting.names))
    alone = all(len(seats) == 1 for seats in sides)
    return tuple(sitting.colours[seats[0]] if alone else no for no, seats in enumerate(sides))


def _with_games(sheet: ScoreSheet, sitting: Sitting) -> ScoreSheet:
    games = SittingOfGames(
        played=sitting.played,
        rules=sitting.rules,
        names=sitting.names,
        stake=sitting.terms.stake,
        over=bool(sitting.ended_at) or sitting.table.session.closed,
    )
    return replace(sheet, sides=tuple(games.sides), games=game_blocks(games))


def _about(table: Table, *more: str) -> str:
    """Return "Table 1 · Call-Ace · 31 hands · 25p a point"."""
    return " · ".join(filter(None, [str(table), table.rules.name, *more, table.stake_as_text]))


def _hand_lines(sitting: Sitting, hands: list[UUID]) -> Iterator[HandLine]:
    """Yield these hands in order, corrected or undone versions before the current one."""
    names, seats, rules = sitting.names, len(sitting.names), sitting.rules
    scored = {
        stored.id: played for stored, played in zip(sitting.counted, sitting.played, strict=True)
    }
    records = sitting.hands.filter(pk__in=hands).order_by("place").prefetch_related("corrections")
    asks = sitting.table.asks_agreement
    said = said_of(sitting.hands.counted().filter(pk__in=hands)) if asks else {}
    for record in records:
        played = scored.get(record.pk)
        changes = [*record.corrections.all()]
        corrected = [one for one in changes if one.kind == Correction.Kind.CORRECTED]
        for change in corrected[-MOST_STRUCK:]:
            yield _struck(describe(change.hand_before, names, rules), change, seats, played, names)
        if played:
            yield _with_what_was_said(hand_line(played, names, rules), said.get(record.pk))
        elif record.state == HandRecord.State.TAKEN_BACK:
            yield _struck(
                describe(record.hand, names, rules),
                changes[-1],
                seats,
                None,
                names,
            )


def _with_what_was_said(line: HandLine, said: HandSaid | None) -> HandLine:
    """Return the line with the other side's word, where it was asked."""
    if said is None or not said.state:
        return line
    word = said.objection
    if word is None:
        return replace(line, agreed=True)
    why = f": {word.why}" if word.why else ""
    whose = f"the opponents, on {word.by}" if word.turned else word.by
    return replace(line, objection=f"Disputed {clock(word.at)} by {whose}{why}")


def _struck(said: str, change: Correction, seats: int, played, names: list[str]) -> HandLine:
    why = f": {change.why}" if change.why else ""
    return HandLine(
        no=played.no if played else None,
        dealer=names[played.dealer] if played else "",
        facts=said,
        points=(0,) * seats,
        totals=(),
        awards=(),
        struck=f"{change.as_text.capitalize()} {clock(change.at)} by {change.by}{why}",
    )


def blank_score_sheet(sitting: Sitting) -> BlankScoreSheet:
    """Return a sheet to write on, for the people of a sitting."""
    table, rules = sitting.terms, sitting.rules
    sheet = BlankScoreSheet(
        club=table.session.club.name,
        date=full_day(table.session.played_on),
        subtitle=_about(table),
        players=tuple(sitting.names),
        colours=_colours(sitting),
        first_dealer=sitting.dealer,
        key=key_to_the_score(rules, seats=len(sitting.players)),
    )
    if rules.partners == "called":
        return sheet
    alone = rules.partners == "fixed" and rules.lone_hands
    return replace(
        sheet,
        sides=tuple(side_names(rules, sitting.names)),
        games=None if rules.target is None else blank_games(rules),
        asks=("Maker", "Alone", "Tricks")
        if alone
        else ("Maker", "Tricks of each" if rules.each_scores else "Tricks"),
        bidding=rules.bidding,
        bids_alone=bool(rules.bids_for_all),
    )


@require_safe
@by_link(LOOK)
def score_sheet(request: HttpRequest, table: Table, actor: Actor) -> HttpResponse:
    """The score sheet, filled in; of a very long one a part (`?part=2`)."""
    found = score_sheets(table, part_asked(request))
    sheets = [coded(request, one, codes.TABLE, table.pk) for one in found]
    return pdf_answer(
        request, score_sheet_pdf, sheets, name=("score", table, table.session.played_on)
    )


@require_safe
@by_link(LOOK)
def blank_sheet(request: HttpRequest, table: Table, actor: Actor) -> HttpResponse:
    """The same sheet with the names printed, to write on."""
    sheet = coded(request, blank_score_sheet(table.sitting), codes.TABLE, table.pk)
    return pdf_answer(
        request, blank_score_sheet_pdf, sheet, name=("blank", table, table.session.played_on)
    )


@require_safe
@by_link(LOOK)
def sheet_file(request: HttpRequest, table: Table, actor: Actor, no: int) -> HttpResponse:
    """One sitting as euchre-sheet/1."""
    sitting = get_object_or_404(
        table.sittings.select_related("table__session__club", "table__house"), no=no
    )
    name = slugify(f"{table}-sitting-{no}-{table.session.played_on}")
    return JsonResponse(
        document(sheet_of(sitting)),
        headers={"Content-Disposition": f'attachment; filename="{name}.json"'},
        json_dumps_params={"ensure_ascii": False, "indent": 1},
    )
