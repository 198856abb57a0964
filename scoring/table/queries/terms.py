"""Other rules or another stake from an earlier hand on, with the hands that they concern and the
effect."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from itertools import groupby

from django.utils.functional import cached_property

from scoring.common.refused import OUT_OF_DATE
from scoring.euchre import game
from scoring.euchre.hand import Hand, ImpossibleHand
from scoring.euchre.points import score
from scoring.euchre.refusals import refuse_number_of_players
from scoring.euchre.rule_set import RuleSet
from scoring.euchre.wording import describe
from scoring.table import hooks
from scoring.table.models import FormerTerms, HandRecord, Sitting, Table
from scoring.table.queries.effects import Effect, Part, effect_between
from scoring.table.queries.settlement import settled_before, whole

MOST_TERMS = 20
"""Of the rules or the stake of earlier hands, at one table."""


def why_terms_are_set(table: Table) -> str:
    """Return why people can't change the rules or the stake of a table, in a sentence; "" if they
    can."""
    if table.session.closed:
        return f"This {table.session.noun} is closed. The organiser can reopen it."
    if table.sitting.round_table_id is not None:
        return "The tournament sets the rules of this table. Ask the director."
    return hooks.rules_are_set.first(table) or ""


@dataclass(frozen=True, kw_only=True)
class Run:
    """Hands in a row by the same rules and for the same stake, whoever sat there."""

    since: int
    """The number of the first sitting."""
    terms: Table
    first: bool
    """Whether no hand was played before by other rules or for another stake."""


def runs_of(table: Table) -> list[Run]:
    """Return the hands of a table, latest first, each as far back as the rules and the stake were
    the same. A round of a tournament ends the list, because its rules are not the table's."""
    return _runs(_own(table))


def _runs(sittings: list[Sitting]) -> list[Run]:
    found = [one for one in sittings if one.counted]
    groups = [list(group) for _, group in groupby(found, key=lambda one: values_of(one.terms))]
    runs = [
        Run(since=group[0].no, terms=group[0].terms, first=no == 0)
        for no, group in enumerate(groups)
    ]
    return runs[::-1]


def _own(table: Table) -> list[Sitting]:
    """Return the sittings since the last round of a tournament, in order."""
    found = whole(table.sittings.order_by("no"))
    rounds = [no for no, one in enumerate(found, start=1) if one.round_table_id is not None]
    return found[max(rounds, default=0) :]


def values_of(terms: Table) -> tuple:
    """Return what two tables with the same rules and stake have in common."""
    options = tuple(sorted(terms.options.items()))
    return terms.rules_key, options, terms.house_id, terms.stake_minor


@dataclass(frozen=True, kw_only=True)
class Backdated:
    """Other rules or another stake (`terms`) for a table from its sitting of this number on."""

    table: Table
    since: int
    terms: Table

    @cached_property
    def _all(self) -> list[Sitting]:
        return _own(self.table)

    @property
    def sittings(self) -> list[Sitting]:
        return [one for one in self._all if one.no >= self.since]

    @cached_property
    def concerned(self) -> list[Sitting]:
        """The sittings with hands that count."""
        return [one for one in self.sittings if one.counted]

    @property
    def changed(self) -> list[Sitting]:
        """The sittings that have other rules or another stake now."""
        return [one for one in self.sittings if values_of(one.terms) != values_of(self.terms)]

    @property
    def hands(self) -> int:
        return sum(len(one.counted) for one in self.concerned)

    @property
    def before(self) -> list[str]:
        """The rules and stakes of these hands now, in words."""
        return list(dict.fromkeys(one.terms.terms_in_full for one in self.concerned))

    @property
    def seen(self) -> str:
        """A digest by which a preview is known to be out of date."""
        house = self.terms.house and self.terms.house.edition
        shown = (self.table.version, self.since, values_of(self.terms), house)
        return sha256(repr(shown).encode()).hexdigest()[:16]

    @property
    def refusal(self) -> str:
        """Why it can't be, whatever the hands are, in a sentence; "" if it can."""
        if self.since not in {run.since for run in _runs(self._all)}:
            return why_terms_are_set(self.table) or OUT_OF_DATE
        if why := why_terms_are_set(self.table):
            return why
        if not self.changed:
            return f"{self.table} plays by these rules and for this stake now."
        if self._drops_payments:
            return "Players have already paid for these hands. Enter a stake."
        former = FormerTerms.objects.filter(sitting__table=self.table)
        if former.values("at").distinct().count() >= MOST_TERMS:
            return (
                f"The rules of earlier hands were changed {MOST_TERMS} times. Change them from "
                "the next hand, or start a new table."
            )
        return ""

    @property
    def _drops_payments(self) -> bool:
        """Whether the evening would have no stake any more, so that money already paid would drop
        out of its settlement."""
        session = self.table.session
        if self.terms.stake_minor or not any(one.terms.stake_minor for one in self.sittings):
            return False
        if not any(one.closing.statement.for_money for one in settled_before(session)):
            return False
        mine = [one.pk for one in self.sittings]
        others = Sitting.objects.filter(table__session=session, round_table=None).exclude(
            pk__in=mine
        )
        played = others.filter(pk__in=HandRecord.objects.values("sitting"))
        return not any(one.terms.stake_minor for one in whole(played))

    @cached_property
    def problems(self) -> list[str]:
        """The hands that the new rules do not allow, a sentence or two each."""
        return [line for sitting in self.concerned for line in self._problems(sitting)]

    def _problems(self, sitting: Sitting) -> Iterator[str]:
        several = len([one for one in self._all if one.counted]) > 1
        part = f"Part {sitting.no}, hand" if several else "Hand"
        seats = len(sitting.players)
        try:
            refuse_number_of_players(seats, self.terms.rules)
            after, cause = self._played(sitting), None
        except ImpossibleHand as wrong:
            yield f"Part {sitting.no}: {wrong.message}" if several else wrong.message
            return
        except game.ImpossibleSitting as wrong:
            after, cause = sitting.played, f"{part} {wrong.no}: {wrong.message}"
        for was, now in zip(sitting.played, after, strict=True):
            at = {"seats": seats, "dealer": now.dealer}
            if why := _why_not(was.hand, by=self.terms.rules, rules=sitting.rules, **at):
                cause = None
                yield f"{part} {was.no} ({describe(was.hand, sitting.names, sitting.rules)}): {why}"
        if cause:
            yield cause

    def _played(self, sitting: Sitting) -> list[game.Played]:
        return game.play(
            [bare.hand for bare in sitting.counted],
            rules=self.terms.rules,
            seats=len(sitting.players),
            first_dealer=sitting.first_dealer,
            kept=True,
        )

    @cached_property
    def effect(self) -> Effect:
        """Return what moves, if there are no `problems`."""
        pairs = [(one, self._played(one)) for one in self.concerned]
        return effect_between(
            [Part(names=one.names, played=one.played, terms=one.terms) for one, _ in pairs],
            [Part(names=one.names, played=after, terms=self.terms) for one, after in pairs],
            dealers_moved=sum(
                was.dealer != now.dealer
                for one, after in pairs
                for was, now in zip(one.played, after, strict=True)
            ),
        )


def _why_not(hand: Hand, *, by: RuleSet, rules: RuleSet, seats: int, dealer: int) -> str:
    """Return why the rules `by` don't allow a hand that was played by other `rules`. A hand that
    its own rules would not allow any more, as its dealer was corrected, stays possible."""
    at = {"seats": seats, "dealer": dealer}
    if why := _wrong(hand, rules=by, kept=True, **at):
        return why
    why = _wrong(hand, rules=by, **at)
    return why if why and not _wrong(hand, rules=rules, **at) else ""


def _wrong(hand: Hand, **at) -> str:
    try:
        score(hand, **at)
    except ImpossibleHand as wrong:
        return wrong.message
    return ""
