"""Read a list that people bring, of people, teams, fixtures or results: bytes as a text, a text as
lines of cells, cells under their headings, and names."""

from __future__ import annotations

import csv
import re
from collections.abc import Collection, Mapping, Sequence
from io import StringIO

from scoring.common.names import clean_name, folded

UTF_16 = {b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be"}
DELIMITERS = ",;\t"
LONGEST_CELL = 5000
NAMES = {
    "name": "name, names, full name, player, players, player name, player names, person, people, "
    "member name, members, who, attendee, attendees, participant, participants, entrant, entrants, "
    "competitor, guests, name of player",
    "first": "first name, first names, first, forename, forenames, given name, christian name",
    "last": "last name, last, surname, surnames, family name",
}


def by_heading(headings: Mapping[str, str]) -> dict[str, str]:
    """Return the column of each heading, of headings parted by commas for each column."""
    return {heading: column for column, says in headings.items() for heading in says.split(", ")}


COLUMNS_OF_NAMES = by_heading(NAMES)
SEPARATOR_LINE = re.compile(r"\ufeff?\s*\"?sep=(.)\"?[ \t]*(?:\r\n|\r|\n|$)", re.IGNORECASE)
"""A first line by which a spreadsheet knows what parts the cells: "sep=;"."""
NEXT_MARK = re.compile(r"(?<=\S)[ \t]+(?=(?:\(?\d{1,3}[.)]|[•·●▪◦‣])[ \t]*[^\W\d])")
"""The gap before the next number or bullet of a list in one line: "1. Ann 2. Ben"."""
IN_QUOTES = re.compile(r'"(?:[^"]|"")*"')
QUOTED_CELL = re.compile(
    r'(^|[^\w\s]|\d|\band)([ \t]*)"((?:[^"\n]|"")+)"(?=[ \t\r]*(?:$|[^\w\s]|and\b))',
    re.IGNORECASE | re.MULTILINE,
)
"""A whole name in quotes, and what is before it; no nickname inside a name."""
MARK = re.compile(
    r"(?:[-–—*+]\s+|[•·●▪◦‣☐☑✓✔]\s*|(?:\(\d{1,3}\)|\[\d{1,3}\]|[#№]\s?\d{1,3}[.):]?|"
    r"\d{1,3}(?:[.):](?!\d)|\s*[-–](?=\s)|(?=\s)))\s*)(?=\S)"
)
"""The number or bullet before an entry of a list, as in "1. Ann", "(6) Fay", "#8 Hal", "• Cat"."""
CELL = re.compile(r'\s*(?:"((?:[^"]|"")+)"\s*(?=[,;\t]|$)|([^,;\t]*))[,;\t]?')
"""The first cell of a line, in quotes or bare."""
TOGETHER = re.compile(r"\s*[&/+]\s*|(?:^|\s+)and\s+", re.IGNORECASE)
"""What parts two names on one line."""
FULL_STOP = re.compile(r"(?<=\w{3})(?<!\bMrs)(?<!\bRev)(?<!\bProf)(?<!\bCapt)\.(?:\s+|$)")


FIGURES = re.compile(r"\W*\d[\d\W]*|\S+@\S+")
"""A cell with a number, a day in figures or an e-mail address, and no name."""


class BadList(ValueError):
    """A file or text that cannot be read as a list; the message is a sentence."""


def decoded(content: bytes) -> tuple[str, bool]:
    """Return the text of a file, in UTF-8 or UTF-16 with or without its mark, or in Windows-1252,
    and whether it is the last. Raises BadList if it is no text."""
    encoding = UTF_16.get(content[:2]) or _utf_16_unmarked(content)
    for one in [encoding] if encoding else ["utf-8-sig", "cp1252"]:
        try:
            text = content.decode(one).removeprefix("\ufeff")
        except UnicodeDecodeError:
            continue
        if "\0" not in text:
            return text, one == "cp1252"
    raise BadList("This file isn’t a list. Save it as a spreadsheet or as text, and try again.")


def _utf_16_unmarked(content: bytes) -> str:
    """Return the encoding of a text with an empty byte in every letter, or ""."""
    start = content[:200]
    if len(start) < 4 or b"\0" not in start:
        return ""
    return {True: "utf-16-le", False: "utf-16-be"}[start[1::2].count(0) > start[::2].count(0)]


def lines_of(text: str) -> list[tuple[int, list[str]]]:
    """Return the cells of each line that holds any, with its number. Cells are parted by what
    "sep=" says, else by semicolons, tabs or commas, and quoted as in CSV. Raises BadList."""
    text = text.removeprefix("\ufeff")
    said = SEPARATOR_LINE.match(text)
    body = text[said.end() :] if said else text
    first = next((line for line in body.splitlines() if line.strip()), "")
    bare = IN_QUOTES.sub("", first)
    delimiter = said[1] if said else max(DELIMITERS, key=bare.count)
    reader = csv.reader(StringIO(body, newline=""), delimiter=delimiter, skipinitialspace=True)
    start = 2 if said else 1
    no = start
    try:
        lines = [(no, list(map(_cell, cells))) for no, cells in enumerate(reader, start=start)]
    except csv.Error as wrong:
        raise BadList(f"Near line {no} this isn’t a list that a spreadsheet saves.") from wrong
    for no, cells in lines:
        if any(len(cell) > LONGEST_CELL for cell in cells):
            raise BadList(f"Line {no} has a cell of more than {LONGEST_CELL} letters.")
    return [(no, cells) for no, cells in lines if any(cells)]


def _cell(cell: str) -> str:
    """Return the text of a cell, without the mark by which a spreadsheet knows that it is no
    formula."""
    cell = cell.replace("\r\n", "\n").replace("\r", "\n").strip().strip("\ufeff")
    cell = cell[1:] if cell[:1] == "'" and cell[1:2] in {*"=+-@"} else cell
    return "\n".join(map(clean_name, cell.split("\n"))) if not cell.isascii() else cell


def cells_of(text: str, *, fewest: int) -> list[tuple[int, list[str]]]:
    """Return the cells of each line as `lines_of` does. A line with fewer than that is parted by
    commas, semicolons and tabs alike, as people type it. Raises BadList."""
    return [
        (no, _with_year(cells if len(list(filter(None, cells))) >= fewest else _typed(cells)))
        for no, cells in lines_of(text)
    ]


def _typed(cells: Sequence[str]) -> list[str]:
    said = ", ".join(cells).rstrip(", ")
    return [cell.strip() for cell in re.split(r"[,;\t]", said)]


def _with_year(cells: list[str]) -> list[str]:
    """Return the cells with the year of "October 1, 2026" beside its day."""
    day, year = [*cells, "", ""][:2]
    parted = re.fullmatch(r".*[A-Za-z]\.? \d{1,2}", day) and re.fullmatch(r"\d{4}", year)
    return [f"{day} {year}", *cells[2:]] if parted else cells


def columns_of(heading: Sequence[str], known: Mapping[str, str]) -> list[str | None]:
    """Return what each column holds by these headings, None for an unknown one. Raises BadList
    where two say the same."""
    found: list[str | None] = []
    for cell in heading:
        column = known.get(_heading(cell)) or known.get(_heading(re.split(r"[,(/:]", cell)[0]))
        if column and column in found:
            raise BadList(
                f"Two columns have the same meaning, and “{cell}” is the second. Leave one of "
                "them out."
            )
        found.append(column)
    return found


def seems_headed(lines: Sequence[tuple[int, Sequence[str]]]) -> bool:
    """Return whether the first line looks like headings, known or not: it has no figures in a
    column that has figures, or an e-mail address, in every other line."""
    if len(lines) < 2:
        return False
    (_, first), *rest = lines
    return any(
        not FIGURES.fullmatch(cell)
        and all(at < len(cells) and FIGURES.fullmatch(cells[at]) for _, cells in rest)
        for at, cell in enumerate(first)
        if cell and not MARK.match(rest[0][1][0])
    )


def _heading(cell: str) -> str:
    return " ".join(re.sub(r"[_.*:-]", " ", folded(cell)).split())


def without_mark(text: str) -> str:
    """Return an entry of a list without the number or bullet before it."""
    return MARK.sub("", text.lstrip(), count=1) if MARK.match(text.lstrip()) else text


def first_name_first(name: str) -> str:
    """Return "Ben Gale" of "Gale, Ben"; a name without a comma as it is."""
    last, comma, first = name.partition(",")
    if not comma or "," in first or not (first.strip() and last.strip()):
        return name
    ending = folded(first.strip().rstrip(".")) in ("jr", "sr", "ii", "iii", "iv")
    return clean_name(f"{last}{first}" if ending else f"{first} {last}")


def names_in(text: str) -> list[str]:
    """Return the names in a list, each in its one spelling, in order. Names are parted by lines,
    commas, semicolons, tabs, "and", "&" or full stops. Under headings they are the column of
    names."""
    return [one for entry in entries_in(text) for one in _apart(entry)]


def entries_in(text: str) -> list[str]:
    """Return the entries of a list of names: names, or two of them together such as "Ann & Ben"."""
    under = _under_headings(text)
    if under is not None:
        return list(filter(None, under))
    found = []
    lines = text.splitlines()
    for rest in (one for line in lines for one in at_marks(line)):
        while rest:
            cell = CELL.match(bare := without_mark(rest))
            quoted, plain = cell.groups()
            found.append(clean_name(_unquoted(quoted) if quoted else plain))
            rest = bare[cell.end() :]
    return list(filter(None, found))


def pasted_lines(text: str) -> list[str]:
    """Return the lines of a text for a reader of its own: without "sep=;", each entry of a list in
    one line apart, and a name in quotes as it is said."""
    said = SEPARATOR_LINE.match(text)
    bare = QUOTED_CELL.sub(
        lambda cell: f"{cell[1]}{cell[2]}{_unquoted(cell[3])}", text[said.end() if said else 0 :]
    )
    return [entry for line in bare.splitlines() if line.strip() for entry in at_marks(line)]


def _unquoted(cell: str) -> str:
    return first_name_first(cell.replace('""', '"'))


def at_marks(line: str) -> list[str]:
    """Return the entries of a line that begins with a number or bullet and has others inside."""
    return NEXT_MARK.split(line) if MARK.match(line.lstrip()) else [line]


def _under_headings(text: str) -> list[str] | None:
    """Return the names under the headings of a list; None if its first line names no column of
    names."""
    marked = SEPARATOR_LINE.match(text)
    first = next((line for line in text.splitlines() if line.strip()), "")
    if not marked and not {*COLUMNS_OF_NAMES} & {*_words(first)}:
        return None
    try:
        lines = lines_of(text)
        columns = columns_of(lines[0][1], COLUMNS_OF_NAMES) if lines else []
    except BadList:
        return None
    headed = any(columns)
    if not marked and len(lines) < 2:
        return None
    rows = (dict(zip(columns, cells, strict=False)) for _, cells in lines[1:])
    names = map(name_under, rows) if headed else (cells[0] for _, cells in lines)
    return [clean_name(without_mark(name)) for name in names]


def _words(line: str) -> list[str]:
    return [_heading(cell.strip(' "')) for cell in re.split(r"[,;\t(]", line)]


HEADS = (
    lambda name: " " not in name,
    lambda name: name.split()[-1].islower(),
    lambda name: any(map(str.isdigit, name)),
)
"""What tells a heading of unknown words from the names below it: it is one word, ends in a small
letter's word or has a number, and none of them."""


def may_be_a_heading(names: Sequence[str]) -> str:
    """Return the first of these names if it differs from all others as a heading does, such as
    "Mitglieder" or "Our members", else ""."""
    first, *rest = names or [""]
    asked = len(rest) > 1 and all(names)
    return first if asked and any(one(first) and not any(map(one, rest)) for one in HEADS) else ""


def name_under(row: Mapping[str | None, str]) -> str:
    """Return the name in a line, whole or in its two parts."""
    parts = [" ".join(row.get(part, "").split()) for part in ("name", "first", "last")]
    return first_name_first(parts[0]) or " ".join(filter(None, parts[1:]))


def _apart(entry: str) -> list[str]:
    found = [one for half in TOGETHER.split(entry) for one in _at_stops(half)]
    return list(filter(None, map(clean_name, found))) or [entry]


def _at_stops(text: str) -> list[str]:
    """Return the names before full stops. A single stop inside is a title's: "Col. Mustard"."""
    found = FULL_STOP.split(text)
    return found if len(found) > 2 or not found[-1] else [text]


def apart_by_blanks(names: Sequence[str], allowed: Collection[int]) -> list[str]:
    """Return the words of a single name, if they are as many as the players allowed; else none."""
    words = names[0].split() if len(names) == 1 else []
    return words if len(words) in allowed else []
