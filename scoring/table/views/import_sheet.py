"""Import a sheet into an evening, after a preview."""

from __future__ import annotations

from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from scoring.common.amounts import written
from scoring.common.answers import or_show, valid
from scoring.common.dates import long_day
from scoring.common.names import name_key
from scoring.common.permissions import RUN, Actor
from scoring.euchre.score_out import Scored, score
from scoring.euchre.sheet import Sheet
from scoring.euchre.statement import signed
from scoring.euchre.wording import counted, describe, describe_games, gains, listed, side_names
from scoring.table.access import session_by_number
from scoring.table.actions.import_sheet import refuse_if_here, take_in
from scoring.table.forms.import_sheet import TakeInForm
from scoring.table.models import ClubSession
from scoring.table.queries.sheet_files import house_rules_of, ids_of, table_that_has


@require_http_methods(["GET", "HEAD", "POST"])
@session_by_number(RUN)
def take_in_sheet(request: HttpRequest, session: ClubSession, actor: Actor) -> HttpResponse:
    """Look at a sheet that was pasted or uploaded, and make a table of it."""
    sent = request.method == "POST"
    form = TakeInForm(
        *([request.POST, request.FILES] if sent else []), currency=session.club.currency
    )
    page = partial(_page, request, session, form)
    if not sent:
        return page()
    with or_show(page, form):
        key = valid(form)["key"]
        if "take" not in request.POST:
            refuse_if_here(table_that_has(ids_of(form.read, session), session.club))
            return page(incoming=_incoming(form.read, session))
        table = take_in(session=session, sheet=form.read, actor=actor, key=key)
    messages.success(request, f"{table} has the sheet’s {counted(len(form.read.hands), 'hand')}.")
    return redirect(session)


def _page(
    request: HttpRequest, session: ClubSession, form: TakeInForm, *, status: int = 200, **extra
) -> HttpResponse:
    context = {"session": session, "runs": True, "form": form} | extra
    return render(request, "table/take_in.html", context, status=status)


def _incoming(sheet: Sheet, session: ClubSession) -> dict:
    """Return the preview of a sheet."""
    scored, club = score(sheet), session.club
    known = {player.key: player.name for player in club.players.named(list(sheet.players))}
    new = [] if club.casual else club.players.strange(list(sheet.players))
    title = [f"“{sheet.title}”"] if sheet.title else []
    played = [long_day(sheet.played)] if sheet.played else []
    return {
        "sheet": sheet,
        "sheet_says": ", ".join(title + played),
        "stake": sheet.stake and sheet.stake.as_text(sheet.rules.unit),
        "new": listed(new),
        "spelt": [(name, known[key]) for name, key in _keys(sheet) if known.get(key, name) != name],
        "new_rules": sheet.house is not None and house_rules_of(sheet, club) is None,
        "other_day": sheet.played and sheet.played != session.played_on,
        "hands": _hands(scored),
        "results": _results(scored),
        "games": _games(scored),
    }


def _keys(sheet: Sheet) -> list[tuple[str, str]]:
    return [(name, name_key(name)) for name in sheet.players]


def _hands(scored: Scored) -> list[dict]:
    names, rules = scored.sheet.players, scored.sheet.rules
    return [
        {
            "no": played.no,
            "dealer": names[played.dealer],
            "says": describe(played.hand, names, rules),
            "gains": gains(played.score.points, names, rules),
            "note": entry.note,
        }
        for played, entry in zip(scored.hands, scored.sheet.hands, strict=True)
    ]


def _results(scored: Scored) -> list[dict]:
    """Return a line for each player, with points, and the amount won or lost."""
    nets, stake = scored.settlement.nets, scored.sheet.stake
    return [
        {
            "name": name,
            "points": points,
            "net": signed(nets[name].points),
            "money": written(nets[name].minor, stake.currency, plus=True) if stake else "",
        }
        for name, points in scored.totals.items()
    ]


def _games(scored: Scored) -> list[str]:
    """Return the games and rubbers in words, where games are played."""
    rules = scored.sheet.rules
    if scored.standing is None:
        return []
    return describe_games(scored.standing, rules, side_names(rules, scored.sheet.players))
