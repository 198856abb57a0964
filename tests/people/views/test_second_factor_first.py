"""A host can require a second factor of every account."""

import pytest
from django.test import override_settings

from tests.cast import a_club, a_phone, a_table, address, again, an_evening, signed_in
from tests.people.views.test_passkeys import added

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def required():
    with override_settings(REQUIRE_SECOND_FACTOR=True, HTTPS=True, PUBLIC_URL="https://testserver"):
        yield


@pytest.fixture
def club():
    return a_club(organiser="kate")


def test_an_account_without_one_opens_only_the_pages_that_turn_it_on(club):
    kate = signed_in("kate")
    evening = an_evening(club)
    closed = ["/", f"/clubs/{club.pk}/", f"/sessions/{evening.pk}/", "/admin/", "/passkeys/nothing"]
    led = {path: kate.get(path) for path in closed}
    assert {path: (one.status_code, one.get("Location")) for path, one in led.items()} == {
        path: (302, "/second-factor") if path != "/passkeys/nothing" else (404, None)
        for path in closed
    }
    assert kate.post(f"/sessions/{evening.pk}/close").headers["Location"] == "/second-factor"
    assert again(evening).closed_at is None
    page = kate.get("/second-factor")
    assert (page.status_code, "requires two-step sign-in" in page.content.decode()) == (200, True)
    opened = ("/passkeys", "/passkeys/new", "/password", "/help/", "/sign-in")
    assert [kate.get(path).status_code for path in opened] == [200] * 5


def test_after_adding_a_passkey_everything_opens(club):
    kate = signed_in("kate")
    added(kate)
    assert kate.get(f"/clubs/{club.pk}/").status_code == 200


def test_at_a_table_an_account_without_one_is_a_phone_without_an_account(club):
    table = a_table(session=an_evening(club))
    kate = signed_in("kate")
    page = kate.get(address(table))
    assert (page.status_code, page.wsgi_request.user.is_authenticated) == (200, False)
    assert kate.post(address(table, "hands/send"), {}).status_code == 400


def test_players_without_an_account_need_none(club):
    table = a_table(session=an_evening(club))
    assert a_phone().get(address(table)).status_code == 200


def test_it_is_not_required_unless_the_host_says_so(club):
    with override_settings(REQUIRE_SECOND_FACTOR=False):
        assert signed_in("kate").get(f"/clubs/{club.pk}/").status_code == 200
