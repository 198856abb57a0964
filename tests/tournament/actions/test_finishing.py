"""A tournament is finished: what is announced, what stands in the way, and how it is opened
again."""

import pytest

from scoring.common.refused import Refused
from scoring.models import Report
from scoring.people.actions.people import rename_player
from scoring.tournament.actions.finishing import decide_cut, finish, open_again
from scoring.tournament.actions.reports import withdraw
from scoring.tournament.queries.prizes import dues_of
from tests.cast import PHONE, again, close, everything, log_unseen, versions
from tests.tournament.cast import a_tournament, begun, drawn, ended, played_to, tell, tell_all

pytestmark = pytest.mark.django_db

PRIZES = [
    {"prize": "first", "amount": 1000},
    {"prize": "second", "gift": "A cake"},
    {"prize": "lowest"},
]


def finished(tournament):
    return finish(tournament=again(tournament), actor=PHONE)


def refusal(verb, tournament, **what):
    tournament = again(tournament)
    stored = everything()
    with pytest.raises(Refused) as why:
        verb(tournament=tournament, **what)
    assert everything() == stored
    return str(why.value)


def won(tournament):
    return [(one["prize"], one["to"], one["amount"]) for one in tournament.results["prizes"]]


def test_the_results_are_kept_as_they_were_announced():
    tournament = a_tournament(4, prizes=PRIZES, rounds=2)
    played_to(tournament, 1)
    told = finished(tournament).results
    assert told["format"] == "euchre-standings/1"
    assert [(row["rank"], row["points"]) for row in told["rows"]] == [
        (1, 7),
        (1, 7),
        (3, 5),
        (3, 5),
    ]
    assert told["cuts"] == {}
    assert [row["name"] for row in told["rows"]] == [
        again(tournament).entrants.get(no=row["no"]).name for row in told["rows"]
    ]


def test_every_prize_has_its_reason():
    tournament = a_tournament(4, prizes=PRIZES)
    played_to(tournament, 1)
    first, cake, lowest = finished(tournament).results["prizes"]
    best, last = (
        [row["no"] for row in again(tournament).results["rows"]][half]
        for half in (slice(2), slice(2, 4))
    )
    level = "Tied on points, games won and lone hands."
    assert first == {
        "prize": "first",
        "to": best,
        "amount": 1000,
        "shares": [500, 500],
        "why": f"{level} They share it.",
    }
    assert (cake["prize"], cake["to"], cake["gift"], cake["cut"]) == (
        "second",
        best,
        "A cake",
        True,
    )
    assert (lowest["to"], lowest["amount"]) == (last, None)


def test_finishing_twice_counts_once():
    tournament = a_tournament(4)
    played_to(tournament, 1)
    first = finished(tournament)
    stored = everything()
    assert finished(tournament).finished_at == first.finished_at
    assert everything() == stored


def test_finishing_updates_every_screen():
    tournament = a_tournament(4)
    table = played_to(tournament, 1).tables.get().table
    before, version = versions(table), again(tournament).version
    finished(tournament)
    assert versions(table) == tuple(one + 1 for one in before)
    assert again(tournament).version == version + 1


def test_an_unpublished_round_is_discarded_at_the_finish():
    tournament = a_tournament(4)
    played_to(tournament, 1)
    drawn(again(tournament))
    assert finished(tournament).rounds.count() == 1


def test_results_cannot_be_announced_before_a_round_was_played():
    tournament = a_tournament(4)
    assert (
        refusal(finish, tournament, actor=PHONE)
        == "Play a round first. There is nothing to announce yet."
    )


def test_a_round_in_progress_prevents_finishing():
    tournament = a_tournament(4)
    row = begun(tournament)
    assert refusal(finish, tournament, actor=PHONE) == ("Round 1 is being played. End it first.")
    ended(row)
    assert refusal(finish, tournament, actor=PHONE) == (
        "Table 1 of round 1 has no result. Enter the missing results first."
    )


def test_every_table_without_a_result_is_named():
    tournament = a_tournament(12)
    row = ended(begun(tournament))
    tell(row, 2, 7, 5)
    assert "Tables 1 and 3 of round 1 have no result." in refusal(finish, tournament, actor=PHONE)


def test_a_withdrawn_result_counts_as_missing():
    tournament = a_tournament(4)
    played_to(tournament, 1)
    withdraw(report=Report.objects.get(), actor=PHONE)
    assert "Table 1 of round 1 has no result." in refusal(finish, tournament, actor=PHONE)


def test_a_waiting_hand_prevents_finishing():
    tournament = a_tournament(4)
    row = begun(tournament)
    tell_all(ended(row))
    table = again(row.tables.get()).table
    log_unseen(table, f"{table.sitting.names[0]} 3")
    assert refusal(finish, tournament, actor=PHONE) == (
        "Table 1 of round 1: decide on a waiting hand first."
    )


# -- cutting for what cannot be split
# --------------------------------------------------------------------


def a_cut():
    """A finished tournament whose cake two have to cut for."""
    tournament = a_tournament(4, prizes=PRIZES)
    played_to(tournament, 1)
    finished(tournament)
    one, other = again(tournament).results["prizes"][1]["to"]
    return again(tournament), one, other


def test_the_winner_of_the_cut_gets_the_prize_with_that_reason():
    tournament, one, other = a_cut()
    decide_cut(tournament=tournament, prize="second", winner=other)
    cake = again(tournament).results["prizes"][1]
    assert (cake["to"], cake.get("cut"), cake["why"].endswith("Won the cut.")) == (
        [other],
        None,
        True,
    )
    assert again(tournament).results["cuts"] == {"second": other}


def test_the_winner_of_a_cut_can_be_corrected():
    tournament, one, other = a_cut()
    announced = tournament.results
    decide_cut(tournament=tournament, prize="second", winner=other)
    decide_cut(tournament=again(tournament), prize="second", winner=one)
    assert again(tournament).results["prizes"][1]["to"] == [one]
    decide_cut(tournament=again(tournament), prize="second", winner=None)
    assert again(tournament).results == announced


def test_only_a_tied_entrant_can_win_a_cut():
    tournament, one, other = a_cut()
    assert refusal(decide_cut, tournament, prize="lowest", winner=99) == (
        "Number 99 is not tied for lowest. Choose one of the tied entrants."
    )


def test_a_cut_is_refused_before_the_results_are_announced():
    tournament = a_tournament(4, prizes=PRIZES)
    played_to(tournament, 1)
    assert "then cut" in refusal(decide_cut, tournament, prize="second", winner=1)


def test_a_corrected_name_does_not_prevent_the_cut():
    tournament, one, other = a_cut()
    player = tournament.entrants.get(no=one).player
    rename_player(player=player, name=f"{player.name}y", short_name="", guest=False)
    decide_cut(tournament=again(tournament), prize="second", winner=one)
    results = again(tournament).results
    assert (results["cuts"], results["prizes"][1]["to"]) == ({"second": one}, [one])
    assert f"{player.name}y" in {row["name"] for row in results["rows"]}


def test_a_result_changed_since_the_announcement_prevents_the_cut():
    tournament, one, _ = a_cut()
    Report.objects.update(points={"NS": 9, "EW": 0})
    assert "A round was changed" in refusal(decide_cut, tournament, prize="second", winner=one)


# -- open again
# ------------------------------------------------------------------------------------------


def test_reopening_continues_as_if_no_results_had_been_announced():
    tournament, *_ = a_cut()
    open_again(tournament=tournament, actor=PHONE)
    now = again(tournament)
    assert (now.results, now.finished_at, dues_of(now)) == (None, None, [])
    assert played_to(now, 2).no == 2


def test_the_winner_of_a_cut_is_kept_when_a_reopened_tournament_ends_unchanged():
    tournament, one, _ = a_cut()
    decide_cut(tournament=tournament, prize="second", winner=one)
    announced = again(tournament).results
    open_again(tournament=again(tournament), actor=PHONE)
    assert dues_of(again(tournament)) == []
    assert finished(tournament).results == announced


def test_a_changed_result_needs_a_new_cut():
    tournament, one, _ = a_cut()
    decide_cut(tournament=tournament, prize="second", winner=one)
    open_again(tournament=again(tournament), actor=PHONE)
    tell_all(ended(begun(again(tournament))))
    assert finished(tournament).results["cuts"] == {}


def test_reopening_twice_counts_once():
    tournament, *_ = a_cut()
    open_again(tournament=tournament, actor=PHONE)
    stored = everything()
    open_again(tournament=again(tournament), actor=PHONE)
    assert everything() == stored


def test_a_tournament_of_a_closed_evening_cannot_be_reopened():
    tournament, *_ = a_cut()
    close(tournament.session)
    assert refusal(open_again, tournament, actor=PHONE) == (
        "This club night is closed. An organiser can reopen it."
    )
