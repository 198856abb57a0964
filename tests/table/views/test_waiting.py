"""Hands that wait, on the pad: each beside what was told for the same deal, and a tap that
decides."""

import re
from dataclasses import replace

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.common.permissions import Actor
from scoring.euchre.hand import Hand
from scoring.table.actions.corrections import correct_hand
from scoring.table.actions.tables import change_people
from scoring.table.queries.chains import Chains
from tests.cast import (
    ANN,
    DAN,
    EVE_ALONE,
    FIVE,
    a_phone,
    a_table,
    address,
    again,
    log,
    log_all,
    log_unseen,
    signed_in,
    told_hands,
)
from tests.html import said, shown
from tests.table.actions.cellar import CELLAR, a_cellar, comes_back, hands

pytestmark = pytest.mark.django_db
K7 = Actor(phone="K7")
SECTION = r'<section class="waiting".*?</section>'


def pad(table):
    return a_phone().get(address(table))


def heads(page):
    """The headings of the columns, without their times."""
    return [re.sub(r",? ?\d+:\d\d", "", head) for head in shown(page, r'<th scope="col">.*?</th>')]


def differing(page):
    return [row.split(" ≠")[0] for row in shown(page, r'<tr class="differs">.*?</tr>')]


def test_the_dealer_is_compared_where_it_was_set_by_hand():
    table = a_table("Ben+Dan 3")
    log_unseen(table, replace(EVE_ALONE, dealer=DAN))
    log(table, EVE_ALONE)
    assert shown(pad(table), r'<tr class="differs">.*?</tr>') == ["Dealer ≠ (differs) Dan by turn"]


def buttons(page):
    return shown(page, r'<button name="keep".*?</button>')


def strong(page):
    return shown(page, r'<button name="keep" value="[a-z]+" class="strong">.*?</button>')


def press(table, says, client=None):
    """Press the button of the pad that says this, as a browser without JavaScript does."""
    client = client or a_phone()
    page = client.get(address(table)).content.decode()
    (form,) = (
        form for form in re.findall(r"<form.*?</form>", page, flags=re.DOTALL) if f">{says}" in form
    )
    fields = dict(re.findall(r'name="(same_as|revision|number)" value="([^"]*)"', form))
    (keep,) = re.findall(r'name="keep" value="(\w+)"', form)
    return client.post(re.search(r'action="([^"]*)"', form)[1], fields | {"keep": keep})


def test_two_different_entries_of_a_deal_are_shown_side_by_side():
    table = a_table("Ben+Dan 3")
    seen = table.sitting.latest
    log(table, "Eve! 4", actor=Actor(phone="M3"))
    log(table, "Eve! 5", after=seen, actor=K7)
    page = pad(table)
    assert heads(page) == ["Phone K7 at", "Hand 2 phone M3 at"]
    assert differing(page) == ["Tricks", "Points"]
    assert buttons(page) == [
        "This is right (phone K7)",
        "This is right (hand 2)",
        "Both were played, count the new one as hand 3",
    ]
    assert strong(page) == []


@pytest.mark.parametrize(
    ("signs", "by"),
    [
        ("K7", "This phone at"),
        ("M3", "Phone K7, handed over to phone M3 at"),
        ("X9", "Phone K7, handed over to phone M3 at"),
    ],
)
def test_a_handed_over_hand_names_the_phone_that_stored_it(signs, by):
    table = a_table("Ben+Dan 3")
    log(table, "Eve! 5")
    log_unseen(table, "Cat+Dan 4", actor=Actor(phone="M3"), told_on="K7")
    phone = a_phone()
    phone.cookies["phone"] = signs
    assert heads(phone.get(address(table))) == [by, "Hand 2 a phone at the table at"]


@pytest.mark.parametrize(
    ("says", "counted"),
    [
        ('This is right<span class="hidden"> (a phone', ["Ben+Dan 3", "Eve! 5"]),
        ('This is right<span class="hidden"> (hand 2', ["Ben+Dan 3", "Eve! 4"]),
        ("Both were played, count the new one as hand 3", ["Ben+Dan 3", "Eve! 4", "Eve! 5"]),
    ],
)
def test_one_tap_chooses_the_right_version(says, counted):
    table, _, _ = a_pair("Eve! 4", "Eve! 5")
    assert press(table, says).status_code == 302
    assert told_hands(table) == hands(table, *counted)
    assert shown(pad(table), SECTION) == []


def a_pair(there, here):
    """A table where one phone told `there`, and another, for the same deal, `here`."""
    table = a_table("Ben+Dan 3")
    seen = table.sitting.latest
    other = log(table, there)
    return table, other, log(table, here, after=seen)


def test_the_version_not_chosen_stays_in_the_history():
    table, other, waiting = a_pair("Eve! 4", "Eve! 5")
    press(table, 'This is right<span class="hidden"> (hand 2')
    waiting = again(waiting)
    assert (waiting.state, waiting.same_as_id, waiting.corrections.get().kind) == (
        "taken-back",
        other.pk,
        "left out",
    )


def test_the_same_hand_on_both_phones_is_offered_as_one():
    table, _, _ = a_pair("Eve! 5", "Eve! 5")
    page = pad(table)
    assert buttons(page) == [
        "Same hand, count it once",
        "Both were played, count the new one as hand 3",
    ]
    assert (strong(page), differing(page)) == (buttons(page)[:1], [])
    press(table, "Same hand, count it once")
    assert told_hands(table) == hands(table, "Ben+Dan 3", "Eve! 5")


def test_a_waiting_hand_is_shown_beside_its_own_deal_and_not_the_last():
    table, _, _ = a_cellar("Eve! 5", "Dan! 3", "Ben 2")
    assert heads(pad(table)) == ["A phone at the table at", "Hand 2 a phone at the table at"]


def test_a_later_hand_with_the_same_facts_is_offered_too():
    table = a_table("Ben+Dan 3")
    seen = table.sitting.latest
    log_all(table, "x", "Eve! 5")
    log(table, "Eve! 5", after=seen)
    assert strong(pad(table)) == ["Same as hand 3, count it once"]
    press(table, "Same as hand 3, count it once")
    assert told_hands(table) == hands(table, "Ben+Dan 3", "x", "Eve! 5")


def test_a_waiting_hand_without_a_counterpart_is_counted_or_left_out():
    table, other, _ = a_pair("Eve! 5", "Dan! 3")
    a_phone().post(address(table, f"hands/{other.pk}/take-back"))
    page = pad(table)
    assert (heads(page), buttons(page)) == (
        [],
        ["It was played, count it as hand 2", "Not played, leave it out"],
    )


def test_later_waiting_hands_are_shown_with_what_will_happen_to_them():
    table, _, _ = a_cellar("Eve! 4", "Dan! 3")
    page = pad(table)
    assert shown(page, r'<details id="behind-.*?</details>') == [
        "and 2 later Cat with Dan, four tricks "
        "Ann called and was alone, two tricks Then the next one is compared with hand 3."
    ]
    assert buttons(page)[-1] == "These 3 were played too, count them as hands 4–6"


def test_behind_the_latest_hand_the_rest_count_automatically():
    table, _, _ = a_cellar("Eve! 4")
    assert "After you choose, the later hands count automatically." in shown(pad(table), SECTION)[0]
    press(table, 'This is right<span class="hidden"> (hand 2')
    assert told_hands(table) == hands(table, "Ben+Dan 3", "Eve! 4", *CELLAR[1:])


def test_a_repeated_run_is_left_out_with_one_tap():
    table, _, _ = a_cellar(*CELLAR)
    page = pad(table)
    says = "These 3 are the same as hands 2–4, count them once"
    assert strong(page) == [says]
    assert press(table, says).status_code == 302
    assert told_hands(table) == hands(table, "Ben+Dan 3", *CELLAR)
    assert shown(pad(table), SECTION) == []


def test_a_run_that_was_played_is_counted_with_one_tap():
    table, _, _ = a_cellar("Eve! 4", "Dan! 3")
    press(table, "These 3 were played too, count them as hands 4–6")
    assert told_hands(table) == hands(table, "Ben+Dan 3", "Eve! 4", "Dan! 3", *CELLAR)


def test_only_the_first_of_a_run_may_be_the_same():
    table, others, told = a_cellar(*CELLAR)
    press(table, "Only the first is the same as hand 2")
    assert [again(record).same_as_id for record in told] == [others[0].pk, None, None]
    assert strong(pad(table)) == ["These 2 are the same as hands 3–4, count them once"]


def test_a_late_hand_of_changed_players_names_them_and_is_counted():
    table = a_table()
    before = table.sitting
    change_people(table=table, names=FIVE[:4])
    log(table, hands(before.table, "Eve! 5")[0], sitting=before.pk, after=None)
    (section,) = shown(pad(table), SECTION)
    assert "Players at the time: Ann, Ben, Cat, Dan and Eve." in section
    press(table, "It was played, count it as hand 1")
    assert again(before).totals == (0, 0, 0, 0, 5)


def test_hands_of_players_who_left_name_them_and_are_counted_together():
    table = a_table("Ben+Dan 3")
    before = table.sitting
    change_people(table=table, names=FIVE[:4])
    hand = log(table, hands(before.table, "Eve! 5")[0], sitting=before.pk, after=before.latest)
    log(table, hands(before.table, "Eve! 4")[0], sitting=before.pk, after=hand.pk)
    (section,) = shown(pad(table), SECTION)
    assert "Players at the time: Ann, Ben, Cat, Dan and Eve." in section
    press(table, "These 2 were played, count them as hands 2–3")
    assert again(before).totals == (0, 1, 0, 1, 6)


def test_a_choice_made_before_a_correction_is_refused_and_both_are_shown():
    table, other, waiting = a_pair("Eve! 4", "Eve! 5")
    correct_hand(record=other, hand=hands(table, "Eve! 3")[0], revision=0, why="", actor=K7)
    told = {"keep": "instead", "same_as": other.pk, "revision": "0"}
    answer = a_phone().post(address(table, f"hands/{waiting.pk}/decide"), told)
    assert (answer.status_code, said(answer)) == (
        409,
        "Another person corrected this hand in the meantime. Compare both, then decide again.",
    )
    assert (heads(answer)[1], again(waiting).state) == ("Hand 2 a phone at the table at", "waiting")


@pytest.mark.parametrize("number", ["1", "0", "-3", "x", "10000", "\0"])
def test_a_bad_number_of_hands_decides_nothing(number):
    table, _, told = a_cellar(*CELLAR)
    path = address(table, f"hands/{told[0].pk}/decide")
    answer = a_phone().post(path, {"keep": "yes", "number": number})
    assert (answer.status_code, again(told[0]).state) == (422, "waiting")


def test_a_tap_for_more_hands_than_wait_is_refused():
    table, _, told = a_cellar(*CELLAR)
    path = address(table, f"hands/{told[0].pk}/decide")
    assert a_phone().post(path, {"keep": "yes", "number": "4"}).status_code == 409


def test_a_chain_takes_as_many_queries_as_one_hand():
    found = []
    for number in (1, 5):
        table = a_table("Ben+Dan 3")
        seen = table.sitting.latest
        log_all(table, "Eve! 5", "Dan! 3")
        comes_back(table, *["Eve! 5"] * number, after=seen)
        phone, path = a_phone(), address(table)
        phone.get(path)
        with CaptureQueriesContext(connection) as queries:
            phone.get(path)
        found.append(len(queries))
    assert found[0] == found[1]


def test_fixed_partners_are_named_beside_a_lone_hand():
    table = a_table("Ben 3", names=FIVE[:4], rules_key="railroad")
    seen = table.sitting.latest
    log(table, "Ben! 4")
    log(table, "Ben 4", after=seen)
    assert shown(pad(table), r'<tr class="differs">.*?</tr>') == ["Partner ≠ (differs) Dan Alone"]


def test_the_evenings_page_says_how_many_hands_wait():
    table, _, _ = a_cellar("Eve! 4")
    page = signed_in("kate").get(f"/sessions/{table.session_id}/")
    assert shown(page, r'<ul class="needs">(.*?)</ul>') == ["3 hands need approval"]


def test_the_scoreboard_says_that_a_hand_waits():
    table = a_table("Ben+Dan 3")
    board = address(table, "board")
    assert "wait" not in shown(a_phone().get(board), '<p class="now">.*?</p>')[0]
    log_unseen(table)
    log_unseen(table)
    assert shown(a_phone().get(board), '<p class="now">.*?</p>')[0].endswith(
        "2 hands need approval"
    )


def test_the_pad_still_opens_after_an_impossible_decision():
    table = a_table("Ben+Dan 3")
    record = log_unseen(table, Hand(maker=ANN, partner=DAN, tricks=3, made="took"))
    fields = {"keep": "yes", "seen": again(table).version}
    phone, path = a_phone(), address(table)
    assert phone.post(f"{path}hands/{record.pk}/decide", fields).status_code == 409
    assert (phone.get(path).status_code, again(record).state) == (200, "waiting")


def test_a_hand_that_arrives_while_the_page_is_built_waits_for_the_next_page():
    table = a_table("Ben+Dan 3")
    log_unseen(table, "Eve! 5")
    sitting = again(table).sitting
    assert len(sitting.bare_hands) == 2
    log_unseen(table, "Cat! 3")
    chains = Chains(sitting)
    assert [row.id for row in chains.waiting] == [one.id for one in sitting.uncounted("waiting")]
