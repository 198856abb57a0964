"""A tournament in short, as a phone at one of its tables keeps it: entrants, seats, the results of
rounds that are over, and the numbers by which the phone sends the table's hands. With it a site
that was restored from an older backup goes on with the tournament."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from re import ASCII, fullmatch

from scoring.common import schema
from scoring.euchre.sheet import BadSheet
from scoring.table.models import Seat, Table
from scoring.table.queries.lost_tables import HIGHEST, TOKEN, packed, unpacked
from scoring.tournament.models import Round, RoundTable, Tournament
from scoring.tournament.pure import values
from scoring.tournament.pure.document import MOST_TABLES, TOURNAMENT, Piece, document
from scoring.tournament.pure.seats import SIX, seats_at
from scoring.tournament.queries.now import is_secret, load_tournament, seats_by_table
from scoring.tournament.queries.table_in_round import InRound

LONGEST = 500_000
"""Bytes. Ten rounds of a hundred players need a tenth of them."""
MOST_ROUNDS = 60
DAMAGED = "What this phone sent is damaged. Try another phone of that table."


class BadLost(ValueError):
    """A text is no tournament in short."""

    def __init__(self) -> None:
        super().__init__(DAMAGED)


@dataclass(frozen=True, kw_only=True)
class Times:
    """When a round was published, started and ended. None means not yet."""

    published: datetime
    started: datetime | None = None
    ended: datetime | None = None
    how: str = ""


@dataclass(frozen=True, kw_only=True)
class LostSitting:
    """A sitting in a round by the number that its phones have."""

    round: int
    number: int
    dealer: int
    people: tuple[int, ...]
    """Numbers of entrants by seat; a pair is in both seats of its side."""


@dataclass(frozen=True, kw_only=True)
class LostTournament:
    """A tournament as the phone of one table knew it. `token` is the link of that table, `table`
    its number in the tournament, and `number` its own on the site."""

    token: str
    table: int
    number: int | None = None
    title: str
    day: date
    house: Mapping | None = None
    times: tuple[Times, ...]
    sittings: tuple[LostSitting, ...]
    tournament: values.Tournament


def in_short(here: InRound, table: Table, token: str) -> str:
    """Return the tournament of a table in short. It has no payments, wishes or tickets. While the
    standings are secret, it has the table's own results only. The other tables' phones have
    theirs."""
    tournament = here.round.tournament
    rounds = tournament.rounds.exclude(published_at=None)
    known = load_tournament(tournament)
    only = _own_numbers(tournament, table) if is_secret(tournament, known) else None
    known = _for_players(known, over={one.no for one in rounds if one.ended_at}, only=only)
    said = {
        "token": token,
        "table": here.row.no,
        "number": table.pk,
        "title": table.session.title,
        "day": f"{table.session.played_on}",
        "house": _house(tournament),
        "times": [_times(one) for one in rounds],
        "sittings": list(_sittings(table, tournament)),
        "tournament": document(known),
    }
    return packed(said)


def _own_numbers(tournament: Tournament, table: Table) -> dict[int, int]:
    """Return the table's number in each round."""
    at = RoundTable.objects.filter(round__tournament=tournament, table=table)
    return dict(at.values_list("round__no", "no"))


def _for_players(
    known: values.Tournament, *, over: set[int], only: Mapping[int, int] | None
) -> values.Tournament:
    """Return the tournament without what players don't see. A round that is not over has no
    results, because its hands are on the phones. `only` has the table of each round whose results
    are shown, or is None for all."""
    hidden = {"paid": False, "tickets": 0, "together": (), "apart": ()}
    pots = tuple(replace(pot, amount=0) for pot in known.format.pots)
    return replace(
        known,
        format=replace(known.format, pots=pots),
        entrants=tuple(replace(one, **hidden) for one in known.entrants),
        rounds=tuple(_with_results(one, over=over, only=only) for one in known.rounds),
    )


def _with_results(
    round: values.Round, *, over: set[int], only: Mapping[int, int] | None
) -> values.Round:
    if round.no in over and only is None:
        return round
    own = (only or {}).get(round.no) if round.no in over else None
    tables = (one if one.no == own else replace(one, result=None) for one in round.tables)
    return replace(round, tables=tuple(tables))


def _house(tournament: Tournament) -> dict | None:
    house = tournament.house
    return house and {"base": house.base, "name": house.name, "changes": house.changes}


def _times(row: Round) -> dict:
    found = {
        "published": row.published_at,
        "started": row.started_at,
        "ended": row.ended_at,
    }
    return {key: int(at.timestamp()) for key, at in found.items() if at} | (
        {"how": row.ended_how} if row.ended_how else {}
    )


def _sittings(table: Table, tournament: Tournament) -> Iterable[dict]:
    """Yield the sittings of a table's rounds. Makes four queries."""
    rows = table.sittings.filter(round_table__round__tournament=tournament)
    rows = list(rows.select_related("round_table__round").order_by("no"))
    people = tournament.entrants.values_list("no", "player", "partner")
    numbers = {player: no for no, *two in people for player in two}
    at = seats_by_table([row.round_table for row in rows])
    sat: dict[int, list[int | None]] = {row.pk: [] for row in rows}
    seats = Seat.objects.filter(sitting__in=sat).order_by("sitting", "no")
    for sitting, player in seats.values_list("sitting", "player"):
        sat[sitting].append(numbers.get(player))
    for row in rows:
        seated = at.get(row.round_table_id, {})
        there = seats_at(len(sat[row.pk]))
        found = [no or seated.get(seat) for seat, no in zip(there, sat[row.pk], strict=True)]
        if None not in found:
            yield {
                "round": row.round_table.round.no,
                "number": row.pk,
                "dealer": row.first_dealer,
                "people": found,
            }


# -- Read it.


def _time(piece: Piece) -> datetime:
    return datetime.fromtimestamp(schema.whole(0, 2**40)(piece) % 2**32, tz=UTC)


def _token(piece: Piece) -> str:
    known = fullmatch(TOKEN, schema.text(piece), ASCII)
    return piece.value if known else piece.refuse("is no link")


def _rules(piece: Piece) -> dict | None:
    if piece.value is None:
        return None
    said = HOUSE(piece)
    return {"base": said["base"], "name": said["name"], "changes": said["changes"]}


HOUSE = schema.record(
    dict, base=schema.text, name=schema.text, changes=schema.by_key(schema.anything)
)
LOST = schema.record(
    LostTournament,
    token=_token,
    table=schema.whole(1, MOST_TABLES),
    number=schema.whole(1, HIGHEST),
    title=schema.text,
    day=schema.day,
    house=_rules,
    times=schema.some(
        schema.record(
            Times,
            **schema.each(("published", "started", "ended"), _time),
            how=schema.word_of(*Round.End.values),
        )
    ),
    sittings=schema.some(
        schema.record(
            LostSitting,
            round=schema.whole(1, 999),
            number=schema.whole(1, HIGHEST),
            dealer=schema.whole(0, SIX - 1),
            people=schema.some(schema.whole(1, values.MOST_ENTRANTS), most=SIX),
        )
    ),
    tournament=TOURNAMENT,
)


def read_lost(text: str) -> LostTournament:
    """Return the tournament that a phone sent; raise BadLost, whatever the text."""
    try:
        lost = LOST(Piece(unpacked(text, longest=LONGEST)))
    except (BadSheet, schema.BadPiece) as wrong:
        raise BadLost from wrong
    known = lost.tournament
    numbers = {one.no for one in known.entrants}
    rounds = {one.no for one in known.rounds}
    fits = (
        len(lost.times) == len(known.rounds)
        and 0 < len(known.rounds) <= MOST_ROUNDS
        and all(_in_order(one) for one in lost.times)
        and all(one.ended for one in lost.times[:-1])
        and all(one.round in rounds and {*one.people} <= numbers for one in lost.sittings)
        and all(one.dealer < len(one.people) for one in lost.sittings)
    )
    if not fits:
        raise BadLost
    return lost


def _in_order(times: Times) -> bool:
    """Return whether each step came after the one before it."""
    started = times.started is None or times.published <= times.started
    ended = times.ended is None or (times.started is not None and times.started <= times.ended)
    return started and ended and bool(times.how) == (times.ended is not None)
