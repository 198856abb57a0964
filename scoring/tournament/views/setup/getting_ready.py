"""The page before round 1 is drawn: a choice of formats, then the steps still missing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.functional import cached_property

from scoring.common.amounts import written
from scoring.common.to_do import Step
from scoring.euchre.wording import counted, listed
from scoring.evening.queries.sign_up import people_to_enter
from scoring.people.models import Club, Player
from scoring.tournament.forms.settings import FormatForm
from scoring.tournament.models import Tournament
from scoring.tournament.pure.fair import SitOuts, fair_rounds, pays_for_sitting_out, sit_outs_in
from scoring.tournament.pure.formats import FORMATS, Format
from scoring.tournament.pure.here import fewest
from scoring.tournament.pure.odd import ghosts_needed
from scoring.tournament.queries.entry_fees import entry_fees
from scoring.tournament.queries.now import format_in
from scoring.tournament.views.setup.entrants import Counts, EntrantLine, counts_of, lines_of
from scoring.tournament.views.setup.settings import describe_evening, lines

MOST_NAMED = 12


def offers(club: Club, form: FormatForm | None = None) -> dict:
    """Return the context of templates/tournament/setup/_offers.html, with each format in words. A
    new tournament counts in the season if the club's last one did."""
    if form is None:
        last = Tournament.objects.filter(session__club=club).order_by("made_at", "pk").last()
        form = FormatForm(saved=club.formats.all(), initial={"counts": last and last.counts})
    found = [
        (key, name, format, saved, tuple(lines(format))) for key, name, format, saved in form.offers
    ]
    return {"format_form": form, "offers": found}


@dataclass(frozen=True, kw_only=True)
class SittingOut:
    """The number of turns sitting out in these rounds, and fair alternatives for the director."""

    says: str
    loses: str
    """The disadvantage of sitting out. Empty if there is none."""
    offers: Sequence[SitOuts]
    """Numbers of rounds with equal turns."""

    @classmethod
    def of(cls, format: Format, number: int, *, follow: bool = False) -> SittingOut | None:
        """Return it for this number of entrants (no ghosts), or None if all play every round.
        `follow` says that the number of rounds depends on the number of entrants."""
        found = sit_outs_in(format, number)
        if not found.out or number < fewest(format):
            return None
        loses = "That is unfair, because sitting out scores no points." if not found.fair else ""
        usual = FORMATS[format.style].rounds
        why = (
            f" So the tournament has {format.rounds} rounds, not {usual}. You can change that in "
            "the settings."
        )
        return cls(
            says=f"In {counted(format.rounds, 'round')} {found.as_text}."
            f"{why if follow and format.rounds != usual else ''}",
            loses=loses if pays_for_sitting_out(format) else "",
            offers=() if found.fair else fair_rounds(format, number),
        )


@dataclass(frozen=True, kw_only=True)
class GettingReady:
    """The context of templates/tournament/setup/_getting_ready.html. It takes seven queries for any
    number of entrants."""

    tournament: Tournament

    @cached_property
    def format(self) -> Format:
        return format_in(self.tournament)

    @cached_property
    def found(self) -> list[EntrantLine]:
        return lines_of(self.tournament)

    @cached_property
    def counts(self) -> Counts:
        return counts_of(self.tournament, self.found)

    @cached_property
    def turns_out(self) -> SittingOut | None:
        """The turns sitting out. None if ghosts fill the last table, because then all play."""
        number, follow = self.counts.entrants, self.tournament.rounds_follow
        filled = self.counts.ghosts >= ghosts_needed(number, self.format)
        return None if filled else SittingOut.of(self.format, number, follow=follow)

    @cached_property
    def steps(self) -> tuple[Step, Step]:
        settings = _settings(self.tournament, self.counts.entrants)
        return settings, _entrants(self.tournament, self.counts)

    @cached_property
    def beforehand(self) -> int | None:
        return people_to_enter(self.tournament.session)

    @cached_property
    def too_few(self) -> str:
        return _too_few(self.format, self.counts.entrants)

    @cached_property
    def absent(self) -> list[EntrantLine]:
        """The entrants who are not checked in. Empty if there are no check-ins at all, because then
        the club does not use them."""
        here = {line.entrant.no: any(who.here for who in line.people) for line in self.found}
        absent = [line for line in self.found if not line.ghost and not here[line.entrant.no]]
        return absent if any(here.values()) else []

    @cached_property
    def unticked(self) -> str:
        people = [who for line in self.found for who in line.people]
        return describe_unticked(
            [who.player for who in people if not who.here],
            1,
            of=len(people),
            owe=any(who.fee for who in people if who.came is None),
        )


def _too_few(format: Format, number: int) -> str:
    """Return "You need at least 8 entrants". Empty if there are enough."""
    wanted = fewest(format) - (format.odd == "ghost")
    if number >= wanted:
        return ""
    return f"You need at least {counted(wanted, 'pair' if format.pairs else 'entrant')}"


def _settings(tournament: Tournament, number: int) -> Step:
    format, currency = format_in(tournament), tournament.session.club.currency
    fees = entry_fees(tournament)
    fee = f"{written(format.fee, currency)} to enter" if format.fee else "nothing to pay"
    if fees.guest != format.fee:
        fee += f", guests {written(fees.guest, currency)}"
    return Step(
        title="Settings",
        says=f"{format.name}, {fee}. {describe_evening(format, number, currency, fees)}",
        address=reverse("tournament-settings", args=[tournament.session_id]),
        done=True,
    )


def _entrants(tournament: Tournament, counts: Counts) -> Step:
    return Step(
        title="Entrants",
        says=counts.as_text if counts.entrants else "No entrants yet.",
        address=reverse("entrants", args=[tournament.session_id]),
        done=bool(counts.entrants) and not counts.missing,
        missing=counts.missing,
    )


def describe_unticked(people: Sequence[Player], no: int, *, of: int, owe: bool) -> str:
    """Return what happens to players who are not checked in when round `no` is published.

    `of` is the number of all players. Return nothing when all are checked in, or when none is and
    none owes a fee, because the club then does not use check-in.
    """
    number = len(people)
    if not number or (number == of and not owe):
        return ""
    seats = "a seat" if number == 1 else "seats"
    then = "owe the fee" if owe else "are checked in"
    when = f"get {seats} and {then} when round {no} is published."
    if number == of:
        return f"No one is ticked as here. All {number} {when}"
    named = _named([player.name for player in people])
    return f"{number} {'is' if number == 1 else 'are'} not ticked as here: {named}. They {when}"


def _named(names: list[str]) -> str:
    if len(names) > MOST_NAMED:
        return f"{', '.join(names[:MOST_NAMED])} and {len(names) - MOST_NAMED} more"
    return listed(names)
