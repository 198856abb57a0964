"""Told without asking: written with what it tells, once, and only to who asked."""

from datetime import time, timedelta
from uuid import uuid4

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scoring.club.actions.forget import forget_player
from scoring.club.actions.merge import merge_players
from scoring.common.permissions import Actor
from scoring.common.refused import Refused
from scoring.evening.actions.answers import say_whether_they_come
from scoring.evening.actions.calling_off import call_off
from scoring.evening.actions.passes import renew_pass
from scoring.evening.actions.sessions import change_session
from scoring.evening.actions.sign_up import (
    cancel,
    cancel_many,
    join,
    open_list,
    put_all_back,
    put_back,
    put_down,
)
from scoring.models import Club, ClubSession, Notification, Player, Subscription
from scoring.public.actions.notifications import forget_notifications
from scoring.public.actions.personal_links import renew_link, revoke_link
from scoring.public.actions.subscriptions import (
    MOST_IN_TURN,
    ask_by_mail,
    confirm,
    has_moved,
    stop,
    stop_phone,
    tell_phone,
)
from scoring.public.queries.notifications import MOST
from scoring.tournament.actions.draw import draw, publish
from scoring.tournament.actions.entrants import take_all_out
from scoring.tournament.actions.leaving import leave_at_once
from scoring.tournament.actions.rounds import end_round, start_round, take_back
from scoring.tournament.actions.setting_up import make_tournament
from scoring.tournament.actions.sign_ups import enter_all
from scoring.tournament.actions.swapped_seats import place_in, put_seats_right
from tests.cast import PHONE, a_club, again, an_evening, an_organiser, everything
from tests.pushes import Phone
from tests.tournament.cast import a_tournament, begun, drawn, ended, names_at, tell_all

pytestmark = pytest.mark.django_db


def asks(whom, phone=None):
    phone = phone or Phone()
    return tell_phone(whom=whom, **phone.sent)


def entrant(tournament, no):
    return tournament.entrants.get(no=no)


def written(**which):
    """What is on its way: title and body."""
    rows = Notification.objects.filter(done_at=None, **which).order_by("pk")
    return [(one.title, one.body) for one in rows]


def seat_of(round, no):
    """Table, seat, partner and the others of an entrant, by the placings themselves."""
    placing = round.placings.get(entrant__no=no)
    at = names_at(round)[placing.round_table.no]
    partner = at[{"N": "S", "S": "N", "E": "W", "W": "E"}[placing.seat]]
    others = [at[seat] for seat in "NESW" if at[seat] not in (partner, placing.entrant.name)]
    return placing.round_table.no, placing.seat, partner, others


def test_a_published_round_notifies_only_phones_that_asked():
    tournament = a_tournament(8)
    asks(entrant(tournament, 3))
    row = drawn(tournament)
    assert written() == []
    publish(tournament=tournament, no=1, seen="")
    table, seat, partner, (one, other) = seat_of(row, 3)
    name = {"N": "North", "E": "East", "S": "South", "W": "West"}[seat]
    assert written() == [
        (f"Table {table}, seat {name}", f"With {partner}, against {one} and {other}. Round 1.")
    ]
    start_round(tournament=tournament, no=1)
    assert len(written()) == 1


def test_a_seat_notification_leads_to_the_card_and_expires_in_twenty_minutes():
    tournament = a_tournament(8)
    asks(entrant(tournament, 3))
    begun(tournament)
    (one,) = Notification.objects.all()
    token = tournament.session.passes.get(right="players").token
    assert one.path == f"/e/{token}/3/"
    assert timedelta(minutes=15) < one.worth_until - timezone.now() <= timedelta(minutes=20)


def test_a_notification_is_rolled_back_with_its_write():
    tournament = a_tournament(8)
    asks(entrant(tournament, 3))
    drawn(tournament)
    with transaction.atomic():
        publish(tournament=tournament, no=1, seen="")
        transaction.set_rollback(True)
    assert written() == []
    publish(tournament=tournament, no=1, seen="")
    assert len(written()) == 1


def test_a_phone_that_asks_after_a_round_is_published_hears_of_the_next():
    tournament = a_tournament(8)
    row = begun(tournament)
    asks(entrant(tournament, 3))
    assert written() == []
    tell_all(ended(row))
    begun(tournament)
    assert [body.endswith("Round 2.") for _, body in written()] == [True]


def test_a_later_seat_change_notifies_all_concerned_and_replaces_the_first_notice():
    tournament = a_tournament(9, style="club")
    for no in range(1, 10):
        asks(entrant(tournament, no))
    row = begun(tournament)
    out = row.sitting_out[0]
    assert written(tag=f"seat-{tournament.pk}-{out}") == [
        ("You sit out round 1", "You play again next round.")
    ]
    assert len(written()) == 9
    leave_at_once(tournament=tournament, no=_seated(row), by=out)
    table = row.placings.get(entrant__no=out).round_table
    ((title, _),) = written(tag=f"seat-{tournament.pk}-{out}")
    assert title.startswith(f"Table {table.no}, seat ")
    name = entrant(tournament, out).name
    concerned = [title for title, body in written() if name in body]
    assert (len(concerned), len(written())) == (3, 9)


def _seated(row):
    return row.placings.order_by("pk").first().entrant.no


def test_corrected_seats_are_notified_in_a_current_round_but_not_in_a_finished_one():
    tournament = a_tournament(8)
    row = begun(tournament)
    asks(entrant(tournament, 1))
    one, other = entrant(tournament, 1), entrant(tournament, 5)
    other = _elsewhere(row, one) or other
    how = {"tournament": tournament, "no": 1, "one": 1, "other": other.no, "actor": PHONE}
    put_seats_right(**how, seen=place_in(row, one))
    assert len(written()) == 1
    tell_all(ended(row))
    assert written() == []
    put_seats_right(**how, seen=place_in(row, one))
    assert written() == []


def _elsewhere(row, one):
    mine = row.placings.get(entrant=one).round_table
    return row.placings.exclude(round_table=mine).first().entrant


def test_an_undone_round_is_notified_and_its_new_draw_is_notified_again():
    tournament = a_tournament(8)
    asks(entrant(tournament, 3))
    begun(tournament)
    seat = written()
    take_back(tournament=tournament, no=1, step="started")
    assert written() == seat
    take_back(tournament=tournament, no=1, step="published")
    assert written() == [("Wait for your seat", "The draw was undone.")]
    publish(tournament=tournament, no=1, seen="")
    assert written() == seat


def test_seats_are_not_notified_after_the_round_is_over():
    tournament = a_tournament(8)
    asks(entrant(tournament, 3))
    row = begun(tournament)
    end_round(tournament=tournament, no=row.no, how="bell", actor=PHONE)
    assert written() == []


def test_a_phone_that_asked_by_card_and_on_its_own_page_is_notified_once():
    tournament, phone = a_tournament(8), Phone()
    one = entrant(tournament, 3)
    Club.objects.update(own_parts=["seat"])
    link = renew_link(player=one.player, actor=PHONE)
    asks(one.player, phone)
    asks(one, phone)
    asks(one.player)
    begun(tournament)
    found = Notification.objects.order_by("pk")
    assert {row.fingerprint for row in found} == {row.fingerprint for row in _live()}
    assert len(found) == 2
    assert found.filter(path=link.get_absolute_url()).exists()


def _live():
    return Subscription.objects.live()


def test_a_pair_is_notified_of_both_seats_without_a_partner():
    tournament = a_tournament([("Ann", "Ben"), ("Cat", "Dan")], style="pairs")
    asks(entrant(tournament, 1))
    begun(tournament)
    ((title, body),) = written()
    assert title in ("Table 1, seats North and South", "Table 1, seats East and West")
    assert body == "Against Cat and Dan. Round 1."


def test_a_round_takes_one_query_without_phones_and_as_many_for_twelve_as_for_one():
    def queries(who):
        tournament = a_tournament(12)
        for no in who:
            asks(entrant(tournament, no))
        drawn(tournament)
        with CaptureQueriesContext(connection) as found:
            publish(tournament=tournament, no=1, seen="")
        Subscription.objects.all().delete()
        return len(found)

    nobody, one, twelve = queries([]), queries([1]), queries(range(1, 13))
    assert one == twelve
    assert one - nobody < 15


# -- Names that were put down.


def a_list(**what):
    return open_list(session=an_evening(played_on=timezone.localdate()), actor=PHONE, **what)


def name(found, called):
    return put_down(sign_up_list=found, key=uuid4(), name=called, actor=PHONE)


def test_a_player_who_moves_up_is_notified_and_players_behind_are_not():
    found = a_list(places=1)
    ann, ben, cat = (name(found, one) for one in ("Ann", "Ben", "Cat"))
    for one in (ann, ben, cat):
        asks(one)
    cancel(sign_up=ann, actor=PHONE)
    assert [title for title, _ in written()] == ["A place is free. You’re signed up"]
    assert Notification.objects.get().path == f"/coming/{ben.token}/"
    put_back(sign_up=again(ann))
    cancel(sign_up=again(ben), actor=PHONE)
    assert [one.path for one in Notification.objects.order_by("pk")] == [
        f"/coming/{ben.token}/",
        f"/coming/{cat.token}/",
    ]


def test_losing_and_gaining_places_is_notified():
    found = a_list()
    name(found, "Ann")
    asks(name(found, "Ben"))
    open_list(session=found.session, actor=PHONE, places=1)
    assert [title for title, _ in written()] == ["Waiting list: number 1"]
    open_list(session=found.session, actor=PHONE, places=2)
    assert [title for title, _ in written()] == ["A place is free. You’re signed up"]


def test_a_subscription_is_kept_on_return_and_by_a_pair_but_not_by_a_merged_line():
    found = a_list()
    ann, ben, benn = (name(found, one) for one in ("Ann", "Ben", "Benn"))
    asks(ann), asks(benn)
    cancel(sign_up=ann, actor=PHONE)
    put_back(sign_up=again(ann))
    join(sign_up=ben, other=benn, pair=False)
    assert [str(one.sign_up) for one in Subscription.objects.all()] == ["Ann"]
    join(sign_up=again(ben), other=Subscription.objects.get().sign_up, pair=True)
    assert [one.sign_up.pk for one in Subscription.objects.all()] == [ben.pk]


def test_a_name_removed_by_the_organiser_is_notified_and_one_who_cancels_is_not():
    found, kate = a_list(), Actor(user=an_organiser("kate"))
    ann, ben, cat, dan = (name(found, one) for one in ("Ann", "Ben", "Cat", "Dan"))
    for one in (ann, ben, cat):
        asks(one)
    cancel(sign_up=ann, actor=PHONE)
    assert written() == []
    cancel(sign_up=ben, actor=kate)
    gone = {"session": found.session, "names": [ben.pk, cat.pk, dan.pk]}
    cancel_many(**gone, actor=kate)
    off = "Your sign-up was removed"
    said = [(one.title, one.path) for one in Notification.objects.order_by("pk")]
    assert said == [(off, f"/coming/{one.token}/") for one in (ben, cat)]
    put_all_back(**gone)
    assert [title for title, _ in written()] == ["You’re signed up again"] * 2


def test_a_player_removed_by_the_director_is_notified_where_they_asked():
    found, tournament = a_list(), None
    for called in ("Ann", "Ben", "Cat", "Dan", "Eve"):
        made = name(found, called)
    tournament = make_tournament(session=found.session, style="club")
    enter_all(tournament=tournament)
    by_name, by_card = Phone(), Phone()
    asks(made, by_name)
    asks(entrant(tournament, 4), by_card)
    asks(entrant(tournament, 3).player)
    asks(entrant(tournament, 2))
    take_all_out(tournament=again(tournament), numbers=[3, 4, 5])
    assert {(one.sent_to, one.title) for one in Notification.objects.all()} == {
        (phone.endpoint, "You were removed from the tournament") for phone in (by_name, by_card)
    }


def test_a_person_who_signed_up_is_notified_of_their_seat_once_entered():
    found = a_list()
    for one in ("Ann", "Ben", "Cat", "Dan"):
        made = name(found, one)
    tournament = make_tournament(session=found.session, style="club")
    asks(made)
    enter_all(tournament=tournament)
    draw(tournament=again(tournament), after=0)
    publish(tournament=again(tournament), no=1, seen="")
    ((title, _),) = written()
    assert title.startswith("Table 1, seat ")


def test_a_changed_time_and_a_cancelled_evening_notify_each_phone_once():
    found, phone = a_list(), Phone()
    session = found.session
    asks(name(found, "Ann"), phone)
    asks(name(found, "Ben"), phone)
    change_session(session=again(session), title="Spring", starts_at=time(19, 30))
    ((title, body),) = written()
    assert title.endswith(" at 19:30")
    assert body.startswith("It was ")
    change_session(session=again(session), title="Summer", starts_at=time(19, 30))
    assert len(written()) == 1
    call_off(session=again(session), actor=PHONE)
    ((title, body),) = written()
    assert (title, body.endswith(" won’t take place.")) == ("Cancelled", True)
    (one,) = Notification.objects.all()
    assert (one.sent_to, one.subscription, one.session) == (phone.endpoint, None, None)
    assert not Subscription.objects.exists()


def _evening_of_a_club(**what):
    session = an_evening(played_on=timezone.localdate() + timedelta(days=1), **what)
    Club.objects.update(own_parts=["seat", "evenings"])
    return again(session)


def _player(session, called):
    return session.club.players.create(name=called, key=called.lower())


def _answers(session, player, *, comes=True):
    say_whether_they_come(player=player, session=again(session), comes=comes, actor=PHONE)


def _told_of_another_hour(session):
    change_session(session=again(session), starts_at=time(19, 30))
    return sorted(one.sent_to for one in Notification.objects.filter(tag__startswith="evening"))


@pytest.mark.parametrize("listed", [False, True])
def test_a_player_who_is_going_is_notified_on_their_page_and_one_who_is_not_is_not(listed):
    session = _evening_of_a_club()
    if listed:
        open_list(session=session, actor=PHONE)
    ann, ben, silent = (_player(session, one) for one in ("Ann", "Ben", "Cat"))
    link = renew_link(player=ann, actor=PHONE)
    going, _, _ = (asks(one) for one in (ann, ben, silent))
    _answers(session, ann), _answers(session, ben, comes=False)
    assert _told_of_another_hour(session) == [going.sent_to]
    on_own_page = Notification.objects.get().path == link.get_absolute_url()
    assert on_own_page is not listed
    call_off(session=again(session), actor=PHONE)
    assert [(one.sent_to, one.title) for one in Notification.objects.all()] == [
        (going.sent_to, "Cancelled")
    ]


def test_answers_are_not_notified_where_player_pages_no_longer_show_club_nights():
    session = _evening_of_a_club()
    ann = _player(session, "Ann")
    asks(ann)
    _answers(session, ann)
    Club.objects.update(own_parts=["seat"])
    assert _told_of_another_hour(session) == []


def test_the_waiting_list_and_both_partners_are_notified_of_a_moved_evening():
    session = _evening_of_a_club()
    found = open_list(session=session, actor=PHONE, places=1, partners="either")
    ann, ben = _player(session, "Ann"), _player(session, "Ben")
    put_down(sign_up_list=found, key=uuid4(), name="Ann", partner="Ben", actor=PHONE)
    waits = name(found, "Cat")
    phones = [asks(one) for one in (ann, ben, waits)]
    assert _told_of_another_hour(session) == sorted(one.sent_to for one in phones)


def test_partners_on_one_line_who_are_entered_singly_are_both_notified_of_seats():
    found = a_list(partners="either")
    both = {"name": "Ann", "partner": "Ben"}
    pair = put_down(sign_up_list=found, key=uuid4(), actor=PHONE, **both)
    for one in ("Cat", "Dan"):
        name(found, one)
    tournament = make_tournament(session=found.session, style="club")
    asks(pair)
    enter_all(tournament=tournament)
    draw(tournament=again(tournament), after=0)
    publish(tournament=again(tournament), no=1, seen="")
    assert len(written()) == 2


def test_entrants_are_notified_of_a_moved_evening_by_card_and_by_own_page():
    tournament = a_tournament(8)
    Club.objects.update(own_parts=["seat"])
    phones = [asks(entrant(tournament, 3)), asks(entrant(tournament, 4).player)]
    assert _told_of_another_hour(tournament.session) == sorted(one.sent_to for one in phones)


# -- Asking, and ending.


def test_asking_twice_subscribes_once_and_only_a_few_phones_per_page_are_notified():
    tournament, phone = a_tournament(8), Phone()
    one = entrant(tournament, 3).player
    assert asks(one, phone) == asks(one, phone)
    for _ in range(MOST - 1):
        asks(one)
    stored = everything()
    with pytest.raises(Refused, match="already get notifications about"):
        asks(one)
    assert everything() == stored


def test_on_a_card_with_the_hall_code_a_new_phone_replaces_and_notifies_the_first():
    """Five jokes would else shut out whose card it is."""
    tournament = a_tournament(8)
    one, first = entrant(tournament, 3), Phone()
    asks(one, first)
    ask_by_mail(whom=one, address="joke@example.org")
    for _ in range(MOST - 2):
        asks(one)
    Notification.objects.all().delete()
    mine = asks(one)
    live = Subscription.objects.filter(ended_at=None)
    # The mail that nobody confirmed goes first, and nothing more is written to it.
    assert (live.count(), live.filter(way="mail").count(), written()) == (MOST, 0, [])
    asks(one)
    assert live.filter(pk=mine.pk).exists()
    assert live.count() == MOST
    told = Notification.objects.get()
    token = tournament.session.passes.get(right="players").token
    assert (told.sent_to, told.title, told.path) == (
        first.endpoint,
        f"No more notifications about {one}",
        f"/e/{token}/3/",
    )
    asks(one, first)
    assert live.count() == MOST


def test_phones_on_one_card_are_limited_and_a_new_code_starts_again():
    tournament = a_tournament(8)
    one = entrant(tournament, 3)
    for _ in range(MOST_IN_TURN):
        asks(one)
    with pytest.raises(Refused, match="Ask the director for a new QR code"):
        asks(one)
    renew_pass(session=tournament.session, right="players")
    asks(one)
    assert Subscription.objects.count() == 1


def test_an_e_mail_address_gets_only_one_confirmation_mail_until_it_is_confirmed():
    tournament = a_tournament(8)
    one = entrant(tournament, 3)
    asked = ask_by_mail(whom=one, address="zoe@example.org")
    ask_by_mail(whom=one, address="zoe@example.org")
    row = begun(tournament)
    assert [title for title, _ in written()] == ["Turn on e-mail notifications?"]
    confirm(subscription=asked)
    tell_all(ended(row))
    begun(tournament)
    assert len(written()) == 2


def test_an_unconfirmed_address_is_asked_about_only_a_few_people():
    tournament = a_tournament(8)
    for no in (1, 2, 3):
        asked = ask_by_mail(whom=entrant(tournament, no), address="zoe@example.org")
    for address in ("Zoe@example.org", "zoe@example.org", "zoe+1@example.org"):
        with pytest.raises(Refused):
            ask_by_mail(whom=entrant(tournament, 4), address=address)
    assert len(written()) == 3
    confirm(subscription=asked)
    ask_by_mail(whom=entrant(tournament, 4), address="zoe@example.org")
    assert len(written()) == 4


def test_no_one_is_notified_of_a_finished_evening():
    tournament = a_tournament(8)
    ClubSession.objects.filter(pk=tournament.session_id).update(closed_at=timezone.now())
    with pytest.raises(Refused):
        asks(entrant(tournament, 3))
    assert not Subscription.objects.exists()


@pytest.mark.parametrize(("parts", "told"), [(["seat"], 0), (["seat", "evenings"], 1)])
def test_a_part_closed_on_player_pages_sends_no_notifications_there(parts, told):
    session = an_evening(a_club())
    Club.objects.filter(pk=session.club_id).update(own_parts=parts)
    found = open_list(session=again(session), actor=PHONE, places=1)
    ben, ann = (
        put_down(sign_up_list=found, key=uuid4(), name=name, actor=PHONE) for name in ("Ben", "Ann")
    )
    ann.player = session.club.players.create(name="Ann", key="ann")
    ann.save()
    asks(ann.player)
    cancel(sign_up=ben, actor=PHONE)
    assert len(written()) == told


def test_a_person_who_signed_up_on_their_page_is_notified_there_of_moving_up():
    session = an_evening(a_club())
    found = open_list(session=session, actor=PHONE, places=1)
    ben = put_down(sign_up_list=found, key=uuid4(), name="Ben", actor=PHONE)
    Club.objects.filter(pk=session.club_id).update(own_parts=["seat", "evenings"])
    ann = session.club.players.create(name="Ann", key="ann")
    asks(ann)
    say_whether_they_come(player=ann, session=again(session), comes=True, actor=PHONE)
    assert written() == []
    cancel(sign_up=again(ben), actor=PHONE)
    assert [title for title, _ in written()] == ["A place is free. You’re signed up"]


def test_a_phone_that_asked_on_two_pages_hears_once_of_its_place_and_of_its_removal():
    session, phone = an_evening(a_club()), Phone()
    found = open_list(session=session, actor=PHONE, places=1)
    ben = put_down(sign_up_list=found, key=uuid4(), name="Ben", actor=PHONE)
    Club.objects.filter(pk=session.club_id).update(own_parts=["seat", "evenings"])
    ann = session.club.players.create(name="Ann", key="ann")
    say_whether_they_come(player=ann, session=again(session), comes=True, actor=PHONE)
    for whom in (ann, found.names.get(player=ann)):
        asks(whom, phone)
    cancel(sign_up=again(ben), actor=PHONE)
    assert [title for title, _ in written()] == ["A place is free. You’re signed up"]
    cancel_many(session=session, names=[found.names.get(player=ann).pk], actor=PHONE)
    assert [title for title, _ in written()] == ["Your sign-up was removed"]


def test_unsubscribing_also_stops_notifications_on_their_way():
    tournament, phone = a_tournament(8), Phone()
    one = entrant(tournament, 3)
    asks(one, phone)
    by_mail = ask_by_mail(whom=one, address="zoe@example.org")
    begun(tournament)
    stop_phone(whom=one, endpoint=phone.endpoint)
    stop(subscription=by_mail)
    assert (written(), Subscription.objects.count()) == ([], 0)


def test_a_phone_with_a_new_push_address_gets_waiting_notifications_there():
    tournament, phone, new = a_tournament(8), Phone(), Phone()
    asks(entrant(tournament, 3), phone), asks(entrant(tournament, 4), phone)
    asks(entrant(tournament, 4), new)
    begun(tournament)
    assert has_moved(before=phone.endpoint, **new.sent) == 1
    live = Subscription.objects.live().values_list("sent_to", flat=True)
    assert set(live) == {new.endpoint}
    assert {one.sent_to for one in Notification.objects.all()} == {new.endpoint}
    assert has_moved(before=phone.endpoint, **new.sent) == 0


def test_subscriptions_end_at_once_with_what_they_are_about():
    tournament = a_tournament(8)
    one, other = entrant(tournament, 3), entrant(tournament, 4)
    asks(one)
    renew_pass(session=tournament.session, right="players")
    link = renew_link(player=other.player, actor=PHONE)
    asks(other.player)
    assert [one.player for one in Subscription.objects.all()] == [link.player]
    revoke_link(player=other.player, actor=PHONE)
    assert not Subscription.objects.exists()


def test_erasing_a_person_ends_subscriptions_and_merged_people_are_notified_once():
    club, phone = a_club(), Phone()
    ann, anne = (Player.objects.create(club=club, name=one) for one in ("Ann", "Anne"))
    asks(ann, phone), asks(anne, phone), asks(anne)
    merge_players(kept=ann, gone=anne, actor=PHONE)
    assert [one.player for one in Subscription.objects.all()] in ([ann], [ann, ann])
    asks(again(ann))
    forget_player(player=again(ann), actor=PHONE)
    assert not Subscription.objects.exists()


def test_old_notifications_and_unconfirmed_addresses_are_deleted_at_night():
    tournament, now = a_tournament(8), timezone.now()
    asks(entrant(tournament, 3))
    ask_by_mail(whom=entrant(tournament, 4), address="zoe@example.org")
    begun(tournament)
    Notification.objects.update(done_at=now, outcome="sent")
    assert forget_notifications(now=now) == 0
    forget_notifications(now=now + timedelta(days=8))
    assert not Notification.objects.exists()
    assert [one.way for one in Subscription.objects.all()] == ["push"]
