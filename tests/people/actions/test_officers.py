"""Who serves a club: offices given, changed, taken, and the last owner, who stays."""

import pytest

from scoring.common.permissions import Actor
from scoring.common.refused import Refused
from scoring.models import Officer
from scoring.people.actions.officers import change_role, higher, remove_officer
from tests.cast import a_club, again, an_officer, everything
from tests.test_concurrency import meanwhile

pytestmark = pytest.mark.django_db


def the_club(**others):
    """Return a club that kate owns, with these officers besides."""
    club = a_club()
    for name, role in others.items():
        an_officer(club, name, role)
    return club


def officer(club, name):
    return club.officers.get(user__username=name)


def by(name):
    return Actor(user=Officer.objects.filter(user__username=name).first().user)


def roles(club):
    return {one.user.username: one.role for one in club.officers.select_related("user")}


def change(club, name, role, *, actor="kate"):
    return change_role(officer=officer(club, name), role=role, actor=by(actor))


def remove(club, name, *, actor="kate"):
    return remove_officer(officer=officer(club, name), actor=by(actor))


def diary(club):
    return [(event.by, event.said) for event in club.events.all()]


def refusal(verb, *args, **what):
    """Why the verb is refused; nothing may have been stored."""
    stored = everything()
    with pytest.raises(Refused) as why:
        verb(*args, **what)
    assert everything() == stored
    return str(why.value)


def test_an_owner_changes_a_role_and_the_activity_log_records_it():
    club = the_club(sam="scorer")
    change(club, "sam", "organiser")
    assert roles(club) == {"kate": "owner", "sam": "organiser"}
    assert diary(club) == [("kate", "Made sam organiser (before: scorer).")]


def test_giving_the_same_role_again_changes_nothing():
    club = the_club(sam="scorer")
    stored = everything()
    change(club, "sam", "scorer")
    assert everything() == stored


def test_a_person_with_a_role_can_be_removed_or_leave():
    club = the_club(sam="scorer", olga="organiser")
    remove(club, "sam")
    remove(club, "olga", actor="olga")
    assert roles(club) == {"kate": "owner"}
    assert diary(club) == [("olga", "Left as organiser."), ("kate", "Removed sam, scorer.")]


@pytest.mark.parametrize(
    "verb", [lambda club: change(club, "kate", "scorer"), lambda club: remove(club, "kate")]
)
def test_the_last_owner_can_neither_leave_nor_get_a_lower_role(verb):
    club = the_club(sam="scorer", olga="organiser")
    assert refusal(verb, club) == ("kate is the only owner. Make another person an owner first.")


def test_an_owner_of_another_club_does_not_count():
    club = the_club()
    an_officer(a_club("Another club", organiser="mallory"), "sam", "owner")
    assert refusal(remove, club, "kate").startswith("kate is the only owner.")


def test_an_owner_hands_the_club_over_and_steps_down():
    club = the_club(sam="scorer")
    change(club, "sam", "owner")
    change(club, "kate", "organiser")
    remove(club, "kate", actor="sam")
    assert roles(club) == {"sam": "owner"}


def test_changing_a_person_removed_in_the_meantime_is_refused():
    club = the_club(sam="scorer")
    sam, kate = officer(club, "sam"), by("kate")
    remove(club, "sam")
    sentence = "This person was removed in the meantime."
    assert refusal(change_role, officer=sam, role="owner", actor=kate) == sentence
    assert refusal(remove_officer, officer=sam, actor=kate) == sentence


@pytest.mark.parametrize(
    ("one", "other", "found"),
    [
        ("scorer", "organiser", "organiser"),
        ("owner", "organiser", "owner"),
        ("scorer", "scorer", "scorer"),
        ("owner", "scorer", "owner"),
    ],
)
def test_the_higher_of_two_roles_is_the_one_with_more_permissions(one, other, found):
    assert (higher(one, other), higher(other, one)) == (found, found)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    "first",
    [lambda club: change(club, "kate", "scorer"), lambda club: remove(club, "kate")],
    ids=["made less", "leaves"],
)
@pytest.mark.parametrize(
    "second",
    [
        lambda club: change(club, "olga", "organiser", actor="olga"),
        lambda club: remove(club, "olga", actor="olga"),
    ],
    ids=["made less", "leaves"],
)
def test_one_of_two_owners_who_leave_at_once_stays(first, second):
    club = the_club(olga="owner")
    with meanwhile(lambda: second(club)) as found:
        first(club)
    assert [str(answer) for answer in found] == [
        "olga is the only owner. Make another person an owner first."
    ]
    assert again(officer(club, "olga")).role == "owner"
