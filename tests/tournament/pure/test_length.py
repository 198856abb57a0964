"""How long an evening takes, and what its fees pay."""

import pytest

from scoring.tournament.pure.length import (
    Length,
    Purse,
    describe_for_each,
    describe_length,
    how_long,
    paying,
    pot,
)
from scoring.tournament.pure.settings import format_of
from scoring.tournament.pure.values import Entrant
from tests.tournament.pure.evenings import entrants


def written(minor):
    return f"{minor // 100}.{minor % 100:02}"


def line(style="club", people=60, **settings):
    return describe_length(
        format_of(style, settings), tables=people // 4, people=people, written=written
    )


FIRST = [{"prize": "first", "amount": 30000}, {"prize": "second", "amount": 15000}]


def test_an_evening_is_described_in_one_line():
    assert line(fee=1000, prizes=FIRST) == (
        "8 rounds of 8 hands at 15 tables: about 3 h 30; "
        "60 people pay 600.00, prizes 450.00, 150.00 stay with the club."
    )


@pytest.mark.parametrize(
    ("fee", "end"),
    [
        (750, "60 people pay 450.00, prizes 450.00, nothing is left over."),
        (500, "60 people pay 300.00, prizes 450.00, 150.00 more than the fees bring."),
        (0, "60 people pay 0.00, prizes 450.00, 450.00 more than the fees bring."),
    ],
)
def test_the_clubs_surplus_is_stated_plainly(fee, end):
    assert line(fee=fee, prizes=FIRST).split("; ")[1] == end


def test_prizes_without_money_are_counted_where_money_is_paid():
    rosette = [{"prize": "third", "gift": "a rosette"}, {"prize": "booby"}]
    end = "; 60 people pay 600.00, {}, {} stay with the club."
    assert line(fee=1000, prizes=FIRST + rosette).endswith(
        end.format("prizes 450.00 (1 prize without money or a gift)", "150.00")
    )
    assert line(fee=1000).endswith(end.format("5 prizes without money or a gift", "600.00"))


def test_without_entrants_the_text_says_what_each_player_and_guest_pays():
    def each(guest=None, **settings):
        return describe_for_each(format_of("club", settings), written=written, guest=guest)

    assert each(300, fee=200) == "2.00 each, guests 3.00, 5 prizes without money or a gift"
    assert each(200, fee=200, prizes=FIRST) == (
        "2.00 each, prizes 450.00, for which it takes 225 fees"
    )
    assert each(prizes=FIRST) == "nothing to pay, prizes 450.00, which no fee pays"
    assert each() == ""


def test_without_money_it_is_not_mentioned():
    assert line("classic") == "8 rounds to the bell at 5 at 15 tables: about 2 h 50."
    assert line(people=4, rounds=1, hands=1) == "1 round of 1 hand at 1 table: about 10 minutes."


def test_eight_hands_take_about_twenty_four_minutes():
    parts = ("8 rounds of 8 hands, about 24 minutes", "7 breaks of 3 minutes")
    assert how_long(format_of("club", {}), 15) == Length(minutes=213, parts=parts)


def test_a_round_to_the_bell_takes_about_eighteen_minutes_and_a_later_bell_more():
    assert (
        how_long(format_of("classic", {}), 5).parts[0] == "8 rounds of play to 5, about 18 minutes"
    )
    assert how_long(format_of("classic", {"rounds": 1, "bell_at": 10}), 5).minutes == 36


def test_a_clock_gives_the_exact_length_and_limits_longer_rounds():
    by_clock = format_of("club", {"ends": "clock", "minutes": 20, "rounds": 6, "break_minutes": 5})
    parts = ("6 rounds of 20 minutes by the clock", "5 breaks of 5 minutes")
    assert how_long(by_clock, 3) == Length(minutes=145, parts=parts)
    assert how_long(format_of("club", {"minutes": 20, "rounds": 1}), 3).minutes == 20
    assert how_long(format_of("club", {"minutes": 40, "rounds": 1}), 3).minutes == 24


def test_at_a_single_table_no_one_moves():
    assert how_long(format_of("club", {}), 1) == Length(
        minutes=192, parts=("8 rounds of 8 hands, about 24 minutes",)
    )


@pytest.mark.parametrize(
    ("minutes", "about"),
    [
        (3, "10 minutes"),
        (44, "45 minutes"),
        (55, "55 minutes"),
        (58, "1 h"),
        (64, "1 h"),
        (65, "1 h 10"),
    ],
)
def test_times_are_rounded_to_ten_minutes(minutes, about):
    assert Length(minutes=minutes, parts=()).about == about


def test_each_of_a_pair_pays_and_a_ghost_does_not():
    ghost = Entrant(no=9, names=("Ghost",), ghost=True)
    assert paying((*entrants(3, pairs=True), ghost)) == 6


def test_prizes_by_group_are_paid_for_each_group():
    settings = {
        "groups": ["Ladies", "Gentlemen"],
        "prizes_by_group": True,
        "prizes": FIRST,
        "fee": 1000,
    }
    assert pot(format_of("club", settings), 60) == Purse(fees=60000, prizes=90000)
    assert pot(format_of("club", settings), 60).left == -30000
