"""`manage.py club`: a club to its file and back, in this database and in another."""

import os
from contextlib import contextmanager
from io import StringIO

import pytest
from django.contrib.auth import get_user_model
from django.core.management import CommandError, call_command

from scoring.models import Club
from scoring.site.club_file.writing import lines
from tests import template
from tests.cast import (
    a_casual_table,
    a_club,
    a_phone,
    a_table,
    an_evening,
    an_organiser,
    everything,
)
from tests.rich_club import a_rich_club, emptied
from tests.warm import Manage

OFFICERS = """
from django.contrib.auth.models import User
User.objects.bulk_create(User(username=name) for name in ("kate", "olga", "sam"))
"""


def club(*words, typed="", patch=None):
    """What the command says."""
    if patch:
        patch.setattr("sys.stdin", StringIO(typed))
    said = StringIO()
    call_command("club", *map(str, words), stdout=said)
    return said.getvalue()


def refused(*words, **how):
    """How the command refuses; nothing may have been stored."""
    stored = everything()
    with pytest.raises(CommandError) as why:
        club(*words, **how)
    assert everything() == stored
    return str(why.value)


@pytest.fixture
def file(tmp_path):
    return tmp_path / "ours.jsonl.gz"


@pytest.mark.django_db
def test_clubs_are_listed_with_their_numbers_and_without_visitors_tables():
    one = a_table(session=an_evening(a_club("The Left Bower Club"))).session.club
    other = a_club("Another", organiser="mallory")
    a_casual_table()
    assert club("list") == (
        f"{other.pk:>6}  Another  (0 players, 0 sessions)\n"
        f"{one.pk:>6}  The Left Bower Club  (5 players, 1 session)\n"
    )


@pytest.mark.django_db
@pytest.mark.parametrize("by", ["name", "number"])
def test_a_club_is_saved_by_name_or_number_and_loaded_again(by, file):
    table = a_table("Eve! 5", "-", session=an_evening(a_club("Ours")))
    ours = table.session.club
    before = b"".join(lines(ours))
    said = club("save", "OURS" if by == "name" else ours.pk, file)
    assert said == f"Ours is in {file}: 1 session and 2 hands, {file.stat().st_size} bytes.\n"
    emptied()
    said = club("load", file, "--owner", "Kate", "--officers")
    (ours,) = Club.objects.all()
    assert said == f"Loaded Ours, number {ours.pk}: 1 session and 2 hands. Owner: kate.\n"
    assert b"".join(lines(ours)) == before


@pytest.mark.django_db
def test_an_owner_without_an_account_is_asked_for_a_password(file, monkeypatch):
    club("save", a_rich_club().pk, file)
    emptied()
    said = club("load", file, "--owner", "zoe", typed="a good password\n", patch=monkeypatch)
    assert said.endswith("Owner: zoe.\n")
    answer = a_phone().post("/sign-in", {"username": "zoe", "password": "a good password"})
    assert answer.status_code == 302


@pytest.mark.django_db
def test_the_command_names_unknown_accounts_and_says_how_many_codes_are_new(file):
    club("save", a_rich_club().pk, file, "--without-codes")
    emptied()
    get_user_model().objects.filter(username__in=["sam", "olga"]).delete()
    said = club("load", file, "--officers").splitlines()
    assert said[1:] == [
        "Left out, as they have no account here: olga and sam.",
        "12 table codes had to change. Print the codes again.",
    ]


@pytest.mark.django_db
def test_a_club_that_cannot_be_saved_is_refused_with_a_reason(file, tmp_path):
    numbers = [a_club("Ours", organiser=name).pk for name in ("kate", "mallory")]
    assert refused("save", "Theirs", file) == (
        "There is no club called Theirs. To list them, type: manage.py club list"
    )
    assert refused("save", "Ours", file) == (
        f"Several clubs are called Ours. Type the number of one: {numbers[0]} and {numbers[1]}."
    )
    file.write_bytes(b"mine")
    assert refused("save", numbers[0], file) == (f"{file} already exists. Choose another name.")
    assert file.read_bytes() == b"mine"
    nowhere = tmp_path / "nowhere" / "ours.jsonl"
    assert (
        refused("save", numbers[0], nowhere)
        == f"{nowhere} could not be written: No such file or directory."
    )


@pytest.mark.django_db
def test_a_club_that_cannot_be_loaded_is_refused_and_leaves_no_account_behind(
    file, tmp_path, monkeypatch
):
    club("save", a_rich_club().pk, file)
    already = "This club is already here, with a hand of it."
    new = {"typed": "a good password\n", "patch": monkeypatch}
    assert refused("load", file, "--owner", "zoe", **new) == f"{file}: {already}"
    assert not get_user_model().objects.filter(username="zoe").exists()
    assert refused("load", file, "--owner", "zoe", typed="", patch=monkeypatch) == (
        "This password is too short. It must contain at least 8 characters."
    )
    nothing = tmp_path / "nothing.jsonl"
    assert refused("load", nothing, "--owner", an_organiser("kate").username) == (
        f"{nothing} could not be read: No such file or directory."
    )
    nothing.write_text("[]\n")
    assert refused("load", nothing, "--owner", "kate") == (
        f"{nothing}: line 1: a line must be an object, not a list."
    )


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_a_club_moves_to_another_database_byte_for_byte(file, tmp_path, database_url):
    """From SQLite to the kind of database that the tests run on, by the real commands."""
    club("save", a_rich_club().pk, file)
    copies = [tmp_path / "from-sqlite.jsonl.gz", tmp_path / "moved.jsonl.gz"]
    template.copy_sqlite(tmp_path / "book.sqlite3")
    urls = [f"sqlite:///{tmp_path / 'book.sqlite3'}", database_url]
    for source, url, copy in zip([file, *copies], urls, copies, strict=False):
        with managed(url) as manage:
            manage("shell", "-v0", "-c", OFFICERS)
            manage("club", "load", str(source), "--officers")
            manage("club", "save", "The Łódź Bower Club", str(copy))
    assert [copy.read_bytes() for copy in copies] == [file.read_bytes()] * 2


@contextmanager
def managed(url):
    """Manage the site with this database."""
    manage = Manage({**os.environ, "DATABASE_URL": url})
    yield manage
    manage.end()
