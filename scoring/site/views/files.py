"""Export a club, as spreadsheets and as one file."""

from __future__ import annotations

from collections.abc import Iterable

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.text import slugify
from django.views.decorators.http import require_http_methods, require_safe

from scoring.club.queries.agenda import on_now
from scoring.common.permissions import OWN, RUN, SITE, Actor, may
from scoring.common.spreadsheet_views import XLSX
from scoring.people.access import club_by_number
from scoring.people.models import Club
from scoring.people.views.password_again import password_first
from scoring.site.backup.shelf import last_verified
from scoring.site.club_file.spreadsheets import (
    SPREADSHEETS,
    spreadsheets_workbook,
    zipped_spreadsheets,
)
from scoring.site.club_file.writing import counts, lines, zipped

# The kinds of row of a club's file, as people call them, one and many.
CALLED = {
    "player": ("person", "people"),
    "personal-link": ("player link", "player links"),
    "answer": ("answer (Going or Not going)", "answers (Going or Not going)"),
    "told-apart": ("pair of people to keep separate", "pairs of people to keep separate"),
    "session": ("club night", "club nights"),
    "attendance": ("check-in", "check-ins"),
    "table": ("table", "tables"),
    "sitting": ("sitting", "sittings"),
    "hand": ("hand", "hands"),
    "assent": ("confirmation or dispute", "confirmations and disputes"),
    "correction": ("correction", "corrections"),
    "done": ("undo by a phone", "undos by phones"),
    "reseating": ("correction of seats", "corrections of seats"),
    "plan": ("seating plan", "seating plans"),
    "candidate": ("waiting list entry", "waiting list entries"),
    "tournament": ("tournament", "tournaments"),
    "entrant": ("entrant of a tournament", "entrants of tournaments"),
    "round": ("round of a tournament", "rounds of tournaments"),
    "round-table": ("table in a round", "tables in rounds"),
    "placing": ("seat in a round", "seats in rounds"),
    "report": ("result of a round", "results of rounds"),
    "saved-format": ("tournament format", "tournament formats"),
    "closing": ("signed settlement", "signed settlements"),
    "payment": ("payment", "payments"),
    "entry": ("entry in the accounts", "entries in the accounts"),
    "season": ("season", "seasons"),
    "earlier-list": ("list of imported results", "lists of imported results"),
    "earlier-result": ("imported result", "imported results"),
    "tally": ("player’s result of a club night", "players’ results of club nights"),
    "rating": ("rating", "ratings"),
    "former-terms": ("earlier set of rules and stake", "earlier sets of rules and stake"),
    "house-rules": ("set of house rules", "sets of house rules"),
    "officer": ("role", "roles"),
    "invitation": ("invitation", "invitations"),
    "help-call": ("call for help", "calls for help"),
    "token": ("API token", "API tokens"),
    "event": ("activity log entry", "activity log entries"),
    "sign-up-list": ("sign-up list", "sign-up lists"),
    "sign-up": ("sign-up", "sign-ups"),
    "league": ("season of a league", "seasons of leagues"),
    "division": ("division", "divisions"),
    "venue": ("venue", "venues"),
    "team": ("team", "teams"),
    "team-entry": ("entry in a team account", "entries in team accounts"),
    "derby": ("match wanted on a night", "matches wanted on a night"),
    "team-link": ("captain link", "captain links"),
    "squad-member": ("registration for a team", "registrations for teams"),
    "transfer-request": ("transfer request", "transfer requests"),
    "cup-round": ("round of a knock-out", "rounds of knock-outs"),
    "league-match": ("league match", "league matches"),
    "match-pair": ("pair in a match", "pairs in matches"),
    "meeting": ("meeting of two pairs", "meetings of two pairs"),
    "meeting-report": ("report of a meeting", "reports of meetings"),
    "match-move": ("moved match", "moved matches"),
    "team-penalty": ("team penalty", "team penalties"),
    "link": ("table link", "table links"),
    "pass": (
        "link of a big screen, a check-in, a tournament or a calendar",
        "links of big screens, check-ins, tournaments and calendars",
    ),
}


@require_safe
@club_by_number(RUN)
def take_along(request: HttpRequest, club: Club, actor: Actor) -> HttpResponse:
    """Show the available downloads, with their contents and sizes."""
    found = counts(club)
    context = {
        "club": club,
        "runs": True,
        "owns": may(actor, OWN, club),
        "backed_up": last_verified(),
        "owns_site": may(actor, OWN, SITE),
        "spreadsheets": [(sheet, f"{found[sheet.of]:,}") for sheet in SPREADSHEETS],
        "held": [
            (f"{found[kind]:,}", words[found[kind] != 1])
            for kind, words in CALLED.items()
            if found[kind]
        ],
        "evenings": on_now(club, timezone.localdate()),
    }
    return render(request, "site/files/take_along.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@club_by_number(OWN)
@password_first
def club_file(request: HttpRequest, club: Club, actor: Actor) -> HttpResponse:
    """The whole club (euchre-club/1), compressed; without its codes by `?codes=no`."""
    codes = request.GET.get("codes") != "no"
    return _streamed(zipped(lines(club, codes=codes)), club, "jsonl.gz", "application/gzip")


@require_safe
@club_by_number(RUN)
def spreadsheets(request: HttpRequest, club: Club, actor: Actor) -> HttpResponse:
    """All spreadsheets, in one zip file."""
    return _streamed(zipped_spreadsheets(club), club, "zip", "application/zip")


@require_safe
@club_by_number(RUN)
def workbook(request: HttpRequest, club: Club, actor: Actor) -> HttpResponse:
    """All spreadsheets, as the sheets of one workbook."""
    return _streamed(spreadsheets_workbook(club), club, "xlsx", XLSX)


def _streamed(pieces: Iterable[bytes], club: Club, ending: str, kind: str) -> HttpResponse:
    name = f"{slugify(club.name) or 'club'}-{timezone.localdate()}.{ending}"
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return StreamingHttpResponse(pieces, content_type=kind, headers=headers)
