"""A network that dies in the middle of a form. The part that arrives looks like a form with fewer
fields."""

import socket
from random import Random

import pytest

from scoring.euchre.hand import Hand, Irregularity
from tests import proof
from tests import server as servers
from tests.bench.line import Answer, Line
from tests.soak import history
from tests.soak.opening import sit_down
from tests.soak.tally import compare
from tests.soak.truth import Deal

REVOKED = Deal(
    hand=Hand(
        maker=1, partner=3, tricks=4, irregularities=(Irregularity(kind="revoke", by=2, times=1),)
    ),
    form={"maker": 1, "partner": 3, "tricks": 4, "revoke": 2},
)


class Broken(Line):
    """A line on which the last bytes of every form get lost; no answer comes."""

    missing = 0

    def _ask(self, message):
        self._socket.sendall(message[: len(message) - self.missing])
        self._socket.shutdown(socket.SHUT_WR)
        assert self._socket.recv(1) == b""
        return Answer(status=0, head=b"", body=b"", ms=0)


@pytest.mark.slow
def test_a_hand_cut_off_on_its_way_is_not_stored_with_fewer_facts():
    with servers.start() as server:
        (phone,) = sit_down(server.port, lambda answer: None, Random(1), 1)
        phone.record.deals.append(REVOKED.hand)
        phone.hand(0, REVOKED)
        for Broken.missing in proof.every(4, range(1, 60, 3)):
            phone.net = Broken(server.port)
            phone.flush()
            assert (phone.record.acknowledged, phone.record.refused, len(phone.queue)) == (
                {},
                [],
                1,
            )
        phone.net = Line(server.port)
        assert phone.counted() == []
        phone.flush()
        found = compare(phone.record, history.read(server, {phone.path: phone.sheet()})[phone.path])
    assert (found.stored, found.faults) == (1, ())
