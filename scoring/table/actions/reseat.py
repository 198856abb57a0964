"""Correct seats afterwards, with who really sat where and whether hands go with the players."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.db import transaction
from django.db.models import F, Max

from scoring.common.permissions import Actor
from scoring.common.refused import OUT_OF_DATE, Refused
from scoring.euchre.game import ImpossibleSitting
from scoring.people.actions.people import add_players
from scoring.people.models import Player
from scoring.table.actions.limits import MOST_RESEATINGS, MOST_SITTINGS, refuse_if_full
from scoring.table.actions.tables import refuse_in_a_round, wait_no_longer
from scoring.table.actions.times import after_all
from scoring.table.models import Correction, HandRecord, Reseating, Seat, Sitting, Table
from scoring.table.models.hands import hand_as_json
from scoring.table.queries.reseating import PEOPLE, ROLES, Reseat, moved

FAR = 10_000  # no table has so many sittings


@transaction.atomic
def put_right(
    *,
    sitting: Sitting,
    names: list[str],
    from_no: int = 1,
    stay_with: str,
    seen: list[int],
    why: str = "",
    actor: Actor,
    in_round: bool = False,
) -> Reseating:
    """Correct the seats of a sitting, clockwise, from hand `from_no` on; return the sitting that
    has them.

    With `stay_with` SEATS, other players sat there and the hands go to them. With PEOPLE, the same
    players sat in another order and each keeps their hands. From a later hand on, or in another
    order, those hands become a sitting of their own. A phone that still shows the old one logs into
    that, where its hand waits.

    `seen` are the players (keys) who were shown there, which makes it idempotent. Only a
    tournament, with `in_round`, corrects its own seats. Raise Refused if the session is closed, if
    a hand of the sitting is begun or waits, if the seats were corrected meanwhile, if nothing would
    change, or if a hand became impossible.
    """
    table = Table.objects.for_writing().get(pk=sitting.table_id)
    if table.session.closed:
        raise Refused(f"This {table.session.noun} is closed. The organiser can reopen it.")
    sitting = _read_again(sitting, table)
    if not in_round:
        refuse_in_a_round(sitting)
    club = table.session.club
    players = add_players(club=club, names=names, guest=not club.casual, sat=sitting.players)
    sat = [player.name for player in players]
    reseat = Reseat(sitting=sitting, names=sat, from_no=from_no, stay_with=stay_with)
    what = {"before": seen, "after": [player.pk for player in players]}
    what |= {"from_no": from_no, "hands_stay_with": stay_with}
    if done := _done_before(reseat, what):
        return done
    _refuse(reseat, players, seen)
    corrected = Reseating.objects.filter(sitting__table=table)
    refuse_if_full(corrected, MOST_RESEATINGS, "corrections of seats")
    target = _split(reseat) if reseat.splits else sitting
    _seat(target, players, sitting)
    if reseat.to:
        _move_hands(target, reseat.to)
    if target.ended_at is None:
        wait_no_longer(table, players)
    table.raise_version()
    return Reseating.objects.create(
        sitting=target,
        **what,
        why=why,
        by=actor.name,
        user=actor.account,
        at=after_all(*_times_in(table)),
    )


def _times_in(table: Table) -> Iterable[datetime | None]:
    """Return the time of the latest hand and word, which were of the players seated before."""
    hands = HandRecord.objects.filter(sitting__table=table)
    return hands.aggregate(Max("logged_at"), Max("assents__at")).values()


def _read_again(sitting: Sitting, table: Table) -> Sitting:
    found = table.sittings.get(pk=sitting.pk)
    found.table = table
    return found


def _done_before(reseat: Reseat, what: dict) -> Reseating | None:
    """Return the sitting that has this change already, if other players sit there, or if the hands
    are gone."""
    sitting = reseat.sitting
    near = {"sitting__table": sitting.table_id, "sitting__no__in": (sitting.no, sitting.no + 1)}
    changed = _keys(sitting) != what["before"] or (reseat.splits and not reseat.concerned)
    return Reseating.objects.filter(**near, **what).last() if changed else None


def _keys(sitting: Sitting) -> list[int]:
    return [player.pk for player in sitting.players]


def _refuse(reseat: Reseat, players: list[Player], seen: list[int]) -> None:
    before, after = _keys(reseat.sitting), [player.pk for player in players]
    if before != seen:
        raise Refused(OUT_OF_DATE)
    if len(set(after)) != len(before) or len(after) != len(before):
        raise Refused("Choose a different player for each seat.")
    if after == before:
        raise Refused("These seats are the same as before.")
    if reseat.sitting.uncounted("begun") or reseat.sitting.uncounted("waiting"):
        raise Refused("A hand is unfinished or needs approval. Finish it first.")
    if reseat.stay_with == PEOPLE and not reseat.same_people:
        raise Refused("You named a new player. Choose “A different player sat there”.")
    if not 1 <= reseat.from_no <= max(1, len(reseat.sitting.counted)):
        raise Refused(f"There is no hand {reseat.from_no} in this part.")
    try:
        reseat.played()
    except ImpossibleSitting as cause:
        raise Refused(cause.as_text) from cause


def _split(reseat: Reseat) -> Sitting:
    """Make a new sitting of the corrected hands, right after the old one; return it."""
    usual = reseat.sitting.table.sittings.filter(round_table=None)
    refuse_if_full(usual, MOST_SITTINGS, "changes of players or rules")
    old, first, whole = reseat.sitting, next(iter(reseat.concerned), None), reseat.from_no == 1
    began = old.started_at if whole else HandRecord.objects.get(pk=first.id).logged_at
    old.table.sittings.filter(no__gt=old.no).update(no=F("no") + FAR)
    new = Sitting.objects.create(
        table=old.table,
        no=old.no + 1,
        first_dealer=reseat.first_dealer,
        draw_seed=old.draw_seed if whole and not reseat.to else None,
        draw_way=old.draw_way,
        next_dealer=None
        if old.next_dealer is None
        else reseat.to.get(old.next_dealer, old.next_dealer),
        started_at=began,
        ended_at=old.ended_at,
        rules_key=old.rules_key,
        options=old.options,
        house=old.house,
        stake_minor=old.stake_minor,
        round_table_id=old.round_table_id,
    )
    old.table.sittings.filter(no__gt=FAR).update(no=F("no") - FAR + 1)
    Sitting.objects.filter(pk=old.pk).update(
        ended_at=began, next_dealer=None, next_dealer_from=None
    )
    if whole:
        old.hands.update(sitting=new)
    else:
        later = old.hands.filter(place__gte=first.place)
        later.update(sitting=new, place=F("place") - first.place + 1)
    return new


def _seat(target: Sitting, players: list[Player], old: Sitting) -> None:
    """Seat the players in the target, which is the old sitting or a part of it."""
    was, seated = list(old.seats.all()), {player.pk for player in players}
    away = {seat.player_id: seat.substitute_id for seat in was if seat.substitute_id not in seated}
    took = [None if target.pk != old.pk else seat.in_place_of_id for seat in was]
    target.seats.all().delete()
    Seat.objects.bulk_create(
        Seat(
            sitting=target,
            no=no,
            player=player,
            in_place_of_id=whose if whose != player.pk else None,
            substitute_id=away.get(player.pk),
        )
        for no, (player, whose) in enumerate(zip(players, took, strict=True))
    )


def _move_hands(target: Sitting, to: dict[int, int]) -> None:
    """Let every hand of the sitting, and all that it said before, go with its people."""
    hands = list(target.hands.all())
    for record in hands:
        record.hand = moved(record.hand, to)
    HandRecord.objects.bulk_update(hands, [*ROLES, "irregularities"])
    corrections = list(Correction.objects.filter(record__sitting=target))
    for one in corrections:
        one.before = hand_as_json(moved(one.hand_before, to))
        one.after = hand_as_json(moved(one.hand_after, to))
    Correction.objects.bulk_update(corrections, ["before", "after"])
