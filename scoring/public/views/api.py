"""The API: a club as data, for a program with a token (docs/api.md).

It looks up only things of the token's club, so a number of another club is answered with 404.
"""

from __future__ import annotations

from collections.abc import Callable
from math import ceil

from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from django.views.decorators.http import require_safe

from scoring.club.queries.personal_data import kept_of
from scoring.common import polling
from scoring.common.access import NoSuchLink
from scoring.common.answers import as_data
from scoring.common.permissions import Actor
from scoring.euchre import score_out, sheet
from scoring.league.forms.table import PartForm
from scoring.league.pure.league_document import document as league_document
from scoring.league.queries.season import load_season
from scoring.league.views.table import part_asked
from scoring.money.queries.accounts import lines_read
from scoring.people.models import Club
from scoring.public import hooks
from scoring.public.access import by_token
from scoring.public.described import GZIP, answers
from scoring.public.forms.public_pages import PageForm
from scoring.public.queries.as_data import (
    Accounts,
    BookPage,
    Evening,
    EveningsPage,
    Index,
    LeagueLine,
    LeaguesPage,
    PeoplePage,
    SeasonsPage,
    SeasonStandings,
    Settlement,
    accounts_data,
    book_line,
    came_to,
    evening_line,
    evenings_of,
    people_in,
    person_line,
    season_data,
    season_line,
    settlement_data,
    tables_of,
)
from scoring.table.models import ClubSession, Sitting
from scoring.table.queries.sheet_files import sheet_of
from scoring.tournament.pure.document import document as tournament_document
from scoring.tournament.queries.now import load_tournament

FORMAT = "euchre-api/1"
A_PAGE = 100


@require_safe
@by_token
@answers(Index)
def index(request: HttpRequest, club: Club, actor: Actor) -> HttpResponse:
    """What there is, with links."""
    links = {name: reverse(f"api-{name}") for name in LISTS}
    return as_data(
        {
            "format": FORMAT,
            "club": {"name": club.name, "currency": club.currency},
            "token": {"name": actor.token.name, "right": actor.token.right},
            "links": links,
        }
    )


LISTS = ("people", "evenings", "seasons", "leagues", "accounts", "book", "club")


def _page(
    request: HttpRequest, rows: QuerySet, line: Callable, *, of: str, about: dict | None = None
) -> HttpResponse:
    """Answer with a page of a long list (`?page=`), and the address of the next one."""
    number, asked = rows.count(), PageForm(request.GET).asked
    pages = max(1, ceil(number / A_PAGE))
    if asked > pages:
        raise NoSuchLink(f"There is no page {asked}: the last one is {pages}.")
    found = rows[(asked - 1) * A_PAGE : asked * A_PAGE]
    next = f"{request.path}?page={asked + 1}" if asked < pages else None
    counts = {"page": asked, "pages": pages, "number": number, "next": next}
    return as_data(counts | (about or {}) | {of: [line(row) for row in found]})


def _unless_known(request: HttpRequest, value: Callable[[], dict], *versions) -> HttpResponse:
    """Answer with a value, or with 304 if the program has these versions of it (ETag)."""
    etag = quote_etag(polling.tag("api", *versions))
    known = get_conditional_response(request, etag=etag)
    response = known if known is not None else as_data(value())
    response["ETag"] = etag
    return response


@require_safe
@by_token
@answers(PeoplePage, asks=PageForm)
def people(request: HttpRequest, club: Club, actor: Actor) -> HttpResponse:
    """Everybody of the club."""
    return _page(request, people_in(club), _person_line, of="people")


def _person_line(player) -> dict:
    return person_line(player) | {"address": reverse("api-person", args=[player.pk])}


@require_safe
@by_token
@answers("bowerbook-person")
def person(request: HttpRequest, club: Club, actor: Actor, player: int) -> HttpResponse:
    """All that is kept of one person (bowerbook-person/1)."""
    return as_data(kept_of(get_object_or_404(club.players.select_related("club"), pk=player)))


@require_safe
@by_token
@answers(EveningsPage, asks=PageForm)
def evenings(request: HttpRequest, club: Club, actor: Actor) -> HttpResponse:
    """All evenings, the latest first."""
    return _page(request, evenings_of(club), _evening_line, of="evenings")


def _evening_line(session: ClubSession) -> dict:
    return evening_line(session) | {"address": reverse("api-evening", args=[session.pk])}


def _evening(club: Club, pk: int) -> ClubSession:
    session = get_object_or_404(evenings_of(club), pk=pk)
    session.club = club
    return session


@require_safe
@by_token
@answers(Evening)
def evening(request: HttpRequest, club: Club, actor: Actor, pk: int) -> HttpResponse:
    """One evening, with its people, and its tables with the addresses of their sheets."""
    session = _evening(club, pk)
    tables = tables_of(session)
    for table in tables:
        for sitting in table["sittings"]:
            where = [pk, table["no"], sitting["no"]]
            sitting["sheet"] = reverse("api-sheet", args=where)
            sitting["score"] = reverse("api-score", args=where)
            sitting["hands"] = reverse("api-tell", args=where)
    links = {
        "tournament": reverse("api-tournament", args=[pk]) if session.has_tournament else None,
        "settlement": reverse("api-settlement", args=[pk]) if session.closed else None,
    }
    about = {"currency": club.currency, "people": came_to(session), "tables": tables}
    return as_data(evening_line(session) | about | {"links": links})


def sitting_of(club: Club, pk: int, table: int, no: int) -> Sitting:
    """Return a sitting of the club by its evening and the numbers of table and sitting; 404 when
    there is none."""
    rows = Sitting.objects.select_related(
        "table__session__club", "table__house", "house", "round_table"
    )
    where = {"table__session__club": club, "table__session": pk, "table__no": table}
    return get_object_or_404(rows, **where, no=no)


@require_safe
@by_token
@answers("euchre-sheet", tagged=True)
def sheet_file(
    request: HttpRequest, club: Club, actor: Actor, pk: int, table: int, no: int
) -> HttpResponse:
    """One sitting, its hands as facts (euchre-sheet/1)."""
    sitting = sitting_of(club, pk, table, no)
    versions = _versions(sitting)
    return _unless_known(request, lambda: sheet.document(sheet_of(sitting)), "sheet", *versions)


@require_safe
@by_token
@answers("euchre-score", tagged=True)
def score(
    request: HttpRequest, club: Club, actor: Actor, pk: int, table: int, no: int
) -> HttpResponse:
    """One sitting, with the scores of its hands and their reasons (euchre-score/1)."""
    sitting = sitting_of(club, pk, table, no)

    def scored() -> dict:
        return score_out.document(score_out.score(sheet_of(sitting), kept=True))

    return _unless_known(request, scored, "score", *_versions(sitting))


def _versions(sitting: Sitting) -> tuple[int, ...]:
    """Return the versions for a sheet. Every hand raises its evening's, every name the club's."""
    session = sitting.table.session
    return (sitting.pk, session.version, session.club.public_version)


@require_safe
@by_token
@answers("euchre-tournament", tagged=True)
def tournament(request: HttpRequest, club: Club, actor: Actor, pk: int) -> HttpResponse:
    """The tournament of an evening (euchre-tournament/1)."""
    session = _evening(club, pk)
    if not session.has_tournament:
        raise NoSuchLink("This evening has no tournament.")
    found = session.tournament
    versions = (found.pk, found.version, session.version, club.public_version)
    return _unless_known(
        request, lambda: tournament_document(load_tournament(found)), "tournament", *versions
    )


@require_safe
@by_token
@answers(Settlement)
def settlement(request: HttpRequest, club: Club, actor: Actor, pk: int) -> HttpResponse:
    """What people signed when an evening was closed."""
    session = _evening(club, pk)
    closing = session.closings.filter(reopened_at=None).last() if session.closed else None
    if closing is None:
        raise NoSuchLink("This club night is not closed, so it has no settlement yet.")
    return as_data(settlement_data(closing))


@require_safe
@by_token
@answers(SeasonsPage, asks=PageForm)
def seasons(request: HttpRequest, club: Club, actor: Actor) -> HttpResponse:
    """All seasons."""
    return _page(request, club.seasons.all(), _season_line, of="seasons")


def _season_line(season) -> dict:
    return season_line(season) | {"address": reverse("api-season", args=[season.pk])}


@require_safe
@by_token
@answers(SeasonStandings)
def season(request: HttpRequest, club: Club, actor: Actor, season: int) -> HttpResponse:
    """The standings of a season, with every figure."""
    return as_data(season_data(get_object_or_404(club.seasons.select_related("club"), pk=season)))


@require_safe
@by_token
@answers(LeaguesPage, asks=PageForm)
def leagues(request: HttpRequest, club: Club, actor: Actor) -> HttpResponse:
    """All seasons of all leagues."""
    return _page(request, club.leagues.order_by("-pk"), _league_line, of="leagues")


def _league_line(league) -> LeagueLine:
    return {
        "id": league.pk,
        "name": league.name,
        "season": league.season,
        "parts": list(league.agreement.parts),
        "address": reverse("api-league", args=[league.pk]),
    }


@require_safe
@by_token
@answers("euchre-league", asks=PartForm, tagged=True)
def league(request: HttpRequest, club: Club, actor: Actor, league: int) -> HttpResponse:
    """A half of a league's season (euchre-league/1), the one that is on or `?part=`."""
    found = get_object_or_404(club.leagues.all(), pk=league)
    part = part_asked(request, found)
    versions = (found.pk, part, found.version, club.public_version)
    return _unless_known(
        request,
        lambda: league_document(load_season(found, part=part, pairs=True)),
        "league",
        *versions,
    )


@require_safe
@by_token
@answers(Accounts)
def accounts(request: HttpRequest, club: Club, actor: Actor) -> HttpResponse:
    """The balances of the accounts, and the cash in the box."""
    return as_data(accounts_data(club))


@require_safe
@by_token
@answers(BookPage, asks=PageForm)
def book(request: HttpRequest, club: Club, actor: Actor) -> HttpResponse:
    """The lines of the book, the latest first."""
    about = {"currency": club.currency}
    return _page(request, lines_read(club), book_line, of="lines", about=about)


@require_safe
@by_token
@answers(GZIP)
def club_file(request: HttpRequest, club: Club, actor: Actor) -> HttpResponse:
    """The whole club (euchre-club/1), compressed. Without its codes, which would let a program that
    only reads write at a table."""
    return StreamingHttpResponse(hooks.club_file.first(club), content_type="application/gzip")


@by_token
def nothing(request: HttpRequest, club: Club, actor: Actor, rest: str) -> HttpResponse:
    """Any other address: 404 as data."""
    raise Http404
