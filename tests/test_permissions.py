"""Who may do what: by `may`, and by every address of clubsite/urls.py with every kind of visitor."""

import pytest
from django.core import signing
from django.urls import get_resolver
from django.utils import timezone

from scoring.actions.house import make_house_rules
from scoring.actions.tables import renew_link
from scoring.permissions import LOOK, RUN, WRITE, Actor, may
from scoring.views.access import HOSTING
from tests.cast import (
    a_casual_table,
    a_club,
    a_phone,
    a_table,
    again,
    an_evening,
    an_organiser,
    close,
    everything,
    form_of,
    link,
    log,
    signed_in,
    totals,
)

pytestmark = pytest.mark.django_db

VERBS = (LOOK, WRITE, RUN)
ALL, NOTHING = {LOOK, WRITE, RUN}, set()


@pytest.fixture
def hall():
    """An evening with a host link, its two tables, and the evening of another club."""
    table = a_casual_table()
    table.session.club.organisers.add(an_organiser("kate"))
    other_table = a_table(session=table.session, names=["Fay", "Gus", "Hal", "Ida"])
    elsewhere = an_evening(a_club("Another club", organiser="mallory"))
    return {
        "table": table,
        "other table": other_table,
        "session": table.session,
        "other session": elsewhere,
        "club": table.session.club,
        "other club": elsewhere.club,
    }


def actors(hall):
    table = hall["table"]
    links = {right: link(table, right) for right in ("write", "watch", "host")}
    revoked = link(hall["other table"], "write")
    renew_link(table=hall["other table"], right="write")
    return {
        "nobody": Actor(),
        "organiser": Actor(user=an_organiser("kate")),
        "another club's organiser": Actor(user=an_organiser("mallory")),
        "write link": Actor(link=links["write"]),
        "watch link": Actor(link=links["watch"]),
        "host link": Actor(link=links["host"]),
        "revoked link": Actor(link=again(revoked)),
        "hosting": Actor(hosting=frozenset({hall["session"].pk})),
        "hosting elsewhere": Actor(hosting=frozenset({hall["other session"].pk})),
    }


MAY = {
    "nobody": {},
    "organiser": {"table": ALL, "other table": ALL, "session": ALL, "club": ALL},
    "another club's organiser": {"other session": ALL, "other club": ALL},
    "write link": {"table": {LOOK, WRITE}, "session": {LOOK}},
    "watch link": {"table": {LOOK}, "session": {LOOK}},
    "host link": {"session": {LOOK}},
    "revoked link": {},
    "hosting": {"table": ALL, "other table": ALL, "session": ALL},
    "hosting elsewhere": {"other session": ALL},
}


@pytest.mark.parametrize("who", MAY)
def test_everybody_may_what_the_table_says_and_nothing_else(who, hall):
    actor = actors(hall)[who]
    found = {name: {verb for verb in VERBS if may(actor, verb, thing)} for name, thing in hall.items()}
    assert found == {name: MAY[who].get(name, NOTHING) for name in hall}


def test_nobody_may_anything_with_what_is_no_club_no_session_and_no_table():
    assert not any(may(Actor(user=an_organiser("kate")), verb, None) for verb in VERBS)


def test_the_history_calls_everybody_by_what_is_known_of_them():
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
        "the table's host",
        "a phone at the table",
        "the table's host",
        "a phone at the table",
        "k" * 80,
    ]


# Every address with every kind of visitor, under a link or without one: what GET and an empty POST answer.
# Whoever is let in is told what the form lacks (422), or that it cannot be now (409), or it is done (302).
LINKS = ("write", "watch", "host", "revoked", "forged")
PEOPLE = ("nobody", "mallory", "kate", "host's browser", "tampered cookie")

# name: {method: answers to LINKS}
BY_LINK = {
    "pad": {"GET": (200, 302, 403, 410, 404), "POST": (405,) * 5},
    "preview": {"GET": (405,) * 5, "POST": (200, 403, 403, 410, 404)},
    "deal": {"GET": (405,) * 5, "POST": (409, 403, 403, 410, 404)},
    "mark": {"GET": (405,) * 5, "POST": (409, 403, 403, 410, 404)},
    "log-hand": {"GET": (405,) * 5, "POST": (422, 403, 403, 410, 404)},
    "begin-hand": {"GET": (405,) * 5, "POST": (422, 403, 403, 410, 404)},
    "correct-hand": {"GET": (200, 403, 403, 410, 404), "POST": (422, 403, 403, 410, 404)},
    "take-back-hand": {"GET": (405,) * 5, "POST": (302, 403, 403, 410, 404)},
    "put-back-hand": {"GET": (405,) * 5, "POST": (302, 403, 403, 410, 404)},
    "decide-hand": {"GET": (405,) * 5, "POST": (422, 403, 403, 410, 404)},
    "score": {"GET": (200, 200, 403, 410, 404), "POST": (405,) * 5},
    "reread": {"GET": (200, 200, 403, 410, 404), "POST": (405,) * 5},
    "laws": {"GET": (200, 200, 403, 410, 404), "POST": (405,) * 5},
    "table-rules": {"GET": (200, 200, 403, 410, 404), "POST": (405,) * 5},
    "table-rules-sheet": {"GET": (200, 200, 403, 410, 404), "POST": (405,) * 5},
    "people": {"GET": (200, 403, 403, 410, 404), "POST": (422, 403, 403, 410, 404)},
    "board": {"GET": (200, 200, 403, 410, 404), "POST": (405,) * 5},
    "share": {"GET": (200, 200, 403, 410, 404), "POST": (405,) * 5},
    "table-settlement": {"GET": (200, 200, 200, 410, 404), "POST": (405,) * 5},
    "table-settlement-sheet": {"GET": (200, 200, 200, 410, 404), "POST": (405,) * 5},
    "score-sheet": {"GET": (200, 200, 403, 410, 404), "POST": (405,) * 5},
    "blank-sheet": {"GET": (200, 200, 403, 410, 404), "POST": (405,) * 5},
    "sheet-file": {"GET": (200, 200, 403, 410, 404), "POST": (405,) * 5},
    "host": {"GET": (302, 302, 302, 410, 404), "POST": (405,) * 5},
}

# name: {method: answers to PEOPLE}
BY_PERSON = {
    "front": {"GET": (200,) * 5, "POST": (405,) * 5},
    "rules": {"GET": (200,) * 5, "POST": (405,) * 5},
    "rules-of-set": {"GET": (200,) * 5, "POST": (405,) * 5},
    "rules-sheet": {"GET": (200,) * 5, "POST": (405,) * 5},
    "rules-laws": {"GET": (200,) * 5, "POST": (405,) * 5},
    "start-table": {"GET": (405,) * 5, "POST": (422,) * 5},
    "sign-in": {"GET": (200,) * 5, "POST": (200,) * 5},
    "sign-out": {"GET": (405,) * 5, "POST": (302,) * 5},
    "club": {"GET": (403, 403, 200, 403, 403), "POST": (405,) * 5},
    "add-players": {"GET": (405,) * 5, "POST": (403, 403, 422, 403, 403)},
    "player": {"GET": (403, 403, 200, 403, 403), "POST": (403, 403, 422, 403, 403)},
    "open-session": {"GET": (405,) * 5, "POST": (403, 403, 302, 403, 403)},
    "house-rules": {"GET": (403, 403, 200, 403, 403), "POST": (405,) * 5},
    "make-house": {"GET": (403, 403, 302, 403, 403), "POST": (403, 403, 404, 403, 403)},
    "preview-house": {"GET": (405,) * 5, "POST": (403, 403, 404, 403, 403)},
    "one-house": {"GET": (403, 403, 200, 403, 403), "POST": (405,) * 5},
    "edit-house": {"GET": (403, 403, 200, 403, 403), "POST": (403, 403, 422, 403, 403)},
    "house-sheet": {"GET": (403, 403, 200, 403, 403), "POST": (405,) * 5},
    "session": {"GET": (403, 403, 200, 200, 403), "POST": (405,) * 5},
    "open-table": {"GET": (405,) * 5, "POST": (403, 403, 422, 422, 403)},
    "renew-link": {"GET": (405,) * 5, "POST": (403, 403, 302, 302, 403)},
    "close-session": {"GET": (403, 403, 302, 302, 403), "POST": (403, 403, 409, 409, 403)},
    "reopen-session": {"GET": (405,) * 5, "POST": (403, 403, 422, 422, 403)},
    "settlement": {"GET": (403, 403, 200, 200, 403), "POST": (405,) * 5},
    "settlement-sheet": {"GET": (403, 403, 200, 200, 403), "POST": (405,) * 5},
    "pay": {"GET": (405,) * 5, "POST": (403, 403, 422, 422, 403)},
}


def addresses():
    """Every address of the site by its name: its template, and the names of what it is about."""
    known = get_resolver().reverse_dict
    return {name: known[name][0][0] for name in known if isinstance(name, str)}


def test_every_address_has_an_expectation():
    assert sorted(addresses()) == sorted([*BY_LINK, *BY_PERSON])


def path_of(name, hall, token=""):
    club_urls = ("club", "add-players", "player", "open-session")
    of_a_club = name in club_urls or "house" in name
    about = {
        "token": token,
        "pk": hall["club" if of_a_club else "session"].pk,
        "id": hall["hand"].pk,
        "no": 1,
        "right": "watch",
        "key": "keller",
        "house": hall["house"].pk if "house" in hall else 0,
        "player": hall["session"].club.players.first().pk,
        "payment": hall["payment"].pk if "payment" in hall else 0,
    }
    template, wanted = addresses()[name]
    return "/" + template % {key: about[key] for key in wanted}


def statuses(method, asked):
    """The status of each answer to (browser, address); a refusal must have stored nothing."""
    stored = everything()
    for client, path in asked:
        stored = everything() if stored is None else stored
        status = (client.get(path) if method == "GET" else client.post(path)).status_code
        if status >= 400:
            assert everything() == stored
        else:
            stored = None
        yield status


def token_of(who, table):
    if who == "forged":
        return "A" * 16
    if who == "revoked":
        return table.links.create(right="write", revoked_at=timezone.now()).token
    return link(table, who).token


def browser_of(who, hall):
    if who in ("kate", "mallory"):
        return signed_in(who)
    client, signer = a_phone(), signing.get_cookie_signer(salt=HOSTING)
    here, elsewhere = hall["session"].pk, hall["other session"].pk
    if who == "host's browser":
        client.cookies[HOSTING] = signer.sign(f"{elsewhere}.{here}")
    elif who == "tampered cookie":
        client.cookies[HOSTING] = str(here) + signer.sign(str(elsewhere)).removeprefix(str(elsewhere))
    return client


@pytest.mark.parametrize("name", BY_LINK)
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_every_address_under_a_link_answers_as_the_table_says(name, method, hall):
    hall["hand"] = log(hall["table"], "Eve! 5")
    asked = [(a_phone(), path_of(name, hall, token_of(who, hall["table"]))) for who in LINKS]
    assert tuple(statuses(method, asked)) == BY_LINK[name][method]


@pytest.mark.parametrize("name", BY_PERSON)
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_every_other_address_answers_as_the_table_says(name, method, hall):
    hall["hand"] = log(hall["table"], "Eve! 5")
    hall["payment"] = close(hall["session"]).payments.first()
    hall["house"] = make_house_rules(club=hall["club"], base="keller", name="Ours", changes={"euchre": 3})
    asked = [(browser_of(who, hall), path_of(name, hall)) for who in PEOPLE]
    assert tuple(statuses(method, asked)) == BY_PERSON[name][method]


def test_whose_link_writes_writes_at_its_own_table_only(hall):
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


def test_a_link_that_watches_writes_for_who_runs_the_evening_and_for_nobody_else(hall):
    table = hall["table"]
    path = f"/t/{link(table, 'watch').token}/hands/log"
    clients = [browser_of(who, hall) for who in PEOPLE]
    assert [client.post(path, form_of(table)).status_code for client in clients] == [403, 403, 302, 302, 403]
    assert totals(table)["Ben"] == 2


def test_who_follows_the_host_link_runs_that_evening_from_then_on(hall):
    client = a_phone()
    session = f"/sessions/{hall['session'].pk}/"
    assert client.get(session).status_code == 403
    answer = client.get(f"/host/{link(hall['table'], 'host').token}")
    assert (answer.status_code, answer.url) == (302, session)
    assert answer.cookies[HOSTING]["httponly"] and answer.cookies[HOSTING]["samesite"] == "Lax"
    assert client.get(session).status_code == 200
    assert client.get(f"/sessions/{hall['other session'].pk}/").status_code == 403


@pytest.mark.parametrize("right", ["write", "watch"])
def test_who_follows_another_link_as_if_it_were_the_host_link_hosts_nothing(right, hall):
    answer = a_phone().get(f"/host/{link(hall['table'], right).token}")
    assert (answer.url, dict(answer.cookies)) == (f"/t/{link(hall['table'], right).token}/", {})


def test_a_browser_hosts_its_earlier_evenings_too():
    client = a_phone()
    tables = [a_casual_table() for _ in range(3)]
    for table in tables:
        client.get(f"/host/{link(table, 'host').token}")
    assert [client.get(f"/sessions/{table.session_id}/").status_code for table in tables] == [200] * 3


def test_a_host_link_that_was_revoked_lets_nobody_in():
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
