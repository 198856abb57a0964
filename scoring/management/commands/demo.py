"""Load the demo club into an empty database, and say where to look."""

from __future__ import annotations

from collections.abc import Callable
from io import StringIO
from uuid import uuid4

import segno
from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand
from django.db import transaction
from django.db.models import Min
from django.urls import reverse
from django.utils import timezone

from scoring.common.kept_secret import kept_in
from scoring.common.permissions import Actor
from scoring.euchre import notation
from scoring.euchre.hand import Hand, Irregularity
from scoring.evening.actions.check_in import arrive_by_name, pay_at_the_door
from scoring.evening.actions.sessions import open_session
from scoring.management.commands.newclub import DEMO, is_first_account
from scoring.people.models import Club, Officer, OwnPart
from scoring.public.actions.personal_links import make_links
from scoring.public.actions.player_page import open_to_players
from scoring.public.models import PersonalLink
from scoring.site.demo.league import captains_page, play_half_a_season
from scoring.site.demo.progressive import A_HAND, begin_a_progressive, play_the_autumn_progressive
from scoring.site.demo.year import (
    BEGINS,
    EVENINGS,
    FEE,
    GUEST_FEE,
    a_demo,
    arrived_before,
    play_a_year,
)
from scoring.table.actions.corrections import correct_hand, take_back
from scoring.table.actions.hands import log_hand
from scoring.table.actions.tables import open_table
from scoring.table.models import HandRecord, Link, Table

CLUB, ORGANISER = "The Right Bower Club", DEMO
USUAL_EVENING = {
    "place": "The Snug, Bower Street 5",
    "starts_at": BEGINS,
    "door_fee_minor": FEE,
    "guest_fee_minor": GUEST_FEE,
    "self_check_in": True,
}
TONIGHT = ["Ann", "Ben", "Cat", "Dan", "Eveline"]
HANDS = ["Ben+Dan 3", "Eveline! 5", "-", "Ann+Cat 2", "Eveline+Ben 5", "Dan+Ben 4", "Eveline! 5"]
AT_THE_RUBBER = ["Ferdinand", "Gus", "Małgorzata", "Zoë"]
RUBBER = [
    *("Ferdinand 3", "Gus! 5", "Zoë 3", "Małgorzata 5", "-", "Gus 3"),
    *("Zoë 4", "Ferdinand! 5", "Ferdinand 2", "Gus 4", "Małgorzata! 5"),
]
WAITING = ["Harriet", "Joe", "Catherine Ashby-Cole", "Uncle Tom"]


class Command(BaseCommand):
    help = "Load the demo club (only into a database without a club) and print its addresses."

    def add_arguments(self, parser) -> None:
        parser.add_argument(
            "--address", default="http://127.0.0.1:8000", help="the address of the site"
        )
        parser.add_argument(
            "--evenings", type=int, default=EVENINGS, help="the number of past club nights"
        )

    def handle(self, *, address: str, evenings: int, **options) -> None:
        if not Club.objects.filter(casual=False).exists():
            load(evenings)
        tables = Table.objects.filter(session__club__name=CLUB, session__closed_at=None)
        table = tables.order_by("-session_id", "no").first()
        self.stdout.write(f"Bowerbook is running at {address}/   (Ctrl-C stops it)")
        organiser = get_user_model().objects.filter(username=ORGANISER).first()
        if table is None or organiser is None:
            return
        link = table.links.get(right=Link.Right.WRITE, revoked_at=None)
        pad = address + reverse("pad", args=[link.token])
        signs_in = organiser.check_password(password())  # not after a restore from elsewhere
        word = password() if signs_in else "as before the restore"
        self.stdout.write(f"Demo club: sign in as {ORGANISER}, password {word}")
        self.stdout.write(f"Its table, to scan with a phone:\n  {pad}\n")
        if "//127.0.0.1" in address or "//localhost" in address:
            self.stdout.write(
                "(This address only works on this machine. For phones on the same Wi-Fi, type: "
                f"{settings.RUN_COMMAND} "
                "--lan)\n"
            )
        self.stdout.write(_drawn(pad))
        watch = table.links.get(right=Link.Right.WATCH, revoked_at=None)
        board = address + reverse("board", args=[watch.token])
        self.stdout.write(f"Its scoreboard:\n  {board}")
        if token := captains_page():
            captain = address + reverse("captain", args=[token])
            self.stdout.write(f"The page of a team captain in its league:\n  {captain}")
        links = PersonalLink.objects.filter(player__club__name=CLUB, revoked_at=None)
        if mine := links.select_related("player").first():
            self.stdout.write(
                f"The player page of {mine.player}:\n  {address}{mine.get_absolute_url()}"
            )


def _drawn(address: str) -> str:
    """Return the QR code of an address for a terminal."""
    drawing = StringIO()
    segno.make(address, error="l").terminal(out=drawing, compact=True, border=2)
    return drawing.getvalue()


def password() -> str:
    """Return the demo organiser's password, made when it is first asked for."""
    return kept_in(settings.DATA_DIR / "demo_password", length=6)


@transaction.atomic
def load(evenings: int = EVENINGS, *, say: Callable[[str], None] = lambda step: None) -> None:
    """Make the demo club, with this number of settled evenings, a tournament, and tonight in full
    swing, and the club of a league. `say` is called with each slow step."""
    club = Club.objects.create(name=CLUB, currency="GBP", **USUAL_EVENING)
    first = is_first_account()
    user = get_user_model().objects.create_user(
        ORGANISER, password=password(), is_superuser=first, is_staff=first
    )
    Officer.objects.create(club=club, user=user, role=Officer.Role.OWNER)
    actor = Actor(user=user)
    demo = a_demo(club, actor)
    play_a_year(demo, evenings=evenings, say=say)
    say("two tournaments")
    play_the_autumn_progressive(demo)
    begin_a_progressive(demo)
    say("a league")
    play_half_a_season(user)
    _tonight(club, actor)
    open_to_players(club=club, actor=actor, parts=OwnPart.values)
    make_links(club=club, actor=actor)


def _tonight(club: Club, actor: Actor) -> None:
    session = open_session(club=club)
    for name in (*TONIGHT, *AT_THE_RUBBER, *WAITING):
        came = arrive_by_name(session=session, name=name, actor=actor).attendance
        pay_at_the_door(session=session, player=came.player, paid=name not in WAITING, actor=actor)
    tonight = open_table(session=session, names=TONIGHT, stake_minor=25, first_dealer=0)
    for text in HANDS:
        _log(tonight, text, actor)
    _correct_one(tonight, actor)
    rubber = open_table(
        session=session, names=AT_THE_RUBBER, rules_key="club-laws", stake_minor=50, first_dealer=0
    )
    for text in RUBBER:
        _log(rubber, text, actor)
    for table in (tonight, rubber):
        _one_after_the_other(table)
    begun = session.tables.aggregate(first=Min("sittings__started_at"))["first"]
    arrived_before(session, begun)


def _one_after_the_other(table: Table) -> None:
    """Let the hands that were logged a moment ago have been played, the last one just now."""
    records = list(HandRecord.objects.filter(sitting__table=table).order_by("logged_at"))
    at = timezone.now() - len(records) * A_HAND
    table.sittings.update(started_at=at)
    for record in records:
        at += A_HAND
        record.logged_at = at - A_HAND / 4
        record.corrections.update(at=at)
    HandRecord.objects.bulk_update(records, ["logged_at"])


def _correct_one(table: Table, actor: Actor) -> None:
    """Give tonight a history, with a revoke, a corrected hand, and an undone one."""
    _log(
        table, Hand(maker=2, partner=0, irregularities=(Irregularity(kind="revoke", by=3),)), actor
    )
    take_back(record=_latest(table), why="It was corrected in time (law 39)", actor=actor)
    _log(table, "Cat+Ann 4", actor)
    hand = notation.read("Cat+Ann 5", tuple(TONIGHT))
    correct_hand(
        record=_latest(table), hand=hand, revision=0, why="The last trick was theirs", actor=actor
    )


def _latest(table: Table) -> HandRecord:
    table = Table.objects.get(pk=table.pk)
    return HandRecord.objects.select_related(
        "sitting__table__session__club", "sitting__table__house"
    ).get(pk=table.sitting.latest)


def _log(table: Table, said: str | Hand, actor: Actor) -> None:
    table = Table.objects.get(pk=table.pk)
    hand = notation.read(said, tuple(table.sitting.names)) if isinstance(said, str) else said
    sitting = table.sitting
    log_hand(
        table=table, sitting=sitting.pk, id=uuid4(), hand=hand, after=sitting.latest, actor=actor
    )
