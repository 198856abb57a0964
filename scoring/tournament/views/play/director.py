"""The director's page: tables that need attention, the one next step, and its undo."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.functional import cached_property
from django.views.decorators.http import require_safe
from django_htmx.http import ptag

from scoring.common import polling
from scoring.common.answers import piece_or_page, posted, valid
from scoring.common.permissions import RUN, WRITE, Actor, may
from scoring.euchre.wording import counted, listed
from scoring.evening.views.evening import evening_tag
from scoring.table.models import HelpCall
from scoring.table.queries.help_calls import open_calls
from scoring.table.views.calls_shown import CallLine, call_line
from scoring.tournament.access import tournament_by_number
from scoring.tournament.actions import rounds
from scoring.tournament.actions.draw import edition_of
from scoring.tournament.forms.director import EndForm, TakeBackForm
from scoring.tournament.models import Round, Tournament
from scoring.tournament.pure.bracket import bracket_of
from scoring.tournament.pure.formats import Format
from scoring.tournament.pure.moves_in_words import new_stage
from scoring.tournament.queries.now import (
    PlayedTable,
    format_in,
    late_comers,
    load_tournament,
    played_tables,
)
from scoring.tournament.views.page import TournamentPage
from scoring.tournament.views.play.clock import Clock, clock_of
from scoring.tournament.views.play.hall_tables import HallTable, alarms, hall_tables
from scoring.tournament.views.play.standings import Open, in_question, open_at
from scoring.tournament.views.setup.getting_ready import GettingReady

ENDED_HOW = {"bell": " (by the bell)", "clock": " (by the clock)"}


MOST_TILES = 40
"""With more tables than this, each is a square on the map."""
OTHERS = 4
"""The number of further tables without a result that a button links to."""


@dataclass(frozen=True, kw_only=True)
class Button:
    """A button, with its label, the name of its URL and its form data."""

    title: str = ""
    """The state of the round, in a few words."""
    label: str
    name: str
    round: int = 0
    sends: dict[str, object] = field(default_factory=dict)
    hint: str = ""
    strong: bool = True
    """Whether it is the recommended step now."""
    enter: bool = False
    """Whether the recommended step is to enter a missing result."""

    tables = ()

    @property
    def level(self) -> str:
        """Return the CSS class of its button. An undo button is the least prominent."""
        return "plain" if self.name == "take-back-round" else "strong" * self.strong

    @property
    def stays(self) -> bool:
        """Whether its response is the director's page."""
        return self.name in ("start-round", "end-round", "take-back-round")


@dataclass(frozen=True, kw_only=True)
class Missing:
    """The reason why the next round cannot be drawn yet, with the tables to check."""

    title: str
    hint: str
    tables: tuple[HallTable, ...]

    label = ""
    enter = False

    @property
    def first(self) -> HallTable:
        return self.tables[0]

    @property
    def others(self) -> tuple[HallTable, ...]:
        """Return the tables that get a button after the first. The map marks the others."""
        return self.tables[1 : 1 + OTHERS]

    @property
    def more(self) -> int:
        return max(0, len(self.tables) - 1 - OTHERS)


def next_step(
    round: Round | None, format: Format, lines: Sequence[HallTable], *, decided: bool = False
) -> Button | Missing | None:
    """Return the next step, or None if all rounds are played and complete. `decided` says that a
    double elimination is won."""
    if round is None:
        return Button(
            title="Ready for the draw",
            label="Draw round 1",
            name="draw-round",
            sends={"after": 0},
            hint="You can check the draw and swap players before you publish it.",
        )
    if round.published_at is None:
        return Button(
            title=f"Round {round.no} is drawn",
            label="Publish round",
            name="publish-round",
            round=round.no,
            sends={"seen": edition_of(round)},
            hint="Players can’t see it yet.",
        )
    if round.started_at is None:
        return Button(
            title=f"Round {round.no} is published",
            label=f"Start round {round.no}",
            name="start-round",
            round=round.no,
            hint="Players can see their seats. When they sit, start the round and its clock.",
        )
    if round.ended_at is None:
        return _end(round, format, lines)
    return _after(round, format, lines, decided=decided)


def _end(round: Round, format: Format, lines: Sequence[HallTable]) -> Button:
    playing = [line for line in lines if not line.over]
    finished = len(lines) - len(playing)
    if format.ends == "bell":
        rings = any(line.state == "ring" for line in lines)
        return Button(
            title="The head table has enough points"
            if rings
            else f"Round {round.no} is being played",
            label="Ring the bell",
            name="end-round",
            round=round.no,
            sends={"how": "bell"},
            hint=f"Table 1 rings it at {format.bell_at} points. You can ring it too. Every screen "
            "shows it at once.",
            strong=True,
        )
    how = "clock" if format.ends == "clock" else "director"
    return Button(
        title=f"{finished} of {counted(len(lines), 'table')} {'has' if finished == 1 else 'have'} "
        "finished"
        if playing
        else "All tables have finished",
        label=f"End round {round.no}",
        name="end-round",
        round=round.no,
        sends={"how": how},
        hint=f"End the round when {'time is up' if how == 'clock' else 'all have finished'}. Every "
        "screen shows it at once.",
        strong=not playing or how == "clock",
        enter=how == "director" and 0 < finished < len(lines),
    )


def _after(
    round: Round, format: Format, lines: Sequence[HallTable], *, decided: bool
) -> Button | Missing | None:
    lacking = tuple(line for line in lines if line.lacks or line.state == "waits")
    last = decided if format.ends_by_final else round.no >= format.rounds
    if lacking:
        lack = "has" if len(lacking) == 1 else "have"
        then = "finish the tournament" if last else f"draw round {round.no + 1}"
        return Missing(
            title=f"{counted(len(lacking), 'table')} {lack} no result",
            hint=f"When all results are in, you can {then}.",
            tables=lacking,
        )
    if last:
        return None
    return Button(
        title=f"Round {round.no} is complete",
        label=f"Draw round {round.no + 1}",
        name="draw-round",
        sends={"after": round.no},
        hint=f"{_next_night(round, format)}You can check the draw before you publish it.",
    )


def _next_night(round: Round, format: Format) -> str:
    """Return "Round 9 is on night 2. ", or "" if the next round is like this one."""
    says = new_stage(format, round.no)
    return f"{says[0].upper()}{says[1:]}. " if says.startswith("round") else ""


def undo_of(round: Round | None, reported: bool) -> Button | None:
    """Return the button that undoes the last step. Return None if there is no step, or if results
    already `reported` would be lost."""
    if round is None:
        return None
    steps = {
        "ended": f"the end of round {round.no}{ENDED_HOW.get(round.ended_how, '')}",
        "started": f"the start of round {round.no}",
        "published": f"the publishing of round {round.no}",
        "drawn": "the draw",
    }
    times = {step: getattr(round, f"{step}_at") for step in steps}
    last = next(step for step in steps if times[step])
    if reported and last in ("started", "published"):
        return None
    return Button(
        label=f"Undo {steps[last]}",
        name="take-back-round",
        round=round.no,
        sends={"step": last},
        strong=False,
    )


@dataclass(frozen=True, kw_only=True)
class DirectorPage(TournamentPage):
    """All tables at a glance, and the next step. It takes a fixed number of queries."""

    @cached_property
    def now(self) -> datetime:
        return timezone.now()

    @cached_property
    def looked_at(self) -> list[PlayedTable]:
        """The earlier tables with open results, then those of the latest round."""
        return played_tables(self.tournament.rounds.all(), pk__in=in_question(self.tournament))

    @cached_property
    def round(self) -> Round | None:
        return self.looked_at[-1].row.round if self.looked_at else None

    @cached_property
    def format(self) -> Format:
        """The format in this round."""
        return format_in(self.tournament).in_round(self.round.no if self.round else 1)

    @cached_property
    def tables(self) -> list[PlayedTable]:
        return [table for table in self.looked_at if table.row.round == self.round]

    @cached_property
    def open_calls(self) -> list[HelpCall]:
        return open_calls(self.session)

    @cached_property
    def lines(self) -> list[HallTable]:
        if self.round is None:
            return []
        return hall_tables(self.round, self.tables, self.now, self.open_calls)

    @cached_property
    def ready(self) -> GettingReady | None:
        return None if self.round else GettingReady(tournament=self.tournament)

    @property
    def leads(self) -> bool:
        return self.live and not (self.ready and self.ready.too_few)

    @cached_property
    def step(self) -> Button | Missing | None:
        if not self.leads:
            return None
        return next_step(self.round, self.format, self.lines, decided=self.decided)

    @cached_property
    def decided(self) -> bool:
        """Whether the final of a double elimination is won."""
        ended = self.round is not None and self.round.ended_at is not None
        if not (ended and self.format.eliminates):
            return False
        return bracket_of(load_tournament(self.tournament)).champion is not None

    @property
    def early(self) -> bool:
        """Whether the tournament can be finished before its last round."""
        return isinstance(self.step, Button) and self.step.name == "draw-round" and bool(self.round)

    @cached_property
    def undo(self) -> Button | None:
        reported = any(table.row.last_hand_at or table.reports for table in self.tables)
        return undo_of(self.round, reported) if self.live else None

    @cached_property
    def opens(self) -> bool:
        """Whether a final or a plate can follow."""
        return not self.live and may(self.actor, RUN, self.session.club)

    @property
    def closes(self) -> bool:
        return self.runs and not self.live and not self.session.closed

    @cached_property
    def tag(self) -> str:
        return evening_tag(self.session, self.actor)

    @property
    def news(self) -> str:
        return polling.news("session", self.session.pk)

    @property
    def about(self) -> str:
        """The format and the progress, as in "Progressive, 8 rounds · round 2 of 8 · finished"."""
        round = f"round {self.round.no} of {self.format.rounds}" if self.round else "before round 1"
        words = [self.format.name, round]
        if self.tournament.follows_id:
            words.insert(0, f"{self.tournament.get_part_display()} of {self.tournament.follows}")
        if self.tournament.finished_at:
            words.append("finished")
        elif self.session.closed:
            words.append("closed")
        return " · ".join(words)

    @property
    def calls(self) -> list[CallLine]:
        return [call_line(call, self.now) for call in self.open_calls]

    @property
    def tiles(self) -> list[HallTable]:
        """The tables that are shown with their players. In a very large hall, only those that need
        attention."""
        if not self.squares:
            return self.lines
        return [line for line in self.lines if line.alarm][:MOST_TILES]

    @property
    def squares(self) -> Sequence[HallTable]:
        return self.lines if len(self.lines) > MOST_TILES else ()

    @cached_property
    def open(self) -> list[Open]:
        earlier = self.looked_at[: -len(self.tables)] if self.live and self.tables else []
        return list(open_at(earlier))

    @cached_property
    def alarms(self) -> list[tuple[str, list[HallTable]]]:
        """The alerts, without those that repeat the next step."""
        lacking = self.step.tables if isinstance(self.step, Missing) else ()
        found = [line for line in self.lines if line not in lacking and line.state != "ring"]
        return list(alarms(found)) if self.live else []

    @cached_property
    def late(self) -> str:
        here = late_comers(self.tournament) if self.round and self.live else ()
        return listed([player.name for player in here])

    @cached_property
    def clock(self) -> Clock | None:
        limit = self.format.minutes * 60
        return clock_of(self.round, limit=limit, now=self.now) if self.round else None

    @property
    def sitting_out(self) -> str:
        return listed([self.tables[0].names[no] for no in self.round.sitting_out])

    @property
    def rounds(self) -> range:
        return range(1, self.round.no + 1)

    @property
    def to_come(self) -> range:
        return range(self.round.no + 1, self.format.rounds + 1)


@require_safe
@tournament_by_number(WRITE)
@ptag(lambda request, tournament, actor: evening_tag(tournament.session, actor))
def director(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Tables that need attention, the next step, and all tables at a glance."""
    return director_page(request, tournament, actor)


def director_page(
    request: HttpRequest,
    tournament: Tournament,
    actor: Actor,
    *,
    message: str = "",
    status: int = 200,
) -> HttpResponse:
    """Return the director's page, with an error if there is one."""
    context = DirectorPage(tournament=tournament, actor=actor, message=message).context
    template = "tournament/play/director.html"
    return piece_or_page(
        request, template, context, piece="director", name="director", status=status
    )


@posted(tournament_by_number(RUN), page=director_page, to="tournament")
def start(request: HttpRequest, tournament: Tournament, actor: Actor, no: int) -> None:
    """Start play and the clock."""
    rounds.start_round(tournament=tournament, no=no, actor=actor)


@posted(tournament_by_number(RUN), page=director_page, to="tournament")
def pause(request: HttpRequest, tournament: Tournament, actor: Actor, no: int) -> None:
    """Pause the clock."""
    rounds.pause_round(tournament=tournament, no=no, paused=True)


@posted(tournament_by_number(RUN), page=director_page, to="tournament")
def resume(request: HttpRequest, tournament: Tournament, actor: Actor, no: int) -> None:
    """Resume the clock."""
    rounds.pause_round(tournament=tournament, no=no, paused=False)


@posted(tournament_by_number(RUN), page=director_page, to="tournament")
def end(request: HttpRequest, tournament: Tournament, actor: Actor, no: int) -> None:
    """Ring the bell, or end the round without it."""
    how = valid(EndForm(request.POST))
    rounds.end_round(tournament=tournament, no=no, actor=actor, **how)


@posted(tournament_by_number(RUN), page=director_page, to="tournament")
def take_back(request: HttpRequest, tournament: Tournament, actor: Actor, no: int) -> None:
    """Undo the last step of a round."""
    step = valid(TakeBackForm(request.POST))
    rounds.take_back(tournament=tournament, no=no, actor=actor, **step)
