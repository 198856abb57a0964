"""Lists as people bring them: encodings, separators, headings, numbers, bullets and names."""

import io
import zipfile

import pytest

from scoring.common.list_files import text_of
from scoring.common.lists import BadList, decoded, lines_of, names_in

ROWS = [["Name", "Phone"], ["Zoë", "020"]]


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252"]
)
@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_a_text_is_read_in_any_encoding_with_any_separator(encoding, separator):
    text, guessed = decoded("\r\n".join(map(separator.join, ROWS)).encode(encoding))
    assert [cells for _, cells in lines_of(text)] == ROWS
    assert guessed == (encoding == "cp1252")


def test_a_line_that_names_the_separator_is_not_part_of_the_list():
    assert lines_of("sep=;\r\nAnn, Mrs;020") == [(2, ["Ann, Mrs", "020"])]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("1. Ann\n2) Ben\n• Cat\n- Dan", ["Ann", "Ben", "Cat", "Dan"]),
        ("1. Ann 2. Ben Gale 3. Cat", ["Ann", "Ben Gale", "Cat"]),
        ("• Ann • Ben (6) • Cat", ["Ann", "Ben (6)", "Cat"]),
        ("Ann 2. Ben", ["Ann 2. Ben"]),
        ("(6) Fay\n[7] Gus\n#8 Hal\n5 Eve", ["Fay", "Gus", "Hal", "Eve"]),
        ('"Gale, Ben"\n"Bell, Jr", Ann', ["Ben Gale", "Bell Jr", "Ann"]),
        ("Ann and Ben & Cat", ["Ann", "Ben", "Cat"]),
        ("Ann. Ben. Cat.", ["Ann", "Ben", "Cat"]),
        ("Ann, Ben, and Cat\n& Dan", ["Ann", "Ben", "Cat", "Dan"]),
        ("Andy, Ann and Andrea", ["Andy", "Ann", "Andrea"]),
        (
            "Col. Mustard\nMiss. Scarlett & Sgt. Bob, Ann.",
            ["Col. Mustard", "Miss. Scarlett", "Sgt. Bob", "Ann"],
        ),
        ("J. Smith, St. John, Bartholomew F.", ["J. Smith", "St. John", "Bartholomew F."]),
        ("Players\nAnn Farrow\nBen", ["Ann Farrow", "Ben"]),
        ("Player Name;E-mail\nAnn;ann@example.org", ["Ann"]),
        ("First name\tSurname\nAnn\tBell", ["Ann Bell"]),
        ("sep=;\nName;Phone\nAnn;020", ["Ann"]),
        ("1st Lady, 7of9, -Bob, 5", ["1st Lady", "7of9", "-Bob", "5"]),
        (" , ,\n;", []),
    ],
)
def test_names_are_read_without_the_numbers_and_signs_that_a_list_adds(text, names):
    assert names_in(text) == names


def a_spreadsheet(*rows):
    """Return the bytes of an .ods file with these rows."""
    cell = '<table:table-cell office:value-type="string"><text:p>{}</text:p></table:table-cell>'
    lines = (f"<table:table-row>{''.join(map(cell.format, row))}</table:table-row>" for row in rows)
    spaces = " ".join(
        f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
        for name in ("office", "table", "text", "manifest")
    )
    with zipfile.ZipFile(found := io.BytesIO(), "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        file.writestr("META-INF/manifest.xml", f"<manifest:manifest {spaces}/>")
        file.writestr(
            "content.xml",
            f"<office:document-content {spaces}><office:body><office:spreadsheet>"
            f'<table:table table:name="A">{"".join(lines)}</table:table>'
            "</office:spreadsheet></office:body></office:document-content>",
        )
    return found.getvalue()


def a_workbook(cells):
    """Return the bytes of an .xlsx file with these texts by their places."""
    main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    rel = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    rows = "".join(
        f'<row r="{place.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")}"><c r="{place}" t="inlineStr"><is>'
        f"<t>{text}</t></is></c></row>"
        for place, text in cells.items()
    )
    with zipfile.ZipFile(found := io.BytesIO(), "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr(
            "xl/workbook.xml",
            f'<workbook xmlns="{main}" xmlns:r="{rel}"><sheets>'
            '<sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>',
        )
        for place, kind, target in (
            ("_rels/.rels", "officeDocument", "xl/workbook.xml"),
            ("xl/_rels/workbook.xml.rels", "worksheet", "worksheets/sheet1.xml"),
        ):
            file.writestr(
                place,
                '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/'
                f'relationships"><Relationship Id="rId1" Type="{rel}/{kind}" Target="{target}"/>'
                "</Relationships>",
            )
        file.writestr(
            "xl/worksheets/sheet1.xml",
            f'<worksheet xmlns="{main}"><sheetData>{rows}</sheetData></worksheet>',
        )
    return found.getvalue()


@pytest.mark.parametrize(
    "content",
    [a_spreadsheet(*ROWS[:1], ["Zoë"]), a_workbook({"A1": "Name", "A2": "Zoë"})],
)
def test_the_first_sheet_of_a_spreadsheet_is_read_as_a_list(content):
    text, _ = text_of(content)
    assert [cells[0] for _, cells in lines_of(text)] == ["Name", "Zoë"]


@pytest.mark.slow
@pytest.mark.parametrize(("place", "letters"), [("XFD1048576", 3), ("A1", 10**8)])
def test_a_spreadsheet_that_would_fill_the_memory_is_refused(place, letters):
    with pytest.raises(BadList):
        text_of(a_workbook({"A1": "Ann", place: "x" * letters}))


def test_a_damaged_spreadsheet_is_refused():
    with pytest.raises(BadList):
        text_of(b"PK\x03\x04")


@pytest.mark.parametrize("last", ["A5001", "BI1"])
def test_a_spreadsheet_is_read_whole_or_refused_with_its_limit(last):
    with pytest.raises(BadList, match="5000 rows and 60 columns"):
        text_of(a_workbook({"A1": "Ann", last: "Ben"}))
    at_most = {"A5001": "A5000", "BI1": "BH1"}[last]
    assert "Ben" in text_of(a_workbook({"A1": "Ann", at_most: "Ben"}))[0]


def test_a_file_that_is_not_text_is_refused():
    with pytest.raises(BadList):
        decoded(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0")
