"""The seats of a table from now on: players join, leave, or get a corrected name."""

from __future__ import annotations

from functools import partial

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from scoring.common.answers import or_show, posted, valid
from scoring.common.permissions import RUN, WRITE, Actor, may
from scoring.common.refused import Refused
from scoring.evening.queries.now import likely_to_sit_down
from scoring.evening.views.cutting import NextChange, make_change, sits_twice
from scoring.people.actions.people import rename_at_table
from scoring.table.access import by_link
from scoring.table.actions.tables import change_people
from scoring.table.forms.people import ComeAndGoForm, PeopleForm, RenameForm
from scoring.table.models import Sitting, Table
from scoring.table.views.circle import circle_of
from scoring.table.views.games import pairings


@require_http_methods(["GET", "HEAD", "POST"])
@by_link(WRITE)
def people(request: HttpRequest, table: Table, actor: Actor) -> HttpResponse:
    """Change the players of a table: the sitting ends, and another begins."""
    page = partial(_people, request, table, actor)
    if request.method != "POST":
        return page()
    if "cut" in request.POST:
        return make_change(request, table, actor, page=page, back=_done(actor))
    if "come-and-go" in request.POST:
        return _come_and_go(request, table, actor)
    form = _names_form(table, request.POST)
    with or_show(partial(page, form=form), form):
        change_people(table=table, names=valid(form)["names"])
    return _seated(table, actor)


def _come_and_go(request: HttpRequest, table: Table, actor: Actor) -> HttpResponse:
    """Seat who comes in the place of who leaves."""
    shown = _sitting_shown(table, request.POST.get("sitting", ""))
    form = _tap_form(table, shown, request.POST)
    with or_show(partial(_people, request, table, actor, taps=form), form):
        names = valid(form)["seated"]
        if shown.pk == table.sitting.pk:
            change_people(table=table, names=names, passes_to=form.cleaned_data["passes_to"])
        elif names != table.sitting.names:
            raise Refused("The seats have changed. Check who sits here now.")
    return _seated(table, actor)


@posted(by_link(RUN), to="pad")
def rename(request: HttpRequest, table: Table, actor: Actor) -> str:
    """Correct a player's name everywhere."""
    form = RenameForm(request.POST, sitting=table.sitting)
    with or_show(partial(_people, request, table, actor, renamed=form), form):
        player = rename_at_table(**valid(form))
    return f"The name is now {player}. All hands are kept."


def _sitting_shown(table: Table, key: str) -> Sitting:
    """Return the sitting that the page was of."""
    known = key.isascii() and key.isdigit() and len(key) < 10
    return (table.sittings.filter(pk=key).first() if known else None) or table.sitting


def _names_form(table: Table, data=None) -> PeopleForm:
    names = ", ".join(table.sitting.names)
    return PeopleForm(data, initial={"names": names}, rules=table.rules)


def _tap_form(table: Table, sitting: Sitting, data=None) -> ComeAndGoForm:
    seated = {player.pk for player in sitting.players}
    free = [one for one in likely_to_sit_down(table.session) if one.pk not in seated]
    return ComeAndGoForm(data, sitting=sitting, free=free, rules=table.rules)


def _seated(table: Table, actor: Actor) -> HttpResponse:
    """Go to the pad, or stay to show players with seats at two tables."""
    twice = sits_twice(Table.objects.select_related("session").get(pk=table.pk))
    return _done(actor) if twice else redirect("pad", actor.link.token)


def _done(actor: Actor) -> HttpResponse:
    """Go to the page that says what was done, and leads to the pad."""
    return redirect(f"{reverse('table-people', args=[actor.link.token])}?done")


def _people(
    request: HttpRequest,
    table: Table,
    actor: Actor,
    *,
    form: PeopleForm | None = None,
    taps: ComeAndGoForm | None = None,
    renamed: RenameForm | None = None,
    status: int = 200,
    message: str = "",
) -> HttpResponse:
    sitting = table.sitting
    context = {
        "table": table,
        "sitting": sitting,
        "next": NextChange(table=table),
        "token": actor.link.token,
        "form": form or _names_form(table),
        "taps": taps or _tap_form(table, sitting),
        "rename": (renamed or RenameForm(sitting=sitting)) if may(actor, RUN, table) else None,
        "renames": renamed is not None or "name" in request.GET,
        "message": message,
        "done": request.method != "POST" and "done" in request.GET,
        "twice": sits_twice(table),
        "serves": may(actor, WRITE, table.session),
        "circle": circle_of(sitting),
        "pairings": pairings(sitting),
        "breaks": bool(sitting.standing and sitting.standing.rubber),
    }
    return render(request, "table/score/people.html", context, status=status)
