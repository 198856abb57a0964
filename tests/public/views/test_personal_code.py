"""The code of a player's own page: typed as thumbs type, limited, silent about what is wrong."""

import re
from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from scoring.club.actions.forget import forget_player
from scoring.common import throttle
from scoring.evening.actions.sign_up import open_list
from scoring.models import PersonalLink, Visitor
from scoring.people.actions.people import add_players
from scoring.public.actions.personal_links import renew_link
from tests.cast import PHONE, a_club, a_phone, an_evening, send
from tests.league.views.test_fixtures import text_of
from tests.own import own_link

pytestmark = pytest.mark.django_db

HALL, HOME = "203.0.113.7", "203.0.113.8"


@pytest.fixture
def club():
    club = a_club()
    add_players(club=club, names=["Ann", "Ben", "Cat"])
    for player, code in zip(club.players.all(), ("ABCD2345", "WXYZ6789", "JKLM2222"), strict=True):
        PersonalLink.objects.create(player=player, made_by="kate", code=code)
    return club


def type_code(code, *, phone=None, at=HALL):
    return send(phone or a_phone(), "/me/", {"code": code}, REMOTE_ADDR=at)


def link_of(club, name):
    return own_link(club.players.get(name=name))


@pytest.mark.parametrize(
    "typed", ["ABCD2345", "abcd-2345", " ab cd 23 45 ", "Abcd–2345", "A.B.C.D_2345"]
)
def test_lower_case_letters_spaces_and_dashes_are_accepted_in_a_code(club, typed):
    answer = type_code(typed)
    assert (answer.status_code, answer["Location"]) == (302, f"/me/{link_of(club, 'Ann').token}/")


def test_every_wrong_code_gets_the_same_answer(club):
    revoked = link_of(club, "Ben").code
    renew_link(player=club.players.get(name="Ben"), actor=PHONE)
    forgotten = link_of(club, "Cat").code
    forget_player(player=club.players.get(name="Cat"), actor=PHONE)
    wrong = [
        "ABCD2346",
        "ABCD234",
        "ABCD23455",
        "ABCD",
        "--",
        revoked,
        forgotten,
        "%' OR 1=1",
        "É" * 40,
    ]
    answers = [type_code(code) for code in wrong]
    said = {
        text_of(one).partition("No page opens")[2].partition("for a new one.")[0] for one in answers
    }
    assert ({one.status_code for one in answers}, len(said)) == ({422}, 1)
    assert not any("own" in one.cookies for one in answers)


def test_too_many_wrong_codes_block_the_address_even_for_a_right_one(club, monkeypatch):
    now = [timezone.now()]
    monkeypatch.setattr(timezone, "now", lambda: now[0])
    monkeypatch.setattr(throttle, "WRONG_CODES", (3, 5))
    statuses = [type_code("22222222").status_code for _ in range(4)]
    right = type_code("ABCD2345")
    elsewhere = type_code("ABCD2345", at=HOME)
    assert (statuses, right.status_code, right["Retry-After"]) == ([422] * 3 + [429], 429, "600")
    assert elsewhere.status_code == 302
    now[0] += timedelta(minutes=10)
    assert [type_code(code).status_code for code in ("ABCD2345", "2", "2", "2")] == [
        302,
        422,
        422,
        429,
    ]
    now[0] += timedelta(minutes=20)
    assert type_code("ABCD2345").status_code == 429
    now[0] += timedelta(days=1)
    assert (type_code("ABCD2345").status_code, throttle.forget_old_visitors()) == (302, 1)


def test_right_codes_are_not_counted_and_leave_no_address_behind(club):
    assert {type_code("ABCD2345").status_code for _ in range(40)} == {302}
    assert Visitor.objects.count() == 0


def test_a_phone_remembers_whose_page_it_opened_until_asked_to_forget(club):
    phone = a_phone()
    type_code("ABCD2345", phone=phone)
    phone.get(link_of(club, "Ben").get_absolute_url())
    offered = [text_of(phone.get(path)) for path in ("/", "/me/")]
    assert ["Ben" in text and "Ann" in text for text in offered] == [True, True]
    phone.post(f"{link_of(club, 'Ben').get_absolute_url()}not-mine")
    assert link_of(club, "Ben").get_absolute_url() not in phone.get("/me/").content.decode()
    assert link_of(club, "Ann").get_absolute_url() in phone.get("/me/").content.decode()


def test_a_phones_remembered_pages_contain_no_ended_links(club):
    """Made anew four times, one person's links would else push out everybody else's."""
    phone, ann = a_phone(), club.players.get(name="Ann")
    phone.get(link_of(club, "Ben").get_absolute_url())
    for _ in range(4):
        renew_link(player=ann, actor=PHONE)
        phone.get(link_of(club, "Ann").get_absolute_url())
    page = phone.get("/me/").content.decode()
    assert [link_of(club, name).token in page for name in ("Ann", "Ben", "Cat")] == [
        True,
        True,
        False,
    ]


def test_the_way_to_player_pages_is_shown_where_a_club_hands_out_codes(club):
    paths = ("/", "/me/")
    shown = [text_of(a_phone().get(path)) for path in paths]
    PersonalLink.objects.update(revoked_at=timezone.now())
    hidden = [text_of(a_phone().get(path)) for path in paths]
    assert ["Use the code on your slip" in text for text in (shown[0], hidden[0])] == [True, False]
    says = "No club on this site uses player codes yet."
    assert [says in text for text in (shown[1], hidden[1])] == [False, True]


def test_a_phone_that_knows_its_player_need_not_type_the_name_on_the_sign_up_list(club):
    found = open_list(session=an_evening(club), actor=PHONE)
    phone = a_phone()
    phone.get(link_of(club, "Ann").get_absolute_url())
    page = phone.get(found.get_absolute_url()).content.decode()
    assert re.search(r'name="name"[^>]*value="Ann"|value="Ann"[^>]*name="name"', page)
    sent = {"key": str(uuid4()), "name": "Ann"}
    mine = phone.post(found.get_absolute_url(), sent, follow=True)
    assert link_of(club, "Ann").get_absolute_url() in mine.content.decode()


def test_what_a_phone_remembers_is_signed_and_ends_with_the_link(club):
    phone, token = a_phone(), link_of(club, "Ann").token
    phone.get(f"/me/{token}/")
    renew_link(player=club.players.get(name="Ann"), actor=PHONE)
    assert "Ann" not in text_of(phone.get("/me/"))
    forged = a_phone()
    forged.cookies["own"] = link_of(club, "Ben").token
    assert f"/me/{link_of(club, 'Ben').token}/" not in forged.get("/").content.decode()
