"""The written table of rights, walked: every address of clubsite/urls.py with every kind of visitor."""

import pytest
from django.urls import get_resolver

from scoring.actions.house import make_house_rules
from tests.cast import a_phone, close, everything, log
from tests.hall import LINKS, PASSES, PEOPLE, a_hall, browser_of, token_of_link, token_of_pass

pytestmark = pytest.mark.django_db

# Who comes in: everybody else is answered 403.
EVERYBODY = set(PEOPLE)
SIGNED_IN = {"other club's owner", "owner", "organiser", "scorer"}
SERVES = {"owner", "organiser", "scorer"}
RUNS = {"owner", "organiser"}
OWNS = {"owner"}
WRITES_HERE = {*SERVES, "host's browser"}
RUNS_HERE = {*RUNS, "host's browser"}

# The table. Whoever is let in is answered as it says to GET and to an empty POST: shown (200), sent on (302),
# told what the form lacks (422) or that it cannot be now (409). A method that is not named is answered 405.
# The session is closed; a club is the one that the officers serve.
RIGHTS = {
    "front": {"GET": (EVERYBODY, 200)},
    "rules": {"GET": (EVERYBODY, 200)},
    "rules-of-set": {"GET": (EVERYBODY, 200)},
    "rules-sheet": {"GET": (EVERYBODY, 200)},
    "rules-laws": {"GET": (EVERYBODY, 200)},
    "start-table": {"POST": (EVERYBODY, 422)},
    "sign-in": {"GET": (EVERYBODY, 200), "POST": (EVERYBODY, 200)},
    "sign-out": {"POST": (EVERYBODY, 302)},
    "club": {"GET": (SERVES, 200)},
    "add-players": {"POST": (RUNS, 422)},
    "player": {"GET": (RUNS, 200), "POST": (RUNS, 422)},
    "open-session": {"POST": (RUNS, 302)},
    "house-rules": {"GET": (SERVES, 200)},
    "make-house": {"GET": (RUNS, 302), "POST": (RUNS, 404)},
    "preview-house": {"POST": (RUNS, 404)},
    "one-house": {"GET": (SERVES, 200)},
    "edit-house": {"GET": (RUNS, 200), "POST": (RUNS, 422)},
    "house-sheet": {"GET": (SERVES, 200)},
    "session": {"GET": (WRITES_HERE, 200)},
    "open-table": {"POST": (RUNS_HERE, 422)},
    "renew-link": {"POST": (RUNS_HERE, 302)},
    "close-session": {"GET": (RUNS_HERE, 302), "POST": (RUNS_HERE, 409)},
    "reopen-session": {"POST": (RUNS_HERE, 422)},
    "settlement": {"GET": (WRITES_HERE, 200)},
    "settlement-sheet": {"GET": (WRITES_HERE, 200)},
    "attendance-sheet": {"GET": (WRITES_HERE, 200)},
    "seating-sheet": {"GET": (WRITES_HERE, 200)},
    "table-cards": {"GET": (WRITES_HERE, 200)},
    "pay": {"POST": (RUNS_HERE, 422)},
}

# Under a pass: its right, and what a live one is answered. A revoked one: 410; none, or another right's: 404.
BY_PASS = {}

# Under a table's link, {method: answers to LINKS}, for a phone without an account.
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


@pytest.fixture
def hall():
    """The hall in full swing: a hand logged, house rules made."""
    hall = a_hall()
    hall["hand"] = log(hall["table"], "Eve! 5")
    hall["house"] = make_house_rules(club=hall["club"], base="keller", name="Ours", changes={"euchre": 3})
    return hall


@pytest.fixture
def morning_after(hall):
    """The hall with its session closed."""
    return hall | {"payment": close(hall["session"]).payments.first()}


def addresses():
    """Every address of the site by its name: its template, and the names of what it is about."""
    known = get_resolver().reverse_dict
    return {name: known[name][0][0] for name in known if isinstance(name, str)}


def test_every_address_has_its_line_in_the_table():
    assert sorted(addresses()) == sorted([*RIGHTS, *BY_PASS, *BY_LINK])


def path_of(name, hall, token=""):
    template, wanted = addresses()[name]
    about = {
        "token": token,
        "pk": hall["club" if template.startswith("clubs/") else "session"].pk,
        "id": hall["hand"].pk,
        "no": 1,
        "right": "watch",
        "key": "keller",
        "house": hall["house"].pk,
        "player": hall["session"].club.players.first().pk,
        "payment": hall["payment"].pk if "payment" in hall else 0,
    }
    return "/" + template % {key: about[key] for key in wanted}


def statuses(method, asked):
    """The status of each answer to (browser, address); a refusal must have stored nothing."""
    stored = None
    for client, path in asked:
        stored = everything() if stored is None else stored
        status = (client.get(path) if method == "GET" else client.post(path)).status_code
        if status >= 400:
            assert everything() == stored
        else:
            stored = None
        yield status


@pytest.mark.parametrize("name", RIGHTS)
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_every_address_answers_every_visitor_as_the_table_says(name, method, morning_after):
    let_in, answer = RIGHTS[name].get(method, (EVERYBODY, 405))
    asked = [(browser_of(who, morning_after), path_of(name, morning_after)) for who in PEOPLE]
    found = dict(zip(PEOPLE, statuses(method, asked), strict=True))
    assert found == {who: answer if who in let_in else 403 for who in PEOPLE}


@pytest.mark.parametrize("name", BY_PASS)
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_every_address_under_a_pass_answers_as_the_table_says(name, method, hall):
    right, answers = BY_PASS[name]
    asked = [(a_phone(), path_of(name, hall, token_of_pass(who, right, hall))) for who in PASSES]
    live = answers.get(method, 405)
    expected = (405,) * 4 if live == 405 else (live, 410, 404, 404)
    assert tuple(statuses(method, asked)) == expected


@pytest.mark.parametrize("name", BY_LINK)
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_every_address_under_a_link_answers_as_the_table_says(name, method, hall):
    asked = [(a_phone(), path_of(name, hall, token_of_link(who, hall["table"]))) for who in LINKS]
    assert tuple(statuses(method, asked)) == BY_LINK[name][method]
