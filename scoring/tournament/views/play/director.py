"""The director's page: what needs somebody, the one next step, and each step taken back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe
from django_htmx.http import ptag

from scoring.common import polling
from scoring.common.answers import piece_or_page, posted, valid
from scoring.common.permissions import RUN, WRITE, Actor, may
from scoring.euchre.wording import counted, listed
from scoring.evening.views.evening import evening_tag
from scoring.table.queries.help_calls import open_calls
from scoring.table.views.calls_shown import call_line
from scoring.tournament.access import tournament_by_number
from scoring.tournament.actions import rounds
from scoring.tournament.actions.draw import edition_of
from scoring.tournament.forms.director import EndForm, TakeBackForm
from scoring.tournament.models import Round, Tournament
from scoring.tournament.pure.formats import Format
from scoring.tournament.queries.now import PlayedTable, format_in, late_comers, played_tables
from scoring.tournament.views.play.clock import clock_of
from scoring.tournament.views.play.hall_tables import HallTable, alarms, hall_tables
from scoring.tournament.views.play.standings import in_question, open_at
from scoring.tournament.views.setup.getting_ready import getting_ready

ENDED_HOW = {"bell": "by the bell", "clock": "by the clock", "director": "by hand"}


MOST_TILES = 40
"""Where there are more tables, each is a square on the map."""
OTHERS = 4
"""To how many further tables without a result a button leads."""


@dataclass(frozen=True, kw_only=True)
class Button:
    """A button: what it says, the name of its address, and what it sends."""

    title: str = ""
    """Where the round stands, in a few words."""
    label: str
    name: str
    round: int = 0
    sends: dict[str, object] = field(default_factory=dict)
    hint: str = ""
    strong: bool = True
    """Whether it is what should be done now."""
    enter: bool = False
    """Whether a missing result is what should be entered now."""

    @property
    def level(self) -> str:
        """Return the class of its button: what is taken back is the least."""
        return "plain" if self.name == "take-back-round" else "strong" * self.strong

    @property
    def stays(self) -> bool:
        """Whether its answer is the director's page."""
        return self.name in ("start-round", "end-round", "take-back-round")


@dataclass(frozen=True, kw_only=True)
class Missing:
    """Why the next round cannot be drawn yet, with the tables to look at."""

    title: str
    hint: str
    tables: tuple[HallTable, ...]

    @property
    def first(self) -> HallTable:
        return self.tables[0]

    @property
    def others(self) -> tuple[HallTable, ...]:
        """Return those that a button stands for beside the first; the map marks the rest."""
        return self.tables[1 : 1 + OTHERS]

    @property
    def more(self) -> int:
        return max(0, len(self.tables) - 1 - OTHERS)


def next_step(
    round: Round | None, format: Format, lines: Sequence[HallTable]
) -> Button | Missing | None:
    """Return the one thing to do next; None when all rounds are played and complete."""
    if round is None:
        return Button(
            title="Ready for the draw",
            label="Draw round 1",
            name="draw-round",
            sends={"after": 0},
            hint="You see the draw, and can swap people, before anybody is told.",
        )
    if round.published_at is None:
        return Button(
            title=f"Round {round.no} is drawn",
            label="Tell everybody who sits where",
            name="publish-round",
            round=round.no,
            sends={"seen": edition_of(round)},
            hint="Nobody sees it yet.",
        )
    if round.started_at is None:
        return Button(
            title="Everybody can see where they sit",
            label=f"Start round {round.no}",
            name="start-round",
            round=round.no,
            hint="When they sit, start the round and its clock.",
        )
    if round.ended_at is None:
        return _end(round, format, lines)
    return _after(round, format, lines)


def _end(round: Round, format: Format, lines: Sequence[HallTable]) -> Button:
    playing = [line for line in lines if not line.over]
    finished = len(lines) - len(playing)
    if format.ends == "bell":
        rings = any(line.state == "ring" for line in lines)
        return Button(
            title="The head table has its points" if rings else f"Round {round.no} is being played",
            label="Ring the bell",
            name="end-round",
            round=round.no,
            sends={"how": "bell"},
            hint=f"Table 1 rings it at {format.bell_at} points, and you can. Every screen shows "
            "it at once.",
            strong=True,
        )
    how = "clock" if format.ends == "clock" else "director"
    return Button(
        title=f"{finished} of {counted(len(lines), 'table')} {'has' if finished == 1 else 'have'} "
        "finished"
        if playing
        else "Every table has finished",
        label=f"End round {round.no}",
        name="end-round",
        round=round.no,
        sends={"how": how},
        hint=f"{'When the time is over' if how == 'clock' else 'When all have finished'}, end the "
        "round: every screen shows it at once.",
        strong=not playing or how == "clock",
        enter=how == "director" and 0 < finished < len(lines),
    )


def _after(round: Round, format: Format, lines: Sequence[HallTable]) -> Button | Missing | None:
    lacking = tuple(line for line in lines if line.lacks or line.state == "waits")
    last = round.no >= format.rounds
    if lacking:
        lack = "lacks" if len(lacking) == 1 else "lack"
        then = "the prizes can be given" if last else f"round {round.no + 1} can be drawn"
        return Missing(
            title=f"{counted(len(lacking), 'table')} {lack} a result",
            hint=f"When the last one is in, {then}.",
            tables=lacking,
        )
    if last:
        return None
    return Button(
        title=f"Round {round.no} is complete",
        label=f"Draw round {round.no + 1}",
        name="draw-round",
        sends={"after": round.no},
        hint="You see the draw before anybody is told.",
    )


def undo_of(round: Round | None, reported: bool) -> Button | None:
    """Return how the last step is taken back; None when there is none, or what was `reported` would
    be lost."""
    if round is None:
        return None
    steps = {
        "ended": f"round {round.no} was ended {ENDED_HOW.get(round.ended_how, '')}".strip(),
        "started": f"round {round.no} was started",
        "published": f"everybody was told who sits where in round {round.no}",
        "drawn": f"round {round.no} was drawn",
    }
    times = {step: getattr(round, f"{step}_at") for step in steps}
    last = next(step for step in steps if times[step])
    if reported and last in ("started", "published"):
        return None
    return Button(
        label=f"Take back: {steps[last]}",
        name="take-back-round",
        round=round.no,
        sends={"step": last},
        strong=False,
    )


def director_context(tournament: Tournament, actor: Actor) -> dict:
    """Return everything templates/tournament/play/director.html shows; a fixed number of
    queries."""
    now = timezone.now()
    looked_at = played_tables(tournament.rounds.all(), pk__in=in_question(tournament))
    round = looked_at[-1].row.round if looked_at else None
    tables = [table for table in looked_at if table.row.round == round]
    calls = open_calls(tournament.session)
    lines = hall_tables(round, tables, now, calls) if round else []
    format = format_in(tournament)
    runs = may(actor, RUN, tournament.session)
    live = tournament.finished_at is None and not tournament.session.closed
    step = next_step(round, format, lines) if live else None
    lacking = step.tables if isinstance(step, Missing) else ()
    # What the next step says is no notice besides.
    named = [line for line in lines if line in lacking or line.state == "ring"]
    ready = {} if round else getting_ready(tournament)
    return ready | {
        "session": tournament.session,
        "tournament": tournament,
        "format": format,
        "runs": runs,
        "opens": not live and may(actor, RUN, tournament.session.club),
        "live": live,
        "closes": runs and tournament.finished_at is not None and not tournament.session.closed,
        "leads": live and not ready.get("too_few"),
        "tag": evening_tag(tournament.session, actor),
        "news": polling.news("session", tournament.session_id),
        "round": round,
        "about": _about(tournament, format, round),
        "calls": [call_line(call, now) for call in calls],
        "tiles": _tiles(lines),
        "squares": lines if len(lines) > MOST_TILES else (),
        "open": list(open_at(looked_at[: -len(tables)])) if live and tables else [],
        "alarms": list(alarms([line for line in lines if line not in named])) if live else [],
        "late": _late(tournament) if round and live else "",
        "clock": clock_of(round, limit=format.minutes * 60, now=now) if round else None,
        "step": None if ready.get("too_few") else step,
        "sitting_out": _sitting_out(round, tables),
        "undo": _undo(round, tables) if live else None,
        "rounds": range(1, round.no + 1) if round else (),
        "to_come": range(round.no + 1 if round else 1, format.rounds + 1),
        "early": isinstance(step, Button) and step.name == "draw-round" and round is not None,
    }


def _tiles(lines: Sequence[HallTable]) -> list[HallTable]:
    """Return the tables that are shown with their people: of very many those that need
    somebody."""
    if len(lines) <= MOST_TILES:
        return list(lines)
    return [line for line in lines if line.alarm][:MOST_TILES]


def _about(tournament: Tournament, format: Format, round: Round | None) -> str:
    """Return the format and how far it is: "Progressive, 8 rounds · round 2 of 8 · finished"."""
    words = [format.name, f"round {round.no} of {format.rounds}" if round else "before round 1"]
    if tournament.follows_id:
        words.insert(0, f"{tournament.get_part_display()} of {tournament.follows}")
    if tournament.finished_at:
        words.append("finished")
    elif tournament.session.closed:
        words.append("closed")
    return " · ".join(words)


def _sitting_out(round: Round | None, tables: Sequence[PlayedTable]) -> str:
    return listed([tables[0].names[no] for no in round.sitting_out]) if round else ""


def _late(tournament: Tournament) -> str:
    return listed([player.name for player in late_comers(tournament)])


def _undo(round: Round | None, tables: Sequence[PlayedTable]) -> Button | None:
    return undo_of(round, reported=any(table.row.last_hand_at or table.reports for table in tables))


@require_safe
@tournament_by_number(WRITE)
@ptag(lambda request, tournament, actor: evening_tag(tournament.session, actor))
def director(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """What needs somebody, what to do next, and every table at a glance."""
    return director_page(request, tournament, actor)


def director_page(
    request: HttpRequest,
    tournament: Tournament,
    actor: Actor,
    *,
    message: str = "",
    status: int = 200,
) -> HttpResponse:
    """Return the director's page, with a complaint if there is one."""
    context = director_context(tournament, actor) | {"message": message}
    template = "tournament/play/director.html"
    return piece_or_page(
        request, template, context, piece="director", name="director", status=status
    )


@posted(tournament_by_number(RUN), page=director_page, to="tournament")
def start(request: HttpRequest, tournament: Tournament, actor: Actor, no: int) -> None:
    """Let play begin, and the clock."""
    rounds.start_round(tournament=tournament, no=no, actor=actor)


@posted(tournament_by_number(RUN), page=director_page, to="tournament")
def pause(request: HttpRequest, tournament: Tournament, actor: Actor, no: int) -> None:
    """Stop the clock."""
    rounds.pause_round(tournament=tournament, no=no, paused=True)


@posted(tournament_by_number(RUN), page=director_page, to="tournament")
def resume(request: HttpRequest, tournament: Tournament, actor: Actor, no: int) -> None:
    """Let the clock go on."""
    rounds.pause_round(tournament=tournament, no=no, paused=False)


@posted(tournament_by_number(RUN), page=director_page, to="tournament")
def end(request: HttpRequest, tournament: Tournament, actor: Actor, no: int) -> None:
    """Ring the bell, or end the round without it."""
    how = valid(EndForm(request.POST))
    rounds.end_round(tournament=tournament, no=no, actor=actor, **how)


@posted(tournament_by_number(RUN), page=director_page, to="tournament")
def take_back(request: HttpRequest, tournament: Tournament, actor: Actor, no: int) -> None:
    """Take the last step of a round back."""
    step = valid(TakeBackForm(request.POST))
    rounds.take_back(tournament=tournament, no=no, actor=actor, **step)
