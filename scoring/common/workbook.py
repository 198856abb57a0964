"""A workbook (.xlsx) of tables, written piece by piece, so that memory never holds all of it
(docs/decisions/0074-workbooks-of-our-own.md)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime, time
from io import RawIOBase
from itertools import chain, islice
from xml.sax.saxutils import escape
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

MOST_ROWS, LONGEST_CELL, LONGEST_TITLE = 1_048_576, 32_767, 31
"""What Excel can hold. More rows go on in another sheet."""
FIRST_DAY = date(1899, 12, 30)
"""Day 0 of a workbook, so that every day from March 1900 on has its number."""
OLDEST = date(1900, 3, 1)
SECONDS, DIGITS = 24 * 60 * 60, 10
HUNDREDTHS = re.compile(r"-?(0|[1-9]\d{0,12})\.\d\d", re.ASCII)
"""An amount or an average, which is a number that can be added up."""
UNFIT_FOR_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that no XML can hold."""
LIKE_AN_ESCAPE = re.compile("_(?=x[0-9A-Fa-f]{4}_)")
UNFIT_FOR_A_TITLE = re.compile(r"[\[\]:*?/\\\x00-\x1f]|^'|'$")
PLAIN, HEAD, DAY, TIMESTAMP, HOUR, TWO_DECIMALS = range(6)
"""The styles, as in STYLES."""

Table = tuple[str, Sequence[str], Iterable[Sequence[object]]]
"""A title, the heads of the columns, and the rows."""
START = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
KIND = "application/vnd.openxmlformats-officedocument.spreadsheetml"
FORMATS = {164: "yyyy-mm-dd", 165: "yyyy-mm-dd hh:mm:ss", 166: "hh:mm"}


class Passing(RawIOBase):
    """A file for a zip archive to write to, whose content is taken away as it comes."""

    def __init__(self) -> None:
        self.waiting: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, data) -> int:
        self.waiting.append(bytes(data))
        return len(data)

    def taken(self) -> bytes:
        """Return what was written since it was last asked for."""
        found, self.waiting = b"".join(self.waiting), []
        return found


def workbook(tables: Iterable[Table]) -> Iterator[bytes]:
    """Yield the file of a workbook with these tables, piece by piece. Text is always text, so that
    none is a formula."""
    passing, titles = Passing(), list[str]()
    with ZipFile(passing, "w", ZIP_DEFLATED) as all:
        for title, heads, rows in tables:
            for part in _parts(rows):
                titles.append(_title(title, titles))
                with all.open(_entry(f"xl/worksheets/sheet{len(titles)}.xml"), "w") as file:
                    for line in _sheet(heads, part):
                        file.write(line.encode())
                        if passing.waiting:
                            yield passing.taken()
        for name, text in _about(titles):
            all.writestr(_entry(name), START + text)
    yield passing.taken()


def _parts(rows: Iterable[Sequence[object]]) -> Iterator[Iterator[Sequence[object]]]:
    """Yield the rows of each sheet. Each is read to its end before the next."""
    left = iter(rows)
    yield islice(left, MOST_ROWS - 1)
    for first in left:
        yield islice(chain((first,), left), MOST_ROWS - 1)


def _entry(name: str) -> ZipInfo:
    info = ZipInfo(name)
    info.compress_type = ZIP_DEFLATED
    return info


def _title(wanted: str, titles: Sequence[str]) -> str:
    """Return the title of a sheet, which is short and differs from the others."""
    base = UNFIT_FOR_A_TITLE.sub(" ", wanted).strip()[:LONGEST_TITLE] or "Sheet"
    taken, found, no = {one.casefold() for one in titles}, base, 2
    while found.casefold() in taken:
        found = f"{base[: LONGEST_TITLE - len(str(no)) - 1]} {no}"
        no += 1
    return found


def _sheet(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> Iterator[str]:
    """Yield a sheet: its heads, which stay in view, and its rows."""
    yield START + f'<worksheet xmlns="{MAIN}"><sheetViews><sheetView workbookViewId="0">'
    yield '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'
    yield "</sheetView></sheetViews>"
    if heads:
        yield f'<cols><col min="1" max="{len(heads)}" width="16" customWidth="1"/></cols>'
    yield "<sheetData>"
    yield _row(1, [_text(_place(1, no), one, HEAD) for no, one in enumerate(heads, start=1)])
    for row, values in enumerate(rows, start=2):
        yield _row(row, [_cell(_place(row, no), one) for no, one in enumerate(values, start=1)])
    yield "</sheetData></worksheet>"


def _row(no: int, cells: Iterable[str]) -> str:
    return f'<row r="{no}">{"".join(cells)}</row>'


def _place(row: int, column: int) -> str:
    """Return the name of a cell, such as "AB12"."""
    letters = ""
    while column:
        column, letter = divmod(column - 1, 26)
        letters = chr(ord("A") + letter) + letters
    return f"{letters}{row}"


def _cell(place: str, value: object) -> str:
    """Return a cell: a number, a day or a time that can be reckoned with, or text."""
    if value is None or value == "":
        return ""
    if isinstance(value, bool):
        return _text(place, "yes" if value else "no")
    if isinstance(value, int):
        return _number(place, str(value))
    if isinstance(value, datetime):
        days = _of_day(value.time())
        return _day(place, value.date(), value.isoformat(" "), days, TIMESTAMP)
    if isinstance(value, date):
        return _day(place, value, value.isoformat(), "", DAY)
    if isinstance(value, time):
        return _number(place, f"0{_of_day(value)}", HOUR)
    text = str(value)
    return _number(place, text, TWO_DECIMALS) if HUNDREDTHS.fullmatch(text) else _text(place, text)


def _day(place: str, on: date, text: str, part: str, style: int) -> str:
    if on < OLDEST:
        return _text(place, text)
    return _number(place, f"{(on - FIRST_DAY).days}{part}", style)


def _of_day(at: time) -> str:
    """Return the part of a day that is over, such as ".8125000000"."""
    seconds = at.hour * 3600 + at.minute * 60 + at.second
    return f".{(seconds * 10**DIGITS + SECONDS // 2) // SECONDS:0{DIGITS}}"


def _number(place: str, digits: str, style: int = PLAIN) -> str:
    return f'<c r="{place}" s="{style}"><v>{digits}</v></c>'


def _text(place: str, text: str, style: int = PLAIN) -> str:
    fit = _cut(UNFIT_FOR_XML.sub("\ufffd", text[:LONGEST_CELL]))
    written = escape(LIKE_AN_ESCAPE.sub("_x005F_", fit), {"\r": "&#13;"})
    return (
        f'<c r="{place}" s="{style}" t="inlineStr"><is><t xml:space="preserve">{written}</t></is>'
        "</c>"
    )


def _cut(text: str) -> str:
    """Return as much of a text as a cell holds. Excel counts an emoji twice, as UTF-16 does."""
    if 2 * len(text) <= LONGEST_CELL:
        return text
    return text.encode("utf-16-le")[: 2 * LONGEST_CELL].decode("utf-16-le", "ignore")


# -- The parts that say which sheets there are.


def _about(titles: Sequence[str]) -> Iterator[tuple[str, str]]:
    numbers = range(1, len(titles) + 1)
    yield (
        "xl/workbook.xml",
        f'<workbook xmlns="{MAIN}" xmlns:r="{OFFICE}"><sheets>'
        + "".join(
            f'<sheet name="{escape(title, QUOTE)}" sheetId="{no}" r:id="rId{no}"/>'
            for no, title in enumerate(titles, start=1)
        )
        + "</sheets></workbook>",
    )
    sheets = [(no, "worksheet", f"worksheets/sheet{no}.xml") for no in numbers]
    styles = (len(titles) + 1, "styles", "styles.xml")
    yield "xl/_rels/workbook.xml.rels", _relations([*sheets, styles])
    yield "xl/styles.xml", STYLES
    yield "_rels/.rels", _relations([(1, "officeDocument", "xl/workbook.xml")])
    parts = {"workbook": "sheet.main", "styles": "styles"}
    parts |= {f"worksheets/sheet{no}": "worksheet" for no in numbers}
    yield (
        "[Content_Types].xml",
        f'<Types xmlns="{PACKAGE}/content-types">'
        '<Default Extension="rels" '
        'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        + "".join(
            f'<Override PartName="/xl/{part}.xml" ContentType="{KIND}.{kind}+xml"/>'
            for part, kind in parts.items()
        )
        + "</Types>",
    )


QUOTE = {'"': "&quot;"}


def _relations(known: Iterable[tuple[int, str, str]]) -> str:
    found = "".join(
        f'<Relationship Id="rId{no}" Type="{OFFICE}/{kind}" Target="{target}"/>'
        for no, kind, target in known
    )
    return f'<Relationships xmlns="{PACKAGE}/relationships">{found}</Relationships>'


def _style(number: int = 0, font: int = 0) -> str:
    return (
        f'<xf numFmtId="{number}" fontId="{font}" fillId="0" borderId="0" xfId="0" '
        'applyNumberFormat="1" applyFont="1"/>'
    )


STYLES = (
    f'<styleSheet xmlns="{MAIN}"><numFmts count="{len(FORMATS)}">'
    + "".join(f'<numFmt numFmtId="{no}" formatCode="{code}"/>' for no, code in FORMATS.items())
    + '</numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>'
    '<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>'
    '<fills count="2"><fill><patternFill patternType="none"/></fill>'
    '<fill><patternFill patternType="gray125"/></fill></fills>'
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>'
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>'
    '<cellXfs count="6">'
    + "".join((_style(), _style(font=1), _style(164), _style(165), _style(166), _style(2)))
    + '</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/>'
    "</cellStyles></styleSheet>"
)
