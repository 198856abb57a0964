"""The page of a tournament's settings, with its format in words, its length and its income from
fees."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from django.http import QueryDict
from django.utils.functional import cached_property

from scoring.common.amounts import written
from scoring.euchre.books import SHELF
from scoring.euchre.wording import counted, listed, score_as_text
from scoring.evening.queries.fees import FeeChange, fee_change
from scoring.evening.views.fees import FeePreview
from scoring.table.models import ClubSession, HouseRules
from scoring.tournament.actions.setting_up import is_published
from scoring.tournament.actions.settings import LOCKED
from scoring.tournament.forms.movement import CHOICES
from scoring.tournament.forms.settings import FormatForm, SaveFormatForm, SettingsForm
from scoring.tournament.models import Tournament
from scoring.tournament.pure import formats
from scoring.tournament.pure.fair import fair_rounds, sit_outs_in
from scoring.tournament.pure.formats import Format, table_name
from scoring.tournament.pure.here import fewest
from scoring.tournament.pure.length import describe_for_each, describe_length, how_long
from scoring.tournament.pure.moves import NAMED
from scoring.tournament.pure.moves_drawn import Drawing, drawing_of
from scoring.tournament.pure.moves_in_words import (
    describe_movement,
    describe_partners,
    describe_stages,
    moves_of,
)
from scoring.tournament.pure.odd import choices, ghosts_needed, sizes
from scoring.tournament.pure.presets import NAMED_SAYS, PRESETS, why_not_by
from scoring.tournament.pure.prize_money import PrizeMoney, prize_money_of
from scoring.tournament.pure.seats import FOUR, SIX
from scoring.tournament.pure.settings import suits
from scoring.tournament.pure.trial import MOST, never_meet, trial
from scoring.tournament.pure.values import RoundTable
from scoring.tournament.pure.winners import winner_of
from scoring.tournament.queries.entry_fees import EntryFees, entry_fees
from scoring.tournament.queries.now import format_in
from scoring.tournament.queries.pots import carried_to
from scoring.tournament.views.page import TournamentPage


def lines(format: Format) -> Iterator[tuple[str, str]]:
    """Yield the features that distinguish a format, each with its heading."""
    yield "A round", describe_round(format)
    if format.seats_six or format.places:
        yield "Tables", describe_tables(format)
    yield "Then", _moves(format)
    yield "Tied?", formats.TIES[format.tie]
    yield "Ranked by", _ranking(format)
    yield "Rules", describe_rules(format)


def said(format: Format) -> dict[str, str]:
    """Return the format's settings in words for each section that the page folds away."""
    lone = "" if format.lone_euchre is None else f"; euchred they cost {format.lone_euchre}"
    lone += f"; partners get {format.lone_partner} less" if format.lone_partner else ""
    share = "tied prizes are split" if format.share else "ties are cut for"
    tiers = f"; {counted(len(format.tiers), 'larger list')} of prizes" if format.tiers else ""
    return {
        "tables": describe_tables(format),
        "moves": f"{_moves(format)}; ties: {formats.TIES[format.tie]}",
        "ranking": _ranking(format),
        "odd": f"{formats.ODD[format.odd]}; who sits out: {formats.SITS_OUT[format.sits_out]}",
        "forfeit": score_as_text(format.forfeit),
        "lone": f"{'allowed' if format.lone_at_head else 'not at the head table'}{lone}",
        "groups": " and ".join(format.groups) or "none",
        "prizes": f"{'one each' if format.one_prize_each else 'several each'}; {share}{tiers}",
        "pots": ", ".join(pot.name for pot in format.pots) or "none",
        "suspense": "before the last round" if format.suspense else "none",
    }


def describe_tables(format: Format) -> str:
    """Return who plays at a table, as in "six, three against three"."""
    if format.places:
        worth = ", ".join(map(str, format.places))
        return f"four, each for themselves; points for places: {worth}"
    fours = ", and fours for those left over" if format.mixed_tables else ""
    return f"six, three against three{fours}" if format.seats_six else "four, two against two"


def _ranking(format: Format) -> str:
    return ", then ".join(formats.COLUMNS[key] for key in format.ranks_by)


def describe_round(format: Format) -> str:
    """Return how a round ends, as in "8 hands", "until the head table has 5 points"."""
    clock = f", {format.minutes} minutes at most" if format.minutes else ""
    if format.ends == "bell":
        return f"until the head table has {format.bell_at} points and rings the bell{clock}"
    if format.ends == "clock":
        return f"{format.minutes} minutes by the clock"
    return f"{format.hands} hand{'' if format.hands == 1 else 's'}{clock}"


def _moves(format: Format) -> str:
    if format.movement == "progress" and format.pairs:
        return "the winning pair moves up, the losers stay"
    moves = "winners move up" if format.movement == "progress" else describe_movement(format)
    parts = format.moves and format.movement != "seats" and not format.pairs
    partners = (describe_partners(format),) if parts else ()
    return "; ".join((moves, *partners, *describe_stages(format)))


def describe_rules(format: Format) -> str:
    """Return the name of the rules, and their rule on lone hands at the head table."""
    name = SHELF[format.rules].name if format.rules in SHELF else format.rules
    return name if format.lone_at_head else f"{name}; no lone hands at the head table"


def describe_evening(
    format: Format, number: int, currency: str, fees: EntryFees | None = None
) -> str:
    """Return the outline for this number of entrants (no ghosts), with their total `fees` or each
    one's fee from the format. Without entrants, return the length of the rounds and the fee."""

    def in_words(minor: int) -> str:
        return written(minor, currency)

    ghosts = ghosts_needed(number, format) if format.odd == "ghost" else 0
    tables = len(sizes(number + ghosts, format))
    if not tables:
        length = how_long(format, 2)
        guest = fees.guest if fees else None
        money = describe_for_each(format, written=in_words, guest=guest)
        return f"{listed(length.parts)}: about {length.about}{f'; {money}' if money else ''}."
    if fees is not None:
        return describe_length(
            format,
            tables=tables,
            people=fees.people,
            fees=fees.all,
            entries=fees.entries,
            written=in_words,
        )
    people = number * (2 if format.pairs else 1)
    return describe_length(format, tables=tables, people=people, written=in_words)


TABLES = (
    {"table_size": FOUR, "places": ()},
    {"table_size": SIX, "places": ()},
    {"table_size": FOUR, "places": (1,)},
)
"""The kinds of tables that rules can be for."""


@dataclass(frozen=True, kw_only=True)
class Way:
    """A way to choose, such as one to seat the players left over, with its effect."""

    key: str
    label: str
    says: str
    why_not: str = ""
    """Why this tournament cannot have it, if so."""


@dataclass(frozen=True, kw_only=True)
class MovementWay(Way):
    """A movement to choose."""

    never: str
    """What it never does, with tonight's number of tables."""
    drawing: Drawing | None


MOST_DRAWN = 40
"""The most tables for which the page says of every movement who never meets."""
GROUPS = ("first group", "second group")
"""Groups that have no names yet."""


def movement_way(key: str, label: str, format: Format, tables: int) -> MovementWay:
    """Return a movement to choose, for a format's groups and this number of tables."""
    preset, size = PRESETS.get(key), format.table_size
    if why := why_not_by(key, six=format.seats_six, pairs=format.pairs):
        return MovementWay(key=key, label=label, says=why, never="", drawing=None, why_not=why)
    says, never, movement = NAMED_SAYS.get(key, ""), "", NAMED.get(key)
    groups = format.groups or GROUPS
    if preset is not None:
        says, never, movement = preset.says, preset.never, preset.made(groups, size)
    if movement is None:
        return MovementWay(key=key, label=label, says=says, never=never, drawing=None)
    shown = replace(format, movement=movement, groups=groups, stages=())
    parts = describe_never(shown, tables) if tables <= MOST_DRAWN else ""
    return MovementWay(
        key=key,
        label=label,
        says=says,
        never=" ".join(filter(None, (never, parts))),
        drawing=drawing_of(shown, tables),
    )


def describe_never(format: Format, tables: int) -> str:
    """Return who never meets by a movement from table to table, with this number of tables, or
    ""."""
    parts = never_meet(format.moves, format.groups, tables, size=format.table_size)
    said = [listed([str(no) for no in part]) for part in parts]
    if not said:
        return ""
    return f"With {tables} tables, players from tables {'; from tables '.join(said)} never meet."


USUAL = 12
"""The entrants of a trial, where tonight's are too few or too many for it."""


@dataclass(frozen=True, kw_only=True)
class TrialTable:
    """A table of a trial."""

    no: int
    sides: tuple[tuple[str, bool], ...]
    """The numbers of each side, and whether it won."""

    @classmethod
    def of(cls, table: RoundTable) -> TrialTable:
        won = winner_of(table)
        sides = ((" + ".join(map(str, who)), side == won) for side, who in table.by_side.items())
        return cls(no=table.no, sides=tuple(sides))


def settings_form(tournament: Tournament, sent: QueryDict | None = None) -> SettingsForm:
    """Return the form of a tournament's settings, with the current values or those sent."""
    return SettingsForm(
        sent,
        now=format_in(tournament),
        house=tournament.house,
        houses=_houses(tournament),
        counts=tournament.counts,
        currency=tournament.session.club.currency,
        locked=LOCKED if is_published(tournament) else (),
    )


def _houses(tournament: Tournament) -> list[HouseRules]:
    """Return the house rules to choose from. Those in use are included even if newer ones have
    replaced them."""
    format = format_in(tournament)
    standing = [
        one
        for one in tournament.session.club.house_rules.standing()
        if any(suits(one.rules, replace(format, **tables)) for tables in TABLES)
    ]
    now = tournament.house
    return [now, *standing] if now and now not in standing else standing


def guests_pay(session: ClubSession) -> str:
    """Return the guests' fee. Empty if they pay the same as all others."""
    if session.guest_fee_minor == session.door_fee_minor:
        return ""
    return written(session.guest_fee_minor, session.club.currency)


def new_fee(tournament: Tournament, format: Format) -> FeeChange | None:
    """Return what another fee changes for people who are checked in; None if nothing."""
    before = format_in(tournament).fee
    if format.fee == before:
        return None
    fees = {"members": format.fee, "guests": format.fee}
    return fee_change(tournament.session, **fees, instead_of=before)


def describe_payouts(money: PrizeMoney, currency: str) -> str:
    """Return a line such as "First £50.00, Second £30.00; £20.00 stay with the club."."""
    amounts = [
        f"{formats.PRIZES[prize.prize]} {written(prize.amount, currency)}"
        for prize in money.prizes
        if prize.amount or prize.percent
    ]
    whose = f"{money.group}: " if money.group else ""
    left = written(abs(money.left), currency)
    rest = f"{left} more than the fees bring" if money.left < 0 else f"{left} stay with the club"
    return f"{whose}{', '.join(amounts) or 'no prizes in money'}; {rest}."


@dataclass(frozen=True, kw_only=True)
class SettingsPage(TournamentPage):
    """All settings of a tournament, and the resulting length."""

    form: SettingsForm
    save_form: SaveFormatForm = field(default_factory=SaveFormatForm)
    new_fees: FeePreview | None = None
    """Shown before another fee is saved, once people are checked in."""

    @cached_property
    def number(self) -> int:
        return self.tournament.entrants.filter(ghost=False).count()

    @cached_property
    def guests(self) -> str:
        return guests_pay(self.session)

    @cached_property
    def locked(self) -> bool:
        return is_published(self.tournament)

    @cached_property
    def odd(self) -> list[Way]:
        return odd_ways(self.form.format, self.number)

    @cached_property
    def movements(self) -> list[MovementWay]:
        """The movements to choose from, each with what follows from it, and a drawing for tonight's
        tables."""
        format = self.form.now
        tables = max(3, len(sizes(self.number, format)))
        return [movement_way(key, label, format, tables) for key, label in CHOICES]

    @property
    def drawing(self) -> Drawing | None:
        """The movement on the form, drawn."""
        format = self.form.format
        return drawing_of(format, max(3, len(sizes(self.number, format))))

    @cached_property
    def said(self) -> dict[str, str]:
        return said(self.form.now)

    @cached_property
    def fees(self) -> EntryFees:
        format, saved = self.form.format, self.form.now
        return entry_fees(self.tournament, fee=format.fee if format.fee != saved.fee else None)

    @property
    def length(self) -> str:
        currency = self.session.club.currency
        return describe_evening(self.form.format, self.number, currency, self.fees)

    @property
    def payouts(self) -> list[str]:
        """Each prize in money, once all entrants have paid. Empty where no prize depends on
        fees."""
        format, entries = self.form.format, self.fees.entries
        if not format.by_fees or not entries:
            return []
        found = prize_money_of(format, entries)
        return [describe_payouts(money, self.session.club.currency) for money in found]

    @property
    def moves(self) -> list[tuple[str, list[str]]]:
        """The first two tables and the last, each with where its players go after a round."""
        format = self.form.format
        last = max(3, len(sizes(self.number, format)))
        if format.moves is None:
            return []
        return [
            (table_name(no, format), list(moves_of(format, table=no, tables=last)))
            for no in (1, 2, last)
        ]

    @property
    def never(self) -> str:
        """Who never meets by the movement, for tonight's number of tables."""
        format = self.form.format
        tables = len(sizes(self.number, format))
        if format.moves is None or tables < 2 or format.stages:
            return ""
        return describe_never(format, tables)

    @cached_property
    def trial(self) -> list[tuple[int, list[TrialTable], str]]:
        """The first rounds with made-up results, each with its number, its tables, and who sits
        out."""
        format = self.form.format
        number = self.number if fewest(format) <= self.number <= MOST else USUAL
        return [
            (
                round.no,
                [TrialTable.of(table) for table in round.tables],
                ", ".join(map(str, round.sitting_out)),
            )
            for round in trial(format, number)
        ]

    @property
    def turns_out(self) -> str:
        return "" if self.locked else describe_turns_out(self.form.format, self.number)

    @cached_property
    def carried(self) -> list[tuple[str, str]]:
        """The pots that were carried over and wait to be played for, with what is in each."""
        if self.tournament.finished_at or self.session.closed:
            return []
        currency = self.session.club.currency
        return [(pot.name, written(pot.opening, currency)) for pot in carried_to(self.tournament)]

    @cached_property
    def format_form(self) -> FormatForm:
        saved = self.session.club.formats.all()
        return FormatForm(saved=saved, initial={"format": self.tournament.style})


def describe_turns_out(format: Format, number: int) -> str:
    """Return "In 8 rounds 6 of 10 sit out twice, the others once; all alike in 10 or 5.". Empty if
    there are no turns out, or if all have equally many."""
    found = sit_outs_in(format, number)
    if not found.out or found.fair or number < fewest(format):
        return ""
    fair = " or ".join(str(one.rounds) for one in fair_rounds(format, number))
    alike = f"; all alike in {fair}" if fair else ""
    return f"In {counted(format.rounds, 'round')} {found.as_text}{alike}."


def odd_ways(format: Format, number: int) -> list[Way]:
    """Return the ways to seat the players left over, each with its effect for this number of
    entrants."""
    tonight = {choice.odd: choice.says for choice in choices(number, format)}
    found = [
        Way(key=key, label=label, says=tonight.get(key, "")) for key, label in formats.ODD.items()
    ]
    return [one for one in found if not (format.pairs and one.key == "three")]
