"""`manage.py movement verify-draw`: whether round 1 is as its draw gives it."""

import io
import json
from dataclasses import replace

import pytest
from django.core.management import CommandError, call_command

from scoring.tournament.pure.document import document
from scoring.tournament.pure.fair_draw import FairDraw
from scoring.tournament.pure.next_round import next_round
from tests.tournament.pure.evenings import evening

DRAW = FairDraw(secret="5" * 64, label="draw 1", room="17")


@pytest.fixture
def said(tmp_path):
    """Return a function that writes a tournament's document and returns what is said of it."""

    def said(found, *arguments):
        path, out = tmp_path / "tournament.json", io.StringIO()
        path.write_text(json.dumps(found), encoding="utf-8")
        call_command("movement", "verify-draw", str(path), *arguments, stdout=out)
        return out.getvalue()

    return said


def drawn(**how):
    before = replace(evening(number=13, seed=DRAW.seed, **how), draw=DRAW)
    return replace(before, rounds=(next_round(before),))


def swapped(found):
    first, second = (table["seats"] for table in found["rounds"][0]["tables"][:2])
    first["N"], second["N"] = second["N"], first["N"]
    return found


@pytest.mark.parametrize("style", ["club", "classic", "rotation"])
def test_a_round_as_drawn_is_confirmed(said, style):
    found = json.loads(said(document(drawn(style=style, odd="sit-out")), "--json"))
    assert (found["as_drawn"], found["seed"], found["digest"]) == (True, DRAW.seed, DRAW.digest)


def test_a_round_with_swapped_players_is_named_with_the_seats_of_the_draw(said):
    found = document(drawn())
    seats = found["rounds"][0]["tables"]
    told = json.loads(said(swapped(json.loads(json.dumps(found))), "--json"))
    assert told["as_drawn"] is False
    assert [one["seats"] for one in told["round"]["tables"]] == [one["seats"] for one in seats]
    assert "not as the seed draws it" in said(swapped(found))


def test_a_file_without_a_draw_or_a_round_is_refused_in_a_sentence(said):
    for lacking in ("draw", "rounds"):
        found = document(drawn())
        del found[lacking]
        with pytest.raises(CommandError, match="This file"):
            said(found)
