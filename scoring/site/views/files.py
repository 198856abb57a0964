"""Export a club, as spreadsheets and as one file."""

from __future__ import annotations

from collections.abc import Iterable

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.text import slugify
from django.views.decorators.http import require_safe

from scoring.club.queries.agenda import on_now
from scoring.common.permissions import OWN, RUN, SITE, Actor, may
from scoring.people.access import club_by_number
from scoring.people.models import Club
from scoring.site.backup.shelf import last_verified
from scoring.site.club_file.spreadsheets import SPREADSHEETS, zipped_spreadsheets
from scoring.site.club_file.writing import counts, lines, zipped

# The kinds of row of a club's file, as people call them, one and many.
CALLED = {
    "player": ("person", "people"),
    "personal-link": ("link of a player’s own page", "links of players’ own pages"),
    "answer": ("answer whether somebody comes", "answers whether somebody comes"),
    "told-apart": ("pair of people told apart", "pairs of people told apart"),
    "session": ("evening", "evenings"),
    "attendance": ("time that somebody came", "times that somebody came"),
    "table": ("table", "tables"),
    "sitting": ("sitting", "sittings"),
    "hand": ("hand", "hands"),
    "assent": ("word of the other side", "words of the other side"),
    "correction": ("correction", "corrections"),
    "done": ("undo told by a phone", "undos told by phones"),
    "reseating": ("seat put right", "seats put right"),
    "plan": ("plan of seats", "plans of seats"),
    "candidate": ("wish to enter a table", "wishes to enter a table"),
    "tournament": ("tournament", "tournaments"),
    "entrant": ("entrant of a tournament", "entrants of tournaments"),
    "round": ("round of a tournament", "rounds of tournaments"),
    "round-table": ("table in a round", "tables in rounds"),
    "placing": ("seat in a round", "seats in rounds"),
    "report": ("report of how a round ended", "reports of how rounds ended"),
    "saved-format": ("format of tournaments", "formats of tournaments"),
    "closing": ("closing that was signed", "closings that were signed"),
    "payment": ("payment", "payments"),
    "entry": ("line of the book", "lines of the book"),
    "season": ("season", "seasons"),
    "earlier-list": ("list of results from elsewhere", "lists of results from elsewhere"),
    "earlier-result": ("result from elsewhere", "results from elsewhere"),
    "tally": ("player’s result of an evening", "players’ results of an evening"),
    "rating": ("rating", "ratings"),
    "house-rules": ("set of house rules", "sets of house rules"),
    "officer": ("officer, by name", "officers, by name"),
    "invitation": ("invitation", "invitations"),
    "help-call": ("call of a table for help", "calls of tables for help"),
    "token": ("token of the API", "tokens of the API"),
    "event": ("line of the diary", "lines of the diary"),
    "sign-up-list": ("list of names beforehand", "lists of names beforehand"),
    "sign-up": ("name put down beforehand", "names put down beforehand"),
    "league": ("season of a league", "seasons of leagues"),
    "division": ("division", "divisions"),
    "venue": ("house of a league", "houses of leagues"),
    "team": ("team", "teams"),
    "team-entry": ("line of a team", "lines of teams"),
    "derby": ("match wished for a night", "matches wished for a night"),
    "team-link": ("code of a captain", "codes of captains"),
    "squad-member": ("registration for a team", "registrations for teams"),
    "transfer-request": ("transfer asked for", "transfers asked for"),
    "cup-round": ("round of a knock-out", "rounds of knock-outs"),
    "league-match": ("match of a league", "matches of leagues"),
    "match-pair": ("pair in a match", "pairs in matches"),
    "meeting": ("meeting of two pairs", "meetings of two pairs"),
    "meeting-report": ("report of a meeting", "reports of meetings"),
    "match-move": ("move of a match", "moves of matches"),
    "team-penalty": ("penalty of a team", "penalties of teams"),
    "link": ("code of a table", "codes of tables"),
    "pass": (
        "code of a wall, a door, a tournament or a calendar",
        "codes of walls, doors, tournaments, calendars",
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


@require_safe
@club_by_number(OWN)
def club_file(request: HttpRequest, club: Club, actor: Actor) -> HttpResponse:
    """The whole club (euchre-club/1), compressed; without its codes by `?codes=no`."""
    codes = request.GET.get("codes") != "no"
    return _streamed(zipped(lines(club, codes=codes)), club, "jsonl.gz", "application/gzip")


@require_safe
@club_by_number(RUN)
def spreadsheets(request: HttpRequest, club: Club, actor: Actor) -> HttpResponse:
    """All spreadsheets, in one zip file."""
    return _streamed(zipped_spreadsheets(club), club, "zip", "application/zip")


def _streamed(pieces: Iterable[bytes], club: Club, ending: str, kind: str) -> HttpResponse:
    name = f"{slugify(club.name) or 'club'}-{timezone.localdate()}.{ending}"
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return StreamingHttpResponse(pieces, content_type=kind, headers=headers)
