"""A person is forgotten whose name is in every column that can hold it: it is nowhere after."""

import json

import pytest
from django.apps import apps
from django.db import models

from scoring.club.actions.forget import forget_player, texts_to_ask_about
from scoring.club.queries.texts import TEXTS, replaced, rows_of
from scoring.common.names import name_key
from scoring.euchre.hand import PENALTY, TO_OTHERS, Irregularity
from scoring.models import Club, HouseRules, Player, Season, Team, Tournament
from scoring.people.actions.people import add_players
from scoring.site.backup.rows import lines as backup_lines
from scoring.site.backup.rows import models_in
from scoring.site.club_file.writing import lines
from tests.cast import PHONE, a_club, again, an_officer
from tests.everywhere import Reader, shown
from tests.league.cast import a_league
from tests.rich_club import a_rich_club

pytestmark = pytest.mark.django_db

NAME = "Xanthip"


def written_columns(model):
    """The columns that hold a text, or JSON, and are not one of a few fixed words."""
    kinds = (models.CharField, models.TextField, models.JSONField)
    return [one.name for one in model._meta.fields if isinstance(one, kinds) and not one.choices]


def test_every_column_of_text_is_decided_on():
    found = {
        model.__name__: written_columns(model)
        for model in apps.get_app_config("scoring").get_models()
    }
    wanted = {name: sorted(columns) for name, columns in found.items() if columns}
    decided = {name: sorted(texts.columns) for name, texts in TEXTS.items() if texts.columns}
    assert decided == wanted


def write_it_everywhere(club, but):
    """Write the name into every column that can hold it, and return those."""
    done = []
    for one in (*club.formats.all(), *Tournament.objects.filter(session__club=club)):
        one.settings["prizes"] = [{"prize": "first", "gift": "A cake"}]
        if getattr(one, "results", None):
            one.results["prizes"] = [{"prize": "first", "to": [], "amount": None, "gift": "Tea"}]
        one.save()
    talk = Irregularity(kind=PENALTY, by=0, points=1, to=TO_OTHERS, why="Talk").stored
    rows_of(club, "HandRecord").filter(void="", irregularities=[]).update(irregularities=[talk])
    for one in rows_of(club, "Correction"):
        one.before["irregularities"] = one.after["irregularities"] = [talk]
        one.save()
    for name, texts in TEXTS.items():
        for column in (*texts.asked, *texts.by.split(), *texts.records.split()):
            rows = rows_of(club, name).exclude(pk=but) if name == "Player" else rows_of(club, name)
            changed = [write_it(row, f"{name}.{column}", column) for row in rows]
            if any(changed):
                done.append(f"{name}.{column}")
    return done


def write_it(row, called, column):
    field, value = row._meta.get_field(column), getattr(row, column)
    if isinstance(field, models.JSONField):
        after = replaced(called, value, lambda text: f"{NAME}’s {text}"[:20])
    else:
        after = f"{NAME} {row.pk}"[: field.max_length] if column != "by" else NAME
    more = {"name_key": name_key(after)} if isinstance(row, Team) and column == "name" else {}
    type(row)._base_manager.filter(pk=row.pk).update(**{column: after}, **more)
    return after != value


def named_in(club):
    """Where the name is stored or shown."""
    stored = [
        (model.__name__, field.name)
        for model in apps.get_app_config("scoring").get_models()
        for field in model._meta.fields
        for value in model._base_manager.values_list(field.name, flat=True)
        if NAME.lower() in json.dumps(value, default=str, ensure_ascii=False).lower()
    ]
    in_file = [line for line in lines(club) if NAME.encode() in line]
    in_backup = [
        line for model in models_in() for line in backup_lines(model) if NAME.encode() in line
    ]
    return stored, in_file, in_backup


@pytest.fixture
def club():
    return a_rich_club()


@pytest.fixture
def player(club):
    (found,) = add_players(club=club, names=[NAME])
    Player.objects.filter(pk=found.pk).update(short_name="Xan", notes=f"{NAME} likes tea")
    return again(found)


def test_a_name_in_every_column_is_nowhere_after_erasing(club, player):
    done = write_it_everywhere(club, player.pk)
    wanted = {
        f"{name}.{column}"
        for name, texts in TEXTS.items()
        for column in (*texts.asked, *texts.by.split(), *texts.records.split())
    }
    assert wanted - {*done} == set()
    forget_player(player=player, actor=PHONE)
    assert named_in(club) == ([], [], [])


@pytest.mark.slow
@pytest.mark.thorough
def test_no_page_file_or_calendar_shows_a_forgotten_name(club, player):
    Club.objects.filter(pk=club.pk).update(open_parts=["results", "seasons", "leagues"])
    write_it_everywhere(club, player.pk)
    reader = Reader(club)
    screens = reader.pages(each=1, papers=False)
    assert sum(NAME in shown(answer) for _, answer in screens) > 50
    forget_player(player=player, actor=PHONE)
    after = [address for address, answer in reader.pages() if NAME in shown(answer)]
    assert after == []


def test_what_the_organiser_keeps_stays_wherever_it_is_named(club, player):
    cup = Season.objects.first()
    Season.objects.filter(pk=cup.pk).update(name=f"{NAME}’s Cup")
    club.events.create(by="kate", said=f"Made the season {NAME}’s Cup for {NAME}.")
    HouseRules.objects.filter(club=club).update(name=f"{NAME}’s rules")
    Club.objects.filter(pk=club.pk).update(usual_rules=f"{NAME}’s rules")
    asked = {held.text: held.must_choose for held in texts_to_ask_about(player)}
    assert asked == {f"{NAME}’s Cup": True, f"{NAME}’s rules": True}
    forget_player(player=player, actor=PHONE, kept=[f"{NAME}’s Cup"])
    assert again(cup).name == f"{NAME}’s Cup"
    assert club.events.filter(said=f"Made the season {NAME}’s Cup for Former member 1.").exists()
    assert again(club).usual_rules == "Former member 1’s rules"
    assert {*club.house_rules.values_list("name", flat=True)} >= {"Former member 1’s rules"}


def test_the_key_of_the_usual_rules_is_no_name():
    club = a_club()
    Club.objects.filter(pk=club.pk).update(usual_rules="keller")
    (keller,) = add_players(club=club, names=["keller"])
    forget_player(player=keller, actor=PHONE)
    assert again(club).usual_rules == "keller"


def test_only_an_account_with_a_role_keeps_its_name():
    club = a_club()
    an_officer(club, "olga", "organiser")
    people = add_players(club=club, names=["Olga", "Pam"])
    for by in ("olga", "pam"):
        club.events.create(by=by, said="Did something.")
    for player in people:
        forget_player(player=player, actor=PHONE)
    named = club.events.filter(said="Did something.").order_by("pk")
    assert list(named.values_list("by", flat=True)) == ["olga", "Former member 2"]


def test_two_names_that_become_one_are_told_apart_by_a_number():
    club = a_club()
    (eve,) = add_players(club=club, names=["Eve"])
    league = a_league(club=club)
    one, other = league.teams.all()[:2]
    for team, name in ((one, "Eve’s"), (other, "Former member 1’s")):
        Team.objects.filter(pk=team.pk).update(name=name, name_key=name_key(name))
    forget_player(player=eve, actor=PHONE)
    expected = "Former member 1’s 2"
    assert (again(one).name, again(one).name_key) == (expected, name_key(expected))


def test_a_short_name_goes_too_unless_it_is_another_persons():
    club = a_club()
    eve, *_ = add_players(club=club, names=["Evelyn", "Fay", "Eva"])
    for short, said in (("Evie", "Former member 1 won"), ("Fay", "Fay won"), ("Ev", "Ev won")):
        Player.objects.filter(pk=eve.pk).update(short_name=short, forgotten_at=None, name="Evelyn")
        event = club.events.create(by="kate", said=f"{short} won")
        forget_player(player=again(eve), actor=PHONE)
        assert again(event).said == said
        Player.objects.filter(pk=eve.pk).update(name="Gone", key="gone")
