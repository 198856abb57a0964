"""The PDFs of a club night: attendance, seats, table cards."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from scoring.common import codes
from scoring.common.access import NoSuchLink
from scoring.common.pdf.listing import listing_pdf
from scoring.common.pdf_views import pdf_answer
from scoring.common.permissions import WRITE, Actor
from scoring.common.qr_codes import coded
from scoring.evening.sheets.table_cards import table_cards_pdf
from scoring.evening.views.papers import attendance_list, seating_lists, table_cards
from scoring.table.access import session_by_number
from scoring.table.models import ClubSession
from scoring.table.queries.evenings import sittings_now


@require_safe
@session_by_number(WRITE)
def attendance(request: HttpRequest, session: ClubSession, actor: Actor) -> HttpResponse:
    """Return the attendance list; before anyone has come, a list to tick."""
    listing = coded(request, attendance_list(session), codes.EVENING, session.pk)
    return pdf_answer(request, listing_pdf, listing, name=("attendance", session.played_on))


@require_safe
@session_by_number(WRITE)
def seating(request: HttpRequest, session: ClubSession, actor: Actor) -> HttpResponse:
    """Return the seating plan, by name and by table, to hang up."""
    both = seating_lists(session, sittings_now(session))
    lists = (coded(request, one, codes.EVENING, session.pk) for one in both)
    return pdf_answer(request, listing_pdf, *lists, name=("seating", session.played_on))


@require_safe
@session_by_number(WRITE)
def cards(request: HttpRequest, session: ClubSession, actor: Actor) -> HttpResponse:
    """A card to fold for each open table, with its codes."""
    found = table_cards(request, session, sittings_now(session))
    if not found:
        raise NoSuchLink("There are no tables yet. Add one, then print its card.")
    return pdf_answer(request, table_cards_pdf, found, name=("cards", session.played_on))
