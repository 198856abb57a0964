"""The page on which a table gets other rules or another stake from the next hand on."""

import pytest
from django.urls import reverse

from tests.cast import FIVE, a_casual_table, a_phone, address, again, close, link, log, send

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
    for stake in ("50c", "25c"):
        assert f'at the table, <span class="unbroken">24 cards</span>, {stake} a point' in score


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


def sent(table, **what):
    return {"sitting": again(table).sitting.pk, "rules": "call-ace", "stake": "50c"} | what


def test_earlier_hands_count_again_after_a_preview(table, host):
    log(table, "Ben+Dan 5")
    page = host.get(address(table, "terms"))
    assert "Preview changes from the first hand" in page.content.decode()
    shown = send(host, address(table, "terms"), sent(table, look=1))
    change = shown.context["change"]
    assert (shown.status_code, again(table).stake_minor) == (200, 25)
    text = " ".join(shown.content.decode().split())
    assert "Call-Ace, 50c a point" in text
    assert text.count('name="save" value="1"') == 1
    answer = send(
        host, address(table, "terms"), sent(table, save=1, seen=change.seen, why="we forgot")
    )
    assert (answer.status_code, answer["Location"]) == (302, address(table, "score"))
    assert [one.terms.stake_minor for one in again(table).sittings.all()] == [50]
    assert again(table).sitting.former_terms.get().by == "the table’s host"
    history = " ".join(host.get(address(table, "history")).content.decode().split())
    assert "Call-Ace, 25c a point</s>, now Call-Ace, 50c a point" in history
    score = " ".join(host.get(address(table, "score")).content.decode().split())
    assert "“we forgot”" in score


def test_a_save_without_the_preview_of_these_terms_shows_it_first(table, host):
    log(table, "Ben+Dan 5")
    seen = send(host, address(table, "terms"), sent(table, look=1)).context["change"].seen
    answer = send(host, address(table, "terms"), sent(table, save=1, seen=seen, stake="75c"))
    assert (answer.status_code, again(table).stake_minor) == (409, 25)
    assert answer.context["change"].seen in answer.content.decode()


def test_hands_that_the_new_rules_do_not_allow_are_listed_without_a_save_button(table, host):
    log(table, "Ben+Dan 5")
    answer = send(host, address(table, "terms"), sent(table, look=1, rules="american"))
    text = answer.content.decode()
    assert (answer.status_code, "Hand 1 (Ben with Dan, all five)" in text) == (422, True)
    assert 'name="save"' not in text


def test_options_of_the_rules_are_named_in_the_preview(host):
    four = a_casual_table(names=FOUR, rules_key="american", stake_minor=0)
    host.get(reverse("host", args=[link(four, "host").token]))
    log(four, "Ben 5")
    what = {"sitting": again(four).sitting.pk, "rules": "american", "look": 1, "target": "5"}
    text = " ".join(send(host, address(four, "terms"), what).content.decode().split())
    assert "to 5</b> instead of <s>" in text


def test_only_who_runs_the_evening_changes_earlier_hands(table):
    log(table, "Ben+Dan 5")
    answer = send(a_phone(), address(table, "terms"), sent(table, look=1))
    assert (answer.status_code, again(table).stake_minor) == (403, 25)


def test_the_page_of_a_closed_table_says_so_and_has_no_form(table, host):
    log(table, "Ben+Dan 5")
    close(table.session)
    page = host.get(address(table, "terms"))
    assert (page.status_code, 'name="stake"' in page.content.decode()) == (200, False)
