"""Re-reading under other rules: what holds for every sitting by all rules."""

from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.euchre.game import play
from scoring.euchre.hand import VOIDS, Hand, Irregularity
from tests import proof
from tests.euchre.chance import offenders
from tests.euchre.strategies import hands
from tests.euchre.test_reread import ALL, as_if, nets


@st.composite
def hands_of(draw, rules, seats):
    """Any hand that these rules allow."""
    if draw(st.integers(0, 5)) == 0:
        voids = [void for void in VOIDS if not (void == "passed-out" and rules.stick_the_dealer)]
        return Hand(
            void=draw(st.sampled_from(voids)), turned=draw(st.sampled_from([None, *turns(rules)]))
        )
    if rules.bidding or rules.each_scores:
        return draw(hands(seats, rules, wrong=0.1))
    maker = draw(st.integers(0, seats - 1))
    others = [seat for seat in range(seats) if seat != maker]
    who = draw(st.sampled_from([{}, *ways_to_play(rules, maker, others)]))
    dealer = draw(st.sampled_from(range(seats)))
    irregularities = tuple(
        draw(st.lists(st.sampled_from(offences(rules, seats, {"maker": maker} | who)), max_size=2))
    )
    kinds = {one.kind for one in irregularities}
    ends = rules.revokes != "counted" and not rules.set_back
    decided = "abandoned" in kinds or ("revoke" in kinds and ends)
    calls = rules.partners == "called" and who.get("alone") is None
    tricks = st.just(5) if who.get("special") == "jamboree" else st.integers(0, 5)
    return Hand(
        maker=maker,
        **who,
        tricks=draw(st.none() | tricks if decided or who.get("special") == "jamboree" else tricks),
        turned=draw(st.sampled_from([None, *turns(rules)])),
        made=draw(st.sampled_from([None, how_made(rules, maker, dealer)])) if not who else None,
        call=draw(st.sampled_from([None, "C"])) if calls else None,
        irregularities=irregularities,
        dealer=dealer,
    )


def turns(rules):
    return ["H", "joker"] if rules.joker else ["H"]


def how_made(rules, maker, dealer):
    if maker == dealer:
        return "took"
    return "assisted" if dealer in rules.partners_of(maker) else "ordered"


def ways_to_play(rules, maker, others):
    if rules.partners == "none":
        return []
    if rules.partners == "called":
        return [{"alone": maker}, *({"partner": seat} for seat in others)]
    lone = {"either": [maker, (maker + 2) % 4], "nobody": []}.get(rules.alone, [maker])
    ways = [{"alone": seat} for seat in lone]
    ways += [{"special": special} for special in ("jambone", "jamboree") if getattr(rules, special)]
    if rules.defend_alone:
        played = [way for way in ways if way.get("special") != "jamboree"]
        ways += [way | {"defender_alone": (maker + 1) % 4} for way in played]
    return ways


def offences(rules, seats, who):
    if rules.partners == "called":
        who = {"partner": None} | who
    return [
        Irregularity(kind=kind, by=by)
        for kind in sorted(rules.irregularities)
        for by in offenders(kind, who, seats)
    ]


@st.composite
def sittings(draw):
    """Hands, their rules, and others for as many players."""
    of = draw(st.sampled_from(ALL))
    seats = draw(st.sampled_from(of.players))
    under = draw(st.sampled_from([rules for rules in ALL if seats in rules.pack]))
    return draw(st.lists(hands_of(of, seats), max_size=8)), of, under, seats


@settings(max_examples=proof.examples(60))
@given(sittings())
def test_under_its_own_rules_a_sitting_is_unchanged_and_complete(sitting):
    hands, of, _, seats = sitting
    found = as_if(*hands, of=of, under=of, seats=seats)
    real = play(hands, rules=of, seats=seats, first_dealer=seats - 1)
    assert [(one.read.score, one.read.totals, one.read.standing) for one in found.readings] == [
        (one.score, one.totals, one.standing) for one in real
    ]
    assert (found.owed, found.missing, found.notes) == (found.owed_really, (), ())


@settings(max_examples=proof.examples(150))
@given(sittings())
def test_every_hand_is_either_scored_or_named_missing(sitting):
    hands, of, under, seats = sitting
    found = as_if(*hands, of=of, under=under, seats=seats)
    assert [reading.no for reading in found.readings] == list(range(1, len(hands) + 1))
    assert all((reading.read is None) == bool(reading.missing) for reading in found.readings)
    assert sum(nets(found.owed, seats)) == 0


@settings(max_examples=proof.examples(60))
@given(sittings())
def test_the_same_rules_under_another_name_change_nothing(sitting):
    hands, of, _, seats = sitting
    renamed = of.house(key="house", name="Ours", changes={})
    found = as_if(*hands, of=of, under=renamed, seats=seats)
    assert (found.owed, found.missing, found.notes) == (found.owed_really, (), ())
