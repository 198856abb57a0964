"""Read a list that comes as a file: text, or the first sheet of a spreadsheet (.xlsx, .xls, .ods).

A spreadsheet is read in a process of its own with little memory and time: a zip bomb, or a cell far
out, cannot take the site's.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from scoring.common.lists import BadList, decoded
from scoring.common.workbook_sheet import COLUMNS, ROWS, TOO_LARGE

SIGNATURES = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
"""First bytes of a spreadsheet's own files: a ZIP archive, and an old Excel file."""
SECONDS = 20
SHEET = Path(__file__).with_name("workbook_sheet.py")


def text_of(content: bytes) -> tuple[str, bool]:
    """Return the text of a file, and whether it was read as Windows-1252, so that its accents may
    be wrong. A spreadsheet becomes CSV. Raises BadList."""
    return (as_csv(content), False) if content.startswith(SIGNATURES) else decoded(content)


def as_csv(content: bytes) -> str:
    """Return the first sheet as CSV. Raises BadList if it can't be read within bounds."""
    command = [sys.executable, "-I", str(SHEET)]
    try:
        done = subprocess.run(command, input=content, capture_output=True, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        done = None
    if done and done.returncode == TOO_LARGE:
        raise BadList(
            f"This spreadsheet is too large. A list can have {ROWS} rows and {COLUMNS} columns."
        )
    if done is None or done.returncode:
        raise BadList(
            "This spreadsheet can’t be read. It may be damaged, protected or too large. Save its "
            "rows as CSV, or copy and paste them."
        )
    return done.stdout.decode()
