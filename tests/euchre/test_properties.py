"""Facts about every possible sitting under any rules; games and rubbers are in test_games.py."""

import json
from dataclasses import replace
from decimal import Decimal

from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.euchre import notation, score_out
from scoring.euchre.game import play
from scoring.euchre.hand import FROM_OWN
from scoring.euchre.points import score
from scoring.euchre.sheet import document, loads, read
from tests import proof
from tests.euchre.cast import CAST
from tests.euchre.strategies import CALL_ACE, evenings, evenings_of_games, hands, sheets, tables

SEATS = 5
few = settings(max_examples=proof.examples(50))
SITTINGS = st.lists(hands(SEATS), min_size=1, max_size=8)


def scored(sheet):
    return score_out.document(score_out.score(sheet))


def totals(sitting):
    return play(sitting, rules=CALL_ACE, seats=SEATS, first_dealer=0)[-1].totals


def renamed(value, names):
    """Return a document with every name in it replaced by `names`."""
    if isinstance(value, dict):
        return {names.get(key, key): renamed(held, names) for key, held in value.items()}
    if isinstance(value, list):
        return [renamed(held, names) for held in value]
    return names.get(value, value) if isinstance(value, str) else value


def moved(hand, by, seats):
    """Return the same hand played by the same people, all sitting `by` places further on."""

    def seat(at):
        return None if at is None else (at + by) % seats

    roles = {role: seat(getattr(hand, role)) for role in ("maker", "partner", "alone", "dealer")}
    roles["defender_alone"] = seat(hand.defender_alone)
    offences = tuple(replace(offence, by=seat(offence.by)) for offence in hand.irregularities)
    taken = hand.taken and tuple(hand.taken[(at - by) % seats] for at in range(seats))
    return replace(hand, **roles, taken=taken, irregularities=offences)


def a_hand_at_a_table(**more):
    """Rules, a number of players, and a hand that they can have played."""
    return tables().flatmap(
        lambda at: st.tuples(st.just(at[0]), st.just(at[1]), hands(at[1], at[0], **more))
    )


# -- what is owed


@given(sheets() | evenings())
def test_net_always_sums_to_zero_in_points_and_in_money(sheet):
    nets = scored(sheet)["net"].values()
    assert sum(net["points"] for net in nets) == 0
    assert sum(Decimal(net["amount"]) for net in nets) == 0


@given(sheets() | evenings())
def test_an_amount_is_the_points_times_the_stake(sheet):
    found = score_out.score(sheet)
    stake = sheet.stake.minor if sheet.stake else 0
    rows = (*found.settlement.nets.values(), *found.settlement.pairs, *found.settlement.transfers)
    assert [row.minor for row in rows] == [row.points * stake for row in rows]


@given(sheets() | evenings())
def test_pairs_and_transfers_give_each_player_their_net(sheet):
    settlement = score_out.score(sheet).settlement
    nets = {name: net.points for name, net in settlement.nets.items()}
    for debts in (settlement.pairs, settlement.transfers):
        brought = dict.fromkeys(sheet.players, 0)
        for debt in debts:
            brought[debt.creditor] += debt.points
            brought[debt.debtor] -= debt.points
        assert brought == nets


# -- hands


@given(sheets())
def test_the_totals_are_the_sum_of_all_hands(sheet):
    found = score_out.score(sheet)
    points = [hand.score.points for hand in found.hands]
    assert tuple(found.totals.values()) == tuple(
        sum(of_hand[seat] for of_hand in points) for seat in range(len(sheet.players))
    )


@given(a_hand_at_a_table(wrong=0.2))
def test_the_points_of_a_hand_are_its_awards_and_each_has_a_reason_and_a_law(at):
    rules, seats, hand = at
    found = score(hand, rules=rules, seats=seats)
    brought = [0] * seats
    for award in found.awards:
        assert award.reason
        assert award.law.source
        for seat, number in award.points:
            brought[seat] += number
    assert (tuple(brought), len(found.awards) >= 1) == (found.points, True)


@given(a_hand_at_a_table(wrong=0.2))
def test_points_are_negative_only_if_rules_take_points_away(at):
    rules, seats, hand = at
    result = score(hand, rules=rules, seats=seats)
    own = any(one.to == FROM_OWN for one in hand.penalties)
    takes = rules.set_back or rules.revoke_from or rules.each_scores
    loses = own or takes or (result.outcome in ("set", "alone-set") and rules.set_loses)
    assert min(result.points) >= 0 or loses


@given(a_hand_at_a_table(wrong=0.2))
def test_partners_across_the_table_score_the_same(at):
    rules, seats, hand = at
    points = score(hand, rules=rules, seats=seats).points
    for side in rules.sides(seats):
        assert len({points[seat] for seat in side}) == 1


@given(a_hand_at_a_table(wrong=0.2), st.integers(1, 6))
def test_points_move_with_the_seats_of_the_players(at, by):
    rules, seats, hand = at
    by = by % seats
    here, there = (score(each, rules=rules, seats=seats) for each in (hand, moved(hand, by, seats)))
    assert there.points == here.points[-by:] + here.points[:-by] if by else here.points
    assert (there.outcome, there.deals_again) == (here.outcome, here.deals_again)


@given(a_hand_at_a_table())
def test_the_short_notation_reads_back_what_it_writes(at):
    _, seats, hand = at
    text = notation.written(hand, CAST[:seats])
    assert text is None or notation.read(text, CAST[:seats]) == hand


# -- sittings


SAME_DEALER = ("new-deal", "imperfect-pack", "both-revoked", "penalty")


@given(evenings(20))
def test_a_void_deal_keeps_or_passes_the_deal_by_its_kind(sheet):
    turn = sheet.dealer
    for played in score_out.score(sheet).hands:
        stays = played.score.outcome in SAME_DEALER
        if played.dealer == turn or played.score.outcome != "misdeal":
            assert played.next_dealer == (played.dealer + (not stays)) % len(sheet.players)
        turn = played.next_dealer


@given(evenings(20), st.integers(0, 20))
def test_earlier_hands_do_not_depend_on_later_ones(sheet, first):
    whole, beginning = (
        score_out.score(each).hands for each in (sheet, replace(sheet, hands=sheet.hands[:first]))
    )
    assert whole[:first] == beginning


@given(evenings(20), st.data())
def test_a_wrong_hand_corrected_leaves_everything_unchanged(sheet, data):
    before = scored(sheet)
    place = data.draw(st.integers(0, 19))
    wrong = data.draw(hands(len(sheet.players), sheet.rules).filter(lambda hand: hand.made is None))
    entries = list(sheet.hands)
    entries[place] = replace(entries[place], hand=wrong)
    try:
        scored(replace(sheet, hands=tuple(entries)))
    except score_out.BadSheet:
        pass  # a later hand says that its dealer took up the trump, and now somebody else dealt
    assert scored(sheet) == before


@few
@given(SITTINGS, hands(SEATS), st.data())
def test_a_correction_equals_the_right_hand_entered_at_once(sitting, right, data):
    place = data.draw(st.integers(0, len(sitting) - 1))
    wrong, corrected = sitting[place], [*sitting[:place], right, *sitting[place + 1 :]]
    change = [
        after - before
        for before, after in zip(
            score(wrong, rules=CALL_ACE, seats=SEATS).points,
            score(right, rules=CALL_ACE, seats=SEATS).points,
            strict=True,
        )
    ]
    moved_by = [
        after - before for before, after in zip(totals(sitting), totals(corrected), strict=True)
    ]
    assert moved_by == change


# -- sheets


@given(sheets(), st.permutations(CAST))
def test_a_relabelled_table_scores_the_same(sheet, order):
    names = dict(zip(CAST, order, strict=True))
    relabelled = read(renamed(document(sheet), names))
    assert scored(relabelled) == renamed(scored(sheet), names)


@given(sheets())
def test_a_sheet_written_and_read_again_has_the_same_score(sheet):
    again = loads(json.dumps(document(sheet)).encode())
    assert again == sheet
    assert scored(again) == scored(sheet)


@given(sheets())
def test_a_sheet_of_short_lines_scores_like_one_of_facts(sheet):
    told = document(sheet)
    for no, entry in enumerate(sheet.hands):
        told["hands"][no] = notation.written(entry.hand, sheet.players) or told["hands"][no]
    assert scored(read(told)) == scored(sheet)


@given(sheets() | evenings())
def test_a_score_is_plain_json_in_the_order_of_the_format(sheet):
    found = scored(sheet)
    games = sheet.rules.target is not None
    paid = () if sheet.rules.pays_games else ("totals", "counters", "pairs")
    own = (("sides", "score", "games", "rubbers") if games else ()) + paid
    assert tuple(found) == ("format", "rules", "hands", "net", "transfers", *own)
    assert json.loads(json.dumps(found)) == found


@given(evenings_of_games())
def test_the_same_sheet_has_the_same_score_again(sheet):
    assert json.dumps(scored(sheet)) == json.dumps(scored(read(document(sheet))))
