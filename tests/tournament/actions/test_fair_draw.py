"""A draw that anyone can check: the digest before it, the room's number, the secret after it."""

from hashlib import sha256

import pytest

from scoring.tournament.actions.draw import draw, draw_again, edition_of, publish
from scoring.tournament.actions.import_file import take_in_tournament
from scoring.tournament.actions.setting_up import undraw
from scoring.tournament.pure.document import BadTournament, document, read
from scoring.tournament.pure.fair_draw import FairDraw
from scoring.tournament.pure.next_round import next_round
from scoring.tournament.queries.now import load_tournament
from tests.cast import PHONE, again
from tests.tournament.cast import a_fair_tournament, drawn, played_to

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament():
    return a_fair_tournament()


def test_the_secret_after_the_draw_is_the_one_promised_before(tournament):
    promised = tournament.next_draw.digest
    draw(tournament=tournament, after=0, room="4711")
    made = again(tournament).last_draw
    assert made.digest == promised == sha256(made.secret.encode()).hexdigest()
    assert made.room == "4711"
    assert again(tournament).seed == made.seed


def test_the_room_s_number_changes_the_seed():
    seeds = {FairDraw(secret="a" * 64, label="draw 1", room=str(n)).seed for n in range(50)}
    assert len(seeds) == 50


def test_the_file_of_a_drawn_tournament_repeats_the_draw(tournament):
    publish(tournament=tournament, no=draw(tournament=tournament, after=0).no, seen="")
    file = read(document(load_tournament(again(tournament))))
    assert file.draw == again(tournament).last_draw
    before = read({**document(file), "rounds": []})
    assert next_round(before).tables == file.rounds[0].tables


def test_a_file_whose_seed_is_not_of_its_draw_is_refused(tournament):
    drawn(tournament)
    file = document(load_tournament(again(tournament)))
    with pytest.raises(BadTournament, match="draw: gives seed"):
        read({**file, "seed": file["seed"] + 1})


def test_every_new_draw_is_counted_and_has_a_secret_promised_before_it(tournament):
    row = drawn(tournament)
    first, promised = again(tournament).last_draw, again(tournament).next_draw.digest
    draw_again(tournament=row.tournament, no=1, seen=edition_of(row), room="9")
    second = again(tournament).last_draw
    assert (first.label, second.label, second.digest) == ("draw 1", "draw 2", promised)
    undraw(again(tournament))
    drawn(tournament)
    assert again(tournament).last_draw.label == "draw 3"


def test_a_later_round_keeps_the_seed_of_the_draw(tournament):
    drawn(tournament)
    seed = again(tournament).seed
    played_to(tournament, 2)
    assert (again(tournament).seed, again(tournament).draws) == (seed, 1)


def test_a_seed_from_a_file_stays_at_the_draw_and_is_replaced_by_drawing_again(tournament):
    type(tournament).objects.update(next_secret="", seed=7)
    row = drawn(again(tournament))
    assert (again(tournament).seed, again(tournament).last_draw) == (7, None)
    draw_again(tournament=again(tournament), no=1, seen=edition_of(row))
    assert again(tournament).last_draw.seed == again(tournament).seed


def test_an_imported_tournament_keeps_its_draw(tournament):
    publish(tournament=tournament, no=draw(tournament=tournament, after=0, room="5").no, seen="")
    file = document(load_tournament(again(tournament)))
    made = take_in_tournament(club=tournament.session.club, tournament=read(file), actor=PHONE)
    assert document(load_tournament(again(made)))["draw"] == file["draw"]
