"""Paper is typed at the desk: stored once, checked against the others, never silently accepted."""

import pytest
from django.utils import timezone

from scoring.common.permissions import Actor
from scoring.common.refused import Refused
from scoring.models import Entrant, Report
from scoring.tournament.actions.enter_scores import (
    take_back,
    type_card,
    type_forfeit,
    type_slip,
    type_whole_card,
)
from scoring.tournament.actions.reports import withdraw
from scoring.tournament.pure.cards import Card, CardLine
from scoring.tournament.queries.now import played_tables
from tests.cast import PHONE, an_organiser, everything, some_id
from tests.tournament.cast import a_tournament, begun, ended, latest, played_to, seats, tell

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament():
    """Eight people at two tables, whose first round is over and told by nobody."""
    tournament = a_tournament(8)
    ended(begun(tournament))
    return tournament


def card(tournament, no, points, against=None, lones=0, *, key=None, round=1, won=""):
    """The card of a number is typed."""
    count = key or Report.objects.count() + 1
    line = CardLine(points=points, against=against, lones=lones)
    told = {"key": some_id(count), "round": round, "no": no, "line": line, "won": won}
    return type_card(tournament=tournament, actor=PHONE, **told)


def slip(tournament, table, *points, lones=None, key=50, **what):
    told = {
        "key": some_id(key),
        "round": 1,
        "table": table,
        "points": points,
        "lones": lones or {},
    } | what
    return type_slip(tournament=tournament, actor=PHONE, **told)


def whole(tournament, no, *points, key=70, total=None, rounds=None):
    lines = {
        round: CardLine(points=number)
        for round, number in zip(rounds or range(1, 9), points, strict=False)
    }
    told = Card(owner=no, lines=lines, total=total)
    return type_whole_card(key=some_id(key), tournament=tournament, card=told, actor=PHONE)


def at(tournament, table=1, round=1):
    """Numbers at a table, from the north around."""
    return tuple(seats(tournament.rounds.get(no=round))[table].values())


def state(tournament, table=1, round=1):
    """How a table stands, and its points."""
    found = played_tables(tournament.rounds.filter(no=round))
    verdict = next(one for one in found if one.row.no == table).verdict
    return verdict.state, dict(verdict.result.points) if verdict.result else None


def refused(tournament, sentence, verb, *args, **what):
    stored = everything()
    with pytest.raises(Refused) as why:
        verb(tournament, *args, **what)
    assert str(why.value) == sentence
    assert everything() == stored


def test_four_cards_that_agree_confirm_their_table(tournament):
    north, east, south, west = at(tournament)
    found = [state(tournament)]
    for no, points, against in ((north, 9, 6), (south, 9, 6), (east, 6, 9), (west, 6, None)):
        card(tournament, no, points, against)
        found.append(state(tournament))
    told = {"NS": 9, "EW": 6}
    assert found == [("nothing", None), *[("unconfirmed", told)] * 2, *[("confirmed", told)] * 2]


def test_a_card_is_stored_with_its_owner_side_and_lone_hands(tournament):
    _, east, *_ = at(tournament)
    told = card(tournament, east, 6, 9, 2)
    stored = (told.source, told.entrant.no, told.points, told.lones, told.round_table.no, told.by)
    assert stored == ("card", east, {"EW": 6, "NS": 9}, {str(east): 2}, 1, PHONE.name)


def test_partners_cards_that_differ_are_disputed_until_the_wrong_one_is_retyped(tournament):
    north, east, south, _ = at(tournament)
    card(tournament, north, 9, 6)
    card(tournament, east, 6, 9)
    card(tournament, south, 8, 6)
    differ = state(tournament)
    card(tournament, south, 9, 6)
    assert (differ, state(tournament)) == (("disputed", None), ("confirmed", {"NS": 9, "EW": 6}))


def test_an_undone_entry_no_longer_counts_and_the_earlier_one_does(tournament):
    north, *_ = at(tournament)
    card(tournament, north, 8, 6)
    second = card(tournament, north, 9, 6)
    gone = take_back(key=second.key, tournament=tournament, actor=PHONE)
    again = take_back(key=second.key, tournament=tournament, actor=PHONE)
    assert [one.pk for one in (*gone, *again)] == [second.pk] * 2
    assert state(tournament) == ("unconfirmed", {"NS": 8, "EW": 6})


def test_only_entries_typed_by_the_director_can_be_undone_there(tournament):
    told = tell(latest(tournament), 1, 9, 6)
    refused(
        tournament,
        "There is nothing to undo.",
        lambda tournament: take_back(key=told.key, tournament=tournament, actor=PHONE),
    )


def test_a_card_sent_twice_is_stored_once(tournament):
    north, *_ = at(tournament)
    assert card(tournament, north, 9, 6, key=5) == card(tournament, north, 9, 6, key=5)
    assert Report.objects.count() == 1


def test_another_card_with_a_key_already_used_is_refused(tournament):
    north, east, *_ = at(tournament)
    card(tournament, north, 9, 6, key=5)
    sentence = "This page was already sent with different values. Send it again."
    refused(tournament, sentence, card, north, 8, 6, key=5)
    refused(tournament, sentence, card, east, 9, 6, key=5)
    take_back(key=some_id(5), tournament=tournament, actor=PHONE)
    refused(tournament, sentence, card, north, 9, 6, key=5)


def test_a_slip_and_a_card_confirm_if_equal_and_are_disputed_if_not(tournament):
    north, east, *_ = at(tournament)
    told = slip(tournament, 1, 9, 6, lones={east: 1})
    alone = state(tournament)
    card(tournament, north, 9, 6)
    agreed = state(tournament)
    slip(tournament, 1, 9, 7, key=51)
    assert (told.source, told.side, told.entrant, told.lones) == ("table", "", None, {str(east): 1})
    found = [alone, agreed, state(tournament)]
    points = {"NS": 9, "EW": 6}
    assert found == [("unconfirmed", points), ("confirmed", points), ("disputed", None)]


def test_a_tie_is_won_by_the_side_whose_points_have_the_plus(tournament):
    north, *_ = at(tournament)
    card(tournament, north, 6, 6)
    tied = state(tournament)
    card(tournament, north, 6, 6, won="other")
    of_card = state(tournament)[0], Report.objects.last().tie
    slip(tournament, 2, 6, 6, won=1)
    assert (tied, of_card, Report.objects.last().tie) == (
        ("tied", None),
        ("unconfirmed", "EW"),
        "EW",
    )
    sentence = "A + says who won a tie, and 9–6 is none."
    refused(tournament, sentence, card, north, 9, 6, won="own")
    refused(tournament, sentence, slip, 2, 9, 6, won=0)


def test_a_player_without_a_card_in_a_round_is_refused_with_the_reason():
    tournament = a_tournament(9)
    row = ended(begun(tournament))
    out, here = row.sitting_out[0], at(tournament)[0]
    name = Entrant.objects.get(no=out).name
    Entrant.objects.filter(no=here).update(ghost=True)
    ghost = Entrant.objects.get(no=here).name
    refused(tournament, "There is no number 99.", card, 99, 9)
    refused(tournament, f"{out} {name} sat out in round 1.", card, out, 9)
    refused(tournament, f"{here} {ghost} is a ghost and has no card.", card, here, 9)
    later = "Round 2 has not started, so it has no score yet."
    refused(tournament, later, card, at(tournament)[1], 9, round=2)
    refused(
        tournament,
        "1000 is not possible. Points go from -999 to 999.",
        card,
        at(tournament)[1],
        1000,
    )
    Entrant.objects.create(
        tournament=tournament, no=12, player=tournament.session.club.players.create(name="Zoe")
    )
    refused(tournament, "12 Zoe did not play in round 1.", card, 12, 9)


def test_a_slip_of_an_unknown_table_or_with_too_few_sides_is_refused(tournament):
    refused(tournament, "Round 1 has no table 3: it has 2.", slip, 3, 9, 6)
    refused(tournament, "Table 1 has 2 sides: type the points of each.", slip, 1, 9, 6, 1)
    refused(tournament, "Number 99 does not sit at Table 1.", slip, 1, 9, 6, lones={99: 1})


def test_at_a_table_of_three_each_player_has_separate_points():
    tournament = a_tournament(7, odd="three")
    ended(begun(tournament))
    no = next(no for no, seated in seats(latest(tournament)).items() if len(seated) == 3)
    north, east, south = at(tournament, no)
    for one, points in ((north, 5), (east, 3), (south, 1)):
        card(tournament, one, points)
    sentence = (
        f"Table {no} plays with three, each for themselves: type the points of number {north} "
        f"alone, “{north} 5”."
    )
    assert state(tournament, no) == ("confirmed", {"N": 5, "E": 3, "S": 1})
    refused(tournament, sentence, card, north, 5, 3)
    slip(tournament, no, 5, 3, 1)
    assert state(tournament, no) == ("confirmed", {"N": 5, "E": 3, "S": 1})


def test_a_whole_card_enters_every_round_and_its_total_is_checked():
    tournament = a_tournament(4, rounds=3)
    for _ in range(3):
        row = ended(begun(tournament))
        tell(row, 1, 7, 5)
    sides = sides_of(tournament, 1)
    points = [7 if one == "NS" else 5 for one in sides]
    stored = whole(tournament, 1, *points, total=sum(points))
    assert [one.points for one in stored] == [
        {side: number} for side, number in zip(sides, points, strict=True)
    ]
    assert whole(tournament, 1, *points, key=71, total=sum(points)) == []
    wrong = sum(points) + 1
    name = tournament.entrants.get(no=1).name
    sentence = (
        f"{name}'s card: its points come to {sum(points)}, and {wrong} is written. Look at the "
        "card, and type it again. If the owner’s sum is wrong, leave it out."
    )
    refused(tournament, sentence, whole, 1, *points, key=72, total=wrong)


def sides_of(tournament, no):
    """The side that a number had, round by round."""
    found = [seats(row)[1] for row in tournament.rounds.all()]
    return ["NS" if no in (at["N"], at["S"]) else "EW" for at in found]


def test_a_whole_card_stores_only_rounds_that_are_new():
    tournament = a_tournament(4, rounds=2)
    played_to(tournament, 2)
    north, *_ = at(tournament)
    first = card(tournament, north, 7, 5)
    _, mine = sides_of(tournament, north)
    stored = whole(tournament, north, 8, 6)
    assert first.points == {"NS": 7, "EW": 5}
    assert [one.points for one in stored] == [{"NS": 8, "EW": 5}, {mine: 6}]
    assert len(take_back(key=some_id(70), tournament=tournament, actor=PHONE)) == 2
    assert Report.objects.filter(source="card", withdrawn_at=None).get() == first


def test_a_round_sat_out_is_on_a_card_with_the_points_it_is_worth():
    tournament = a_tournament(5)
    row = ended(begun(tournament))
    out = row.sitting_out[0]
    name = tournament.entrants.get(no=out).name
    assert whole(tournament, out, 0) == []
    sentence = (
        f"{name}'s card, round 1: 9 on it, but its owner did not play. Look at the card, and type "
        "it again. If the owner’s sum is wrong, leave it out."
    )
    refused(tournament, sentence, whole, out, 9)


def test_results_cannot_be_typed_once_the_tournament_is_finished(tournament):
    north, *_ = at(tournament)
    card(tournament, north, 9, 6, key=5)
    tournament.results, tournament.finished_at = {}, timezone.now()
    tournament.save()
    sentence = "This tournament is finished. The director can reopen it under Prizes."
    refused(tournament, sentence, card, north, 8, 6)
    refused(tournament, sentence, slip, 1, 9, 6)
    refused(tournament, sentence, whole, north, 9)
    refused(
        tournament, sentence, lambda one: take_back(key=some_id(5), tournament=one, actor=PHONE)
    )


def test_a_pairs_card_counts_for_both_partners():
    tournament = a_tournament([("Ann", "Ben"), ("Cat", "Dan")], style="pairs")
    ended(begun(tournament))
    card(tournament, 1, 9, 6)
    once = state(tournament)[0]
    card(tournament, 2, 6, 9)
    assert (once, state(tournament)[0]) == ("unconfirmed", "confirmed")


def test_an_entry_by_the_director_updates_every_screen(tournament):
    before = tournament.version
    card(tournament, at(tournament)[0], 9, 6)
    tournament.refresh_from_db()
    assert tournament.version > before


@pytest.fixture
def kate():
    return Actor(user=an_organiser("kate"))


def forfeit(tournament, table=1, side=0, *, key=90, actor):
    told = {"key": some_id(key), "round": 1, "table": table, "side": side}
    return type_forfeit(tournament=tournament, actor=actor, **told)


def test_a_forfeit_typed_by_the_director_replaces_the_cards_and_can_be_undone(tournament, kate):
    card(tournament, at(tournament)[0], 9, 6)
    forfeit(tournament, actor=kate)
    forfeit(tournament, actor=kate)
    assert (Report.objects.count(), state(tournament)) == (2, ("forfeited", {"NS": 0, "EW": 8}))
    take_back(key=some_id(90), tournament=tournament, actor=kate)
    assert state(tournament) == ("unconfirmed", {"NS": 9, "EW": 6})


def test_a_slip_for_a_forfeited_table_is_refused_until_the_forfeit_is_withdrawn(tournament, kate):
    slip(tournament, 1, 7, 5, key=80)
    forfeit(tournament, actor=kate)
    slip(tournament, 1, 7, 5, key=80)
    refused(
        tournament,
        "Table 1 was won by forfeit. If that is wrong, the director can withdraw it on the "
        "table’s page. Then type the slip again.",
        slip,
        1,
        9,
        6,
        key=81,
    )
    withdraw(report=Report.objects.get(forfeit="NS"), actor=kate)
    slip(tournament, 1, 9, 6, key=81)
    assert state(tournament)[1] == {"NS": 9, "EW": 6}


def test_only_the_director_can_type_a_forfeit(tournament):
    refused(tournament, "Only the director can enter a forfeit.", forfeit, actor=PHONE)


def test_no_side_of_a_table_of_three_can_forfeit(kate):
    tournament = a_tournament(7, odd="three")
    ended(begun(tournament))
    assert len(at(tournament, 2)) == 3
    refused(tournament, "At a table of three, no side can forfeit.", forfeit, 2, actor=kate)
