"""A list of people brought in on the screen: looked at, then stored."""

import re
from html import unescape

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from scoring.models import Player
from scoring.people.actions.people import add_players, rename_player
from tests.cast import a_club, everything, signed_in
from tests.html import said, shown, text

pytestmark = pytest.mark.django_db

LIST = (
    "Name;Short name;Guest;Shoe size\nAnn;Annie;no;1\nBen;;;\nZoe;;yes;\nDan;;yes;\nEve;;maybe;\n"
)


@pytest.fixture
def club():
    club = a_club()
    add_players(club=club, names=["Ann", "Ben", "Zoë"])
    return club


@pytest.fixture
def kate(club):
    return signed_in("kate")


def of(club):
    return f"/clubs/{club.pk}/people/import"


def look(kate, club, told=LIST, **more):
    """What a list looks like; it may be text to paste or the bytes of a file."""
    sent = (
        {"file": SimpleUploadedFile("list.csv", told)}
        if isinstance(told, bytes)
        else {"text": told}
    )
    return kate.post(of(club), sent | more)


def groups(page):
    return {
        state: [text(line) for line in re.findall(r"<li>(.*?)</li>", lines, flags=re.DOTALL)]
        for state, lines in re.findall(
            r'<section aria-labelledby="(\w+)">.*?<ul class="roll">(.*?)</ul></section>',
            page.content.decode(),
            flags=re.DOTALL,
        )
    }


def carried(page):
    """The hidden fields by which the page carries the list itself."""
    found = re.findall(
        r'<input type="hidden" name="(text|seen)" value="([^"]*)"', page.content.decode()
    )
    return {name: unescape(value) for name, value in found}


def bring(kate, club, page, **choices):
    return kate.post(of(club), carried(page) | {"sure": "yes"} | choices, follow=True)


def message(answer):
    return shown(answer, r'<div class="remark" role="status">(.*?)</div>')[0]


# -- looked at
# -------------------------------------------------------------------------------------------


def test_a_list_is_previewed_line_by_line_without_storing_it(club, kate):
    stored = everything()
    page = look(kate, club)
    assert groups(page) == {
        "doubtful": ["Zoe line 4: guest: yes This is Zoë A new person Leave out"],
        "changes": ["Ann short name: Annie (was nothing) Leave out"],
        "new": ["Dan guest: yes Leave out"],
        "refused": ["Eve line 6 “maybe” isn’t yes or no."],
        "same": ["Ben"],
    }
    assert (page.status_code, everything()) == (200, stored)
    assert shown(page, r'<p class="remark">(.*?)</p>') == ["Columns ignored: Shoe size."]


@pytest.mark.parametrize(
    ("encoding", "told"),
    [
        ("utf-8", []),
        ("utf-8-sig", []),
        ("utf-16", []),
        (
            "cp1252",
            [
                "This file isn’t in UTF-8, so it was read as Windows-1252. Check the accents. If "
                "they are wrong, save it as “CSV UTF-8”."
            ],
        ),
    ],
)
def test_a_file_is_read_as_spreadsheets_save_it(encoding, told, club, kate):
    page = look(kate, club, "Name\nZoë\nÉmile\n".encode(encoding))
    assert groups(page) == {"new": ["Émile Leave out"], "same": ["Zoë"]}
    assert shown(page, r'<p class="remark">(.*?)</p>') == told


def test_names_without_a_heading_are_accepted_with_a_remark(club, kate):
    page = look(kate, club, "Fay\nGus")
    assert groups(page) == {"new": ["Fay Leave out", "Gus Leave out"]}
    assert "The first line has no column names." in page.content.decode()


@pytest.mark.parametrize(
    ("told", "sentence"),
    [
        ("", "Choose a file, or paste the list."),
        (" \n ", "Choose a file, or paste the list."),
        ("Name\n", "The list has column names but no people."),
        (",,\n", "The list has no names."),
        (b"", "The submitted file is empty."),
        (
            b"\x89PNG\r\n\x1a\n\0\0",
            "This file isn’t a list. Save it as a spreadsheet or as text, and try again.",
        ),
        *(
            (
                own,
                "This spreadsheet can’t be read. It may be damaged, protected or too large. Save "
                "its rows as CSV, or copy and paste them.",
            )
            for own in (b"PK\x03\x04\x81\x00", b"\xd0\xcf\x11\xe0\xa1\xb1")
        ),
        (
            b"Ann\n" * 20_000,
            "This file has 80000 characters, and the most is 60000. Split the list.",
        ),
        ("x" * 60_001, "Ensure this value has at most 60000 characters (it has 60001)."),
    ],
)
def test_a_text_that_is_not_a_list_is_refused_with_a_reason(told, sentence, club, kate):
    stored = everything()
    answer = look(kate, club, told)
    assert (answer.status_code, said(answer), everything()) == (422, sentence, stored)


def test_a_pasted_list_stays_on_the_page_that_refuses_it(club, kate):
    assert (
        "Name,Full name\nAnn,Ben</textarea>"
        in look(kate, club, "Name,Full name\nAnn,Ben").content.decode()
    )


def test_a_line_similar_to_another_line_is_shown_with_it(club, kate):
    page = look(kate, club, "Chloe\nFay\nChloë")
    assert groups(page) == {
        "doubtful": ["Chloë line 3 Similar to Chloe on line 1. A new person Leave out"],
        "new": ["Chloe Leave out", "Fay Leave out"],
    }
    bring(kate, club, page, **{"line-3": "new"})
    assert {"Chloe", "Fay", "Chloë"} <= {*club.players.values_list("name", flat=True)}


# -- stored
# ----------------------------------------------------------------------------------------------


def test_a_previewed_list_is_imported(club, kate):
    answer = bring(kate, club, look(kate, club))
    assert answer.redirect_chain == [(f"/clubs/{club.pk}/people/", 302)]
    assert message(answer) == "1 added, 1 changed."
    assert dict(club.players.values_list("name", "short_name")) == {
        "Ann": "Annie",
        "Ben": "",
        "Zoë": "",
        "Dan": "",
    }


def test_the_choices_for_each_line_are_respected(club, kate):
    bring(kate, club, look(kate, club), leave=["2", "5"], **{"line-4": "new"})
    assert dict(club.players.values_list("name", "guest")) == {
        "Ann": False,
        "Ben": False,
        "Zoë": False,
        "Zoe": True,
    }


def test_a_second_tap_stores_nothing_more_and_says_so(club, kate):
    page = look(kate, club)
    bring(kate, club, page)
    stored = everything()
    assert message(bring(kate, club, page)) == (
        "There was nothing to import. The club’s list already has all of it."
    )
    assert everything() == stored


def test_a_list_is_previewed_again_if_the_club_changed_in_the_meantime(club, kate):
    page = look(kate, club)
    rename_player(player=club.players.get(name="Ann"), name="Ann", short_name="An", guest=False)
    stored = everything()
    answer = bring(kate, club, page, leave=["5"], **{"line-4": "new"})
    assert (answer.status_code, everything()) == (409, stored)
    assert said(answer).startswith("The club’s list has changed since this preview.")
    assert groups(answer)["changes"] == ["Ann short name: Annie (was An) Leave out"]
    shown_again = answer.content.decode()
    assert 'name="line-4" value="new" checked' in shown_again
    assert 'name="leave" value="5" aria-label="Leave out Dan" checked' in shown_again
    assert bring(kate, club, answer, leave=["5"]).status_code == 200


@pytest.mark.parametrize(
    "choices",
    [{"leave": "x"}, {"leave": "-1"}, {"line-4": "nobody"}, {"line-x": "new"}, {"line-4": "٣"}],
)
def test_senseless_choices_store_nothing(choices, club, kate):
    page = look(kate, club)
    stored = everything()
    answer = bring(kate, club, page, **choices)
    assert (answer.status_code, said(answer)) == (
        422,
        "Some choices aren’t valid. Check them and try again.",
    )
    assert everything() == stored


def test_a_list_must_be_previewed_before_it_is_imported(club, kate):
    stored = everything()
    answer = kate.post(of(club), {"text": LIST, "sure": "yes"})
    assert (answer.status_code, everything()) == (409, stored)


def test_five_hundred_people_are_previewed_and_imported(club, kate):
    people = "".join(
        f"Person {no};Nick {no};yes;some words about number {no}\n" for no in range(500)
    )
    page = look(kate, club, f"Name;Short name;Guest;Notes\n{people}".encode())
    assert len(groups(page)["new"]) == 500
    answer = bring(kate, club, page, leave=[str(no) for no in range(2, 402)])
    assert (message(answer), Player.objects.count()) == ("100 added, 0 changed.", 103)


def test_a_heading_that_is_not_known_is_asked_about_and_left_out_unless_it_is_a_person(club, kate):
    page = look(kate, club, "Mitglieder\nFay Gale\nGus Hale")
    assert "a heading or a person?" in groups(page)["doubtful"][0]
    bring(kate, club, page)
    assert {"Fay Gale", "Gus Hale"} <= set(club.players.values_list("name", flat=True))
    assert not club.players.filter(name="Mitglieder").exists()
    other = look(kate, club, "Doris\nFay Gale\nGus Hale")
    bring(kate, club, other, **{"line-1": "new"})
    assert club.players.filter(name="Doris").exists()
    known = look(kate, club, "Doris\nFay Gale\nGus Hale")
    assert set(groups(known)) == {"same"}


def test_words_in_the_column_of_telephones_become_a_note_and_stay_one(club, kate):
    club.players.filter(name="Ann").update(notes="Left-handed")
    listed = "Name,Phone\nAnn,ask Ben\nFay,ask Ann"
    page = look(kate, club, listed)
    assert "Telephone: ask Ann" in groups(page)["new"][0]
    bring(kate, club, page)
    notes = dict(club.players.values_list("name", "notes"))
    assert (notes["Ann"], notes["Fay"]) == ("Left-handed\nTelephone: ask Ben", "Telephone: ask Ann")
    assert set(groups(look(kate, club, listed))) == {"same"}
