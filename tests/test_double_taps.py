"""A form that makes something makes it once, however often a thumb sends it."""

import re
from uuid import uuid4

import pytest

from scoring.euchre.sheet import read
from scoring.evening.actions.sessions import open_session
from scoring.models import Club, ClubSession, Event, Invitation, Player, Table
from scoring.people.actions.officers import invite
from scoring.table.actions.import_sheet import take_in
from scoring.table.actions.tables import SeatedAlready, open_table, start_casual_table
from tests.cast import FIVE, PHONE, a_club, a_phone, a_table, an_evening, log, send, signed_in
from tests.euchre.cast import a_sheet
from tests.test_concurrency import meanwhile

SIX = [*FIVE[:4], "Fay", "Gus"]


@pytest.fixture
def forms():
    """Return each form that creates something, with its sender, its page, its target, the input,
    and the other input after going back."""
    club = a_club()
    evening, kate = an_evening(club), signed_in()
    names = {"names": ", ".join(FIVE), "stake": "0.25", "currency": "GBP"}
    return {
        "a table": (a_phone(), "/start", "/start", names, {"stake": "0.50"}),
        "another table": (
            kate,
            f"/sessions/{evening.pk}/tables/open",
            f"/sessions/{evening.pk}/tables/open",
            names,
            {"names": ", ".join(SIX[:5]), "though_seated": "yes"},
        ),
        "an evening": (
            kate,
            f"/clubs/{club.pk}/sessions/open",
            f"/clubs/{club.pk}/sessions/open",
            {"title": "Harvest"},
            {"title": "Christmas"},
        ),
        "an invitation": (
            kate,
            f"/clubs/{club.pk}/officers/",
            f"/clubs/{club.pk}/officers/invite",
            {"whom": "Zoe", "role": "scorer"},
            {"whom": "Zoe", "role": "organiser"},
        ),
    }


MADE = (Club, ClubSession, Table, Player, Invitation, Event)


def rows():
    return [model.objects.count() for model in MADE]


def key_on(client, page):
    return re.search(r'name="key" value="([0-9a-f-]{36})"', client.get(page).content.decode())[1]


@pytest.mark.django_db
def test_a_second_tap_gets_what_the_first_one_made(forms):
    for name, (client, page, to, typed, instead) in forms.items():
        sent = typed | {"key": key_on(client, page)}
        first, before = send(client, to, sent), rows()
        second, after = send(client, to, sent), rows()
        assert (first.status_code, second.status_code) == (302, 302), name
        assert (second["Location"], after) == (first["Location"], before), name
        other = send(client, to, sent | instead)
        assert (other.status_code, other["Location"] == first["Location"]) == (302, False), name
        anew = send(client, to, typed | instead | {"key": key_on(client, page)})
        assert anew.status_code in (302, 409), name
        assert anew.get("Location") != other["Location"], name


@pytest.mark.django_db
def test_an_invalid_key_is_refused_and_a_key_used_elsewhere_makes_another_thing(forms):
    client, _, to, typed, _ = forms["an evening"]
    before = rows()
    assert (send(client, to, typed | {"key": "7"}).status_code, rows()) == (422, before)
    key, clubs = uuid4(), [a_club(name, organiser="olga") for name in ("One", "Two")]
    made = {open_session(club=club, key=key).pk for club in [*clubs, *clubs]}
    assert len(made) == 2


def makers():
    """The verbs behind those forms, each with a key."""
    club, key = a_club(), uuid4()
    evening = an_evening(club)
    return {
        "a table": lambda: start_casual_table(currency="GBP", names=FIVE, key=key),
        "another table": lambda: open_table(session=evening, names=FIVE, key=key),
        "a sheet": lambda: take_in(session=evening, sheet=read(a_sheet()), actor=PHONE, key=key),
        "an evening": lambda: open_session(club=club, key=key),
        "an invitation": lambda: invite(club=club, role="scorer", whom="Zoe", actor=PHONE, key=key),
    }


@pytest.mark.django_db(transaction=True)
def test_two_simultaneous_taps_make_one_thing():
    for name, make in makers().items():
        with meanwhile(make) as found:
            made, before = make(), rows()
        assert (found, rows()) == ([made], before), name


@pytest.mark.django_db(transaction=True)
def test_two_phones_that_open_a_table_for_the_same_people_at_once_open_one():
    evening = an_evening()

    def open_one():
        return open_table(session=evening, names=FIVE, key=uuid4(), though_seated=False)

    with meanwhile(open_one) as found:
        open_one()
    assert ([type(one) for one in found], Table.objects.count()) == ([SeatedAlready], 1)


@pytest.mark.django_db
def test_people_who_are_all_seated_already_get_another_table_after_a_question():
    evening, kate = an_evening(), signed_in()
    log(a_table(session=evening))
    a_table(session=evening, names=["Fay", "Gus", "Hal", "Ida"])
    to = f"/sessions/{evening.pk}/tables/open"

    def sent(names, **more):
        typed = {"names": ", ".join(names), "stake": "0.25", "key": uuid4(), **more}
        answer = send(kate, to, typed)
        return answer.status_code, re.findall(r"<p>(.* opened yet\.)</p>", answer.content.decode())

    mixed = ["eve", "Ann", "Ben", "Fay"]
    assert sent(FIVE) == (
        409,
        ["Ann, Ben, Cat, Dan and Eve sit at Table 1. No table was opened yet."],
    )
    assert sent(mixed) == (
        409,
        ["eve, Ann and Ben sit at Table 1; Fay sits at Table 2. No table was opened yet."],
    )
    assert Table.objects.count() == 2
    assert sent([*FIVE[:4], "Zoe"]) == (302, [])
    assert sent(FIVE, though_seated="yes") == (302, [])
    assert Table.objects.count() == 4
