"""What the desk's page shows: where to type, what was just typed, what does not agree, what is
missing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from uuid import UUID, uuid4

from django.urls import reverse

from scoring.forms.tournament.desk import AskForm, DeskForm
from scoring.forms.tournament.desk_cards import CardForm, SlipForm, WholeForm
from scoring.models import Entrant, Round, Tournament
from scoring.models.tournament_now import PlayedTable, entrants_of, played_tables
from scoring.views.tournament.desk_answer import Answer, answer_to
from scoring.views.tournament.desk_lines import DeskLine, card_lines, counts_of, slip_lines
from scoring.views.tournament.desk_odd import odd_tables

WAYS = {
    "card": ("One round", "type-card"),
    "slip": ("A table’s slip", "type-slip"),
    "whole": ("Whole card", "type-whole"),
}
SHOWN = {"missing": "Missing", "odd": "To be looked at", "all": "All"}


@dataclass(frozen=True, kw_only=True)
class Asked:
    """What the desk is asked to show."""

    by: str = "card"
    """One of WAYS."""
    show: str = "missing"
    """One of SHOWN."""
    round: int | None = None
    """None: the latest."""
    no: int | None = None
    """The number to type again."""
    typed: UUID | None = None
    """The key of what was just typed."""
    after: int | None = None
    """After which number the next is suggested."""

    @property
    def query(self) -> dict[str, object]:
        """What an address says of it."""
        usual = asdict(Asked())
        return {name: value for name, value in asdict(self).items() if value != usual[name]}


def asked_in(sent, *, by: str = "") -> Asked:
    """Return what an address asks for; of a form that was sent (`by` one of WAYS) where it was sent
    from."""
    found = AskForm(sent).asked
    if not by:
        return Asked(**found)
    return Asked(by=by, **{name: found[name] for name in ("show", "round") if name in found})


def begun_rounds(tournament: Tournament) -> list[Round]:
    """Return the rounds that paper can be of, the latest first."""
    return list(tournament.rounds.exclude(started_at=None).order_by("-no"))


def form_for(
    by: str, tournament: Tournament, sent=None, *, threes: bool = False, **initial
) -> DeskForm:
    """Return what is typed in one of WAYS; `threes`: whether three sit at a table of the round."""
    if by == "whole":
        numbers = sorted(row.no for row in begun_rounds(tournament))
        return WholeForm(sent, rounds=numbers, initial=initial)
    if by == "slip":
        return SlipForm(sent, threes=threes, initial=initial)
    return CardForm(sent, initial=initial)


def desk_context(
    tournament: Tournament,
    asked: Asked,
    *,
    form: DeskForm | None = None,
    said: Answer | None = None,
) -> dict:
    """Return everything templates/tournament/desk.html shows; a fixed number of queries.

    `form` is one that was refused; `said` an answer that the page itself cannot know.
    """
    rounds, by = begun_rounds(tournament), asked.by
    round = next((row for row in rounds if row.no == asked.round), rounds[0] if rounds else None)
    entrants = {one.no: one for one in entrants_of(tournament)}
    tables = played_tables(rounds if by == "whole" else [round]) if round else []
    lines = slip_lines(tables) if by == "slip" else card_lines(tables, entrants)
    answer = said or _answer(asked, tables, entrants)
    about = answer.tables if answer else ()
    desk = reverse("desk", args=[tournament.session_id])
    return {
        "session": tournament.session,
        "live": tournament.finished_at is None and not tournament.session.closed,
        "by": by,
        "here": f"{desk}?by={by}&round={round.no if round else 0}",
        "ways": [(way, says) for way, (says, _) in WAYS.items()],
        "address": WAYS[by][1],
        "show": asked.show,
        "shown": SHOWN.items(),
        "rounds": rounds,
        "round": round,
        "key": uuid4(),
        "answer": answer,
        "odd": sorted(odd_tables(tables), key=lambda odd: odd.no not in about),
        "lines": lines,
        "counts": counts_of(lines, tables),
    } | _form(
        form or _blank(tournament, asked, tables), form, asked, _suggested(lines, asked.after or 0)
    )


def _blank(tournament: Tournament, asked: Asked, tables: Sequence[PlayedTable]) -> DeskForm:
    threes = any(len(table.seats) == 3 for table in tables)
    return form_for(asked.by, tournament, threes=threes, no=asked.no, table=asked.no)


def _form(
    form: DeskForm, refused: DeskForm | None, asked: Asked, suggested: DeskLine | None
) -> dict:
    """Return the form with its cursor where it is wanted, and whom it suggests."""
    focus = form.wrong or form.typed[1 if asked.no and not refused else 0]
    form.at(focus, suggested.no if suggested else None)
    return {"form": form, "refused": refused, "focus": focus, "suggested": suggested}


def _answer(
    asked: Asked, tables: Sequence[PlayedTable], entrants: Mapping[int, Entrant]
) -> Answer | None:
    if asked.typed is None:
        return None
    return answer_to(asked.typed, tables, entrants, asked.after if asked.by == "whole" else None)


def _suggested(lines: Sequence[DeskLine], after: int) -> DeskLine | None:
    """Return the next that is missing after a number, starting again after the last."""
    missing = [line for line in lines if line.missing]
    return next((line for line in missing if line.no > after), next(iter(missing), None))
