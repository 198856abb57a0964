"""The evening of a tournament is closed: settled by prizes alone, counted in seasons if it is to
be."""

from collections import Counter
from datetime import date
from uuid import uuid4

import pytest

from scoring.club.actions.count import count_tallies
from scoring.club.pure.season import CRITERIA
from scoring.club.queries.seasons import rows_of
from scoring.common.refused import Refused
from scoring.models import Entry, Payment, Rating, Season, Tally, Tournament
from scoring.table.queries.settlement import statement_of
from scoring.tournament.actions.finishing import finish
from scoring.tournament.actions.following import open_final
from scoring.tournament.actions.tables import not_played
from tests.cast import PHONE, a_table, again, an_evening, close, everything, log_all, reopen
from tests.tournament.cast import a_tournament, begun, drawn, ended, seats, tell, tell_all

pytestmark = pytest.mark.django_db


def a_finished_one(people=4, *, counts=False, hands=(), **what):
    """A tournament of one round, with these hands at table 1, and results told for all tables."""
    tournament = a_tournament(people, **what)
    Tournament.objects.filter(pk=tournament.pk).update(counts=counts)
    row = begun(again(tournament))
    table = row.tables.get(no=1).table
    names = again(table).sitting.names if hands else []
    log_all(again(table), *(hand.format(*names) for hand in hands))
    tell_all(ended(row))
    return finish(tournament=again(tournament), actor=PHONE)


def refusal(session):
    stored = everything()
    with pytest.raises(Refused) as why:
        close(session)
    assert everything() == stored
    return str(why.value)


def test_a_tournaments_hands_are_in_no_settlement_account_or_rating():
    tournament = a_finished_one(hands=["{0}! 5", "{1} 3"] * 2)
    assert statement_of(tournament.session).sittings == ()
    closing = close(tournament.session)
    assert (closing.statement.names, closing.statement.transfers) == ((), ())
    assert (Payment.objects.count(), Entry.objects.count(), Rating.objects.count()) == (0, 0, 0)


def test_tables_beside_the_tournament_are_settled_as_usual():
    tournament = a_finished_one(hands=["{0}! 5"])
    a_table("Eve! 5", session=tournament.session)
    closing = close(tournament.session)
    (line,) = closing.statement.sittings
    assert (line.table, line.hands, closing.statement.nets[4].points) == ("Table 2", 1, 20)
    assert {tally.rules_key for tally in Tally.objects.all()} == {"call-ace"}


def test_an_unfinished_tournament_with_a_started_round_prevents_closing():
    tournament = a_tournament(4)
    begun(tournament)
    assert refusal(tournament.session) == (
        "The tournament is not finished. Finish it under Prizes, then close."
    )


def test_a_tournament_without_a_published_round_does_not_prevent_closing():
    tournament = a_tournament(4)
    drawn(tournament)
    assert refusal(tournament.session) == (
        "This club night has no records, so there is nothing to close. If it didn’t take place, "
        "cancel it."
    )
    a_table("Eve! 5", session=tournament.session)
    assert close(tournament.session).statement.hands == 1


def test_reopening_and_closing_again_gives_the_same_tallies():
    tournament = a_finished_one(counts=True, hands=["{0}! 5"])
    close(tournament.session)
    before = list(Tally.objects.order_by("pk").values())
    reopen(again(tournament.session))
    close(again(tournament.session))
    assert list(Tally.objects.order_by("pk").values()) == before


# -- seasons
# ---------------------------------------------------------------------------------------------


def told(tally):
    figures = (
        tally.hands,
        tally.points,
        tally.games_won,
        tally.games_lost,
        tally.net_points,
        tally.net_minor,
    )
    return (tally.player.name, tally.rules_key, tally.games, *figures)


def a_season(club, **what):
    about = {"starts_on": date(2020, 1, 1), "ends_on": date(2040, 1, 1)}
    return Season.objects.create(club=club, name="All", order=["points_a_hand"], **about, **what)


def tallies():
    return sorted(told(tally) for tally in Tally.objects.select_related("player"))


def test_a_tournament_that_does_not_count_leaves_no_tallies():
    close(a_finished_one(hands=["{0}! 5"]).session)
    assert tallies() == []


def test_a_tournament_that_counts_has_its_ranking_points_and_a_round_as_a_game():
    tournament = a_finished_one(counts=True)
    close(tournament.session)
    rows = {row["name"]: row for row in tournament.results["rows"]}
    assert tallies() == [
        (name, "american", True, 0, row["points"], row["won"], 1 - row["won"], 0, 0)
        for name, row in sorted(rows.items())
    ]


def test_hands_entered_one_by_one_are_counted_with_the_figures_of_play():
    tournament = a_finished_one(counts=True, hands=["{0}! 5", "{1} 3", "-"])
    close(tournament.session)
    assert {tally.hands for tally in Tally.objects.all()} == {2}
    north = tournament.rounds.get().placings.get(seat="N").entrant.player
    assert Tally.objects.get(player=north).play["maker"] == [1, 1, 1, 0, 1, 1]


def test_a_round_entered_by_totals_counts_as_a_round_without_hands():
    close(a_finished_one(counts=True, rounds=1).session)
    assert {(tally.hands, tally.points_of_hands) for tally in Tally.objects.all()} == {(0, 0)}
    assert (
        sorted(tally.play["rounds"] for tally in Tally.objects.all()) == [[1, 5]] * 2 + [[1, 7]] * 2
    )


def test_points_a_hand_use_only_hands_entered_one_by_one():
    tournament = a_tournament(8, style="classic")
    Tournament.objects.filter(pk=tournament.pk).update(counts=True)
    row = begun(again(tournament))
    table = row.tables.get(no=1).table
    log_all(table, *[f"{table.sitting.names[0]} 3"] * 4)
    tell(ended(row), 2, 6, 1)
    finish(tournament=again(tournament), actor=PHONE)
    close(tournament.session)
    season = a_season(tournament.session.club)
    a_hand = CRITERIA["points_a_hand"]
    assert Counter(
        (one.points, one.hands, a_hand.written(one)) for one in rows_of(season)
    ) == Counter(
        [(4, 4, "1.00")] * 2 + [(0, 4, "0.00")] * 2 + [(6, 0, "–")] * 2 + [(1, 0, "–")] * 2
    )


def test_among_the_best_evenings_one_entered_by_totals_is_worth_least():
    tournament = a_finished_one(counts=True)
    close(tournament.session)
    names = [one.name for one in tournament.entrants.all()]
    later = an_evening(tournament.session.club)
    a_table(f"{names[0]}! 5", session=later, names=names, rules_key="american")
    close(later)
    season = a_season(tournament.session.club, best_of=1)
    assert {one.hands for one in rows_of(season)} == {1}


def test_both_partners_get_the_pairs_points_and_a_ghost_gets_none():
    tournament = a_tournament([("Ann", "Ben"), ("Cat", "Dan")], style="pairs")
    Tournament.objects.filter(pk=tournament.pk).update(counts=True)
    tournament.entrants.filter(no=2).update(ghost=True)
    row = ended(begun(again(tournament)))
    tell(row, 1, 8, 3)
    finish(tournament=again(tournament), actor=PHONE)
    close(tournament.session)
    side = row.tables.get().placings.get(entrant__no=1).seat
    points = 8 if side == "N" else 3
    assert [(name, had) for name, _, _, _, had, *_ in tallies()] == [
        ("Ann", points),
        ("Ben", points),
    ]


def test_a_player_who_sat_out_every_round_has_no_tally():
    tournament = a_finished_one(5, counts=True)
    close(tournament.session)
    out = tournament.rounds.get().sitting_out[0]
    who = tournament.entrants.get(no=out).player.name
    assert who not in {name for name, *_ in tallies()}
    assert len(tallies()) == 4


def test_a_player_whose_tables_never_played_has_no_tally():
    tournament = a_tournament(8)
    Tournament.objects.filter(pk=tournament.pk).update(counts=True)
    row = ended(begun(again(tournament)))
    tell(row, 1, 7, 5)
    not_played(key=uuid4(), round_table=row.tables.get(no=2), actor=PHONE)
    finish(tournament=again(tournament), actor=PHONE)
    close(tournament.session)
    known = {one.no: one.name for one in tournament.entrants.all()}
    assert {name for name, *_ in tallies()} == {known[no] for no in seats(row)[1].values()}


def test_counting_again_changes_nothing():
    tournament = a_finished_one(counts=True, hands=["{0}! 5"])
    close(tournament.session)
    stored = everything()
    assert count_tallies(session=again(tournament.session)) == 0
    assert everything() == stored


def test_games_by_the_same_rules_at_another_table_are_added():
    tournament = a_finished_one(counts=True)
    names = [one.name for one in tournament.entrants.all()]
    a_table(f"{names[0]}! 5", session=tournament.session, names=names, rules_key="american")
    close(tournament.session)
    assert {tally.hands for tally in Tally.objects.all()} == {1}
    played_to_one = {row["name"]: row["points"] for row in tournament.results["rows"]}
    assert Tally.objects.get(player__name=names[0]).points == played_to_one[names[0]] + 4


def test_points_carried_into_a_final_count_once():
    qualifying = a_finished_one(8, counts=True, rounds=1)
    best = [row["no"] for row in qualifying.results["rows"][:4]]
    final = open_final(tournament=qualifying, number=4, rounds=1, carries=True, cut=best)
    Tournament.objects.filter(pk=final.pk).update(counts=True)
    tell_all(ended(begun(again(final))))
    finish(tournament=again(final), actor=PHONE)
    for tournament in (qualifying, final):
        close(again(tournament.session))
    counted = Counter()
    for tally in Tally.objects.select_related("player"):
        counted[tally.player.name] += tally.points
    won = {row["name"]: row["points"] for row in again(final).results["rows"]}
    assert {name: counted[name] for name in won} == won
