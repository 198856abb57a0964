from hypothesis import given
from hypothesis import strategies as st

from scoring.euchre.settlement import Debt, Net
from tests.euchre.cast import settle_scores, settle_scores_together

SCORES = st.lists(st.integers(0, 60), min_size=4, max_size=7).map(
    lambda scores: dict(enumerate(scores))
)
SITTING = st.tuples(SCORES, st.integers(0, 50))


def nets_of(debts, players, of):
    """Return what every player wins or loses by these debts alone."""
    nets = dict.fromkeys(players, 0)
    for debt in debts:
        nets[debt.debtor] -= of(debt)
        nets[debt.creditor] += of(debt)
    return nets


def points(item):
    return item.points


def money(item):
    return item.minor


def test_every_lower_player_owes_each_higher_one_the_difference():
    found = settle_scores({"Ann": 4, "Ben": 9, "Cat": 4, "Dan": 0}, stake=25)
    assert found.pairs == (
        Debt("Ann", "Ben", 5, 125),
        Debt("Dan", "Ann", 4, 100),
        Debt("Cat", "Ben", 5, 125),
        Debt("Dan", "Ben", 9, 225),
        Debt("Dan", "Cat", 4, 100),
    )
    assert found.nets == {
        "Ann": Net(-1, -25),
        "Ben": Net(19, 475),
        "Cat": Net(-1, -25),
        "Dan": Net(-17, -425),
    }
    assert found.transfers == (
        Debt("Dan", "Ben", 17, 425),
        Debt("Ann", "Ben", 1, 25),
        Debt("Cat", "Ben", 1, 25),
    )


@given(SCORES)
def test_a_net_is_the_score_times_the_players_less_the_sum(scores):
    expected = {who: len(scores) * own - sum(scores.values()) for who, own in scores.items()}
    assert {who: net.points for who, net in settle_scores(scores).nets.items()} == expected


@given(SCORES, st.integers(0, 100))
def test_net_always_sums_to_zero(scores, stake):
    nets = settle_scores(scores, stake=stake).nets.values()
    assert (sum(map(points, nets)), sum(map(money, nets))) == (0, 0)


@given(SCORES, st.integers(0, 100))
def test_pairs_and_transfers_give_each_player_the_same(scores, stake):
    found = settle_scores(scores, stake=stake)
    for of in (points, money):
        expected = {who: of(net) for who, net in found.nets.items()}
        assert nets_of(found.pairs, scores, of) == nets_of(found.transfers, scores, of) == expected


@given(SCORES)
def test_without_a_stake_only_points_are_owed(scores):
    found = settle_scores(scores)
    assert {debt.minor for debt in (*found.pairs, *found.transfers)} <= {0}


@given(st.lists(SITTING, min_size=1, max_size=4))
def test_sittings_together_give_the_sum_of_each(sittings):
    apart = [settle_scores(scores, stake=stake).nets for scores, stake in sittings]
    together = settle_scores_together(sittings)
    for who, net in together.nets.items():
        assert net.points == sum(nets[who].points for nets in apart if who in nets)
        assert net.minor == sum(nets[who].minor for nets in apart if who in nets)
    expected = {who: net.minor for who, net in together.nets.items()}
    assert nets_of(together.transfers, together.players, money) == expected
    assert nets_of(together.pairs, together.players, money) == expected


def test_later_players_settle_with_the_people_they_sat_with():
    first, second = {"Ann": 3, "Ben": 1}, {"Ben": 5, "Cat": 2}
    found = settle_scores_together([(first, 10), (second, 10)])
    assert found.players == ("Ann", "Ben", "Cat")
    assert found.pairs == (Debt("Ben", "Ann", 2, 20), Debt("Cat", "Ben", 3, 30))
    assert found.nets == {"Ann": Net(2, 20), "Ben": Net(1, 10), "Cat": Net(-3, -30)}


def test_different_stakes_are_settled_in_money_only():
    found = settle_scores_together([({"Ann": 3, "Ben": 1}, 50), ({"Ann": 0, "Ben": 4}, 10)])
    assert found.pairs == (Debt("Ben", "Ann", None, 60),)
    assert found.transfers == (Debt("Ben", "Ann", None, 60),)
    assert found.nets == {"Ann": Net(-2, 60), "Ben": Net(2, -60)}


def test_differences_of_two_sittings_cancel():
    found = settle_scores_together([({"Ann": 3, "Ben": 1}, 10), ({"Ann": 0, "Ben": 2}, 10)])
    assert (found.pairs, found.transfers) == ((), ())
