"""A hall full of people with different rights, for the tests of who may do what."""

from django.contrib.auth import get_user_model
from django.core import signing
from django.utils import timezone

from scoring.common.access import HOSTING
from scoring.models import Entrant, Pass, Placing, Round, RoundTable, Tournament
from scoring.tournament.pure.seats import SEATS
from tests.cast import (
    a_casual_table,
    a_club,
    a_phone,
    a_table,
    an_evening,
    an_officer,
    an_organiser,
    link,
    signed_in,
)

OFFICERS = {"owner": "kate", "organiser": "olga", "scorer": "sam"}
PEOPLE = (
    *("stranger", "other club's owner", "site's owner"),
    *(*OFFICERS, "host's browser", "tampered cookie"),
)
LINKS = ("write", "watch", "host", "revoked", "forged")
PASSES = ("live", "revoked", "forged", "of another right")


def a_hall() -> dict:
    """Return an evening with a host link, its two tables, its officers, and the evening of another
    club."""
    table = a_casual_table()
    club = table.session.club
    for role, name in OFFICERS.items():
        an_officer(club, name, role)
    other_table = a_table(session=table.session, names=["Fay", "Gus", "Hal", "Ida"])
    elsewhere = an_evening(a_club("Another club", organiser="mallory"))
    return {
        "table": table,
        "other table": other_table,
        "session": table.session,
        "other session": elsewhere,
        "club": club,
        "other club": elsewhere.club,
    }


def a_round_here(session) -> Round:
    """Give the evening a finished tournament of one round, at one table, by totals."""
    now = timezone.now()
    told = {"format": "euchre-standings/1", "rows": [], "prizes": []}
    made = Tournament.objects.create(
        session=session, style="club", seed=1, results=told, finished_at=now
    )
    row = Round.objects.create(tournament=made, no=1, published_at=now, started_at=now)
    table = RoundTable.objects.create(round=row, no=1)
    for no, (seat, player) in enumerate(
        zip(SEATS, session.club.players.all()[:4], strict=True), start=1
    ):
        entrant = Entrant.objects.create(tournament=made, no=no, player=player)
        Placing.objects.create(round=row, round_table=table, entrant=entrant, seat=seat)
    return row


def browser_of(who: str, hall: dict):
    """Return the browser of one of PEOPLE."""
    if who in OFFICERS:
        return signed_in(OFFICERS[who])
    if who == "other club's owner":
        return signed_in("mallory")
    if who == "site's owner":
        get_user_model().objects.filter(pk=an_organiser("root").pk).update(is_superuser=True)
        return signed_in("root")
    client, signer = a_phone(), signing.get_cookie_signer(salt=HOSTING)
    here, elsewhere = hall["session"].pk, hall["other session"].pk
    if who == "host's browser":
        client.cookies[HOSTING] = signer.sign(f"{elsewhere}.{here}")
    elif who == "tampered cookie":
        client.cookies[HOSTING] = str(here) + signer.sign(str(elsewhere)).removeprefix(
            str(elsewhere)
        )
    return client


def token_of_link(who: str, table) -> str:
    """Return the token of a table's link of this right, of a revoked one, or of none."""
    if who == "forged":
        return "A" * 16
    if who == "revoked":
        return table.links.create(right="write", revoked_at=timezone.now()).token
    return link(table, who).token


def token_of_pass(who: str, right: str, hall: dict) -> str:
    """Return the token of a pass of this right, of a revoked one, of one for another door, or of
    none."""
    if who == "forged":
        return "A" * 16
    if who == "of another right":
        right = {"wall": "door", "door": "calendar", "calendar": "wall", "players": "wall"}[right]
    session = None if right == "calendar" else hall["session"]
    revoked = timezone.now() if who == "revoked" else None
    return Pass.objects.create(
        club=hall["club"], session=session, right=right, revoked_at=revoked
    ).token
