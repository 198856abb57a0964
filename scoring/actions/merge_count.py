"""What was counted for two entries of one person, made one person's."""

from __future__ import annotations

from django.db.models import Q

from scoring.actions.count import count_tallies, rate_again, when
from scoring.figures.play import Play
from scoring.figures.tally import Tallied
from scoring.models import ClubSession, Player, Rating, Tally
from scoring.models.tallies import SUMS


def counted_with(kept: Player, gone: Player) -> list[ClubSession]:
    """Take away what was counted for somebody, and return the evenings to be counted anew.

    The tallies of an evening that was reopened stay as signed until it is closed again: they are
    added up.
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
