"""Two tournaments with rows in nearly every variant, a part of the rich club
(tests/rich_club.py)."""

from dataclasses import asdict
from datetime import date
from uuid import uuid4

from django.utils import timezone

from scoring.models import (
    CardClip,
    Club,
    Entrant,
    HelpCall,
    Pass,
    Placing,
    Report,
    Round,
    SavedFormat,
    Table,
    Tournament,
)
from scoring.table.actions.house_rules import make_house_rules
from scoring.tournament.pure.card_marks import RowMarks
from tests.cast import again, an_evening, log_all
from tests.tournament.cast import a_tournament, begun, drawn, ended, tell

NOW = timezone.now()


def an_evening_of_rounds(club: Club) -> None:
    """A rotation of nine in its second round, and a pairs' tournament that is finished."""
    SavedFormat.objects.create(
        club=club, name="Ours", style="club", settings={"rounds": 6, "fee": 300}
    )
    _in_full_swing(club)
    _finished(club)
    pairs = Tournament.objects.get(session__club=club, style="pairs")
    rotation = Tournament.objects.filter(session__club=club, style="rotation")
    rotation.update(follows=pairs, part="plate")
    adjustment = {"key": str(uuid4()), "round": 1, "points": -2, "won": 0, "why": "Ann was late"}
    beside = {"carried": {"points": 4, "won": 1}, "handicap": 3, "adjustments": [adjustment]}
    Entrant.objects.filter(tournament__in=rotation, no=3).update(**beside)


def _in_full_swing(club: Club) -> None:
    session = an_evening(club, title="Progressive", played_on=date(2026, 11, 20))
    Pass.objects.create(club=club, session=session, right="players")
    names = ["Ann", "Ben", "Cat", "Dan", "Eve", "Ida", "Jan", "Kim", "Léa"]
    pot = {
        "name": "The basket",
        "to": "most lone hands",
        "each": 20,
        "for_each": "lone",
        "amount": 260,
    }
    tournament = a_tournament(
        names,
        style="rotation",
        session=session,
        fee=300,
        groups=["Ladies", "Gentlemen"],
        pots=[pot],
    )
    house = make_house_rules(
        club=club, base="british", name="Ours in rounds", changes={"euchre": 3}
    )
    Tournament.objects.filter(pk=tournament.pk).update(counts=True, in_accounts=False, house=house)
    _the_first_round(again(tournament))
    second = begun(again(tournament))
    log_all(Table.objects.get(session=session, no=1), "-", "-")
    nothing = {"source": "director", "objects_to_it": True, "tie": "EW", "by": "kate"}
    Report.objects.create(key=uuid4(), round_table=second.tables.get(no=2), **nothing)
    forfeit = {"source": "director", "forfeit": "NS", "by": "kate", "withdrawn_at": NOW}
    Report.objects.create(key=uuid4(), round_table=second.tables.get(no=2), **forfeit)
    Round.objects.filter(pk=second.pk).update(paused_at=NOW, paused_seconds=65)
    late = tournament.entrants.get(no=9)
    tournament.entrants.filter(no=1).update(left=1, group="Ladies")
    late.in_place_of, late.since = tournament.entrants.get(no=1), 2
    late.paid_minor, late.tickets = 250, 3
    late.save()
    tournament.entrants.filter(no=2).update(ghost=True)
    session.attendances.filter(player=late.player).update(replaced_in=late)


def _the_first_round(tournament: Tournament) -> None:
    row = begun(tournament)
    Round.objects.filter(pk=row.pk).update(moved=["kate: 1 Ann and 2 Ben changed places."])
    row.tables.filter(no=1).update(extra_minutes=2)
    _a_call(row)
    log_all(Table.objects.get(session=tournament.session, no=1), "-")
    row = ended(row, "bell")
    tell(row, 1, 6, 4)
    owner = Placing.objects.filter(round_table__round=row, round_table__no=2).first().entrant
    tell(row, 2, 5, 5, lones={owner.no: 1}, tie="NS")
    card = {"source": "card", "side": "NS", "entrant": owner, "by": "kate", "points": {"NS": 5}}
    card |= {"euchres": {str(owner.no): 1}, "tried": {str(owner.no): 2}}
    Report.objects.create(key=uuid4(), round_table=row.tables.get(no=2), **card)
    clip = {"round_table": row.tables.get(no=2), "entrant": owner, "clipping": b"jpeg"}
    marks = asdict(RowMarks(round=1, points=5, inked=(("points", 5),), sure=90))
    CardClip.objects.create(digest="a digest", marks=marks, **clip)
    objects = {
        "source": "table",
        "objects_to_it": True,
        "why": "Ann dealt",
        "by": "a phone at the table",
    }
    taken = {"withdrawn_at": NOW, "withdrawn_by": "kate"}
    Report.objects.create(key=uuid4(), round_table=row.tables.get(no=2), **objects, **taken)


def _a_call(row: Round) -> None:
    at = row.tables.get(no=1)
    HelpCall.objects.create(
        session=row.tournament.session,
        table=at.table,
        round_table=at,
        about="laws",
        called_by="phone K7",
        heard_at=NOW,
        heard_by="kate",
        ended_at=NOW,
        ended_by="kate",
        taken_back=True,
        held_from=10,
        held_to=40,
    )


def _finished(club: Club) -> None:
    session = an_evening(club, title="Pairs", played_on=date(2026, 10, 2))
    pairs = [("Ann", "Ben"), ("Cat", "Dan")]
    tournament = a_tournament(
        pairs,
        style="pairs",
        session=session,
        prizes=[{"prize": "first", "gift": "A cake of Ann’s"}],
    )
    row = ended(begun(tournament), "clock")
    tell(row, 1, 8, 3, lones={1: 2})
    drawn(tournament)
    Tournament.objects.filter(pk=tournament.pk).update(results=RESULTS, finished_at=NOW)


STARS = {"gold": 0, "red": 0, "green": 0, "rounds": 1}
RESULTS = {
    "format": "euchre-standings/1",
    "rows": [
        {"rank": 1, "no": 1, "name": "Ann and Ben", "points": 8, "won": 1, "lones": 2} | STARS,
        {"rank": 2, "no": 2, "name": "Cat and Dan", "points": 3, "won": 0, "lones": 0} | STARS,
    ],
    "prizes": [{"prize": "first", "to": [1], "amount": None}],
    "paid": {"1": True, "2": 250},
}
