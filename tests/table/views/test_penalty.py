"""The page on which a table enters points as a penalty, and their correction."""

import pytest

from scoring.club.actions.forget import forget_player
from scoring.euchre.hand import FROM_OWN, PENALTY, TO_OTHERS, Hand, Irregularity
from tests.cast import (
    ANN,
    BEN,
    CAT,
    FIVE,
    PHONE,
    a_phone,
    a_table,
    address,
    again,
    close,
    dealers,
    form_of,
    log,
    told_hands,
    totals,
)
from tests.html import text

pytestmark = pytest.mark.django_db

FOUR = FIVE[:4]
TALK = Irregularity(kind=PENALTY, by=ANN, points=2, to=TO_OTHERS, why="Cat talked")
ROW = {"penalty_by": "0", "penalty_points": "2", "penalty_to": "other", "penalty_why": "Cat talked"}


@pytest.fixture
def table():
    return a_table("Ben 3", names=FOUR, rules_key="keller")


def opened(table):
    form = a_phone().get(address(table, "penalty")).context["form"]
    return {name: form[name].value() or "" for name in ("hand_id", "sitting", "after", "seen")}


def test_the_pad_leads_to_the_penalty_and_it_counts_at_once(table):
    assert address(table, "penalty") in a_phone().get(address(table)).content.decode()
    answer = a_phone().post(address(table, "penalty"), opened(table) | ROW)
    assert answer.url == address(table)
    assert told_hands(table)[1] == Hand(void=PENALTY, irregularities=(TALK,))
    assert (totals(table)["Ben"], dealers(table)) == (3, [0, 1, 1])
    page = text(a_phone().get(address(table, "score")).content.decode())
    assert "Ann gives the others 2 (Cat talked)" in page


def test_a_penalty_sent_twice_is_saved_once(table):
    sent = opened(table) | ROW
    assert [a_phone().post(address(table, "penalty"), sent).status_code for _ in "ab"] == [302] * 2
    assert len(told_hands(table)) == 2


@pytest.mark.parametrize(
    "wrong", [{"penalty_by": ""}, {"penalty_points": "0"}, {"penalty_to": "x"}, {"penalty_by": "7"}]
)
def test_a_penalty_that_says_too_little_is_refused_and_stays_on_the_page(table, wrong):
    answer = a_phone().post(address(table, "penalty"), opened(table) | ROW | wrong)
    assert (answer.status_code, len(told_hands(table))) == (422, 1)
    assert "Cat talked" in answer.content.decode()


def test_more_penalties_than_a_hand_can_have_are_refused(table):
    rows = {name: [value] * 9 for name, value in ROW.items()}
    answer = a_phone().post(address(table, "penalty"), opened(table) | rows)
    assert (answer.status_code, len(told_hands(table))) == (422, 1)


def test_a_correction_takes_no_more_penalties_than_a_new_hand(table):
    hand = Hand(maker=BEN, tricks=4, irregularities=(TALK,))
    record = log(table, hand)
    rows = {name: [value] * 9 for name, value in ROW.items()}
    assert corrected(table, record, hand, **rows).status_code == 422
    assert told_hands(table)[1] == hand


def corrected(table, record, hand, **rows):
    sent = form_of(table, hand, revision=record.revision, **rows)
    return a_phone().post(address(table, f"hands/{record.pk}/"), sent)


def test_a_correction_keeps_the_penalties_that_it_shows_and_takes_more(table):
    hand = Hand(maker=BEN, tricks=4, irregularities=(TALK,))
    record = log(table, hand)
    page = a_phone().get(address(table, f"hands/{record.pk}/")).context["page"]
    assert [row.why for row in page.penalties] == ["Cat talked", ""]
    rows = {name: [value, ""] for name, value in ROW.items()}
    rows |= {"penalty_by": ["0", "2"], "penalty_points": ["2", "1"], "penalty_to": ["other", "own"]}
    assert corrected(table, record, hand, **rows).status_code == 302
    own = Irregularity(kind=PENALTY, by=CAT, points=1, to=FROM_OWN)
    assert told_hands(table)[1].irregularities == (TALK, own)
    assert again(record).corrections.get().hand_before == hand


def test_a_penalty_without_a_hand_is_corrected_into_another(table):
    record = log(table, Hand(void=PENALTY, irregularities=(TALK,)))
    hand = Hand(void=PENALTY, irregularities=(TALK,))
    assert corrected(table, record, hand, **(ROW | {"penalty_points": "3"})).status_code == 302
    assert totals(table)["Ben"] == 4


def test_a_name_in_a_reason_is_erased_with_the_person(table):
    record = log(table, Hand(void=PENALTY, irregularities=(TALK,)))
    corrected(table, record, record.hand, **(ROW | {"penalty_points": "3"}))
    close(table.session)
    cat = table.session.club.players.get(name="Cat")
    forget_player(player=cat, actor=PHONE)
    stored = again(record)
    kept = [stored.hand, stored.corrections.get().hand_before, stored.corrections.get().hand_after]
    assert not any("Cat" in hand.irregularities[0].why for hand in kept)
