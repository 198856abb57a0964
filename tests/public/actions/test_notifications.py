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


def test_a_round_that_is_told_to_everybody_is_written_to_who_asked_and_to_nobody_else():
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


def test_it_leads_to_the_page_of_the_card_and_is_worth_sending_for_a_while():
    tournament = a_tournament(8)
    asks(entrant(tournament, 3))
    begun(tournament)
    (one,) = Notification.objects.all()
    token = tournament.session.passes.get(right="players").token
    assert one.path == f"/e/{token}/3/"
    assert timedelta(minutes=15) < one.worth_until - timezone.now() <= timedelta(minutes=20)


def test_what_a_write_tells_goes_with_it_when_it_is_rolled_back():
    tournament = a_tournament(8)
    asks(entrant(tournament, 3))
    drawn(tournament)
    with transaction.atomic():
        publish(tournament=tournament, no=1, seen="")
        transaction.set_rollback(True)
    assert written() == []
    publish(tournament=tournament, no=1, seen="")
    assert len(written()) == 1


def test_who_asks_when_the_round_is_out_knows_it_and_is_told_of_the_next():
    tournament = a_tournament(8)
    row = begun(tournament)
    asks(entrant(tournament, 3))
    assert written() == []
    tell_all(ended(row))
    begun(tournament)
    assert [body.endswith("Round 2.") for _, body in written()] == [True]


def test_a_seat_changed_afterwards_is_told_to_all_whom_it_concerns_and_in_the_place_of_the_first():
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


def test_seats_put_right_in_a_round_that_goes_on_are_told_and_in_one_that_is_over_are_not():
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


def test_a_round_taken_back_is_told_and_told_again_when_it_is_drawn_anew():
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


def test_when_a_round_is_over_nobody_is_told_where_they_sat():
    tournament = a_tournament(8)
    asks(entrant(tournament, 3))
    row = begun(tournament)
    end_round(tournament=tournament, no=row.no, how="bell", actor=PHONE)
    assert written() == []


def test_a_phone_that_asked_by_card_and_by_its_own_page_is_told_once():
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


def test_a_pair_hears_of_both_its_seats_and_of_no_partner():
    tournament = a_tournament([("Ann", "Ben"), ("Cat", "Dan")], style="pairs")
    asks(entrant(tournament, 1))
    begun(tournament)
    ((title, body),) = written()
    assert title in ("Table 1, seats North and South", "Table 1, seats East and West")
    assert body == "Against Cat and Dan. Round 1."


def test_a_round_costs_one_query_where_nobody_asked_and_as_many_for_twelve_as_for_one():
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


def test_who_moves_up_is_told_and_who_waits_behind_is_not():
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


def test_fewer_places_and_more_are_told():
    found = a_list()
    name(found, "Ann")
    asks(name(found, "Ben"))
    open_list(session=found.session, actor=PHONE, places=1)
    assert [title for title, _ in written()] == ["Waiting list: number 1"]
    open_list(session=found.session, actor=PHONE, places=2)
    assert [title for title, _ in written()] == ["A place is free. You’re signed up"]


def test_a_name_that_stands_again_or_plays_with_another_keeps_who_asked_and_one_of_two_lines_not():
    found = a_list()
    ann, ben, benn = (name(found, one) for one in ("Ann", "Ben", "Benn"))
    asks(ann), asks(benn)
    cancel(sign_up=ann, actor=PHONE)
    put_back(sign_up=again(ann))
    join(sign_up=ben, other=benn, pair=False)
    assert [str(one.sign_up) for one in Subscription.objects.all()] == ["Ann"]
    join(sign_up=again(ben), other=Subscription.objects.get().sign_up, pair=True)
    assert [one.sign_up.pk for one in Subscription.objects.all()] == [ben.pk]


def test_whom_somebody_else_takes_off_the_list_is_told_so_and_who_goes_by_themselves_is_not():
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


def test_whom_the_director_takes_out_is_told_so_where_they_asked_about_this_tournament():
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


def test_who_put_their_name_down_is_told_of_their_seat_when_they_are_entered():
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


def test_an_evening_at_another_hour_and_one_called_off_are_told_each_phone_once():
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


# -- Asking, and ending.


def test_asked_twice_it_is_asked_once_and_of_ones_own_page_a_few_phones_are_told():
    tournament, phone = a_tournament(8), Phone()
    one = entrant(tournament, 3).player
    assert asks(one, phone) == asks(one, phone)
    for _ in range(MOST - 1):
        asks(one)
    stored = everything()
    with pytest.raises(Refused, match="already get notifications about"):
        asks(one)
    assert everything() == stored


def test_by_the_code_of_the_hall_the_first_who_asked_makes_room_and_is_told_so():
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


def test_of_one_card_so_many_ask_in_turn_and_a_new_code_begins_anew():
    tournament = a_tournament(8)
    one = entrant(tournament, 3)
    for _ in range(MOST_IN_TURN):
        asks(one)
    with pytest.raises(Refused, match="Ask the director for a new QR code"):
        asks(one)
    renew_pass(session=tournament.session, right="players")
    asks(one)
    assert Subscription.objects.count() == 1


def test_an_address_of_mail_gets_one_mail_that_asks_and_nothing_else_before_it_says_yes():
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


def test_one_address_is_asked_about_a_few_people_and_no_more_till_it_says_yes():
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


def test_nobody_is_told_of_an_evening_that_is_over():
    tournament = a_tournament(8)
    ClubSession.objects.filter(pk=tournament.session_id).update(closed_at=timezone.now())
    with pytest.raises(Refused):
        asks(entrant(tournament, 3))
    assert not Subscription.objects.exists()


@pytest.mark.parametrize(("parts", "told"), [(["seat"], 0), (["seat", "evenings"], 1)])
def test_what_a_club_shuts_on_own_pages_nobody_is_told_by_theirs(parts, told):
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


def test_who_takes_a_place_on_their_own_page_is_told_there_that_they_moved_up():
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


def test_who_stops_is_told_nothing_more_not_even_what_is_on_its_way():
    tournament, phone = a_tournament(8), Phone()
    one = entrant(tournament, 3)
    asks(one, phone)
    by_mail = ask_by_mail(whom=one, address="zoe@example.org")
    begun(tournament)
    stop_phone(whom=one, endpoint=phone.endpoint)
    stop(subscription=by_mail)
    assert (written(), Subscription.objects.count()) == ([], 0)


def test_a_phone_at_a_new_address_is_told_there_what_is_on_its_way_too():
    tournament, phone, new = a_tournament(8), Phone(), Phone()
    asks(entrant(tournament, 3), phone), asks(entrant(tournament, 4), phone)
    asks(entrant(tournament, 4), new)
    begun(tournament)
    assert has_moved(before=phone.endpoint, **new.sent) == 1
    live = Subscription.objects.live().values_list("sent_to", flat=True)
    assert set(live) == {new.endpoint}
    assert {one.sent_to for one in Notification.objects.all()} == {new.endpoint}
    assert has_moved(before=phone.endpoint, **new.sent) == 0


def test_what_ends_takes_who_asked_with_it_at_once():
    tournament = a_tournament(8)
    one, other = entrant(tournament, 3), entrant(tournament, 4)
    asks(one)
    renew_pass(session=tournament.session, right="players")
    link = renew_link(player=other.player, actor=PHONE)
    asks(other.player)
    assert [one.player for one in Subscription.objects.all()] == [link.player]
    revoke_link(player=other.player, actor=PHONE)
    assert not Subscription.objects.exists()


def test_who_is_forgotten_is_told_nothing_more_and_two_who_are_one_are_told_once():
    club, phone = a_club(), Phone()
    ann, anne = (Player.objects.create(club=club, name=one) for one in ("Ann", "Anne"))
    asks(ann, phone), asks(anne, phone), asks(anne)
    merge_players(kept=ann, gone=anne, actor=PHONE)
    assert [one.player for one in Subscription.objects.all()] in ([ann], [ann, ann])
    asks(again(ann))
    forget_player(player=again(ann), actor=PHONE)
    assert not Subscription.objects.exists()


def test_what_was_sent_long_ago_and_who_never_said_yes_are_forgotten_in_the_night():
    tournament, now = a_tournament(8), timezone.now()
    asks(entrant(tournament, 3))
    ask_by_mail(whom=entrant(tournament, 4), address="zoe@example.org")
    begun(tournament)
    Notification.objects.update(done_at=now, outcome="sent")
    assert forget_notifications(now=now) == 0
    forget_notifications(now=now + timedelta(days=8))
    assert not Notification.objects.exists()
    assert [one.way for one in Subscription.objects.all()] == ["push"]
