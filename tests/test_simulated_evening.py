"""Play whole evenings through the actions and the database. At every step the file of the
tournament leads to the same seats and standings, by the pure functions alone."""

import json
from random import Random
from uuid import UUID

import pytest

from scoring.models import Report
from scoring.tournament.actions import late_comers, leaving
from scoring.tournament.actions.at_the_table import report_totals
from scoring.tournament.actions.reports import report
from scoring.tournament.actions.rounds import publish_round, start_round
from scoring.tournament.pure.document import document, loads
from scoring.tournament.pure.next_round import next_round
from scoring.tournament.pure.standings import standings
from scoring.tournament.queries.now import load_tournament, played_tables
from tests import proof
from tests.cast import PHONE, again, log
from tests.euchre.chance import any_hand
from tests.tournament.cast import a_tournament, drawn, ended, latest, seats

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.slow,
    pytest.mark.usefixtures("short_search"),
]

SMALL, LARGE = proof.size(12, thorough=40), proof.size(16, thorough=100)
ROUNDS = proof.size(5, thorough=10)
PHONES = 2
"""Tables of each round that log their hands. The others enter totals."""


def exported(tournament):
    """The tournament as its file says it."""
    return loads(json.dumps(document(load_tournament(again(tournament)))).encode())


def play(row, random):
    """Play the round. Some tables use their pads, others enter totals, and two enter different
    ones."""
    for table in played_tables([row]):
        if table.row.no <= PHONES and table.row.table_id and table.sittings:
            play_on_the_pad(table, random)
        else:
            tell(table, random)


def play_on_the_pad(table, random):
    rules, played = table.row.table.rules, 0
    while played < table.format.hands:
        hand = any_hand(random, rules, len(table.seats), wrong=0)
        log(table.row.table, hand)
        played += hand.void is None


def tell(table, random):
    points = {side: random.randint(0, 12) for side in table.value.by_side}
    sides = list(table.value.by_side)
    for side in random.sample(sides, random.randint(1, len(sides))):
        wrong = {one: value + (random.random() < 0.05) for one, value in points.items()}
        lones = {no: int(random.random() < 0.1) for no in table.value.by_side[side]}
        key = UUID(int=random.getrandbits(128))
        report_totals(
            key=key, round_table=table.row, side=side, points=wrong, lones=lones, actor=PHONE
        )


def decide(row, random):
    """The director says how those tables ended that have no result."""
    for table in played_tables([row]):
        if table.verdict.result is None:
            points = dict.fromkeys(table.value.by_side, 3)
            tie = random.choice([*points])
            key, said = UUID(int=random.getrandbits(128)), {"points": points, "tie": tie}
            report(
                key=key, round_table=table.row, source=Report.Source.DIRECTOR, actor=PHONE, **said
            )


def seated(round):
    """Return the players of each table in a round of a file."""
    return {table.no: dict(table.seats) for table in round.tables}


def an_evening(tournament, *, rounds, random, meanwhile=lambda no: None):
    """Play `rounds` rounds. Every draw must be the one that follows from the file."""
    for no in range(1, rounds + 1):
        expected = next_round(exported(tournament)) if no > 1 else None
        row = drawn(tournament)
        if expected:
            assert (seats(row), row.sitting_out) == (seated(expected), list(expected.sitting_out))
        publish_round(tournament=tournament, no=no)
        start_round(tournament=tournament, no=no)
        meanwhile(no)
        row = latest(tournament)
        play(row, random)
        decide(ended(row), random)


@pytest.mark.parametrize(
    ("style", "number", "settings"),
    proof.every(
        4,
        [
            pytest.param("classic", LARGE, {}, id="classic"),
            pytest.param("rotation", LARGE, {}, id="rotation"),
            pytest.param("seats", SMALL, {}, id="seats"),
            pytest.param("club", SMALL, {}, id="club"),
            pytest.param("club", SMALL - 1, {"odd": "three"}, id="threes"),
            pytest.param("club", SMALL - 1, {"odd": "ghost"}, id="ghosts"),
        ],
    ),
)
def test_every_round_equals_that_of_the_file(style, number, settings):
    tournament = a_tournament(number, style=style, rounds=ROUNDS, **settings)
    an_evening(tournament, rounds=ROUNDS, random=Random(style))
    known = exported(tournament)
    assert len(known.rounds) == ROUNDS
    assert standings(known) == standings(load_tournament(again(tournament)))
    assert {row.rounds for row in standings(known)} == {ROUNDS}


def test_fixed_pairs_equal_those_of_the_file():
    pairs = [(f"Ann {no}", f"Ben {no}") for no in range(proof.size(9, thorough=21))]
    tournament = a_tournament(pairs, style="pairs", rounds=ROUNDS)
    an_evening(tournament, rounds=ROUNDS, random=Random(5))
    assert standings(exported(tournament)) == standings(load_tournament(again(tournament)))


@pytest.mark.parametrize("style", proof.share(1, ["club", "rotation"]))
def test_an_evening_with_late_players_and_leavers_equals_that_of_the_file(style):
    tournament = a_tournament(SMALL + 2, style=style, rounds=ROUNDS)
    random = Random(style)

    def meanwhile(no):
        if no == 2:
            late_comers.come_late_by_name(tournament=tournament, names=["Zoe"], actor=PHONE)
        if no == 3:
            leaving.leave(tournament=tournament, no=7)
        if no == 4:
            leaving.leave_at_once(tournament=tournament, no=seats(latest(tournament))[2]["N"])
        if no == 5:
            leaving.come_back(tournament=tournament, no=7)

    an_evening(tournament, rounds=ROUNDS, random=random, meanwhile=meanwhile)
    known = exported(tournament)
    assert standings(known) == standings(load_tournament(again(tournament)))
    assert {len(round.sitting_out) for round in known.rounds} <= {0, 1, 2, 3}
