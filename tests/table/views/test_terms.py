"""The page on which a table gets other rules or another stake from the next hand on."""

import pytest
from django.urls import reverse

from tests.cast import FIVE, a_casual_table, a_phone, address, again, link, log, send

pytestmark = pytest.mark.django_db

FOUR = FIVE[:4]


@pytest.fixture
def table():
    return a_casual_table(names=FOUR, currency="EUR")


@pytest.fixture
def host(table):
    phone = a_phone()
    phone.get(reverse("host", args=[link(table, "host").token]))
    return phone


def test_the_host_raises_the_stake_and_the_pad_says_so(table, host):
    log(table, "Ben+Dan 5")
    page = host.get(address(table, "terms"))
    assert page.context["form"]["stake"].value() == "0.25"
    assert "0.25 or 25c" in page.content.decode()
    sent = {"sitting": again(table).sitting.pk, "rules": "call-ace", "stake": "50c"}
    answer = send(host, address(table, "terms"), sent)
    assert (answer.status_code, answer["Location"]) == (302, address(table))
    pad = " ".join(host.get(address(table)).content.decode().split())
    assert "From now on Call-Ace, 50c a point:</b> all start at 0" in pad
    score = " ".join(host.get(address(table, "score")).content.decode().split())
    assert "Call-Ace, four at the table · 24 cards · 50c a point" in score
    assert "Call-Ace, four at the table · 24 cards · 25c a point" in score


def test_rules_for_another_number_of_players_are_not_offered(table, host):
    form = host.get(address(table, "terms")).context["form"]
    offered = {key for _, group in form.fields["rules"].choices for key, _ in group}
    assert {"call-ace", "american"} <= offered
    assert not offered & {"hoyle-three", "hoyle-two"}


def test_a_refused_form_keeps_what_was_typed(table, host):
    sent = {"sitting": again(table).sitting.pk, "rules": "call-ace", "stake": "much"}
    answer = send(host, address(table, "terms"), sent)
    assert (answer.status_code, answer.context["form"]["stake"].value()) == (422, "much")


def test_a_phone_at_the_table_is_not_offered_what_the_host_decides(table, host):
    phone = a_phone()
    assert phone.get(address(table, "terms")).status_code == 403
    assert "Rules and stake" not in phone.get(address(table)).content.decode()
    assert "Rules and stake" in host.get(address(table)).content.decode()
