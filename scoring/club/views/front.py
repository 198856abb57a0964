"""The front page: what Bowerbook is, to a visitor; tonight, clubs and tables, to those who have
any."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache

from django.conf import settings
from django.db.models import Exists, OuterRef, Subquery
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.functional import cached_property
from django.views.decorators.http import require_safe

from scoring.club.models import Season
from scoring.club.queries.agenda import tonight_for
from scoring.club.views.club import when_it_is
from scoring.club.views.hosted import HostedHere, hosted_here
from scoring.common.access import actor_of, behind_a_door
from scoring.common.chart import LineChart
from scoring.common.permissions import OWN, SITE, may
from scoring.euchre.books import SHELF
from scoring.euchre.wording import counted, gains
from scoring.league.models import League
from scoring.people.models import Officer
from scoring.public.models import PersonalLink
from scoring.public.pure import examples
from scoring.public.pure.examples import GAME, TAPPED
from scoring.public.queries.player_page import codes_are_given
from scoring.public.views.examples import Pays, curve_of, payments_of
from scoring.public.views.personal_code import own_pages_on
from scoring.site.backup.shelf import last_verified
from scoring.table.models import ClubSession
from scoring.table.views.keys import trick_keys

BOOKS = {
    "keller": ("Keller", "1887"),
    "hoyle-four": ("Hoyle", "Hoffmann"),
    "club-laws": ("Club laws", "1890"),
    "call-ace": ("Foster", "1905"),
    "britannica-four": ("Britannica", "9th ed."),
    "british": ("British", "leagues"),
    "american": ("American", "today"),
    "bid": ("Bid Euchre", "today"),
}
"""The backs of the books on the shelf, each with its year, by the rule set that they lead to."""


@dataclass(frozen=True, kw_only=True)
class TappedTile:
    """A player's key on the pad that plays a hand, before and after it is saved."""

    name: str
    colour: int
    role: str
    deals: bool
    before: int
    after: int


@dataclass(frozen=True, kw_only=True)
class TappedHand:
    """The hand that the pad on the front page plays."""

    no: int
    rules: str
    tiles: tuple[TappedTile, ...]
    maker: str
    partner: str
    tricks: int
    keys: list[str]
    """What each number of tricks means."""
    gains: str
    why: str

    @property
    def in_words(self) -> str:
        """What the moving pad shows, for those who can't see it."""
        return (
            f"The score pad. {self.maker} is tapped as the maker, {self.partner} as the partner, "
            f"then {self.tricks} tricks. The pad shows {self.gains}. The hand is saved."
        )


def _tapped_hand() -> TappedHand:
    played = GAME.played[TAPPED - 1]
    hand, names = played.hand, GAME.names
    roles = {hand.maker: "maker", hand.partner: "partner"}
    before = GAME.totals_after(TAPPED - 1)
    award = played.score.awards[0]
    return TappedHand(
        no=played.no,
        rules=GAME.rules.name,
        tiles=tuple(
            TappedTile(
                name=names[seat],
                colour=GAME.colours[seat],
                role=roles.get(seat, ""),
                deals=seat == played.dealer,
                before=before[seat],
                after=played.totals[seat],
            )
            # As the keys are laid: along the top, down the right, up the left.
            for seat in (0, 1, 4, 2, 3)
        ),
        maker=names[hand.maker],
        partner=names[hand.partner],
        tricks=hand.tricks,
        keys=trick_keys(GAME.rules),
        gains=gains(played.score.points, names, GAME.rules),
        why=f"{award.reason} · {award.law.short}",
    )


@dataclass(frozen=True, kw_only=True)
class Shown:
    """What visitors are shown, from the example game."""

    hand: TappedHand
    curve: LineChart | None
    payments: tuple[Pays, ...]
    ways: int
    """The number of rule sets."""


@lru_cache(maxsize=1)
def _shown() -> Shown:
    return Shown(
        hand=_tapped_hand(),
        curve=curve_of(GAME),
        payments=payments_of(examples.settled(GAME), GAME),
        ways=len(SHELF),
    )


@dataclass(frozen=True, kw_only=True)
class TonightRow:
    """An evening of tonight, in a club of the signed-in user."""

    session: ClubSession
    when: str
    about: str

    @property
    def makes_tables(self) -> bool:
        """Whether players are here and have no table yet."""
        return bool(self.session.here and not self.session.tables_open)


@dataclass(frozen=True, kw_only=True)
class FrontPage:
    """The front page."""

    request: HttpRequest
    hosted: HostedHere
    own_pages: Sequence[PersonalLink]
    now: datetime

    @property
    def signed_in(self) -> bool:
        return self.request.user.is_authenticated

    @cached_property
    def tonight(self) -> list[TonightRow]:
        if not self.offices:
            return []
        return [
            TonightRow(session=one, when=when_it_is(one, self.now), about=_about(one))
            for one in tonight_for(self.request.user)
        ]

    @cached_property
    def offices(self) -> Iterable[Officer]:
        """The roles of the signed-in user; each with whether the club has leagues, and with the key
        of its `season` of today, or the latest."""
        if not self.signed_in:
            return []
        begun = Season.objects.filter(club=OuterRef("club"), starts_on__lte=self.now.date())
        asked = self.request.user.offices.select_related("club").annotate(
            has_leagues=Exists(League.objects.filter(club=OuterRef("club"))),
            season=Subquery(begun.order_by("-ends_on", "-pk").values("pk")[:1]),
        )
        return list(asked.order_by("club__name"))

    @cached_property
    def owns_site(self) -> bool:
        return may(actor_of(self.request), OWN, SITE)

    @property
    def backed_up(self) -> datetime | None:
        return last_verified()

    @cached_property
    def gives_codes(self) -> bool:
        """Whether a club of this site hands out personal codes."""
        return bool(self.own_pages) or codes_are_given()

    @property
    def has_yours(self) -> bool:
        """Whether anything here is the visitor's own."""
        return bool(self.signed_in or self.own_pages or self.hosted.rows)

    @property
    def shown(self) -> Shown:
        return _shown()

    @property
    def books(self) -> list[tuple[str, str, str]]:
        """The books on the shelf, each with the key of its rule set, its name and its year."""
        return [(key, *book) for key, book in BOOKS.items()]

    @property
    def version(self) -> str:
        return settings.VERSION


def _about(session: ClubSession) -> str:
    """Return how far an evening is: "The Left Bower Club · 17 here · 3 tables"."""
    said = [session.club.name]
    if session.here:
        said.append(f"{session.here} here")
    if session.tables_open:
        said.append(counted(session.tables_open, "table"))
    return " · ".join(said)


@require_safe
@behind_a_door
def front(request: HttpRequest) -> HttpResponse:
    """Show what Bowerbook is. Tonight comes first for those who run a club, and the evenings that
    this browser hosts."""
    page = FrontPage(
        request=request,
        hosted=hosted_here(request),
        own_pages=own_pages_on(request),
        now=timezone.localtime(),
    )
    return render(request, "club/front/front.html", {"page": page})
