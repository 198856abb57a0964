"""The ranking of a tournament with its reasons, and results that need attention."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Protocol

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.functional import cached_property
from django.views.decorators.http import require_safe

from scoring.common.chart import LineChart, Series, Table, clipped, flow
from scoring.common.letters import initial_of
from scoring.common.names import folded, in_short
from scoring.common.permissions import WRITE, Actor
from scoring.euchre.wording import counted, each_place, figure
from scoring.table.models import HandRecord
from scoring.tournament.access import tournament_by_number
from scoring.tournament.forms.director import StandingsForm
from scoring.tournament.models import Report, RoundTable, Tournament
from scoring.tournament.pure import values
from scoring.tournament.pure.formats import COLUMNS, Format
from scoring.tournament.pure.places_by_round import (
    Ranks,
    compared_with,
    moved,
    ranks_after,
    settled_rounds,
)
from scoring.tournament.pure.standings import StandingsRow, standings
from scoring.tournament.pure.tally import EntrantRound, Lines, rows_by_round
from scoring.tournament.queries.now import (
    PlayedTable,
    entrants_of,
    is_secret,
    load_tournament,
    next_round,
    played_tables,
)
from scoring.tournament.queries.pairs_played import replaced_in
from scoring.tournament.views.page import TournamentPage
from scoring.tournament.views.play.hall_tables import HallTable, alarms, hall_tables


@dataclass(frozen=True, kw_only=True)
class Open:
    """An open issue of one round, and its tables."""

    round: int
    says: str
    tables: Sequence[HallTable]

    @property
    def first(self) -> HallTable:
        return self.tables[0]


def open_results(tournament: Tournament) -> list[Open]:
    """Return the open issues of the finished rounds, in six queries."""
    over = tournament.rounds.exclude(ended_at=None)
    return list(open_at(played_tables(over, pk__in=in_question(tournament))))


def open_at(tables: Sequence[PlayedTable]) -> Iterator[Open]:
    """Yield the open issues of these tables, by round."""
    for round, those in groupby(tables, key=lambda table: table.row.round):
        lines = hall_tables(round, list(those), timezone.now())
        for says, alarming in alarms(lines):
            yield Open(round=round.no, says=says, tables=alarming)


def in_question(tournament: Tournament) -> QuerySet:
    """Return the keys of all tables of the latest round, and of earlier tables with an objection or
    with reports or changes after the next round was drawn.

    Other tables were settled when it was drawn, and have not changed since.
    """
    drawn, at = OuterRef("drawn"), {"round_table": OuterRef("pk")}
    late = Q(at__gt=drawn) | Q(withdrawn_at__gt=drawn) | Q(objects_to_it=True)
    played = (
        Q(logged_at__gt=drawn) | Q(corrections__at__gt=drawn) | Q(state=HandRecord.State.WAITING)
    )
    hands = HandRecord.objects.filter(played, sitting__round_table=OuterRef("pk"))
    found = RoundTable.objects.filter(round__tournament=tournament).annotate(
        drawn=next_round("drawn_at")
    )
    later = Exists(Report.objects.filter(late, **at)) | Exists(hands)
    return found.filter(Q(drawn=None) | later).values("pk")


class Person(Protocol):
    """Someone with a disc."""

    @property
    def name(self) -> str: ...

    @property
    def colour(self) -> int: ...


@dataclass(frozen=True, kw_only=True)
class Standing:
    """A line of the standings, with its rounds."""

    row: StandingsRow
    decides: str
    """The first of the figures that rank."""
    rest: tuple[tuple[str, str], ...]
    """The others, in order of importance, each with its name."""
    lines: tuple[EntrantRound | None, ...]
    """One for each published round, or None for a round the entrant was not in."""
    people: Sequence[Person]
    """The people shown by their discs next to the name."""
    replaced: str
    """For a pair with a replaced player, the former players and the rounds they played."""
    moved: int | None
    """The places they went up since the round before, below zero for down; None if they had no
    place."""

    @property
    def brought(self) -> str:
        """Return the points carried over from an earlier tournament."""
        return figure(self.row.carried.points) if self.row.carried else ""

    @property
    def figures(self) -> list[str]:
        """The other figures in words, as in "12 points", "1 lone hand". No lone hands and the like
        are left out."""
        points = f"{figure(self.row.points)} {values.points(self.row.points)}"
        said = {
            COLUMNS["points"]: points,
            COLUMNS["lones"]: counted(self.row.lones, "lone hand"),
            COLUMNS["won"]: f"{counted(self.row.won, 'game')} won",
            COLUMNS["gold"]: counted(self.row.gold, "gold star"),
        }
        kept = (one for one in self.rest if one[1] != "0" or one[0] == COLUMNS["points"])
        return [said.get(head, f"{head} {number}") for head, number in kept]

    @property
    def tie(self) -> str:
        """What puts them alone before the next one with the same first figure, or "" without a
        tie."""
        alone = not self.row.shared and self.row.decided_by in dict(self.rest)
        return self.row.decided_by if alone else ""

    @property
    def steps(self) -> int:
        """The places they went up or down."""
        return abs(self.moved or 0)


@dataclass(frozen=True, kw_only=True)
class OnPodium:
    """One of the first three, with what they won and how far they are behind the first."""

    line: Standing
    short: str
    figure: str
    says: str


STARS = {
    "gold": "won at the head table",
    "red": "won elsewhere",
    "green": "lost at the last table",
}
"""The kinds of stars. Each has a shape of its own: filled, hollow, a ring."""
A_PAGE = 100
"""Lines per page, and the most in the picture."""
FOLLOWED = 4
"""The lines of the picture that have a colour: the first of the standings."""
NAMED = 20
"""With more entrants, only the lines that have a colour have a name."""
LABEL = 14
"""Letters of a name beside a line."""
CROWDED = 32
"""The height of the picture then, in em."""
FEW_ROUNDS = 8
BESIDE_FIGURES = 3
"""The most rounds that have room beside other figures on a phone."""
PODIUM = 3
FLOWS = 3
"""The rounds from which on the places are drawn. Two are only a tangle of lines."""


@dataclass(frozen=True, kw_only=True)
class Placings:
    """The ranking of a tournament as values, for `_podium.html` and `_placings.html`."""

    known: values.Tournament
    by_entrant: Lines
    rows: Sequence[StandingsRow]
    people: Mapping[int, Sequence[Person]]
    """The people of each entrant, by their numbers."""
    before: Ranks
    """The ranks that arrows start from."""
    replaced: Mapping[int, str] = field(default_factory=dict)
    """The former players of a pair in words, by its number."""

    @property
    def format(self) -> Format:
        return self.known.format

    @cached_property
    def by_round(self) -> dict[int, dict[int, EntrantRound]]:
        """The results of each entrant in each round, by their numbers."""
        return {no: {line.round: line for line in found} for no, found in self.by_entrant.items()}

    @cached_property
    def lines(self) -> list[Standing]:
        ranking = self.format.ranks_by
        return [
            Standing(
                row=row,
                decides=row.written(ranking[0]),
                rest=tuple((COLUMNS[one], row.written(one)) for one in ranking[1:]),
                lines=tuple(self.by_round[row.no].get(no) for no in self.rounds),
                people=self.people[row.no],
                replaced=self.replaced.get(row.no, ""),
                moved=moved(self.before, row),
            )
            for row in self.rows
        ]

    @cached_property
    def podium(self) -> list[OnPodium]:
        """The first three, or as many as share these ranks without crowding it; nobody before the
        first result, and among too few."""
        if len(self.lines) <= PODIUM:
            return []
        if not any(table.result for round in self.known.rounds for table in round.tables):
            return []
        found: list[Standing] = []
        for _, those in groupby(self.lines, key=lambda line: line.row.rank):
            tied = list(those)
            if len(found) >= PODIUM or len(found) + len(tied) > PODIUM + 1:
                break
            found += tied
        return [self._on_podium(line) for line in found]

    @cached_property
    def _short(self) -> Mapping[str, str]:
        return in_short(player.name for line in self.lines for player in line.people)

    def _on_podium(self, line: Standing) -> OnPodium:
        decides, leader = self.format.ranks_by[0], self.lines[0].row
        mine, best = getattr(line.row, decides), getattr(leader, decides)
        points = f"{figure(line.row.points)} {values.points(line.row.points)}"
        said = {"won": [points], "stayed": []}.get(decides, [f"won {line.row.won}"])
        if decides != "stayed" and isinstance(mine, int) and mine < best:
            said.append(f"{best - mine} behind")
        people = [player.name for player in line.people]
        short = " and ".join(self._short.get(name, name) for name in people)
        return OnPodium(line=line, short=short, figure=line.decides, says=", ".join(said))

    @property
    def heads(self) -> list[str]:
        """The headings of the columns that decide the ranking."""
        return [COLUMNS[criterion] for criterion in self.format.ranks_by]

    @property
    def marks(self) -> str:
        """The CSS classes of the list."""
        leaving = "leaving" if self.format.ends_by_final else ""
        shown = [no for no in self.rounds if no != self.unplayed]
        return f"{leaving} many-rounds" if len(shown) > BESIDE_FIGURES else leaving

    @cached_property
    def unplayed(self) -> int | None:
        """The latest round, while no table has its result."""
        last = self.known.rounds[-1:]
        waits = (one.no for one in last if not any(table.result for table in one.tables))
        return next(waits, None)

    @cached_property
    def rounds(self) -> list[int]:
        return [round.no for round in self.known.rounds]

    @property
    def incomplete(self) -> bool:
        last = self.known.rounds[-1:]
        return any(table.result is None for round in last for table in round.tables)

    @cached_property
    def stars(self) -> bool:
        lines = (line for lines in self.by_round.values() for line in lines.values())
        return self.format.gives_stars and any(line.star for line in lines)

    @property
    def kinds(self) -> Mapping[str, str]:
        """What each kind of star means."""
        return STARS

    @cached_property
    def groups(self) -> bool:
        return len({entrant.group for entrant in self.known.players}) > 1

    @property
    def legend(self) -> str:
        """The meaning of the signs beside the points of a round, or ""."""
        lines = [line for lines in self.by_round.values() for line in lines.values()]
        signs = {
            "✓ won that round": not self.stars,
            "• a lone hand that took every trick": any(line.lones for line in lines),
            "out: sat out": any(line.sat_out for line in lines),
            "f: by forfeit": any(line.forfeited for line in lines),
        }
        return "; ".join(sign for sign, shown in signs.items() if shown)


@dataclass(frozen=True, kw_only=True)
class StandingsPage(TournamentPage):
    """The ranking. If it is very long, it shows a hundred lines at a time, the first or the
    requested ones, or the matches of a search by name or number."""

    form: StandingsForm

    @cached_property
    def known(self) -> values.Tournament:
        return load_tournament(self.tournament)

    @cached_property
    def secret(self) -> bool:
        return is_secret(self.tournament, self.known)

    @cached_property
    def open(self) -> list[Open]:
        return open_results(self.tournament)

    @cached_property
    def _by_entrant(self) -> Lines:
        return rows_by_round(self.known)

    @cached_property
    def placings(self) -> Placings:
        found = replaced_in(self.tournament)
        return Placings(
            known=self.known,
            by_entrant=self._by_entrant,
            rows=self._rows,
            people={entrant.no: entrant.people for entrant in entrants_of(self.tournament)},
            before=self._ranks.get(compared_with(self.known) or 0, {}),
            replaced={no: one.as_text for no, one in found.items()},
        )

    @property
    def lines(self) -> list[Standing]:
        return self.placings.lines

    @cached_property
    def _rows(self) -> Sequence[StandingsRow]:
        return standings(self.known, self._by_entrant)

    @cached_property
    def _ranks(self) -> Mapping[int, Ranks]:
        """The ranks after each round that is drawn, or else after the one that arrows start
        from."""
        settled, last = settled_rounds(self.known), compared_with(self.known)
        if not self._draws:
            settled = [last] if last else []
        return ranks_after(self.known, settled)

    @property
    def _draws(self) -> bool:
        """Whether there is a picture: not of a secret, of few rounds, or of a crowd."""
        shown = self.runs or not self.secret
        return shown and len(settled_rounds(self.known)) >= FLOWS and len(self._rows) <= A_PAGE

    @cached_property
    def flow(self) -> LineChart | None:
        """The place of each entrant after each round, as a picture with its table."""
        if not self._draws:
            return None
        names = in_short(line.row.name for line in self.lines)
        names = {name: clipped(short, LABEL) for name, short in names.items()}
        rounds = sorted(self._ranks)
        places = [each_place(self._ranks[no]) for no in rounds]
        return flow(
            [self._series(at, line, names, rounds) for at, line in enumerate(self.lines)],
            places=self.number,
            tall=0 if self.number <= NAMED else CROWDED,
            says=f"Places after each round, from round {rounds[0]} to round {rounds[-1]}.",
            below=[(no, f"R{no}") for no in rounds],
            table=Table(
                heads=("Name", *(f"R{no}" for no in rounds)),
                rows=tuple(
                    (line.row.name, *(then.get(line.row.no, "") for then in places))
                    for line in self.lines
                ),
                title="Places as a table",
            ),
        )

    @property
    def flow_beside(self) -> bool:
        """Whether the picture is beside the list on a wide screen, as there are few rounds."""
        return self.flow is not None and len(self.rounds) <= FEW_ROUNDS

    def _series(
        self, at: int, line: Standing, names: Mapping[str, str], rounds: Sequence[int]
    ) -> Series:
        no, name, followed = line.row.no, line.row.name, at < FOLLOWED
        return Series(
            name=name,
            disc=line.people[0].colour if followed else None,
            initial=initial_of(name) if followed else "",
            label=names.get(name, name) if followed or self.number <= NAMED else "",
            values=[
                (round, self._ranks[round][no]) for round in rounds if no in self._ranks[round]
            ],
        )

    @property
    def podium(self) -> list[OnPodium]:
        """The first of them; nobody on later pages and in a search."""
        return [] if self.words or self.first > 1 else self.placings.podium

    @property
    def number(self) -> int:
        return len(self.lines)

    @cached_property
    def pages(self) -> list[tuple[int, int]]:
        """The first and last rank of each page. Empty if one page is enough."""
        starts = range(0, self.number, A_PAGE) if self.number > A_PAGE else ()
        return [(at + 1, min(at + A_PAGE, self.number)) for at in starts]

    @cached_property
    def words(self) -> list[str]:
        """The words of the search."""
        return folded(self.form.asked["q"]).split() if self.pages else []

    @cached_property
    def first(self) -> int:
        """The first rank on the page, or 0 for a search."""
        page = self.form.asked["page"]
        if self.words:
            return 0
        return self.pages[page - 1][0] if page and page <= len(self.pages) else 1

    @cached_property
    def standings(self) -> list[Standing]:
        if self.words:
            return [line for line in self.lines if goes_by(line.row, self.words)][:A_PAGE]
        return self.lines[self.first - 1 : self.first - 1 + A_PAGE]

    @property
    def rounds(self) -> list[int]:
        return self.placings.rounds


@require_safe
@tournament_by_number(WRITE)
def tournament_standings(
    request: HttpRequest, tournament: Tournament, actor: Actor
) -> HttpResponse:
    """The ranking. If standings are a surprise, only organisers of the club night see it before the
    last round ends."""
    page = StandingsPage(tournament=tournament, actor=actor, form=StandingsForm(request.GET))
    return render(request, "tournament/play/standings.html", page.context)


def goes_by(row: StandingsRow, words: Sequence[str]) -> bool:
    """Return whether an entrant's number and name contain all these words."""
    said = f"{row.no} {folded(row.name)}"
    return all(word in said for word in words)
