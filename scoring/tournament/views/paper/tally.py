"""Contents of tally cards and slips: values for the sheets, read from the current state of a
tournament."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from django.http import HttpRequest

from scoring.common import codes
from scoring.common.dates import full_day
from scoring.common.qr_codes import address_of, paper_code
from scoring.euchre.wording import counted, figure, listed
from scoring.evening.models import Pass
from scoring.tournament.models import RoundTable, Tournament
from scoring.tournament.pure import values
from scoring.tournament.pure.card_layout import check_of
from scoring.tournament.pure.formats import table_name
from scoring.tournament.pure.seats import seats_at
from scoring.tournament.pure.standings import StandingsRow, standings
from scoring.tournament.pure.tally import EntrantRound, rows_by_round
from scoring.tournament.queries.card_clips import card_mark
from scoring.tournament.queries.pairs_played import replaced_in
from scoring.tournament.sheets.values import Slip, SlipLine, TallyCard, TallyLine

BLANK_CARDS, BLANK_SLIPS = 8, 16
"""Numbers of blank forms in case the power fails. They fill two pages of each kind. A club always
has enough cards for all entrants."""
A_PAGE = 4
"""Cards per page."""
MOST_CARDS = 5 * A_PAGE
"""Cards in one part, where friends without a club print them, whose tournament a stranger can
fill. Blank ones have one part, which can be printed again."""


def parts_of_cards(tournament: Tournament) -> int:
    """Return the number of parts in which all tally cards are printed, which is one for a club."""
    if not tournament.session.club.casual:
        return 1
    return -(-tournament.entrants.filter(ghost=False).count() // MOST_CARDS) or 1


def cards_of_part(
    request: HttpRequest, tournament: Tournament, loaded: values.Tournament, no: int
) -> list[TallyCard]:
    """Return the tally cards of a part, or blank cards before anyone is entered. It is empty if
    there is no such part."""
    entrants = list(loaded.players)
    if parts_of_cards(tournament) > 1:
        entrants = entrants[(no - 1) * MOST_CARDS : no * MOST_CARDS]
    elif no > 1:
        entrants = []
    if not entrants and no == 1:
        return blank_cards(request, tournament, loaded)
    return tally_cards(request, tournament, loaded, entrants) if entrants else []


def tally_cards(
    request: HttpRequest,
    tournament: Tournament,
    loaded: values.Tournament,
    entrants: Iterable[values.Entrant],
) -> list[TallyCard]:
    """Return the cards of these entrants, with all known details of their rounds."""
    token, lines = _token(tournament), rows_by_round(loaded, planned=True)
    last = loaded.rounds[-1].no if loaded.rounds else 0
    played = {no: [line for line in those if line.round <= last] for no, those in lines.items()}
    rows = {row.no: row for row in standings(loaded, played)}
    by = {no: played.by_round for no, played in replaced_in(tournament).items()}
    keys = keys_of_entrants(tournament)
    return [
        TallyCard(
            no=entrant.no,
            name=entrant.name,
            group=" · ".join(
                filter(None, (entrant.group, _brings(entrant), *rows[entrant.no].reasons))
            ),
            about=about(tournament, loaded),
            lines=tuple(_lines(loaded, lines[entrant.no], by.get(entrant.no))),
            beside="Played by" if entrant.no in by else _beside(loaded),
            planned=any(one.movement == "rotation" for one in loaded.format.each_movement),
            stars=loaded.format.gives_stars,
            **_sums(loaded, rows[entrant.no]),
            address=address_of(request, "player-card", token, entrant.no) if token else "",
            code=paper_code(request, codes.ENTRANT, keys[entrant.no]),
            mark=card_mark(tournament),
        )
        for entrant in entrants
    ]


def keys_of_entrants(tournament: Tournament) -> dict[int, int]:
    """Return the keys of the entrants by their numbers."""
    return dict(tournament.entrants.values_list("no", "pk"))


def _beside(loaded: values.Tournament) -> str:
    return "Against" if loaded.format.pairs else "Partner"


def _brings(entrant: values.Entrant) -> str:
    return f"brings {counted(entrant.carried.points)}" if entrant.carried else ""


def _sums(loaded: values.Tournament, row: StandingsRow) -> dict:
    """Return the totals below the rounds on a card. Empty before the entrant's first result."""
    if not row.rounds:
        return {}
    stars = (row.gold, row.red, row.green) if loaded.format.gives_stars else ()
    return {"total": figure(row.points), "counts": tuple(map(str, stars))}


def blank_cards(
    request: HttpRequest, tournament: Tournament, loaded: values.Tournament
) -> list[TallyCard]:
    """Return blank cards without number and name, with a line for each round. There are enough for
    all entrants of a club, rounded up to whole pages."""
    lines = tuple(TallyLine(round=no) for no in range(1, loaded.format.rounds + 1))
    blank = TallyCard(
        no=0,
        name="",
        about=about(tournament, loaded),
        lines=lines,
        beside=_beside(loaded),
        planned=False,
        stars=loaded.format.gives_stars,
        code=paper_code(request, codes.TOURNAMENT, tournament.pk),
        mark=card_mark(tournament),
    )
    entered = len(list(loaded.players))
    if tournament.session.club.casual:
        entered = min(entered, MOST_CARDS)
    return [blank] * max(BLANK_CARDS, entered + -entered % A_PAGE)


def blank_slips(
    request: HttpRequest, tournament: Tournament, loaded: values.Tournament
) -> list[Slip]:
    """Return blank slips with room for the table, the round and the names."""
    code = paper_code(request, codes.TOURNAMENT, tournament.pk)
    seats = seats_at(loaded.format.table_size)
    # A pair has one number for both of its seats.
    half = len(seats) // 2 if loaded.format.pairs else len(seats)
    table = values.RoundTable(
        no=0,
        seats={seat: no % half for no, seat in enumerate(seats)},
        alone=bool(loaded.format.places),
    )
    lines = tuple(_slip_lines(table, {}))
    what = {"about": about(tournament, loaded), "code": code, "mark": card_mark(tournament)}
    return [Slip(round="", table="", lines=lines, **what)] * BLANK_SLIPS


def slips(request: HttpRequest, tournament: Tournament, loaded: values.Tournament) -> list[Slip]:
    """Return a slip for each table of the last published round."""
    round = loaded.rounds[-1]
    tables = RoundTable.objects.filter(round__tournament=tournament, round__no=round.no)
    keys = dict(tables.values_list("no", "pk"))
    names = {one.no: named(loaded, one.no) for one in loaded.entrants}
    mark = card_mark(tournament)
    return [
        Slip(
            round=f"Round {round.no}",
            table=table_name(table.no, loaded.format.in_round(round.no)),
            lines=tuple(_slip_lines(table, names)),
            about=about(tournament, loaded),
            code=paper_code(request, codes.ROUND_TABLE, keys[table.no]),
            mark=mark,
            check=check_of(table.by_side.values()),
        )
        for table in round.tables
    ]


def _slip_lines(table: values.RoundTable, names: Mapping[int, str]) -> Iterator[SlipLine]:
    """Yield the entrants at a table, side by side. The first of a side has its points."""
    for who in table.by_side.values():
        for no in who:
            seat = listed(table.seats_of(no))
            yield SlipLine(seat=seat, name=names.get(no, ""), points=no == who[0])


def about(tournament: Tournament, loaded: values.Tournament) -> str:
    """Return the club, club night, day and format in a line."""
    session = tournament.session
    parts = [session.club.name, session.title, full_day(session.played_on), loaded.format.name]
    return " · ".join(filter(None, parts))


def _token(tournament: Tournament) -> str | None:
    """Return the token of the club night's pass for players."""
    live = tournament.session.passes.filter(right=Pass.Right.PLAYERS, revoked_at=None)
    return live.values_list("token", flat=True).first()


def rounds_and_plan(loaded: values.Tournament) -> tuple[values.Round, ...]:
    """Return the published rounds, and the rounds planned after them."""
    last = loaded.rounds[-1].no if loaded.rounds else 0
    return (*loaded.rounds, *(one for one in loaded.plan if one.no > last))


def _lines(
    loaded: values.Tournament, lines: Sequence[EntrantRound], by: Mapping[int, str] | None
) -> Iterator[TallyLine]:
    """Yield a line for each round. If a pair has changed, `by` names the players of the round."""
    known = {line.round: line for line in lines}
    for round in range(1, max(loaded.format.rounds, *known, 1) + 1):
        line = known.get(round)
        if line is None:
            yield TallyLine(round=round)
            continue
        names = line.against if loaded.format.pairs else line.partners
        beside = listed([named(loaded, no) for no in names])
        yield _line(line, beside=beside if by is None else by.get(round, ""))


def _line(line: EntrantRound, *, beside: str) -> TallyLine:
    return TallyLine(
        round=line.round,
        table=str(line.table or ""),
        seat="".join(line.seats),
        beside=beside,
        against=", ".join(map(str, line.against)),
        points=line.points_as_text,
        lones=str(line.lones or ""),
        star=line.star,
        out=line.sat_out,
    )


def named(loaded: values.Tournament, no: int) -> str:
    """Return an entrant's number and name, as they appear in lists."""
    return f"{no} {loaded.entrant(no).name}"
