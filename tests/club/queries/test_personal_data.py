"""All that is kept of one person."""

import json

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.club.queries.personal_data import kept_of
from scoring.euchre.hand import Hand
from scoring.evening.actions.check_in import arrive
from scoring.models import Attendance, Reseating
from scoring.people.actions.people import rename_player
from scoring.table.actions.corrections import correct_hand
from tests.cast import BEN, DAN, FIVE, PHONE, a_club, a_table, again, an_evening, close, log
from tests.tournament.cast import a_tournament, begun, drawn, ended, tell

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return a_club()


def an_evening_with_everything(club, title="Friday"):
    session = an_evening(club, title=title, played_on="2026-11-20", guest_fee_minor=200)
    table = a_table("Eve! 5", session=session)
    record = log(table, note="a long one")
    told = Hand(maker=BEN, partner=DAN, tricks=4)
    correct_hand(record=record, hand=told, revision=0, why="the last trick", actor=PHONE)
    for name in FIVE[3:]:
        arrive(session=session, player=club.players.get(name=name), actor=PHONE)
    Reseating.objects.create(
        sitting=table.sitting, before=[1], after=[club.players.get(name="Dan").pk]
    )
    close(session)


def kept(club, name="Dan"):
    return json.loads(json.dumps(kept_of(club.players.get(name=name))))


def test_the_file_says_who_the_person_is_and_what_they_did(club):
    an_evening_with_everything(club)
    dan = club.players.get(name="Dan")
    reached = {"phone": "020 7946 0000", "email": "dan@example.org"}
    said = {"short_name": "D", "notes": "Left-handed", **reached}
    rename_player(player=dan, name="Dan", guest=False, **said)
    told = kept(club)
    assert told["person"] == {
        "name": "Dan",
        "short_name": "D",
        "guest": False,
        "active": True,
        **reached,
        "notes": "Left-handed",
        "unnamed": False,
        "wishes_to_go": None,
    }
    assert [(came["session"], came["on"], came["fee"]) for came in told["evenings"]] == [
        ("Friday", "2026-11-20", 200)
    ]
    (sitting,) = told["sittings"]
    assert (sitting["session"], sitting["table"], sitting["players"]) == ("Friday", 1, FIVE)
    assert [(hand["told"], hand["note"]) for hand in sitting["hands"]] == [
        ("Eve alone, all five", ""),
        ("Ben with Dan, four tricks", "a long one"),
    ]
    (correction,) = sitting["hands"][1]["corrections"]
    assert (correction["before"], correction["after"], correction["why"]) == (
        "Ben with Dan, three tricks",
        "Ben with Dan, four tricks",
        "the last trick",
    )


def test_the_file_has_their_money_and_figures_and_signed_results(club):
    an_evening_with_everything(club)
    told = kept(club)
    (signed,) = told["signed"]
    assert (signed["session"], signed["as"], signed["points"]) == ("Friday", "Dan", 1)
    lines = told["account"]["lines"]
    assert (
        sum(line["amount"] for line in lines) == told["account"]["balance"] == signed["net"] - 200
    )
    assert [(tally["rules_key"], tally["hands"]) for tally in told["tallies"]] == [("call-ace", 2)]
    assert {payment["payer"] for payment in told["payments"]} <= set(FIVE)
    assert [put_right["table"] for put_right in told["seats_put_right"]] == [1]


def test_the_file_of_a_person_without_play_has_only_who_they_are(club):
    an_evening_with_everything(club)
    a_table(session=an_evening(club, title="Another"), names=["Fay", "Gus", "Hal", "Ida"])
    told = kept(club, "Fay")
    assert [sitting["session"] for sitting in told["sittings"]] == ["Another"]
    empty = ("evenings", "waited", "seats_put_right", "signed", "payments", "tallies", "ratings")
    assert [told[name] for name in (*empty, "tournaments")] == [[]] * 8


def a_tournament_of(club, *names):
    tournament = a_tournament([*names], style="pairs", session=an_evening(club, title="Pairs"))
    tell(ended(begun(tournament)), 1, 8, 3, lones={2: 2})
    drawn(again(tournament))
    return tournament


def test_the_file_has_their_tournaments_with_partners_seats_and_results(club):
    tournament = a_tournament_of(club, ("Cat", "Dan"), ("Ann", "Ben"))
    (told,) = kept(club)["tournaments"]
    (one,) = told["rounds"]
    (report,) = one.pop("told")
    assert (one.pop("round"), one.pop("table"), one.pop("seat")) == (1, 1, "E")
    assert (report["source"], report["points"], report["lones"]) == (
        "director",
        {"NS": 8, "EW": 3},
        {"2": 2},
    )
    assert told == {
        "session": "Pairs",
        "on": tournament.session.played_on.isoformat(),
        "number": 1,
        "partner": "Cat",
        "group": "",
        "handicap": 0,
        "adjustments": [],
        "tickets": 0,
        "paid": None,
        "entered": told["entered"],
        "rounds": [{}],
        "announced": [],
    }


def test_the_file_has_handicaps_adjustments_tickets_and_fees_with_reasons(club):
    a_tournament_of(club, ("Cat", "Dan"), ("Ann", "Ben"))
    adjustment = {"key": "a1", "round": 1, "points": -2, "won": 0, "why": "late"}
    figures = {"handicap": 2, "tickets": 3, "paid_minor": 250, "adjustments": [adjustment]}
    club.players.get(name="Cat").entries.update(**figures)
    came = Attendance.objects.filter(session__title="Pairs", player__name="Dan")
    came.update(fee_minor=100, fee_why="a junior")
    told = kept(club)
    [fee] = [(one["fee"], one["fee_why"]) for one in told["evenings"]]
    [found] = told["tournaments"]
    names = ("handicap", "tickets", "paid", "adjustments")
    assert (fee, *map(found.get, names)) == (
        (100, "a junior"),
        2,
        3,
        250,
        [{"round": 1, "points": -2, "won": 0, "why": "late"}],
    )


def test_the_file_needs_as_many_queries_for_three_evenings_as_for_one(club):
    found = set()
    for evenings in (1, 2):
        for no in range(evenings):
            an_evening_with_everything(club, title=f"{evenings} {no}")
            a_tournament_of(club, ("Cat", "Dan"), ("Ann", "Ben"))
        with CaptureQueriesContext(connection) as queries:
            kept_of(club.players.get(name="Dan"))
        found.add(len(queries))
    assert len(found) == 1
