"""The end of a tournament. Announce the results, and decide cuts between level players."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from scoring.common.permissions import Actor
from scoring.common.refused import Refused
from scoring.euchre.wording import counted, listed
from scoring.people.actions.lock import lock_club
from scoring.tournament.actions.card_clips import forget_clips
from scoring.tournament.actions.carried_pots import follow_results
from scoring.tournament.actions.setting_up import undraw
from scoring.tournament.actions.stage import for_changes, latest_round, locked, refresh_screens
from scoring.tournament.models import Round, Tournament
from scoring.tournament.queries.now import load_tournament, played_tables
from scoring.tournament.queries.prizes import (
    dues_of,
    key_of_prize,
    results_now,
    results_of,
    same_figures,
)


@transaction.atomic
def finish(*, tournament: Tournament, actor: Actor) -> Tournament:
    """Announce the results and return the finished tournament. Some rounds may be left unplayed.

    A draw that is not published is undone, and pictures of tally cards are deleted. The accounts
    hold pots that are carried over. Idempotent. Raise Refused while a round is running or lacks a
    result, or if no round was played.
    """
    lock_club(tournament.session.club_id)
    done = Tournament.objects.filter(pk=tournament.pk).exclude(finished_at=None).first()
    if done is not None:
        return done
    tournament = for_changes(tournament)
    undraw(tournament)
    _refuse_going_on(latest_round(tournament))
    _refuse_open_tables(tournament)
    tournament.results = results_now(tournament, load_tournament(tournament))
    tournament.finished_at = timezone.now()
    tournament.save(update_fields=["results", "finished_at"])
    forget_clips(tournament)
    follow_results(tournament, by=actor.name)
    refresh_screens(tournament)
    return tournament


def _refuse_going_on(last: Round | None) -> None:
    if last is None:
        raise Refused("Play a round first. There is nothing to announce yet.")
    if last.started_at is None:
        raise Refused(f"Round {last.no} is published but not started. Play it or undo it first.")
    if last.ended_at is None:
        raise Refused(f"Round {last.no} is being played. End it first.")


def _refuse_open_tables(tournament: Tournament) -> None:
    tables = played_tables(tournament.rounds.all())
    if waiting := [played for played in tables if played.waits]:
        raise Refused(f"{_where(waiting)}: decide on a waiting hand first.")
    if open := [played for played in tables if played.verdict.state == "contradicted"]:
        raise Refused(
            f"{_where(open)}: a new score came after the round. Decide which is right first."
        )
    if lacking := [played for played in tables if played.value.result is None]:
        lack = "has no result" if len(lacking) == 1 else "have no result"
        raise Refused(f"{_where(lacking)} {lack}. Enter the missing results first.")


def _where(tables) -> str:
    """Return "Round 3, table 2" or "Tables 2 and 5 of round 3, table 1 of round 4"."""
    by_round: dict[int, list[str]] = {}
    for played in tables:
        by_round.setdefault(played.row.round.no, []).append(str(played.row.no))
    places = ", ".join(
        f"table{'s' if len(numbers) > 1 else ''} {listed(numbers)} of round {no}"
        for no, numbers in by_round.items()
    )
    return places[0].upper() + places[1:]


@transaction.atomic
def open_again(*, tournament: Tournament, actor: Actor) -> Tournament:
    """Reopen a finished tournament and withdraw its results. Winners of cuts are kept in case the
    same tie comes up again. Idempotent.

    Raise Refused if a prize of the tournament is recorded as paid, if a pot was carried over and
    used, or if the evening is closed.
    """
    lock_club(tournament.session.club_id)
    found = locked(tournament)
    if found.finished_at is None:
        return found
    if found.session.closed:
        raise Refused("This club night is closed. An organiser can reopen it.")
    following = found.followed_by.first()
    if following is not None:
        raise Refused(
            f"{following} came from these results. Delete that tournament first, before any of "
            f"its rounds is published."
        )
    paid = [due for due in dues_of(found) if due.line]
    if paid:
        what = counted(len(paid), "prize")
        raise Refused(
            f"{what} {'was' if len(paid) == 1 else 'were'} paid. Undo that first, then reopen the "
            f"tournament."
        )
    found.results = found.results if found.results.get("cuts") else None
    found.finished_at = None
    found.save(update_fields=["results", "finished_at"])
    follow_results(found, by=actor.name)
    refresh_screens(found)
    return found


@transaction.atomic
def decide_cut(*, tournament: Tournament, prize: str, winner: int | None) -> Tournament:
    """Store the winner (an entrant's number) of the cut for a prize (its key). None means that the
    cut is not decided.

    Raise Refused if the prize has no cut, if the entrant takes no part in it, or if the prize was
    paid.
    """
    found = locked(tournament)
    if found.finished_at is None:
        raise Refused("Finish the tournament, then cut.")
    cuts = {key: no for key, no in found.results.get("cuts", {}).items() if key != prize}
    if winner is not None:
        _refuse_no_cut(results_of(load_tournament(found), cuts), prize, winner)
        cuts |= {prize: winner}
    results = results_of(load_tournament(found), cuts)
    if not same_figures(results, found.results):
        raise Refused(
            "A round was changed after the results were announced. Reopen the tournament and "
            "finish it again."
        )
    _refuse_paid_otherwise(found, results)
    found.results = results
    found.save(update_fields=["results"])
    refresh_screens(found)
    return found


def _refuse_no_cut(results: dict, prize: str, winner: int) -> None:
    for won in results["prizes"]:
        if won.get("cut") and key_of_prize(won) == prize and winner in won["to"]:
            return
    raise Refused(f"Number {winner} is not tied for {prize}. Choose one of the tied entrants.")


def _refuse_paid_otherwise(found: Tournament, results: dict) -> None:
    """Raise Refused if a recorded payment would no longer be due."""
    paid = {(due.prize, due.entrant) for due in dues_of(found) if due.line}
    before, found.results = found.results, results
    due = {(due.prize, due.entrant) for due in dues_of(found)}
    found.results = before
    if paid - due:
        raise Refused("This prize is already paid. Undo the payment first.")
