"""Registrations of tournaments in the hooks of features below them."""

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager

from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils import timezone

from scoring.common import news
from scoring.common.permissions import Actor
from scoring.common.refused import Refused
from scoring.evening import hooks as evening
from scoring.money import hooks as money
from scoring.people import hooks as people
from scoring.people.models import Player
from scoring.table import hooks as table
from scoring.table.models import ClubSession, Sitting, Table
from scoring.tournament.actions.reports import minding_the_next_round, refresh_standings
from scoring.tournament.actions.setting_up import drop_tournament
from scoring.tournament.actions.stage import for_changes
from scoring.tournament.models import Entrant, Round, RoundTable, Tournament
from scoring.tournament.queries.entry_fees import has_played, in_the_round_now
from scoring.tournament.queries.now import format_in
from scoring.tournament.queries.pots import carried_over, played_for
from scoring.tournament.queries.prizes import was_played
from scoring.tournament.queries.prizes_to_pay import prizes_to_pay, prizes_to_pay_of
from scoring.tournament.queries.table_in_round import in_round, round_of


@table.tabs_of_evenings.register
def _tab() -> dict[str, Exists]:
    return {"has_tournament": Exists(Tournament.objects.filter(session=OuterRef("pk")))}


@evening.called_off.register
def _drop(session: ClubSession) -> None:
    if tournament := Tournament.objects.filter(session=session).first():
        drop_tournament(tournament=tournament)


@news.topics.register
def _topics() -> dict[str, QuerySet]:
    return {"tournament": Tournament.objects.values_list("pk", "version", "session")}


@news.rounds_over.register
def _rounds_over(sessions: set[int]) -> dict[int, tuple[int, bool]]:
    """Return the latest published round of each session, if it is over, and whether the bell ended
    it."""
    published = Round.objects.filter(
        tournament__session__in=sessions, published_at__isnull=False
    ).order_by("no")
    rows = published.values_list("tournament__session", "no", "ended_at", "ended_how")
    latest = {session: (no, ended, how == Round.End.BELL) for session, no, ended, how in rows}
    return {session: (no, bell) for session, (no, ended, bell) in latest.items() if ended}


@people.names_changed.register
def _tournaments_are_old(players: Sequence[Player]) -> None:
    entered = Q(entrants__player__in=players) | Q(entrants__partner__in=players)
    found = Tournament.objects.filter(entered).values("pk")
    Tournament.objects.filter(pk__in=found).update(version=F("version") + 1)


@table.was_played.register
def _was_played(session: ClubSession) -> bool:
    return was_played(session)


@table.changing_a_hand.register
def _in_its_round(sitting: Sitting, actor: Actor) -> AbstractContextManager[None] | None:
    return _change_in_round(sitting, actor) if sitting.round_table_id else None


@contextmanager
def _change_in_round(sitting: Sitting, actor: Actor) -> Iterator[None]:
    with minding_the_next_round(sitting, actor):
        yield
        refresh_standings(sitting)


@table.round_is_over.register
def _round_is_over(sitting: Sitting) -> bool | None:
    here = round_of(sitting)
    return here and here.over


@table.comes_again.register
def _comes_again(sitting: Sitting) -> bool:
    here = round_of(sitting)
    return here is not None and here.round.brought_back and not here.full


@table.place_in_round.register
def _place_in_round(at: Table) -> table.PlaceInRound | None:
    here = in_round(at)
    if here is None:
        return None
    runs = here.limit and not here.over and here.round.playing
    ran = here.round.seconds_played(timezone.now()) if runs else None
    return table.PlaceInRound(row=here.row, ran=ran)


@table.hold_round.register
def _hold(row: RoundTable) -> None:
    for_changes(row.round.tournament)


@evening.about_to_be_closed.register
def _refuse_unfinished(session: ClubSession) -> None:
    if was_played(session) and session.tournament.finished_at is None:
        raise Refused("The tournament is not finished. Finish it under Prizes, then close.")


@evening.has_played.register
def _has_played(session: ClubSession, player: Player) -> bool:
    return has_played(session, player)


@evening.ghosts.register
def _ghosts(session: ClubSession) -> QuerySet[Entrant]:
    whose = Q(player=OuterRef("player")) | Q(partner=OuterRef("player"))
    return Entrant.objects.filter(whose, tournament__session=session, ghost=True)


@evening.recorded.register
def _recorded(session: ClubSession) -> Iterator[str]:
    if Round.objects.filter(tournament__session=session, published_at__isnull=False).exists():
        yield "A round of its tournament is published. Undo it first."


@evening.entered.register
def _entered(session: ClubSession) -> int:
    return Entrant.objects.filter(tournament__session=session, ghost=False).count()


@evening.entering.register
def _entering(session: ClubSession) -> evening.Entering | None:
    found = Tournament.objects.filter(session=session).select_related("house").first()
    return found and evening.Entering(tournament=found, pairs=format_in(found).pairs)


@evening.in_the_round_now.register
def _in_the_round_now(session: ClubSession) -> set[int]:
    return in_the_round_now(session) if session.has_tournament else set()


money.carried_over.register(carried_over)
money.played_for.register(played_for)
money.unpaid_prizes.register(prizes_to_pay)
money.unpaid_prizes_of.register(prizes_to_pay_of)
