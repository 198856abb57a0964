"""The JSON Schema of each file format, and the OpenAPI document of the API, as documents that are
published in docs/schemas/."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scoring.common.shapes import Shape, document
from scoring.public.described import FILES
from scoring.public.views import openapi
from scoring.site.club_file.shape import shape as line_of_a_club

FORMATS: dict[str, Callable[[], Shape]] = {**FILES, "euchre-club": line_of_a_club}
"""What is in each format. One of a club describes a line of its file."""
OPENAPI = "openapi"


def documents() -> dict[str, dict[str, Any]]:
    """Return every document by its name."""
    found = {name: document(shape(), title=f"{name}/1") for name, shape in FORMATS.items()}
    return found | {OPENAPI: openapi.document()}
