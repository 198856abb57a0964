"""Check whether the players named for one side of a match are eligible. Findings are about the
squad, borrowing, late registration, transfers, and duplicates. Each quotes the rule."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Literal

from scoring.common.dates import long_day
from scoring.league.pure.agreement import Agreement
from scoring.league.pure.values import Side
from scoring.league.pure.wording import number, rule_of

Came = Literal["before", "night", "transfer"]
Kind = Literal[
    *("twice", "both sides", "unregistered", "late", "borrowed", "transfers", "least", "no squad")
]


@dataclass(frozen=True, kw_only=True)
class Spell:
    """A player's registration for a team, from a day until they left. `until` is the first day
    after it."""

    name: str
    team: str
    since: date
    until: date | None = None
    came: Came = "before"

    def covers(self, day: date) -> bool:
        """Return whether they were of the team on this day."""
        return self.since <= day and (self.until is None or day < self.until)


@dataclass(frozen=True, kw_only=True)
class Appearance:
    """A player's appearance for a team in a match of the season."""

    name: str
    team: str
    date: date


@dataclass(frozen=True, kw_only=True)
class Named:
    """A named player, with the team whose squad they are in on the day, or "". `borrowed` counts
    how often they are borrowed with this match, or is 0 if they are not."""

    name: str
    team: str
    borrowed: int = 0


@dataclass(frozen=True, kw_only=True)
class Finding:
    """A finding about a player, or about the side (`name` is ""), as a sentence, with the rule in
    the league's own words. If it doesn't bar the player it is only a note."""

    kind: Kind
    side: Side
    name: str = ""
    bars: bool
    says: str
    rule: str = ""


@dataclass(frozen=True, kw_only=True)
class SideCheck:
    """The players named for a side, each once, and the findings. Those that bar players come
    first."""

    people: tuple[Named, ...]
    findings: tuple[Finding, ...]

    @property
    def barred(self) -> bool:
        """Whether the rules do not allow this side."""
        return any(finding.bars for finding in self.findings)


def check_side(  # noqa: PLR0913
    agreement: Agreement,
    *,
    side: Side,
    team: str,
    day: date,
    names: Sequence[str],
    others: Collection[str] = (),
    squads: Iterable[Spell],
    appearances: Iterable[Appearance] = (),
    complete: bool = True,
) -> SideCheck:
    """Return the check of one side's names against the league rules.

    `others` are the names of the other side, `squads` all registrations of the season, and
    `appearances` those of these players in its other matches. Until the names are `complete`,
    places may still be filled.

    A team that never registered a player has no squad to check against. If a squad began on the day
    of the match, the team brought its first one, so none of it counts as signed on the night.
    """
    spells = defaultdict(list)
    for spell in squads:
        spells[spell.name].append(spell)
    of_team = [spell.since for of in spells.values() for spell in of if spell.team == team]
    began, unlisted = min(of_team, default=day), not of_team
    borrowings = _borrowings(appearances, spells, day)
    people = []
    for name in dict.fromkeys(names):
        theirs = _team_on(spells[name], day, team)
        strange = bool(theirs) and theirs != team
        people.append(
            Named(name=name, team=theirs, borrowed=borrowings[name] + 1 if strange else 0)
        )
    found = list(_twice(agreement, side, names, others))
    if unlisted:
        says = f"{team} has no registered squad yet, so its names were not checked."
        found.append(Finding(kind="no squad", side=side, bars=False, says=says))
    for one in people:
        if one.team == team:
            found += _transfers(agreement, side, one, spells[one.name], day)
            found += _late(agreement, side, one, spells[one.name], began, day)
        elif one.team:
            found += _borrowed(agreement, side, one)
        elif not unlisted:
            found += _unregistered(agreement, side, one, team, spells[one.name])
    if not unlisted:
        found += _least(agreement, side, team, people, complete)
    found.sort(key=lambda finding: not finding.bars)
    return SideCheck(people=tuple(people), findings=tuple(found))


def team_on(squads: Iterable[Spell], name: str, day: date) -> str:
    """Return the team for which a player was registered on a day, or ""."""
    return _team_on([spell for spell in squads if spell.name == name], day)


def transfers_of(squads: Iterable[Spell], name: str, until: date) -> int:
    """Return how often a player changed teams up to and including a day."""
    return sum(
        spell.name == name and spell.came == "transfer" and spell.since <= until for spell in squads
    )


def _team_on(spells: Iterable[Spell], day: date, first: str = "") -> str:
    teams = [spell.team for spell in spells if spell.covers(day)]
    return first if first in teams else (teams or [""])[-1]


def _borrowings(
    appearances: Iterable[Appearance], spells: dict[str, list[Spell]], day: date
) -> Counter[str]:
    """How often each played until this day for a team that was not theirs, but another was."""
    found: Counter[str] = Counter()
    for one in appearances:
        theirs = _team_on(spells.get(one.name, ()), one.date, one.team)
        found[one.name] += one.date <= day and theirs not in ("", one.team)
    return found


def _twice(
    agreement: Agreement, side: Side, names: Sequence[str], others: Collection[str]
) -> Iterator[Finding]:
    what = {"side": side, "bars": True}
    for name, times in Counter(names).items():
        # Where partners change, everybody is named for each of their games.
        if times > 1 and agreement.meet != "free":
            says = f"{name} is named {_times(times)}. Each player has one partner."
            yield Finding(kind="twice", name=name, says=says, **what)
        if name in others:
            says = f"{name} is named on both sides."
            yield Finding(kind="both sides", name=name, says=says, **what)


def _transfers(
    agreement: Agreement, side: Side, one: Named, spells: Iterable[Spell], day: date
) -> Iterator[Finding]:
    most, times = agreement.players.transfers, transfers_of(spells, one.name, day)
    if most is not None and times > most:
        yield Finding(
            kind="transfers",
            side=side,
            name=one.name,
            bars=True,
            says=f"{one.name} has changed teams {_times(times)} this season.",
            rule=rule_of(agreement, "transfers"),
        )


def _late(
    agreement: Agreement, side: Side, one: Named, spells: Iterable[Spell], began: date, day: date
) -> Iterator[Finding]:
    came = next(spell for spell in spells if spell.team == one.team and spell.covers(day))
    if came.came != "transfer" and began < came.since == day and not agreement.players.on_the_night:
        yield Finding(
            kind="late",
            side=side,
            name=one.name,
            bars=True,
            says=f"{one.name} was registered on the day of the match.",
            rule=rule_of(agreement, "on_the_night"),
        )


def _borrowed(agreement: Agreement, side: Side, one: Named) -> Iterator[Finding]:
    most, says = agreement.players.borrowed, f"{one.name} plays for {one.team}, "
    bars = most is not None and one.borrowed > most
    if most == 0:
        says += "and borrowing is not allowed here."
    elif bars:
        says += (
            f"and was borrowed {_times(one.borrowed - 1)} already. To play again, they must "
            "transfer."
        )
    elif one.borrowed == most:
        says += f"borrowed {_for_the(one.borrowed)} and last time."
    else:
        says += f"borrowed {_for_the(one.borrowed)} time."
    rule = rule_of(agreement, "borrowed")
    yield Finding(kind="borrowed", side=side, name=one.name, bars=bars, says=says, rule=rule)


def _unregistered(
    agreement: Agreement, side: Side, one: Named, team: str, spells: Iterable[Spell]
) -> Iterator[Finding]:
    what = {"side": side, "name": one.name, "bars": True}
    rule = rule_of(agreement, "on_the_night")
    joined = min((spell.since for spell in spells if spell.team == team), default=None)
    if joined:
        left = [spell.until for spell in spells if spell.team == team and spell.until]
        says = f"{one.name} was not with {team} on that day, only from {long_day(joined)}"
        says += f" to {long_day(max(left))}." if left else "."
        yield Finding(kind="late", says=says, rule=rule, **what)
        return
    says = f"{one.name} isn’t registered for any team."
    if agreement.players.on_the_night:
        says += " Sign them first."
    yield Finding(kind="unregistered", says=says, rule=rule, **what)


def _least(
    agreement: Agreement, side: Side, team: str, people: Sequence[Named], complete: bool
) -> Iterator[Finding]:
    least = agreement.players.least
    own = sum(one.team == team for one in people)
    open_ = 0 if complete else max(0, 2 * agreement.settings.pairs - len(people))
    if own + open_ < least:
        yield Finding(
            kind="least",
            side=side,
            bars=True,
            says=f"{f'Only {number(own)}' if own else 'No one'} of the squad of {team} "
            f"{'play' if own > 1 else 'plays'}. At least {number(least)} must.",
            rule=rule_of(agreement, "least"),
        )


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{number(count)} times")


def _for_the(count: int) -> str:
    ordinals = ("first", "second", "third", "fourth", "fifth", "sixth")
    return f"for the {ordinals[count - 1]}" if count <= len(ordinals) else f"for the {count}th"
