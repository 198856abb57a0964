"""euchre-movement/1: a rotation as a document, and as a grid for people (docs/movements.md)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scoring.movement.rotation.plan import Plan, PlannedRound

FORMAT = "euchre-movement/1"


def document(plan: Plan) -> dict:
    """Return the rotation as JSON values."""
    return {
        "format": FORMAT,
        "players": len(plan.people),
        "rounds": [_round(one) for one in plan.rounds],
        "summary": plan.summary,
    }


def _round(one: PlannedRound) -> dict:
    tables = [
        {"table": no, "sides": [list(side) for side in sides]}
        for no, sides in enumerate(one.tables, start=1)
    ]
    return {"no": one.no, "tables": tables, "sitting_out": list(one.sitting_out)}


def grid(plan: Plan) -> str:
    """Return a line for each round, with the players of each table and those who sit out."""
    return "\n".join(_lines(plan))


def _lines(plan: Plan) -> Iterator[str]:
    width = len(str(max(plan.people)))
    heads = [
        f"{f'Table {no}':<{len(_cell(sides, width))}}"
        for no, sides in enumerate(plan.rounds[0].tables, start=1)
    ]
    yield f"Round  {'  '.join(heads)}".rstrip()
    for one in plan.rounds:
        cells = [_cell(sides, width) for sides in one.tables]
        out = f"out: {', '.join(map(str, one.sitting_out))}" if one.sitting_out else ""
        yield f"{one.no:>5}  {'  '.join(cells)}  {out}".rstrip()
    summary = plan.summary
    least, most = summary["sit_outs"].values()
    out = f"{_times(least)} to {_times(most)}" if least != most else _times(most)
    yield (
        f"No one partners the same player more than {_times(summary['partners']['max'])}, or plays "
        f"against one more than {_times(summary['opponents']['max'])}; each sits out {out}."
    )


def _cell(sides: Sequence[Sequence[int]], width: int) -> str:
    return " v ".join(_side(side, width) for side in sides)


def _side(side: Sequence[int], width: int) -> str:
    first, *others = side
    return "+".join([f"{first:>{width}}", *(f"{one:<{width}}" for one in others)])


def _times(number: int) -> str:
    return {0: "never", 1: "once", 2: "twice"}.get(number, f"{number} times")
