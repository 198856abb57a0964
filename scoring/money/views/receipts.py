"""Receipts for what went into the cash box or came out of it."""

from __future__ import annotations

from dataclasses import replace

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe

from scoring.common import codes
from scoring.common.dates import long_day
from scoring.common.pdf_views import pdf_answer
from scoring.common.permissions import RUN, Actor
from scoring.common.qr_codes import paper_code
from scoring.money.models import Entry
from scoring.money.queries.accounts import lines_of_evening, with_receipts
from scoring.money.sheets.receipts import Receipt, receipts_pdf
from scoring.money.views.accounts import words_of
from scoring.people.access import club_by_number
from scoring.people.models import Club


@require_safe
@club_by_number(RUN)
def receipt(request: HttpRequest, club: Club, actor: Actor, entry: int) -> HttpResponse:
    """The receipt of one entry, twice on a page, for the payer or payee, and for the club."""
    line = get_object_or_404(with_receipts(club.entries), pk=entry)
    one = receipt_of(request, line, club)
    both = [
        replace(one, copy=f"for {one.who}" if one.who else ""),
        replace(one, copy="for the club"),
    ]
    return pdf_answer(request, receipts_pdf, both, name=("receipt", line.pk))


@require_safe
@club_by_number(RUN)
def receipts_of_evening(
    request: HttpRequest, club: Club, actor: Actor, evening: int
) -> HttpResponse:
    """Every receipt of an evening, once each."""
    session = get_object_or_404(club.sessions, pk=evening)
    lines = with_receipts(lines_of_evening(session)).reverse()
    found = [receipt_of(request, line, club) for line in lines]
    if not found:
        raise Http404("No cash changed hands at this club night, so there are no receipts.")
    return pdf_answer(request, receipts_pdf, found, name=("receipts", session.played_on))


def receipt_of(request: HttpRequest, line: Entry, club: Club) -> Receipt:
    """Return the contents of an entry's receipt."""
    who = line.credited or line.debited
    what = words_of(line).removesuffix(", paid in cash").removesuffix(", paid out in cash")
    return Receipt(
        club=club.name,
        number=line.pk,
        date=long_day(line.dated),
        amount=line.cash_minor,
        currency=club.currency,
        who=str(who) if who else "",
        what=what if who else "",
        evening=str(line.session) if line.session else "",
        note=line.note,
        code=paper_code(request, codes.RECEIPT, line.pk),
    )
