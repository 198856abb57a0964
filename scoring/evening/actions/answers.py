"""Players' answers to a club night: going or not going. If the night has a sign-up list, that list
is the only source: a player who is going takes a place on it or waits there, and one who is not
going is removed."""

from __future__ import annotations

from collections.abc import Iterable
from uuid import uuid4

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from scoring.common.permissions import Actor
from scoring.common.refused import Refused
from scoring.evening import hooks
from scoring.evening.actions.sign_up import cancel, put_back, put_down
from scoring.evening.models import Answer, SignUp, SignUpList
from scoring.evening.queries.answers import has_begun, is_of, standing_of
from scoring.people.models import Player
from scoring.table.actions.lock import for_changes
from scoring.table.models import ClubSession


@transaction.atomic
def say_whether_they_come(
    *, player: Player, session: ClubSession, comes: bool, actor: Actor
) -> None:
    """Store a player's answer; idempotent.

    Raise Refused if the club night has begun, if its sign-up is closed or for pairs, or if the
    player is already entered in its tournament.
    """
    session = for_changes(session)
    if has_begun(session):
        raise Refused(f"{session.called} has begun. Ask the organiser.")
    found = SignUpList.objects.filter(session=session).first()
    if found is None:
        _answer(player, session, comes, actor)
        return
    found.session = session
    if comes:
        _take_a_place(player, found, actor)
        Answer.objects.filter(session=session, player=player).delete()
        return
    standing = standing_of(player, found.names.all())
    if standing is not None:
        standing.sign_up_list = found
        cancel(sign_up=standing, actor=actor)
    _answer(player, session, comes, actor)


@transaction.atomic
def say_of_all(
    *, player: Player, sessions: Iterable[ClubSession], comes: bool, actor: Actor
) -> list[str]:
    """Say the same of several evenings; return why it could not be said of some, a sentence
    each."""
    refused = []
    for session in sorted(sessions, key=lambda one: one.pk):
        try:
            with transaction.atomic():
                say_whether_they_come(player=player, session=session, comes=comes, actor=actor)
        except Refused as why:
            refused.append(f"{session.called}: {why}")
    return refused


def _answer(player: Player, session: ClubSession, comes: bool, actor: Actor) -> None:
    said = {"comes": comes, "at": timezone.now(), "by": actor.name, "link": actor.personal}
    before = Answer.objects.filter(session=session, player=player).first()
    if before is not None and before.comes == comes:
        return
    Answer.objects.update_or_create(session=session, player=player, defaults=said)
    ClubSession.objects.filter(pk=session.pk).update(version=F("version") + 1)


def _take_a_place(player: Player, found: SignUpList, actor: Actor) -> None:
    names = list(found.names.all())
    if standing_of(player, names) is not None:
        return
    if found.partners == SignUpList.Partners.PAIRS:
        raise Refused("This is for pairs. Sign up both partners on the sign-up list.")
    alone = (
        one
        for one in names
        if is_of(player, one) and not one.partner_name and one.same_as_id is None
    )
    before = max(alone, key=lambda one: one.pk, default=None)
    if before is not None:
        before.sign_up_list = found
        if not found.is_open:
            raise Refused("Sign-up is closed. Ask the club.")
        put_back(sign_up=before)
        return
    made = put_down(sign_up_list=found, key=uuid4(), name=player.name, actor=actor)
    SignUp.objects.filter(pk=made.pk).update(player=player)
    hooks.places_changed(
        found.session
    )  # who asked on their own page knows this place, and hears of the next
