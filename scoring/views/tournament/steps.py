"""What a director does next, in one button, and the last step that he can take back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from scoring.actions.tournament.draw import edition_of
from scoring.models import Round
from scoring.movements.tournament.formats import Format
from scoring.rules.wording import counted
from scoring.views.tournament.table_lines import TableLine

ENDED_HOW = {"bell": "by the bell", "clock": "by the clock", "director": "by hand"}


@dataclass(frozen=True, kw_only=True)
class Step:
    """A button: what it says, the name of its address, and what it sends."""

    label: str
    name: str
    round: int = 0
    sends: dict[str, object] = field(default_factory=dict)
    hint: str = ""
    strong: bool = True
    """Whether it is what should be done now."""

    @property
    def stays(self) -> bool:
        """Whether its answer is the director's page."""
        return self.name in ("start-round", "end-round", "take-back-round")


@dataclass(frozen=True, kw_only=True)
class Lack:
    """Why the next round cannot be drawn yet, with the tables to look at."""

    says: str
    tables: tuple[TableLine, ...]


def next_step(
    round: Round | None, format: Format, lines: Sequence[TableLine]
) -> Step | Lack | None:
    """Return the one thing to do next; None when all rounds are played and complete."""
    if round is None:
        return Step(label="Draw round 1", name="draw-round", sends={"after": 0})
    if round.published_at is None:
        return Step(
            label="Tell everybody who sits where",
            name="publish-round",
            round=round.no,
            sends={"seen": edition_of(round)},
            hint=f"Round {round.no} is drawn, and nobody sees it yet.",
        )
    if round.started_at is None:
        return Step(
            label=f"Start round {round.no}",
            name="start-round",
            round=round.no,
            hint="Everybody can see where he sits. When they sit, start the round and its clock.",
        )
    if round.ended_at is None:
        return _end(round, format, lines)
    return _after(round, format, lines)


def _end(round: Round, format: Format, lines: Sequence[TableLine]) -> Step:
    playing = [line for line in lines if not line.over]
    finished = len(lines) - len(playing)
    if format.ends == "bell":
        return Step(
            label="Ring the bell",
            name="end-round",
            round=round.no,
            sends={"how": "bell"},
            hint=f"Table 1 rings it at {format.bell_at} points, and you can. Every screen shows "
            "it at once.",
            strong=True,
        )
    how = "clock" if format.ends == "clock" else "director"
    told = (
        f"{finished} of {counted(len(lines), 'table')} have finished." if how == "director" else ""
    )
    hint = "Every table has finished." if not playing and how == "director" else told
    return Step(
        label=f"End round {round.no}",
        name="end-round",
        round=round.no,
        sends={"how": how},
        hint=hint or "When the time is over, end the round: every screen shows it at once.",
        strong=not playing or how == "clock",
    )


def _after(round: Round, format: Format, lines: Sequence[TableLine]) -> Step | Lack | None:
    lacking = tuple(
        line for line in lines if line.state in ("waits", "disputed", "tied", "missing")
    )
    last = round.no >= format.rounds
    if lacking:
        what = "Results" if last else f"Draw round {round.no + 1}"
        lack = (
            f"{counted(len(lacking), 'table')} {'lacks' if len(lacking) == 1 else 'lack'} a result"
        )
        return Lack(says=f"{what}: {lack}", tables=lacking)
    if last:
        return None
    return Step(label=f"Draw round {round.no + 1}", name="draw-round", sends={"after": round.no})


def undo_of(round: Round | None, told: bool) -> Step | None:
    """Return how the last step is taken back; None when there is none, or what was `told` would be
    lost."""
    if round is None:
        return None
    steps = {
        "ended": f"round {round.no} was ended {ENDED_HOW.get(round.ended_how, '')}".strip(),
        "started": f"round {round.no} was started",
        "published": f"everybody was told who sits where in round {round.no}",
        "drawn": f"round {round.no} was drawn",
    }
    moments = {step: getattr(round, f"{step}_at") for step in steps}
    last = next(step for step in steps if moments[step])
    if told and last in ("started", "published"):
        return None
    return Step(
        label=f"Take back: {steps[last]}",
        name="take-back-round",
        round=round.no,
        sends={"step": last},
        strong=False,
    )
