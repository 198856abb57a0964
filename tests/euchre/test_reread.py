"""A sitting re-read under other rules: its kept and missing hands, and the new winners."""

import pytest

from scoring.euchre.books import SHELF, find
from scoring.euchre.hand import Hand, ImpossibleHand, Irregularity
from scoring.euchre.reread import reread
from scoring.euchre.settlement import settle
from tests.euchre.cast import ANN, BEN, CAST, CAT, DAN, told_points

CALL_ACE, KELLER, CLUB_LAWS, RAILROAD = (
    find(key) for key in ("call-ace", "keller", "club-laws", "railroad")
)
AMERICAN, SET_BACK = find("american"), find("hoyle-three-setback")
MAKERS = find("hoyle-four").house(key="house", name="Ours", changes={"alone": "maker"})
STUCK = find("american", stick_the_dealer=True)
TOGETHER = KELLER.house(key="house", name="Never alone", changes={"alone": "nobody"})
JAMBOREES = RAILROAD.house(key="house", name="Ours", changes={"alone": "either"})
ALL = (*SHELF.values(), STUCK, TOGETHER, JAMBOREES, find("american", joker=True, defend_alone=True))


def offence(kind, by, times=1):
    return (Irregularity(kind=kind, by=by, times=times),)


def as_if(*hands, of, under, seats=4):
    """Return the sitting re-read; the player on the first player's right deals first."""
    return reread(
        hands, of=of, under=under, seats=seats, first_dealer=seats - 1, names=CAST[:seats]
    )


def outcome(hand, *, of, under, seats=4):
    """Return the result of a hand: points in the form of told_points, or the missing facts; and its
    notes."""
    (reading,) = as_if(hand, of=of, under=under, seats=seats).readings
    found = reading.missing or told_points(reading.read.score.points)
    return (found, *reading.notes)


def nets(owed, seats):
    return [net.points for net in settle(range(seats), owed).nets.values()]


SITS_OUT = "Cat, opposite the lone player, counts as their partner, who lays down their cards"
PLAYS_AGAINST = "Cat, who laid down the cards for the lone hand, counts as an opponent"
NOBODY_NAMED = ("the suit the dealer would have named, because all passed and the dealer is stuck",)
ALL_FIVE = "Ann took all five, so Ann and Cat did"

FROM_CALL_ACE = [
    (Hand(maker=ANN, partner=CAT, tricks=5), KELLER, ("Ann 2, Cat 2",)),
    (Hand(maker=ANN, partner=CAT, tricks=1, call="H", trump="S"), KELLER, ("Ben 2, Dan 2",)),
    (
        Hand(maker=ANN, partner=BEN, tricks=3),
        KELLER,
        ("the tricks of Ann and Cat: Ann’s partner was Ben",),
    ),
    (
        Hand(maker=DAN, partner=CAT, tricks=5),
        KELLER,
        ("the tricks of Ben and Dan: Dan’s partner was Cat",),
    ),
    (Hand(maker=ANN, alone=ANN, tricks=5), KELLER, ("Ann 4, Cat 4", SITS_OUT)),
    (Hand(maker=ANN, alone=ANN, tricks=2), CLUB_LAWS, ("Ben 4, Dan 4", SITS_OUT)),
    (
        Hand(maker=ANN, alone=ANN, tricks=5),
        TOGETHER,
        ("the tricks of Ann and Cat together: Ann played alone, and nobody may",),
    ),
    (
        Hand(maker=ANN, tricks=3),
        TOGETHER,
        ("the tricks of Ann and Cat together: Ann was alone, and nobody may be",),
    ),
    (Hand(maker=ANN, call="H", tricks=5), KELLER, ("Ann 2, Cat 2", ALL_FIVE)),
    (
        Hand(maker=ANN, call="H", tricks=4),
        KELLER,
        ("the tricks of Ann and Cat: Ann called and was alone",),
    ),
    (Hand(maker=ANN, tricks=5), KELLER, ("whether Ann declared to play alone",)),
    (
        Hand(maker=ANN, tricks=2),
        KELLER,
        ("whether Ann declared to play alone, and else the tricks of Ann and Cat",),
    ),
    (
        Hand(maker=ANN, partner=CAT, tricks=3, irregularities=offence("intimation", CAT)),
        KELLER,
        ("Ann 1, Cat 1", "an intimation means nothing in Keller’s game"),
    ),
    (
        Hand(maker=ANN, partner=BEN, irregularities=offence("revoke", BEN)),
        KELLER,
        ("Ann 2, Cat 2",),
    ),
    (
        Hand(maker=ANN, irregularities=offence("revoke", CAT)),
        KELLER,
        ("whether Ann declared to play alone, and else the tricks of Ann and Cat",),
    ),
    (
        Hand(maker=ANN, partner=CAT, irregularities=offence("revoke", BEN)),
        CLUB_LAWS,
        ("the tricks, since a revoke does not decide the hand here",),
    ),
    (
        Hand(maker=ANN, partner=CAT, tricks=4, irregularities=offence("revoke", BEN, 2)),
        CLUB_LAWS,
        ("Ann 7, Cat 7", "the tricks entered with the revoke count here"),
    ),
    (Hand(maker=ANN, partner=CAT, tricks=3, made="ordered", dealer=CAT), KELLER, ("Ann 1, Cat 1",)),
    (Hand(void="passed-out"), STUCK, NOBODY_NAMED),
    (Hand(void="misdeal"), STUCK, ("nobody",)),
]


@pytest.mark.parametrize(("hand", "under", "expected"), FROM_CALL_ACE)
def test_a_hand_with_a_called_partner_is_read_with_fixed_partners(hand, under, expected):
    assert outcome(hand, of=CALL_ACE, under=under) == expected


def test_a_turned_up_joker_missing_in_the_pack_is_left_out_and_spades_stay_trumps():
    hand = Hand(maker=ANN, partner=CAT, tricks=3, turned="joker", made="ordered")
    (reading,) = as_if(hand, of=find("call-ace", joker=True), under=KELLER).readings
    assert (reading.notes, reading.read.hand) == (
        ("the joker turned up is left out: Keller’s game has none in the pack",),
        Hand(maker=ANN, tricks=3, made="ordered", trump="S", dealer=DAN),
    )


FROM_FIXED = [
    (Hand(maker=ANN, tricks=5), KELLER, CALL_ACE, ("who was called as partner",)),
    (Hand(maker=ANN, alone=ANN, tricks=5), KELLER, CALL_ACE, ("Ann 4", PLAYS_AGAINST)),
    (
        Hand(maker=ANN, alone=ANN, tricks=2),
        KELLER,
        CALL_ACE,
        ("Ben 2, Cat 2, Dan 2", PLAYS_AGAINST),
    ),
    (
        Hand(maker=ANN, alone=CAT, tricks=5),
        KELLER,
        CALL_ACE,
        ("who was called as partner: Cat played alone, and only the maker may",),
    ),
    (
        Hand(maker=ANN, alone=CAT, tricks=5),
        KELLER,
        MAKERS,
        ("the tricks of Ann and Cat together: Cat played alone, and only the maker may",),
    ),
    (Hand(maker=ANN, alone=CAT, tricks=5), KELLER, CLUB_LAWS, ("Ann 4, Cat 4",)),
    (
        Hand(maker=ANN, alone=CAT, irregularities=offence("revoke", BEN)),
        KELLER,
        MAKERS,
        ("Ann 2, Cat 2",),
    ),
    (
        Hand(maker=ANN, alone=ANN, defender_alone=BEN, tricks=2),
        RAILROAD,
        KELLER,
        ("the tricks against Ben and Dan together: Ben defended alone, which is not allowed",),
    ),
    (
        Hand(maker=ANN, alone=ANN, defender_alone=BEN, tricks=2),
        RAILROAD,
        CALL_ACE,
        ("the tricks against all the others: Ben defended alone, which is not allowed",),
    ),
    (
        Hand(maker=ANN, alone=ANN, special="jambone", tricks=5),
        RAILROAD,
        KELLER,
        ("the tricks of a lone hand with its cards unseen: Ann played a jambone",),
    ),
    (
        Hand(maker=ANN, special="jamboree"),
        RAILROAD,
        KELLER,
        ("whether it was played alone: Ann showed a jamboree",),
    ),
    (
        Hand(maker=ANN, special="jamboree"),
        RAILROAD,
        CALL_ACE,
        ("the partner that the maker called, if any: Ann showed a jamboree",),
    ),
    (
        Hand(maker=ANN, special="jamboree"),
        RAILROAD,
        TOGETHER,
        ("Ann 2, Cat 2", "the five best trumps win all the tricks"),
    ),
    (
        Hand(maker=ANN, special="jamboree", alone=ANN),
        RAILROAD,
        KELLER,
        ("Ann 4, Cat 4", "the five best trumps win all the tricks"),
    ),
    (
        Hand(maker=ANN, special="jambone", tricks=5),
        RAILROAD,
        JAMBOREES,
        ("Ann 8, Cat 8",),
    ),
    (
        Hand(maker=ANN, alone=ANN, tricks=5, irregularities=offence("exposed", CAT)),
        CLUB_LAWS,
        KELLER,
        (
            "Ann 4, Cat 4",
            "a card shown by the lone player’s partner means nothing in Keller’s game",
        ),
    ),
    (
        Hand(maker=ANN, alone=ANN, irregularities=offence("abandoned", BEN)),
        CLUB_LAWS,
        KELLER,
        ("the tricks, since abandoned cards do not decide the hand here",),
    ),
    (
        Hand(maker=ANN, alone=ANN, tricks=3, irregularities=offence("abandoned", BEN)),
        CLUB_LAWS,
        KELLER,
        ("Ann 1, Cat 1", "abandoned cards mean nothing in Keller’s game"),
    ),
    (
        Hand(maker=ANN, tricks=3, irregularities=offence("revoke", BEN)),
        CLUB_LAWS,
        KELLER,
        ("Ann 2, Cat 2",),
    ),
    (
        Hand(maker=ANN, irregularities=offence("revoke", BEN)),
        KELLER,
        CLUB_LAWS,
        ("the tricks, since a revoke does not decide the hand here",),
    ),
    (Hand(void="passed-out"), KELLER, STUCK, NOBODY_NAMED),
    (Hand(maker=ANN, tricks=3, made="assisted", dealer=CAT), KELLER, AMERICAN, ("Ann 1, Cat 1",)),
    (
        Hand(maker=ANN, alone=ANN, tricks=3, made="assisted", dealer=CAT),
        KELLER,
        CALL_ACE,
        ("Ann 1", PLAYS_AGAINST),
    ),
]


@pytest.mark.parametrize(("hand", "of", "under", "expected"), FROM_FIXED)
def test_a_hand_with_fixed_partners_is_read_under_other_rules(hand, of, under, expected):
    assert outcome(hand, of=of, under=under) == expected


def test_three_single_players_are_read_with_set_back():
    assert outcome(Hand(maker=ANN, tricks=1), of=find("hoyle-three"), under=SET_BACK, seats=3) == (
        "Ann -2",
    )


def test_rules_for_another_number_of_players_are_refused():
    with pytest.raises(ImpossibleHand, match="Keller’s game is for four players, not 5."):
        as_if(of=CALL_ACE, under=KELLER, seats=5)


EVENING = [
    Hand(maker=ANN, tricks=5),
    Hand(maker=BEN, alone=BEN, tricks=2),
    Hand(maker=CAT, tricks=3),
    Hand(maker=ANN, alone=CAT, tricks=5),
    Hand(maker=BEN, tricks=5),
]


def test_games_are_won_at_other_hands_under_other_rules():
    found = as_if(*EVENING, of=KELLER, under=CLUB_LAWS)
    assert found.as_text == "All 5 hands can be scored."
    assert [reading.no for reading in found.readings if reading.differs] == [2]
    assert [game.hands for game in found.readings[-1].real.standing.games] == [(1, 3)]
    assert [(game.hands, game.score, game.lap) for game in found.played[-1].standing.games] == [
        ((1, 2), (6, 0), 1),
        ((3, 4), (6, 0), 1),
    ]
    assert nets(found.owed_really, 4) == [1, -1, 1, -1]
    assert nets(found.owed, 4) == [4, -4, 4, -4]


def test_unknown_hands_are_left_out_and_later_games_are_uncertain():
    found = as_if(
        *EVENING, Hand(maker=ANN, tricks=5), Hand(maker=ANN, tricks=3), of=KELLER, under=MAKERS
    )
    assert (
        found.as_text
        == "6 of 7 hands can be scored. From hand 4 on the games could have gone otherwise."
    )
    assert found.missing == (
        "hand 4: the tricks of Ann and Cat together: Cat played alone, and only the maker may",
    )
    games = found.played[-1].standing.games
    assert [(game.hands, game.score, found.is_sure(game)) for game in games] == [
        ((1, 3), (5, 0), True)
    ]
    assert [played.no for played in found.played] == [1, 2, 3, 5, 6, 7]
    assert found.played[-1].standing.opened == 5


def test_a_game_after_a_missing_hand_keeps_its_hand_numbers():
    hands = [Hand(maker=ANN, alone=CAT, tricks=3), *[Hand(maker=ANN, tricks=5)] * 3]
    found = as_if(*hands, of=KELLER, under=MAKERS)
    (game,) = found.played[-1].standing.games
    assert (game.hands, found.is_sure(game), [played.ended for played in found.played]) == (
        (2, 4),
        False,
        [(), (), (game,)],
    )


def test_totals_without_an_end_list_the_hands_they_leave_out():
    found = as_if(*EVENING, of=KELLER, under=CALL_ACE)
    assert found.as_text == "1 of 5 hands can be scored. The totals leave hands 1, 3, 4 and 5 out."
    assert (found.played[0].no, found.played[-1].totals) == (2, (2, 0, 2, 2))
    assert nets(found.owed, 4) == [2, -6, 2, 2]


@pytest.mark.parametrize(
    ("hands", "told"),
    [
        ([], "No hand was played."),
        (EVENING[:1], "None of 1 hand can be scored. The totals leave hand 1 out."),
        (EVENING[1:2], "The one hand can be scored."),
    ],
)
def test_the_number_of_hands_scored_is_written_in_words(hands, told):
    found = as_if(*hands, of=KELLER, under=CALL_ACE)
    assert (found.as_text, sum(nets(found.owed, 4))) == (told, 0)


def test_the_original_dealers_are_kept():
    both = Hand(
        maker=ANN, tricks=3, irregularities=offence("revoke", ANN) + offence("revoke", BEN)
    )  # voids the deal in Keller's game, and not by the club laws
    found = as_if(both, both, of=KELLER, under=CLUB_LAWS)
    assert [reading.read.dealer for reading in found.readings] == [DAN, DAN]
