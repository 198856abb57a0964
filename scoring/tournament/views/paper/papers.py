"""Printed papers of a tournament, as PDF."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from scoring.common import codes
from scoring.common.access import NoSuchLink
from scoring.common.pdf.listing import Listing, listing_pdf
from scoring.common.pdf_views import pdf_answer
from scoring.common.permissions import WRITE, Actor
from scoring.common.qr_codes import address_of, coded
from scoring.evening.sheets.table_cards import TableCard, table_cards_pdf
from scoring.money.queries.accounts import with_receipts
from scoring.table.models import Link
from scoring.table.views.sheets import part_asked
from scoring.tournament.access import tournament_by_number
from scoring.tournament.models import RoundTable, Tournament
from scoring.tournament.pure import values
from scoring.tournament.pure.formats import table_name
from scoring.tournament.pure.moves_in_words import moves_of
from scoring.tournament.pure.next_round import NotYet, tables_next
from scoring.tournament.pure.standings import standings
from scoring.tournament.queries.now import load_tournament
from scoring.tournament.queries.prizes import lines_of_prizes, results_shown
from scoring.tournament.sheets.certificates import certificates_pdf
from scoring.tournament.sheets.slips import slips_pdf
from scoring.tournament.sheets.tally_cards import tally_cards_pdf
from scoring.tournament.views.page import TournamentPage
from scoring.tournament.views.paper import lists, tally
from scoring.tournament.views.paper.fairness import certificate

NO_ROUND = values.MOST_ENTRANTS
"""More rounds than any tournament has."""
PUBLISHED = "once round 1 is published"
PAID = "once a prize is paid in cash"
PAPERS = (
    ("Before", "Tally cards", "tally-cards", "", ""),
    ("Before", "Blank tally cards", "blank-tally-cards", "", ""),
    ("Before", "Blank result slips", "result-slips", "blank=yes", ""),
    ("Before", "How fair it is", "fairness-sheet", "", ""),
    (
        "Each round",
        "Table cards with QR codes and moves",
        "tournament-table-cards",
        "",
        PUBLISHED,
    ),
    ("Each round", "Seats by first name and by table", "round-seating", "", PUBLISHED),
    ("Each round", "Seats by last name", "round-seating", "by=last", PUBLISHED),
    ("Each round", "Result slips by table", "result-slips", "", PUBLISHED),
    ("Each round", "Master grid", "master-grid", "", PUBLISHED),
    ("At the end", "Results", "results-sheet", "", PUBLISHED),
    ("At the end", "Prizes", "prizes-sheet", "", PUBLISHED),
    ("At the end", "Certificates", "certificates", "", PUBLISHED),
    ("At the end", "Receipts for prizes", "prize-receipts", "", PAID),
)
"""The papers for print, each with its phase, title, URL name, query and earliest moment."""


@require_safe
@tournament_by_number(WRITE)
def papers(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """All papers to print."""
    session = tournament.session
    groups: dict[str, list[dict]] = {}
    there = {
        PUBLISHED: tournament.rounds.exclude(published_at=None).exists(),
        PAID: with_receipts(lines_of_prizes([tournament.session_id])).exists(),
    }
    page = TournamentPage(tournament=tournament, actor=actor)
    for when, title, name, asks, since in PAPERS:
        if since == PAID and not page.runs:
            continue
        address = reverse(name, args=[session.pk])
        paper = {
            "title": title,
            "address": f"{address}?{asks}" if asks else address,
            "not_yet": "" if there.get(since, True) else since,
        }
        groups.setdefault(when, []).append(paper)
        if name == "tally-cards":
            parts = range(2, tally.parts_of_cards(tournament) + 1)
            groups[when] += [_part(paper, no) for no in parts]
    tonight = {
        "title": "Everything for tonight",
        "address": reverse("tonight-sheet", args=[session.pk]),
    }
    parts = range(2, parts_of_tonight(tournament) + 1)
    whole = [tonight, *(_part(tonight, no) for no in parts)]
    context = page.context | {"groups": groups.items(), "whole": whole}
    return render(request, "tournament/paper/papers.html", context)


def _part(paper: dict, no: int) -> dict:
    """Return a further part of a paper that is printed in parts."""
    return paper | {
        "title": f"{paper['title']}, part {no}",
        "address": f"{paper['address']}?part={no}",
    }


def parts_of_tonight(tournament: Tournament) -> int:
    """Return the number of parts in which all papers for tonight are printed: what shows no
    results, the papers for the tables, and the tally cards. It is one if these are in one part."""
    cards = 1 if tournament.finished_at else tally.parts_of_cards(tournament)
    return cards + 2 if cards > 1 else 1


def on_paper(draw, *, load=load_tournament):
    """Decorate a view that gets (request, tournament, loaded tournament) and returns a function
    that draws the PDF, and the name of the file."""

    @require_safe
    @tournament_by_number(WRITE)
    def view(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
        drawn, name = draw(request, tournament, load(tournament))
        return pdf_answer(request, drawn, name=(name, tournament.session.played_on))

    view.__doc__ = draw.__doc__
    return view


load_seats = partial(load_tournament, results_from=NO_ROUND)
"""Load a tournament without results, which take most of the time."""
without_results = partial(on_paper, load=load_seats)
"""The same as `on_paper`, for a paper that shows no results."""


@on_paper
def tally_cards(request: HttpRequest, tournament: Tournament, now: values.Tournament):
    """A card for each entrant, or only for the number in `?no=`. Friends without a club print many
    cards in parts (`?part=2`)."""
    if no := request.GET.get("no"):
        wanted = [entrant for entrant in now.players if str(entrant.no) == no]
        if not wanted:
            raise NoSuchLink("No player has that number. Check it under Entrants.")
        cards = tally.tally_cards(request, tournament, now, wanted)
    else:
        cards = tally.cards_of_part(request, tournament, now, part_asked(request))
    if not cards:
        raise Http404("There is no such part.")
    return partial(tally_cards_pdf, cards), "tally-cards"


@on_paper
def table_cards(request: HttpRequest, tournament: Tournament, now: values.Tournament):
    """A card to fold for each table, with its codes and the moves after the round."""
    cards = cards_of_tables(request, tournament, now)
    if not cards:
        raise NoSuchLink("Publish round 1 first, then print its cards.")
    return partial(table_cards_pdf, cards), "table-cards"


def cards_of_tables(
    request: HttpRequest, tournament: Tournament, now: values.Tournament
) -> tuple[TableCard, ...]:
    """Return a card for each table of the last published round, with the moves to the tables of
    the next one."""
    links = {
        (link.table_id, link.right): address_of(request, "pad", link.token)
        for link in Link.objects.filter(table__session=tournament.session_id, revoked_at=None)
    }
    if not now.rounds:
        return ()
    rows = RoundTable.objects.filter(round__tournament=tournament, round__no=now.rounds[-1].no)
    rows = rows.exclude(table=None).select_related("table__house")
    hall = {"tables": len(now.rounds[-1].tables), "following": tables_next(now)}
    return tuple(
        coded(request, _card(tournament, now, row, hall, links), codes.TABLE, row.table_id)
        for row in rows
    )


def _card(
    tournament: Tournament,
    now: values.Tournament,
    row: RoundTable,
    hall: dict[str, int],
    links: dict,
) -> TableCard:
    table = row.table
    return TableCard(
        table=table_name(row.no, now.format.in_round(now.rounds[-1].no)),
        about=tally.about(tournament, now),
        rules=table.rules.name,
        people=(),
        moves=moves_of(now.format, round=now.rounds[-1].no, table=row.no, **hall),
        writes=links[table.pk, Link.Right.WRITE],
        watches=links[table.pk, Link.Right.WATCH],
    )


def all_coded(
    request: HttpRequest, tournament: Tournament, listings: Sequence[Listing]
) -> list[Listing]:
    """Return the lists of a tournament with its code."""
    return [coded(request, one, codes.TOURNAMENT, tournament.pk) for one in listings]


@without_results
def seating(request: HttpRequest, tournament: Tournament, now: values.Tournament):
    """Seating of the current round to hang up, by name and by table, or by last name
    (`?by=last`)."""
    if not now.rounds:
        raise NoSuchLink("Publish round 1 first, then print the seats.")
    of_round = (tournament, now, now.rounds[-1])
    if request.GET.get("by") == "last":
        listings = [lists.seating_by_name(*of_round, by="last name")]
    else:
        listings = [lists.seating_by_name(*of_round), lists.seating_by_table(*of_round)]
    listings = all_coded(request, tournament, listings)
    return partial(listing_pdf, *listings), f"seating-round-{now.rounds[-1].no}"


@without_results
def grid(request: HttpRequest, tournament: Tournament, now: values.Tournament):
    """All known rounds, with numbers and names."""
    found = lists.master_grids(tournament, now)
    if not found:
        raise NoSuchLink("Draw round 1 first, then print the master grid.")
    found = all_coded(request, tournament, found)
    return partial(listing_pdf, *found), "master-grid"


@on_paper
def certificate_of_fairness(request: HttpRequest, tournament: Tournament, now: values.Tournament):
    """How often players meet, sit out and play at each table, and what the first seat is worth."""
    try:
        found = lists.fairness(tournament, certificate(now))
    except NotYet as cause:
        raise NoSuchLink("Enter enough people for a table first, then print this.") from cause
    return partial(listing_pdf, *all_coded(request, tournament, [found])), "fairness"


@on_paper
def results(request: HttpRequest, tournament: Tournament, now: values.Tournament):
    """The standings, and beneath them the prizes."""
    won = results_shown(tournament, now)["prizes"]
    found = lists.results(tournament, now, standings(now), won)
    listings = all_coded(request, tournament, [found])
    return partial(listing_pdf, *listings), "results"


@on_paper
def prizes_won(request: HttpRequest, tournament: Tournament, now: values.Tournament):
    """Winners of the prizes, with room to sign."""
    won = results_shown(tournament, now)["prizes"]
    listings = all_coded(request, tournament, [lists.prize_list(tournament, now, won)])
    return partial(listing_pdf, *listings), "prizes"


@on_paper
def certificates(request: HttpRequest, tournament: Tournament, now: values.Tournament):
    """A certificate for each prize."""
    found = lists.certificates(request, tournament, results_shown(tournament, now))
    if not found:
        raise NoSuchLink("Play a round first, then print the certificates.")
    return partial(certificates_pdf, found), "certificates"


@without_results
def slips(request: HttpRequest, tournament: Tournament, now: values.Tournament):
    """A slip for each table of the round. They are blank before round 1, or on request."""
    empty = "blank" in request.GET or not now.rounds
    if empty:
        found = tally.blank_slips(request, tournament, now)
    else:
        found = tally.slips(request, tournament, now)
    return partial(slips_pdf, found), "result-slips"


@without_results
def blank(request: HttpRequest, tournament: Tournament, now: values.Tournament):
    """Tally cards without names, in case the power fails."""
    return partial(tally_cards_pdf, tally.blank_cards(request, tournament, now)), "blank-cards"
