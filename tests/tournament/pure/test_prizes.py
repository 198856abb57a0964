"""Who wins what and why; pooled prizes as euchrechallenge.net gives them; and that no coin is
lost."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from scoring.tournament.pure.formats import PLACES, PRIZES, Pot, Prize, Tier
from scoring.tournament.pure.prize_money import prize_money_of
from scoring.tournament.pure.prizes import Won, prizes, split
from scoring.tournament.pure.standings import StandingsRow, ranked, standings
from tests.tournament.pure.evenings import entrants, evening, evenings, table, unplayed

PLAYED = evening(table(1, "1 2 3 4", "8 5"))
"""One round was played; the rows of these tests are their own."""


def people(*points, **changes):
    """Return rows of numbers 1, 2, … with these points; "no3" has what else somebody has."""
    rows = [
        StandingsRow(no=no, name=f"P{no}", points=each, rounds=1, **changes.get(f"no{no}", {}))
        for no, each in enumerate(points, start=1)
    ]
    return tuple(ranked(rows, PLAYED.format.ranking))


def given_by(rows, *offered, decided=None, **settings):
    """Return the prizes that a format with these gives."""
    tournament = replace(PLAYED, format=replace(PLAYED.format, prizes=offered, **settings))
    return prizes(tournament, rows, decided=decided)


def money(found):
    return [(won.prize, won.to, won.amount, won.shares) for won in found]


def winners(found):
    return [(won.prize, won.to, won.cut) for won in found]


def paid_by(number, fee, *offered, letters=None, rows=None, **settings):
    """Return the prizes where so many entries paid this fee."""
    people = tuple(replace(one, paid=True) for one in entrants(number, groups=letters))
    format = replace(PLAYED.format, fee=fee, prizes=offered, **settings)
    tournament = replace(PLAYED, format=format, entrants=people)
    return prizes(tournament, rows or PEOPLE)


def by_percent(*shares):
    return tuple(
        Prize(prize=place, percent=share) for place, share in zip(PLACES, shares, strict=False)
    )


FIRST, SECOND, THIRD = (
    Prize(prize=place, amount=amount)
    for place, amount in zip(PLACES, (70000, 50000, 40000), strict=False)
)
LONES = Prize(prize="most lone hands", amount=15000)
PEOPLE = people(40, 38, 36, 34)
HAM, WINE = Prize(prize="first", gift="a ham"), Prize(prize="second", gift="wine")


def test_each_place_has_its_prize_and_the_criterion_that_decided_it():
    rows = people(40, 40, 35, 30, no1={"won": 4}, no2={"won": 5})
    assert given_by(rows, FIRST, SECOND) == (
        Won(
            prize="first",
            to=(2,),
            amount=70000,
            shares=(70000,),
            why="Ahead of P1 by games won, 5 to 4.",
        ),
        Won(
            prize="second",
            to=(1,),
            amount=50000,
            shares=(50000,),
            why="Ahead of P3 by points, 40 to 35.",
        ),
    )


def test_tied_entrants_split_the_prizes_of_their_places():
    assert given_by(people(40, 38, 38, 30), FIRST, SECOND, THIRD)[1] == Won(
        prize="second and third",
        to=(2, 3),
        amount=90000,
        shares=(45000, 45000),
        why="Tied on points, games won and lone hands. They share it.",
    )


def test_odd_coins_go_to_the_lower_numbers():
    found = given_by(people(40, 40, 40, 30), FIRST, SECOND, THIRD)
    assert money(found) == [("first, second and third", (1, 2, 3), 160000, (53334, 53333, 53333))]


def test_more_tied_entrants_than_places_share_what_there_is():
    found = given_by(people(40, 38, 38, 38), FIRST, SECOND)
    assert money(found)[1] == ("second", (2, 3, 4), 50000, (16667, 16667, 16666))


def test_a_place_without_a_prize_is_skipped():
    assert money(given_by(people(40, 38, 36), FIRST, THIRD)) == [
        ("first", (1,), 70000, (70000,)),
        ("third", (3,), 40000, (40000,)),
    ]


def test_a_place_with_no_player_left_says_so():
    found = given_by(people(40), FIRST, SECOND)
    assert [(won.to, won.why) for won in found] == [
        ((1,), "No other player is left for it."),
        ((), "No player is left for it."),
    ]


def test_a_prize_without_money_is_shared():
    assert money(given_by(people(40, 40), Prize(prize="first"))) == [("first", (1, 2), None, ())]


def test_a_gift_is_cut_for_and_the_director_enters_the_winner():
    level = people(40, 40, 30)
    assert winners(given_by(level, HAM, WINE)) == [
        ("first", (1, 2), True),
        ("second", (1, 2), True),
    ]
    found = given_by(level, HAM, WINE, decided={"first": 2})
    assert [(won.to, won.gift, won.cut, won.why) for won in found] == [
        ((2,), "a ham", False, "Tied on points, games won and lone hands. Won the cut."),
        ((1,), "wine", False, "Tied on points, games won and lone hands. Left after the cut."),
    ]


def test_money_is_split_and_the_gift_beside_it_is_cut_for():
    both = Prize(prize="first", amount=1001, gift="a ham")
    found = given_by(people(40, 40), both)
    assert [(won.to, won.amount, won.shares, won.gift, won.cut) for won in found] == [
        ((1, 2), 1001, (501, 500), "", False),
        ((1, 2), None, (), "a ham", True),
    ]


def test_money_is_cut_for_where_prizes_are_not_shared():
    level = people(40, 40, 30)
    assert money(given_by(level, FIRST, SECOND, share=False)) == [
        ("first", (1, 2), 70000, ()),
        ("second", (1, 2), 50000, ()),
    ]
    assert money(given_by(level, FIRST, SECOND, share=False, decided={"second": 1})) == [
        ("first", (2,), 70000, (70000,)),
        ("second", (1,), 50000, (50000,)),
    ]


def test_a_cut_decided_for_an_entrant_who_is_not_tied_is_ignored():
    assert winners(given_by(people(40, 40, 30), HAM, decided={"first": 3})) == [
        ("first", (1, 2), True)
    ]


def test_the_prize_for_lone_hands_is_shared_by_all_with_the_most():
    rows = people(40, 38, 36, no2={"lones": 3}, no3={"lones": 3})
    [won] = given_by(rows, LONES)
    assert (won.to, won.shares, won.why) == ((2, 3), (7500, 7500), "3 lone hands. They share it.")


def test_the_prize_for_lone_hands_has_no_winner_if_there_were_none():
    assert given_by(people(40, 38), LONES) == (
        Won(prize="most lone hands", to=(), amount=15000, why="No lone hands."),
    )


def test_ties_in_a_special_prize_are_decided_by_the_rest_of_the_ranking():
    rows = people(
        30, 40, 20, no1={"won": 5, "lones": 2}, no2={"won": 5, "lones": 1}, no3={"won": 4}
    )
    [won] = given_by(rows, Prize(prize="most games"), ranking=("won", "lones", "points"))
    assert (won.to, won.why) == ((1,), "5 games. Ahead of P2 by lone hands, 2 to 1.")
    [won] = given_by(rows, Prize(prize="most games"), ranking=("points", "won"))
    assert (won.to, won.why) == ((1, 2), "5 games. They share it.")


def test_the_first_can_be_barred_from_a_second_prize():
    rows = people(40, 38, 36, 34, no1={"lones": 5}, no3={"lones": 2}, no4={"lones": 2})
    assert money(given_by(rows, FIRST, LONES))[1] == ("most lone hands", (1,), 15000, (15000,))
    found = given_by(rows, FIRST, LONES, one_prize_each=True)
    assert money(found)[1] == ("most lone hands", (3, 4), 15000, (7500, 7500))
    assert found[1].why == "P1 has a prize already. 2 lone hands. They share it."


def test_the_lowest_is_the_last_of_entrants_present_in_every_round():
    rows = people(40, 20, 10, 30, no3={"sat_out": -1})
    assert winners(given_by(rows, Prize(prize="lowest"))) == [("lowest", (2,), False)]


def test_sitting_out_counts_as_being_present():
    rows = (
        *people(40, 20),
        StandingsRow(no=3, name="P3", points=3, sat_out=1),
        StandingsRow(no=4, name="P4"),
    )
    assert winners(given_by(rows, Prize(prize="lowest"))) == [("lowest", (2,), False)]


def test_sitting_at_an_unplayed_table_counts_as_being_present():
    second = replace(PLAYED.rounds[0], no=2, tables=(unplayed(1, "1 2 3 4"),))
    lowest = replace(PLAYED.format, prizes=(Prize(prize="lowest"),))
    found = replace(PLAYED, rounds=(*PLAYED.rounds, second), format=lowest)
    assert winners(prizes(found, standings(found))) == [("lowest", (2, 4), False)]


def test_an_entrant_whose_tables_never_played_wins_no_prize():
    nothing = evening(unplayed(1, "1 2 3 4"), unplayed(2, "5 6 7 8"))
    one_table = evening(table(1, "1 2 3 4", "8 5"), unplayed(2, "5 6 7 8"))
    offered = (
        FIRST,
        SECOND,
        THIRD,
        Prize(prize="fourth", amount=1000),
        Prize(prize="fifth", amount=500),
    )
    found = [
        prizes(replace(one, format=replace(one.format, prizes=offered)), standings(one))
        for one in (nothing, one_table)
    ]
    assert {won.to for won in found[0]} == {()}
    assert {no for won in found[1] for no in won.to} == {1, 2, 3, 4}


def test_the_booby_prize_goes_to_the_one_with_more_green_stars():
    rows = people(40, 20, 20, no2={"green": 1}, no3={"green": 3})
    assert given_by(rows, Prize(prize="booby", gift="a spoon")) == (
        Won(
            prize="booby",
            to=(3,),
            amount=None,
            gift="a spoon",
            why="Lowest of those who were there for every round. "
            "Most green stars of those tied: 3.",
        ),
    )


def test_each_group_has_its_prizes():
    ladies, gentlemen = {"group": "Ladies"}, {"group": "Gentlemen"}
    rows = people(40, 38, 38, 30, no1=ladies, no2=gentlemen, no3=gentlemen, no4=ladies)
    both = {"groups": ("Ladies", "Gentlemen"), "prizes_by_group": True}
    found = given_by(rows, FIRST, **both)
    assert [(won.key, won.to, won.shares) for won in found] == [
        ("Ladies: first", (1,), (70000,)),
        ("Gentlemen: first", (2, 3), (35000, 35000)),
    ]
    found = given_by(rows, HAM, **both, decided={"Gentlemen: first": 3})
    assert winners(found) == [("first", (1,), False), ("first", (3,), False)]


def test_a_pot_goes_to_its_named_winner():
    basket = Pot(name="loner basket", to="most lone hands", amount=1250, each=100, for_each="lone")
    fines = Pot(name="euchre fines", to="first", amount=325, each=25, for_each="euchre")
    kept = Pot(name="jackpot", to="kept", amount=500)
    empty = Pot(name="nothing in it", to="lowest")
    rows = people(40, 40, 30, no3={"lones": 2})
    found = given_by(rows, FIRST, pots=(basket, fines, kept, empty), one_prize_each=True)
    assert money(found)[1:] == [
        ("loner basket", (3,), 1250, (1250,)),
        ("euchre fines", (1, 2), 325, (163, 162)),
        ("jackpot", (), 500, ()),
    ]
    assert found[-1].why == "Kept for next time."


def test_percentages_share_the_fees_that_fixed_prizes_leave():
    lones = Prize(prize="most lone hands", amount=500)
    found = paid_by(21, 500, *by_percent(50, 30, 20), lones)
    assert [won.amount for won in found] == [5000, 3000, 2000, 500]
    assert [won.amount for won in paid_by(1, 400, *by_percent(50, 50), lones)] == [None, None, 500]


def test_what_rounding_leaves_goes_to_the_first_or_is_kept():
    def amounts(*shares, **rest):
        found = paid_by(23, 450, *by_percent(*shares), round_to=500, **rest)
        return [won.amount for won in found]

    assert amounts(50, 30, 20) == [5350, 3000, 2000]
    assert amounts(50, 30, 20, rest="kept") == [5000, 3000, 2000]
    assert amounts(50, 30) == [5280, 3000]


def test_tied_players_share_multiples_of_the_rounding():
    rows = people(40, 40, 30, 20)
    found = paid_by(23, 450, *by_percent(50, 30, 20), rows=rows, round_to=500)
    assert money(found)[0] == ("first and second", (1, 2), 8350, (4350, 4000))
    found = paid_by(23, 450, *by_percent(50, 30, 20), rows=rows, round_to=500, rest="kept")
    assert money(found)[0] == ("first and second", (1, 2), 8000, (4000, 4000))


def shared(amount, heads, **settings):
    """Return the shares of a fixed prize, and what the club keeps of it."""
    rows = people(*[40] * heads, 30)
    [won] = given_by(rows, Prize(prize="first", amount=amount), **settings)
    return won.shares, won.half


def test_equal_players_get_equal_rounded_shares_apart_from_the_rest():
    assert shared(5500, 3, round_to=500) == ((2500, 1500, 1500), 0)
    assert shared(5500, 3, round_to=500, rest="kept") == ((1500, 1500, 1500), 1000)
    assert shared(5000, 2, round_to=500, rest="kept") == ((2500, 2500), 0)


def test_a_prize_too_small_to_round_is_split_to_the_coin():
    assert shared(1000, 3, round_to=500) == ((334, 333, 333), 0)
    assert shared(1000, 3, round_to=500, rest="kept") == ((334, 333, 333), 0)


@given(st.integers(1, 20000), st.integers(2, 9), st.integers(1, 700), st.booleans())
def test_no_one_who_ties_gets_nothing_and_no_coin_of_it_is_lost(amount, heads, coin, keep):
    shares, kept = shared(amount, heads, round_to=coin, rest="kept" if keep else "first")
    assert sum(shares) + kept == amount
    if amount >= heads * coin > heads:
        assert {share % coin for share in shares[1:]} == {0}
        assert len({*shares[1:]}) == 1
        assert shares[0] >= shares[1] > 0
        assert (shares[0] == shares[1]) if keep else kept == 0
    else:
        assert (shares, kept) == (split(amount, heads), 0)


def test_each_group_shares_its_own_fees():
    rows = people(40, 38, 36, 34, **{f"no{no}": {"group": "LG"[no % 2]} for no in range(1, 5)})
    both = {"groups": ("L", "G"), "prizes_by_group": True}
    found = paid_by(5, 1000, *by_percent(60), letters="LLLGG", rows=rows, **both)
    assert [(won.key, won.amount) for won in found] == [("L: first", 1800), ("G: first", 1200)]


def test_more_paid_entries_give_another_list_of_prizes():
    tiers = (Tier(start=8, prizes=by_percent(50, 50)), Tier(start=4, prizes=(HAM,)))
    given = [paid_by(number, 100, FIRST, tiers=tiers) for number in (3, 4, 7, 8)]
    assert [[won.amount for won in found] for found in given] == [
        [70000],
        [None],
        [None],
        [400] * 2,
    ]


def test_fees_that_were_not_paid_are_not_given():
    people = (*entrants(3), *entrants(6, no4={"paid": 250}, no5={"paid": True})[3:])
    format = replace(PLAYED.format, fee=1000, prizes=by_percent(100))
    [won] = prizes(replace(PLAYED, format=format, entrants=people), PEOPLE)
    assert won.amount == 1250


@given(
    st.lists(st.integers(0, 40), max_size=5).filter(lambda shares: sum(shares) <= 100),
    st.lists(st.integers(0, 9999), max_size=12),
    st.integers(1, 700),
    st.sampled_from(["first", "kept"]),
    st.integers(0, 5000),
)
def test_fees_are_given_or_left_to_the_coin(shares, fees, coin, rest, fixed):
    offered = (*by_percent(*shares), Prize(prize="booby", amount=fixed))
    changes = {"prizes": offered, "round_to": coin, "rest": rest}
    [found] = prize_money_of(replace(PLAYED.format, **changes), [("", fee) for fee in fees])
    amounts = {one.prize: one.amount for one in found.prizes}
    assert sum(amounts.values()) + found.left == sum(fees)
    to_give = max(0, sum(fees) - fixed)
    with_a_share = [prize for prize in by_percent(*shares) if prize.percent]
    for no, prize in enumerate(with_a_share):
        least = to_give * prize.percent // 100 // coin * coin
        if rest == "first" and no == 0:
            assert amounts[prize.prize] >= least
        else:
            assert amounts[prize.prize] == least
    assert found.left >= min(0, sum(fees) - fixed)


def test_a_pot_with_a_condition_is_carried_over_until_it_happens():
    jackpot = Pot(name="Jackpot", to="first", opening=600, amount=235, half=50, when="a lone heart")
    [won] = given_by(PEOPLE, pots=(jackpot,))
    assert (won.to, won.amount, won.carried, won.half) == ((), 835, 835, 0)
    assert won.why == "This did not happen: a lone heart. It is carried over."
    [won] = given_by(PEOPLE, pots=(replace(jackpot, happened=True),))
    assert (won.to, won.shares, won.carried, won.half) == ((1,), (418,), 0, 417)
    [won] = given_by(PEOPLE, pots=(replace(jackpot, when="", to="most lone hands"),))
    assert (won.to, won.carried, won.why) == ((), 835, "No lone hands.")


def test_a_pot_is_drawn_from_tickets_that_are_all_shown():
    raffle = Pot(name="Raffle", to="draw", amount=600)
    people = entrants(4, no1={"tickets": 2}, no3={"tickets": 1}, no4={"tickets": 5, "ghost": True})
    tournament = replace(PLAYED, entrants=people, format=replace(PLAYED.format, pots=(raffle,)))
    drawn = {seed: prizes(replace(tournament, seed=seed), PEOPLE)[-1] for seed in range(40)}
    assert {won.tickets for won in drawn.values()} == {(1, 1, 3)}
    assert {(won.drawn, won.to, won.shares) for won in drawn.values()} == {
        (1, (1,), (600,)),
        (2, (1,), (600,)),
        (3, (3,), (600,)),
    }
    none = replace(tournament, entrants=entrants(4))
    assert prizes(none, PEOPLE)[-1].carried == 600


def test_lone_hands_are_tickets_in_the_order_of_tables():
    played = evening(
        table(1, "1 2 3 4", "8 5", lones={3: 2, 2: 1}), table(2, "5 6 7 8", "8 5", lones={8: 1})
    )
    assert tickets_for("lone", played) == (2, 3, 3, 8)


def test_euchres_and_lone_hands_tried_are_tickets_too():
    one = table(1, "1 2 3 4", "8 5")
    result = replace(one.result, euchres={4: 1, 1: 2}, tried={2: 3})
    played = evening(replace(one, result=result))
    assert [tickets_for(what, played) for what in ("euchre", "tried")] == [(1, 1, 4), (2, 2, 2)]


def tickets_for(what, played):
    raffle = Pot(name="Raffle", to="draw", amount=600, for_each=what)
    found = replace(played, format=replace(played.format, pots=(raffle,)))
    return prizes(found, standings(found))[-1].tickets


def test_there_are_no_winners_before_the_first_result():
    tournament = evening(table(1, "1 2 3 4"))
    assert prizes(tournament, standings(tournament)) == ()


def test_shares_are_equal_except_for_odd_coins():
    assert [split(10, 4), split(0, 2), split(2, 3)] == [(3, 3, 2, 2), (0, 0), (1, 1, 0)]


@st.composite
def offers(draw):
    kinds = draw(st.lists(st.sampled_from(list(PRIZES)), unique=True))
    gift = st.sampled_from(["", "a ham"])
    return tuple(
        Prize(prize=kind, amount=draw(st.integers(0, 9999)), gift=draw(gift)) for kind in kinds
    )


@given(
    evenings(rounds=2, most=12),
    offers(),
    st.booleans(),
    st.booleans(),
    st.dictionaries(st.sampled_from(list(PRIZES)), st.integers(1, 12)),
)
def test_no_coin_is_lost(tournament, offered, share, one_prize_each, decided):
    pots = (
        Pot(name="basket", to="first", amount=777),
        Pot(name="jar", to="most lone hands", amount=5),
        Pot(name="jackpot", to="lowest", opening=900, amount=100, half=33),
    )
    changes = {"prizes": offered, "share": share, "one_prize_each": one_prize_each, "pots": pots}
    tournament = replace(tournament, format=replace(tournament.format, **changes))
    found = prizes(tournament, standings(tournament), decided=decided)
    given = sum((won.amount or 0) + won.half for won in found)
    assert given == sum(one.amount for one in offered) + sum(pot.holds for pot in pots)
    assert sorted(won.gift for won in found if won.gift) == sorted(
        one.gift for one in offered if one.gift
    )
    for won in found:
        waiting = won.cut or not won.to or won.amount is None
        assert (won.shares == ()) if waiting else (sum(won.shares) == won.amount)


@given(evenings(rounds=2, most=12), offers())
def test_no_entrant_has_two_prizes_where_only_one_is_allowed(tournament, offered):
    offered = tuple(replace(prize, gift="") for prize in offered)
    changes = {"prizes": offered, "one_prize_each": True, "pots": ()}
    tournament = replace(tournament, format=replace(tournament.format, **changes))
    receivers = [no for won in prizes(tournament, standings(tournament)) for no in won.to]
    assert len(receivers) == len(set(receivers))
