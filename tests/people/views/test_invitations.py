"""An invitation as it is opened, by whom, and how often."""

import pytest
from django.contrib.auth import get_user_model

from tests.cast import a_phone, again, an_organiser, everything, signed_in
from tests.html import refused, said, shown
from tests.people.actions.test_invitations import (
    EXPIRED,
    GOOD,
    REVOKED,
    USED,
    a_password_link,
    an_invitation,
)
from tests.people.actions.test_invitations import expired as expire
from tests.people.actions.test_invitations import revoked as revoke
from tests.people.actions.test_invitations import used as use
from tests.people.actions.test_officers import roles, the_club

pytestmark = pytest.mark.django_db

NEW = {"username": "sam", "password1": GOOD, "password2": GOOD}
CHOSEN = {"new_password1": GOOD, "new_password2": GOOD}


def at(invitation):
    return f"/invitations/{invitation.token}/"


def told(answer):
    """What the page that follows says happened."""
    return shown(answer, r'<div class="remark".*?</div>')


def links_to_sign_in(answer):
    return shown(answer, r'href="(/sign-in[^"]*)"')


def test_an_invited_newcomer_makes_an_account_and_finds_the_club_on_the_front_page():
    made, phone = an_invitation(role="organiser"), a_phone()
    page = phone.get(at(made))
    assert said(page) == "kate invites you to join as organiser."
    answer = phone.post(at(made), NEW, follow=True)
    assert (answer.redirect_chain, told(answer)) == (
        [(f"/clubs/{made.club_id}/", 302)],
        [f"You’re now organiser of {made.club}."],
    )
    assert shown(phone.get("/"), r'<a href="/clubs/\d+/">(.*?)</a>') == [f"{made.club} organiser"]
    assert a_phone().post("/sign-in", {"username": "sam", "password": GOOD}).status_code == 302


def test_an_invited_person_with_an_account_signs_in_returns_and_accepts():
    made, phone = an_invitation(), a_phone()
    an_organiser("sam")
    (sign_in,) = links_to_sign_in(phone.get(at(made)))
    answer = phone.post(sign_in, {"username": "sam", "password": "sam", "next": at(made)})
    assert answer.url == at(made)
    assert "Accept as sam" in shown(phone.get(at(made)), r"<button[^>]*>(.*?)</button>")
    assert told(phone.post(at(made), follow=True)) == [f"You’re now scorer of {made.club}."]


def test_the_sign_in_link_leads_back_to_the_invitation():
    made = an_invitation()
    assert links_to_sign_in(a_phone().get(at(made))) == [f"/sign-in?next={at(made)}"]


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        ({}, "This field is required. This field is required. This field is required."),
        (NEW | {"password2": "another"}, "The two password fields didn’t match."),
        (
            NEW | {"password1": "12345", "password2": "12345"},
            "This password is too short. It must contain at least 8 characters. This password is "
            "too common.",
        ),
        (NEW | {"username": "KATE"}, "A user with that username already exists."),
        (
            NEW | {"username": "sam smith"},
            "Enter a valid username. This value may contain only letters, numbers, and @/./+/-/_ "
            "characters.",
        ),
        (
            NEW | {"username": "s" * 151},
            "Ensure this value has at most 150 characters (it has 151).",
        ),
    ],
)
def test_a_bad_account_is_refused_and_the_invitation_stays_valid(sent, sentence):
    made = an_invitation()
    assert refused(at(made), sent) == (422, sentence)
    assert (again(made).open, get_user_model().objects.count()) == (True, 1)


def test_a_refused_form_keeps_the_user_name_but_not_the_password():
    answer = a_phone().post(at(an_invitation()), NEW | {"password2": "another"})
    assert 'value="sam"' in answer.content.decode()
    assert GOOD not in answer.content.decode()


@pytest.mark.parametrize(("shut", "sentence"), [(use, USED), (revoke, REVOKED), (expire, EXPIRED)])
def test_an_invitation_that_is_no_longer_valid_answers_410_to_everyone(shut, sentence):
    made = shut(an_invitation())
    stored = everything()
    for client in (a_phone(), signed_in("sam")):
        for answer in (client.get(at(made)), client.post(at(made), NEW)):
            assert (answer.status_code, said(answer)) == (410, sentence)
    assert (everything(), get_user_model().objects.filter(username="sam").count()) == (stored, 1)


def test_an_unknown_invitation_is_not_found():
    answer = a_phone().get("/invitations/AAAAAAAAAAAAAAAA/")
    assert (answer.status_code, said(answer)) == (
        404,
        "There is no invitation at this address. Ask for the link again.",
    )


def test_the_second_of_two_browsers_to_accept_reads_that_the_invitation_is_used():
    made, slow = an_invitation(), a_phone()
    assert slow.get(at(made)).status_code == 200
    a_phone().post(at(made), NEW)
    answer = slow.post(at(made), NEW | {"username": "zoe"})
    assert (answer.status_code, said(answer)) == (410, USED)
    assert roles(made.club) == {"kate": "owner", "sam": "scorer"}


def test_a_person_with_a_lower_role_is_promoted_and_reads_the_earlier_role():
    club = the_club(sam="scorer")
    answer = signed_in("sam").post(at(an_invitation(club, "owner")), follow=True)
    assert told(answer) == [f"You’re now owner of {club}. Before, you were scorer."]
    assert roles(club)["sam"] == "owner"


def test_a_person_with_a_higher_role_reads_so_and_the_link_stays_valid():
    club = the_club()
    made, kate = an_invitation(club), signed_in("kate")
    assert shown(kate.get(at(made)), r'<p class="remark">(.*?)</p>') == [
        "You’re already owner of this club, so you don’t need this link. "
        "The person it was made for can still use it."
    ]
    answer = kate.post(at(made), follow=True)
    assert told(answer) == [f"You’re already owner of {club}."]
    assert (roles(club), again(made).open) == ({"kate": "owner"}, True)


def test_a_double_tap_accepts_once_and_says_so():
    made, sam = an_invitation(), signed_in("sam")
    sam.post(at(made))
    stored = everything()
    answer = sam.post(at(made), follow=True)
    assert told(answer)[-1].endswith(f"You’re already scorer of {made.club}.")
    assert everything() == stored


def test_a_person_signed_in_to_another_account_signs_out_and_comes_back():
    made, kate = an_invitation(), signed_in("kate")
    answer = kate.post("/sign-out", {"next": at(made)}, follow=True)
    assert answer.redirect_chain == [(at(made), 302)]
    assert "Create account and accept" in shown(answer, r"<button[^>]*>(.*?)</button>")


def test_choosing_a_new_password_by_link_signs_out_every_other_browser():
    club = the_club(sam="scorer")
    made, phone, at_home = a_password_link(club), a_phone(), signed_in("sam")
    assert said(phone.get(at(made))).startswith(f"For sam at {club}.")
    answer = phone.post(at(made), CHOSEN, follow=True)
    assert told(answer) == [
        "Password changed. You’re signed in here, and other browsers are signed out."
    ]
    assert (
        phone.get(f"/clubs/{club.pk}/").status_code,
        at_home.get(f"/clubs/{club.pk}/").status_code,
    ) == (
        200,
        403,
    )
    assert phone.post(at(made), CHOSEN).status_code == 410


@pytest.mark.parametrize(
    "sent",
    [{}, CHOSEN | {"new_password2": "another"}, {"new_password1": "x", "new_password2": "x"}],
)
def test_an_unacceptable_password_is_refused_and_the_link_stays_valid(sent):
    made = a_password_link(the_club(sam="scorer"))
    assert refused(at(made), sent)[0] == 422
    assert again(made).open
    assert again(made.user).check_password("sam")


def test_a_password_link_ends_when_its_account_has_a_role_in_another_club():
    made = a_password_link(the_club(sam="scorer"))
    the_club().officers.create(user=made.user, role="owner")
    status, sentence = refused(at(made), CHOSEN)
    assert (status, sentence.partition(",")[0]) == (409, "sam also has a role in another club")


def test_a_signed_in_person_who_opens_a_password_link_gets_no_role():
    club = the_club(sam="organiser")
    made, zoe = a_password_link(club), signed_in("zoe")
    assert refused(at(made), {}, client=zoe)[0] == 422
    assert roles(club) == {"kate": "owner", "sam": "organiser"}
