"""A tournament as a file: export one, or import one as a new club night."""

from __future__ import annotations

from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.text import slugify
from django.views.decorators.http import require_http_methods, require_safe

from scoring.common.answers import or_show, valid
from scoring.common.names import name_key
from scoring.common.permissions import RUN, WRITE, Actor
from scoring.euchre.books import SHELF
from scoring.euchre.wording import listed
from scoring.people.access import club_by_number
from scoring.people.models import Club
from scoring.tournament.access import tournament_by_number
from scoring.tournament.actions.import_file import take_in_tournament
from scoring.tournament.forms.import_file import TakeInTournamentForm
from scoring.tournament.models import Tournament
from scoring.tournament.pure import values
from scoring.tournament.pure.document import document
from scoring.tournament.pure.standings import standings
from scoring.tournament.queries.now import load_tournament


@require_safe
@tournament_by_number(WRITE)
def tournament_file(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """The tournament as euchre-tournament/1, with published rounds and current results."""
    name = slugify(f"tournament-{tournament.session.played_on}-{tournament.session.title}")
    return JsonResponse(
        document(load_tournament(tournament)),
        headers={"Content-Disposition": f'attachment; filename="{name}.json"'},
        json_dumps_params={"ensure_ascii": False, "indent": 1},
    )


@require_http_methods(["GET", "HEAD", "POST"])
@club_by_number(RUN)
def take_in(request: HttpRequest, club: Club, actor: Actor) -> HttpResponse:
    """Preview a tournament that was pasted or uploaded, then import it as a new club night."""
    if request.method != "POST":
        return _page(request, club, TakeInTournamentForm())
    sent = request.POST.copy()
    sent.setdefault("played_on", timezone.localdate().isoformat())
    form = TakeInTournamentForm(sent, request.FILES)
    with or_show(partial(_page, request, club, form), form):
        valid(form)
    looked = partial(_page, request, club, form, incoming=_incoming(form.read, club))
    if "take" not in request.POST:
        return looked()
    with or_show(looked, form):
        made = take_in_tournament(club=club, tournament=form.read, actor=actor, **form.about)
    messages.success(request, f"{made} now has the tournament. It adds no fees or payments.")
    return redirect("tournament", made.session_id)


def _page(
    request: HttpRequest, club: Club, form: TakeInTournamentForm, *, status: int = 200, **extra
) -> HttpResponse:
    context = {"club": club, "runs": True, "form": form} | extra
    return render(request, "tournament/setup/take_in.html", context, status=status)


def _incoming(tournament: values.Tournament, club: Club) -> dict:
    """Return the preview of a tournament before its import."""
    names = [name for one in tournament.players for name in one.names]
    known = {player.key: player.name for player in club.players.named(names)}
    format = tournament.format
    return {
        "format": format,
        "rules": SHELF[format.rules].name if format.rules in SHELF else format.rules,
        "entrants": len(list(tournament.players)),
        "ghosts": sum(one.ghost for one in tournament.entrants),
        "rounds": sum(any(table.result for table in one.tables) for one in tournament.rounds),
        "lacking": _lacking(tournament),
        "new": [] if club.casual else club.players.strange(names),
        "spelt": [
            (name, known[name_key(name)])
            for name in names
            if known.get(name_key(name), name) != name
        ],
        "rows": standings(tournament),
    }


def _lacking(tournament: values.Tournament) -> list[str]:
    """Return the rounds with missing results, in words."""
    return [
        f"Round {one.no}: table {listed(missing)}"
        for one in tournament.rounds
        if (missing := [str(table.no) for table in one.tables if table.result is None])
    ]
