"""The pages on which offices are given and taken."""

import pytest

from tests.cast import a_club, again, an_officer, everything, signed_in
from tests.html import refused, said, shown
from tests.people.actions.test_officers import officer, roles, the_club
from tests.test_queries import asked

pytestmark = pytest.mark.django_db

LINE = r'<li>(?:<a href="[^"]*officers/\d+/">|<div>)(.*?)</li>'
BUTTON = r"<button[^>]*>(.*?)</button>"


def page(club, name="", *, who="kate"):
    return (
        f"/clubs/{club.pk}/officers/{officer(club, name).pk}/"
        if name
        else f"/clubs/{club.pk}/officers/"
    )


def told(answer):
    """What the page that follows says happened."""
    return shown(answer, r'<div class="remark".*?</div>')


def test_everyone_with_a_role_sees_all_roles_and_only_owners_can_change_them():
    club = the_club(sam="scorer", olga="organiser")
    lines = {}
    for who in ("kate", "olga", "sam"):
        answer = signed_in(who).get(page(club))
        lines[who] = [line.partition(" since")[0] for line in shown(answer, LINE)]
        assert ("Create invitation link" in shown(answer, BUTTON)) == (who == "kate")
    assert lines == {
        "kate": ["kate (you) owner", "sam scorer", "olga organiser"],
        "olga": ["kate owner", "sam scorer", "olga (you) organiser"],
        "sam": ["kate owner", "sam (you) scorer", "olga organiser"],
    }


def test_an_owner_creates_an_invitation_and_sees_its_link_and_code():
    club, kate = the_club(), signed_in("kate")
    answer = kate.post(f"{page(club)}invite", {"whom": "Sam", "role": "scorer"}, follow=True)
    made = club.invitations.get()
    assert (made.whom, made.role, made.made_by) == ("Sam", "scorer", "kate")
    assert f'value="http://testserver/invitations/{made.token}/"' in answer.content.decode()
    assert answer.content.decode().count('class="qr"') == 1
    assert [
        line.partition(" until")[0]
        for line in shown(kate.get(page(club)), r"<li><a href=\"[^\"]*invitations/\d+/\">(.*?)</a>")
    ] == ["Sam scorer"]


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        ({"role": "scorer"}, "Enter who the link is for."),
        ({"whom": "Sam"}, "Choose a role."),
        ({"whom": "Sam", "role": "king"}, "Choose a role."),
        (
            {"whom": "x" * 61, "role": "owner"},
            "Ensure this value has at most 60 characters (it has 61).",
        ),
    ],
)
def test_a_bad_invitation_is_refused_with_a_reason(sent, sentence):
    club = the_club()
    assert refused(f"{page(club)}invite", sent, client=signed_in("kate")) == (422, sentence)


def test_a_revoked_invitation_is_listed_among_the_earlier_ones():
    club, kate = the_club(), signed_in("kate")
    kate.post(f"{page(club)}invite", {"whom": "Sam", "role": "scorer"})
    made = club.invitations.get()
    answer = kate.post(f"/clubs/{club.pk}/invitations/{made.pk}/revoke", follow=True)
    assert told(answer) == ["The link for Sam no longer works."]
    assert [
        line.partition(" on")[0] for line in shown(answer, r'<ul class="lines">(.*?)</ul>')
    ] == ["Sam, scorer: revoked"]
    after = kate.get(f"/clubs/{club.pk}/invitations/{made.pk}/").content.decode()
    assert made.token not in after
    assert "It no longer works." in after


def test_another_clubs_invitation_is_not_found():
    ours, theirs = the_club(), a_club("Another club", organiser="mallory")
    made = theirs.invitations.create(role="owner", whom="Mallory", made_by="mallory")
    kate, stored = signed_in("kate"), everything()
    assert kate.get(f"/clubs/{ours.pk}/invitations/{made.pk}/").status_code == 404
    assert kate.post(f"/clubs/{ours.pk}/invitations/{made.pk}/revoke").status_code == 404
    assert everything() == stored


def test_an_owner_changes_a_role():
    club = the_club(sam="scorer")
    answer = signed_in("kate").post(page(club, "sam"), {"role": "organiser"}, follow=True)
    assert (told(answer), roles(club)["sam"]) == (["sam is now organiser."], "organiser")


def test_an_unknown_role_is_refused():
    club = the_club(sam="scorer")
    assert refused(page(club, "sam"), {"role": "king"}, client=signed_in("kate")) == (
        422,
        "Choose a role.",
    )


def test_the_last_owner_reads_what_to_do_and_sees_no_useless_button():
    club = the_club(sam="scorer")
    kate = signed_in("kate")
    answer = kate.get(page(club, "kate"))
    assert shown(answer, r'<p class="remark">(.*?)</p>') == [
        "kate is the only owner. To change this role, make another person an owner first."
    ]
    account = {"Menu", "Sign out kate"}  # the keys of every page
    assert {*shown(answer, BUTTON)} <= account
    sentence = "kate is the only owner. Make another person an owner first."
    assert refused(page(club, "kate"), {"role": "scorer"}, client=kate) == (409, sentence)
    assert refused(f"{page(club, 'kate')}remove", {"sure": "yes"}, client=kate) == (409, sentence)


def test_a_removed_person_no_longer_sees_the_club():
    club, sam = the_club(sam="scorer"), signed_in("sam")
    assert sam.get(page(club)).status_code == 200
    answer = signed_in("kate").post(f"{page(club, 'sam')}remove", {"sure": "yes"}, follow=True)
    assert told(answer) == [f"sam no longer has a role in {club}."]
    assert sam.get(page(club)).status_code == 403


def test_removing_a_person_twice_counts_once():
    club, kate = the_club(sam="scorer"), signed_in("kate")
    path = f"{page(club, 'sam')}remove"
    kate.post(path, {"sure": "yes"})
    stored = everything()
    answer = kate.post(path, {"sure": "yes"}, follow=True)
    assert told(answer)[-1].endswith("This person no longer has a role in the club.")
    assert (answer.status_code, everything()) == (200, stored)


@pytest.mark.parametrize("role", ["scorer", "organiser"])
def test_a_person_can_give_up_their_own_role(role):
    club = the_club(sam=role)
    sam = signed_in("sam")
    assert "Leave The Right Bower Club" in sam.get(page(club, "sam")).content.decode()
    answer = sam.post(f"{page(club, 'sam')}remove", {"sure": "yes"}, follow=True)
    assert (told(answer), roles(club)) == (
        [f"You no longer have a role in {club}."],
        {"kate": "owner"},
    )


def test_removing_a_person_needs_confirmation():
    club = the_club(sam="scorer")
    sentence = (
        "Please confirm. Open the section at the bottom of the page and use the button there."
    )
    assert refused(f"{page(club, 'sam')}remove", {}, client=signed_in("kate")) == (422, sentence)


@pytest.mark.parametrize("rest", ["", "remove"])
def test_only_owners_can_change_remove_or_promote_people(rest):
    club = the_club(sam="scorer", olga="organiser")
    for who, whom in (("sam", "olga"), ("olga", "sam"), ("olga", "kate")):
        sent = {"sure": "yes", "role": "owner"}
        assert refused(f"{page(club, whom)}{rest}", sent, client=signed_in(who))[0] == 403
    assert refused(page(club, "olga"), {"role": "owner"}, client=signed_in("olga"))[0] == 403


def test_an_owner_creates_a_password_link():
    club = the_club(sam="scorer")
    answer = signed_in("kate").post(f"{page(club, 'sam')}new-password", follow=True)
    made = club.invitations.get()
    assert (made.user.username, made.open) == ("sam", True)
    assert shown(answer, r'<p class="sub">(.*?) It works') == [
        "Anyone who opens this link can choose a new password for sam."
    ]


def test_a_person_with_a_role_elsewhere_gets_no_link_and_the_page_says_who_can_help():
    club, kate = the_club(sam="scorer"), signed_in("kate")
    an_officer(a_club("Another club", organiser="mallory"), "sam")
    sentence = (
        "sam also has a role in another club, so you can’t do this here. The person who runs the "
        "server can set a password with manage.py changepassword sam"
    )
    answer = kate.get(page(club, "sam"))
    assert sentence in answer.content.decode()
    assert "Create password link" not in shown(answer, BUTTON)
    assert refused(f"{page(club, 'sam')}new-password", {}, client=kate) == (409, sentence)


def test_another_clubs_roles_cannot_be_reached_through_ones_own_club():
    ours, theirs = the_club(), a_club("Another club", organiser="mallory")
    path = f"/clubs/{ours.pk}/officers/{officer(theirs, 'mallory').pk}/"
    kate, stored = signed_in("kate"), everything()
    for answer in (
        kate.get(path),
        kate.post(path, {"role": "scorer"}),
        kate.post(f"{path}remove", {"sure": "yes"}),
    ):
        assert (answer.status_code, answer.url) == (302, page(ours))
    assert everything() == stored


def test_the_roles_page_takes_as_many_queries_however_many_people_and_invitations():
    kate, found = signed_in("kate"), set()
    for number in (1, 3):
        club = the_club(**{f"sam{number}{no}": "scorer" for no in range(number)})
        for no in range(number):
            club.invitations.create(role="scorer", whom=f"Zoe {no}", made_by="kate")
            club.invitations.create(
                role="scorer",
                user=club.officers.last().user,
                whom="sam",
                used_by="sam",
                made_by="kate",
            )
        found.add(asked(kate, page(club)))
    assert len(found) == 1


def test_html_in_a_name_is_shown_as_text():
    club = the_club()
    kate = signed_in("kate")
    answer = kate.post(f"{page(club)}invite", {"whom": "<b>Sam</b>", "role": "scorer"}, follow=True)
    assert "<b>Sam</b>" not in answer.content.decode()
    assert said(kate.get(page(club))) == (
        f"Owners, organisers and scorers of {club}. Players don’t need an account."
    )
    assert again(club).invitations.get().whom == "<b>Sam</b>"
