"""The screens of a table say why one comes first of two who reach game on one hand."""

import pytest

from scoring.euchre.hand import Hand, Irregularity
from tests.cast import ANN, CAT, FIVE, a_phone, a_table, address

pytestmark = pytest.mark.django_db

FOUR, THREE = FIVE[:4], FIVE[:3]
CAT_RENEGES = Hand(maker=ANN, tricks=3, irregularities=(Irregularity(kind="revoke", by=CAT),))
GAMES = {
    "hoyle-three": (THREE, {}, ["Ben 5", "Ben 5", "Cat 5", "Cat 5", "Ann 2"], "Cat sits nearest"),
    "call-ace": (FOUR, {"target": 2}, ["Ben! 3", "Ann! 2"], "Ben has the most points"),
    "club-laws": (FOUR, {}, ["Ann 5", "Ann 5", "Ben 5", CAT_RENEGES], "counts first"),
    "bid": (FOUR, {"target": 2}, ["Ben 3/4"], "the bidder’s side wins"),
    "bid-double": (FOUR, {"target": 5}, ["Ben 6/7"], "the bidder’s side wins"),
}


@pytest.mark.parametrize("rules", GAMES)
def test_pad_board_and_score_say_why_one_comes_first(rules):
    names, options, hands, why = GAMES[rules]
    table = a_table(*hands, names=names, rules_key=rules, options=options)
    for page in ("", "board", "score"):
        text = " ".join(a_phone().get(address(table, page)).content.decode().split())
        assert why in text.replace("\N{NO-BREAK SPACE}", " "), page
