"""Print tonight: all papers of a club night or a tournament as one PDF in the order of use."""

from __future__ import annotations

from collections.abc import Iterator

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from scoring.common import codes
from scoring.common.access import NoSuchLink
from scoring.common.dates import full_day
from scoring.common.pdf.flow import Sheet, pdf
from scoring.common.pdf.listing import listings_on
from scoring.common.pdf.page import PAPERS, Paper
from scoring.common.pdf_views import paper_of, pdf_answer
from scoring.common.permissions import WRITE, Actor
from scoring.common.qr_codes import coded
from scoring.euchre.rule_set import RuleSet
from scoring.evening.queries.now import sittings_with_hands
from scoring.evening.sheets.table_cards import table_cards_on
from scoring.evening.views.papers import attendance_list, seating_lists, table_cards
from scoring.money.sheets.settlement import settlement_on
from scoring.money.views.settlement_sheet import settlement_sheet
from scoring.table.access import session_by_number
from scoring.table.models import ClubSession, Sitting, Table
from scoring.table.queries.evenings import sittings_now
from scoring.table.sheets.rules_card import RulesCard, rules_card_on
from scoring.table.sheets.score_sheet import blank_sheets_on, score_sheets_on
from scoring.table.views.rules import page_of, unchosen
from scoring.table.views.sheets import (
    blank_score_sheet,
    part_asked,
    parts_of_evening,
    sheets_of_part,
)
from scoring.tournament.models import Tournament
from scoring.tournament.pure import values
from scoring.tournament.pure.standings import standings
from scoring.tournament.queries.now import load_tournament
from scoring.tournament.sheets.certificates import certificates_on
from scoring.tournament.sheets.slips import slips_on
from scoring.tournament.sheets.tally_cards import tally_cards_on
from scoring.tournament.views.paper import lists, papers, tally


@require_safe
@session_by_number(WRITE)
def tonight(request: HttpRequest, session: ClubSession, actor: Actor) -> HttpResponse:
    """All papers in the order of use. After the end, the papers to keep."""
    on = PAPERS[paper_of(request)]
    tournament = getattr(session, "tournament", None)
    of_it = _tournament(request, tournament, on) if tournament else _evening(request, session, on)
    sheets = list(of_it)
    if not sheets:
        raise NoSuchLink("Add a table first. There is nothing to print yet.")
    title = f"Tonight, {session.club}, {full_day(session.played_on)}"

    def draw(paper: str) -> bytes:
        return pdf(sheets, paper=on, title=title, contents=True)

    return pdf_answer(request, draw, name=("tonight", session.played_on))


def _evening(request: HttpRequest, session: ClubSession, on: Paper) -> Iterator[Sheet]:
    """Yield the check-in list, until there are tables. Then yield the seats, and the papers for the
    tables, one page for each score sheet. Once the club night is closed, yield the settlement, all
    score sheets, and who came."""
    if session.closed:
        yield from _closed(request, session, on)
        return
    sittings = sittings_with_hands(session)
    if not sittings:
        yield from _door(request, session, on)
        return
    # Table cards name the players of each table, so the seats by table are not printed too.
    by_name, _ = seating_lists(session, sittings)
    yield from listings_on([coded(request, by_name, codes.EVENING, session.pk)], on)
    yield table_cards_on(table_cards(request, session, sittings), on)
    for sitting in sittings:
        blank = coded(request, blank_score_sheet(sitting), codes.TABLE, sitting.table_id)
        yield blank_sheets_on(blank, on)[0]
    yield from _rules(request, sittings, on)


def _closed(request: HttpRequest, session: ClubSession, on: Paper) -> Iterator[Sheet]:
    """Yield the settlement, all score sheets, and who came. Where friends without a club have many,
    the settlement is the first part, and each part after it (`?part=2`) has some score sheets."""
    parts, no = parts_of_evening(session), part_asked(request)
    several = len(parts) > 1
    if no > len(parts) + several:
        raise Http404("There is no such part.")
    if no == 1:
        settled = coded(request, settlement_sheet(session), codes.SETTLEMENT, session.pk)
        yield settlement_on(settled, on)
    if not several or no > 1:
        found = sheets_of_part(parts[no - 1 - several])
        sheets = [coded(request, sheet, codes.TABLE, table) for table, sheet in found]
        yield from score_sheets_on(sheets, on)
    yield from _door(request, session, on)


def _door(request: HttpRequest, session: ClubSession, on: Paper) -> list[Sheet]:
    """Return the list of people who came or are expected. Friends without a club have no
    check-in."""
    if session.club.casual:
        return []
    return listings_on([coded(request, attendance_list(session), codes.EVENING, session.pk)], on)


def _rules(request: HttpRequest, sittings: list[Sitting], on: Paper) -> Iterator[Sheet]:
    """Yield one card for each set of rules in play, with the code of the house rules or of the club
    night that uses them."""
    found: dict[tuple[RuleSet, RuleSet], Table] = {}
    for table in [sitting.table for sitting in sittings]:
        found.setdefault((table.rules, unchosen(table)), table)
    for table in found.values():
        session, house = table.session, table.house_id
        of = (codes.HOUSE, house) if house else (codes.EVENING, session.pk)
        card = coded(request, RulesCard(page=page_of(table), about=str(session.club)), *of)
        yield rules_card_on(card, on)


def _tournament(request: HttpRequest, tournament: Tournament, on: Paper) -> Iterator[Sheet]:
    """Yield the papers a tournament needs now, before its first round, during a round, or after its
    end. Where friends without a club have many tally cards, they come in parts (`?part=2`), first
    what shows no results, then the papers for the tables, then the cards."""
    parts, no = papers.parts_of_tonight(tournament), part_asked(request)
    if no > parts:
        raise Http404("There is no such part.")
    if tournament.finished_at:
        yield from _announced(request, tournament, load_tournament(tournament), on)
        return
    several = parts > 1
    now = papers.load_seats(tournament) if several and no == 1 else load_tournament(tournament)
    if not several or no == 1:
        yield from _lists(request, tournament, now, on)
    cards = papers.cards_of_tables(request, tournament, now) if not several or no == 2 else ()
    if cards:
        yield table_cards_on(cards, on)
    if not several or no > 2:
        cards = tally.cards_of_part(request, tournament, now, max(1, no - 2))
        yield tally_cards_on(cards, on)
    if not several or no == 1:
        slips = tally.slips if now.rounds else tally.blank_slips
        yield slips_on(slips(request, tournament, now), on)
    if not several or no == 2:
        yield from _rules(request, sittings_now(tournament.session)[:1], on)


def _announced(
    request: HttpRequest, tournament: Tournament, now: values.Tournament, on: Paper
) -> Iterator[Sheet]:
    """Yield the results with the prizes, and the certificates."""
    won = tournament.results
    of_it = [lists.results(tournament, now, standings(now), won["prizes"])]
    yield from listings_on(papers.all_coded(request, tournament, of_it), on)
    if found := lists.certificates(request, tournament, won):
        yield certificates_on(found, on)


def _lists(
    request: HttpRequest, tournament: Tournament, now: values.Tournament, on: Paper
) -> Iterator[Sheet]:
    """Yield the seating of the round, and the master grid of all known rounds."""
    if now.rounds:
        both = (lists.seating_by_name, lists.seating_by_table)
        of_it = [listing(tournament, now, now.rounds[-1]) for listing in both]
        yield from listings_on(papers.all_coded(request, tournament, of_it), on)
    if grids := lists.master_grids(tournament, now):
        yield from listings_on(papers.all_coded(request, tournament, grids), on)
