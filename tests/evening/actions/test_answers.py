"""I come, I don't: said of an evening, changed, and one truth with the evening's list of names."""

from datetime import date, datetime, time, timedelta

import pytest
from django.utils import timezone

from scoring.club.actions.merge import merge_players
from scoring.common.permissions import Actor
from scoring.common.refused import Refused
from scoring.evening.actions.answers import say_of_all, say_whether_they_come
from scoring.evening.actions.sign_up import cancel, open_list, put_down
from scoring.evening.queries.answers import asked_about, said_of
from scoring.models import Answer, SignUp
from scoring.people.actions.people import add_players
from tests.cast import PHONE, a_club, again, an_evening, some_id
from tests.own import own_link
from tests.tournament.cast import a_tournament

pytestmark = pytest.mark.django_db

TODAY = date(2026, 11, 20)


@pytest.fixture
def club(monkeypatch):
    at = timezone.make_aware(datetime.combine(TODAY, time(18, 0)))
    monkeypatch.setattr(timezone, "now", lambda: at)
    club = a_club()
    add_players(club=club, names=["Ann", "Ben", "Cat", "Zoë"])
    return club


@pytest.fixture
def evening(club):
    return an_evening(club, title="The final", played_on=TODAY, starts_at=time(19, 30))


def of(club, name):
    return club.players.get(name=name)


def says(club, name, comes, session):
    player = of(club, name)
    actor = Actor(personal=own_link(player))
    say_whether_they_come(player=player, session=session, comes=comes, actor=actor)


def said(session):
    found = said_of(session)
    return found.come, found.wait, found.stay_away


def test_an_answer_stores_who_when_and_by_which_link_and_the_last_answer_counts(club, evening):
    for comes in (True, True, False):
        says(club, "Ann", comes, evening)
    (row,) = Answer.objects.all()
    assert (row.player.name, row.comes, row.at, row.by, row.link) == (
        *("Ann", False, timezone.now(), "their own link"),
        own_link(of(club, "Ann")),
    )
    assert again(evening).version == evening.version + 2


def test_the_answers_of_going_and_not_going_are_listed_separately(club, evening):
    for name, comes in (("Zoë", True), ("Ann", False), ("Cat", True)):
        says(club, name, comes, evening)
    assert said(evening) == (("Zoë", "Cat"), (), ("Ann",))


def test_after_the_evening_has_begun_no_answer_is_changed(club, monkeypatch):
    begun = an_evening(club, title="Now", played_on=TODAY, starts_at=time(18, 0))
    over = an_evening(club, title="Gone", played_on=TODAY - timedelta(days=1))
    later = an_evening(club, title="Any hour", played_on=TODAY)
    for session in (begun, over):
        with pytest.raises(Refused, match="has begun"):
            says(club, "Ann", True, session)
    says(club, "Ann", True, later)
    assert list(Answer.objects.values_list("session", flat=True)) == [later.pk]


def test_on_a_sign_up_list_going_takes_a_place_or_waits_and_not_going_frees_it(club, evening):
    found = open_list(session=evening, actor=PHONE, places=2)
    for name in ("Ann", "Ben", "Cat"):
        says(club, name, True, evening)
    assert said(evening) == (("Ann", "Ben"), ("Cat",), ())
    says(club, "Ann", False, evening)
    assert said(evening) == (("Ben", "Cat"), (), ("Ann",))
    says(club, "Ann", True, evening)
    assert said(evening) == (("Ben", "Cat"), ("Ann",), ())
    assert (Answer.objects.count(), found.names.count()) == (0, 3)
    assert set(found.names.values_list("player__name", flat=True)) == {"Ann", "Ben", "Cat"}


def test_a_name_from_the_poster_belongs_to_its_player_and_is_not_added_twice(club, evening):
    found = open_list(session=evening, actor=PHONE)
    made = put_down(sign_up_list=found, key=some_id(1), name="zoë", actor=PHONE)
    says(club, "Zoë", True, evening)
    (asked,) = asked_about(of(club, "Zoë"), TODAY)
    assert (asked.mine, asked.comes, found.names.count()) == (made, True, 1)
    says(club, "Zoë", False, evening)
    assert said(evening) == ((), (), ("Zoë",))


def test_a_player_on_the_list_with_a_partner_sees_the_partner_and_takes_both_off(club, evening):
    found = open_list(session=evening, actor=PHONE, partners="either")
    put_down(sign_up_list=found, key=some_id(1), name="Ann", partner="Zoë", actor=PHONE)
    together = [asked_about(of(club, name), TODAY)[0].together for name in ("Ann", "Zoë", "Ben")]
    says(club, "Zoë", False, evening)
    assert (together, said(evening)) == (["Zoë", "Ann", ""], ((), (), ("Zoë",)))


def test_answers_from_before_the_list_was_opened_are_added_in_their_order(club, evening):
    for name, comes in (("Cat", True), ("Ann", False), ("Ben", True)):
        says(club, name, comes, evening)
    open_list(session=evening, actor=PHONE, places=1)
    assert said(evening) == (("Cat",), ("Ben",), ("Ann",))
    assert list(SignUp.objects.values_list("name", "by", "waited")) == [
        ("Cat", "their own link", False),
        ("Ben", "their own link", True),
    ]


@pytest.mark.parametrize(
    ("terms", "why"), [({"partners": "pairs"}, "for pairs"), ({"closes_at": "past"}, "closed")]
)
def test_a_closed_list_or_one_for_pairs_refuses_a_single_player(club, evening, terms, why):
    if "closes_at" in terms:
        terms = {"closes_at": timezone.now() - timedelta(hours=1)}
    open_list(session=evening, actor=PHONE, **terms)
    with pytest.raises(Refused, match=why):
        says(club, "Ann", True, evening)
    assert (SignUp.objects.count(), Answer.objects.count()) == (0, 0)


def test_a_player_who_cancelled_cannot_return_to_a_closed_list(club, evening):
    found = open_list(session=evening, actor=PHONE)
    says(club, "Ann", True, evening)
    cancel(sign_up=found.names.get(), actor=PHONE)
    found.closed_at = timezone.now()
    found.save()
    with pytest.raises(Refused, match="closed"):
        says(club, "Ann", True, evening)
    assert said(evening) == ((), (), ())


def test_only_the_director_removes_an_entrant_of_the_tournament(club, evening):
    a_tournament(["Ann", "Ben", "Cat", "Zoë"], session=evening)
    found = open_list(session=evening, actor=PHONE)
    says(club, "Ann", True, evening)
    found.names.update(entered_at=timezone.now())
    with pytest.raises(Refused, match="Ask its director"):
        says(club, "Ann", False, evening)
    assert (said(evening), Answer.objects.count()) == ((("Ann",), (), ()), 0)


def test_each_of_several_evenings_has_its_own_answer(club, evening):
    next_week = an_evening(club, title="Pairs", played_on=TODAY + timedelta(days=7))
    open_list(session=next_week, actor=PHONE, partners="pairs")
    later = an_evening(club, played_on=TODAY + timedelta(days=14))
    ann = of(club, "Ann")
    actor = Actor(personal=own_link(ann))
    refused = say_of_all(player=ann, sessions=[later, next_week, evening], comes=True, actor=actor)
    assert [one.partition(":")[0] for one in refused] == ["Pairs"]
    assert [one.comes for one in asked_about(ann, TODAY)] == [True, None, True]


def test_after_a_merge_the_later_answer_counts(club, evening):
    says(club, "Ann", True, evening)
    says(club, "Zoë", False, evening)
    zoe = Answer.objects.get(player__name="Zoë")
    Answer.objects.filter(pk=zoe.pk).update(at=timezone.now() + timedelta(minutes=1))
    merge_players(kept=of(club, "Ann"), gone=of(club, "Zoë"), actor=PHONE)
    assert said(evening) == ((), (), ("Ann",))
