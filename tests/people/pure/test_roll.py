"""A list of people, as spreadsheets save it and people paste it."""

import pytest

from scoring.common.lists import BadList
from scoring.people.pure.roll import MOST, RollRow, read_roll

LIST = "Name;Short name;Guest\r\nAnn Bell;Ann;no\r\n\r\nZoë;;yes\r\n"
READ = (
    RollRow(line=2, name="Ann Bell", says={"short_name": "Ann", "guest": False}),
    RollRow(line=4, name="Zoë", says={"guest": True}),
)


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("start", ["", "\ufeff", "\r\n"])
@pytest.mark.parametrize("end", ["\r\n", "\n"])
def test_a_list_is_read_with_any_separator_and_line_ending(delimiter, start, end):
    text = start + LIST.replace(";", delimiter).replace("\r\n", end)
    lines = 1 if start.strip("\ufeff") else 0
    assert [(row.line - lines, row.name, row.says) for row in read_roll(text).rows] == [
        (row.line, row.name, row.says) for row in READ
    ]


def told(text):
    return [(row.name, row.says) for row in read_roll(text).rows]


def test_first_and_last_names_make_one_name():
    text = "First name,Surname,Shoe size\nAnn,Bell,1\n,Cole,2\nBen,,3"
    assert told(text) == [("Ann Bell", {}), ("Cole", {}), ("Ben", {})]
    assert read_roll(text).left_out == ("Shoe size",)


def test_headings_are_recognised_in_any_case_and_spelling():
    assert told("FULL_NAME,short-name,Is Guest\nAnn,A,yes") == [
        ("Ann", {"short_name": "A", "guest": True})
    ]


def test_a_list_without_headings_has_a_name_on_each_line():
    roll = read_roll("Ann\n Ben  Bell \nCat")
    assert (roll.headed, [row.name for row in roll.rows]) == (False, ["Ann", "Ben Bell", "Cat"])


@pytest.mark.parametrize(
    ("heading", "cell", "said"),
    [
        ("Member", "yes", {"guest": False}),
        ("Member", "0", {"guest": True}),
        ("Status", "Guest", {"guest": True}),
        ("Status", "former", {"active": False}),
        ("Active", "x", {"active": True}),
        ("Active", "inactive", {"active": False}),
        ("Active", "", {}),
        ("Notes", '"Pays\r\nlate"', {"notes": "Pays\nlate"}),
        ("Notes", "'=late", {"notes": "=late"}),
        ("Short name", " An   n ", {"short_name": "An n"}),
        ("Mobile number", "'+44 20  7946 0000", {"phone": "+44 20 7946 0000"}),
        ("E-mail", "ann@example.org", {"email": "ann@example.org"}),
        ("Member or guest", "member", {"guest": False}),
        ("Still comes", "no", {"active": False}),
    ],
)
def test_cells_say_yes_and_no_in_many_words_and_empty_ones_are_ignored(heading, cell, said):
    assert told(f"Name,{heading}\nAnn,{cell}") == [("Ann", said)]


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        (",yes,", "Enter a name."),
        (f"{'x' * 41},,", f"“{'x' * 40}…” is longer than 40 letters."),
        (
            '"Bell, Ann, Mrs",,',
            "A comma separates two names here. Write the first name first, without a comma.",
        ),
        ("A\ue000nn,,", "“A\ue000nn” contains a character that can’t be printed."),
        ("Ann,maybe,", "“maybe” isn’t yes or no."),
        ("Ann,,Annabel the Great", "“Annabel the …” is longer than 12 letters."),
        ("Ann,,A\x07", "It contains a character that can’t be printed."),
        ("ben,,", "ben is already on line 2."),
    ],
)
def test_a_bad_line_says_why_and_the_others_are_read(line, wrong):
    rows = read_roll(f"Name,Guest,Short name\nBen,,\n{line}").rows
    assert [row.wrong for row in rows] == ["", wrong]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "The list has no names."),
        (" \n,,\n", "The list has no names."),
        ("Name,Guest\n", "The list has column names but no people."),
        (
            "Name,Full name\nA,B",
            "Two columns have the same meaning, and “Full name” is the second. Leave one of them "
            "out.",
        ),
        (
            "Ann\n" * (MOST + 1),
            "The list has 501 lines, and the most is 500. Split it and import the parts one by "
            "one.",
        ),
    ],
)
def test_a_text_that_is_not_a_list_is_refused_with_a_reason(text, sentence):
    with pytest.raises(BadList) as refused:
        read_roll(text)
    assert str(refused.value) == sentence


def test_an_unclosed_quote_does_not_affect_other_lines():
    assert [row.wrong for row in read_roll('Name\nAnn\n"Ben\n' + "Cat\n" * 20).rows][:1] == [""]


def test_comma_surnames_second_numbers_and_cells_for_none_are_read():
    text = (
        'Name,Phone,Mobile\n"Bell, Ann",020 7946 0018,07700 900123\nBen,n/a,-\nCat,-,07700 900124'
    )
    assert told(text) == [
        ("Ann Bell", {"phone": "020 7946 0018, 07700 900123"}),
        ("Ben", {}),
        ("Cat", {"phone": "07700 900124"}),
    ]


@pytest.mark.parametrize(
    "text", ["Nom;Courriel\nAnn;ann@example.org\nBen;ben@example.org", "E-mail\na@b.org"]
)
def test_a_heading_without_a_column_of_names_is_asked_about(text):
    with pytest.raises(BadList, match="Line 1 .*column “name”"):
        read_roll(text)


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("Mitglieder\nAnn Farrow\nBen Gale", True),
        ("Mitglieder 2026\nAnn Farrow\nBen Gale", True),
        ("Our members\nAnn Farrow\nBen Gale", True),
        ("Ann Farrow\nBen Gale\nCat Hale", False),
        ("Ann\nBen\nCat", False),
        ("Ann\nBen Gale", False),
        ("Players\nAnn\nBen", False),
    ],
)
def test_a_first_line_unlike_the_names_below_is_asked_about(text, asked):
    first, *others = (row.asked for row in read_roll(text).rows)
    assert (first, any(others)) == (asked, False)


def test_words_in_a_telephone_or_e_mail_column_refuse_no_one_and_are_kept_aside():
    text = "Name,Phone,E-mail,Notes\nAnn,ask Ben,,Pays late\nBen,,ben at home,\nCat,020 7946 0018,,"
    assert [(row.wrong, row.aside, dict(row.says)) for row in read_roll(text).rows] == [
        ("", "Telephone: ask Ben", {"notes": "Pays late"}),
        ("", "E-mail: ben at home", {}),
        ("", "", {"phone": "020 7946 0018"}),
    ]
