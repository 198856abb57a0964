"""The site and the tournament's file cannot disagree, whoever comes and goes and whatever is not
played."""

import json
from contextlib import suppress
from itertools import product
from random import Random
from uuid import uuid4

import pytest

from scoring.common.refused import Refused
from scoring.tournament.actions.import_file import take_in_tournament
from scoring.tournament.actions.late_comers import come_late_by_name
from scoring.tournament.actions.leaving import leave, leave_at_once, replace_one
from scoring.tournament.actions.rounds import start_round
from scoring.tournament.actions.tables import not_played
from scoring.tournament.pure.document import document, read
from scoring.tournament.pure.formats import FORMATS, ODD
from scoring.tournament.pure.next_round import next_round
from scoring.tournament.queries.now import load_tournament
from tests import proof
from tests.cast import PHONE, again
from tests.tournament.cast import a_tournament, drawn, ended, seats, tell

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("short_search")]

ROUNDS = 4


def file_of(tournament):
    """A tournament as its file has it."""
    return json.loads(json.dumps(document(load_tournament(again(tournament)))))


def somebody_comes_or_goes(tournament, no, chance):
    """One of all that can happen in a round happens, where it may."""
    pairs = tournament.style == "pairs"
    here = list(tournament.entrants.filter(left=None, ghost=False).order_by("no"))
    one = chance.choice(here)
    new = [f"New {no}", f"Other {no}"] if pairs else [f"New {no}"]
    what = {"tournament": tournament, "actor": PHONE}
    happenings = [
        lambda: leave(tournament=tournament, no=one.no),
        lambda: leave_at_once(**what, no=one.no),
        lambda: come_late_by_name(**what, names=new),
    ]
    if pairs:
        happenings.append(lambda: replace_one(**what, no=one.no, player=one.player_id, name=new[0]))
    with suppress(Refused):
        chance.choice(happenings)()


def told_of(row, chance):
    for no, at in seats(row).items():
        if chance.random() < 0.3:
            not_played(key=uuid4(), round_table=row.tables.get(no=no), actor=PHONE)
        else:
            points = [7, 5, 2][: len(at) if len(at) == 3 else 2]
            tell(row, no, *chance.sample(points, len(points)))


@pytest.mark.parametrize(
    ("odd", "style"),
    proof.every(5, [each for each in product(ODD, FORMATS) if each != ("three", "pairs")]),
)
def test_the_file_seats_players_as_the_site_does_and_is_imported_unchanged(style, odd):
    chance = Random(f"{style} {odd}")
    number = chance.randrange(7, 10)
    people = [(f"Ann {no}", f"Ben {no}") for no in range(number)] if style == "pairs" else number
    tournament = a_tournament(people, style=style, odd=odd, rounds=ROUNDS + 1)
    for no in range(1, ROUNDS + 1):
        row = drawn(again(tournament))
        by_file = next_round(read(file_of(tournament)))
        assert {table.no: dict(table.seats) for table in by_file.tables} == seats(row)
        start_round(tournament=again(tournament), no=no)
        somebody_comes_or_goes(again(tournament), no, chance)
        row = ended(again(row))
        told_of(row, chance)
        placed = [one for at in seats(row).values() for one in {*at.values()}] + again(
            row
        ).sitting_out
        assert len(placed) == len({*placed})
    file = file_of(tournament)
    club = tournament.session.club
    assert (
        file_of(take_in_tournament(club=club, tournament=read(file), actor=PHONE, title="Again"))
        == file
    )
