"""JSON Schemas in tests: what does not fit one, whether it is a file or an answer of the API."""

import copy
import json
from functools import cache

from jsonschema import Draft202012Validator

from scoring.management.formats import documents
from scoring.public.views import openapi

REF = "#/components/schemas/"


@cache
def validator(name):
    """Return the validator of a file format, such as "euchre-sheet"."""
    return Draft202012Validator(documents()[name])


def misfits(name, document):
    """Return where a file does not fit its format, and why; nothing if it fits."""
    return [
        f"{one.json_path}: {one.message[:300]}" for one in validator(name).iter_errors(document)
    ]


@cache
def api():
    """Return the OpenAPI document, closed: an object has no key that is not described."""
    return _closed(copy.deepcopy(openapi.document()))


def _closed(shape):
    if isinstance(shape, dict):
        for value in shape.values():
            _closed(value)
        if "properties" in shape and shape.get("type") == "object":
            shape.setdefault("additionalProperties", False)
    elif isinstance(shape, list):
        for value in shape:
            _closed(value)
    return shape


@cache
def _answers(name, status):
    """Return the validator of an address of the API by its name, or None if its answer is no
    JSON."""
    (operation,) = (
        one
        for path in api()["paths"].values()
        for one in path.values()
        if one["operationId"] == name
    )
    kinds = (str(status), f"{str(status)[0]}XX")
    said = next(operation["responses"][kind] for kind in kinds if kind in operation["responses"])
    content = said.get("content", {}).get("application/json")
    if content is None:
        return None
    return Draft202012Validator({"components": api()["components"], **content["schema"]})


def refuse_undescribed(response):
    """Fail if an answer of the API is not what its OpenAPI document says."""
    found = getattr(response, "resolver_match", None)
    if found is None or found.url_name in (None, "api-nothing"):
        return
    known = _answers(found.url_name, response.status_code)
    if known is None or response.streaming:
        return
    wrong = [
        f"{one.json_path}: {one.message[:300]}"
        for one in known.iter_errors(json.loads(response.content))
    ]
    assert wrong == [], f"{found.url_name} {response.status_code}"
