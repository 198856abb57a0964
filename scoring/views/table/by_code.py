"""The way to a table for a phone that cannot scan: its code, typed."""

from __future__ import annotations

from functools import partial

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from scoring.actions.table.visitors import TooMany, found_by_code
from scoring.forms.table.by_code import TableCodeForm
from scoring.queries.table.typed_code import link_of_typed_code
from scoring.views.access import behind_a_door
from scoring.views.answers import answered, later, status_of
from scoring.views.client import client_address

NO_CODE = (
    "No table opens with this code. It changes every few minutes: load the page of codes again at "
    "the table, and type the one that stands there now."
)


@require_http_methods(["GET", "HEAD", "POST"])
@behind_a_door
@answered
def by_code(request: HttpRequest) -> HttpResponse:
    """Type the code that a phone of the table shows, to keep the score there."""
    form = TableCodeForm(request.POST if request.method == "POST" else None)
    if not form.is_valid():
        return _page(request, form)
    find = partial(link_of_typed_code, form.cleaned_data["code"], timezone.now())
    try:
        link = found_by_code(client_address(request), find)
    except TooMany as why:
        said = "; scanning the table's code works meanwhile."
        return later(partial(_page, request, form), form, why, said=said, field="code")
    if link is None:
        form.add_error("code", NO_CODE)
        return _page(request, form)
    return redirect("pad", link.token)


def _page(request: HttpRequest, form: TableCodeForm, *, status: int | None = None) -> HttpResponse:
    return render(request, "table/by_code.html", {"form": form}, status=status or status_of(form))
