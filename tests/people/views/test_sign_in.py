"""Signing in: who is locked out, for how long, and who is not; one's own password."""

from datetime import timedelta

import pytest
from axes.models import AccessAttempt
from django.db import connection
from django.test import override_settings
from django.test.utils import CaptureQueriesContext
from django.urls import get_resolver
from django.utils import timezone

from tests.cast import (
    a_club,
    a_phone,
    a_table,
    address,
    an_officer,
    an_organiser,
    form_of,
    signed_in,
)
from tests.html import said, shown
from tests.people.actions.test_officers import the_club

pytestmark = pytest.mark.django_db

HALL, HOME = "203.0.113.7", "198.51.100.4"


def try_to(name="kate", password="wrong", *, times=1, client=None, at=HALL, **how):
    """Try to sign in from an address, so often: the status of each answer."""
    client, sent = client or a_phone(), {"username": name, "password": password}
    return [client.post("/sign-in", sent, REMOTE_ADDR=at, **how).status_code for _ in range(times)]


@pytest.fixture(autouse=True)
def kate_and_sam():
    return an_organiser("kate"), an_organiser("sam")


def test_five_wrong_passwords_lock_the_name_at_that_address_even_for_the_right_one():
    assert try_to(times=6) == [200, 200, 200, 200, 429, 429]
    assert try_to(password="kate") == [429]


def test_other_users_in_the_hall_and_the_same_user_at_home_are_not_locked_out():
    try_to(times=5)
    assert try_to("sam", "sam") == [302]
    assert try_to(password="kate", at=HOME) == [302]


def test_all_addresses_of_a_household_count_as_one():
    assert try_to(times=4, at="2001:db8:1:2::10") == [200] * 4
    assert try_to(at="2001:db8:1:2:ffff::1") == [429]
    assert try_to(at="2001:db8:1:3::1") == [200]


def test_the_page_says_when_to_try_again_and_that_all_else_works():
    try_to(times=4)
    with override_settings(TIME_ZONE="Europe/Vienna"):
        before = timezone.localtime()
        answer = a_phone().post(
            "/sign-in", {"username": "kate", "password": "wrong"}, REMOTE_ADDR=HALL
        )
        after = timezone.localtime()
    assert (answer.status_code, shown(answer, "<h1>(.*?)</h1>")) == (
        429,
        ["Too many wrong tries"],
    )
    assert said(answer) in [
        "“kate” can’t sign in from here for the next 15 minutes. Try again at "
        f"{at + timedelta(minutes=15):%H:%M}."
        for at in (before, after)
    ]
    assert "Tables, codes and other user names work as before" in answer.content.decode()
    assert 840 < int(answer["Retry-After"]) <= 900


def minutes_pass(minutes):
    for attempt in AccessAttempt.objects.all():
        attempt.attempt_time -= timedelta(minutes=minutes)
        attempt.save()


def test_the_name_can_be_tried_again_after_a_quarter_of_an_hour():
    try_to(times=5)
    minutes_pass(14)
    assert try_to(password="kate") == [429]
    minutes_pass(1)
    assert try_to(password="kate") == [302]


def test_attempts_during_a_lock_do_not_extend_it():
    try_to(times=5)
    minutes_pass(14)
    try_to(times=3)
    minutes_pass(1)
    assert try_to(password="kate") == [302]


def test_signing_in_clears_earlier_wrong_attempts():
    assert (
        try_to(times=4) + try_to(password="kate") + try_to(times=4) == [200] * 4 + [302] + [200] * 4
    )
    assert try_to(password="kate") == [302]


def test_another_browser_at_the_same_address_does_not_restart_the_count():
    browsers = [try_to(headers={"User-Agent": f"browser {no}"}) for no in range(5)]
    assert sum(browsers, []) == [200, 200, 200, 200, 429]


def test_an_unknown_name_is_answered_like_a_known_one():
    assert try_to("nobody", times=5) == try_to("kate", times=5)


def test_a_signed_in_user_stays_signed_in_while_the_name_is_locked():
    club, kate = a_club(), signed_in("kate")
    try_to(times=5)
    assert kate.get(f"/clubs/{club.pk}/").status_code == 200


def test_a_visitor_starts_a_table_while_names_are_locked():
    try_to(times=5)
    sent = {"names": "Ann, Ben, Cat, Dan", "currency": "GBP"}
    assert a_phone().post("/start", sent, REMOTE_ADDR=HALL).status_code == 302


@pytest.mark.parametrize(
    ("behind_proxy", "forwarded", "locked"),
    [
        # Without a proxy anybody may write the header: it says nothing.
        (False, HOME, True),
        # The proxy writes last what it saw; what stands before was sent by the browser.
        (True, HOME, False),
        (True, f"{HALL}, {HOME}", False),
        (True, HALL, True),
        (True, f"{HOME}, {HALL}", True),
        (True, "nonsense", True),
        (True, "", True),
    ],
)
def test_a_proxys_header_is_trusted_only_behind_a_proxy(behind_proxy, forwarded, locked):
    try_to(times=5)
    with override_settings(BEHIND_PROXY=behind_proxy):
        (status,) = try_to(password="kate", headers={"X-Forwarded-For": forwarded})
    assert status == (429 if locked else 302)


@pytest.mark.parametrize("at", ["", "unix:", "2001:db8::1", "fe80::1%eth0"])
def test_an_address_of_any_kind_is_counted(at):
    assert try_to(times=5, at=at) == [200, 200, 200, 200, 429]


@pytest.mark.parametrize("name", ["", "k" * 151, "k" * 5000, "a\0b"])
def test_an_impossible_user_name_is_refused_without_being_counted(name):
    assert try_to(name) == [200]
    assert AccessAttempt.objects.count() == 0


def test_passwords_that_were_tried_are_not_stored():
    try_to(password="a secret", times=2)
    (attempt,) = AccessAttempt.objects.values()
    assert "a secret" not in str(attempt)


def test_polls_and_hands_take_no_query_for_sign_in_locks():
    table, client = a_table(), a_phone()
    with CaptureQueriesContext(connection) as queries:
        client.get(address(table))
        client.post(address(table, "hands/log"), form_of(table))
    assert [query["sql"] for query in queries if "axes" in query["sql"]] == []


# -- an address that tries many names, a name that is tried from many addresses ------------------


def test_an_address_with_fifty_wrong_names_is_locked_for_new_browsers_only(
    still_clock,
):
    statuses = [try_to(f"somebody {no}") for no in range(50)]
    assert sum(statuses, []) == [200] * 49 + [429]
    answer = a_phone().post("/sign-in", {"username": "sam", "password": "sam"}, REMOTE_ADDR=HALL)
    assert (answer.status_code, said(answer).partition(" for the next ")[0]) == (
        429,
        "Too many wrong tries came from this network. New browsers here can’t sign in",
    )
    assert answer["Retry-After"] == "900"
    assert try_to("sam", "sam", at=HOME) == [302]
    minutes_pass(15)
    assert try_to("sam", "sam") == [302]


def test_a_hall_whose_users_are_wrong_three_times_each_is_not_locked():
    """Fourteen officers with one address; and a child who hammers one name counts as five."""
    for no in range(14):
        try_to(f"officer {no}", times=3)
    try_to("sam", times=30)
    assert try_to("kate", "kate") == [302]


def test_a_name_tried_from_fifty_addresses_is_locked_on_new_browsers_only():
    for no in range(50):
        try_to(at=f"198.51.100.{no + 10}")
    answer = a_phone().post("/sign-in", {"username": "kate", "password": "kate"}, REMOTE_ADDR=HALL)
    assert (answer.status_code, said(answer).partition(" for the next ")[0]) == (
        429,
        "There were too many wrong tries for “kate”. New browsers can’t sign in with this name",
    )
    assert try_to("sam", "sam") == [302]


def used_by(name, *, at=HOME):
    """A browser that somebody has signed in with, and out."""
    client = a_phone()
    assert try_to(name, name, client=client, at=at) == [302]
    client.post("/sign-out")
    return client


def test_guessing_cannot_lock_an_owner_out_of_a_browser_they_have_used():
    kates, sams = used_by("kate"), used_by("sam")
    for no in range(50):
        try_to(at=f"198.51.100.{no + 10}")
        try_to(f"somebody {no}")
    assert try_to("kate", "kate", client=kates) == [302]
    assert try_to("kate", "kate", client=sams) == [429]
    # What is typed into it counts all the same.
    kates.post("/sign-out")
    assert try_to(client=kates, times=5) == [200] * 4 + [429]


def test_guessing_on_the_same_network_cannot_lock_an_owner_out_of_a_browser_they_have_used():
    kates = used_by("kate", at=HALL)
    try_to(times=6)
    assert try_to(password="kate") == [429]
    assert try_to("kate", "kate", client=kates) == [302]
    kates.post("/sign-out")
    assert try_to(client=kates, times=5) == [200] * 4 + [429]
    assert try_to("kate", "kate", client=kates) == [429]


def test_no_typed_name_counts_as_the_wrong_tries_of_a_known_browser():
    kates = used_by("kate", at=HALL)
    try_to(client=kates)
    (counted,) = AccessAttempt.objects.values_list("username", flat=True)
    try_to(counted, times=6)
    assert try_to("kate", "kate", client=kates) == [302]


def test_a_forged_cookie_does_not_make_a_browser_known():
    for no in range(50):
        try_to(at=f"198.51.100.{no + 10}")
    forged = used_by("sam")
    forged.cookies["known"] = forged.cookies["known"].value.replace("2", "1", 1)
    assert try_to("kate", "kate", client=forged) == [429]


@pytest.mark.parametrize("ahead", [timedelta(hours=1), timedelta(days=366)])
def test_wrong_attempts_made_while_the_clock_was_ahead_lock_no_one(ahead):
    try_to(times=5)
    AccessAttempt.objects.update(attempt_time=timezone.now() + ahead)
    assert try_to(password="kate") == [302]


# -- one's own password
# -------------------------------------------------------------------------------

CHANGE = {
    "old_password": "kate",
    "new_password1": "a new password",
    "new_password2": "a new password",
}


def test_changing_ones_password_signs_out_ones_other_browsers():
    club, here, there = a_club(), signed_in("kate"), signed_in("kate")
    answer = here.post("/password", CHANGE, follow=True)
    assert shown(answer, r'<div class="remark".*?</div>') == [
        "Password changed. Every other browser is signed out."
    ]
    assert [client.get(f"/clubs/{club.pk}/").status_code for client in (here, there)] == [200, 403]
    assert try_to(password="kate") + try_to(password="a new password") == [200, 302]


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        (
            {"old_password": "wrong"},
            "Your old password was entered incorrectly. Please enter it again.",
        ),
        ({"new_password2": "another"}, "The two password fields didn’t match."),
        (
            {"new_password1": "12345", "new_password2": "12345"},
            "This password is too short. It must contain at least 8 characters. This password is "
            "too common.",
        ),
    ],
)
def test_an_unacceptable_password_is_refused_and_the_old_one_stays(sent, sentence):
    answer = signed_in("kate").post("/password", CHANGE | sent)
    assert (answer.status_code, said(answer)) == (422, sentence)
    assert try_to(password="kate") == [302]


@pytest.mark.parametrize("name", ["front", "rules"])
def test_the_head_of_a_page_names_the_signed_in_user_and_links_to_their_password(name):
    path = "/" + get_resolver().reverse_dict[name][0][0][0]
    head = r'<nav class="account"[^>]*>(.*?)</nav>'
    assert shown(signed_in("kate").get(path), head) == ["Help Your account: kate Sign out kate"]
    assert shown(signed_in("kate").get(path), r'<a href="(/password)"') == ["/password"]
    assert shown(a_phone().get(path), head) == ["Help Sign in"]


# -- the front page
# -----------------------------------------------------------------------------------


def test_the_front_page_lists_a_users_clubs_by_name_with_their_role():
    club = the_club()
    an_officer(a_club("Another club", organiser="mallory"), "kate", "scorer")
    found = shown(signed_in("kate").get("/"), r'<a href="/clubs/\d+/">(.*?)</a>')
    assert found == ["Another club scorer", f"{club} owner"]


def test_an_account_without_a_role_reads_how_to_get_one():
    assert shown(signed_in("kate").get("/"), r'<p class="remark">(.*?)</p>') == [
        "You don’t help run a club yet. Ask an owner to send you an invitation link, and open it "
        "here."
    ]
