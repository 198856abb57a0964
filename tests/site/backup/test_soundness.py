"""A backup with a row that no page can show is refused, and says where; what is taken is shown."""

import json
from datetime import date, timedelta
from functools import cache

import pytest
from django.db import DatabaseError, connection, models
from django.utils import timezone
from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st

from scoring.models import (
    Closing,
    Club,
    Division,
    Entrant,
    HandRecord,
    HouseRules,
    League,
    LeagueMatch,
    Plan,
    Player,
    Season,
    Seat,
    SignUpList,
    Table,
    Team,
    Tournament,
)
from scoring.site.backup import BadBackup
from scoring.site.backup.making import make_backup
from scoring.site.backup.proving import prove
from scoring.site.backup.rows import REFUSED, USERS, lines, models_in, read
from scoring.site.backup.soundness import refuse_unsound
from tests import proof
from tests.cast import a_club, undone
from tests.everywhere import Reader, name_of
from tests.rich_club import a_rich_club

pytestmark = pytest.mark.django_db


def first(model, **of):
    return model._base_manager.filter(**of).order_by("pk").first()


def changed(row, **what):
    type(row)._base_manager.filter(pk=row.pk).update(**what)


def in_a_circle():
    one, other = League.objects.order_by("pk")
    changed(one, follows=other)
    changed(other, follows=one)


UNSOUND = {
    "results that say nothing": (
        lambda: changed(first(Tournament, results__isnull=False), results={}),
        "scoring_tournament, id ",
    ),
    "settings that are a list": (lambda: changed(first(Tournament), settings=[]), "settings"),
    "a seat that no table has": (lambda: changed(first(Seat), no=77), "seats"),
    "a hand from seat 77": (
        lambda: changed(first(HandRecord, state="counted", maker__isnull=False), maker=77),
        "sitting",
    ),
    "a statement of nothing": (lambda: changed(first(Closing), document={}), "scoring_closing"),
    "a plan of no tables": (lambda: changed(first(Plan), tables=[{}]), "scoring_plan"),
    "leagues that follow each other": (in_a_circle, "leads back to itself"),
    "house rules that replace themselves": (
        lambda: changed(first(HouseRules), replaced_by=first(HouseRules)),
        "leads back to itself",
    ),
    "a table by another club's rules": (
        lambda: changed(first(Table, options={}), house=rules_elsewhere()),
        "is of another club",
    ),
    "a team of another league's division": (
        lambda: changed(first(Team), division=Division.objects.order_by("pk").last()),
        "in another league",
    ),
    "a match against another league's team": (
        lambda: changed(LeagueMatch.objects.last(), home=first(Team)),
        "in another league",
    ),
    "a match in a half that no league has": (
        lambda: changed(first(LeagueMatch), part=77),
        "in a half that its league does not have",
    ),
    "an address with a slash": (
        lambda: changed(first(SignUpList), token="a/b/c/d/e/f"),
        "no code for an address",
    ),
    "an address without a code": (
        lambda: changed(first(SignUpList), token=""),
        "no code for an address",
    ),
    "no word where one of the choices must be": (
        lambda: changed(first(League), names=""),
        "names",
    ),
    "a word that is none of the choices": (
        lambda: changed(first(League), names="loud"),
        "names",
    ),
    "a day that no calendar shows": (
        lambda: changed(first(Player, forgotten_at=None), wishes_to_go="0001-01-01T00:00:00Z"),
        "scoring_player",
    ),
}


def rules_elsewhere():
    club = a_club("Another club")
    return HouseRules.objects.create(club=club, name="Theirs", base="keller", changes={})


@pytest.mark.parametrize("fault", UNSOUND)
def test_a_row_that_no_page_can_show_is_refused_with_its_place(fault):
    a_rich_club()
    break_it, place = UNSOUND[fault]
    break_it()
    with pytest.raises(BadBackup, match=place):
        refuse_unsound()


def two_stand_in_for_each_other():
    one, other = Entrant.objects.order_by("pk")[:2]
    changed(one, in_place_of=other)
    changed(other, in_place_of=one)


def a_team_withdraws_after_its_card():
    match = LeagueMatch.objects.filter(walkover="", total_home__isnull=False).first()
    changed(match, walkover="home", counted_at=None)


SOUND = {
    "a leaver who takes the ghost's seat": two_stand_in_for_each_other,
    "a card of a team that withdrew": a_team_withdraws_after_its_card,
    "a year typed with two figures": lambda: changed(first(Season), starts_on=date(26, 1, 1)),
}


@pytest.mark.parametrize("story", SOUND)
def test_rows_that_the_site_itself_can_store_are_not_refused(story):
    a_rich_club()
    SOUND[story]()
    refuse_unsound()


def test_verify_refuses_a_backup_whose_pages_would_break(tmp_path):
    a_rich_club()
    changed(first(Tournament, results__isnull=False), results={})
    file = make_backup(folder=tmp_path, now=timezone.now() + timedelta(seconds=1))
    with pytest.raises(BadBackup, match="scoring_tournament, id "):
        prove(file)


# -- whatever it is
# ---------------------------------------------------------------------------------------

OTHERS = [
    {},
    [],
    "",
    None,
    0,
    1,
    77,
    -1,
    10**9,
    2**40,
    True,
    "x",
    "2026-11-20",
    [[]],
    [1],
    {"a": 1},
]
tried = {"refused": 0, "shown": 0}


@cache
def with_rows():
    """The models of which the club has rows; those with JSON three times, as they can hold most."""
    found = []
    for model in models_in():
        if model._meta.label_lower != USERS and model._base_manager.exists():
            has_json = any(isinstance(one, models.JSONField) for one in model._meta.fields)
            found += [model] * (3 if has_json else 1)
    return found


def mutated(value, draw):
    """A value with one place in it changed."""
    inside = isinstance(value, dict | list) and value
    if not inside or draw(st.integers(0, 3)) == 0:
        alike = [one for one in OTHERS if type(one) is type(value) and one != value]
        return draw(st.sampled_from(alike + OTHERS if draw(st.booleans()) else alike or OTHERS))
    keys = sorted(value) if isinstance(value, dict) else range(len(value))
    key, how = draw(st.sampled_from(keys)), draw(st.integers(0, 4))
    copy = dict(value) if isinstance(value, dict) else list(value)
    if how == 0:
        del copy[key]
    elif how == 1 and isinstance(copy, list):
        copy.append(copy[key])
    elif how == 1:
        copy["strange"] = copy[key]
    else:
        copy[key] = mutated(copy[key], draw)
    return copy


def take(model, no, line):
    """Store what a line of a backup says, as loading does; raise what refuses it."""
    (values,) = read(model, [line])
    names = [one.attname for one in model._meta.local_concrete_fields]
    said = dict(zip(names, values, strict=True))
    row = model._base_manager.order_by("pk")[no]
    model._base_manager.filter(pk=row.pk).update(**said)
    connection.check_constraints()


@pytest.mark.slow
@settings(max_examples=proof.examples(40), suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_every_backup_is_refused_or_all_its_pages_can_be_shown(data, addresses):
    model = data.draw(st.sampled_from(with_rows()))
    rows = list(lines(model))
    no = data.draw(st.integers(0, min(len(rows), 40) - 1))
    said = json.loads(rows[no])
    json_columns = [one.attname for one in model._meta.fields if isinstance(one, models.JSONField)]
    columns = [*said, *json_columns, *json_columns, *json_columns]
    column = data.draw(st.sampled_from([one for one in columns if one != model._meta.pk.attname]))
    said[column] = mutated(said[column], data.draw)
    with undone():
        try:
            take(model, no, json.dumps(said).encode())
            refuse_unsound()
        except (BadBackup, *REFUSED, DatabaseError) as wrong:
            tried["refused"] += 1
            event("refused")
            assert str(wrong)
            return
        tried["shown"] += 1
        event("shown")
        reader = Reader(first(Club))
        broken = [one for one in addresses if reader.get(one).status_code >= 500]
        assert broken == [], (model.__name__, column, said[column])


@pytest.fixture
def addresses():
    """An address of every page of the club, and with a thorough proof of every paper too."""
    found = {}
    for address, answer in Reader(a_rich_club()).pages(each=1, papers=proof.size(0, thorough=1)):
        assert answer.status_code < 500, address
        found.setdefault(name_of(address), address)
    return list(found.values())
