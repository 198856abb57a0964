"""Paper: the PDFs, A4 or Letter (`?paper=letter`), and a sitting as a file."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404
from django.utils.text import slugify
from django.views.decorators.http import require_safe

from scoring.models import ClubSession, Table
from scoring.models.export import sheet_of
from scoring.permissions import LOOK, WRITE, Actor
from scoring.rules.sheet import document
from scoring.sheets.listing import listing_pdf
from scoring.sheets.score_sheet import blank_score_sheet_pdf, score_sheet_pdf
from scoring.sheets.settlement import settlement_pdf
from scoring.sheets.table_cards import table_cards_pdf
from scoring.views.access import NoSuchLink, by_link, session_by_link, session_by_number
from scoring.views.evening_papers import attendance_list, seating_lists, table_cards
from scoring.views.papers import blank_score_sheet, score_sheets, settlement_sheet


def paper_of(request: HttpRequest) -> str:
    return "Letter" if request.GET.get("paper", "").lower() == "letter" else "A4"


def pdf_answer(content: bytes, *name: object) -> HttpResponse:
    """Return a PDF that opens in the browser and is saved under its name."""
    title = slugify("-".join(map(str, name)))
    return HttpResponse(
        content,
        content_type="application/pdf",
        headers={
            "Content-Disposition": f'inline; filename="{title}.pdf"',
            "Cache-Control": "no-store",
        },
    )


@require_safe
@session_by_number(LOOK)
def settlement(request: HttpRequest, session: ClubSession, actor: Actor) -> HttpResponse:
    """The settlement sheet, to sign."""
    return _settlement(request, session)


@require_safe
@session_by_link(LOOK)
def settlement_by_link(request: HttpRequest, session: ClubSession, actor: Actor) -> HttpResponse:
    """The settlement sheet, for a phone at one of the tables."""
    return _settlement(request, session)


def _settlement(request: HttpRequest, session: ClubSession) -> HttpResponse:
    content = settlement_pdf(settlement_sheet(session), paper=paper_of(request))
    return pdf_answer(content, "settlement", session.played_on)


@require_safe
@session_by_number(WRITE)
def attendance(request: HttpRequest, session: ClubSession, actor: Actor) -> HttpResponse:
    """Who came; before anybody has come, a list to tick at the door."""
    content = listing_pdf(attendance_list(session), paper=paper_of(request))
    return pdf_answer(content, "attendance", session.played_on)


@require_safe
@session_by_number(WRITE)
def seating(request: HttpRequest, session: ClubSession, actor: Actor) -> HttpResponse:
    """Who sits where, by name and by table, to hang up."""
    content = listing_pdf(*seating_lists(session), paper=paper_of(request))
    return pdf_answer(content, "seating", session.played_on)


@require_safe
@session_by_number(WRITE)
def cards(request: HttpRequest, session: ClubSession, actor: Actor) -> HttpResponse:
    """A card to fold for each open table, with its codes."""
    found = table_cards(request, session)
    if not found:
        raise NoSuchLink("No table is open yet: open one, then print its card.")
    return pdf_answer(table_cards_pdf(found, paper=paper_of(request)), "cards", session.played_on)


@require_safe
@by_link(LOOK)
def score_sheet(request: HttpRequest, table: Table, actor: Actor) -> HttpResponse:
    """The score sheet, filled in."""
    content = score_sheet_pdf(score_sheets(table), paper=paper_of(request))
    return pdf_answer(content, "score", table, table.session.played_on)


@require_safe
@by_link(LOOK)
def blank_sheet(request: HttpRequest, table: Table, actor: Actor) -> HttpResponse:
    """The same sheet with the names printed, to write on."""
    content = blank_score_sheet_pdf(blank_score_sheet(table), paper=paper_of(request))
    return pdf_answer(content, "blank", table, table.session.played_on)


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
