"""A format in words: what differs between one progressive evening and another, side by side."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.movements.tournament import formats
from scoring.movements.tournament.formats import Format
from scoring.rules.rule_sets import SHELF

NEW = {
    "split": "new partners at every table",
    "split-below": "new partners, except at the head table",
}


def lines(format: Format) -> Iterator[tuple[str, str]]:
    """Yield what tells a format from another, each line with its heading."""
    yield "A round", round_told(format)
    yield "Then", _moves(format)
    yield "Level?", formats.TIES[format.tie]
    yield "First is by", _ranking(format)
    yield "Rules", rules_told(format)


def said(format: Format, *, counts: bool) -> dict[str, str]:
    """Return what a format says of what its page folds away, by the fold."""
    lone = "" if format.lone_euchre is None else f"; euchred they cost {format.lone_euchre}"
    share = "tied prizes are split" if format.share else "ties are cut for"
    season = "counts in the season" if counts else "does not count in the season"
    return {
        "moves": f"{_moves(format)}; level: {formats.TIES[format.tie]}",
        "ranking": _ranking(format),
        "odd": formats.ODD[format.odd],
        "lone": f"{'allowed' if format.lone_at_head else 'not at the head table'}{lone}",
        "groups": " and ".join(format.groups) or "none",
        "prizes": f"{'one each' if format.one_prize_each else 'several each'}; {share}",
        "pots": ", ".join(pot.name for pot in format.pots) or "none",
        "season": f"{'secret before the last round; ' if format.suspense else ''}{season}",
    }


def _ranking(format: Format) -> str:
    return ", then ".join(formats.CRITERIA[key] for key in format.ranking)


def round_told(format: Format) -> str:
    """Return how a round ends: "8 hands", "until the head table has 5 points"."""
    clock = f", {format.minutes} minutes at most" if format.minutes else ""
    if format.ends == "bell":
        return f"until the head table has {format.bell_at} points and rings the bell{clock}"
    if format.ends == "clock":
        return f"{format.minutes} minutes by the clock"
    return f"{format.hands} hand{'' if format.hands == 1 else 's'}{clock}"


def _moves(format: Format) -> str:
    if format.movement != "progress":
        return formats.MOVEMENTS[format.movement]
    if format.pairs:
        return "the winning pair moves up, the losers stay"
    partners = formats.PARTNERS[format.partners]
    return f"winners move up; {NEW.get(format.partners) or f'partners {partners}'}"


def rules_told(format: Format) -> str:
    """Return the rules' name, and what they say of lone hands at the head table."""
    name = SHELF[format.rules].name if format.rules in SHELF else format.rules
    return name if format.lone_at_head else f"{name}; no lone hands at the head table"
