"""Captains are reminded of a missing card: once, the day after, and only if they asked."""

from datetime import datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scoring.models import Club, League, LeagueMatch, Notification, Player, Subscription
from scoring.people.models import OwnPart
from scoring.public.actions import card_reminders
from scoring.public.actions.card_reminders import remind_captains
from scoring.public.actions.subscriptions import stop_phone, tell_phone
from scoring.public.models.notifications import fingerprint_of
from scoring.public.sending import sender
from tests.cast import a_club
from tests.league.cast import FIRST, SECOND, a_league, a_match, captains_link
from tests.pushes import Phone

pytestmark = pytest.mark.django_db


def at(day, hour):
    return timezone.make_aware(datetime(day.year, day.month, day.day, hour))


MORNING = at(FIRST + timedelta(days=1), 11)


@pytest.fixture
def match():
    """A match of yesterday without a card, whose captains turned notifications on."""
    club = a_club()
    Club.objects.filter(pk=club.pk).update(own_parts=[OwnPart.EVENINGS])
    league = a_league(club=club, published_at=MORNING)
    made = a_match(league, "Mounties", "Trolls")
    a_match(league, "Shufflers", "Stinky Eight", on=SECOND)
    for team, name in ((made.home, "Ann"), (made.away, "Ben")):
        team.captain = Player.objects.create(club=club, name=name)
        team.save()
        tell_phone(whom=team.captain, **Phone().sent)
    return made


def written():
    return list(Notification.objects.filter(tag__startswith="card-").order_by("pk"))


def test_both_captains_are_reminded_once_the_day_after(match):
    assert [remind_captains(now=MORNING), remind_captains(now=MORNING)] == [2, 0]
    assert [(one.title, one.tag) for one in written()] == [
        ("Match card missing", f"card-{match.pk}-{FIRST}")
    ] * 2
    assert all("Mounties v Trolls" in one.body for one in written())
    assert remind_captains(now=MORNING + timedelta(days=1)) == 0


@pytest.mark.parametrize(
    "moment",
    [
        at(FIRST, 19),
        at(FIRST + timedelta(days=1), 9),
        at(FIRST + timedelta(days=1), 20),
        at(FIRST + timedelta(days=8), 11),
    ],
)
def test_no_one_is_reminded_too_early_at_night_or_much_later(match, moment):
    assert (remind_captains(now=moment), written()) == (0, [])


@pytest.mark.parametrize(
    "change",
    [
        {"card_in_at": MORNING},
        {"counted_at": MORNING},
        {"walkover": "home"},
        {"date": None},
        {"away": None},
        {"total_home": 60, "total_away": 44},
        {"home_confirmed_at": MORNING},
        {"disputed_at": MORNING},
    ],
)
def test_a_match_with_any_part_of_a_result_or_without_a_date_reminds_no_one(match, change):
    LeagueMatch.objects.filter(pk=match.pk).update(**change)
    assert (remind_captains(now=MORNING), written()) == (0, [])


def test_a_league_that_is_over_or_a_draft_reminds_no_one(match):
    League.objects.update(finished_at=MORNING)
    assert remind_captains(now=MORNING) == 0
    League.objects.update(finished_at=None, published_at=None)
    assert remind_captains(now=MORNING) == 0


def test_a_captain_who_stopped_or_never_asked_is_not_reminded(match):
    one = Subscription.objects.get(player=match.home.captain)
    stop_phone(whom=match.home.captain, endpoint=one.sent_to)
    assert remind_captains(now=MORNING) == 1
    assert [one.subscription.player for one in written()] == [match.away.captain]


def test_a_club_without_player_pages_reminds_no_one(match):
    Club.objects.update(own_parts=[])
    assert remind_captains(now=MORNING) == 0
    Club.objects.update(own_parts=[OwnPart.EVENINGS])
    assert remind_captains(now=MORNING) == 2


@pytest.mark.parametrize("side", ["home", "away"])
def test_a_team_that_withdrew_reminds_no_one(match, side):
    team = getattr(match, side)
    team.withdrawn_at = MORNING
    team.save()
    LeagueMatch.objects.filter(pk=match.pk).update(kind="cup")
    assert (remind_captains(now=MORNING), written()) == (0, [])


def test_a_match_that_is_played_on_another_night_is_a_reason_to_remind_again(match):
    remind_captains(now=MORNING)
    LeagueMatch.objects.filter(pk=match.pk).update(date=SECOND)
    assert remind_captains(now=MORNING + timedelta(hours=1)) == 0
    assert remind_captains(now=at(SECOND + timedelta(days=1), 11)) == 2


def test_a_card_that_is_taken_back_or_pages_off_and_on_remind_no_one_again(match):
    remind_captains(now=MORNING)
    for change in ({"card_in_at": MORNING}, {"card_in_at": None}):
        LeagueMatch.objects.filter(pk=match.pk).update(**change)
        assert remind_captains(now=MORNING + timedelta(hours=1)) == 0
    for parts in ([], [OwnPart.EVENINGS]):
        Club.objects.update(own_parts=parts)
        assert remind_captains(now=MORNING + timedelta(hours=1)) == 0


def test_a_captain_who_was_reminded_and_turns_notifications_on_again_is_not_reminded_anew(match):
    remind_captains(now=MORNING)
    Notification.objects.update(done_at=MORNING, outcome="sent")
    captain, phone = match.home.captain, Phone().sent
    one = Subscription.objects.get(player=captain)
    Notification.objects.filter(subscription=one).update(
        fingerprint=fingerprint_of(phone["endpoint"])
    )
    stop_phone(whom=captain, endpoint=one.sent_to)
    tell_phone(whom=captain, **phone)
    assert remind_captains(now=MORNING + timedelta(hours=1)) == 0


def test_a_reminder_that_could_not_be_sent_by_the_last_hour_is_not_sent_at_night(match):
    remind_captains(now=at(FIRST + timedelta(days=1), 18))
    assert {one.worth_until for one in written()} == {at(FIRST + timedelta(days=1), 20)}


def test_matches_of_captains_who_never_asked_keep_no_one_waiting(match, monkeypatch):
    monkeypatch.setattr(card_reminders, "MOST", 1)
    other = a_league(club=a_club(), published_at=MORNING)
    made = a_match(other, "Mounties", "Trolls")
    made.home.captain = Player.objects.create(club=other.club, name="Ann")
    made.home.save()
    LeagueMatch.objects.filter(pk=match.pk).update(date=FIRST - timedelta(days=1))
    assert remind_captains(now=MORNING) == 2


def test_a_captain_without_a_page_for_cards_is_told_to_give_it_to_the_secretary(match):
    captains_link(match.home)
    remind_captains(now=MORNING)
    home, away = (one.body for one in written())
    assert ("captain page" in home, "captain page" in away) == (True, False)


def test_it_takes_one_query_if_no_card_is_missing(match):
    LeagueMatch.objects.update(card_in_at=MORNING)
    with CaptureQueriesContext(connection) as asked:
        remind_captains(now=MORNING)
    assert len(asked) == 1


def test_the_sender_looks_for_missing_cards_now_and_then(monkeypatch):
    moments = []
    monkeypatch.setattr(sender, "remind_captains", lambda *, now: moments.append(now))
    reminders = sender.Reminders()
    late = MORNING + sender.SELDOM
    for now in (MORNING, MORNING + timedelta(seconds=1), late, MORNING - timedelta(days=1)):
        reminders.look(now)
    assert moments == [MORNING, late, MORNING - timedelta(days=1)]
