"""The server stores a hand, but its phone gets no answer. It sends the hand again, and the hand
counts once."""

from random import Random

import pytest

from tests import lost_answers, proof
from tests.soak import history
from tests.soak.opening import sit_down
from tests.soak.tally import compare
from tests.soak.truth import any_deal

pytestmark = [pytest.mark.slow, pytest.mark.sqlite]
HANDS = proof.size(4, thorough=50)


@pytest.fixture
def server(database_url):
    with lost_answers.start(database_url, WEB_CONCURRENCY="2") as server:
        yield server


def a_phone(server, seed):
    (phone,) = sit_down(server.port, lambda answer: None, Random(seed), 1)
    phone.net.good = True
    return phone


def tell(phone, random):
    """Send the next hand of the phone's table."""
    deal = any_deal(random)
    phone.record.deals.append(deal.hand)
    return phone.hand(len(phone.record.deals) - 1, deal)


def flush(phone):
    """Send until the queue is empty. Return how often no answer named the hand."""
    lost = 0
    while phone.queue and lost < 2 * HANDS:
        try:
            phone.flush()
        except OSError:
            pass
        lost += bool(phone.queue)
    return lost


def tallies(server, *phones):
    books = history.read(server, {phone.path: phone.sheet() for phone in phones})
    return [compare(phone.record, books[phone.path]) for phone in phones]


def test_a_hand_whose_answer_is_lost_is_stored_once(server):
    answers_are_lost_after_the_hand_was_stored(server)
    a_hand_and_its_undo_are_sent_again_and_again(server)


def answers_are_lost_after_the_hand_was_stored(server):
    phones = []
    for how in proof.every(2, lost_answers.HOW):
        phone, random = a_phone(server, how), Random(how)
        ids = [tell(phone, random) for _ in range(HANDS)]
        lost_answers.lose(server, how, every=2)
        lost = flush(phone)
        assert (lost >= HANDS // 2, phone.counted(), phone.record.refused) == (True, ids, [])
        phones.append(phone)
    for found in tallies(server, *phones):
        assert (found.acknowledged, found.stored, found.faults) == (HANDS, HANDS, ())


def a_hand_and_its_undo_are_sent_again_and_again(server):
    phone, random = a_phone(server, 1), Random(1)
    tell(phone, random)
    phone.take_back(phone.hand(None, any_deal(random)))
    lost_answers.lose(server)
    for _ in range(HANDS):
        with pytest.raises(OSError):
            phone.flush()
    assert phone.record.acknowledged == {}
    lost_answers.lose_no_more(server)
    assert (flush(phone), len(phone.counted())) == (0, 1)
    assert [found.faults for found in tallies(server, phone)] == [()]
