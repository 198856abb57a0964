"""What stands on the sheet of a player's year: his page, on paper."""

from __future__ import annotations

from scoring.models import Player
from scoring.rules.wording import counted
from scoring.sheets.listing_values import Heading
from scoring.sheets.player_year_values import Part, PlayerYear
from scoring.views.career_page import Line, career_context

NAMES = 20


def player_year(player: Player, *, year: int | None) -> PlayerYear:
    """Return the sheet of one year, or of all of them; money is left to the accounts."""
    found = career_context(player, year=year, money=False)
    return PlayerYear(
        name=player.name,
        club=player.club.name,
        about=str(year) if year else "all years",
        figures=_figures(found),
        levels=tuple(found["levels"]),
        parts=(
            _rules(found),
            *(_role(role, lines) for role, lines in found["roles"]),
            _seats(found),
            _met("With whom", "Points a hand", found["beside"], "Hands together on one side."),
            _met("Against whom", "Ahead by", found["against"], "Hands on different sides."),
        ),
    )


def _figures(found: dict) -> tuple[tuple[str, str], ...]:
    total, play = found["total"], found["play"]
    figures = [
        ("Evenings", str(total.evenings)),
        ("Hands", str(total.hands)),
        ("Net points", found["net"]),
        ("Longest run", counted(play.scoring.best, "hand")),
    ]
    rated = [("Rating", found["ratings"][0]["shown"])] if found["ratings"] else []
    return (*figures, *rated)


def _columns(first: str, *others: str) -> tuple[Heading, ...]:
    return (
        Heading(title=first, kind="name"),
        *(Heading(title=title, kind="figure") for title in others),
    )


def _rules(found: dict) -> Part:
    return Part(
        title="By the rules played",
        columns=_columns("Rules", "Evenings", "Hands", "Points a hand", "Games won", "Net points"),
        rows=tuple(
            (
                line["name"],
                str(line["total"].evenings),
                str(line["total"].hands),
                line["a_hand"],
                line["games"],
                line["net"],
            )
            for line in found["by_rules"]
        ),
    )


def _role(role: str, lines: list[Line]) -> Part:
    told = [line for line in lines if line.share.among]
    percents = not all(line.few for line in told)
    columns = _columns("", "Hands", "Of", *(["Per cent"] if percents else []), "With luck")
    return Part(title=role, columns=columns, rows=tuple(_shared(line, percents) for line in told))


def _shared(line: Line, percents: bool) -> tuple[str, ...]:
    share = line.share
    percent = [("–" if line.few else f"{share.percent} %")] if percents else []
    return (line.what, str(share.of), str(share.among), *percent, f"{share.low} to {share.high} %")


def _seats(found: dict) -> Part:
    rows = (
        (name, str(hands), rate) for name, hands, _, rate in (*found["seats"], *found["tables"])
    )
    return Part(
        title="By seat", columns=_columns("Seat", "Hands", "Points a hand"), rows=tuple(rows)
    )


def _met(title: str, head: str, rows: list, note: str) -> Part:
    shown = tuple((name, str(hands), figure) for _, name, hands, figure in rows[:NAMES])
    return Part(title=title, columns=_columns("Player", "Hands", head), rows=shown, note=note)
