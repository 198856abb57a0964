"""A progressive evening of so many people: its director's page in round 8, and the next round
drawn."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from uuid import UUID

from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.common.permissions import Actor
from scoring.evening.actions.sessions import open_session
from scoring.models import Club, HandRecord, Officer, Round, Tournament
from scoring.tournament.actions import rounds
from scoring.tournament.actions.draw import edition_of
from scoring.tournament.actions.entrants import enter_by_name
from scoring.tournament.actions.reports import report
from scoring.tournament.actions.setting_up import make_tournament
from scoring.tournament.queries.now import played_tables
from tests.bench.figures import in_turn, timed
from tests.bench.pages import BareHandler
from tests.euchre.chance import any_hand

ROUND, HANDS = 8, 8
POOL = 500
"""Different hands."""


def main(people: str, *names: str) -> None:
    """Print as JSON, by name: the medians of ours and of the floor in milliseconds, and how often
    ours asks the database."""
    call_command("migrate", verbosity=0)
    tournament = _built(int(people))
    print(json.dumps({name: MEASURES[name](tournament) for name in MEASURES if name in names}))


def _built(people: int) -> Tournament:
    """Return a tournament in its eighth round, every hand of it played on the pads."""
    club = Club.objects.create(name="The Left Bower Club")
    user = get_user_model().objects.create_user("bench")
    Officer.objects.create(club=club, user=user, role=Officer.Role.OWNER)
    made = make_tournament(session=open_session(club=club), style="club", settings={"rounds": 10})
    names = [(f"Player {no}",) for no in range(1, people + 1)]
    enter_by_name(tournament=made, names=names)
    play_to_round_eight(made)
    return made


def play_to_round_eight(made: Tournament) -> None:
    """Play the first seven rounds, and all hands of the eighth, on the pads."""
    random = Random(1)
    for no in range(1, ROUND + 1):
        row = rounds.start_round(
            tournament=made, no=rounds.draw_round(tournament=made, after=no - 1).no
        )
        _play(row, random)
        if no < ROUND:
            _end(row, random)


def _play(row: Round, random: Random) -> None:
    """Let every table of a round play all its hands."""
    found = []
    for table in row.tables.select_related("table__house"):
        sitting = table.table.sitting
        hands = (any_hand(random, table.table.rules, 4, wrong=0) for _ in range(POOL))
        played = [hand for hand in hands if hand.void is None][:HANDS]
        for place, hand in enumerate(played, start=1):
            record = HandRecord(id=UUID(int=random.getrandbits(128)), sitting=sitting, place=place)
            record.hand = hand
            found.append(record)
    HandRecord.objects.bulk_create(found)


def _end(row: Round, random: Random) -> None:
    """End a round; where points are level somebody says who won."""
    row = rounds.end_round(tournament=row.tournament, no=row.no, how="director", actor=Actor())
    for table in played_tables([row]):
        if table.verdict.state == "tied":
            key, tie = UUID(int=random.getrandbits(128)), random.choice(["NS", "EW"])
            report(key=key, round_table=table.row, source="director", tie=tie, actor=Actor())


def _director_page(tournament: Tournament) -> dict[str, float]:
    ours, address = _signed_in(), reverse("tournament", args=[tournament.session_id])
    with CaptureQueriesContext(connection) as queries:
        _asked(ours.get(address), 200)
    return _figure(lambda: timed(lambda: _asked(ours.get(address), 200)), asked=len(queries))


def _next_round(tournament: Tournament) -> dict[str, float]:
    """Draw, tell everybody, and show the page; then, unmeasured, all of it is taken back."""
    ours = _signed_in()
    row = tournament.rounds.last()
    if row.ended_at is None:
        _end(row, Random(2))

    with CaptureQueriesContext(connection) as queries:
        _draw(ours, tournament)
    _take_back(tournament)

    def drawn() -> list[float]:
        found = timed(lambda: _draw(ours, tournament))
        _take_back(tournament)
        return found

    return _figure(drawn, asked=len(queries))


def _take_back(tournament: Tournament) -> None:
    for step in ("published", "drawn"):
        rounds.take_back(tournament=tournament, no=ROUND + 1, step=step)


def _draw(ours: Client, tournament: Tournament) -> None:
    pk = tournament.session_id
    _asked(ours.post(reverse("draw-round", args=[pk]), {"after": ROUND}), 302)
    seen = edition_of(Round.objects.get(tournament=tournament, no=ROUND + 1))
    _asked(ours.post(reverse("publish-round", args=[pk, ROUND + 1]), {"seen": seen}), 302)
    _asked(ours.get(reverse("tournament", args=[pk])), 200)


MEASURES: dict[str, Callable[[Tournament], dict[str, float]]] = {
    "director-page": _director_page,
    "next-round": _next_round,
}


def _signed_in() -> Client:
    client = Client(SERVER_NAME="localhost")
    client.force_login(get_user_model().objects.get())
    return client


def _asked(answer, status: int) -> None:
    if answer.status_code != status:
        raise RuntimeError(f"{answer.request['PATH_INFO']} was answered with {answer.status_code}")


def _figure(ours: Callable[[], list[float]], asked: int) -> dict[str, float]:
    floor = Client(SERVER_NAME="localhost")
    floor.handler = BareHandler(enforce_csrf_checks=False)
    figure = in_turn(
        ours, lambda: timed(lambda: floor.get("/unchanged")), goal=0, rounds=30, warm_up=5
    )
    return {"ours_ms": figure.ours_ms, "floor_ms": figure.floor_ms, "queries": asked}
