"""What names people and is needed no longer goes in the night, as the club has set it."""

from datetime import date, datetime, time, timedelta

import pytest
from django.utils import timezone

from scoring.evening.actions.check_in import arrive
from scoring.evening.actions.sign_up import open_list, put_down
from scoring.models import Answer, Club, Invitation, Player, SignUp
from scoring.money.actions.accounts import enter
from scoring.people.actions.people import add_players
from scoring.site.actions.retention import delete_what_is_past_its_time, months_before
from scoring.site.actions.tidying import tidy
from tests.cast import PHONE, a_club, a_table, again, an_evening, close, some_id

pytestmark = pytest.mark.django_db

TODAY = date(2026, 11, 20)
NOW = timezone.make_aware(datetime.combine(TODAY, time(4, 0)))


@pytest.fixture
def club():
    return a_club()


@pytest.mark.parametrize(
    ("day", "months", "before"),
    [
        (date(2026, 11, 20), 1, date(2026, 10, 20)),
        (date(2026, 3, 31), 1, date(2026, 2, 28)),
        (date(2024, 3, 31), 1, date(2024, 2, 29)),
        (date(2026, 1, 15), 1, date(2025, 12, 15)),
        (date(2026, 12, 31), 12, date(2025, 12, 31)),
        (date(2024, 2, 29), 24, date(2022, 2, 28)),
    ],
)
def test_months_are_counted_back_to_the_same_day_or_the_last_of_the_month(day, months, before):
    assert months_before(day, months) == before


def names_of_evenings(club, *days):
    """Let somebody put their name down, and somebody say they stay away, on each of these days."""
    add_players(club=club, names=["Ann"])
    for no, day in enumerate(days):
        session = an_evening(club, title=day.isoformat(), played_on=day)
        found = open_list(session=session, actor=PHONE)
        put_down(sign_up_list=found, key=some_id(no), name="Zoë", actor=PHONE, late=True)
        Answer.objects.create(
            session=session, player=club.players.get(), comes=False, by="their own link"
        )


def kept():
    return [
        list(SignUp.objects.values_list("sign_up_list__session__title", flat=True)),
        list(
            Answer.objects.order_by("session__played_on").values_list("session__title", flat=True)
        ),
    ]


@pytest.mark.parametrize(
    ("months", "stays"),
    [(1, ["2026-10-20", "2026-12-01"]), (3, ["2026-10-19", "2026-10-20", "2026-12-01"])],
)
def test_sign_ups_and_answers_are_deleted_some_months_after_their_evening(club, months, stays):
    days = [date(2026, 8, 1), date(2026, 10, 19), date(2026, 10, 20), date(2026, 12, 1)]
    names_of_evenings(club, *days)
    Club.objects.filter(pk=club.pk).update(keep_names=months)
    for _ in range(2):
        delete_what_is_past_its_time(NOW)
    assert kept() == [stays, stays]


def test_sign_ups_kept_forever_are_not_deleted_and_a_new_club_keeps_three_months(club):
    names_of_evenings(club, date(2020, 1, 1), date(2025, 11, 20))
    Club.objects.filter(pk=club.pk).update(keep_names=None)
    delete_what_is_past_its_time(NOW)
    assert kept()[0] == ["2020-01-01", "2025-11-20"]
    usual = Club(name="Another")
    assert (usual.keep_names, usual.keep_contacts) == (3, 24)


def a_person(club, name, **about):
    about = {"phone": "+44 20 7946 0000", "email": f"{name.lower()}@example.org"} | about
    return Player.objects.create(club=club, name=name, **about)


def test_contact_details_of_guests_and_former_members_are_deleted_after_long_absence(club):
    long_ago = an_evening(club, played_on=TODAY - timedelta(days=800))
    lately = an_evening(club, played_on=TODAY - timedelta(days=100))
    people = {
        "guest of old": a_person(club, "Ann", guest=True),
        "member who left": a_person(club, "Ben", active=False),
        "guest of late": a_person(club, "Cat", guest=True),
        "member": a_person(club, "Dan"),
        "guest who owes": a_person(club, "Eve", guest=True),
        "guest who never came": a_person(club, "Fay", guest=True),
        "guest who played": a_person(club, "Gus", guest=True),
    }
    for who, player in people.items():
        if who != "guest who never came":
            arrive(session=long_ago, player=player, actor=PHONE)
    arrive(session=lately, player=people["guest of late"], actor=PHONE)
    a_table("Gus! 5", session=lately, names=["Gus", "Hal", "Ida", "Jan"], stake_minor=0)
    close(lately)
    charge = {"what": "charge", "amount_minor": 100, "key": some_id(1), "actor": PHONE}
    enter(club=club, who=people["guest who owes"], **charge)
    delete_what_is_past_its_time(NOW)
    gone = {who for who, player in people.items() if not again(player).phone}
    assert gone == {"guest of old", "member who left"}
    assert again(people["guest of old"]).email == ""
    assert again(people["guest of old"]).name == "Ann"


def test_the_name_on_an_invitation_is_deleted_once_it_is_over(club):
    made = {"club": club, "role": "scorer", "made_by": "kate"}
    Invitation.objects.create(**made, whom="Zoë")
    Invitation.objects.create(**made, whom="Ann", used_at=NOW)
    Invitation.objects.create(**made, whom="Ben", revoked_at=NOW)
    Invitation.objects.create(**made, whom="Cat", good_until=NOW - timedelta(days=1))
    Invitation.objects.filter(whom="Zoë").update(good_until=NOW + timedelta(days=1))
    delete_what_is_past_its_time(NOW)
    assert list(Invitation.objects.order_by("pk").values_list("whom", flat=True)) == [
        *("Zoë", "", "", "")
    ]


def test_deletion_runs_every_night_but_not_on_the_first_after_a_month_without(
    club, settings, tmp_path
):
    settings.DATA_DIR = tmp_path
    names_of_evenings(club, date(2020, 1, 1))
    tidy(now=NOW, nightly=True)
    first = kept()[0]
    tidy(now=NOW + timedelta(days=1), nightly=True)
    assert (first, kept()) == (["2020-01-01"], [[], []])
