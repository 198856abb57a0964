"""A list of people beside the club's own, and brought into it."""

import pytest

from scoring.club.actions.forget import forget_player
from scoring.common.permissions import Actor
from scoring.common.refused import Refused
from scoring.models import Event, Player
from scoring.people.actions.import_people import (
    LEAVE,
    NEW,
    ListChanged,
    compare,
    edition_of,
    import_people,
)
from scoring.people.actions.people import add_players, rename_player
from scoring.people.pure.roll import read_roll
from scoring.site.club_file.spreadsheets import PEOPLE
from tests.cast import PHONE, a_club, a_table, an_evening, an_organiser, everything, versions

pytestmark = pytest.mark.django_db

LIST = (
    "Name,Short name,Guest,Active,Notes\nAnn,Annie,no,,\nBen,,,,\nZoe,,yes,,\nDan,,yes,no,Away\nx"
    + "x" * 40
)


@pytest.fixture
def club():
    """Ann, Ben and Zoë are known."""
    club = a_club()
    add_players(club=club, names=["Ann", "Ben", "Zoë"])
    return club


def bring(club, text=LIST, *, seen=None, **choices):
    rows = read_roll(text).rows
    seen = edition_of(compare(club, rows)) if seen is None else seen
    told = {int(line.removeprefix("line")): choice for line, choice in choices.items()}
    actor = Actor(user=an_organiser("kate"))
    return import_people(club=club, rows=rows, choices=told, seen=seen, actor=actor)


def known(club):
    rows = club.players.order_by("pk").values_list("name", "short_name", "guest", "active", "notes")
    return {name: row for name, *row in rows}


def test_each_line_is_shown_beside_what_the_club_knows(club):
    lines = compare(club, read_roll(LIST).rows)
    assert [(line.row.name[:3], line.state, [str(one) for one in line.like]) for line in lines] == [
        ("Ann", "changes", []),
        ("Ben", "same", []),
        ("Zoe", "doubtful", ["Zoë"]),
        ("Dan", "new", []),
        ("xxx", "refused", []),
    ]
    assert lines[0].changes == {"short_name": ("", "Annie")}


def test_new_people_are_added_known_ones_updated_and_doubtful_lines_left_out(club):
    assert bring(club) == (1, 1)
    assert known(club) == {
        "Ann": ["Annie", False, True, ""],
        "Ben": ["", False, True, ""],
        "Zoë": ["", False, True, ""],
        "Dan": ["", True, False, "Away"],
    }
    assert Event.objects.get().said == "Imported people: 1 person added and 1 changed."


def test_a_choice_is_respected_line_by_line(club):
    assert bring(club, line2=LEAVE, line4=NEW, line5=LEAVE) == (1, 0)
    assert known(club) == {
        "Ann": ["", False, True, ""],
        "Ben": ["", False, True, ""],
        "Zoë": ["", False, True, ""],
        "Zoe": ["", True, True, ""],
    }


def test_a_doubtful_line_can_be_a_known_person_who_keeps_their_name(club):
    assert bring(club, line2=LEAVE, line4=club.players.get(name="Zoë").pk, line5=LEAVE) == (0, 1)
    assert known(club)["Zoë"] == ["", True, True, ""]


@pytest.mark.parametrize("choice", [LEAVE, NEW, None])
def test_a_list_imported_twice_is_stored_once(choice, club):
    choices = {} if choice is None else {"line4": choice}
    seen = edition_of(compare(club, read_roll(LIST).rows))
    bring(club, seen=seen, **choices)
    stored = everything()
    assert bring(club, seen=seen, **choices) == (0, 0)
    assert everything() == stored


def test_a_list_previewed_before_the_club_changed_is_previewed_again(club):
    seen = edition_of(compare(club, read_roll(LIST).rows))
    rename_player(player=club.players.get(name="Ann"), name="Ann", short_name="An", guest=False)
    stored = everything()
    with pytest.raises(ListChanged):
        bring(club, seen=seen)
    assert everything() == stored
    assert bring(club) == (1, 1)


TWINS = "Name,Guest\nChloe,yes\nFay,\nChloë,yes\n"


def test_two_lines_that_may_be_one_person_are_shown_and_the_first_is_imported(club):
    lines = compare(club, read_roll(TWINS).rows)
    assert [(line.row.name, line.state, [row.line for row in line.again]) for line in lines] == [
        ("Chloe", "new", []),
        ("Fay", "new", []),
        ("Chloë", "doubtful", [2]),
    ]
    assert bring(club, TWINS) == (2, 0)
    assert {"Chloe", "Fay"} <= {*known(club)}
    assert "Chloë" not in known(club)


def test_two_similar_lines_are_two_people_if_the_user_says_so(club):
    assert bring(club, TWINS, line4=NEW) == (3, 0)
    assert {"Chloe", "Fay", "Chloë"} <= {*known(club)}


def test_the_second_spelling_can_be_chosen(club):
    assert bring(club, TWINS, line2=LEAVE, line4=NEW) == (2, 0)
    assert {"Fay", "Chloë"} <= {*known(club)}
    assert "Chloe" not in known(club)


def test_two_lines_about_one_person_are_refused(club):
    add_players(club=club, names=["Catherine"])
    text = "Name,Notes\nCatherine,one\nCathrine,two"
    stored = everything()
    with pytest.raises(Refused, match="Two lines are about Catherine."):
        bring(club, text, line3=club.players.get(name="Catherine").pk)
    assert everything() == stored


def test_a_choice_of_a_person_unlike_the_line_is_ignored(club):
    assert bring(club, "Name,Notes\nZoe,x", line2=club.players.get(name="Ann").pk) == (0, 0)


def test_a_changed_short_name_updates_only_the_players_own_table(club):
    session = an_evening(club)
    fays = a_table(session=session, names=["Ann", "Fay", "Gus", "Hal"])
    other = a_table(session=session, names=["Ben", "Ida", "Jan", "Kim"])
    before = versions(fays)[0], versions(other)[0]
    bring(club)
    assert (versions(fays)[0], versions(other)[0]) == (before[0] + 1, before[1])


def test_no_import_restores_an_erased_person(club):
    forget_player(player=club.players.get(name="Ben"), actor=PHONE)
    lines = compare(club, read_roll("Ben\nFormer member 1").rows)
    assert [(line.state, line.row.wrong) for line in lines] == [
        ("new", ""),
        (
            "refused",
            "This is Former member 1, whose data was erased. The name can’t be used again.",
        ),
    ]
    assert bring(club, "Ben\nFormer member 1") == (1, 0)


def test_an_exported_list_changes_nothing_when_it_is_imported_again(club):
    notes = {"Ann": "=left\n-handed", "Ben": "two\nlines; and, “more”"}
    for name, text in notes.items():
        Player.objects.filter(name=name).update(
            notes=text,
            short_name=name[:2],
            active=name == "Ann",
            phone="+44 20 7946 0000",
            email=f"{name}@example.org",
        )
    Player.objects.filter(name="Zoë").update(guest=True)
    lines = compare(club, read_roll("".join(PEOPLE.lines(club))).rows)
    assert [line.state for line in lines] == ["same"] * 3


def test_five_hundred_people_are_imported_at_once(club):
    text = "Name\n" + "\n".join(f"Person {no}" for no in range(1, 501))
    assert bring(club, text) == (500, 0)
