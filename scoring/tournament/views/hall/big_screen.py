"""A tournament on the big screen: seats and live points, results after the bell, standings and
prizes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.utils import timezone
from django.utils.functional import cached_property

from scoring.common.chart import LineChart, Series, Table, flow
from scoring.common.letters import initial_of
from scoring.common.local_time import clock
from scoring.common.names import folded
from scoring.euchre.wording import counted, each_place, listed
from scoring.evening.views.big_screen_tiles import (
    LETTERS,
    MORE_LETTERS,
    Shown,
    Tile,
    TileSide,
    leading,
    shown,
    together,
    with_discs,
)
from scoring.people.models import SideColour
from scoring.tournament.models import Round
from scoring.tournament.pure import values
from scoring.tournament.pure.bracket import (
    BEATEN,
    FINAL,
    RESET,
    UNBEATEN,
    Bracket,
    Match,
    bracket_of,
)
from scoring.tournament.pure.formats import COLUMNS, ELIMINATION, HEAD, Format, is_head
from scoring.tournament.pure.moves_in_words import describe_movement, new_stage
from scoring.tournament.pure.places_by_round import (
    Ranks,
    compared_with,
    moved,
    ranks_after,
    settled_rounds,
)
from scoring.tournament.pure.values import RoundTable
from scoring.tournament.pure.winners import winner_of
from scoring.tournament.queries.hall import Hall
from scoring.tournament.queries.now import PlayedTable, played_tables
from scoring.tournament.queries.table_in_round import HEAD as RINGS
from scoring.tournament.views.hall.hall import (
    PrizeLine,
    clock_in,
    describe_place,
    names_of,
    prize_lines,
)
from scoring.tournament.views.play.bracket import comes_from, numbers_of
from scoring.tournament.views.play.clock import Clock
from scoring.tournament.views.play.finish import ENDED
from scoring.tournament.views.play.hall_tables import extra_minutes

HEADS = {
    "won": "games",
    "points": "points",
    "lones": "lone hands",
    "gold": "stars",
    "average": "a round",
    "met": "head to head",
    "stayed": "out in round",
}
"""Headings of the columns of the standings."""
MOVES = {
    "split": "Winners move up a table, and all change partners",
    "split-below": "Winners move up; all but table 1 change partners",
    "stay": "Winning pairs move up a table, the others stay",
}
MOVES_OF_SIX = {
    "split": "Winners move up a table; of each side one player changes over",
    "split-below": "Winners move up; below table 1 one player of each side changes over",
    "stay": "Winning sides move up a table, the others stay",
}
PLANNED = {
    "rotation": "Your tally card says where you play each round",
    "seats": "Each seat moves its own way after the round",
    "draw": "Seats are drawn anew after the round",
    "swiss": "The next seats follow from the standings",
    ELIMINATION: "The bracket says who meets next",
}


PARTS = {
    UNBEATEN: "unbeaten, round {}",
    BEATEN: "one defeat, round {}",
    FINAL: "final",
    RESET: "final, played again",
}
"""The parts of a bracket, on a match."""


MOST_TILES, MOST_RANKS = 40, 60
"""Limits for a large hall, where players should not have to wait for a hundred tables or five
hundred ranks to scroll past."""


MOST_LINES, FOLLOWED, FLOW_TALL = 8, 5, 14
"""The lines in the picture of places, how many have a colour, and its height in em."""


@dataclass(frozen=True, kw_only=True)
class WallPage:
    """A tournament on the big screen, with its bell, seats, standings and prizes.

    Points of the current round are also loaded, unless the director keeps them secret.
    """

    hall: Hall
    currency: str

    @property
    def format(self) -> Format:
        return self.hall.format

    @property
    def pairs(self) -> bool:
        return self.format.pairs

    @property
    def round(self) -> Round | None:
        return self.hall.round

    @cached_property
    def clock(self) -> Clock | None:
        return clock_in(self.hall)

    @property
    def seated(self) -> values.Round | None:
        return None if self.hall.finished else self.hall.seated

    @property
    def over(self) -> bool:
        """Whether the latest round is over and another one follows."""
        return self.seated is not None and self.round.ended_at is not None

    @property
    def playing(self) -> bool:
        return self.seated is not None and not self.over

    @property
    def bell(self) -> str:
        return ENDED[self.round.ended_how] if self.over else ""

    @property
    def last(self) -> bool:
        return self.over and self.seated.no >= self.format.rounds

    @cached_property
    def tiles(self) -> list[Tile]:
        return _tiles(self.hall, over=self.over) if self.seated else []

    @property
    def of_tables(self) -> int:
        """The number of tables, if not all are shown."""
        number = len(self.seated.tables) if self.seated else 0
        return number if number > MOST_TILES else 0

    @cached_property
    def bracket(self) -> list[Tile]:
        """The matches of a double elimination from the latest round on, as far as a pair of each is
        known. None while the director hides the standings."""
        shows = self.hall.now.format.ends_by_final and not self.hall.hidden
        return _bracket(self.hall) if shows else []

    @cached_property
    def rows(self) -> list[tuple[int, tuple[str, int], Shown, tuple[str, ...]]]:
        return [] if self.hall.hidden else _standings(self.hall, self._before)[:MOST_RANKS]

    @cached_property
    def _before(self) -> Ranks:
        """The ranks before the latest results."""
        before = compared_with(self.hall.now)
        return ranks_after(self.hall.now, [before])[before] if before else {}

    @property
    def arrows(self) -> bool:
        """Whether the ranks have arrows of change."""
        return bool(self._before)

    @property
    def wide(self) -> str:
        """CSS classes for what makes a row of the standings wider."""
        return f"{'pairs' if self.pairs else ''} {'arrows' if self.arrows else ''}".strip()

    @cached_property
    def flow(self) -> LineChart | None:
        """The places of the first, round by round. None while the director hides the standings,
        before two rounds are settled, and in a large hall."""
        hall, rounds = self.hall, settled_rounds(self.hall.now)
        if hall.hidden or len(rounds) < 2 or len(hall.rows) > MOST_RANKS:
            return None
        first, ranks = list(hall.rows.values())[:MOST_LINES], ranks_after(hall.now, rounds)
        colours = {one.no: one.colours for one in hall.now.entrants}
        names, places = _in_lists(hall), [each_place(ranks[no]) for no in rounds]
        return flow(
            [
                Series(
                    name=row.name,
                    disc=colours[row.no][0] if at < FOLLOWED else None,
                    initial=initial_of(row.name) if at < FOLLOWED else "",
                    label=names[row.no].short,
                    values=[(no, ranks[no][row.no]) for no in rounds if row.no in ranks[no]],
                )
                for at, row in enumerate(first)
            ],
            places=max(len(hall.rows), 2),
            tall=FLOW_TALL,
            says=f"Places after each round, from round {rounds[0]} to round {rounds[-1]}.",
            below=[(no, f"R{no}") for no in rounds],
            table=Table(
                heads=("Name", *(f"R{no}" for no in rounds)),
                rows=tuple((row.name, *(then.get(row.no, "") for then in places)) for row in first),
                title="Places as a table",
            ),
        )

    @property
    def adjusted(self) -> list[str]:
        """The adjustments of the ranks that are shown, each after its player."""
        rows = [row for row in self.hall.rows.values() if row.rounds][:MOST_RANKS]
        return [f"{row.name} {one.as_text}" for row in rows for one in row.adjustments]

    @property
    def of_ranks(self) -> int:
        """The number of ranked entrants, if not all are shown."""
        return len(self.hall.rows) if len(self.hall.rows) > MOST_RANKS else 0

    @property
    def by(self) -> str:
        return listed([COLUMNS[criterion] for criterion in self.format.ranks_by])

    @property
    def heads(self) -> list[str]:
        return [HEADS[criterion] for criterion in self.format.ranks_by]

    @cached_property
    def prizes(self) -> list[PrizeLine]:
        return prize_lines(self.hall, self.currency)

    @cached_property
    def parts(self) -> list[tuple[str, list[tuple[Shown, str]]]]:
        """Each part that follows and its players, by name, with their numbers in it."""
        names, went_on = _in_lists(self.hall), self.hall.went_on
        by_name = sorted(self.hall.now.players, key=lambda one: folded(one.name))
        playing_on = [(one, went_on[one.no]) for one in by_name if one.no in went_on]
        return [
            (part, [(names[one.no], str(its.no)) for one, its in playing_on if its.part == part])
            for part in sorted({one.part for one in went_on.values()})
        ]

    @property
    def nothing_yet(self) -> bool:
        return not any((self.bell, self.tiles, self.rows, self.prizes, self.parts))

    @cached_property
    def seats(self) -> list[tuple[Shown, str]]:
        return _by_name(self.hall) if self.playing else []

    @property
    def ends(self) -> tuple[str, ...]:
        """How the round ends, in a line or two, as in "Table 1 rings at 5 points", "or when
        the clock ends, 21:18"."""
        format, round = self.format, self.round
        if not self.playing:
            return ()
        first = {
            "bell": f"Table {RINGS} rings at {counted(format.bell_at, 'point')}",
            "hands": f"{counted(format.hands, 'hand')} a round" if format.hands else "",
            "clock": "",
        }[format.ends]
        if not format.minutes or not round.playing or round.paused_at:
            return tuple(filter(None, (first,)))
        at = clock(
            round.started_at + timedelta(minutes=format.minutes, seconds=round.paused_seconds)
        )
        return (first, f"or when the clock ends, {at}") if first else (f"The clock ends at {at}",)

    @property
    def moves(self) -> str:
        """The players sitting out. If there are none, how players move after the round."""
        if not self.playing:
            return ""
        if self.seated.sitting_out:
            who = names_of(self.hall, self.seated.sitting_out)
            return f"{self.format.sitting_out_says}: {who}"
        no = self.seated.no
        next_format = self.format.in_round(no + 1)
        if stage := new_stage(self.format, no):
            said = stage
        elif next_format.movement == "progress":
            said = (MOVES_OF_SIX if next_format.seats_six else MOVES)[next_format.partners]
        else:
            said = PLANNED.get(str(next_format.movement)) or describe_movement(next_format)
        return f"{said[0].upper()}{said[1:]}"


def _tiles(hall: Hall, *, over: bool) -> list[Tile]:
    """Return a tile for each table, or after the round for each table with a result. If there are
    too many, return the first ones, with tables still in play before the others."""
    if over and hall.hidden:
        return []
    names = shown([name for one in hall.now.entrants for name in one.names])
    shows = [one for one in hall.seated.tables if one.result is not None or not over]
    if over:
        return [_tile_of_a_result(hall, table, names) for table in shows[:MOST_TILES]]
    live = _live(hall)
    if len(shows) > MOST_TILES:
        shows.sort(key=lambda table: table.no in live and live[table.no].over)
    return [_tile_of_play(hall, table, names, live.get(table.no)) for table in shows[:MOST_TILES]]


def _bracket(hall: Hall) -> list[Tile]:
    bracket = bracket_of(hall.now)
    numbers, latest = numbers_of(bracket), hall.now.rounds[-1].no if hall.now.rounds else 0
    names = shown([name for one in hall.now.entrants for name in one.names])
    matches = [bracket.matches[key] for key in numbers]
    live = [one for one in matches if one.pairs and (one.round is None or one.round >= latest)]
    seated = hall.seated.tables if hall.seated else ()
    tables = {frozenset(table.entrants): table.no for table in seated}
    # A final that is played again has the same pairs, and no table yet.
    over = {frozenset(one.sides) for one in live if one.round}
    tables = {sides: no for sides, no in tables.items() if sides not in over}
    return [
        Tile(
            no=numbers[match.key],
            says=_part(match, match.table or tables.get(frozenset(match.sides))),
            sides=_of_match(hall, bracket, match, names),
        )
        for match in live[:MOST_TILES]
    ]


def _part(match: Match, table: int | None) -> str:
    """Return the part of the bracket, and where the match is played, if it is known."""
    part, turn, _ = match.key
    where = f"table {table}" if table else ""
    return " · ".join(filter(None, (PARTS[part].format(turn), where)))


def _of_match(
    hall: Hall, bracket: Bracket, match: Match, names: Mapping[str, Shown]
) -> tuple[TileSide, ...]:
    """Return the sides of a match, each as a pair or as the match that it comes from."""
    numbers = numbers_of(bracket)
    sides: list[TileSide] = []
    sources = bracket.plan.get(match.key, (None, None))
    for at, (pair, source) in enumerate(zip(match.sides, sources, strict=True)):
        if pair:
            known = [names[name] for name in hall.now.entrant(pair).names]
        else:
            said = comes_from(bracket, source, numbers).replace("match ", "")
            known = [Shown(short=said, whole="")]
        won = bool(pair) and match.won == pair
        sides.append(
            TileSide(
                names=tuple(known),
                colour=SideColour(at) if pair else None,
                points=match.points[at] if match.points else None,
                leads=won,
                won=won,
            )
        )
    return tuple(sides)


def _live(hall: Hall) -> dict[int, PlayedTable]:
    """Return the tables of the current round with the reports so far."""
    if hall.hidden or not hall.round.started_at:
        return {}
    return {played.row.no: played for played in played_tables([hall.round])}


def _tile_of_a_result(hall: Hall, table: RoundTable, names: Mapping[str, Shown]) -> Tile:
    points = table.result.points if table.result.played else {}
    won = winner_of(table) if table.result.played else None
    return _tile(hall.format, table, _sides(hall, table, names, points, won=won))


def _tile_of_play(
    hall: Hall, table: RoundTable, names: Mapping[str, Shown], played: PlayedTable | None
) -> Tile:
    points = played.points if played and played.verdict.state != "impossible" else {}
    says = _how_far(played, hall.round.seconds_played(timezone.now())) if played else ""
    return _tile(hall.format, table, _sides(hall, table, names, points), says)


def _how_far(played: PlayedTable, ran: int) -> str:
    """Return the progress of a table in a word or two, and its extra minutes. Empty if its phone
    reports nothing."""
    if played.over:
        return "finished"
    if played.verdict.state == "impossible":
        return "being checked"
    begun = "not begun" if played.row.table_id and not played.points else ""
    hand = f"hand {played.hands + 1}" if played.hands else begun
    more = extra_minutes(played.row, ran)
    return " · ".join(filter(None, (hand, f"+{more} min" if more else "")))


def _tile(format: Format, table: RoundTable, sides: tuple[TileSide, ...], says: str = "") -> Tile:
    head = is_head(table.no, format)
    return Tile(no=table.no, head=HEAD if head else "", says=says, sides=sides)


def _sides(
    hall: Hall,
    table: RoundTable,
    names: Mapping[str, Shown],
    points: Mapping[str, int],
    *,
    won: str | None = None,
) -> tuple[TileSide, ...]:
    """Return the sides of a table with their points, as far as they are known."""
    sides = {side: [hall.now.entrant(no) for no in who] for side, who in table.by_side.items()}
    ahead = leading([points.get(side) for side in sides])
    return tuple(
        TileSide(
            names=tuple(names[name] for one in who for name in one.names),
            colour=_colour(no, [colour for one in who for colour in one.colours]),
            points=points.get(side),
            leads=side == won if won else ahead[no],
            won=side == won,
        )
        for no, (side, who) in enumerate(sides.items())
    )


def _colour(side: int, own: Sequence[int]) -> int:
    """Return the colour of a side, which is a player's own if they are alone."""
    return own[0] if len(own) == 1 else SideColour(side)


def _in_lists(hall: Hall) -> dict[int, Shown]:
    """Return the name of each entrant for lists, by number. In a pair, both names are shortened."""
    letters = LETTERS if hall.now.format.pairs else MORE_LETTERS
    names = shown([name for one in hall.now.entrants for name in one.names], letters=letters)
    return {
        one.no: with_discs(
            together([names[name] for name in one.names]),
            zip(one.colours, one.names, strict=False),
        )
        for one in hall.now.entrants
    }


def _by_name(hall: Hall) -> list[tuple[Shown, str]]:
    """Return all players of the round with their tables, by name."""
    by_name, names = sorted(hall.now.players, key=lambda one: folded(one.name)), _in_lists(hall)
    return [
        (names[one.no], place.removeprefix("Table "))
        for one in by_name
        if (place := describe_place(hall, one.no))
    ]


def _standings(
    hall: Hall, before: Ranks
) -> list[tuple[str, tuple[str, int], Shown, tuple[str, ...]]]:
    """Return the rank, the arrow of change, the name and the deciding values, in order of
    importance."""
    ranking, names = hall.now.format.ranks_by, _in_lists(hall)
    return [
        (
            row.place,
            _arrow(moved(before, row)),
            names[row.no],
            tuple(row.written(criterion) for criterion in ranking),
        )
        for row in hall.rows.values()
        if row.rounds
    ]


def _arrow(places: int | None) -> tuple[str, int]:
    """Return the CSS class of an arrow, and how many places it says."""
    if not places:
        return "level", 0
    return ("went-up" if places > 0 else "went-down"), abs(places)
