"""Create and delete a tournament, and helpers that every action before round 1 uses."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from datetime import date

from django.db import transaction

from scoring.common.refused import Refused
from scoring.euchre.books import SHELF
from scoring.evening.actions.passes import make_passes
from scoring.evening.actions.sessions import open_session
from scoring.evening.models import Pass, SignUp
from scoring.people.actions.lock import lock_club
from scoring.people.models import Club
from scoring.table.actions.lock import for_changes as evening_for_changes
from scoring.table.models import ClubSession, HouseRules
from scoring.table.queries.usual import by_usual_rules
from scoring.tournament.actions.seating import close_tables
from scoring.tournament.actions.stage import for_changes, latest_round, refresh_screens
from scoring.tournament.models import Tournament
from scoring.tournament.pure.fair import usual_rounds
from scoring.tournament.pure.fair_draw import SECRET, FairDraw, number_of
from scoring.tournament.pure.formats import CLUB, FORMATS, Format
from scoring.tournament.pure.odd import ghosts_needed
from scoring.tournament.pure.settings import (
    BadSetting,
    format_of,
    settings_of,
    suits,
    wanted_rules,
)
from scoring.tournament.queries.now import format_in

SCREENS = (Pass.Right.WALL, Pass.Right.PLAYERS)
"""The codes that a tournament has from the start. The second is printed on every tally card."""


@transaction.atomic
def make_tournament(
    *,
    session: ClubSession,
    style: str,
    settings: Mapping | None = None,
    rounds_follow: bool = False,
    counts: bool = False,
) -> Tournament:
    """Create the evening's tournament in this format, with a secret for its draw, and return it.
    It may count in the club's seasons.

    The number of rounds can follow the number of people until the organiser chooses another number.
    The club's usual rules apply if they suit, unless a book gives the format its own rules.

    The entry fee is the evening's, unless the settings give one. Idempotent. Raise Refused if the
    evening has tables or another tournament.
    """
    session = evening_for_changes(session)
    settings = dict(settings or {})
    if "fee" not in settings and session.door_fee_minor:
        settings["fee"] = session.door_fee_minor
    house = _as_usual(session.club, style, settings) if rounds_follow else None
    format = read_format(style, settings)
    made = Tournament.objects.filter(session=session).first()
    if made is not None:
        return _the_same(made, format)
    if session.tables.exists():
        raise Refused(
            "This club night already has tables. Create a new tournament with its own club night."
        )
    chosen = settings_of(format)
    made = Tournament.objects.create(
        session=session,
        style=style,
        settings=chosen,
        house=house,
        rounds_follow=rounds_follow,
        counts=counts,
        seed=0,
        next_secret=new_secret(),
    )
    if format.fee != session.door_fee_minor:
        charge(session, format.fee)
    make_passes(session=session, rights=SCREENS)
    refresh_screens(made)
    return made


def _as_usual(club: Club, style: str, settings: dict) -> HouseRules | None:
    """Put the club's usual rules into the settings. Return them if they are the club's own."""
    usual = by_usual_rules(club)
    named = not {"rules", "table_size", "places"}.isdisjoint(settings)
    if named or style not in FORMATS or FORMATS[style].rules != CLUB.rules:
        return None
    if usual is None or not suits(usual.rules, CLUB):
        return None
    settings["rules"] = usual.rules_key
    return usual.house


def _the_same(made: Tournament, format: Format) -> Tournament:
    if format_in(made) == format:
        return made
    raise Refused(
        f"This club night already has a tournament, “{format_in(made).name}”. Change its format "
        "under Settings."
    )


@transaction.atomic
def open_tournament_evening(
    *,
    club: Club,
    style: str,
    settings: Mapping | None = None,
    rounds_follow: bool = False,
    counts: bool = False,
    title: str = "",
    played_on: date | None = None,
    **what,
) -> Tournament:
    """Return the tournament of a new evening. `what` is as in `open_session`.

    Idempotent. An evening with this name and day, and an unchanged tournament, is returned as it
    is.
    """
    lock_club(club.pk)
    session = open_session(club=club, title=title, played_on=played_on, **what)
    made = make_tournament(
        session=session,
        style=style,
        settings=settings,
        rounds_follow=rounds_follow,
        counts=counts,
    )
    twin = Tournament.objects.filter(
        session__club=club,
        session__title=session.title,
        session__played_on=session.played_on,
        session__closed_at=None,
        session__attendances=None,
        style=style,
        settings=made.settings,
        entrants=None,
    )
    known = twin.exclude(pk=made.pk).first()
    if known is None:
        return made
    session.delete()
    return known


@transaction.atomic
def drop_tournament(*, tournament: Tournament) -> None:
    """Delete the evening's tournament. Raise Refused once a round is published, and while a pot has
    money in it.

    Idempotent.
    """
    if not Tournament.objects.filter(pk=tournament.pk).exists():
        return
    tournament = for_changes(tournament)
    if is_published(tournament):
        raise Refused("A round is published. Undo it first.")
    _refuse_counted(tournament)
    refresh_screens(tournament)
    tournament.rounds.all().delete()
    close_tables(tournament)
    SignUp.objects.filter(sign_up_list__session=tournament.session_id).update(entered_at=None)
    tournament.delete()


def _refuse_counted(tournament: Tournament) -> None:
    for pot in format_in(tournament).pots:
        if pot.amount and tournament.in_accounts:
            raise Refused(
                f"The pot “{pot.name}” is counted and entered in the accounts. Enter 0 for it "
                "first."
            )


def give_secret(tournament: Tournament) -> None:
    """Give it a secret for its next draw, if it has none."""
    if not tournament.next_secret:
        tournament.next_secret = new_secret()
        tournament.save(update_fields=["next_secret"])


def keep_draw(tournament: Tournament, draw: FairDraw | None) -> None:
    """Let players check the draw that a file or a phone brought, as before. Nothing is saved."""
    number = number_of(draw.label) if draw else 0
    tournament.draws = number
    tournament.secret, tournament.room = (draw.secret, draw.room) if number else ("", "")


def new_secret() -> str:
    """Return a random secret for a draw."""
    return secrets.token_hex(SECRET // 2)


def is_published(tournament: Tournament) -> bool:
    """Return whether round 1 is published, so that seats are public."""
    return tournament.rounds.exclude(published_at=None).exists()


def undraw(tournament: Tournament) -> bool:
    """Undo a draw that is not published. Return whether there was one.

    If it is round 1, the plan of the coming rounds is deleted as well.
    """
    latest = latest_round(tournament)
    if latest is None or latest.published_at is not None:
        return False
    latest.delete()
    _was_before(tournament, latest.no)
    if latest.no == 1:
        Tournament.objects.filter(pk=tournament.pk).update(plan=[])
    return True


def _was_before(tournament: Tournament, no: int) -> None:
    """Store that entrants who came or left after an undone round was published did so before it."""
    tournament.entrants.filter(since__gt=no).update(since=no)
    tournament.entrants.filter(left__gte=no).update(left=no - 1)


def with_rounds(tournament: Tournament, format: Format) -> Format:
    """Return the format with as many rounds as suit the number of entrants, if it follows that
    number. Once round 1 is published it is fixed."""
    if is_published(tournament) or not (tournament.rounds_follow or format.ends_by_final):
        return format
    there = Counter(tournament.entrants.filter(left=None).values_list("ghost", flat=True))
    filled = there[True] and there[True] >= ghosts_needed(there[False], format)
    seated = replace(format, odd="ghost") if filled else format
    return replace(format, rounds=usual_rounds(seated, there[False]))


def let_rounds_follow(tournament: Tournament) -> None:
    """Fit the number of rounds to the current entrants. The tournament must be locked."""
    before = format_in(tournament)
    after = with_rounds(tournament, before)
    if after != before:
        tournament.settings = settings_of(after)
        tournament.save(update_fields=["settings"])


def read_format(style: str, settings: Mapping) -> Format:
    """Return the format of these settings. Raise Refused if they are invalid, or if the rules do
    not suit its tables."""
    try:
        format = format_of(style, settings)
    except BadSetting as wrong:
        raise Refused(str(wrong)) from wrong
    if format.rules not in SHELF or not suits(SHELF[format.rules], format):
        raise Refused(f"{format.rules} is not a rule set {wanted_rules(format)}.")
    return format


def charge(session: ClubSession, fee: int) -> None:
    """Set the evening's entry fee, for guests as well. The session must be locked."""
    session.door_fee_minor = session.guest_fee_minor = fee
    session.save(update_fields=["door_fee_minor", "guest_fee_minor"])
