"""A tournament as a file: it goes out, and one that comes in is looked at before it is stored."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from scoring.models import ClubSession, Tournament
from tests.cast import a_club, again, everything, signed_in
from tests.html import refused, said, text
from tests.tournament.cast import a_tournament, played_to

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament():
    made = a_tournament(8, rounds=3)
    played_to(made, 2)
    return again(made)


@pytest.fixture
def elsewhere():
    return a_club("Elsewhere", organiser="mallory")


def file_of(tournament, who="kate"):
    return signed_in(who).get(f"/sessions/{tournament.session_id}/tournament/tournament.json")


def path(club):
    return f"/clubs/{club.pk}/tournaments/take-in"


def post(club, told, who="mallory", **more):
    told = json.dumps(told) if isinstance(told, dict) else told
    return signed_in(who).post(path(club), {"tournament": told} | more)


def test_the_exported_file_is_euchre_tournament_1_named_after_its_date(tournament):
    answer = file_of(tournament)
    found = answer.json()
    assert (found["format"], found["style"], len(found["entrants"]), len(found["rounds"])) == (
        "euchre-tournament/1",
        "club",
        8,
        2,
    )
    name = f"tournament-{tournament.session.played_on}.json"
    assert answer["Content-Disposition"] == f'attachment; filename="{name}"'


def test_a_file_imported_elsewhere_is_exported_unchanged(tournament, elsewhere):
    file = file_of(tournament).content.decode()
    answer = post(elsewhere, file, take="yes", title="The cup", played_on="2026-05-01")
    made = Tournament.objects.get(session__club=elsewhere)
    assert (answer.status_code, answer.url) == (302, f"/sessions/{made.session_id}/tournament/")
    assert file_of(made, "mallory").json() == json.loads(file)
    assert str(made) == "The cup"


@pytest.mark.parametrize("way", ["pasted", "as a file"])
def test_an_import_is_previewed_before_it_is_stored(way, tournament, elsewhere):
    file = file_of(tournament).content
    stored = everything()
    if way == "pasted":
        answer = post(elsewhere, file.decode())
    else:
        upload = SimpleUploadedFile("cup.json", file)
        answer = signed_in("mallory").post(path(elsewhere), {"file": upload})
    told = text(answer.content.decode())
    assert (answer.status_code, everything()) == (200, stored)
    assert "Club, 8 entrants 2 of 3 rounds have results. Rules: American." in told
    assert (
        "These players are new and are added as guests: Ann, Ben, Cat, Dan, Eve, Fay, Gus, Hal."
        in told
    )
    assert "Import" in told


def test_a_preview_writes_the_rank_that_partners_share_as_standings_do(elsewhere):
    made = a_tournament(4, rounds=1)
    played_to(made, 1)
    found = text(post(elsewhere, file_of(made).content.decode()).content.decode())
    assert found.count("=1 ") == found.count("=3 ") == 2


def test_a_finished_tournament_is_imported_as_finished(tournament, elsewhere):
    post(elsewhere, file_of(tournament).content.decode(), take="yes", finished="on", counts="on")
    made = Tournament.objects.get(session__club=elsewhere)
    assert (made.finished_at is not None, made.counts) == (True, True)


def test_an_import_without_a_date_is_dated_today(tournament, elsewhere):
    post(elsewhere, file_of(tournament).content.decode(), take="yes", played_on="")
    assert ClubSession.objects.get(club=elsewhere).played_on == tournament.session.played_on


TWICE = {"entrants": [{"no": 1, "name": "Ann"}, {"no": 2, "name": "ANN"}]}


CANNOT_BE = [
    ({"format": "euchre-sheet/1"}, "format: must be euchre-tournament/1."),
    ({"style": "bridge"}, "style: must be one of classic, club, rotation, seats, pairs."),
    ({"settings": {"wine": 3}}, "settings.wine: There is no such setting."),
    ({"seed": 2**31}, "seed: must be 2147483647 at most, not 2147483648."),
    ({"entrants": [], "rounds": []}, "entrants: nobody entered."),
    (
        TWICE | {"rounds": []},
        "entrants: Ann is listed twice and can’t be told apart.",
    ),
    (
        {"entrants": [{"no": 1, "name": "A" * 41}], "rounds": []},
        f"entrants: “{'A' * 40}…” is longer than 40 letters.",
    ),
    (
        {"entrants": [{"no": 1, "name": "Ann", "group": "G" * 21}], "rounds": []},
        "entrants: the group of Ann is longer than 20 letters.",
    ),
]


def test_a_file_that_cannot_be_imported_says_why_and_stays_on_the_page(tournament, elsewhere):
    file, stored = file_of(tournament).json(), everything()
    for change, sentence in CANNOT_BE:
        answer = post(elsewhere, file | change, take="yes")
        assert said(answer) == f"This tournament can’t be imported: {sentence}"
        assert (answer.status_code, everything()) == (422, stored)
        assert "euchre-" in answer.content.decode().partition("<textarea")[2]


def test_rules_that_are_not_for_two_against_two_are_refused_after_the_preview(
    tournament, elsewhere
):
    told = file_of(tournament).json() | {"settings": {"rules": "call-ace"}}
    fields = {"tournament": json.dumps(told), "take": "yes"}
    assert refused(path(elsewhere), fields, client=signed_in("mallory")) == (
        409,
        "“call-ace” is not a rule set for two against two.",
    )


@pytest.mark.parametrize("told", ["", "{", "[]", "null", '{"format": 1}', "\x00", "{" * 10_000])
def test_a_file_that_is_not_a_tournament_is_refused(told, elsewhere):
    stored = everything()
    answer = post(elsewhere, told, take="yes")
    assert (answer.status_code, everything()) == (422, stored)


def test_an_empty_import_asks_for_a_file(elsewhere):
    assert said(post(elsewhere, "")) == "Paste a tournament or choose its file."


def test_a_name_spelled_differently_in_the_club_is_pointed_out(tournament, elsewhere):
    elsewhere.players.create(name="ann")
    told = text(post(elsewhere, file_of(tournament).content.decode()).content.decode())
    assert "Ann is imported as ann" in told
    assert "added as guests: Ben, Cat" in told
