"""The API as an OpenAPI 3.1 document, made from its addresses and from what each view says that it
accepts and answers (scoring/public/described.py)."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from hashlib import sha256
from inspect import getdoc
from typing import Any

from django.forms import Form, IntegerField
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, get_resolver
from django.urls.resolvers import URLResolver
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from django.views.decorators.http import require_safe

from scoring.common.answers import API, Error
from scoring.common.shapes import PLAIN, Shape, component, of_type
from scoring.public.described import FILES, GZIP, JSON, Answer, answers

VERSION = "1"
"""That of "euchre-api/1"."""
NUMBERS = {"pk": "evening", "no": "sitting"}
"""Names of numbers in addresses that a program should see by another name."""
PLACE = re.compile(r"<number:(\w+)>")
REST = "<path:rest>"
ABOUT = (
    "A club as JSON, for a program with a token, which enters hands too. See docs/api.md of "
    "Bowerbook for guarantees and errors."
)


@require_safe
@answers(dict, tagged=True, open=True)
def openapi(request: HttpRequest) -> HttpResponse:
    """The OpenAPI document of the API. It needs no token, and has no data of clubs."""
    body, etag = _written()
    known = get_conditional_response(request, etag=etag)
    headers = {"Access-Control-Allow-Origin": "*"}
    response = known or HttpResponse(body, content_type=JSON, headers=headers)
    response["ETag"], response["Cache-Control"] = etag, "no-cache"
    return response


@cache
def _written() -> tuple[bytes, str]:
    body = as_text(document()).encode()
    return body, quote_etag(sha256(body).hexdigest()[:20])


def as_text(document: dict) -> str:
    """Return a document as its file has it."""
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


def document() -> dict[str, Any]:
    """Return the OpenAPI document, with every address of the API."""
    named: dict[str, Shape] = {name: shape() for name, shape in FILES.items()}
    of_type(Error, named)
    paths = {
        PLACE.sub(lambda found: f"{{{_called(found[1])}}}", f"/{route}"): _operation(
            name, route, view, named
        )
        for route, name, view in addresses()
    }
    return {
        "openapi": "3.1.0",
        "info": {"title": "Bowerbook", "version": VERSION, "description": ABOUT},
        "servers": [{"url": "/"}],
        "security": [{"token": []}],
        "paths": paths,
        "components": {
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
            "schemas": named,
        },
    }


def addresses() -> Iterator[tuple[str, str, Callable]]:
    """Yield every address of the API, its name and its view, but for the one that answers all
    others with 404."""
    for route, pattern in _under("", get_resolver()):
        if route.startswith(API.lstrip("/")) and not route.endswith(REST):
            yield route, pattern.name or "", pattern.callback


def _under(route: str, resolver: URLResolver) -> Iterator[tuple[str, URLPattern]]:
    for one in resolver.url_patterns:
        address = f"{route}{one.pattern}"
        if isinstance(one, URLResolver):
            yield from _under(address, one)
        else:
            yield address, one


def _called(name: str) -> str:
    return NUMBERS.get(name, name)


def _operation(name: str, route: str, view: Callable, named: dict[str, Shape]) -> dict[str, Any]:
    answer: Answer = view.__dict__["answer"]
    where = [_parameter("path", _called(found), WHOLE) for found in PLACE.findall(route)]
    found: dict[str, Any] = {
        "operationId": name,
        "summary": " ".join((getdoc(view) or "").split("\n\n")[0].split()),
        "parameters": [*where, *(_asked(answer.asks) if answer.asks else ())],
        "responses": _responses(answer, named),
    }
    if answer.open:
        found["security"] = []
    if answer.sent is None:
        return {"get": found}
    body = {"required": True, "content": _json(answer.sent())}
    return {"post": found | {"requestBody": body}}


WHOLE = PLAIN[int] | {"minimum": 0}


def _parameter(place: str, name: str, shape: Shape) -> dict[str, Any]:
    return {"name": name, "in": place, "required": place == "path", "schema": shape}


def _asked(form: type[Form]) -> Iterator[dict[str, Any]]:
    """Yield what may be asked for in the address, as the form reads it."""
    for name, field in form.base_fields.items():
        shape = dict(PLAIN[int if isinstance(field, IntegerField) else str])
        bounds = {"minimum": "min_value", "maximum": "max_value"}
        given = {key: getattr(field, bound, None) for key, bound in bounds.items()}
        shape |= {key: value for key, value in given.items() if value is not None}
        yield _parameter("query", name, shape)


def _json(shape: Shape) -> dict[str, Any]:
    return {JSON: {"schema": shape}}


def _responses(answer: Answer, named: dict[str, Shape]) -> dict[str, Any]:
    if answer.of == GZIP:
        content: dict[str, Any] = {GZIP: {}}
    else:
        of_file = isinstance(answer.of, str)
        content = _json(component(answer.of) if of_file else of_type(answer.of, named))
    error = {"content": _json(component(Error.__name__))}
    found = {"200": {"description": "The answer", "content": content}}
    if answer.tagged:
        found["304"] = {"description": "Unchanged since the ETag that was sent"}
    return found | {
        "4XX": {"description": "The request is refused", **error},
        "5XX": {"description": "The site can’t answer now", **error},
    }
