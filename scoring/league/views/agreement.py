"""The league rules. A season begins from a league of the shelf or a file, and its settings are
changed after a preview of the effects."""

from __future__ import annotations

import json
from functools import partial
from hashlib import sha256

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.text import slugify
from django.views.decorators.http import require_http_methods, require_safe

from scoring.common.amounts import written
from scoring.common.answers import Wrong, or_show, piece_or_page, posted, valid
from scoring.common.permissions import LOOK, RUN, Actor
from scoring.euchre.wording import listed
from scoring.league.access import league_by_number
from scoring.league.actions.seasons import change_league, make_league
from scoring.league.forms.agreement import BringLeagueForm, LeagueForm
from scoring.league.models import League
from scoring.league.pure import agreement as agreements
from scoring.league.pure import wording
from scoring.league.pure.agreement import Agreement
from scoring.league.pure.league_file import BadLeague
from scoring.league.pure.shelf import shelf
from scoring.league.pure.wording import clauses, decision, match
from scoring.league.queries.effects import Moved, lacking, moved_by, of_no_part
from scoring.league.views.about import LeaguePage
from scoring.people.access import club_by_number
from scoring.people.models import Club

METHODS = ["GET", "HEAD", "POST"]


@require_http_methods(METHODS)
@club_by_number(RUN)
def make(request: HttpRequest, club: Club, actor: Actor) -> HttpResponse:
    """Choose the nearest league, then change what differs (`?from=`); `look` says what was typed
    in words, and stores nothing."""
    chosen = shelf().get(request.GET.get("from", ""))
    if request.method != "POST":
        return _make(request, club, chosen) if chosen else _choose(request, club)
    now = _begun_from(request) or chosen
    if now is None:
        return redirect("make-league", club.pk)
    form = LeagueForm(request.POST, now=now, currency=club.currency)
    page = partial(_make, request, club, now, form)
    if "look" in request.POST:
        form.is_valid()
        return page()
    with or_show(page, form):
        key = valid(form)["key"]
        made = make_league(club=club, actor=actor, key=key, **form.what)
    messages.success(request, f"{made} created. Now add its teams.")
    return redirect("league-teams", made.pk)


def _choose(
    request: HttpRequest, club: Club, bring: BringLeagueForm | None = None, *, status: int = 200
) -> HttpResponse:
    offers = [
        (key, one, match(one), decision(one), wording.season(one)) for key, one in shelf().items()
    ]
    context = {"club": club, "runs": True, "offers": offers, "form": bring or BringLeagueForm()}
    return render(request, "league/setup/choose.html", context, status=status)


def _make(
    request: HttpRequest, club: Club, now: Agreement, form=None, *, status: int = 200
) -> HttpResponse:
    year = timezone.localdate().year
    season = " ".join([f"{year}-{(year + 1) % 100:02}", *now.stages[:1]])
    # A league's own club has its name; that of a club's second league is another.
    name = "" if club.has_leagues else club.name
    form = form or LeagueForm(now=now, currency=club.currency, name=name, season=season)
    context = {
        "club": club,
        "runs": True,
        "form": form,
        "clauses": _in_words(form, club),
        "said": _said(now, club),
        "begun_from": json.dumps(agreements.document(now)),
    }
    return piece_or_page(
        request, "league/setup/make.html", context, piece="in_words", status=status
    )


def _begun_from(request: HttpRequest) -> Agreement | None:
    """Return the agreement that the page was made from."""
    try:
        return agreements.loads(request.POST.get("begun_from", "").encode())
    except BadLeague:
        return None


def _in_words(form: LeagueForm, club: Club) -> list:
    """Return what was typed in words; nothing while something is wrong."""
    if not form.is_bound:
        return list(clauses(form.now, partial(written, currency=club.currency)))
    if not hasattr(form, "agreement"):
        return []
    return list(clauses(form.agreement, partial(written, currency=club.currency)))


def _said(now: Agreement, club: Club) -> dict[str, str]:
    """Return what the agreement says of what its page folds away, by the fold."""
    shown = [("averages", now.averages), ("each night’s high and low", now.honours)]
    return {
        "order": wording.order(now),
        "players": wording.players(now),
        "card": wording.card(now),
        "walkover": wording.walkover(now),
        "season": wording.season(now),
        "fees": wording.fees(now, partial(written, currency=club.currency)),
        "shown": listed([what for what, is_shown in shown if is_shown]).capitalize()
        or "Standings only",
    }


@posted(club_by_number(RUN))
def bring(request: HttpRequest, club: Club, actor: Actor) -> HttpResponse:
    """Begin with the settings of a file; saves nothing."""
    form = BringLeagueForm(request.POST, request.FILES)
    with or_show(partial(_choose, request, club, form), form):
        valid(form)
    return _make(request, club, form.agreement)


@require_http_methods(METHODS)
@league_by_number(RUN)
def settings(request: HttpRequest, league: League, actor: Actor) -> HttpResponse:
    """The league rules to edit, with a preview of how the table changes."""
    sent = request.POST if request.method == "POST" else None
    form = LeagueForm(sent, now=league.agreement, currency=league.club.currency, league=league)
    page = partial(_settings, request, league, actor, form)
    if sent is None:
        return page()
    if "look" in request.POST:
        form.is_valid()
        return page()
    with or_show(page, form):
        valid(form)
        for field, why in (("decided_by", lacking), ("parts", of_no_part)):
            if says := why(league, form.agreement):
                form.add_error(field, says)
        if form.errors:
            raise Wrong
        moved = moved_by(league, form.agreement)
        if moved and request.POST.get("sure") != seen_as(moved):
            return page(moved=moved)
        change_league(league=league, actor=actor, **form.what)
    messages.success(request, "Saved.")
    return redirect("league-settings", league.pk)


def seen_as(moved: list[Moved]) -> str:
    """Return a digest of the effects shown. A confirmation is valid for these alone."""
    rows = [(one.division, one.team, one.place_becomes, one.becomes.points) for one in moved]
    return sha256(repr(rows).encode()).hexdigest()[:16]


def _settings(
    request: HttpRequest,
    league: League,
    actor: Actor,
    form: LeagueForm,
    *,
    moved: list[Moved] | None = None,
    status: int = 200,
) -> HttpResponse:
    context = {
        "page": LeaguePage(league=league, actor=actor),
        "form": form,
        "moved": moved,
        "seen": seen_as(moved) if moved else "",
        "clauses": _in_words(form, league.club),
        "said": _said(form.now, league.club),
    }
    template = "league/setup/settings.html"
    return piece_or_page(request, template, context, piece="in_words", status=status)


@require_safe
@league_by_number(RUN)
def settings_file(request: HttpRequest, league: League, actor: Actor) -> HttpResponse:
    """What was agreed as a file (league-settings/1)."""
    document = agreements.document(league.agreement)
    text = json.dumps(document, ensure_ascii=False, indent=2)
    name = f"{slugify(str(league)) or 'league'}.json"
    return HttpResponse(
        f"{text}\n",
        content_type="application/json; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


@require_safe
@league_by_number(LOOK)
def agreed(request: HttpRequest, league: League, actor: Actor) -> HttpResponse:
    """The league rules in words, for all readers."""
    money = partial(written, currency=league.club.currency)
    page = LeaguePage(league=league, actor=actor)
    context = {"page": page, "clauses": clauses(league.agreement, money)}
    return render(request, "league/setup/agreed.html", context)
