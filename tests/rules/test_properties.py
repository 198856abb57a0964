"""What holds for every sitting there can be."""

import json
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.rules import rule_sets, score_out
from scoring.rules.game import play
from scoring.rules.points import score
from scoring.rules.sheet import document, loads, read
from tests.rules.cast import CAST
from tests.rules.strategies import hands, sheets

CALL_ACE = rule_sets.find("call-ace")
SEATS = 5
few = settings(max_examples=50)
SITTINGS = st.lists(hands(SEATS), min_size=1, max_size=8)


def scored(sheet):
    return score_out.document(score_out.score(sheet))


def totals(sitting):
    return play(sitting, rules=CALL_ACE, seats=SEATS, first_dealer=0)[-1].totals


def renamed(value, names):
    """Return a document with every name in it, wherever it stands, put through `names`."""
    if isinstance(value, dict):
        return {names.get(key, key): renamed(held, names) for key, held in value.items()}
    if isinstance(value, list):
        return [renamed(held, names) for held in value]
    return names.get(value, value) if isinstance(value, str) else value


def moved(hand, by):
    """Return the same hand played by the same people, all sitting `by` places further on."""

    def seat(at):
        return None if at is None else (at + by) % SEATS

    return replace(
        hand,
        maker=seat(hand.maker),
        partner=seat(hand.partner),
        alone=seat(hand.alone),
        dealer=seat(hand.dealer),
        irregularities=tuple(replace(offence, by=seat(offence.by)) for offence in hand.irregularities),
    )


@few
@given(sheets())
def test_net_always_sums_to_zero(sheet):
    assert sum(net["points"] for net in scored(sheet)["net"].values()) == 0


@few
@given(sheets())
def test_replayed_transfers_clear_every_balance(sheet):
    found = scored(sheet)
    left = {name: net["points"] for name, net in found["net"].items()}
    for transfer in found["transfers"]:
        left[transfer["from"]] += transfer["points"]
        left[transfer["to"]] -= transfer["points"]
    assert set(left.values()) == {0}


@few
@given(sheets())
def test_the_totals_are_the_sum_of_what_every_hand_scored(sheet):
    found = scored(sheet)
    sums = {name: sum(hand["points"].get(name, 0) for hand in found["hands"]) for name in sheet.players}
    assert found["totals"] == sums


@few
@given(sheets(), st.permutations(CAST))
def test_a_relabelled_table_scores_the_same(sheet, order):
    names = dict(zip(CAST, order, strict=True))
    relabelled = read(renamed(document(sheet), names))
    assert scored(relabelled) == renamed(scored(sheet), names)


@given(hands(SEATS), st.integers(1, SEATS - 1))
def test_it_does_not_matter_where_people_sit(hand, by):
    here, there = (score(each, rules=CALL_ACE, seats=SEATS) for each in (hand, moved(hand, by)))
    assert there.points == here.points[-by:] + here.points[:-by]
    assert there.outcome == here.outcome


@few
@given(SITTINGS, hands(SEATS), st.data())
def test_a_correction_equals_having_logged_it_right_at_once(sitting, right, data):
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
    moved_by = [after - before for before, after in zip(totals(sitting), totals(corrected), strict=True)]
    assert moved_by == change


@few
@given(sheets())
def test_a_sheet_written_and_read_again_is_the_same_and_scores_the_same(sheet):
    again = loads(json.dumps(document(sheet)).encode())
    assert again == sheet
    assert scored(again) == scored(sheet)


@given(hands(SEATS))
def test_nobody_scores_less_than_nothing_and_every_score_has_a_reason(hand):
    found = score(hand, rules=CALL_ACE, seats=SEATS)
    assert min(found.points) >= 0 and all(award.why and award.law.number for award in found.awards)
    assert len(found.awards) >= 1
