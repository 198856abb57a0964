"""Answer with a spreadsheet, as CSV or as a workbook (.xlsx)."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse

from scoring.common.spreadsheets import Spreadsheet
from scoring.common.workbook import workbook

CSV = "text/csv; charset=utf-8"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def spreadsheet_answer(sheet: Spreadsheet, club: Any, *, xlsx: bool) -> HttpResponse:
    """Return a spreadsheet of a club to keep: CSV, or a workbook with `xlsx`."""
    content = workbook([sheet.table(club)]) if xlsx else sheet.lines(club)
    name = f"{sheet.name}.xlsx" if xlsx else sheet.file
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(content, content_type=XLSX if xlsx else CSV, headers=headers)
