"""The titles of an evening, from its hands and its settlement alone."""

from scoring.euchre.books import find
from scoring.euchre.game import play
from scoring.euchre.hand import PENALTY, TO_OTHERS, Hand, Irregularity
from scoring.euchre.notation import read
from scoring.euchre.statement import Paid, SittingLine, draw_up
from scoring.evening.pure.titles import (
    BestHand,
    PlayedSitting,
    Title,
    best_hand,
    boasts_of,
    titles,
)
from tests.cast import FIVE

CALL_ACE, CLUB_LAWS = find("call-ace"), find("club-laws")
ANN, BEN, CAT, DAN, EVE = range(11, 16)


def sat(*told, rules=CALL_ACE, names=FIVE):
    """A sitting with these hands; its people are 11, 12, …"""
    hands = [read(one, tuple(names)) if isinstance(one, str) else one for one in told]
    played = play(hands, rules=rules, seats=len(names), first_dealer=0)
    people = tuple(range(11, 11 + len(names)))
    return PlayedSitting(people, boasts_of(played, rules=rules, seats=len(names)))


def awarded(found):
    return [(title.name, title.people, title.says) for title in found]


def test_the_player_who_did_something_most_often_gets_its_award():
    hands = ["Eve! 5", "Eve! 5", "Ben+Dan 2", "Ben+Dan 1", "Cat+Ann 2", "Eve! 5", "Ann! 5"]
    assert awarded(titles([sat(*hands)])) == [
        ("Most lone hands", (EVE,), "three that took every trick"),
        ("Most marches", (EVE,), "took all tricks three times"),
        ("Spoiler", (EVE,), "euchred three makers"),
        ("Longest run", (EVE,), "scored six hands in a row"),
    ]


def test_rare_or_widely_shared_feats_get_no_award():
    assert titles([]) == titles([sat("Eve! 5", "Ben+Dan 3")]) == []
    two_each = ["Ann! 5", "Ben! 5", "Cat! 5", "Dan! 5"] * 2
    assert "Most lone hands" not in [title.name for title in titles([sat(*two_each)])]


def test_a_run_continues_from_table_to_table():
    once, again = sat("Ann! 3", "Ann! 3"), sat("Ann! 3", "Ann! 3", "Ben! 3")
    assert awarded(titles([once, again])) == [("Longest run", (ANN,), "scored four hands in a row")]


def test_the_closest_game_is_one_won_by_a_point():
    names = FIVE[:4]
    hands = ["Ann 5", "Ann 5", "Ben 5", "Ben 5", "Cat 3"]
    assert awarded(titles([sat(*hands, rules=CLUB_LAWS, names=names)]))[-1] == (
        "Closest game",
        (ANN, CAT),
        "won 5–4",
    )


def settled(*totals, stake=25):
    line = SittingLine(
        table="Table 1",
        rules="Call-Ace",
        stake=stake,
        hands=9,
        players=tuple(range(len(totals))),
        totals=totals,
    )
    people = [(11 + no, name) for no, name in enumerate(FIVE[: len(totals)])]
    return draw_up(currency="GBP", people=people, sittings=[line])


def test_the_narrowest_settlement_award_goes_to_the_smallest_payment():
    assert titles([], settled(9, 1, 2, 6)) == [
        Title(
            name="Narrowest settlement",
            people=(CAT, ANN),
            says="£1.00 between them",
            money=True,
        )
    ]
    assert titles([], settled(9, 1)) == []
    assert titles([], settled(9, 1, 2, 6, stake=0)) == []


def test_the_narrowest_settlement_counts_the_whole_evening_and_no_correction():
    before = settled(9, 1, 2, 6)
    paid = [
        Paid(payer=one.debtor, payee=one.creditor, amount=one.minor - 25, closing=1)
        for one in before.transfers
    ]
    after = draw_up(
        currency="GBP",
        people=list(zip(before.ids, before.names, strict=True)),
        sittings=before.sittings,
        paid=paid,
    )
    assert min(one.minor for one in after.transfers) == 25
    assert titles([], after) == titles([], before)


def test_the_best_hand_earned_most_and_is_the_last_of_several():
    found = best_hand([sat("Ann! 5", "Eve! 5", "Ben+Dan 5"), sat("Ann! 5", "Ben! 3")])
    assert found == BestHand(sitting=1, no=1, points=5)
    assert best_hand([]) is None


def test_a_bid_is_the_best_hand_only_where_all_were_bid():
    bid, hand = sat("Ben 4/5", rules=find("bid"), names=FIVE[:4]), sat("Ben+Dan 3")
    assert best_hand([hand, bid]).sitting == 0
    assert best_hand([bid, bid]).sitting == 1


def test_a_penalty_without_a_hand_is_not_the_best_hand():
    points = Irregularity(kind=PENALTY, by=0, points=20, to=TO_OTHERS)
    penalty = Hand(void=PENALTY, irregularities=(points,))
    assert best_hand([sat("Ann! 5", penalty)]).no == 1
    assert best_hand([sat(penalty)]) is None
