"""What the pages about cutting in and out show: values for templates/cutting/."""

from __future__ import annotations

from scoring.forms.candidates import BreakUpForm, ChangeForm, LeaveForm, StandInForm, WhoForm
from scoring.models import Sitting, Table
from scoring.models.changing import Change, change_at
from scoring.models.turns import Turns, free_people, seated_elsewhere
from scoring.movements.cutting_out import TURNS, turns_told
from scoring.rules.rule_set import NUMBERS
from scoring.rules.wording import listed
from scoring.views.games import game_score


def cutting_context(table: Table, *, runs: bool) -> dict:
    """Return everything templates/cutting/cut.html shows."""
    shown = change_context(table)
    sitting, between = shown["sitting"], shown["change"].turns.between
    waiting = {candidate.player_id for candidate in shown["change"].candidates}
    free = [player.name for player in free_people(table.session) if player.pk not in waiting]
    at = {"now": sitting.pk, "sitters": sitters_of(sitting)}
    return shown | {
        "session": table.session,
        "runs": runs,
        "ended": sitting.ended_at,
        "between": between,
        "people": _people(shown["change"].turns),
        "twice": sits_twice(table),
        "declare": WhoForm(names=free, label="Who wishes to come in?"),
        "leave": LeaveForm(**at, takes=not between),
        "stand_in": StandInForm(**at, names=free),
        "break_up": BreakUpForm(**at),
        "link": table.links.filter(right="write", revoked_at=None).first(),
    }


def change_context(table: Table) -> dict:
    """Return what templates/cutting/_change.html shows: who would come in and go out now, and
    why."""
    change = change_at(table)
    turn, turns, _ = TURNS[change.turns.turn]
    return {
        "table": table,
        "sitting": change.sitting,
        "change": change,
        "turn": turn,
        "turns": turns,
        "over": change.turns.over,
        "progress": "" if change.turns.over else progress(change.turns),
        "coming": listed([change.people[key].name for key in change.entry.enter]),
        "going": listed([change.people[key].name for key in change.out.out]),
        "decided": not (change.entry.must_cut or change.out.must_cut),
        "cards": _cards(change),
        "change_form": ChangeForm(**_as_seen(change)),
    }


def sits_twice(table: Table) -> str:
    """Return a sentence about everybody who sits at another open table of the evening too; "" for
    nobody."""
    found = seated_elsewhere(table, table.sitting.players)
    return " ".join(f"{player} sits at {other} too: is that right?" for player, other in found)


def sitters_of(sitting: Sitting) -> list[tuple[int, str]]:
    return [(player.pk, player.name) for player in sitting.players]


def progress(turns: Turns) -> str:
    """Return where the turn in progress stands: "Rubber 2, game 1: Ann and Cat 3, Ben and Dan
    0"."""
    sitting = turns.sitting
    if turns.between:
        return "No hand has been played yet"
    if sitting.standing is None:
        seats = len(sitting.players)
        done = sum(played.dealer != played.next_dealer for played in sitting.played) % seats
        return f"This round of deals stands at {NUMBERS[done]} of {NUMBERS[seats]}"
    score = game_score(sitting)
    return f"{score.place}: {', '.join(f'{side.name} {side.points}' for side in score.sides)}"


def _people(turns: Turns) -> list[dict]:
    """Return everybody in his seat: his turns, whose place he took, who plays for him."""
    away = {
        seat.player_id: seat.substitute for seat in turns.sitting.seats.select_related("substitute")
    }
    return [
        {
            "player": player,
            "turns": turns_told(turns.counts[player.pk], turns.turn),
            "took": turns.predecessors.get(player.pk, ""),
            "substitute": away.get(player.pk),
        }
        for player in turns.sitting.players
    ]


def _cards(change: Change) -> list[list[dict]]:
    """Return the cards that were cut, a round at a time."""
    rounds = (*change.out.rounds, *change.entry.rounds)
    return [
        [{"name": change.people[card.key].name, "card": card} for card in cards] for cards in rounds
    ]


def _as_seen(change: Change) -> dict:
    """Return what the form for the change carries: what its page showed."""
    over = change.turns.over
    return {
        "now": change.sitting.pk,
        "takes": not over,
        "seen": ",".join(str(candidate.pk) for candidate in change.candidates),
        "out": ",".join(map(str, change.out.out)) if over else "",
    }
