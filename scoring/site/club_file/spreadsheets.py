"""A club's spreadsheets, the format of their cells, and all of them in one zip file."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import closing
from io import RawIOBase
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from django.db.models import F

from scoring.club.models import EarlierResult, Season, Tally
from scoring.club.pure.season import CRITERIA, Standing
from scoring.club.pure.season import standings as season_standings
from scoring.club.queries.seasons import rows_of
from scoring.common.amounts import plain
from scoring.common.snapshot import one_snapshot
from scoring.common.spreadsheets import Spreadsheet
from scoring.common.workbook import workbook
from scoring.euchre.game import Played
from scoring.euchre.hand import Hand
from scoring.euchre.wording import describe, facts, gains
from scoring.evening.models import Attendance
from scoring.money.models import Entry
from scoring.people.models import Club
from scoring.table.models import Closing, HandRecord, Seat, Sitting
from scoring.table.pure.tally import COUNTS
from scoring.table.queries.settlement import whole
from scoring.tournament.models import Tournament
from scoring.tournament.pure import values
from scoring.tournament.pure.standings import standings as tournament_standings
from scoring.tournament.pure.tally import rows_by_round
from scoring.tournament.queries.now import load_tournament

AT_ONCE = 1000


def _people(club: Club) -> Iterator[tuple]:
    for player in club.players.iterator(chunk_size=AT_ONCE):
        kind = "guest" if player.guest else "member"
        reached = player.phone, player.email
        yield player.name, player.short_name, kind, player.active, *reached, player.notes


PEOPLE = Spreadsheet(
    name="people",
    holds="all people",
    of="player",
    columns=(
        *("name", "short name", "member or guest", "still comes"),
        *("telephone", "e-mail", "notes"),
    ),
    rows=_people,
)


SITTINGS_AT_ONCE = 200


def _sessions(club: Club) -> Iterator[tuple]:
    for session in club.sessions.order_by("played_on", "pk").iterator(chunk_size=AT_ONCE):
        fees = (
            plain(fee, club.currency) for fee in (session.door_fee_minor, session.guest_fee_minor)
        )
        yield (
            session.played_on,
            session.title,
            session.starts_at,
            *fees,
            club.currency,
            session.closed_at,
        )


def _attendance(club: Club) -> Iterator[tuple]:
    came = Attendance.objects.filter(session__club=club).select_related("session", "player")
    for one in came.order_by("session__played_on", "session", "arrived_at", "pk").iterator(
        chunk_size=AT_ONCE
    ):
        fee = plain(one.fee_minor, club.currency)
        times = one.arrived_at, one.left_at, fee, club.currency, one.fee_paid_at
        yield one.session.played_on, str(one.session), one.player.name, *times, one.by


def sittings_of(club: Club) -> Iterator[list[Sitting]]:
    """Yield the club's sittings in order of play, in batches, with people and hands."""
    found = Sitting.objects.not_replaced().filter(table__session__club=club)
    found = found.order_by("table__session__played_on", "table__session", "table__no", "no")
    keys = list(found.values_list("pk", flat=True))
    for first in range(0, len(keys), SITTINGS_AT_ONCE):
        yield whole(found.filter(pk__in=keys[first : first + SITTINGS_AT_ONCE]))


def place_of(sitting: Sitting) -> tuple:
    """Return the cells that say where a sitting belongs: date, session, table, sitting."""
    session = sitting.table.session
    return session.played_on, str(session), sitting.table.no, sitting.no


def _sittings(club: Club) -> Iterator[tuple]:
    for sittings in sittings_of(club):
        seats = Seat.objects.filter(sitting__in=sittings).select_related(
            "in_place_of", "substitute"
        )
        others = {(seat.sitting_id, seat.no): (seat.in_place_of, seat.substitute) for seat in seats}
        for sitting in sittings:
            yield from _seats(sitting, others, club.currency)


def _seats(sitting: Sitting, others: dict, currency: str) -> Iterable[tuple]:
    # A tournament's rounds are played for its prizes.
    terms, owed = sitting.terms, {} if sitting.round_table_id else sitting.owed
    stake = plain(terms.stake_minor, currency)
    for no, name in enumerate(sitting.names):
        won = sum(points for (_, winner), points in owed.items() if winner == no)
        net = won - sum(points for (loser, _), points in owed.items() if loser == no)
        first, stands_in = (other and other.name for other in others[sitting.pk, no])
        about = (
            terms.rules.name,
            stake,
            currency,
            len(sitting.played),
            no + 1,
            name,
            first,
            stands_in,
        )
        yield (
            *place_of(sitting),
            *about,
            sitting.totals[no],
            net,
            plain(net * terms.stake_minor, currency),
        )


SESSIONS = Spreadsheet(
    name="sessions",
    holds="club nights, with start time and check-in fee",
    of="session",
    columns=(
        "date",
        "session",
        "starts at",
        "door fee",
        "door fee of guests",
        "currency",
        "closed",
    ),
    rows=_sessions,
)
ATTENDANCE = Spreadsheet(
    name="attendance",
    holds="check-ins, with times and whether the fee was paid",
    of="attendance",
    columns=(
        "date",
        "session",
        "name",
        "arrived",
        "left",
        "fee",
        "currency",
        "fee paid",
        "told by",
    ),
    rows=_attendance,
)
SITTINGS = Spreadsheet(
    name="sittings",
    holds="seats of each sitting, with the result of its player",
    of="seat",
    columns=(
        *("date", "session", "table", "sitting", "rules", "stake a point", "currency", "hands"),
        *("seat", "name", "took over from", "substitute", "points", "net points", "net money"),
    ),
    rows=_sittings,
)


ROLES = ("maker", "partner", "alone", "defender_alone")
FACTS = ("bid", "forced", "tricks", "taken", "special", "void", "call", "turned", "made", "trump")
FACTS += ("picked_up", "best_card", "redeal")


def _hands(club: Club) -> Iterator[tuple]:
    for sittings in sittings_of(club):
        records = defaultdict(list)
        found = HandRecord.objects.filter(sitting__in=sittings)
        for record in found.order_by(F("place").asc(nulls_last=True), "logged_at", "pk"):
            records[record.sitting_id].append(record)
        for sitting in sittings:
            scored = {
                one.id: played for one, played in zip(sitting.counted, sitting.played, strict=True)
            }
            for record in records[sitting.pk]:
                yield *place_of(sitting), *_hand(sitting, record, scored.get(record.pk))


def _hand(sitting: Sitting, record: HandRecord, played: Played | None) -> tuple:
    """Return the cells of a hand: as it counted, then in words, then fact by fact."""
    hand, names, rules = record.hand, sitting.names, sitting.rules
    scored, dealer, no = "", hand.dealer, None
    if played:
        scored, dealer, no = gains(played.score.points, names, rules), played.dealer, played.no
    words = describe(hand, names, rules), facts(hand), scored
    dealt = None if dealer is None else names[dealer]
    return no, record.state, dealt, *words, *_facts(hand, names), record.note, *_kept(record)


def _facts(hand: Hand, names: list[str]) -> Iterator[object]:
    for role in ROLES:
        seat = getattr(hand, role)
        yield None if seat is None else names[seat]
    for fact in FACTS:
        yield getattr(hand, fact)
    yield "; ".join(f"{one.kind}, {names[one.by]}, {one.times}" for one in hand.irregularities)


def _kept(record: HandRecord) -> tuple:
    return record.logged_at, record.who_logged, record.revision, str(record.pk)


HANDS = Spreadsheet(
    name="hands",
    holds="hands, in words and in facts, with the points",
    of="hand",
    columns=(
        *(
            "date",
            "session",
            "table",
            "sitting",
            "hand",
            "state",
            "dealer",
            "what happened",
            "facts",
        ),
        *(
            "who scored",
            *(role.replace("_", " ") for role in ROLES),
            *(fact.replace("_", " ") for fact in FACTS),
            "irregularities",
            "note",
        ),
        *("logged", "logged by", "corrections", "id"),
    ),
    rows=_hands,
)


def _payments(club: Club) -> Iterator[tuple]:
    closings = Closing.objects.filter(session__club=club).select_related("session")
    closings = closings.prefetch_related("payments__payer", "payments__payee")
    for closed in closings.order_by("session__played_on", "session", "no").iterator(
        chunk_size=AT_ONCE
    ):
        money, session = closed.statement.for_money, closed.session
        unit = club.currency if money else "points"
        about = session.played_on, str(session), closed.no, closed.reopened_at
        for one in closed.payments.all():
            amount = plain(one.amount, club.currency) if money else one.amount
            yield *about, one.payer.name, one.payee.name, amount, unit, one.paid_at, one.carried_at


def _entries(club: Club) -> Iterator[tuple]:
    found = Entry.objects.filter(club=club).select_related(
        "session", "debited", "credited", "reverses", "settles", "of_team__team"
    )
    for no, line in enumerate(found.iterator(chunk_size=AT_ONCE), start=1):
        amounts = plain(line.amount_minor, club.currency), plain(line.cash_minor, club.currency)
        accounts = (one.name if one else "the club" for one in (line.debited, line.credited))
        session, of = line.session and str(line.session), getattr(line, "of_team", None)
        about = (
            line.note,
            line.by,
            str(line.key),
            *(one and str(one.key) for one in (line.reverses, line.settles)),
        )
        yield (
            no,
            line.dated,
            line.at,
            line.kind,
            *accounts,
            *amounts,
            club.currency,
            session,
            of and of.team.name,
            *about,
        )


PAYMENTS = Spreadsheet(
    name="payments",
    holds="payments of each settlement, and whether they were paid",
    of="payment",
    columns=(
        *("date", "session", "closing", "closing reopened", "payer", "payee", "amount", "unit"),
        *("paid", "left to the accounts"),
    ),
    rows=_payments,
)
ENTRIES = Spreadsheet(
    name="entries",
    holds="entries in the club’s accounts",
    of="entry",
    columns=(
        *(
            "line",
            "date",
            "at",
            "kind",
            "from the account of",
            "to the account of",
            "amount",
            "into the cash box",
        ),
        *("currency", "session", "team", "note", "by", "key"),
        *("takes back the line", "pays the line"),
    ),
    rows=_entries,
)


def _tallies(club: Club) -> Iterator[tuple]:
    found = Tally.objects.filter(club=club).select_related("session", "player")
    for one in found.order_by("played_on", "session", "pk").iterator(chunk_size=AT_ONCE):
        about = one.played_on, str(one.session), one.player.name, one.rules_key
        yield *about, *_counts(one, club.currency)


def _seasons(club: Club) -> Iterator[tuple]:
    for season in club.seasons.order_by("starts_on", "pk"):
        order, least = season.order, season.least_evenings
        found = season_standings(rows_of(season), order=order, least_evenings=least)
        for one in (*found.placed, *found.waiting):
            yield *_about(season), *_standing(one, club.currency)


def _about(season: Season) -> tuple:
    about = season.name, season.starts_on, season.ends_on, season.get_counts_display()
    places = ", ".join(map(str, season.place_points))
    return *about, ", ".join(season.order), season.best_of, season.least_evenings, places


def _standing(one: Standing, currency: str) -> tuple:
    row = one.row
    points = CRITERIA["place_points"].written(row)
    evenings = row.evenings, row.counted, row.elsewhere
    return one.place, row.name, *evenings, points, *_counts(row, currency)


def _counts(row, currency: str) -> tuple:
    return *(getattr(row, name) for name in COUNTS), plain(row.net_minor, currency), currency


RESULTS = (*(name.replace("_", " ") for name in COUNTS), "net money", "currency")
TALLIES = Spreadsheet(
    name="tallies",
    holds="results of closed club nights, by player",
    of="tally",
    columns=("date", "session", "name", "rules", *RESULTS),
    rows=_tallies,
)
SEASONS = Spreadsheet(
    name="seasons",
    holds="season standings",
    of="season",
    columns=(
        *("season", "from", "to", "counts", "decided by", "best of", "least evenings"),
        *("points for places", "place", "name", "evenings", "evenings counted"),
        *("evenings from elsewhere", "season points", *RESULTS),
    ),
    rows=_seasons,
)


def _earlier(club: Club) -> Iterator[tuple]:
    found = EarlierResult.objects.filter(earlier__club=club)
    about = found.select_related("earlier__season", "player").order_by("played_on", "pk")
    for one in about.iterator(chunk_size=AT_ONCE):
        season = one.earlier.season and str(one.earlier.season)
        row = one.player.name, one.points, one.place, one.evenings
        yield one.played_on, one.title, *row, season, str(one.earlier)


EARLIER = Spreadsheet(
    name="earlier-results",
    holds="imported results",
    of="earlier-result",
    columns=(*("date", "title", "name", "points", "place", "evenings", "carried into", "list"),),
    rows=_earlier,
)


def _tournaments(club: Club) -> Iterator[tuple[tuple, values.Tournament]]:
    """Yield each tournament with the cells that say where it belongs: date, session, format."""
    found = Tournament.objects.filter(session__club=club).select_related("session")
    for one in found.order_by("session__played_on", "session"):
        known = load_tournament(one)
        yield (one.session.played_on, str(one.session), known.format.name), known


def _standings(club: Club) -> Iterator[tuple]:
    for place, known in _tournaments(club):
        for row in tournament_standings(known):
            stars = row.gold, row.red, row.green
            yield (
                *place,
                row.rank,
                row.no,
                row.name,
                row.group,
                row.points,
                row.won,
                row.lones,
                *stars,
                row.rounds,
            )


def _rounds(club: Club) -> Iterator[tuple]:
    for place, known in _tournaments(club):
        lines = rows_by_round(known)
        for entrant in known.entrants:
            for line in lines[entrant.no]:
                partners = " and ".join(known.entrant(no).name for no in line.partners)
                figures = line.points, line.conceded, line.won, line.lones
                yield (
                    *place,
                    line.round,
                    line.table,
                    "".join(line.seats[:1]),
                    entrant.no,
                    entrant.name,
                    partners,
                    *figures,
                )


TOURNAMENTS = Spreadsheet(
    name="tournaments",
    holds="tournament standings, by entrant",
    of="entrant",
    columns=(
        *("date", "session", "format", "rank", "number", "name", "group", "points", "rounds won"),
        *("lone hands", "gold stars", "red stars", "green stars", "rounds"),
    ),
    rows=_standings,
)
ROUNDS = Spreadsheet(
    name="rounds",
    holds="rounds of each entrant, with seats, partners and results",
    of="placing",
    columns=(
        *("date", "session", "format", "round", "table", "seat", "number", "name", "partner"),
        *("points", "points against", "won", "lone hands"),
    ),
    rows=_rounds,
)


SPREADSHEETS = (
    *(PEOPLE, SESSIONS, ATTENDANCE, SITTINGS, HANDS, TOURNAMENTS, ROUNDS),
    *(PAYMENTS, ENTRIES, TALLIES, EARLIER, SEASONS),
)


class _Passing(RawIOBase):
    """A file that passes on all that is written."""

    def __init__(self) -> None:
        self.waiting: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, data) -> int:
        self.waiting.append(bytes(data))
        return len(data)

    def taken(self) -> bytes:
        """Return what was written since it was last asked for."""
        found, self.waiting = b"".join(self.waiting), []
        return found


def zipped_spreadsheets(club: Club) -> Iterator[bytes]:
    """Yield the zip file, piece by piece, from one database snapshot."""
    passing = _Passing()
    with one_snapshot(), ZipFile(passing, "w", ZIP_DEFLATED) as all:
        for sheet in SPREADSHEETS:
            info = ZipInfo(sheet.file)
            info.compress_type = ZIP_DEFLATED
            with all.open(info, "w", force_zip64=True) as file, closing(sheet.lines(club)) as lines:
                for line in lines:
                    file.write(line.encode())
                    if passing.waiting:
                        yield passing.taken()
    yield passing.taken()


def spreadsheets_workbook(club: Club) -> Iterator[bytes]:
    """Yield one workbook (.xlsx) with all of them, piece by piece, from one database snapshot."""
    with one_snapshot():
        yield from workbook(sheet.table(club) for sheet in SPREADSHEETS)
