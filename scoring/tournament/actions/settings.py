"""Change the settings of a tournament, and save or delete a club's own formats."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from dataclasses import replace

from django.db import transaction

from scoring.common.names import name_key
from scoring.common.permissions import Actor
from scoring.common.refused import Refused
from scoring.evening.actions.check_in import set_fee
from scoring.evening.actions.sessions import note_new_fees
from scoring.people.actions.lock import lock_club
from scoring.people.models import Club
from scoring.table.models import ClubSession, HouseRules
from scoring.tournament.actions.carried_pots import refuse_openings
from scoring.tournament.actions.entrants import fill_with_ghosts
from scoring.tournament.actions.prize_giving import follow_pots
from scoring.tournament.actions.running import plan_anew
from scoring.tournament.actions.setting_up import (
    charge,
    is_published,
    read_format,
    undraw,
    with_rounds,
)
from scoring.tournament.actions.stage import for_changes, latest_round, refresh_screens
from scoring.tournament.models import Entrant, Round, SavedFormat, Tournament
from scoring.tournament.pure.formats import FORMATS, Format
from scoring.tournament.pure.settings import BadSetting, format_of, settings_of, suits
from scoring.tournament.queries.now import format_in

LOCKED = ("style", "rules", "lone_euchre", "lone_at_head", "movement", "groups")
LOCKED += ("table_size", "mixed_tables", "places")
"""Settings that are fixed once seats are published. So are the stages that have begun."""
SEATING = ("style", "movement", "stages", "partners", "groups", "odd", "sits_out")
SEATING += ("table_size", "mixed_tables", "places")
"""Settings that an unpublished draw depends on."""


@transaction.atomic
def change_settings(
    *,
    tournament: Tournament,
    settings: Mapping,
    style: str | None = None,
    house: HouseRules | None = None,
    counts: bool | None = None,
    rounds_follow: bool | None = None,
    fee_why: str = "",
    actor: Actor,
) -> Tournament:
    """Change the settings of a tournament, and return it. None leaves a setting unchanged, except
    for `house`. If the number of rounds is given, it no longer follows the number of people, unless
    `rounds_follow` says otherwise.

    A draw that is not published is undone if its seats depended on a changed setting. The plan of a
    rotation is then made again. With another number of rounds it is cut or extended. Players who
    have not paid owe the new fee; the activity log keeps the reason for it (`fee_why`). The
    accounts show the money in the pots as received.

    Raise Refused for invalid settings, and for settings in LOCKED once round 1 is published.
    """
    lock_club(tournament.session.club_id)
    tournament = for_changes(tournament)
    before, after = format_in(tournament), read_format(style or tournament.style, settings)
    refuse_openings(tournament, before, after)
    house = _standing(house, tournament, after)
    if is_published(tournament):
        _refuse_locked(before, after, same_house=house == tournament.house)
        _refuse_begun(before, after, latest_round(tournament))
    if rounds_follow is not None:
        tournament.rounds_follow = rounds_follow
    elif before.rounds != after.rounds:
        tournament.rounds_follow = False
    after = with_rounds(tournament, after)
    if before.pairs != after.pairs:
        _refuse_other_entrants(tournament, after)
    if _differ(before, after, SEATING):
        undraw(tournament)
        tournament.plan = []
        _regroup(tournament, before, after)
    tournament.style, tournament.settings, tournament.house = after.style, settings_of(after), house
    tournament.counts = tournament.counts if counts is None else counts
    tournament.save(update_fields=["style", "settings", "house", "rounds_follow", "counts", "plan"])
    _plan(tournament, before, after)
    follow_pots(tournament, before=before, actor=actor)
    if before.fee != after.fee:
        session_before = copy(tournament.session)
        charge(tournament.session, after.fee)
        if fee_why:
            what = {"session": tournament.session, "before": session_before}
            note_new_fees(**what, actor=actor, why=fee_why)
        _charge_anew(tournament.session, before.fee, actor)
    refresh_screens(tournament)
    return tournament


def _plan(tournament: Tournament, before: Format, after: Format) -> None:
    """Plan the coming rounds at once by the current settings, so that phones and cards show
    them."""
    latest = latest_round(tournament)
    led = after.in_round(latest.no + 1 if latest else 1)
    if led.movement != "rotation" or not _differ(before, after, ("rounds", *SEATING)):
        return
    if is_published(tournament):
        fill_with_ghosts(tournament)
    plan_anew(tournament, keep=True)


def _standing(
    house: HouseRules | None, tournament: Tournament, format: Format
) -> HouseRules | None:
    """Return the house rules. Raise Refused if the club lacks them or they do not suit the
    format."""
    if house is None or house == tournament.house and suits(house.rules, format):
        return house
    standing = (
        HouseRules.objects.standing().filter(club=tournament.session.club_id, pk=house.pk).first()
    )
    if standing is None or not suits(standing.rules, format):
        raise Refused("These house rules can’t be used in a tournament.")
    return standing


def _differ(before: Format, after: Format, names: tuple[str, ...]) -> bool:
    return any(getattr(before, name) != getattr(after, name) for name in names)


def _refuse_locked(before: Format, after: Format, *, same_house: bool) -> None:
    if not same_house or _differ(before, after, LOCKED):
        raise Refused(
            "Round 1 is published. Format, rules, tables, lone hands, movement and groups can’t "
            "change now. Rounds, clock, ties, fee and prizes can."
        )


def _refuse_begun(before: Format, after: Format, latest: Round) -> None:
    """Raise Refused if a stage that has begun would change. An unpublished round is drawn again."""
    last = latest.no if latest.published_at else latest.no - 1
    begun = [[one for one in format.parts if one.start <= last] for format in (before, after)]
    if begun[0] != begun[1]:
        raise Refused(
            f"Round {last} is published. The movement can change only from round {last + 1} on."
        )


def _refuse_other_entrants(tournament: Tournament, after: Format) -> None:
    if tournament.entrants.exists():
        who = ("Pairs", "single players") if after.pairs else ("Single players", "pairs")
        raise Refused(
            f"{who[0]} play by “{after.name}”, but {who[1]} are entered. Remove them first, or "
            "delete this tournament and create another."
        )


def _regroup(tournament: Tournament, before: Format, after: Format) -> None:
    """Update entrants' groups to the new names, or to none."""
    if before.groups == after.groups:
        return
    named = dict(zip(before.groups, after.groups, strict=False))
    entrants = list(tournament.entrants.all())
    for entrant in entrants:
        entrant.group = named.get(entrant.group, "")
    Entrant.objects.bulk_update(entrants, ["group"])


def _charge_anew(session: ClubSession, before: int, actor: Actor) -> None:
    """Charge players who came at another fee the current one. Players who have paid keep theirs."""
    came = session.attendances.filter(fee_paid_at=None, fee_minor=before).select_related("player")
    for one in came:
        set_fee(session=session, player=one.player, fee_minor=session.door_fee_minor, actor=actor)


@transaction.atomic
def save_format(*, club: Club, name: str, style: str, settings: Mapping) -> SavedFormat:
    """Save a format under this name for the club, and return it. The money in pots is not
    kept.

    Idempotent. Raise Refused for invalid settings, and if the name is taken.
    """
    club = lock_club(club.pk)
    try:
        format = format_of(style, settings)
    except BadSetting as wrong:
        raise Refused(str(wrong)) from wrong
    format = replace(format, pots=tuple(pot.emptied for pot in format.pots))
    named = next((one for one in club.formats.all() if name_key(one.name) == name_key(name)), None)
    if named and format_of(named.style, named.settings) == format:
        return named
    if named or name_key(name) in {name_key(one.name) for one in FORMATS.values()}:
        taken = f"There is a format called {named or name} already."
        raise Refused(f"{taken} Give this one another name.")
    return SavedFormat.objects.create(
        club=club, name=name, style=style, settings=settings_of(format)
    )


@transaction.atomic
def delete_format(*, saved: SavedFormat) -> None:
    """Delete a saved format. Tournaments that were made with it keep their settings. Idempotent."""
    SavedFormat.objects.filter(pk=saved.pk).delete()
