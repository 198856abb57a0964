"""Contents of a tournament's printed lists: seating, master grid, results and prizes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from math import ceil

from django.http import HttpRequest

from scoring.common import codes
from scoring.common.amounts import written
from scoring.common.dates import full_day
from scoring.common.names import folded, in_short, last_name_first
from scoring.common.pdf.listing import Heading, Listing, Part
from scoring.common.qr_codes import paper_code
from scoring.euchre.wording import counted, listed
from scoring.tournament.models import Tournament
from scoring.tournament.pure import values
from scoring.tournament.pure.fairness import basis, in_words, size
from scoring.tournament.pure.formats import PLACES, Format, table_name
from scoring.tournament.pure.seats import SEAT_NAMES
from scoring.tournament.pure.standings import StandingsRow
from scoring.tournament.sheets.values import Certificate
from scoring.tournament.views.paper.tally import keys_of_entrants, named, rounds_and_plan
from scoring.tournament.views.play.prizes import title_of

NAME = Heading(title="Name", kind="name")
RECEIVED = Heading(title="Received", kind="write")
ROUNDS_A_PAGE = 6
MOST_NAMED = 1000
"""So many tables of all rounds have names on it, so that a large tournament's is quick to draw. One
with more has numbers alone."""
LONGEST_BESIDE = 10
"""Numbers with longer names are not put side by side on it."""
NAMED_OUT = 6
"""Where more sit out, the master grid has their numbers alone, so many on a line."""


def seating_by_name(
    tournament: Tournament, loaded: values.Tournament, round: values.Round, *, by: str = "name"
) -> Listing:
    """Return the seating of a round to hang up, `by` name or by "last name". A pair is listed under
    both names."""

    def lines(no: int, *where: str) -> Iterator[tuple[str, ...]]:
        """In a pair, each player's own name comes first."""
        names = loaded.entrant(no).names
        for first in names:
            both = [first, *(one for one in names if one != first)]
            named = [last_name_first(one) for one in both] if by == "last name" else both
            yield (listed(named), *where)

    seats = [
        line
        for table in round.tables
        for no in table.entrants
        if not loaded.entrant(no).ghost
        for line in lines(no, str(table.no), _seat(table.seats_of(no)))
    ]
    seats += [line for no in round.sitting_out for line in lines(no, "out", "")]
    return _listing(
        tournament,
        title="Find your seat",
        about=f"round {round.no}, by {by}",
        columns=(NAME, Heading(title="Table", kind="figure"), Heading(title="Seat")),
        rows=tuple(sorted(seats, key=lambda one: (folded(one[0]), *one))),
        fills=True,
    )


def _seat(seats: Sequence[str]) -> str:
    """Return "North", or "NS" for a pair, as on its tally card."""
    return SEAT_NAMES[seats[0]] if len(seats) == 1 else "".join(seats)


def seating_by_table(
    tournament: Tournament, loaded: values.Tournament, round: values.Round
) -> Listing:
    """Return the seating of a round by table, with partners next to each other."""
    format = loaded.format.in_round(round.no)
    rows = [
        (
            table_name(table.no, format) if not no else "",
            listed([named(loaded, one) for one in side]),
        )
        for table in round.tables
        for no, side in enumerate(table.by_side.values())
    ]
    if round.sitting_out:
        rows.append(
            (
                format.sitting_out_says,
                listed([named(loaded, no) for no in round.sitting_out]),
            )
        )
    return _listing(
        tournament,
        title="Seating by table",
        about=f"round {round.no}, by table",
        columns=(Heading(title="Table"), NAME),
        rows=tuple(rows),
        fills=True,
        blocks=True,
        notes=("Players on one line are partners.",),
    )


def master_grids(tournament: Tournament, loaded: values.Tournament) -> list[Listing]:
    """Return all known rounds with numbers and names, with tables down and rounds across. Some
    rounds are on each sheet, about as many on the last."""
    rounds, called = rounds_and_plan(loaded), {one.no: str(one.no) for one in loaded.entrants}
    if sum(len(round.tables) for round in rounds) <= MOST_NAMED:
        short = in_short(_names(loaded))
        for one in loaded.entrants:
            called[one.no] += f" {' & '.join(short[name] for name in one.names)}"
    sheets = ceil(len(rounds) / ROUNDS_A_PAGE)
    ends = [len(rounds) * no // sheets for no in range(sheets + 1)] if sheets else []
    pieces = [rounds[first:last] for first, last in pairwise(ends)]
    return [_grid(tournament, piece, loaded.format, called) for piece in pieces]


def _names(loaded: values.Tournament) -> Iterator[str]:
    for one in loaded.entrants:
        yield from one.names


def _grid(
    tournament: Tournament,
    rounds: Sequence[values.Round],
    format: Format,
    called: Mapping[int, str],
) -> Listing:
    by_no = [{table.no: table for table in round.tables} for round in rounds]
    tables = sorted(set().union(*by_no))
    each = max(map(len, called.values()), default=0) > LONGEST_BESIDE
    rows: list[tuple[object, ...]] = [
        (f"Table {no}", *(_versus(one.get(no), called, each=each) for one in by_no))
        for no in tables
    ]
    if any(round.sitting_out for round in rounds):
        out = (_out(round.sitting_out, called) for round in rounds)
        rows.append((format.in_round(rounds[0].no).sitting_out_says, *out))
    return _listing(
        tournament,
        title="Master grid",
        about=f"rounds {rounds[0].no} to {rounds[-1].no}, by table",
        landscape=True,
        columns=(
            Heading(title=""),
            *(Heading(title=f"Round {round.no}", kind="sides") for round in rounds),
        ),
        rows=tuple(rows),
    )


def _versus(
    table: values.RoundTable | None, called: Mapping[int, str], *, each: bool
) -> tuple[str, ...]:
    """Return the sides of a table, such as "1 Ann + 2 Ben" and "v 3 Cat + 4 Dan", or if `each`,
    every player on a line."""
    sides = table.by_side.values() if table else ()
    lines = ([called[one] for one in side] for side in sides)
    if each:
        found = ((one, *(f"+ {other}" for other in others)) for one, *others in lines)
    else:
        found = ((" + ".join(line),) for line in lines)
    return tuple(
        f"{'v ' if no and not place else ''}{line}"
        for no, side in enumerate(found)
        for place, line in enumerate(side)
    )


def _out(numbers: Sequence[int], called: Mapping[int, str]) -> tuple[str, ...]:
    if len(numbers) <= NAMED_OUT:
        return tuple(called[no] for no in numbers)
    lines = range(0, len(numbers), NAMED_OUT)
    return tuple(" ".join(map(str, numbers[at : at + NAMED_OUT])) for at in lines)


def results(
    tournament: Tournament,
    loaded: values.Tournament,
    rows: Sequence[StandingsRow],
    won: Sequence[dict] = (),
) -> Listing:
    """Return the standings, best rank first, and beneath them the prizes `won`, with room to sign.
    The columns that decide the ranking come first, in order of importance."""
    stars = ("gold", "red", "green") if loaded.format.gives_stars else ()
    figures = tuple(
        dict.fromkeys((*loaded.format.ranks_by, "won", "points", "lones", *stars, "rounds"))
    )
    titles = {"lones": "Lone hands", "won": "Won", "average": "A round", "met": "Head to head"}
    titles["stayed"] = "Out in round"
    played = max((row.rounds for row in rows), default=0)
    return _listing(
        tournament,
        title="Results",
        about=f"{counted(played, 'round')}, {loaded.format.name}",
        columns=(
            Heading(title="Rank", kind="figure"),
            Heading(title="No.", kind="figure"),
            NAME,
            *(
                Heading(title=titles.get(name, name.capitalize()), kind="figure")
                for name in figures
            ),
        ),
        rows=tuple(
            (row.place, str(row.no), row.name, *(row.written(name) for name in figures))
            for row in rows
        ),
        notes=tuple(f"{row.name}: {reason}." for row in rows for reason in row.reasons),
        status="" if tournament.finished_at else "so far",
        beneath=(_prizes(tournament, loaded, won),) if won else (),
    )


def prize_list(tournament: Tournament, loaded: values.Tournament, won: Sequence[dict]) -> Listing:
    """Return the winners of the prizes with the rule for each and room to sign. The prizes are
    those in euchre-standings/1."""
    part = _prizes(tournament, loaded, won)
    return _listing(
        tournament,
        title=part.title,
        about=loaded.format.name,
        columns=part.columns,
        rows=part.rows,
        notes=part.notes,
        status="" if tournament.finished_at else "so far",
    )


def _prizes(tournament: Tournament, loaded: values.Tournament, won: Sequence[dict]) -> Part:
    return Part(
        title="Prizes",
        columns=(Heading(title="Prize"), NAME, Heading(title="What"), RECEIVED),
        rows=tuple(line for prize in won for line in _prize(tournament, loaded, prize)),
        notes=tuple(note for prize in won for note in _notes(tournament, loaded, prize)),
    )


def _notes(tournament: Tournament, loaded: values.Tournament, prize: dict) -> Iterator[str]:
    """Yield the rule for a prize, and of a pot that is drawn the holder of each ticket."""
    title, currency = title_of(prize), tournament.session.club.currency
    if prize.get("why"):
        half = prize.get("half")
        club = f" The club keeps {written(half, currency)}." if half else ""
        yield f"{title}: {prize['why']}{club}"
    if prize.get("tickets"):
        held = enumerate(prize["tickets"], start=1)
        each = ", ".join(f"{ticket} {loaded.entrant(no).name}" for ticket, no in held)
        yield f"Tickets for {title}: {each}."


def _prize(
    tournament: Tournament, loaded: values.Tournament, prize: dict
) -> Iterator[tuple[str, ...]]:
    title, gift = title_of(prize), prize.get("gift", "")
    if not prize["to"]:
        carried, drawn = prize.get("carried"), prize.get("tickets")
        amount = prize["amount"] if carried or drawn else None
        money = written(amount, tournament.session.club.currency) if amount else ""
        winner = "carried over" if carried else "not drawn yet" if drawn else "no winner"
        yield (title, winner, money or gift, "")
    whole = prize["amount"] if len(prize["to"]) == 1 else None
    shares = prize.get("shares") or [whole] * len(prize["to"])
    for no, share in zip(prize["to"], shares, strict=True):
        money = written(share, tournament.session.club.currency) if share else ""
        cut = "cut for it" if prize.get("cut") else ""
        yield (title, loaded.entrant(no).name, ", ".join(filter(None, (money, gift, cut))), "")


def certificates(request: HttpRequest, tournament: Tournament, results: dict) -> list[Certificate]:
    """Return a certificate for each winner of each prize in a euchre-standings/1 document."""
    session, by_no = tournament.session, {row["no"]: row for row in results["rows"]}
    keys = keys_of_entrants(tournament)
    return [
        Certificate(
            prize=_as_won(prize),
            name=by_no[no]["name"],
            about=_how(by_no[no]),
            club=session.club.name,
            evening=session.title,
            day=full_day(session.played_on),
            gift="" if prize.get("cut") else prize.get("gift", ""),
            code=paper_code(request, codes.ENTRANT, keys[no]),
        )
        for prize in results["prizes"]
        for no in prize["to"]
    ]


def _as_won(prize: dict) -> str:
    """Return the name of a prize for a certificate, as in "First prize", "Most lone hands"."""
    title = title_of(prize)
    return f"{title} prize" if prize["prize"] in {*PLACES, "lowest"} else title


def _how(row: dict) -> str:
    lones = f", {counted(row['lones'], 'lone hand')}" if row["lones"] else ""
    points, rounds = counted(row["points"], "point"), counted(row["rounds"], "round")
    return f"{points} in {rounds}, {row['won']} won{lones}"


def fairness(tournament: Tournament, found: Mapping) -> Listing:
    """Return how fair the evening is, from its certificate (euchre-fairness/1)."""
    first, *others = (
        Part(
            title=part.title,
            columns=tuple(
                Heading(title=head, kind="share" if no else "name")
                for no, head in enumerate(part.heads)
            ),
            rows=part.rows,
            notes=(part.about,) if part.about else (),
        )
        for part in in_words(found)
    )
    return _listing(
        tournament,
        title="How fair it is",
        about=size(found),
        status=basis(found),
        columns=first.columns,
        rows=first.rows,
        notes=first.notes,
        beneath=tuple(others),
    )


def _listing(tournament: Tournament, *, about: str, **what) -> Listing:
    session = tournament.session
    return Listing(club=session.club.name, about=f"{full_day(session.played_on)}, {about}", **what)
