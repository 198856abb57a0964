"""Merge two entries of one person. Everything linked to one of them moves to the other."""

from __future__ import annotations

from collections.abc import Iterator

from django.db import models, transaction
from django.db.models import F, Q
from django.utils import timezone

from scoring.club import hooks
from scoring.club.actions.count import count_tallies, rate_again, when
from scoring.club.models import Rating, Tally
from scoring.club.pure import keys_inside
from scoring.club.queries.person import (
    MERGED,
    entries_of,
    notes_of_both,
    payments_between,
    sittings_of_both,
    why_two,
)
from scoring.common.permissions import Actor
from scoring.common.refused import Refused
from scoring.evening.actions.check_in import set_fee
from scoring.evening.models import Attendance, Plan
from scoring.evening.queries.fees import fee_for, set_by_hand
from scoring.league.models import League
from scoring.people.actions.activity_log import note_down
from scoring.people.actions.people import lock_players
from scoring.people.actions.public_version import raise_public
from scoring.people.models import Player, pairs_with, told_apart_of
from scoring.table.actions.lock import lock_evenings
from scoring.table.models import Candidate, Closing, ClubSession, Reseating
from scoring.table.pure.play import Play
from scoring.table.pure.tally import SUMS, Tallied
from scoring.table.queries.evenings import where_they_sit
from scoring.tournament.models import Tournament


def counted_with(kept: Player, gone: Player) -> list[ClubSession]:
    """Delete the computed results of a player, and return the evenings to compute again.

    The tallies of a reopened evening stay as signed until it is closed again, so they are added up.
    """
    touched = ClubSession.objects.filter(Q(tallies__player=gone) | Q(ratings__player=gone))
    sessions = list(touched.distinct())
    for session in sessions:
        session.counted_from = when(session)
        if not session.closed:
            _add_up(session, kept, gone)
    Tally.objects.filter(player=gone, session__closed_at__isnull=False).delete()
    Rating.objects.filter(player=gone).delete()
    return sessions


def count_anew(kept: Player, sessions: list[ClubSession]) -> None:
    """Count closed evenings again from their hands, and rate all of them by what people signed."""
    for session in sessions:
        if session.closed:
            count_tallies(session=session)
    if sessions:
        rate_again(club=kept.club_id, since=min(session.counted_from for session in sessions))


def _add_up(session: ClubSession, kept: Player, gone: Player) -> None:
    """Make one tally of the two of each rule set alike, and name one person in how the others
    played."""
    for tally in session.tallies.exclude(player=gone):
        _store(tally, _figures(tally, kept, gone))
    for tally in session.tallies.filter(player=gone):
        alike = {"rules_key": tally.rules_key, "games": tally.games}
        other = session.tallies.filter(player=kept, **alike).first()
        before = _figures(other, kept, gone) if other else Tallied()
        _store(other or tally, before + _figures(tally, kept, gone))
        if other:
            tally.delete()


def _store(tally: Tally, figures: Tallied) -> None:
    Tally.objects.filter(pk=tally.pk).update(**figures.as_row())


def _figures(tally: Tally, kept: Player, gone: Player) -> Tallied:
    play = Play.from_json(tally.play).as_one(gone.pk, kept.pk)
    return Tallied(play=play, **{name: getattr(tally, name) for name in SUMS})


@transaction.atomic
def merge_players(*, kept: Player, gone: Player, actor: Actor) -> Player:
    """Merge two players, and return the one who is kept, with their name. The other is deleted.

    Seats, money and evenings move. Signed statements keep their names, and every score and balance
    is the sum of both, except that they owe one unpaid check-in fee at an open evening. Raise
    Refused, with the reasons, if they have played together, paid each other, or can't be one person
    for another reason (models.two_people).
    """
    if kept.pk == gone.pk or kept.club_id != gone.club_id:
        raise Refused("Choose two different people of one club.")
    lock_evenings(kept.club)
    kept, gone = lock_players(kept, gone)
    reasons = why_two(kept, gone)
    if reasons:
        raise Refused(f"{kept} and {gone} can’t be merged. {' '.join(reasons)}")
    counted = counted_with(kept, gone)
    charged = _charged_as_usual(kept, gone)
    _combine_attendances(kept, gone)
    _combine_candidacies(kept, gone)
    _combine_told_apart(kept, gone)
    _combine_squads(kept, gone)
    _combine_subscriptions(kept, gone)
    _combine_links(kept, gone)
    _combine_answers(kept, gone)
    _map_documents(kept, gone)
    # Nobody paid them, and nobody owes themselves: the accounts stand as they stood.
    payments_between(kept, gone).delete()
    # One was named for the other and put right before a hand of that sitting came.
    sittings_of_both(kept, gone).delete()
    for field in fields_of_players():
        field.model._base_manager.filter(**{field.name: gone}).update(**{field.name: kept})
    _take_over(kept, gone)
    gone.delete()
    for session in charged:
        fee = fee_for(session, kept)
        set_fee(session=session, player=kept, fee_minor=fee, actor=actor)
    count_anew(kept, counted)
    _refresh_screens(kept)
    raise_public(kept.club_id)
    note_down(club=kept.club, actor=actor, said=MERGED.format(gone=gone, kept=kept))
    return kept


def fields_of_players() -> Iterator[models.ForeignKey]:
    """Yield every field of every model that names a player."""
    for relation in Player._meta.get_fields(include_hidden=True):
        if relation.auto_created and not relation.concrete:
            yield relation.field


def _charged_as_usual(kept: Player, gone: Player) -> list[ClubSession]:
    """Return the open evenings at which neither has paid, or has a fee that was set by hand. They
    owe one fee there, as the person they are."""
    open_ones = Attendance.objects.filter(player__in=[kept, gone], session__closed_at=None)
    found: dict[ClubSession, bool] = {}
    for came in open_ones.select_related("session__club", "player"):
        usual = came.fee_paid_at is None and not set_by_hand(came)
        found[came.session] = found.get(came.session, True) and usual
    return [session for session, usual in found.items() if usual]


def _combine_attendances(kept: Player, gone: Player) -> None:
    """Combine check-ins of both at one evening, with the first arrival, the last leaving, and both
    fees."""
    for other in Attendance.objects.filter(
        player=gone, session__in=kept.attendances.values("session")
    ):
        came = Attendance.objects.get(player=kept, session=other.session_id)
        left = (came.left_at, other.left_at)
        came.arrived_at = min(came.arrived_at, other.arrived_at)
        came.left_at = None if None in left else max(left)
        came.fee_paid_at = came.fee_paid_at or other.fee_paid_at
        came.fee_minor += other.fee_minor
        came.fee_why = came.fee_why or other.fee_why
        came.replaced_in = came.replaced_in or other.replaced_in
        came.save()
        other.delete()


def _combine_candidacies(kept: Player, gone: Player) -> None:
    """Combine waiting-list entries. No one waits twice for a table, or for the one where they sit.
    The earlier entry is kept."""
    waiting = Candidate.objects.filter(player__in=[kept, gone], entered_at=None, withdrawn_at=None)
    sits = set(where_they_sit([kept, gone]).values_list("pk", flat=True))
    for wish in waiting.order_by("pk"):
        if wish.table_id in sits:
            wish.withdrawn_at = timezone.now()
            wish.save()
        sits.add(wish.table_id)


def _combine_told_apart(kept: Player, gone: Player) -> None:
    """Delete the note that they are two people, and duplicate notes about the same other person."""
    pairs_with(kept, gone).delete()
    others = {key for apart in told_apart_of(kept) for key in apart.two}
    for apart in told_apart_of(gone):
        if apart.two - {gone.pk} <= others:
            apart.delete()


def _combine_squads(kept: Player, gone: Player) -> None:
    """Combine two registrations in a squad into one, from the earlier day."""
    for other in gone.squads.filter(until=None):
        same = kept.squads.filter(team=other.team_id, until=None).first()
        if same:
            same.since = min(same.since, other.since)
            same.save(update_fields=["since"])
            other.delete()
    asked = kept.transfer_requests.filter(agreed=None).values("joins")
    gone.transfer_requests.filter(agreed=None, joins__in=asked).delete()


def _combine_links(kept: Player, gone: Player) -> None:
    """Keep one link, preferably that of the entry that stays."""
    if kept.personal_links.filter(revoked_at=None).exists():
        hooks.merged_away(gone)


def _combine_subscriptions(kept: Player, gone: Player) -> None:
    """Let a phone with notifications on both get each only once."""
    twice = kept.subscriptions.filter(ended_at=None).values("fingerprint")
    gone.subscriptions.filter(fingerprint__in=twice).delete()


def _combine_answers(kept: Player, gone: Player) -> None:
    """Keep the later of two answers about an evening."""
    for other in gone.answers.all():
        first = kept.answers.filter(session=other.session_id).first()
        if first:
            (other if other.at <= first.at else first).delete()


def _map_documents(kept: Player, gone: Player) -> None:
    """Put one key in the place of the other wherever JSON names players; names and amounts stay."""

    def of(kind: str, key: int | None) -> int | None:
        return kept.pk if kind == "player" and key == gone.pk else key

    _map(Closing.objects.filter(session__club=kept.club_id), of, document=keys_inside.statement)
    plans = Plan.objects.filter(session__club=kept.club_id)
    _map(plans, of, people=keys_inside.people, tables=keys_inside.planned_tables)
    reseatings = Reseating.objects.filter(sitting__table__session__club=kept.club_id)
    _map(reseatings, of, before=keys_inside.people, after=keys_inside.people)


def _map(rows: models.QuerySet, of: keys_inside.Of, **fields) -> None:
    for row in rows.iterator():
        values = {
            name: (getattr(row, name), mapped(getattr(row, name), of))
            for name, mapped in fields.items()
        }
        changed = {name: after for name, (before, after) in values.items() if before != after}
        if changed:
            type(row).objects.filter(pk=row.pk).update(**changed)


def _take_over(kept: Player, gone: Player) -> None:
    """Copy values that only the other has to the one who is kept. A member stays a member, and a
    hidden name stays hidden."""
    kept.notes = notes_of_both(kept, gone)
    kept.short_name = kept.short_name or gone.short_name
    kept.phone, kept.email = kept.phone or gone.phone, kept.email or gone.email
    kept.guest = kept.guest and gone.guest
    kept.active = kept.active or gone.active
    kept.unnamed = kept.unnamed or gone.unnamed
    kept.wishes_to_go = kept.wishes_to_go or gone.wishes_to_go
    kept.save()


def _refresh_screens(kept: Player) -> None:
    tables = where_they_sit([kept])
    for table in tables:
        table.raise_version()
    here = models.Q(attendances__player=kept) | models.Q(tables__candidates__player=kept)
    open_ones = ClubSession.objects.filter(here, closed_at=None).values("pk")
    ClubSession.objects.filter(pk__in=open_ones).update(version=F("version") + 1)
    entered = Tournament.objects.filter(pk__in=entries_of(kept).values("tournament"))
    entered.update(version=F("version") + 1)
    League.objects.filter(club=kept.club_id).update(version=F("version") + 1)
