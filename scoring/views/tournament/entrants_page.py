"""What the list of entrants shows, and whom a typed name may mean."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import QueryDict

from scoring.actions.tournament.setting_up import is_told
from scoring.forms.tournament.entrants import ChangeForm, EnterForm
from scoring.forms.tournament.lists import ListForm
from scoring.models import Player, Tournament
from scoring.models.evening_now import Person
from scoring.models.people import doubtful, everybody, narrowed
from scoring.models.tournament_now import format_in, late_comers
from scoring.rules.names import LONGEST, folded
from scoring.views.door_page import newcomer
from scoring.views.tournament.entrant_lines import Line, counts_of, lines_of

MOST_FOUND = 30
LONGEST_NUMBER = 18


@dataclass(frozen=True, kw_only=True)
class Found:
    """Whom a typed name may mean."""

    lines: tuple[Line, ...]
    """Entrants of that name."""
    players: tuple[Player, ...] = ()
    """People of the club who are not entered, those with names like it last."""
    newcomer: str = ""
    """A name that the club does not know; nothing when nobody can be called so."""


def found(
    tournament: Tournament, lines: Sequence[Line], said: str, *, but: int | None = None
) -> Found:
    """Return whom a name may mean, besides `but` (a key); without one everybody who is entered."""
    if not said:
        return Found(lines=tuple(lines))
    known = [
        player for player in everybody(tournament.session.club) if not _is_ghost(player, lines)
    ]
    entered = {player.pk for line in lines for player in line.entrant.people}
    free = [player for player in known if player.pk not in entered and player.pk != but]
    named = narrowed(free, said=said)[:MOST_FOUND]
    near = [player for player in doubtful(free, [said]).get(said, []) if player not in named]
    words = folded(said).split()
    return Found(
        lines=tuple(
            line for line in lines if all(word in folded(line.entrant.name) for word in words)
        ),
        players=(*named, *near),
        newcomer=newcomer([Person(player=player) for player in known], said),
    )


def _is_ghost(player: Player, lines: Sequence[Line]) -> bool:
    return any(line.ghost and player in line.entrant.people for line in lines)


def entrants_context(tournament: Tournament, asked: QueryDict) -> dict:
    """Return everything templates/tournament/entrants.html shows; a fixed number of queries.

    `asked` may hold `q`, a name; `first`, who is one of a pair to be; and `gone`, with who was
    taken out.
    """
    format, said = format_in(tournament), " ".join(asked.get("q", "").split())[:LONGEST]
    lines, first = lines_of(tournament), _player(tournament, asked.get("first"))
    gone = EnterForm(asked) if "gone" in asked else None
    return {
        "session": tournament.session,
        "format": format,
        "q": said,
        "first": None if gone else first,
        "gone": _gone(tournament, gone) if gone and gone.is_valid() else None,
        "found": found(tournament, lines, said, but=first.pk if first else None),
        "counts": counts_of(tournament, lines),
        "waiting": [] if format.pairs else late_comers(tournament),
        "everybody": lines,
        "list_form": ListForm(pairs=format.pairs, groups=format.groups),
        "change_form": ChangeForm(groups=format.groups),
        "told": is_told(tournament),
    }


def _player(tournament: Tournament, key: str | None) -> Player | None:
    """Return somebody of the club by his key as an address has it; None when there is no such."""
    known = key and key.isascii() and key.isdigit() and len(key) < LONGEST_NUMBER
    return tournament.session.club.players.filter(pk=key).first() if known else None


def _gone(tournament: Tournament, form: EnterForm) -> dict | None:
    """Return who was taken out, and what puts him back."""
    told = form.cleaned_data
    keys = [key for key in (told["first"], told["player"]) if key]
    names = [player.name for player in tournament.session.club.players.filter(pk__in=keys)]
    return told | {"name": " and ".join(names)} if names else None


def line_context(tournament: Tournament, player: Player) -> dict:
    """Return what a tap on somebody's line is answered with."""
    lines = lines_of(tournament)
    line = next((one for one in lines if player in one.entrant.people), None)
    return {"session": tournament.session, "line": line, "counts": counts_of(tournament, lines)}
