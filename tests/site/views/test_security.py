"""/.well-known/security.txt, by RFC 9116: to whom a hole is reported, where that was set."""

from datetime import UTC, datetime

import pytest

from scoring.site.views import security
from tests.cast import a_phone

ADDRESS = "/.well-known/security.txt"


@pytest.fixture
def now(monkeypatch):
    when = datetime(2026, 11, 23, 19, 30, tzinfo=UTC)
    monkeypatch.setattr(security.timezone, "now", lambda: when)


@pytest.mark.django_db
def test_without_a_contact_security_txt_is_not_found():
    assert a_phone().get(ADDRESS).status_code == 404


def test_security_txt_has_the_contacts_an_expiry_date_and_its_address(settings, now):
    settings.SECURITY_CONTACT = ["mailto:kate@example.org", "https://example.org/report"]
    settings.PUBLIC_URL = "https://scores.example.org"
    answer = a_phone().get(ADDRESS)
    assert (answer["Content-Type"], answer.content.decode().splitlines()) == (
        "text/plain; charset=utf-8",
        [
            "Contact: mailto:kate@example.org",
            "Contact: https://example.org/report",
            "Expires: 2027-05-22T00:00:00Z",
            "Preferred-Languages: en",
            "Canonical: https://scores.example.org/.well-known/security.txt",
        ],
    )
