"""The program that common/list_files.py runs: a spreadsheet on standard input, its first sheet as
CSV on standard output."""

import csv
import io
import sys
from datetime import date, datetime, time

MEMORY, SECONDS, ROWS, COLUMNS = 600 * 2**20, 10, 5000, 60
"""Bytes and seconds of the processor at most; rows and columns that a list can have."""
TOO_LARGE = 3
"""The exit status of a sheet with more."""


def bounded() -> None:
    """Limit the memory and the time of this process. Windows has no such limits. There only the
    time is limited, by the process that waits for this one."""
    try:
        import resource
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def written(value: object) -> object:
    """Return a cell as people write it: 2026-10-01 19:30, 19:30, 5."""
    if isinstance(value, datetime):
        return f"{value:%Y-%m-%d %H:%M}".removesuffix(" 00:00")
    if isinstance(value, time):
        return f"{value:%H:%M}"
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value


def main() -> None:
    bounded()
    from python_calamine import load_workbook

    sheet = load_workbook(io.BytesIO(sys.stdin.buffer.read())).get_sheet_by_index(0)
    rows = sheet.to_python(skip_empty_area=False, nrows=ROWS + 1)
    beyond = [*rows[ROWS:], *(row[COLUMNS:] for row in rows)]
    if any(cell != "" for row in beyond for cell in row):
        sys.exit(TOO_LARGE)
    out = io.StringIO(newline="")
    csv.writer(out).writerows([written(cell) for cell in row[:COLUMNS]] for row in rows[:ROWS])
    sys.stdout.buffer.write(out.getvalue().encode("utf-8", "replace"))


if __name__ == "__main__":
    main()
