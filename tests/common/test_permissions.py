"""Every right of every actor, by `may`. Every address with every kind of visitor:
tests/test_rights.py."""

import pytest
from django.contrib.auth import get_user_model
from django.utils import timezone

from scoring.common.access import HOSTING
from scoring.common.permissions import (
    ARRIVE,
    LOOK,
    OWN,
    READ,
    RUN,
    SITE,
    WRITE,
    Actor,
    may,
    may_see,
)
from scoring.models import ApiToken, Club, Pass
from scoring.table.actions.tables import renew_link
from tests.cast import (
    a_casual_table,
    a_club,
    a_phone,
    again,
    an_organiser,
    everything,
    form_of,
    link,
    log,
    totals,
)
from tests.hall import PEOPLE, a_hall, browser_of
from tests.own import own_link

pytestmark = pytest.mark.django_db

VERBS = (LOOK, ARRIVE, WRITE, RUN, OWN, READ)
OWNS, RUNS = {*VERBS} - {READ}, {LOOK, ARRIVE, WRITE, RUN}
SCORES, NOTHING = {LOOK, ARRIVE, WRITE}, set()


@pytest.fixture
def hall():
    return a_hall()


def a_pass(hall, right):
    return Pass.objects.create(club=hall["club"], session=hall["session"], right=right)


def a_token_of(hall, **what):
    what = {"digest": f"digest of {what}"[:64]} | what
    return Actor(token=ApiToken.objects.create(club=hall["club"], name="Hall", **what))


def actors(hall):
    table = hall["table"]
    links = {right: link(table, right) for right in ("write", "watch", "host")}
    revoked = link(hall["other table"], "write")
    renew_link(table=hall["other table"], right="write")
    return {
        "nobody": Actor(),
        "owner": Actor(user=an_organiser("kate")),
        "organiser": Actor(user=an_organiser("olga")),
        "scorer": Actor(user=an_organiser("sam")),
        "another club's owner": Actor(user=an_organiser("mallory")),
        "write link": Actor(link=links["write"]),
        "watch link": Actor(link=links["watch"]),
        "host link": Actor(link=links["host"]),
        "revoked link": Actor(link=again(revoked)),
        "hosting": Actor(hosting=frozenset({hall["session"].pk})),
        "hosting elsewhere": Actor(hosting=frozenset({hall["other session"].pk})),
        "wall pass": Actor(shown=a_pass(hall, "wall")),
        "door pass": Actor(shown=a_pass(hall, "door")),
        "token that reads": a_token_of(hall, right="read"),
        "token that tells": a_token_of(hall, right="tell"),
        "revoked token": a_token_of(hall, right="tell", revoked_at=timezone.now()),
        "token of a file": a_token_of(hall, right="tell", digest=None),
        "personal link": Actor(personal=own_link(hall["club"].players.first())),
    }


HERE = ("table", "other table", "session", "club")
MAY = {
    "nobody": {},
    "owner": dict.fromkeys(HERE, OWNS),
    "organiser": dict.fromkeys(HERE, RUNS),
    "scorer": dict.fromkeys(HERE, SCORES),
    "another club's owner": {"other session": OWNS, "other club": OWNS},
    "write link": {"table": {LOOK, WRITE}, "session": {LOOK}},
    "watch link": {"table": {LOOK}, "session": {LOOK}},
    "host link": {"session": {LOOK}},
    "revoked link": {},
    "hosting": {"table": RUNS, "other table": RUNS, "session": RUNS},
    "hosting elsewhere": {"other session": RUNS},
    "wall pass": {},
    "door pass": {},
    "token that reads": {"club": {READ}},
    "token that tells": {"club": {READ}, "table": {WRITE}, "other table": {WRITE}},
    "revoked token": {},
    "token of a file": {},
    "personal link": {},
}


@pytest.mark.parametrize("who", MAY)
def test_every_actor_may_do_what_the_table_of_rights_says_and_nothing_else(who, hall):
    actor = actors(hall)[who]
    found = {
        name: {verb for verb in VERBS if may(actor, verb, thing)} for name, thing in hall.items()
    }
    assert found == {name: MAY[who].get(name, NOTHING) for name in hall}


@pytest.mark.parametrize(("right", "arrives"), [("door", {ARRIVE}), ("wall", NOTHING)])
def test_people_may_check_in_without_an_organiser_if_their_club_wants_it(right, arrives, hall):
    for session in (hall["session"], hall["other session"]):
        session.club.self_check_in = True
    actor = Actor(shown=a_pass(hall, right))
    found = {
        name: {verb for verb in VERBS if may(actor, verb, thing)} for name, thing in hall.items()
    }
    assert found == dict.fromkeys(hall, NOTHING) | {"session": arrives}


def test_no_one_may_do_anything_with_a_missing_object():
    assert not any(may(Actor(user=an_organiser("kate")), verb, None) for verb in VERBS)


def test_the_history_names_each_actor_by_what_is_known_of_them():
    table = a_casual_table()
    here, elsewhere = frozenset({table.session_id}), frozenset({table.session_id + 1})
    assert [
        actor.name
        for actor in (
            Actor(),
            Actor(user=an_organiser("kate")),
            Actor(hosting=here),
            Actor(link=link(table)),
            Actor(link=link(table), hosting=here),
            Actor(link=link(table), hosting=elsewhere),
            Actor(user=an_organiser("k" * 150)),
        )
    ] == [
        "a phone at the table",
        "kate",
        "the table’s host",
        "a phone at the table",
        "the table’s host",
        "a phone at the table",
        "k" * 80,
    ]


def test_a_write_link_writes_at_its_own_table_only(hall):
    table, other = hall["table"], hall["other table"]
    theirs = log(other)
    stored = everything()
    client, under = a_phone(), f"/t/{link(table).token}/hands/{theirs.pk}/"
    assert [
        client.post(f"/t/{link(table).token}/hands/log", form_of(other)).status_code,
        client.get(under).status_code,
        client.post(under, form_of(other, "Fay! 5", revision=0)).status_code,
        client.post(f"{under}take-back").status_code,
        client.post(f"{under}decide", {"keep": "yes"}).status_code,
    ] == [409, 404, 404, 404, 404]
    assert everything() == stored


def test_a_watch_link_writes_only_for_people_who_run_the_evening(hall):
    table = hall["table"]
    path = f"/t/{link(table, 'watch').token}/hands/log"
    found = {who: browser_of(who, hall).post(path, form_of(table)).status_code for who in PEOPLE}
    writes = {"owner", "organiser", "scorer", "host's browser"}
    assert found == {who: 302 if who in writes else 403 for who in PEOPLE}
    assert totals(table)["Ben"] == 4


def test_a_browser_that_follows_the_host_link_runs_that_evening_from_then_on(hall):
    client = a_phone()
    session = f"/sessions/{hall['session'].pk}/"
    assert client.get(session).status_code == 403
    answer = client.get(f"/host/{link(hall['table'], 'host').token}")
    assert (answer.status_code, answer.url) == (302, session)
    assert answer.cookies[HOSTING]["httponly"]
    assert answer.cookies[HOSTING]["samesite"] == "Lax"
    assert client.get(session).status_code == 200
    assert client.get(f"/sessions/{hall['other session'].pk}/").status_code == 403


@pytest.mark.parametrize("right", ["write", "watch"])
def test_a_browser_that_follows_another_link_as_a_host_link_hosts_nothing(right, hall):
    answer = a_phone().get(f"/host/{link(hall['table'], right).token}")
    assert (answer.url, dict(answer.cookies)) == (f"/t/{link(hall['table'], right).token}/", {})


def test_a_browser_still_hosts_its_earlier_evenings():
    client = a_phone()
    tables = [a_casual_table() for _ in range(3)]
    for table in tables:
        client.get(f"/host/{link(table, 'host').token}")
    assert [client.get(f"/sessions/{table.session_id}/").status_code for table in tables] == [
        200
    ] * 3


def test_a_revoked_host_link_gives_no_access():
    table = a_casual_table()
    old = link(table, "host").token
    renew_link(table=table, right="host")
    client = a_phone()
    assert (
        client.get(f"/host/{old}").status_code,
        client.get(f"/sessions/{table.session_id}/").status_code,
    ) == (
        410,
        403,
    )


def test_only_its_owner_and_no_club_may_run_the_site():
    for name in ("kate", "root"):
        an_organiser(name)
    get_user_model().objects.filter(username="root").update(is_superuser=True)
    kate, root = (Actor(user=an_organiser(name)) for name in ("kate", "root"))
    a_club(organiser="kate")
    assert {verb for verb in VERBS if may(root, verb, SITE)} == {OWN}
    assert [may(actor, verb, SITE) for actor in (kate, Actor()) for verb in VERBS] == [False] * 12
    assert [may(root, verb, Club.objects.get()) for verb in VERBS] == [False] * 6


def test_the_open_parts_of_a_club_are_visible_to_all():
    parts = ("", "results", "seasons")
    assert [may_see([], part) for part in parts] == [False] * 3
    assert [may_see(["results"], part) for part in parts] == [True, True, False]


def test_a_personal_link_gives_access_to_its_own_player_only_and_to_no_erased_one(hall):
    ann, ben, *_ = hall["club"].players.all()
    actor = Actor(personal=own_link(ann))
    forgotten = again(ann)
    forgotten.forgotten_at = timezone.now()
    revoked = own_link(ben)
    revoked.revoked_at = timezone.now()
    found = {
        "own": {verb for verb in VERBS if may(actor, verb, ann)},
        "another's": {verb for verb in VERBS if may(actor, verb, ben)},
        "of who was forgotten": {verb for verb in VERBS if may(actor, verb, forgotten)},
        "revoked": {verb for verb in VERBS if may(Actor(personal=revoked), verb, ben)},
    }
    nothing = dict.fromkeys(["another's", "of who was forgotten", "revoked"], set())
    assert found == {"own": {LOOK, WRITE}} | nothing
