"""Answer a code that was typed: found, not found, or too many tries."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeVar

from django.forms import Form
from django.http import HttpRequest, HttpResponse

from scoring.common.answers import later
from scoring.common.client import client_address
from scoring.common.throttle import TooMany, found_by_code

Found = TypeVar("Found")


def by_typed_code(
    request: HttpRequest,
    form: Form,
    find: Callable[[str], Found | None],
    *,
    page: Callable[..., HttpResponse],
    go: Callable[[Found], HttpResponse],
    none: str,
    meanwhile: str,
) -> HttpResponse:
    """Return the redirect of `go` for the code in the form. Otherwise return the form's page, which
    says that `none` was found, or when to try again and what works `meanwhile`."""
    if not form.is_valid():
        return page(form)
    try:
        found = found_by_code(client_address(request), partial(find, form.cleaned_data["code"]))
    except TooMany as why:
        return later(partial(page, form), form, why, said=meanwhile, field="code")
    if found is None:
        form.add_error("code", none)
        return page(form)
    return go(found)
