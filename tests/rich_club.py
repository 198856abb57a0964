"""A club with a row of every kind, in nearly every variant, for tests of whole clubs."""

from datetime import date, time, timedelta
from uuid import uuid4

from django.utils import timezone

from scoring.common.permissions import Actor
from scoring.euchre import notation
from scoring.models import (
    Assent,
    Attendance,
    Candidate,
    Club,
    ClubSession,
    EarlierList,
    EarlierResult,
    Entry,
    Event,
    FormerTerms,
    Invitation,
    Pass,
    Plan,
    Player,
    Rating,
    Reseating,
    Season,
    Seat,
    SignUp,
    SignUpList,
    Table,
    Tally,
    ToldApart,
)
from scoring.money.actions.payments import mark_paid
from scoring.people.actions.people import add_players
from scoring.site.club_file.kinds import KINDS, STAYS_HERE
from scoring.table.actions.corrections import correct_hand, take_back
from scoring.table.actions.hands import begin_hand
from scoring.table.actions.house_rules import change_house_rules, make_house_rules
from scoring.table.actions.tables import change_people, move_deal, name_banker, renew_link
from scoring.table.pure.play import Maker, Met, Play, Points
from tests.cast import (
    DAN,
    DAN_REVOKES,
    EVE,
    FIVE,
    PHONE,
    a_club,
    a_table,
    again,
    an_evening,
    an_officer,
    an_organiser,
    close,
    log,
    log_unseen,
    reopen,
    some_id,
)
from tests.made_once import made_once
from tests.own import own_link
from tests.rich_league import a_rich_league
from tests.rich_rounds import an_evening_of_rounds

LONG = "Catherine Ashby-Cole-Featherstonehaugh"
NOW = timezone.now()


def emptied():
    """Leave nothing of any club."""
    for model in (*reversed(STAYS_HERE), *(kind.model for kind in reversed(KINDS))):
        rows = model._base_manager.all()
        rows._raw_delete(rows.db)


@made_once
def a_rich_club() -> Club:
    """Return a club in which everything happened that a club can hold."""
    club = a_club("The Łódź Bower Club", currency="EUR")
    Club.objects.filter(pk=club.pk).update(place="The “Crown”, upstairs", starts_at=time(19, 30))
    for name, role in (("olga", "organiser"), ("sam", "scorer")):
        an_officer(club, name, role)
    Invitation.objects.create(club=club, role="scorer", whom="Dan’s sister", made_by="kate")
    club.api_tokens.create(name="Hall display", right="read", made_by="kate", used_on=NOW.date())
    club.api_tokens.create(name="Bridge", right="tell", made_by="kate", revoked_at=NOW)
    Invitation.objects.create(club=club, role="owner", made_by="kate", used_at=NOW, used_by="olga")
    Invitation.objects.create(club=club, role="owner", made_by="kate", user=an_organiser("olga"))
    Event.objects.create(club=club, by="kate", said="made sam a scorer")
    add_players(club=club, names=[*FIVE, "Małgorzata", LONG])
    Player.objects.filter(club=club, name=LONG).update(
        short_name="Cath", guest=True, phone="+44 20 7946 0000", notes="+44 20 7946"
    )
    Player.objects.filter(club=club, name="Małgorzata").update(active=False, forgotten_at=NOW)
    own_link(club.players.get(name="Eve"))
    club.players.get(name="Ben").personal_links.create(made_by="kate", revoked_at=NOW)
    asked = club.players.get(name="Eve").subscriptions.create(
        way="mail", sent_to="eve@example.org", fingerprint="eve", confirmed_at=NOW
    )
    asked.notifications.create(
        club=club, way="mail", fingerprint="eve", tag="seat-1-1", worth_until=NOW, next_at=NOW
    )
    ToldApart.objects.create(
        one=club.players.get(name="Eve"), other=club.players.get(name="Ben"), by="kate"
    )
    evening = _an_evening_settled_twice(club)
    _an_evening_in_full_swing(club)
    _what_was_kept(club, evening)
    _a_book(club, evening)
    an_evening_of_rounds(club)
    a_rich_league(club, evening)
    return again(club)


def _an_evening_settled_twice(club: Club) -> ClubSession:
    kate = Actor(user=an_organiser("kate"))
    session = an_evening(club, title="The “final”", played_on=date(2026, 3, 6))
    table = a_table(
        "Ben+Dan 3", "Eve! 5", "=", DAN_REVOKES, session=session, options={"joker": True}
    )
    move_deal(table=table, seat=EVE)
    log(table, "Cat 2", note="=“third hand low”,\nsaid Ann", actor=Actor(phone="M3"), told_on="K7")
    told = notation.read("Ann! 5", tuple(FIVE))
    correct_hand(
        record=log(table, "Ann! 4"), hand=told, revision=0, why="the last trick", actor=kate
    )
    gone = take_back(record=log(table, "Ann! 5"), key=some_id(72), actor=PHONE)
    gone.same_as_id, gone.told_at = table.sitting.hands.counted().first().pk, NOW
    gone.save()
    doubt = {"agrees": False, "why": "it was three", "by": "phone K7", "user": kate.user}
    Assent.objects.create(record=gone, revision=1, **doubt)
    payment = close(session, kate).payments.first()
    mark_paid(payment=payment, paid=True, actor=kate)
    reopen(session, kate)
    change_people(table=table, names=[*FIVE[:4], LONG])
    log(table, "Ann! 2")
    close(session, kate)
    sitting = again(table).sittings.first()
    seats = [player.pk for player in sitting.players]
    Reseating.objects.create(
        sitting=sitting,
        before=seats,
        after=seats[::-1],
        hands_stay_with="seats",
        by="kate",
        user=kate.user,
    )
    FormerTerms.objects.create(
        sitting=sitting,
        rules_key="call-ace",
        options={"joker": True},
        stake_minor=10,
        why="The stake was forgotten",
        by="kate",
        user=kate.user,
    )
    return session


def _an_evening_in_full_swing(club: Club) -> None:
    house = make_house_rules(club=club, base="keller", name="Ours", changes={"euchre": 3})
    session = an_evening(club, played_on=date(2026, 11, 20))
    ClubSession.objects.filter(pk=session.pk).update(notice="Tea at nine", door_fee_minor=200)
    rubber = a_table(
        "Ann! 5", "Ben 3", session=session, names=FIVE[:4], house=house, options={"target": 7}
    )
    rubber.phones.create(signs="K7", name="The red phone", named_at=NOW, seen_at=NOW)
    change_house_rules(house=house, name="Ours", changes={"euchre": 4, "laps": True})
    renew_link(table=rubber, right="write")
    table = a_table("Eve! 5", session=session, first_dealer=None, stake_minor=0, full=True)
    name_banker(table=table, seat=DAN)
    begun = {"id": some_id(70), "maker": DAN, "call": "H", "actor": PHONE}
    begin_hand(table=rubber, sitting=rubber.sitting.pk, **begun | {"call": None})
    log_unseen(table, "Dan! 3")
    begin_hand(table=table, sitting=again(table).sitting.pk, **begun | {"id": some_id(71)})
    players = {player.name: player for player in club.players.all()}
    seat = Seat.objects.get(sitting__table=table, player=players["Dan"])
    seat.in_place_of, seat.substitute = players["Małgorzata"], players[LONG]
    seat.save()
    came = {"session": session, "player": players["Ann"], "by": "sam", "fee_minor": 200}
    came |= {"fee_why": "Ann helped"}
    Attendance.objects.create(**came, fee_paid_at=NOW, left_at=NOW + timedelta(hours=3))
    players["Dan"].answers.create(session=session, comes=False, by="their own link")
    names = SignUpList.objects.create(
        session=session, partners="either", places=2, closes_at=NOW, words="Tea at eight", by="kate"
    )
    ann = Player.objects.get(club=club, name="Ann")
    SignUp.objects.create(sign_up_list=names, name="Ann", player=ann, by="kate", entered_at=NOW)
    SignUp.objects.create(
        sign_up_list=names, name="Uncle “Tom”", partner_name="Ida", by="a phone", waited=True
    )
    Candidate.objects.create(table=table, player=players[LONG], was_here=True, withdrawn_at=NOW)
    Candidate.objects.create(table=table, player=players[LONG])
    for right in ("wall", "door"):
        Pass.objects.create(club=club, session=session, right=right)
    Pass.objects.create(club=club, right="calendar", revoked_at=NOW)
    Pass.objects.create(club=club, right="calendar")
    _a_plan(session, again(table))


def _a_plan(session: ClubSession, table: Table) -> None:
    seats = [player.pk for player in table.sitting.players]
    house = session.club.house_rules.standing().get().pk
    planned = {
        "rules_key": "keller",
        "house": house,
        "options": {},
        "stake_minor": 5,
        "seats": seats[:4],
    }
    empty = {**planned, "house": None, "seats": [None] * 4}
    Plan.objects.create(
        session=session,
        way="hand",
        seed=7,
        people=seats[::-1],
        tables=[planned, empty],
        moved=["Ann and Ben changed places"],
        made_by="kate",
    )


def _what_was_kept(club: Club, session: ClubSession) -> None:
    ann, ben = club.players.named(["Ann", "Ben"])
    play = Play(
        maker=Maker(hands=3, made=2), beside={ben.pk: Points(3, 4)}, against={ben.pk: Met(9, 2, 4)}
    )
    night = {"club": club, "session": session, "player": ann, "played_on": session.played_on}
    Tally.objects.create(
        **night,
        rules_key="keller",
        games=True,
        hands=12,
        points=7,
        net_points=-3,
        net_minor=-75,
        play=play.as_json(),
    )
    Rating.objects.update_or_create(session=session, player=ann, defaults=night | RATED)
    spring = {
        "starts_on": date(2026, 1, 1),
        "ends_on": date(2026, 6, 30),
        "order": ["points_a_hand", "net_minor"],
    }
    Season.objects.create(club=club, name="Spring", best_of=6, least_evenings=3, **spring)
    Season.objects.create(club=club, name="All of it", counts="games", **spring)
    places = {"place_points": [10, 8, 6], "others_take": 1, "places_by": "points", "level": "each"}
    places |= {"counts": "tournaments", "order": ["place_points"]}
    cup = Season.objects.create(club=club, name="The cup", **spring | places)
    before = EarlierList.objects.create(club=club, name="2025", tournaments=True, by="kate")
    night = {"played_on": date(2025, 11, 7), "title": "The “cup”", "points": -3, "place": 2}
    EarlierResult.objects.create(earlier=before, player=ann, **night)
    carried = EarlierList.objects.create(club=club, name="From paper", season=cup, by="kate")
    EarlierResult.objects.create(earlier=carried, player=ann, points=12, evenings=3)


RATED = {"mu": 26_105, "sigma": 7_900, "sittings": 2}


def _a_book(club: Club, session: ClubSession) -> None:
    ann, ben = club.players.named(["Ann", "Ben"])
    closing = session.closings.last()
    line = {"club": club, "by": "kate"}
    fee = {"kind": "fee", "debited": ann, "amount_minor": 200, "session": session}
    wrong = Entry.objects.create(**line, **fee)
    Entry.objects.create(
        **line, kind="adjustment", credited=ann, amount_minor=200, reverses=wrong, note="not she"
    )
    paid = {"kind": "payment", "debited": ben, "credited": ann, "amount_minor": 50}
    Entry.objects.create(**line, **paid, closing=closing, payment=closing.payments.first())
    Entry.objects.create(
        **line, kind="held", amount_minor=600, held_minor=600, pot="Ann’s pot", note="from before"
    )
    Entry.objects.create(
        **line, kind="spent", amount_minor=450, cash_minor=-450, key=uuid4(), note="cards"
    )
