"""A table that a restored site does not know is made again from what its phones show, and its hands
come from them."""

import json
import re
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from uuid import uuid4

import pytest
from django.db import IntegrityError
from django.utils import timezone

from scoring.models import HandRecord, Link, Table
from scoring.site.actions import lost_tables
from scoring.site.backup.making import make_backup
from scoring.site.backup.restoring import restore
from scoring.table.actions.house_rules import make_house_rules
from scoring.table.actions.tables import break_up, change_people, change_terms
from scoring.table.actions.waiting import decide_waiting
from tests.cast import (
    PHONE,
    a_casual_table,
    a_club,
    a_phone,
    a_table,
    address,
    again,
    an_evening,
    an_officer,
    form_of,
    signed_in,
)

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
NOW = re.compile(r'<script id="now" type="application/json">(.*?)</script>', re.DOTALL)


@pytest.fixture(autouse=True)
def here(settings, tmp_path):
    settings.BACKUP_DIR, settings.DATA_DIR = tmp_path / "backups", tmp_path / "data"


@pytest.fixture
def evening():
    return an_evening(a_club(organiser="kate"))


@pytest.fixture
def backup(evening, tmp_path):
    """The site before the table was there."""
    return make_backup(folder=tmp_path / "stick", now=timezone.now())


def put_back(file):
    restore(file=file, now=timezone.now())


def shown(table):
    """The address for a lost table on its pad."""
    return json.loads(NOW.search(a_phone().get(address(table)).content.decode())[1])["again"]


def told(table, *hands, after=""):
    """Hands as a phone keeps them, sent once."""
    found = []
    for hand in hands:
        id = str(uuid4())
        facts = form_of(again(table), hand, after=after, seen=99)
        found.append(facts | {"key": id, "do": "hand", "hand_id": id})
        after = id
    assert states(address(table), found) == ["counted"] * len(found)
    return found


def states(pad, entries):
    phone = a_phone()
    answers = [phone.post(f"{pad}hands/send", one) for one in entries]
    return [one.json()["state"] if one.status_code == 200 else one.status_code for one in answers]


def held(token):
    """What the site has of a table."""
    table = Table.objects.get(links__token=token)
    return [
        (one.names, one.rules, one.first_dealer, one.stake_minor, [bare.hand for bare in hands])
        for one in table.sittings.order_by("no")
        if (hands := one.counted) or one == table.sitting
    ]


def make(client, page, evening):
    return client.post(page, {"evening": evening.pk})


def test_a_table_comes_back_with_its_people_rules_and_link_and_its_phones_send_the_hands(
    evening, backup
):
    """Hands of players who have left are asked about, as always."""
    house = make_house_rules(club=evening.club, base="call-ace", name="Ours", changes={"euchre": 3})
    table = a_table(session=evening)
    first = told(table, "Ben+Dan 3", "Eve! 5")
    change_people(table=again(table), names=["Ben", "Cat", "Dan", "Eve", "Fay"])
    second = told(table, "Fay+Cat 4")
    sitting = again(table).sitting.pk
    change_terms(table=again(table), sitting=sitting, rules_key="", house=house, stake_minor=10)
    third = told(table, "Ben! 3")
    pad, page = address(table), shown(table)
    token = pad.split("/")[2]
    before = held(token)
    put_back(backup)
    entries = [*first, *second, *third]
    assert states(pad, entries[:1]) == [404]
    kate = signed_in("kate")
    assert kate.get(page).status_code == 200
    for _ in range(2):
        assert make(kate, page, evening).status_code == 302
    assert Table.objects.count() == 1
    assert states(pad, entries) == ["waiting"] * 3 + ["counted"]
    for one in HandRecord.objects.filter(state="waiting").order_by("logged_at"):
        decide_waiting(record=one, keep=True, actor=PHONE)
    assert states(pad, entries) == ["counted"] * 4
    assert held(token) == before


def test_the_same_people_who_sat_down_again_keep_both_of_their_parts(evening, backup):
    """By other rules at first, then broken up and seated again with another dealer, twice."""
    table = a_table(session=evening)
    entries = told(table, "Ben+Dan 3", "Eve! 5")
    sitting = again(table).sitting.pk
    change_terms(table=again(table), sitting=sitting, rules_key="call-ace", stake_minor=10)
    entries += told(table, "Cat+Ann 4")
    for dealer in (1, 3):
        names = again(table).sitting.names
        break_up(table=again(table), sitting=again(table).sitting.pk)
        change_people(table=again(table), names=names, first_dealer=dealer)
        entries += told(table, "Ben+Dan 2")
    pad, page = address(table), shown(table)
    before = held(pad.split("/")[2])
    assert [dealer for _, _, dealer, *_ in before][2:] == [1, 3]
    put_back(backup)
    make(signed_in("kate"), page, evening)
    assert states(pad, entries) == ["waiting"] * 4 + ["counted"]
    for one in HandRecord.objects.filter(state="waiting").order_by("logged_at"):
        decide_waiting(record=one, keep=True, actor=PHONE)
    assert held(pad.split("/")[2]) == before


def test_of_two_people_who_tap_at_once_the_second_gets_the_first_ones_table(
    evening, backup, monkeypatch
):
    pages = shown(a_casual_table(options={})), shown(a_table(session=evening))
    put_back(backup)
    known = lost_tables._known
    for number, page in enumerate(pages, 1):
        assert make(signed_in("kate"), page, evening).status_code == 302
        before_the_other = iter([None])
        monkeypatch.setattr(
            lost_tables,
            "_known",
            lambda lost, looks=before_the_other: next(looks, known(lost)),
        )
        assert make(signed_in("kate"), page, evening).status_code == 302
        assert Table.objects.count() == number


def test_numbers_that_are_taken_while_a_table_is_made_again_are_refused(
    evening, backup, monkeypatch
):
    pages = shown(a_casual_table(options={})), shown(a_table(session=evening))
    put_back(backup)

    def too_late(*_):
        raise IntegrityError

    monkeypatch.setattr(lost_tables, "_renumber", too_late)
    for page in pages:
        assert make(signed_in("kate"), page, evening).status_code == 409
    assert Table.objects.count() == 0


def test_only_who_runs_an_open_club_night_can_make_its_table_again(evening, backup):
    table = a_table(session=evening)
    page = shown(table)
    put_back(backup)
    an_officer(evening.club, "sam", "scorer")
    a_club("Another", organiser="mallory")
    for client in (a_phone(), signed_in("sam"), signed_in("mallory")):
        assert client.get(page).status_code == 200
        assert make(client, page, evening).status_code == 409
    assert Table.objects.count() == 0


def test_friends_make_their_table_again_themselves_and_host_it(evening, backup):
    table = a_casual_table(options={})
    entries = told(table, "Ben+Dan 3")
    pad, page = address(table), shown(table)
    put_back(backup)
    phone = a_phone()
    made = phone.post(page)
    assert (made.status_code, made["Location"]) == (302, pad)
    assert states(pad, entries) == ["counted"]
    session = Table.objects.get().session
    assert session.club.casual
    assert phone.get(session.get_absolute_url()).status_code == 200


def test_a_table_made_again_has_its_number_by_which_phones_use_a_renewed_link(evening, backup):
    tables = a_casual_table(options={}), a_table(session=evening)
    pages = [(table.pk, shown(table)) for table in tables]
    rights = [sorted(table.links.values_list("right", flat=True)) for table in tables]
    put_back(backup)
    for _, page in pages:
        assert make(signed_in("kate"), page, evening).status_code == 302
    made = [Table.objects.get(pk=number) for number, _ in pages]
    assert [sorted(one.links.values_list("right", flat=True)) for one in made] == rights
    assert [one.sitting.names for one in made] == [one.sitting.names for one in tables]
    assert Table.objects.count() == 2
    assert a_table(session=again(evening)).no == 2


def test_a_table_has_another_number_if_its_own_is_taken_or_not_in_its_address(evening, backup):
    pages = shown(a_casual_table(options={})), shown(a_table(session=evening))
    put_back(backup)
    taken = a_table(session=an_evening(evening.club)).pk
    for page, change in zip(
        pages, (lambda page: with_own_number(page, taken), without_own_number), strict=True
    ):
        assert make(signed_in("kate"), change(page), evening).status_code == 302
    assert Table.objects.count() == 3


def test_a_stranger_cannot_use_up_the_numbers_of_tables(evening, backup):
    friends, ours = shown(a_casual_table(options={})), shown(a_table(session=evening))
    put_back(backup)
    assert a_phone().post(with_own_number(friends, 10**8)).status_code == 302
    assert make(signed_in("kate"), with_own_number(ours, 10**8), evening).status_code == 409
    assert a_casual_table(options={}).pk < 10**6


def test_numbers_that_others_have_by_now_are_not_given_twice(evening, backup):
    table = a_table(session=evening)
    page, number = shown(table), table.sitting.pk
    put_back(backup)
    other = a_table(session=again(evening))
    assert other.sitting.pk != number
    make(signed_in("kate"), page, evening)
    assert Table.objects.count() == 2
    Link.objects.filter(table__no=2, right="write").update(token="elsewhere-elsewhere")
    assert make(signed_in("kate"), page, evening).status_code == 409
    assert Table.objects.count() == 2


def changed(page, change):
    """The address of a lost table that somebody changed by hand."""
    *start, packed = page.split("/")
    said = json.loads(zlib.decompress(urlsafe_b64decode(packed + "==")))
    change(said)
    return "/".join([*start, urlsafe_b64encode(zlib.compress(json.dumps(said).encode())).decode()])


def with_number(page, number):
    return changed(page, lambda said: said["sittings"][-1].update(number=number))


def with_own_number(page, number):
    return changed(page, lambda said: said.update(number=number))


def without_own_number(page):
    """An address of an earlier version."""
    return changed(page, lambda said: said.pop("number"))


def with_token(page, token):
    return changed(page, lambda said: said.update(token=token))


def with_stake(page, amount):
    stake = {"currency": "GBP", "point": amount}
    return changed(page, lambda said: said["sittings"][0]["sheet"].update(stake=stake))


@pytest.mark.parametrize("right", ["write", "watch"])
@pytest.mark.parametrize("revoked", [False, True])
def test_a_link_to_a_known_table_makes_nobody_its_host(evening, right, revoked):
    table = a_table(session=evening)
    link = table.links.get(right=right)
    if revoked:
        Link.objects.filter(pk=link.pk).update(revoked_at=timezone.now())
    page = with_token(shown(a_casual_table(options={})), link.token)
    phone = a_phone()
    answer = phone.post(page)
    assert answer.status_code == (302 if (right, revoked) == ("write", False) else 409)
    assert phone.get(evening.get_absolute_url()).status_code == 403
    assert phone.get(page).status_code == 200


def test_friends_cannot_play_for_more_than_any_table(evening, backup):
    page = shown(a_casual_table(options={}))
    put_back(backup)
    bad = with_stake(page, "999999999")
    assert a_phone().post(bad).status_code == 409


def test_a_stranger_cannot_use_up_the_numbers_of_the_site(evening, backup):
    page = shown(a_casual_table(options={}))
    put_back(backup)
    assert a_phone().post(with_number(page, 10**8)).status_code == 409
    assert a_casual_table(options={}).sitting.pk < 10**6


def test_a_player_who_makes_a_club_table_as_one_of_friends_is_reported_to_the_organiser(
    evening, backup
):
    page = shown(a_table(session=evening))
    put_back(backup)
    as_friends = changed(page, lambda said: said.update(friends=True))
    assert a_phone().post(as_friends).status_code == 302
    refused = make(signed_in("kate"), page, evening)
    assert (refused.status_code, "table of friends" in refused.content.decode()) == (409, True)


def test_a_table_that_is_in_another_club_night_is_refused(evening, backup):
    page = shown(a_table(session=evening))
    put_back(backup)
    other = an_evening(evening.club)
    kate = signed_in("kate")
    assert [make(kate, page, one).status_code for one in (evening, other)] == [302, 409]


def test_every_table_that_a_stranger_tries_to_make_counts_as_started(evening, backup, settings):
    settings.START_LIMITS = (1, 100)
    page = shown(a_casual_table(options={}))
    put_back(backup)
    assert a_phone().post(with_number(page, 10**8)).status_code == 409
    refused = a_phone().post(page)
    assert (refused.status_code, "limit" in refused.content.decode()) == (409, True)
    assert Table.objects.count() == 0


def test_numbers_that_are_not_free_are_refused_before_a_table_is_opened(
    evening, backup, monkeypatch
):
    """Tables of friends and of clubs."""
    pages = shown(a_casual_table(options={})), shown(a_table(session=evening))
    put_back(backup)
    taken = a_table(session=again(evening)).sitting.pk
    opened = []
    for name in ("open_table", "start_casual_table"):
        monkeypatch.setattr(lost_tables, name, lambda **_: opened.append(1))
    for page in pages:
        twice = changed(page, lambda said: said.update(sittings=said["sittings"] * 2))
        for bad in (twice, with_number(page, taken)):
            assert make(signed_in("kate"), bad, evening).status_code == 409
    assert opened == []


def test_an_address_that_is_damaged_is_none(evening):
    page = shown(a_table(session=evening))
    kate = signed_in("kate")
    numbers = [with_own_number(page, one)[13:] for one in ("7", 0, 10**12, True)]
    for bad in ("x", page[13:-9], "eJw" * 40, *numbers):
        assert kate.get(f"/table/again/{bad}").status_code == 404
    assert HandRecord.objects.count() == 0
