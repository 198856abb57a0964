"""The bytes of a sheet to plain values, and a BadSheet for bytes that are none."""

from __future__ import annotations

from scoring import strict_json
from scoring.rules.sheet_values import BadSheet


def parsed(data: bytes) -> object:
    """Return the value in these bytes."""
    try:
        return strict_json.parsed(data, kind="sheet")
    except strict_json.BadJSON as wrong:
        raise BadSheet(str(wrong), field=wrong.key) from wrong
