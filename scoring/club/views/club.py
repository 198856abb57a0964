"""A club's home, with tonight, future and past evenings, and a search for evenings and people."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from functools import partial

from django.core.paginator import Page, Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods, require_safe

from scoring.club.forms.evenings import SearchForm
from scoring.club.queries.agenda import earlier, on_now, sought, to_come
from scoring.club.queries.outcomes import Outcome, Won, outcomes_of
from scoring.club.queries.tonight import Progress, progress_of
from scoring.club.views.hands import HandsInWords, hands_in_words
from scoring.club.views.records import Found, record_of
from scoring.common.amounts import written
from scoring.common.answers import or_show, valid
from scoring.common.codes import read_code
from scoring.common.dates import written_time
from scoring.common.names import folded, in_short
from scoring.common.permissions import LOOK, OWN, RUN, Actor, may
from scoring.common.to_do import Step, with_next
from scoring.common.tonight import is_tonight
from scoring.euchre.statement import signed
from scoring.euchre.wording import counted, listed
from scoring.evening.actions.sessions import open_session
from scoring.evening.forms.sessions import OpenSessionForm
from scoring.evening.views.needs import describe_open_hands, describe_quiet
from scoring.evening.views.table_lines import FORGOTTEN, QUIET
from scoring.league.models import League
from scoring.league.queries.progress import NextNight, leagues_of, next_nights_of
from scoring.movement.mixes import number_in_words
from scoring.people.access import club_by_number
from scoring.people.models import Club, Officer, Player
from scoring.people.queries.people import everybody, narrowed, wishes_to_go
from scoring.people.views.people import PersonRow, person_rows
from scoring.table.models import ClubSession, HouseRules
from scoring.table.queries.evenings import number_alike
from scoring.table.views.calls_shown import wanted_at

EVENINGS_A_PAGE = 20
MOST_TO_COME = 10
PEOPLE_FOUND = 12
DISCS = 2


@require_safe
@club_by_number(LOOK)
def club(request: HttpRequest, club: Club, actor: Actor) -> HttpResponse:
    """Show current, future and past evenings; or, with `?q=`, the people and evenings that
    match."""
    search = SearchForm(request.GET)
    page = (_found if search.said else _home)(request, club, actor, search)
    if isinstance(page, FoundPage) and page.leads_to_record:
        return redirect(page.record.address)
    template = "club/home/club.html"
    return render(request, f"{template}#found" if request.htmx else template, {"page": page})


@dataclass(frozen=True, kw_only=True)
class ClubPage:
    """The data shared by the club's home and a search, with one page of past evenings."""

    request: HttpRequest
    club: Club
    actor: Actor
    search: SearchForm
    pages: Page

    @cached_property
    def runs(self) -> bool:
        return may(self.actor, RUN, self.club)

    @property
    def place(self) -> str:
        """The club's place, if its name does not say it already."""
        place = self.club.place
        return "" if folded(place) in folded(self.club.name) else place

    @cached_property
    def said(self) -> str:
        """The search text."""
        return self.search.said

    @property
    def query(self) -> str:
        """The query string for the same search."""
        return f"{urlencode({'q': self.said})}&" if self.said else ""

    @cached_property
    def outcomes(self) -> dict[int, Outcome]:
        return outcomes_of(self.pages.object_list)

    @cached_property
    def past(self) -> list[EveningRow]:
        return [evening_row(one, self.outcomes[one.pk]) for one in self.pages]


@dataclass(frozen=True, kw_only=True)
class HomePage(ClubPage):
    """The club's home, with tonight, future and past evenings."""

    today: date
    open: list[ClubSession]
    to_come: list[ClubSession]

    @cached_property
    def outcomes(self) -> dict[int, Outcome]:
        return outcomes_of([*self.open, *self.pages])

    @cached_property
    def on(self) -> list[Tonight]:
        progress, now = progress_of(self.open), timezone.now()
        return [_tonight(one, self.outcomes[one.pk], progress[one.pk], now) for one in self.open]

    @property
    def _begun(self) -> bool:
        """Whether an evening is over."""
        return self.pages.paginator.count > 0

    @cached_property
    def steps(self) -> list[Step]:
        """What a new club does first."""
        is_new = self.runs and not self._begun and not self.club.has_leagues
        return _steps(self.club, self.open) if is_new else []

    @property
    def nothing_else(self) -> bool:
        """Whether evenings, and no league, are what the club does."""
        return not self.club.has_leagues or bool(self.to_come) or self._begun

    @cached_property
    def leagues(self) -> Iterable[League]:
        return leagues_of(self.club).filter(finished_at=None) if self.club.has_leagues else []

    @cached_property
    def next_nights(self) -> Mapping[int, NextNight]:
        """The next night of each league, by the league's number."""
        return next_nights_of(self.club)

    @cached_property
    def house_rules(self) -> Iterable[HouseRules]:
        return self.club.house_rules.standing()

    @property
    def officers(self) -> Iterable[Officer]:
        return self.club.officers.select_related("user")

    @property
    def wishes(self) -> Iterable[Player]:
        """Players who asked to erase their data."""
        return wishes_to_go(self.club) if self.runs else []

    @cached_property
    def owns(self) -> bool:
        return may(self.actor, OWN, self.club)


def _home(request: HttpRequest, club: Club, actor: Actor, search: SearchForm) -> HomePage:
    today = timezone.localdate()
    on = on_now(club, today)
    past = Paginator(earlier(club, today, but=on), EVENINGS_A_PAGE)
    pages = past.get_page(request.GET.get("page"))
    planned = list(to_come(club, today)[:MOST_TO_COME])
    number_alike([*on, *planned, *pages])
    about = {"request": request, "club": club, "actor": actor, "search": search}
    return HomePage(**about, pages=pages, today=today, open=on, to_come=planned)


@dataclass(frozen=True, kw_only=True)
class FoundPage(ClubPage):
    """The people, the evenings and the paper of what is looked for."""

    evenings_found: int

    @cached_property
    def record(self) -> Found | None:
        """The record of the club whose code this is, if it is one that the viewer may see."""
        asked = read_code(self.said)
        found = record_of(asked, self.actor) if asked else None
        return found if found and found.club == self.club else None

    @property
    def leads_to_record(self) -> bool:
        """Whether it was the only match, and a whole page is asked for."""
        return bool(self.record) and not (self.request.htmx or self.people or self.past)

    @cached_property
    def _everyone(self) -> list[Player]:
        return everybody(self.club)

    @cached_property
    def _people(self) -> list[Player]:
        return narrowed(self._everyone, said=self.said)

    @cached_property
    def people(self) -> list[PersonRow]:
        return person_rows(self.club, self._people[:PEOPLE_FOUND], balances=self.runs)

    @property
    def people_found(self) -> int:
        return len(self._people)

    @property
    def more_people(self) -> int:
        return max(0, self.people_found - PEOPLE_FOUND)

    @cached_property
    def hands(self) -> HandsInWords | None:
        return hands_in_words(self.club, self.said, self._everyone)


def _found(request: HttpRequest, club: Club, actor: Actor, search: SearchForm) -> FoundPage:
    evenings = sought(club, search.said)
    pages = Paginator(evenings, EVENINGS_A_PAGE).get_page(request.GET.get("page"))
    number_alike(pages)
    about = {"request": request, "club": club, "actor": actor, "search": search}
    return FoundPage(**about, pages=pages, evenings_found=len(evenings))


@dataclass(frozen=True, kw_only=True)
class EveningRow:
    """An evening in the club's list."""

    session: ClubSession
    about: str
    """By which rules it was played, or as which tournament."""
    winners: tuple[Player, ...]
    """Whose discs are shown."""
    won_by: str
    full: str
    """The same with every name in full."""
    with_how_much: str
    state: str
    """Shown if there is no winner, such as "not closed"."""
    tables: int
    people: int
    pot: str


def evening_row(session: ClubSession, outcome: Outcome) -> EveningRow:
    """Return the row of an evening that was, or is not closed."""
    won = outcome.won
    players = won.players if won else ()
    names = [player.name for player in players]
    short = in_short(names)
    return EveningRow(
        session=session,
        about=_about(outcome),
        winners=players[:DISCS] if len(players) <= DISCS else (),
        won_by=_few([short[name] for name in names]),
        full=listed(names),
        with_how_much=_how_much(won, session) if won else "",
        state="" if session.closed else "not closed",
        tables=outcome.tables,
        people=outcome.people,
        pot=written(outcome.pot, session.club.currency) if outcome.pot else "",
    )


def _few(names: list[str]) -> str:
    """Return a few names, each in one piece; more are counted."""
    if len(names) > DISCS + 1:
        return f"{len(names)} players"
    return listed([name.replace(" ", "\N{NO-BREAK SPACE}") for name in names])


def _about(outcome: Outcome) -> str:
    if outcome.rounds:
        return f"tournament, {number_in_words(outcome.rounds)} round{'s' * (outcome.rounds != 1)}"
    return listed(outcome.rules)


def _how_much(won: Won, session: ClubSession) -> str:
    if won.money:
        return written(won.amount, session.club.currency, plus=True)
    return counted(won.amount) if won.ranked else f"{signed(won.amount)} points"


@dataclass(frozen=True, kw_only=True)
class Tonight:
    """An evening that is on."""

    session: ClubSession
    when: str
    """ "Tonight, since 19:30"."""
    kind: str
    about: str
    """ "17 here · 3 tables · Eveline leads with 15 · pot: £31.00 paid, £3.00 owed"."""
    alarms: tuple[str, ...]
    """Everything that needs attention, such as "Table 4 calls" and "1 hand disputed"."""
    goes_to: str
    button: str


def _tonight(session: ClubSession, outcome: Outcome, progress: Progress, now: datetime) -> Tonight:
    if outcome.rounds:
        goes_to, button = reverse("tournament", args=[session.pk]), "Open tournament"
    else:
        goes_to = session.get_absolute_url()
        button = "Open tables" if session.tables_open else "Open club night"
    quiet = 0
    if not outcome.rounds:
        quiet = sum(QUIET < now - heard < FORGOTTEN for heard in progress.heard)
    return Tonight(
        session=session,
        when=when_it_is(session, timezone.localtime(now)),
        kind=session.kind,
        about=" · ".join(_how_it_goes(session, outcome, progress)),
        alarms=tuple(_alarms(progress, quiet)),
        goes_to=goes_to,
        button=button,
    )


def _alarms(progress: Progress, quiet: int) -> Iterator[str]:
    if tables := wanted_at(progress.calls):
        one = sum(not call.heard_at for call in progress.calls) == 1
        yield f"{tables.capitalize()} call{'s' * one}"
    hands = describe_open_hands(waits=progress.waits, objections=progress.objections)
    yield from filter(None, (*hands.values(), describe_quiet(quiet)))


def when_it_is(session: ClubSession, now: datetime) -> str:
    """Return when an evening is, such as "Tonight, since 19:30"."""
    if not is_tonight(session.played_on):
        return "Not closed"
    if not session.starts_at:
        return "Tonight"
    is_begun = (session.played_on, session.starts_at) <= (now.date(), now.time())
    begun = "since" if is_begun else "at"
    return f"Tonight, {begun} {written_time(session.starts_at)}"


def _how_it_goes(session: ClubSession, outcome: Outcome, progress: Progress) -> list[str]:
    said = [f"{session.here} here"] if session.here else []
    if outcome.rounds:
        said.append(
            f"round {progress.round} of {outcome.rounds}" if progress.round else "no rounds yet"
        )
    else:
        tables = session.tables_open
        said.append(counted(tables, "table") if tables else "no tables yet")
    if progress.leaders:
        short = in_short(player.name for player in progress.leaders)
        lead = "leads" if len(short) == 1 else "lead"
        said.append(f"{_few(list(short.values()))} {lead} with {progress.points}")
    if outcome.pot:
        said.append(_pot(outcome, session.club.currency))
    return said


def _pot(outcome: Outcome, currency: str) -> str:
    """Return what the pot holds, and what is still owed to it."""
    owed = outcome.pot - outcome.paid
    if owed <= 0:
        return f"{written(outcome.pot, currency)} in the pot"
    paid = f"{written(outcome.paid, currency)} paid" if outcome.paid else "nothing paid"
    return f"pot: {paid}, {written(owed, currency)} owed"


def _steps(club: Club, on: list[ClubSession]) -> list[Step]:
    """Return what a new club does first, step by step, until its first evening is closed."""
    session = on[-1] if on else None
    people = club.players.filter(forgotten_at=None).exists()

    def at(name: str) -> str:
        return reverse(name, args=[session.pk]) if session else ""

    steps = (
        Step(
            title="Add your people",
            says="Paste members’ names or import a spreadsheet. Guests are added at check-in.",
            done=people,
            address=f"{reverse('people', args=[club.pk])}#add",
        ),
        Step(
            title="New club night",
            says="You can leave every field blank.",
            done=session is not None,
            address=reverse("open-session", args=[club.pk]),
        ),
        Step(
            title="Check people in",
            says="Search for a name and tap Check in.",
            done=bool(session and (session.here or session.tables_open)),
            address=at("door"),
        ),
        Step(
            title="Make tables",
            says="Bowerbook suggests tables for everyone here. Print each table’s QR code.",
            done=bool(session and session.tables_open),
            address=at("seats"),
        ),
        Step(
            title="Play, close and settle",
            says="A phone at each table keeps score. Closing the club night shows who pays whom.",
            address=at("session"),
        ),
    )
    return with_next(steps)


@require_http_methods(["GET", "HEAD", "POST"])
@club_by_number(RUN)
def open_club_session(request: HttpRequest, club: Club, actor: Actor) -> HttpResponse:
    """Open a session."""
    sent = request.POST if request.method == "POST" else None
    form = OpenSessionForm(sent, club=club)
    context = {"club": club, "runs": True, "form": form}
    page = partial(render, request, "club/home/open_session.html", context)
    if sent is None:
        return page()
    with or_show(page, form):
        return redirect(open_session(club=club, **valid(form)))
