"""Two people correct one hand: the second sees both versions, nothing is stored, and they
choose."""

import re

import pytest

from scoring.common.permissions import Actor
from scoring.table.actions.corrections import correct_hand, take_back
from tests.cast import (
    BEN_WITH_DAN,
    CAT_IS_EUCHRED,
    EVE_ALONE,
    Hand,
    a_phone,
    a_table,
    address,
    again,
    everything,
    form_of,
    log,
    place_on_score,
)
from tests.html import said, shown

pytestmark = pytest.mark.django_db

M3 = Actor(phone="M3")
YOURS = Hand(maker=0, partner=2, tricks=4)
CORRECTED = "Another person corrected this hand in the meantime. Compare both, then decide again."
TAKEN_BACK = "Another person undid this hand in the meantime. Compare both, then decide again."


@pytest.fixture
def table():
    return a_table(EVE_ALONE)


@pytest.fixture
def record(table):
    return log(table, BEN_WITH_DAN)


def sent(table, record, hand=YOURS, **more):
    """The answer to a correction whose page was opened before anybody changed the hand."""
    fields = form_of(table, hand, **({"revision": 0, "why": "I saw it"} | more))
    return a_phone().post(address(table, f"hands/{record.pk}/"), fields)


def theirs(record, hand=CAT_IS_EUCHRED):
    correct_hand(record=record, hand=hand, revision=0, why="no, Cat", actor=M3)


def versions(answer):
    """What the page shows of both: what it said, what stands, who made it so, what was entered."""
    (opened,) = shown(answer, r"When you opened this page: (.*?)\.</p>")
    return opened, *shown(answer, r'<div class="version">(.*?)</div>')


@pytest.mark.parametrize("press", [{"look": "yes"}, {"save": ""}])
def test_both_versions_are_shown_and_neither_is_stored(press, table, record):
    theirs(record)
    stored = everything()
    answer = sent(table, record, **press)
    assert (answer.status_code, said(answer), everything()) == (409, CORRECTED, stored)
    opened, now, entered = versions(answer)
    assert opened == "Ben with Dan, three tricks"
    assert re.sub(r"\d\d:\d\d", "at", now) == (
        "Saved now Cat with Ann, two tricks Corrected at by phone M3: “no, Cat”"
    )
    assert entered == "What you entered Ann with Cat, four tricks “I saw it”"


def test_the_effect_of_your_version_is_shown_and_typed_values_stay(table, record):
    theirs(record)
    answer = sent(table, record, look="yes")
    assert shown(answer, r'<tr class="moved">(.*?)</tr>')[0].startswith("Ann 0 1")
    page = answer.content.decode()
    assert re.findall(r'name="(maker|tricks)" value="(\d)" checked', page) == [
        ("maker", "0"),
        ("tricks", "4"),
    ]
    assert 'maxlength="200" value="I saw it"' in page


def test_your_version_can_be_saved_from_the_page_that_showed_both(table, record):
    theirs(record)
    page = sent(table, record, look="yes").content.decode()
    (revision,) = re.findall(r'name="revision" value="(\d)"', page)
    answer = sent(table, record, revision=revision, save="")
    assert (answer.status_code, again(record).hand) == (302, YOURS)
    assert [change.why for change in record.corrections.all()] == ["no, Cat", "I saw it"]


def test_the_other_version_is_kept_by_returning_to_the_score(table, record):
    theirs(record)
    answer = sent(table, record, look="yes")
    assert f'href="{place_on_score(table, record)}">Keep theirs' in answer.content.decode()


def test_two_equal_corrections_leave_nothing_to_do(table, record):
    theirs(record, YOURS)
    answer = sent(table, record, save="")
    assert (answer.status_code, "Both say the same" in answer.content.decode()) == (409, True)
    assert shown(answer, r'<button name="save">(.*?)<') == []


@pytest.mark.parametrize("press", [{"look": "yes"}, {"save": ""}])
def test_a_hand_undone_in_the_meantime_is_reported_and_not_corrected(press, table, record):
    take_back(record=record, why="not played", actor=M3)
    stored = everything()
    answer = sent(table, record, **press)
    assert (answer.status_code, said(answer), everything()) == (409, TAKEN_BACK, stored)
    _, now, entered = versions(answer)
    assert now.startswith("Saved now Ben with Dan, three tricks (not counted)")
    assert entered == "What you entered Ann with Cat, four tricks “I saw it”"


def test_a_hand_undone_in_the_meantime_can_be_restored_and_then_corrected(table, record):
    take_back(record=record, actor=M3)
    answer = sent(table, record, revision=1, **{"put-back": "yes"})
    assert (answer.status_code, again(record).state, again(record).hand) == (
        200,
        "counted",
        BEN_WITH_DAN,
    )
    assert shown(answer, r"<b>([^<]*)</b> instead of") == ["Ann with Cat, four tricks"]
    assert sent(table, record, revision=2, save="").status_code == 302
    assert again(record).hand == YOURS
