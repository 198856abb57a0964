"""The way to a table for a phone that cannot scan, by typing its code."""

from __future__ import annotations

from functools import partial

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from scoring.common.access import behind_a_door
from scoring.common.answers import answered, status_of
from scoring.common.typed_code import by_typed_code
from scoring.table.forms.by_code import TableCodeForm
from scoring.table.queries.typed_code import link_of_typed_code

NO_CODE = (
    "No table has this code. Codes change every few minutes. Reload QR codes at the table and "
    "type the new code."
)


@require_http_methods(["GET", "HEAD", "POST"])
@behind_a_door
@answered
def by_code(request: HttpRequest) -> HttpResponse:
    """Type the code that a phone of the table shows, to keep the score there."""
    now = timezone.now()
    return by_typed_code(
        request,
        TableCodeForm(request.POST if request.method == "POST" else None),
        lambda code: link_of_typed_code(code, now),
        page=partial(_page, request),
        go=lambda link: redirect("pad", link.token),
        none=NO_CODE,
        meanwhile="; scanning the table’s code works meanwhile.",
    )


def _page(request: HttpRequest, form: TableCodeForm, *, status: int | None = None) -> HttpResponse:
    return render(request, "table/by_code.html", {"form": form}, status=status or status_of(form))
