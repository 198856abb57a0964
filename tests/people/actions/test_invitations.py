"""Invitations: good once, for two weeks, and only for what they were made for."""

from datetime import timedelta

import pytest
from django.contrib.auth import get_user_model
from django.utils import timezone

from scoring.common.refused import Refused
from scoring.models import Invitation
from scoring.people.actions.officers import (
    NotOpen,
    accept,
    change_role,
    choose_password,
    invite,
    invite_to_new_password,
    revoke_invitation,
    sign_up,
)
from tests.cast import a_club, again, an_officer, an_organiser, everything
from tests.people.actions.test_officers import by, diary, officer, refusal, remove, roles, the_club
from tests.test_concurrency import meanwhile

pytestmark = pytest.mark.django_db

GOOD = "a password of sam's"
USED = (
    "It was already used, and it works only once. If you used it, sign in. If not, ask for a new "
    "one."
)
REVOKED = "It was revoked. Ask an owner of the club for a new one."
EXPIRED = "It expired after two weeks. Ask an owner of the club for a new one."


def an_invitation(club=None, role="scorer"):
    return invite(club=club or the_club(), role=role, whom="Sam", actor=by("kate"))


def a_password_link(club, name="sam"):
    return invite_to_new_password(officer=officer(club, name), actor=by("kate"))


def revoked(invitation):
    return revoke_invitation(invitation=invitation, actor=by("kate"))


def expired(invitation):
    invitation.good_until = timezone.now()
    invitation.save()
    return invitation


def used(invitation):
    accept(invitation=invitation, user=an_organiser("zoe"))
    return invitation


def closed(verb, **what):
    """Why an invitation lets nobody in; nothing may have been stored, no account either."""
    stored, accounts = everything(), get_user_model().objects.count()
    with pytest.raises(NotOpen) as why:
        verb(**what)
    assert (everything(), get_user_model().objects.count()) == (stored, accounts)
    return str(why.value)


def test_an_invitation_is_valid_for_two_weeks_and_records_who_made_it_for_whom():
    made = an_invitation()
    assert (made.role, made.whom, made.made_by, made.open) == ("scorer", "Sam", "kate", True)
    assert timedelta(0) < made.good_until - made.made_at - timedelta(days=14) < timedelta(minutes=1)
    assert diary(made.club) == [("kate", "Invited Sam as scorer.")]


def test_an_invited_person_with_an_account_gets_the_role():
    made = an_invitation(role="organiser")
    accept(invitation=made, user=an_organiser("sam"))
    assert roles(made.club) == {"kate": "owner", "sam": "organiser"}
    assert (again(made).open, again(made).used_by) == (False, "sam")
    assert diary(made.club)[0] == ("sam", "Joined as organiser, invited by kate.")


def test_an_invited_person_without_an_account_gets_one_with_their_password():
    made = an_invitation()
    user = sign_up(invitation=made, username="sam", password=GOOD).user
    assert roles(made.club) == {"kate": "owner", "sam": "scorer"}
    assert again(user).check_password(GOOD)


@pytest.mark.parametrize("close", [(used, USED), (revoked, REVOKED), (expired, EXPIRED)])
def test_an_invitation_that_is_no_longer_valid_gives_no_role(close):
    shut, sentence = close
    made = shut(an_invitation())
    assert closed(accept, invitation=made, user=an_organiser("sam")) == sentence
    assert closed(sign_up, invitation=made, username="sam", password=GOOD) == sentence


@pytest.mark.parametrize("close", [(revoked, REVOKED), (expired, EXPIRED)])
def test_a_password_link_that_is_no_longer_valid_changes_no_password(close):
    shut, sentence = close
    made = shut(a_password_link(the_club(sam="scorer")))
    assert closed(choose_password, invitation=made, password=GOOD) == sentence
    assert again(made.user).check_password("sam")


@pytest.mark.parametrize(
    ("is_now", "invited", "becomes", "uses_it"),
    [
        ("scorer", "organiser", "organiser", True),
        ("organiser", "owner", "owner", True),
        ("owner", "scorer", "owner", False),
        ("scorer", "scorer", "scorer", False),
    ],
)
def test_the_higher_of_two_roles_is_kept_and_a_link_to_a_lower_one_is_not_used_up(
    is_now, invited, becomes, uses_it
):
    club = the_club(sam=is_now)
    made = an_invitation(club, invited)
    accept(invitation=made, user=an_organiser("sam"))
    assert (roles(club)["sam"], again(made).open) == (becomes, not uses_it)


def test_accepting_twice_counts_once():
    made, sam = an_invitation(), an_organiser("sam")
    accept(invitation=made, user=sam)
    stored = everything()
    assert accept(invitation=made, user=sam).role == "scorer"
    assert everything() == stored


def test_a_user_name_that_is_taken_is_refused():
    made = an_invitation()
    an_organiser("sam")
    sentence = "This user name is already taken. Choose another."
    assert refusal(sign_up, invitation=made, username="sam", password=GOOD) == sentence
    assert again(made).open


def test_an_invitation_is_revoked_once_and_a_used_one_stays_used():
    made = an_invitation()
    assert (revoked(made).open, diary(made.club)[0]) == (
        False,
        ("kate", "Revoked the link for Sam."),
    )
    stored = everything()
    revoked(made)
    assert everything() == stored
    other = used(an_invitation(made.club))
    assert revoked(other).revoked_at is None


# -- a new password
# -----------------------------------------------------------------------------------


def test_a_user_chooses_a_new_password_with_a_link_and_keeps_their_role():
    club = the_club(sam="organiser")
    made = a_password_link(club)
    user = choose_password(invitation=made, password=GOOD)
    assert (again(user).check_password(GOOD), roles(club)["sam"]) == (True, "organiser")
    assert closed(choose_password, invitation=made, password="another one") == USED
    assert diary(club) == [
        ("sam", "Chose a new password with a link."),
        ("kate", "Created a password link for sam."),
    ]


def test_a_new_password_link_replaces_the_earlier_one():
    club = the_club(sam="scorer")
    first, second = a_password_link(club), a_password_link(club)
    assert (again(first).open, again(second).open) == (False, True)


ELSEWHERE = (
    "sam also has a role in another club, so you can’t do this here. The person who runs the "
    "server can set a password with manage.py changepassword sam"
)


def test_an_account_with_a_role_in_another_club_gets_no_password_link():
    club = the_club(sam="scorer")
    an_officer(a_club("Another club", organiser="mallory"), "sam")
    assert refusal(a_password_link, club) == ELSEWHERE


def test_a_password_link_ends_when_its_account_gets_a_role_in_another_club():
    club = the_club(sam="scorer")
    made = a_password_link(club)
    an_officer(a_club("Another club", organiser="mallory"), "sam")
    assert refusal(choose_password, invitation=made, password=GOOD) == ELSEWHERE
    assert again(made.user).check_password("sam")


def test_a_removed_person_loses_their_password_link_too():
    club = the_club(sam="scorer")
    made = a_password_link(club)
    remove(club, "sam")
    assert closed(choose_password, invitation=made, password=GOOD) == REVOKED


@pytest.mark.parametrize(
    "goes",
    [
        lambda club: remove(club, "olga"),
        lambda club: change_role(officer=officer(club, "olga"), role="scorer", actor=by("kate")),
    ],
    ids=["removed", "made less"],
)
def test_a_departed_owner_cannot_return_with_a_link_they_made(goes):
    club = the_club(olga="owner")
    hers = invite(club=club, role="owner", whom="herself", actor=by("olga"))
    kates = an_invitation(club)
    goes(club)
    assert closed(accept, invitation=hers, user=an_organiser("olga")) == REVOKED
    assert again(kates).open


def test_a_password_link_gives_no_role_and_an_invitation_sets_no_password():
    club = the_club(sam="scorer")
    for_sam, for_anybody = a_password_link(club), an_invitation(club)
    for verb, what in (
        (accept, {"invitation": for_sam, "user": an_organiser("zoe")}),
        (sign_up, {"invitation": for_sam, "username": "zoe2", "password": GOOD}),
        (choose_password, {"invitation": for_anybody, "password": GOOD}),
    ):
        with pytest.raises(Invitation.DoesNotExist):
            verb(**what)
    assert roles(club) == {"kate": "owner", "sam": "scorer"}


# -- at the same moment
# -------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_one_of_two_who_accept_an_invitation_at_once_gets_the_role():
    made, sam, zoe = an_invitation(), an_organiser("sam"), an_organiser("zoe")
    with meanwhile(lambda: accept(invitation=made, user=zoe)) as found:
        accept(invitation=made, user=sam)
    assert [str(answer) for answer in found] == [USED]
    assert roles(made.club) == {"kate": "owner", "sam": "scorer"}


@pytest.mark.django_db(transaction=True)
def test_an_invitation_accepted_in_the_same_moment_makes_no_second_account():
    made, sam = an_invitation(), an_organiser("sam")
    with meanwhile(lambda: sign_up(invitation=made, username="zoe", password=GOOD)) as found:
        accept(invitation=made, user=sam)
    assert [str(answer) for answer in found] == [USED]
    assert not get_user_model().objects.filter(username="zoe").exists()


@pytest.mark.django_db(transaction=True)
def test_an_invitation_revoked_while_it_is_accepted_gives_no_role():
    made, sam = an_invitation(), an_organiser("sam")
    with meanwhile(lambda: accept(invitation=made, user=sam)) as found:
        revoked(made)
    assert [str(answer) for answer in found] == [REVOKED]


@pytest.mark.django_db(transaction=True)
def test_a_password_is_unchanged_if_its_account_joins_another_club_meanwhile():
    made = a_password_link(the_club(sam="scorer"))
    elsewhere = a_club("Another club")
    with meanwhile(lambda: choose_password(invitation=made, password=GOOD)) as found:
        accept(invitation=an_invitation(elsewhere), user=made.user)
    assert [(type(answer), str(answer)) for answer in found] == [(Refused, ELSEWHERE)]
