"""Other rules or another stake for hands that were played already."""

from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.common.permissions import Actor
from scoring.common.refused import Refused
from scoring.euchre.books import SHELF
from scoring.euchre.hand import Hand, ImpossibleHand
from scoring.models import FormerTerms, HouseRules, Sitting
from scoring.money.actions.payments import mark_paid
from scoring.table.actions.corrections import put_back, take_back
from scoring.table.actions.hands import begin_hand
from scoring.table.actions.house_rules import is_frozen, make_house_rules
from scoring.table.actions.tables import change_people, change_terms
from scoring.table.actions.terms import backdate_terms
from scoring.table.models.play import TERMS
from scoring.table.queries.history import as_it_stood, history_of
from scoring.table.queries.settlement import statement_of
from scoring.table.queries.terms import MOST_TERMS, Backdated, runs_of
from tests import proof
from tests.cast import (
    ANN,
    BEN,
    DAN,
    FIVE,
    PHONE,
    a_table,
    again,
    an_evening,
    an_organiser,
    close,
    everything,
    log,
    log_unseen,
    reopen,
    some_id,
    versions,
)
from tests.euchre.chance import any_hand
from tests.hall import a_round_here
from tests.league.cast import a_league, a_match

pytestmark = pytest.mark.django_db

FOUR = FIVE[:4]
HOST = Actor()


def a_four(*hands, **what):
    """Return a table of four at American, without a stake, Ann the first dealer."""
    return a_table(*hands, **{"names": FOUR, "rules_key": "american", "stake_minor": 0} | what)


def previewed(table, since=1, **what):
    """Return the preview of a change of these terms; what is not named stays."""
    table = again(table)
    terms = {name: getattr(table, name) for name in TERMS} | what
    return Backdated(table=table, since=since, terms=table.by(terms))


def backdate(table, since=1, *, seen=None, why="", actor=HOST, **what):
    """Change the terms as a person does who has just looked at the preview."""
    change = previewed(table, since, **what)
    terms = {name: getattr(change.terms, name) for name in TERMS}
    return backdate_terms(
        table=again(table),
        since=since,
        terms=terms,
        seen=seen or change.seen,
        why=why,
        actor=actor,
    )


def so_far(table):
    """Return the rules, the target, the stake and the totals of each sitting."""
    return [
        (one.rules.key, one.rules.target, one.terms.stake_minor, one.totals)
        for one in again(table).sittings.order_by("no")
    ]


def nets(session):
    """Return the money that each receives, by name."""
    statement = statement_of(session)
    return {name: net.minor for name, net in zip(statement.names, statement.nets, strict=True)}


def test_a_forgotten_stake_counts_from_the_first_hand_and_versions_rise():
    table = a_table("Ben+Dan 5", "Ben+Dan 3", names=FOUR, stake_minor=0)
    before = versions(table)
    backdate(table, stake_minor=50)
    assert so_far(table) == [("call-ace", None, 50, (0, 3, 0, 3))]
    assert nets(table.session) == {"Ann": -300, "Ben": 300, "Cat": -300, "Dan": 300}
    assert all(new > old for new, old in zip(versions(table), before, strict=True))


def test_a_lower_target_ends_games_earlier():
    table = a_four(*["Ann 5"] * 3)
    assert again(table).sitting.standing.score == (6, 0)
    backdate(table, options={"target": 5})
    standing = again(table).sitting.standing
    assert [(game.winner, game.hands) for game in standing.games] == [(0, (1, 3))]
    assert standing.score == (0, 0)


def test_the_preview_lists_points_money_and_the_hands_of_each_game():
    table = a_four(*["Ann 5"] * 3)
    effect = previewed(table, options={"target": 5}, stake_minor=10).effect
    assert {one.name: one.net for one in effect.players} == {
        "Ann": (0, 10), "Ben": (0, -10), "Cat": (0, 10), "Dan": (0, -10)
    }  # fmt: skip
    assert effect.payments == ([], [("Ben", "Ann", 10), ("Dan", "Cat", 10)])
    before, after = effect.games
    assert [("Ann and Cat 6" in line, "hands 1–3" in line) for line in (*before, after[0])] == [
        (True, False),
        (False, True),
    ]


def test_the_table_goes_on_by_the_new_rules_in_the_same_seats():
    table = a_four("Ann 5")
    sitting = again(table).sitting.pk
    backdate(table, rules_key="keller", stake_minor=5)
    assert (again(table).sitting.pk, again(table).rules.key) == (sitting, "keller")
    log(table, "Ben 5")
    assert so_far(table) == [("keller", 5, 5, (2, 2, 2, 2))]


def test_the_change_goes_back_over_players_who_joined_or_left():
    table = a_table("Ben+Dan 5", names=FIVE, stake_minor=10)
    change_people(table=again(table), names=[*FIVE[:4], "Fay"])
    log(table, "Ben+Dan 5")
    assert [(one.since, one.first) for one in runs_of(again(table))] == [(1, True)]
    backdate(table, stake_minor=20)
    assert [stake for _, _, stake, _ in so_far(table)] == [20, 20]
    assert nets(table.session)["Eve"] == -3 * 2 * 20


def test_hands_before_a_deliberate_change_of_rules_keep_theirs_unless_chosen():
    table = a_four("Ann 5")
    change_terms(table=again(table), sitting=again(table).sitting.pk, rules_key="keller")
    log(table, "Ann 5")
    assert [(one.since, one.first) for one in runs_of(again(table))] == [(2, False), (1, True)]
    backdate(table, 2, options={"target": 10})
    assert [rules[:2] for rules in so_far(table)] == [("american", 10), ("keller", 10)]
    backdate(table, 1, options={"target": 10}, stake_minor=5)
    assert [rules[:3] for rules in so_far(table)] == [("keller", 10, 5)] * 2


def test_rules_changed_at_the_next_hand_can_go_back_to_the_first():
    table = a_four("Ann 5")
    change_terms(table=again(table), sitting=again(table).sitting.pk, rules_key="keller")
    backdate(table)
    assert [rules[0] for rules in so_far(table)] == ["keller", "keller"]


def test_hands_that_the_new_rules_do_not_know_are_named_and_nothing_is_stored():
    table = a_table("Ben+Dan 5", "-", "Ann! 5", "Cat+Ann 4", names=FOUR, stake_minor=0)
    problems = previewed(table, rules_key="american").problems
    assert [line.partition(" (")[0] for line in problems] == ["Hand 1", "Hand 4"]
    stored = everything()
    with pytest.raises(Refused, match="Hand 1 .*Hand 4"):
        backdate(table, rules_key="american")
    assert everything() == stored


@pytest.mark.parametrize(
    ("rules", "hand", "others"),
    [
        ("bid", "Ben 4/5", "american"),
        ("american", "Ben 3", "bid"),
        ("club-laws", Hand(maker=BEN, alone=DAN, tricks=3), "american"),
        ("railroad", Hand(maker=ANN, alone=ANN, tricks=4, special="jambone"), "american"),
    ],
)
def test_a_bid_or_a_lone_hand_unknown_to_the_new_rules_is_refused(rules, hand, others):
    table = a_four(hand, rules_key=rules)
    assert len(previewed(table, rules_key=others).problems) == 1


def test_parts_with_another_number_of_players_are_named():
    table = a_table("Ben+Dan 5", names=FIVE, stake_minor=0)
    change_people(table=again(table), names=FOUR)
    log(table, "Ann! 5")
    (problem,) = previewed(table, rules_key="american").problems
    assert problem.startswith("Part 1: ")


def test_a_hand_whose_dealer_was_corrected_since_stays_possible():
    table = a_four(rules_key="club-laws")
    first = log(table, "Ann 3")
    log(table, Hand(maker=DAN, alone=BEN, tricks=5))
    take_back(record=first, actor=PHONE)
    backdate(table, stake_minor=5)
    assert so_far(table) == [("club-laws", 5, 5, (0, 4, 0, 4))]


def test_a_change_sent_twice_is_made_once():
    table = a_four("Ann 5")
    seen = previewed(table, stake_minor=5).seen
    backdate(table, stake_minor=5)
    stored = everything()
    backdate(table, seen=seen, stake_minor=5)
    assert everything() == stored


@pytest.mark.parametrize("what", [{}, {"rules_key": "american"}])
def test_the_same_rules_and_stake_are_no_change(what):
    with pytest.raises(Refused, match="plays by these rules"):
        backdate(a_four("Ann 5"), **what)


def test_a_preview_is_out_of_date_after_another_hand_or_for_other_terms():
    table = a_four("Ann 5")
    seen = previewed(table, stake_minor=5).seen
    with pytest.raises(Refused, match="out of date"):
        backdate(table, seen=seen, stake_minor=10)
    log(table, "Ann 5")
    with pytest.raises(Refused, match="out of date"):
        backdate(table, seen=seen, stake_minor=5)


def test_a_preview_is_out_of_date_once_its_house_rules_have_changed():
    table = a_four("Ann 5")
    house = make_house_rules(
        club=table.session.club, base="american", name="Ours", changes={"march": 4}
    )
    seen = previewed(table, house=house).seen
    HouseRules.objects.update(changes={"march": 3})
    with pytest.raises(Refused, match="out of date"):
        backdate(table, house=house, seen=seen)


def test_only_sittings_with_a_hand_keep_former_rules_and_changes_have_a_limit():
    table = a_four("Ann 5")
    change_people(table=again(table), names=["Ann", "Ben", "Cat", "Eve"])
    for no in range(1, MOST_TERMS + 1):
        backdate(table, stake_minor=no)
    assert FormerTerms.objects.count() == MOST_TERMS
    with pytest.raises(Refused, match=f"{MOST_TERMS} times"):
        backdate(table, stake_minor=99)


def test_the_last_stake_stays_while_money_was_paid_for_it():
    table = a_table("Ben+Dan 5", names=FOUR, stake_minor=10)
    payment = close(table.session).payments.first()
    mark_paid(payment=payment, paid=True, actor=PHONE)
    reopen(table.session)
    assert previewed(table, stake_minor=0).refusal
    with pytest.raises(Refused, match="paid"):
        backdate(table, stake_minor=0)
    backdate(table, stake_minor=20)
    assert len(statement_of(table.session).paid) == 1


@pytest.mark.parametrize("since", [2, 99])
def test_a_part_that_begins_no_run_is_refused(since):
    table = a_table("Ben+Dan 5", names=FIVE)
    change_people(table=again(table), names=FOUR)
    log(table, "Ann! 5")
    with pytest.raises(Refused, match="out of date"):
        backdate(table, since, stake_minor=5)


def test_an_unfinished_hand_or_one_that_waits_comes_first():
    table = a_four("Ann 5")
    begun = {"id": some_id(1), "maker": BEN, "call": None, "actor": PHONE}
    begin_hand(table=table, sitting=again(table).sitting.pk, **begun)
    with pytest.raises(Refused, match="Finish it first"):
        backdate(table, stake_minor=5)
    other = a_four("Ann 5")
    log_unseen(other, "Ben 3")
    with pytest.raises(Refused, match="Finish it first"):
        backdate(other, stake_minor=5)


def test_a_closed_table_and_one_of_a_league_keep_their_rules():
    table = a_four("Ann 5")
    close(table.session)
    with pytest.raises(Refused, match="closed"):
        backdate(table, stake_minor=5)
    night = a_four("Ann 5", session=an_evening(title="A match"))
    a_match(a_league(), "Mounties", "Trolls", session=night.session)
    for change in (
        lambda: backdate(night, stake_minor=5),
        lambda: change_terms(
            table=again(night), sitting=night.sitting.pk, rules_key="american", stake_minor=5
        ),
    ):
        with pytest.raises(Refused, match="league"):
            change()


def test_a_round_of_a_tournament_keeps_its_rules_and_so_do_hands_before_it():
    table = a_four("Ann 5")
    round_table = a_round_here(table.session).tables.get()
    Sitting.objects.filter(table=table).update(round_table=round_table)
    with pytest.raises(Refused, match="tournament"):
        backdate(table, stake_minor=5)
    change_people(table=again(table), names=["Dan", "Cat", "Ben", "Ann"], in_round=True)
    Sitting.objects.filter(table=table, no=2).update(round_table=None)
    log(table, "Ann 5")
    assert [(one.since, one.first) for one in runs_of(again(table))] == [(2, True)]
    backdate(table, 2, stake_minor=5)
    assert [stake for _, _, stake, _ in so_far(table)] == [0, 5]


def test_the_history_has_the_change_and_the_score_before_it():
    table = a_four("Ann 5", stake_minor=10)
    olga = an_organiser("olga")
    backdate(
        table, rules_key="keller", stake_minor=20, why="we said Keller", actor=Actor(user=olga)
    )
    log(table, "Ann 5")
    history = history_of(again(table))
    (event,) = [one for one in history.events if one.former]
    assert (event.by, event.why) == ("olga", "we said Keller")
    stood = [as_it_stood(history, no)[0] for no in (event.no - 1, event.no, event.no + 1)]
    assert [(one.rules.key, one.terms.stake_minor, one.totals[0]) for one in stood] == [
        ("american", 10, 2),
        ("keller", 20, 2),
        ("keller", 20, 4),
    ]


def test_a_hand_undone_before_the_change_returns_only_if_the_new_rules_allow_it():
    table = a_table("Ann! 5", names=FOUR, stake_minor=0)
    gone = take_back(record=log(table, "Ben+Dan 5"), actor=PHONE)
    back = take_back(record=log(table, "Ben! 5"), actor=PHONE)
    backdate(table, rules_key="american")
    with pytest.raises(Refused, match="impossible"):
        put_back(record=again(gone), actor=PHONE)
    put_back(record=again(back), actor=PHONE)
    assert again(table).sitting.totals == (4, 4, 4, 4)


def test_a_hand_that_waited_is_restored_only_if_the_new_rules_allow_it():
    table = a_table("Ann! 5", names=FOUR, stake_minor=0)
    waited = take_back(record=log_unseen(table, "Ben+Dan 5"), actor=PHONE)
    backdate(table, rules_key="american")
    with pytest.raises(Refused):
        put_back(record=again(waited), actor=PHONE)


def test_a_change_done_again_with_the_old_rules_brings_the_old_score_back():
    table = a_four(*["Ann 5"] * 6, options={"target": 7}, stake_minor=5)
    before = so_far(table), again(table).sitting.standing, nets(table.session)
    backdate(table, options={}, stake_minor=0)
    assert so_far(table) != before[0]
    backdate(table, options={"target": 7}, stake_minor=5)
    assert (so_far(table), again(table).sitting.standing, nets(table.session)) == before
    assert FormerTerms.objects.count() == 2


def test_house_rules_stay_frozen_after_a_table_gave_them_up():
    table = a_four("Ann 5")
    house = make_house_rules(
        club=table.session.club, base="american", name="Ours", changes={"march": 4}
    )
    backdate(table, house=house)
    assert so_far(table)[0][3] == (4, 0, 4, 0)
    backdate(table, house=None)
    assert is_frozen(house)


KINDS = [
    (seats, old, new)
    for seats in range(2, 8)
    for old in SHELF
    for new in SHELF
    if seats in SHELF[old].pack and seats in SHELF[new].pack
]


@settings(max_examples=proof.examples(120), suppress_health_check=list(HealthCheck))
@given(st.sampled_from(KINDS), st.integers(0, 2**32), st.integers(1, 12))
def test_scores_are_those_of_a_table_with_these_rules_from_the_start(kind, seed, hands):
    seats, old, new = kind
    random, names = Random(seed), [*FIVE, "Fay", "Gus"][:seats]
    what = {"names": names, "first_dealer": ANN}
    table = a_table(rules_key=old, stake_minor=0, session=an_evening(title="One"), **what)
    other = a_table(rules_key=new, stake_minor=5, session=an_evening(title="Other"), **what)
    refused = False
    for _ in range(hands):
        hand = any_hand(random, SHELF[random.choice((old, new))], seats)
        try:
            log(table, hand)
        except (ImpossibleHand, Refused):
            continue
        try:
            refused or log(other, hand)
        except (ImpossibleHand, Refused):
            refused = True
    if not again(table).sitting.counted:
        return
    change = previewed(table, rules_key=new, stake_minor=5)
    assert bool(change.problems) == refused
    if refused:
        return
    effect = change.effect
    backdate(table, rules_key=new, stake_minor=5)
    found, wanted = again(table).sitting, again(other).sitting
    assert [one._replace(hand=None) for one in found.played] == [
        one._replace(hand=None) for one in wanted.played
    ]
    assert (found.standing, found.dealer) == (wanted.standing, wanted.dealer)
    assert nets(table.session) == nets(other.session)
    assert {one.name: one.net[1] for one in effect.players} == nets(table.session)
    assert {one.name: one.points[1] for one in effect.players} == dict(
        zip(found.names, found.totals, strict=True)
    )
