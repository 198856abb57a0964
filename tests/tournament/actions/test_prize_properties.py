"""Whatever is counted, finished, paid, taken back and opened again, in whatever order: the book is
exact."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.common.refused import Refused
from scoring.models import Entry
from scoring.money.queries.accounts import balances, cash_of, standing
from scoring.tournament.actions.finishing import decide_cut, finish, open_again
from scoring.tournament.actions.prize_giving import (
    count_pot,
    pay_all,
    pay_prize,
    take_all_back,
    take_prize_back,
)
from scoring.tournament.queries.prizes import dues_of, key_of_prize
from tests import proof
from tests.cast import PHONE, again, undone
from tests.tournament.cast import a_tournament, played_to

pytestmark = pytest.mark.django_db

DOINGS = [
    "play",
    "finish",
    "open again",
    "pay",
    "pay late",
    "pay all",
    "take back",
    "take all back",
    "count",
    "cut",
]


class PrizeGiving:
    """A tournament whose doings are told by a word and a number; what cannot be done is refused."""

    def __init__(self, style, share):
        people = [("Ann", "Ben"), ("Cat", "Dan")] if style == "pairs" else 5
        prizes = [
            {"prize": "first", "amount": 1001},
            {"prize": "second", "amount": 334, "gift": "A cake"},
            {"prize": "most games", "amount": 5},
        ]
        pots = [
            {"name": "The basket", "to": "first", "amount": 0},
            {"name": "The fine", "to": "kept", "amount": 0},
        ]
        self.tournament = a_tournament(
            people, style=style, prizes=prizes, pots=pots, share=share, rounds=3
        )
        self.club = self.tournament.session.club
        self.seen = []

    def do(self, what, number):
        self.tournament = again(self.tournament)
        dues = dues_of(self.tournament)
        self.seen += [due.key for due in dues]
        try:
            getattr(self, what.replace(" ", "_"))(
                number, dues, {"tournament": self.tournament, "actor": PHONE}
            )
        except Refused:
            pass
        self.tournament = again(self.tournament)

    def play(self, number, dues, about):
        if self.tournament.rounds.count() < 3:
            played_to(self.tournament, self.tournament.rounds.count() + 1)

    def finish(self, number, dues, about):
        finish(**about)

    def open_again(self, number, dues, about):
        open_again(tournament=self.tournament, actor=PHONE)

    def pay(self, number, dues, about):
        if dues:
            pay_prize(**about, key=dues[number % len(dues)].key, in_cash=number % 2 == 0)

    def pay_late(self, number, dues, about):
        """A tap on a page that was looked at before."""
        if self.seen:
            pay_prize(**about, key=self.seen[number % len(self.seen)], in_cash=number % 2 == 0)

    def pay_all(self, number, dues, about):
        pay_all(**about, in_cash=number % 2 == 0, though_short=True)

    def take_back(self, number, dues, about):
        if paid := [due.line.key for due in dues if due.line]:
            take_prize_back(**about, key=paid[number % len(paid)])

    def take_all_back(self, number, dues, about):
        take_all_back(**about)

    def count(self, number, dues, about):
        count_pot(**about, name=("The basket", "The fine")[number % 2], amount=number * 7)

    def cut(self, number, dues, about):
        cuts = [won for won in (self.tournament.results or {}).get("prizes", ()) if won.get("cut")]
        if cuts:
            won = cuts[number % len(cuts)]
            winner = won["to"][number % len(won["to"])]
            decide_cut(tournament=self.tournament, prize=key_of_prize(won), winner=winner)

    def is_exact(self):
        """Every line that stands is one that is due, once; box and accounts come to what they
        say."""
        dues = dues_of(self.tournament)
        paid = [due for due in dues if due.line]
        lines = standing(Entry.objects.filter(kind="prize"))
        given = lines.filter(cash_minor=0)
        assert sorted(given.values_list("key", flat=True)) == sorted(due.line.key for due in paid)
        assert [due.amount for due in paid] == [due.line.amount_minor for due in paid]
        counted = sum(pot["amount"] for pot in self.tournament.settings["pots"] if "amount" in pot)
        in_cash = -sum(lines.values_list("cash_minor", flat=True))
        assert cash_of(self.club) == counted - in_cash
        assert sum(balances(self.club).values()) == sum(due.amount for due in paid) - in_cash
        if self.tournament.finished_at:
            won = self.tournament.results["prizes"]
            theirs = [one for one in won if one["amount"] and one["to"] and not one.get("cut")]
            assert sum(due.amount for due in dues) == sum(one["amount"] for one in theirs)
        return True


@settings(max_examples=proof.examples(40), suppress_health_check=list(HealthCheck))
@given(
    style=st.sampled_from(["club", "pairs"]),
    share=st.booleans(),
    doings=st.lists(
        st.tuples(st.sampled_from(DOINGS), st.integers(0, 99)), min_size=1, max_size=14
    ),
)
def test_the_accounts_always_have_each_prize_once_and_are_exact(style, share, doings):
    with undone():
        giving = PrizeGiving(style, share)
        giving.do("play", 0)
        giving.do("finish", 0)
        for what, number in doings:
            giving.do(what, number)
            assert giving.is_exact()
