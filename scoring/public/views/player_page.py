"""A player's own page, by their personal link or code, with their seat, their sign-ups, their
results, and their own settings."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import cached_property
from django.views.decorators.http import require_safe
from django_htmx.http import ptag

from scoring.club.views.par import ParShown
from scoring.club.views.person_data import person_file
from scoring.common import polling
from scoring.common.amounts import written
from scoring.common.answers import or_show, piece_or_page, posted, valid
from scoring.common.chart import LineChart, Series, Table, lines, step_for
from scoring.common.permissions import Actor
from scoring.euchre.statement import signed
from scoring.euchre.wording import counted, figure, listed
from scoring.evening.actions.answers import say_of_all, say_whether_they_come
from scoring.evening.models import Pass
from scoring.evening.queries.answers import Asked, asked_about
from scoring.evening.views.fees import describe_fees
from scoring.money.queries.accounts import balances_of, lines_of
from scoring.money.views.accounts import rows_of_account
from scoring.people.models import Club, OwnPart, Player
from scoring.public.access import by_personal_link
from scoring.public.actions import player_page as verbs
from scoring.public.forms.player_page import ComesForm, ContactForm, YesNoForm
from scoring.public.models import PersonalLink
from scoring.public.queries.own_night import Award, OwnNight, own_night
from scoring.public.queries.player_page import (
    OwnEvening,
    OwnSeason,
    Version,
    checked_in,
    own_evenings,
    own_seasons,
    tables_now,
    tournament_tonight,
    version_of,
)
from scoring.public.views import notifications
from scoring.public.views.personal_code import remember_page, remember_pages, tokens_on, unlisted
from scoring.table.models import ClubSession
from scoring.tournament.queries.hall import hall_of
from scoring.tournament.views.hall.hall import card_of

LINES = 8
"""The number of account entries on the page."""


def _tag(version: Version) -> str:
    return polling.tag(version.of_topic, version.all)


def tag_of(request: HttpRequest, token: str) -> str | None:
    """Return the tag for a poll, by one query; a page is loaded whole."""
    version = version_of(token) if "poll" in request.GET else None
    return _tag(version) if version else None


@require_safe
@ptag(tag_of)
@by_personal_link
def own_page(request: HttpRequest, player: Player, actor: Actor) -> HttpResponse:
    """What a player may see of themselves, as far as their club opens it."""
    return _page(request, player, actor)


@dataclass(frozen=True, kw_only=True)
class OwnPage:
    """The data that a player may see, without the parts that their club has not opened."""

    player: Player
    link: PersonalLink
    version: Version | None
    """Read before anything that is shown, so that a poll misses nothing."""
    contact_form: ContactForm | None = None
    message: str = ""

    @property
    def club(self) -> Club:
        return self.player.club

    @property
    def token(self) -> str:
        return self.link.token

    @cached_property
    def parts(self) -> set[str]:
        return set(self.club.own_parts)

    @property
    def _money(self) -> bool:
        return OwnPart.BALANCE in self.parts

    @property
    def tag(self) -> str:
        return _tag(self.version) if self.version else ""

    @property
    def news(self) -> str:
        version = self.version
        return polling.news(version.topic, version.pk) if version and version.topic else ""

    @cached_property
    def notices(self) -> dict | None:
        """What offers to notify them of their seat."""
        if OwnPart.SEAT not in self.parts:
            return None
        return notifications.offer("own-page", self.token, player=self.player)

    @property
    def seats(self) -> list[SeatLine]:
        return _seats(self.player) if OwnPart.SEAT in self.parts else []

    @cached_property
    def evenings(self) -> dict | None:
        return _evenings(self.player) if OwnPart.EVENINGS in self.parts else None

    @cached_property
    def account(self) -> dict:
        return _account(self.player)

    @property
    def seasons(self) -> list[dict]:
        found = own_seasons(self.player, timezone.localdate())
        return [_season(one, money=self._money) for one in found]

    @cached_property
    def _played(self) -> tuple[list[OwnEvening], int]:
        return own_evenings(self.player)

    @cached_property
    def results(self) -> list[dict]:
        """Their last evenings."""
        return [_result(one, money=self._money) for one in self._played[0]]

    @cached_property
    def night(self) -> NightShown | None:
        """The course of the last one, with par and awards; None if no hands were entered."""
        if OwnPart.RESULTS not in self.parts or not self.results:
            return None
        shown = NightShown(
            night=own_night(self.player, self.results[0]["session"]), money=self._money
        )
        return shown if shown.curve or shown.par or shown.awards else None

    @property
    def earlier(self) -> int:
        """How many of these are before the last one."""
        return len(self.results) - 1

    @property
    def number(self) -> int:
        """How many evenings they played in all."""
        return self._played[1]

    @cached_property
    def contact(self) -> ContactForm | None:
        if OwnPart.CONTACT not in self.parts:
            return None
        known = {"phone": self.player.phone, "email": self.player.email}
        return self.contact_form or ContactForm(initial=known)


@dataclass(frozen=True, kw_only=True)
class NightShown:
    """A player's night in words, with its curve."""

    night: OwnNight
    money: bool

    @property
    def awards(self) -> list[Award]:
        return [one for one in self.night.awards if self.money or not one.money]

    @cached_property
    def par(self) -> ParShown | None:
        return self.night.par and ParShown(par=self.night.par, who="You")

    @property
    def to_par(self) -> bool:
        """Whether the curve has a line to par, which must be of the same hands."""
        par, played = self.night.par, len(self.night.levels) - 1
        return bool(self.curve and par and par.points == self.night.levels[played])

    @cached_property
    def curve(self) -> LineChart | None:
        """Their points after each hand, and the way to par as a grey line."""
        levels = self.night.levels
        last, par = len(levels) - 1, self.night.par
        if last < FEWEST_HANDS:
            return None
        series = [Series(name="You", ink="own", values=tuple(enumerate(levels)))]
        if par and par.points == levels[last]:
            series.append(Series(name="Par", values=((0, 0), (last, par.par))))
        every = step_for(last, marks=MARKS)
        marks = [*range(every, last, every), last]
        beside = f" Par was {figure(par.par)}." if len(series) > 1 and par else ""
        return lines(
            series,
            says=f"Your points after each of {counted(last, 'hand')}, {figure(levels[-1])} in the "
            f"end.{beside}",
            below=[(no, str(no)) for no in range(every, last + 1, every)],
            scale=figure,
            tall=10,
            table=Table(
                title="Hand by hand",
                heads=("After hand", "Your points"),
                rows=tuple((str(no), figure(levels[no])) for no in marks),
            ),
        )


FEWEST_HANDS, MARKS = 2, 10


def _page(
    request: HttpRequest, player: Player, actor: Actor, *, status: int = 200, **shown: Any
) -> HttpResponse:
    link = actor.personal
    version = version_of(link.token)
    page = OwnPage(player=player, link=link, version=version, **shown)
    response = piece_or_page(
        request,
        "public/player_page/page.html",
        {"page": page},
        piece="own",
        name="own",
        status=status,
    )
    # Whoever serves the club looks at the pages of others from the list of links.
    if not request.user.is_authenticated:
        response = remember_page(response, request, link.token)
    return unlisted(response)


@dataclass(frozen=True, kw_only=True)
class SeatLine:
    """A seat of the player tonight."""

    where: str
    """ "Table 3", "You sit out"."""
    says: str
    """ "East, with Zoë"."""
    about: str
    address: str = ""
    button: str = ""


def _seats(player: Player) -> list[SeatLine]:
    """Return the player's seats, in a tournament's round or at tables, or else that they are
    checked in."""
    found = [*_in_the_round(player), *_at_tables(player)]
    here = None if found else checked_in(player)
    if here is not None:
        found = [
            SeatLine(
                where="You’re checked in", says="No seat yet. It will appear here.", about=str(here)
            )
        ]
    return found


def _in_the_round(player: Player) -> list[SeatLine]:
    entered = tournament_tonight(player)
    if entered is None:
        return []
    tournament, no = entered
    hall = hall_of(tournament)
    if no not in hall.rows:
        return []
    card, session = card_of(hall, no), tournament.session
    live = session.passes.filter(right=Pass.Right.PLAYERS, revoked_at=None).first()
    to_card = reverse("player-card", args=[live.token, no]) if live else ""
    round = f"Round {hall.round.no}" if hall.round else ""
    about = {"about": f"{session} · {round}", "address": to_card, "button": "My tally card"}
    if card.here is None:
        return [SeatLine(where="No seat", says="Ask the director.", **about)]
    if card.here.line.sat_out:
        return [SeatLine(where="You sit out", says="this round.", **about)]
    named = card.here.seat.removeprefix("Seat ")
    seat = f"{'seat' if len(card.here.line.seats) == 1 else 'seats'} {named}"
    says = f"{seat}, with {card.here.partner}" if card.here.partner else seat
    return [SeatLine(where=card.here.table, says=says, **about)]


def _at_tables(player: Player) -> list[SeatLine]:
    return [
        SeatLine(
            where=one.table,
            says=f"with {listed(one.others)}",
            about=str(one.session),
            address=reverse("board", args=[one.token]) if one.token else "",
            button="Scoreboard",
        )
        for one in tables_now(player)
    ]


@dataclass(frozen=True, kw_only=True)
class EveningLine:
    """An evening to come, and what they said of it, in words."""

    asked: Asked
    says: str
    """The answer in words, for going or a place on the waiting list. It is "" without an answer."""
    note: str
    """The effect of the buttons."""
    fees: str
    yes: str
    no: str
    """What the buttons say; nothing where there is none."""
    list_address: str
    """Where names are put down together."""


def _evenings(player: Player) -> dict:
    """Return the evenings to come in words, the next one apart, the number without an answer, and
    the price of all."""
    lines = [_evening(one) for one in asked_about(player, timezone.localdate())]
    open_ = [one for one in lines if one.asked.comes is None and (one.yes or one.no)]
    fees = {one.fees for one in lines}
    return {
        "lines": lines,
        "next": lines[:1],
        "later": lines[1:],
        "unsaid": len(open_),
        "fees": next(iter(fees)) if len(fees) == 1 else "",
    }


def _evening(asked: Asked) -> EveningLine:
    return EveningLine(
        asked=asked,
        says=_what_was_said(asked),
        note=_note(asked),
        fees=describe_fees(asked.session),
        yes="Going" if asked.changeable and not asked.in_pairs and asked.comes is not True else "",
        no=_no_button(asked),
        list_address=asked.found.get_absolute_url()
        if asked.found and asked.found.is_open and asked.comes is not True and _takes_two(asked)
        else "",
    )


def _takes_two(asked: Asked) -> bool:
    return asked.found.partners != asked.found.Partners.ALONE


def _no_button(asked: Asked) -> str:
    if not asked.changeable or asked.comes is False or asked.entered:
        return ""
    return f"Cancel for {asked.together} and me" if asked.together else "Not going"


def _what_was_said(asked: Asked) -> str:
    beside = f", with {asked.together}" if asked.together else ""
    if asked.entered:
        return f"You’re entered in the tournament{beside}"
    if asked.line:
        return f"Waiting list: number {asked.line}{beside}"
    if asked.comes:
        return (
            f"You’re signed up{beside}"
            if asked.found and asked.found.places
            else f"You’re going{beside}"
        )
    return "You’re not going" if asked.comes is False else ""


def _note(asked: Asked) -> str:
    if asked.found is None or asked.comes is True:
        return ""
    if not asked.found.is_open:
        return "Sign-up is closed. Ask the club."
    if asked.free is None:
        return ""
    if asked.free:
        return f"{counted(asked.free, 'place')} free."
    return "It’s full. You’d join the waiting list and move up when a place is free."


def _account(player: Player) -> dict:
    minor = balances_of(player.club, [player])[player.pk]
    lines = list(lines_of(player)[: LINES + 1])
    amount = written(abs(minor), player.club.currency)
    says = f"You owe {amount}" if minor < 0 else f"You are owed {amount}" if minor else "Settled up"
    return {
        "says": says,
        "sign": "minus" if minor < 0 else "plus" if minor else "",
        "rows": rows_of_account(lines[:LINES], player),
        "more": len(lines) > LINES,
    }


def _season(own: OwnSeason, *, money: bool) -> dict:
    shown = money or not own.criterion.money
    found = {"name": own.season.name, "until": own.season.ends_on, "by": own.criterion.title}
    if own.standing is None:
        return found | {"place": "", "says": "You haven’t played in it yet."}
    row = own.standing.row
    said = [f"{own.criterion.title} {own.criterion.written(row)}"] if shown else []
    if own.criterion.money and money:
        said = [
            f"{own.criterion.title} {written(row.net_minor, own.season.club.currency, plus=True)}"
        ]
    nights = counted(row.evenings, "club night")
    best = row.counted < row.evenings
    said.append(f"best {row.counted} of {nights} count" if best else nights)
    if own.standing.place is None:
        missing = own.season.least_evenings - row.evenings
        said.append(f"{counted(missing, 'club night')} more to be ranked")
    place = own.standing.as_text
    return found | {"place": place, "of": own.of, "says": " · ".join(said)}


UNCOUNTED = "doesn’t count in seasons"


def _result(one: OwnEvening, *, money: bool) -> dict:
    place = f"place {one.place} of {one.of}" if one.place else ""
    scored = "" if one.by_rank else f"{counted(one.points, 'point')} scored"
    currency = one.session.club.currency
    return {
        "session": one.session,
        "says": " · ".join(filter(None, [place, scored, "" if one.counts else UNCOUNTED])),
        "decides": figure(one.points) if one.by_rank else signed(one.net),
        "money": written(one.net_minor, currency, plus=True) if money and one.net_minor else "",
        "sign": "plus" if one.net_minor > 0 else "minus",
    }


def _open(player: Player, part: str) -> None:
    if part not in player.club.own_parts:
        raise Http404("Your club doesn’t show this.")


def _evening_of(player: Player, evening: int) -> ClubSession:
    return get_object_or_404(player.club.sessions.filter(league_match=None), pk=evening)


@posted(by_personal_link, page=_page)
def comes(request: HttpRequest, player: Player, actor: Actor) -> HttpResponse:
    """Answer going or not going to one of the next evenings, or to all without an answer."""
    _open(player, OwnPart.EVENINGS)
    said = valid(ComesForm(request.POST))
    if said["evening"] is None:
        evenings = asked_about(player, timezone.localdate())
        unsaid = [one.session for one in evenings if one.comes is None]
        refused = say_of_all(player=player, sessions=unsaid, comes=said["comes"], actor=actor)
        for why in refused:
            messages.warning(request, why)
    else:
        about = {"player": player, "comes": said["comes"], "actor": actor}
        say_whether_they_come(session=_evening_of(player, said["evening"]), **about)
    part = f"evening-{said['evening']}" if said["evening"] else "evenings"
    return redirect(f"{actor.personal.get_absolute_url()}#{part}")


@posted(by_personal_link, page=_page, to="own-page#you")
def unnamed(request: HttpRequest, player: Player, actor: Actor) -> None:
    """Be named on no open page, or again."""
    verbs.wish_to_be_unnamed(player=player, unnamed=valid(YesNoForm(request.POST))["yes"])


@posted(by_personal_link, to="own-page#you")
def contact(request: HttpRequest, player: Player, actor: Actor) -> str:
    """Correct how they are reached."""
    _open(player, OwnPart.CONTACT)
    form = ContactForm(request.POST)
    with or_show(partial(_page, request, player, actor, contact_form=form), form):
        verbs.correct_contact(player=player, actor=actor, **valid(form))
    return "Saved. Only the people who run your club can see it."


@posted(by_personal_link, page=_page, to="own-page#you")
def forget_me(request: HttpRequest, player: Player, actor: Actor) -> None:
    """Ask to erase one's data, or withdraw that."""
    wishes = valid(YesNoForm(request.POST))["yes"]
    verbs.wish_to_be_forgotten(player=player, wishes=wishes, actor=actor)


@require_safe
@by_personal_link
def data(request: HttpRequest, player: Player, actor: Actor) -> HttpResponse:
    """All that is kept of them, as a file."""
    _open(player, OwnPart.DATA)
    return person_file(player)


@posted(by_personal_link)
def not_my_phone(request: HttpRequest, player: Player, actor: Actor) -> HttpResponse:
    """Let this phone forget whose page was opened on it; the link stays good."""
    kept = [token for token in tokens_on(request) if token != actor.personal.token]
    messages.success(request, "This phone no longer remembers that page. Please close its tab too.")
    return remember_pages(redirect("own-code"), request, kept)
