"""A club that was saved comes back as it was; a file that is broken comes to nothing."""

import json

import pytest

from scoring.common.refused import Refused
from scoring.models import Club, Entrant, Link, Officer
from scoring.site.club_file.load import load_club
from scoring.site.club_file.writing import lines, save
from scoring.table.queries.settlement import statement_of
from tests.cast import (
    a_casual_table,
    a_club,
    a_phone,
    a_table,
    address,
    an_evening,
    an_organiser,
    everything,
    link,
)
from tests.rich_club import a_rich_club, emptied

pytestmark = pytest.mark.django_db


@pytest.fixture
def file(tmp_path):
    return tmp_path / "ours.jsonl"


def moved(club, file, **how):
    """Save the club, empty the database, load it; return it as it was loaded."""
    save(club, file=file)
    emptied()
    return load_club(file=file, **{"officers": True} | how)


# -- there and back
# ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["ours.jsonl", "ours.jsonl.gz"])
def test_a_club_is_loaded_as_it_was_byte_for_byte(name, tmp_path):
    club = a_rich_club()
    before = b"".join(lines(club))
    # Somebody else has a club here, so that other keys are given.
    save(club, file=tmp_path / name)
    emptied()
    a_table("Eve! 5", session=an_evening(a_club("Another club", organiser="mallory")))
    loaded = load_club(file=tmp_path / name, officers=True)
    assert b"".join(lines(loaded.club)) == before
    assert (loaded.new_codes, loaded.strangers) == (0, [])
    assert loaded.club.pk != club.pk


def test_a_file_saved_before_the_accounts_knew_pots_is_loaded(tmp_path):
    found = [json.loads(line) for line in lines(a_rich_club())]
    for row in found:
        for key in SINCE.get(row["is"], ()):
            row.pop(key, None)
    file = tmp_path / "older.jsonl"
    file.write_text("".join(f"{json.dumps(row)}\n" for row in found))
    emptied()
    club = load_club(file=file, officers=True).club
    entrants = Entrant.objects.filter(tournament__session__club=club)
    assert set(entrants.values_list("handicap", "tickets", "paid_minor")) == {(0, 0, None)}
    assert (set(club.entries.values_list("held_minor", "pot"))) == {(0, "")}


SINCE = {
    "tournament": ["in_accounts"],
    "entrant": ["handicap", "adjustments", "paid_minor", "tickets"],
    "attendance": ["fee_why", "replaced_in"],
    "entry": ["held_minor", "pot"],
    "report": ["euchres", "tried"],
}
"""The keys that came with the accounts of pots, and later."""


def test_every_loaded_evening_settles_as_before(file):
    club = a_rich_club()
    before = [(str(one), told(statement_of(one))) for one in club.sessions.all()]
    loaded = moved(club, file)
    assert [(str(one), told(statement_of(one))) for one in loaded.club.sessions.all()] == before
    for session in loaded.club.sessions.exclude(closed_at=None):
        assert [closing.statement.ids for closing in session.closings.all()][-1] == statement_of(
            session
        ).ids


def told(statement):
    """A statement without the keys of its players."""
    return statement.as_json() | {"ids": None}


def test_loaded_rows_are_counted(file):
    table = a_table("Eve! 5", "-")
    found = moved(table.session.club, file).counts
    assert {name: number for name, number in found.items() if number} == {
        "club": 1,
        "officer": 1,
        "player": 5,
        "session": 1,
        "table": 1,
        "link": 2,
        "sitting": 1,
        "seat": 5,
        "hand": 2,
    }


def test_printed_codes_still_lead_to_their_tables(file):
    table = a_table("Eve! 5")
    path = address(table)
    moved(table.session.club, file)
    assert a_phone().get(path).status_code == 200


def test_codes_that_are_used_elsewhere_by_now_are_replaced(file):
    table = a_table("Eve! 5")
    token = link(table).token
    save(table.session.club, file=file)
    emptied()
    other = a_table(session=an_evening(a_club("Another club")))
    Link.objects.filter(pk=link(other).pk).update(token=token)
    loaded = load_club(file=file, officers=True)
    assert (loaded.new_codes, Link.objects.get(token=token).table) == (1, other)
    links = Link.objects.filter(table__session__club=loaded.club)
    assert sorted(links.values_list("right", flat=True)) == ["watch", "write"]


def test_a_file_without_codes_gets_new_ones_for_every_table(file):
    table = a_table("Eve! 5")
    save(table.session.club, file=file, codes=False)
    emptied()
    loaded = load_club(file=file, officers=True)
    assert loaded.new_codes == 2
    (table,) = loaded.club.sessions.get().tables.all()
    assert a_phone().get(address(table)).status_code == 200


# -- who owns it
# ---------------------------------------------------------------------------------------


def offices(club):
    return {officer.user.username: officer.role for officer in club.officers.all()}


def test_the_loader_is_the_only_owner_and_other_accounts_get_no_role_by_name(file):
    loaded = moved(a_rich_club(), file, officers=False, owner=an_organiser("mallory"))
    assert offices(loaded.club) == {"mallory": "owner"}
    assert not any(
        one.user
        for one in loaded.club.sessions.last().tables.get().sittings.first().reseatings.all()
    )


def test_people_with_roles_are_matched_by_name_on_request(file):
    club = a_rich_club()
    save(club, file=file)
    emptied()
    an_organiser("sam").delete()
    loaded = load_club(file=file, officers=True)
    assert (offices(loaded.club), loaded.strangers) == (
        {"kate": "owner", "olga": "organiser"},
        ["sam"],
    )


def test_a_person_named_as_owner_becomes_the_owner(file):
    loaded = moved(a_rich_club(), file, owner=an_organiser("sam"))
    assert offices(loaded.club) == {"kate": "owner", "olga": "organiser", "sam": "owner"}


def test_a_club_without_an_owner_is_refused(file):
    club = a_rich_club()
    sentence = "No account here would own this club. Name an owner with --owner NAME."
    with pytest.raises(Refused) as why:
        moved(club, file, officers=False)
    assert (str(why.value), Club.objects.count()) == (sentence, 0)


def test_a_visitors_evening_needs_no_owner(file):
    table = a_casual_table("Eve! 5")
    loaded = moved(table.session.club, file, officers=False)
    assert (loaded.club.casual, Officer.objects.count()) == (True, 0)


# -- what is refused
# -----------------------------------------------------------------------------------


def test_a_club_that_is_already_here_is_refused(file):
    club = a_rich_club()
    save(club, file=file)
    stored = everything()
    with pytest.raises(Refused) as why:
        load_club(file=file, officers=True)
    assert str(why.value) == "This club is already here, with a hand of it."
    assert everything() == stored
