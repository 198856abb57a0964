"""The demo club's tournaments, one with its prizes paid, and one in full swing."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from uuid import UUID

from django.utils import timezone

from scoring.club.actions.count import count_again
from scoring.evening.actions.check_in import arrive, pay_at_the_door
from scoring.evening.actions.sessions import close_session
from scoring.site.demo.hands import a_hand
from scoring.site.demo.year import BEGINS, FEE, MEMBERS, SKILL, Demo, arrived_before, date_back
from scoring.table.models import HandRecord, Sitting
from scoring.tournament.actions.entrants import enter_by_name
from scoring.tournament.actions.finishing import finish
from scoring.tournament.actions.prize_giving import pay_all
from scoring.tournament.actions.reports import report
from scoring.tournament.actions.rounds import draw_round, end_round, start_round
from scoring.tournament.actions.setting_up import open_tournament_evening
from scoring.tournament.models import Report, Round, RoundTable, Tournament
from scoring.tournament.pure.seats import SIDES
from scoring.tournament.queries.now import PlayedTable, played_tables

TWENTY = list(MEMBERS)[:20]
A_ROUND, A_HAND = timedelta(minutes=25), timedelta(minutes=3)
AUTUMN = {
    "rounds": 5,
    "prizes": [
        {"prize": "first", "amount": 1500},
        {"prize": "second", "amount": 1000},
        {"prize": "most lone hands", "amount": 500},
        {"prize": "lowest", "gift": "a jar of pickles"},
    ],
}
TONIGHT = {"rounds": 6, "minutes": 25}


def play_the_autumn_progressive(demo: Demo) -> Tournament:
    """Play a tournament of eight hands a round to its end, four weeks ago, and pay its prizes."""
    on = timezone.localdate() - timedelta(days=28)
    begins = timezone.make_aware(datetime.combine(on, BEGINS))
    tournament = _made(demo, "The Autumn Progressive", "club", AUTUMN, on, begins)
    for no in range(AUTUMN["rounds"]):
        row = _begun(tournament, begins + no * A_ROUND)
        _play(demo, row, hands=8)
        _ended(demo, row, Round.End.DIRECTOR, begins + no * A_ROUND + 8 * A_HAND)
    finish(tournament=tournament, actor=demo.actor)
    ended = begins + AUTUMN["rounds"] * A_ROUND
    Tournament.objects.filter(pk=tournament.pk).update(finished_at=ended)
    pay_all(tournament=tournament, in_cash=True, though_short=True, actor=demo.actor)
    Tournament.objects.filter(pk=tournament.pk).update(counts=True)
    close_session(session=tournament.session, actor=demo.actor)
    date_back(tournament.session, begins + timedelta(hours=3))
    count_again(session=tournament.session)
    return tournament


def begin_a_progressive(demo: Demo) -> Tournament:
    """Begin a classic evening with head table and bell, which is in its third round now."""
    begins = timezone.now() - 2 * A_ROUND - 3 * A_HAND
    tournament = _made(
        demo, "Head table and bell", "classic", TONIGHT, timezone.localdate(), begins
    )
    for no in range(2):
        row = _begun(tournament, begins + no * A_ROUND)
        _play(demo, row, hands=6)
        _ended(demo, row, Round.End.BELL, begins + no * A_ROUND + 6 * A_HAND)
    _play(demo, _begun(tournament, begins + 2 * A_ROUND), hands=2)
    return tournament


def _made(
    demo: Demo, title: str, style: str, settings: dict, on: date, begins: datetime
) -> Tournament:
    """Make a tournament that everybody entered, and paid for, before it begins."""
    tournament = open_tournament_evening(
        club=demo.club,
        title=title,
        style=style,
        settings={"fee": FEE, **settings},
        played_on=on,
    )
    Tournament.objects.filter(pk=tournament.pk).update(
        next_secret=f"{demo.chance.getrandbits(256):064x}", made_at=begins - timedelta(days=3)
    )
    enter_by_name(tournament=tournament, names=[(name,) for name in TWENTY])
    for entrant in tournament.entrants.select_related("player"):
        arrive(session=tournament.session, player=entrant.player, actor=demo.actor)
        pay_at_the_door(
            session=tournament.session, player=entrant.player, paid=True, actor=demo.actor
        )
    tournament.entrants.update(entered_at=begins - timedelta(days=1))
    arrived_before(tournament.session, begins)
    return tournament


def _begun(tournament: Tournament, at: datetime) -> Round:
    last = tournament.rounds.last()
    drawn = draw_round(tournament=tournament, after=last.no if last else 0)
    row = start_round(tournament=tournament, no=drawn.no)
    Round.objects.filter(pk=row.pk).update(drawn_at=at, published_at=at, started_at=at)
    Sitting.objects.filter(round_table__round=row).update(started_at=at)
    row.started_at = at
    return row


def _play(demo: Demo, row: Round, *, hands: int) -> None:
    """Log this number of hands at each table, without void deals."""
    records = []
    for table in row.tables.prefetch_related("sittings__seats__player"):
        records += _hands(demo, table, row.started_at, hands)
    HandRecord.objects.bulk_create(records)


def _hands(demo: Demo, table: RoundTable, begins: datetime, wanted: int) -> list[HandRecord]:
    (sitting,) = table.sittings.all()
    found: list[HandRecord] = []
    while sum(not record.void for record in found) < wanted:
        record = HandRecord(
            id=UUID(int=demo.chance.getrandbits(128)),
            sitting=sitting,
            place=len(found) + 1,
            logged_at=begins + (len(found) + 1) * A_HAND,
            logged_by="a phone at the table",
        )
        record.hand = a_hand(sitting.rules, sitting.names, SKILL, demo.chance)
        found.append(record)
    return found


def _ended(demo: Demo, row: Round, how: str, at: datetime) -> None:
    """End a round. Both sides of each table confirm its points, and the winner of a tie."""
    end_round(tournament=row.tournament, no=row.no, how=how, actor=demo.actor, at=at)
    for played in played_tables([row]):
        _confirm(demo, played, at)


def _confirm(demo: Demo, played: PlayedTable, at: datetime) -> None:
    (by_pad,) = (one for one in played.said if one.source == "hands")
    level = len(set(by_pad.points.values())) == 1
    for side in SIDES:
        said = report(
            key=UUID(int=demo.chance.getrandbits(128)),
            round_table=played.row,
            source=Report.Source.TABLE,
            side=side,
            points=by_pad.points,
            lones=by_pad.lones,
            tie="NS" if level else "",
            actor=demo.actor,
        )
        Report.objects.filter(pk=said.pk).update(at=at)
