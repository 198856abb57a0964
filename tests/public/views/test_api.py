"""A program reads a club: everything of it, and nothing of another."""

import gzip
import json
import re
from datetime import date

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import get_resolver, reverse

from scoring.club.actions.seasons import make_season
from scoring.euchre import score_out, sheet
from scoring.euchre.hand import Hand
from scoring.models import ClubSession, HandRecord, League, Player, Season, Tournament
from scoring.money.actions.accounts import enter
from scoring.people.actions.people import rename_player
from scoring.public import api_throttle
from scoring.table.actions.house_rules import make_house_rules
from scoring.table.actions.tables import change_people
from scoring.table.queries.sheet_files import sheet_of
from tests.api import Program, a_program, a_token
from tests.cast import (
    PHONE,
    a_club,
    a_phone,
    a_table,
    again,
    an_evening,
    close,
    log,
    signed_in,
    some_id,
)
from tests.league.cast import a_league
from tests.rich_club import a_rich_club

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("described")]

NAMES = sorted(
    name
    for name in get_resolver().reverse_dict
    if isinstance(name, str)
    and name.startswith("api-")
    and name not in ("api-tokens", "api-openapi")
)


def paths_of(club):
    """Every address of the API that a club has something to show at, by its name."""
    table = club.sessions.filter(tables__sittings__isnull=False).first().tables.first()
    sitting = [table.session_id, table.no, table.sittings.first().no]
    closed = club.sessions.exclude(closed_at=None).filter(closings__reopened_at=None).first()
    about = {
        "api-person": [club.players.first().pk],
        "api-evening": [table.session_id],
        "api-sheet": sitting,
        "api-score": sitting,
        "api-tell": sitting,
        "api-tournament": [Tournament.objects.filter(session__club=club).first().session_id],
        "api-settlement": [closed.pk],
        "api-season": [Season.objects.filter(club=club).first().pk],
        "api-league": [League.objects.filter(club=club).first().pk],
        "api-nothing": ["else"],
    }
    return {name: reverse(name, args=about.get(name, [])) for name in NAMES}


READ = dict.fromkeys(NAMES, 200) | {"api-tell": 405, "api-nothing": 404}


def test_a_token_reads_everything_of_its_club_and_caches_store_none_of_it():
    club = a_rich_club()
    program, paths = a_program(club, right="read"), paths_of(club)
    answers = {name: program.get(path) for name, path in paths.items()}
    assert {name: answer.status_code for name, answer in answers.items()} == READ
    kept = {answer["Cache-Control"] for answer in answers.values()}
    assert kept <= {"private, no-store", "no-store, private"}


def test_the_description_of_the_api_needs_no_token_and_is_cached():
    found = a_phone().get("/api/openapi.json")
    assert (found.status_code, found["Content-Type"]) == (200, "application/json")
    assert found.json()["openapi"] == "3.1.0"
    again = a_phone().get("/api/openapi.json", headers={"If-None-Match": found["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    refused = a_phone().post("/api/openapi.json")
    assert (refused.status_code, sorted(refused.json())) == (405, ["error", "kept"])


ATTACKS = {
    "nothing": lambda path, made: a_phone().get(path),
    "guessed": lambda path, made: Program("bowerbook_" + "A" * 32).get(path),
    "no ASCII": lambda path, made: Program("bowerbook_\xe9").get(path),
    "another scheme": lambda path, made: Program(made.secret, scheme="Basic").get(path),
    "in the address": lambda path, made: a_phone().get(f"{path}?token={made.secret}"),
    "the digest": lambda path, made: Program(made.token.digest).get(path),
    "an owner's cookie": lambda path, made: signed_in().get(path),
    "an owner's cookie, posted": lambda path, made: signed_in().post(path),
}


@pytest.mark.parametrize("attack", ATTACKS)
def test_a_request_without_a_valid_token_is_refused(attack):
    club = a_rich_club()
    made = a_token(club)
    found = {
        name: ATTACKS[attack](path, made)
        for name, path in ({"api": "/api/"} | paths_of(club)).items()
    }
    statuses = {name: answer.status_code for name, answer in found.items()}
    refused = dict.fromkeys(statuses, 401)
    if "posted" in attack:
        refused |= {name: 405 for name in statuses if name not in ("api-tell", "api-nothing")}
    elif attack:
        refused |= {"api-tell": 405}
    assert statuses == refused
    for answer in found.values():
        assert sorted(answer.json()) == ["error", "kept"]
        assert club.name not in answer.content.decode()
    assert found["api"].get("WWW-Authenticate", "") == (
        "" if "posted" in attack else 'Bearer realm="Bowerbook"'
    )


def test_a_token_in_an_address_is_reported_as_compromised():
    secret = a_token().secret
    assert (
        a_phone()
        .get(f"/api/?token={secret}")
        .json()["error"]
        .startswith("A token is never sent in an address")
    )


def test_a_token_of_another_club_finds_none_of_this_clubs_data():
    club = a_rich_club()
    program = a_program(a_club("Left Bowers", organiser="mallory"))
    numbered = {name: path for name, path in paths_of(club).items() if re.search(r"\d", path)}
    answers = {name: program.get(path) for name, path in numbered.items()}
    statuses = {name: answer.status_code for name, answer in answers.items()}
    assert statuses == dict.fromkeys(numbered, 404) | {"api-tell": 405}
    names = {*Player.objects.filter(club=club).values_list("name", flat=True), club.name}
    lists = [program.get(reverse(f"api-{name}")).content.decode() for name in
             ("people", "evenings", "seasons", "leagues", "accounts", "book")]  # fmt: skip
    told = gzip.decompress(b"".join(program.get("/api/club.jsonl.gz"))).decode()
    assert [name for name in names for text in (*lists, told) if f'"{name}"' in text] == []


def test_the_index_lists_what_the_api_offers():
    made = a_token(a_club(), right="read")
    assert Program(made.secret).get("/api/").json() == {
        "format": "euchre-api/1",
        "club": {"name": "The Right Bower Club", "currency": "GBP"},
        "token": {"name": "Hall display", "right": "read"},
        "links": {
            "people": "/api/people",
            "evenings": "/api/evenings",
            "seasons": "/api/seasons",
            "leagues": "/api/leagues",
            "accounts": "/api/accounts",
            "book": "/api/book",
            "club": "/api/club.jsonl.gz",
        },
    }


def test_a_sitting_is_read_in_its_file_format_and_scored_as_by_the_command():
    table = a_table("Ben+Dan 5", "Eve! 2")
    program = a_program(table.session.club, right="read")
    where = f"/api/evenings/{table.session_id}/tables/1/sittings/1"
    expected = sheet_of(again(table).sitting)
    assert program.get(where).json() == sheet.document(expected)
    assert program.get(f"{where}/score").json() == score_out.document(score_out.score(expected))


def test_a_lone_hand_is_scored_although_a_correction_took_the_right_to_it(correct):
    club = a_club()
    changes = {"no_lone_from": 5}
    house = make_house_rules(club=club, name="Ours", base="american", changes=changes)
    names = ["Ann", "Ben", "Cat", "Dan"]
    evening = an_evening(club=club)
    table = a_table("Ann! 5", "Ben 3", "Ann! 5", session=evening, names=names, house=house)
    second = HandRecord.objects.order_by("place")[1]
    correct(second, Hand(maker=1, tricks=1))
    program = a_program(club, right="read")
    answer = program.get(f"/api/evenings/{evening.pk}/tables/{table.no}/sittings/1/score")
    assert [game["score"] for game in answer.json()["games"]] == [[10, 0]]


def test_an_unchanged_sitting_answers_304_until_a_hand_or_name_changes():
    table = a_table("Ben+Dan 5")
    program = a_program(table.session.club, right="read")
    where = f"/api/evenings/{table.session_id}/tables/1/sittings/1"
    tag = program.get(where)["ETag"]
    same = program.get(where, **{"If-None-Match": tag})
    assert (same.status_code, same.content) == (304, b"")
    log(table, "Eve! 5")
    # Ann sits there no more, so that no version but the club's tells of her new name.
    change_people(table=again(table), names=["Ben", "Cat", "Dan", "Eve"])
    newer = program.get(where, **{"If-None-Match": tag})
    assert (newer.status_code, newer["ETag"] == tag) == (200, False)
    ann = Player.objects.get(name="Ann")
    rename_player(player=ann, name="Anna", short_name="", guest=False)
    renamed = program.get(where, **{"If-None-Match": newer["ETag"]})
    assert (renamed.status_code, renamed.json()["players"][0]) == (200, "Anna")


def test_the_whole_club_is_exported_without_codes_that_allow_writing():
    table = a_table("Ben+Dan 5")
    program = a_program(table.session.club, right="read")
    text = gzip.decompress(b"".join(program.get("/api/club.jsonl.gz"))).decode()
    kinds = {json.loads(line)["is"] for line in text.splitlines()}
    assert "hand" in kinds
    assert not kinds & {"link", "pass"}
    tokens = table.links.values_list("token", flat=True)
    assert [token for token in tokens if token in text] == []


def test_money_is_in_minor_units_with_its_currency():
    table = a_table("Ben+Dan 5")
    program = a_program(table.session.club, right="read")
    address = f"/api/evenings/{table.session_id}/settlement"
    early = program.get(address)
    assert (early.status_code, early.json()["error"]) == (
        404,
        "This club night is not closed, so it has no settlement yet.",
    )
    close(table.session)
    found = program.get(address).json()
    assert (found["currency"], found["for_money"]) == ("GBP", True)
    assert sum(one["amount"] for one in found["payments"]) == 450
    accounts = program.get("/api/accounts").json()
    assert (accounts["currency"], accounts["cash_minor"]) == ("GBP", 0)
    assert {one["name"]: one["balance_minor"] for one in accounts["accounts"]} == {
        "Ann": -150,
        "Ben": 225,
        "Cat": -150,
        "Dan": 225,
        "Eve": -150,
    }


def test_accounts_and_entries_have_the_pots():
    club = a_club()
    about = {"amount_minor": 600, "pot": "Jackpot", "actor": PHONE}
    enter(club=club, key=some_id(1), what="put aside", **about)
    program = a_program(club, right="read")
    assert program.get("/api/accounts").json()["pots"] == [{"name": "Jackpot", "held_minor": 600}]
    [line] = program.get("/api/book").json()["lines"]
    assert (line["pot"], line["held_minor"], line["cash_minor"]) == ("Jackpot", 600, 0)


def test_long_lists_are_paged_and_name_the_next_page():
    club = a_club()
    Player.objects.bulk_create(
        Player(club=club, name=f"P{no:03}", key=f"p{no:03}") for no in range(150)
    )
    program, names, next = a_program(club, right="read"), [], "/api/people"
    while next:
        page = program.get(next).json()
        names += [one["name"] for one in page["people"]]
        next = page["next"]
    assert names == [f"P{no:03}" for no in range(150)]
    beyond = program.get("/api/people?page=3")
    assert (beyond.status_code, beyond.json()["error"]) == (
        404,
        "There is no page 3: the last one is 2.",
    )


def test_a_token_over_its_rate_limit_is_told_when_to_retry(monkeypatch):
    monkeypatch.setattr(api_throttle, "MOST", 2)
    club = a_club()
    program = a_program(club, right="read")
    found = [program.get("/api/") for _ in range(3)]
    assert [answer.status_code for answer in found] == [200, 200, 429]
    assert 1 <= int(found[2]["Retry-After"]) <= 60
    headers = {"Authorization": f"Bearer {a_token(club).secret}"}
    assert a_phone().get("/api/", headers=headers).status_code == 200  # another token has its own


def test_a_wrong_method_is_answered_in_json_with_the_allowed_ones():
    answer = a_program().post("/api/people", {})
    assert (answer.status_code, answer["Allow"]) == (405, "GET, HEAD")
    assert answer.json() == {
        "error": "This address doesn’t accept that method. See the Allow header.",
        "kept": "Not saved.",
    }


def add_one(club, no):
    """One person, one evening, one line of the book, one season and one league more."""
    Player.objects.create(club=club, name=f"P{no}")
    session = an_evening(club)
    sold = {"what": "received", "amount_minor": 100, "key": some_id(no), "actor": PHONE}
    enter(club=club, session=session, **sold)
    days = {"starts_on": date(2020 + no, 1, 1), "ends_on": date(2020 + no, 12, 31)}
    make_season(club=club, name=f"Season {no}", order=["points"], **days)
    League.objects.filter(pk=a_league(club=club).pk).update(season=f"Season {no}")


def test_lists_take_as_many_queries_for_three_rows_as_for_one():
    club = a_club()
    program, counts = a_program(club, right="read"), {}
    for no in range(1, 4):
        add_one(club, no)
        program.get("/api/")
        for name in ("people", "evenings", "book", "seasons", "leagues", "accounts"):
            with CaptureQueriesContext(connection) as asked:
                found = program.get(f"/api/{name}").json()
            assert found.get("number", no) == no, name
            counts.setdefault(name, []).append(len(asked))
    assert {name: len({*those}) for name, those in counts.items()} == dict.fromkeys(counts, 1)


def test_an_evening_takes_as_many_queries_for_three_tables_as_for_one():
    session = an_evening()
    program = a_program(session.club, right="read")
    counts = []
    for names in (["Ann", "Ben", "Cat", "Dan"], ["E", "F", "G", "H"], ["I", "J", "K", "L"]):
        a_table("-", session=session, names=names)
        program.get("/api/")
        with CaptureQueriesContext(connection) as asked:
            found = program.get(f"/api/evenings/{session.pk}").json()
        counts.append(len(asked))
    assert (len(found["tables"]), counts) == (3, [counts[0]] * 3)
    assert ClubSession.objects.count() == 1
