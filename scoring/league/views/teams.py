"""The teams of a league: pasted, changed, withdrawn; its divisions."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial

from django.contrib import messages
from django.db import transaction
from django.forms import Form
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from scoring.common.answers import or_show, posted, valid
from scoring.common.permissions import LOOK, RUN, Actor
from scoring.euchre.wording import counted, listed
from scoring.league.access import league_by_number
from scoring.league.actions.teams import (
    add_teams,
    change_team,
    delete_team,
    differing,
    divide_teams,
    matches_of,
    name_divisions,
    take_withdrawal_back,
    withdraw_team,
)
from scoring.league.forms.teams import DivideForm, DivisionsForm, TeamForm, TeamsForm, WithdrawForm
from scoring.league.models import Division, League, Team
from scoring.league.queries.progress import too_few_nights
from scoring.league.views.about import LeaguePage

METHODS = ["GET", "HEAD", "POST"]


@dataclass(frozen=True, kw_only=True)
class DivisionList:
    """A division and its teams; None: those that are in none, because they withdrew."""

    division: Division | None
    teams: list[Team]


@require_safe
@league_by_number(LOOK)
def teams(request: HttpRequest, league: League, actor: Actor) -> HttpResponse:
    """The teams by division; organisers can paste more."""
    return _teams(request, league, actor)


def _teams(
    request: HttpRequest,
    league: League,
    actor: Actor,
    *,
    form: TeamsForm | None = None,
    divisions: DivisionsForm | None = None,
    differing: Iterable[tuple[Team, list[str]]] = (),
    message: str = "",
    status: int = 200,
) -> HttpResponse:
    lists = divisions_of(league)
    names = "\n".join(one.division.name for one in lists if one.division and one.division.name)
    page = LeaguePage(league=league, actor=actor)
    context = {
        "page": page,
        "lists": lists,
        "number": sum(len(one.teams) for one in lists),
        "to_divide": [one for one in lists if one.division] if len(lists) > 1 else [],
        "form": form or TeamsForm(),
        "divisions_form": divisions or DivisionsForm(initial={"names": names}),
        "division_names": names,
        "differing": [(team, listed(other)) for team, other in differing],
        "lacking": too_few_nights(league, league.nights) if page.runs and league.dates else [],
        "message": message,
    }
    return render(request, "league/setup/teams.html", context, status=status)


def divisions_of(league: League) -> list[DivisionList]:
    """Return the divisions with their teams, then the teams that are in none."""
    found = list(league.teams.select_related("venue", "captain"))
    lists = [
        DivisionList(division=one, teams=[team for team in found if team.division_id == one.pk])
        for one in league.divisions.all()
    ]
    alone = [team for team in found if team.division_id is None]
    return [*lists, DivisionList(division=None, teams=alone)] if alone else lists


@posted(league_by_number(RUN))
def add(request: HttpRequest, league: League, actor: Actor) -> HttpResponse:
    """Add the teams that were pasted."""
    return _save(request, league, actor)


@posted(league_by_number(RUN))
def divisions(request: HttpRequest, league: League, actor: Actor) -> HttpResponse:
    """Name the divisions."""
    return _save(request, league, actor, pressed=DivisionsForm)


def _save(
    request: HttpRequest, league: League, actor: Actor, *, pressed: type[Form] = TeamsForm
) -> HttpResponse:
    """Save the teams and divisions entered, with either of their two buttons: both or, after an
    error in one, neither, and both are shown again."""
    sent = request.POST
    named = DivisionsForm(sent) if pressed is DivisionsForm or _renames(sent) else None
    form = TeamsForm(sent) if pressed is TeamsForm or sent.get("teams", "").strip() else None
    page = partial(_teams, request, league, actor, form=form, divisions=named)
    other = differing(league, form.cleaned_data["teams"]) if form and form.is_valid() else []
    if other and "change" not in sent:
        return page(differing=other)
    change = sent.get("change") == "yes"
    said = []
    with transaction.atomic():
        if named:
            with or_show(page, named, "names"):
                name_divisions(league=league, actor=actor, names=valid(named)["names"])
            said.append("Saved.")
        if form:
            with or_show(page, form, "teams"):
                typed = valid(form)["teams"]
                made = add_teams(league=league, actor=actor, teams=typed, change=change)
            said.append(f"{counted(len(made), 'team')} added.")
            changed = len(other) if change else 0
            if changed:
                said.append(f"{counted(changed, 'team')} changed.")
            if before := len(typed) - len(made) - changed:
                said.append(f"{counted(before, 'team')} already listed and unchanged.")
    messages.success(request, " ".join(said))
    # The form's address has the place of its fold, which a browser would go to again.
    return redirect(f"{reverse('league-teams', args=[league.pk])}#top")


def _renames(sent: QueryDict) -> bool:
    """Return whether the names of the divisions are others than their page showed."""
    names, shown = (sent.get(one, "").split() for one in ("names", "initial-names"))
    return names != shown


@posted(league_by_number(RUN), page=_teams, to="league-teams")
def divide(request: HttpRequest, league: League, actor: Actor) -> str:
    """Put many teams into a division."""
    what = valid(DivideForm(request.POST, league=league))
    moved = divide_teams(league=league, actor=actor, **what)
    return f"{counted(len(moved), 'team')} moved to {what['division']}."


@require_http_methods(METHODS)
@league_by_number(RUN)
def edit(request: HttpRequest, league: League, actor: Actor, team: int) -> HttpResponse:
    """Change a team, or withdraw it."""
    found = _find(league, team)
    sent = request.POST if request.method == "POST" else None
    form = _team_form(league, found, sent)
    page = partial(_edit, request, league, actor, found, form)
    if sent is None:
        return page()
    with or_show(page, form):
        valid(form)
        change_team(team=found, actor=actor, **form.what)
    messages.success(request, "Saved.")
    return redirect("league-team", league.pk, found.pk)


def _team_form(league: League, team: Team, sent=None) -> TeamForm:
    first = min(league.nights, default=None)
    return TeamForm(sent, team=team, divisions=league.divisions.all(), first_night=first)


def _find(league: League, team: int) -> Team:
    return get_object_or_404(league.teams.select_related("league", "venue", "division"), pk=team)


def _edit(
    request: HttpRequest,
    league: League,
    actor: Actor,
    team: Team,
    form: TeamForm,
    *,
    message: str = "",
    status: int = 200,
) -> HttpResponse:
    matches = matches_of(team)
    played = matches.exclude(counted_at=None).count()
    context = {
        "page": LeaguePage(league=league, actor=actor),
        "team": team,
        "form": form,
        "houses": league.venues.all(),
        "played": played,
        "to_come": matches.count() - played,
        "people": team.squad.filter(until=None).count(),
        "message": message,
    }
    return render(request, "league/setup/team.html", context, status=status)


def _shown_again(request: HttpRequest, league: League, actor: Actor, team: Team):
    return partial(_edit, request, league, actor, team, _team_form(league, team))


@posted(league_by_number(RUN), to="league-teams")
def withdraw(request: HttpRequest, league: League, actor: Actor, team: int) -> str:
    """Withdraw a team."""
    found = _find(league, team)
    with or_show(_shown_again(request, league, actor, found)):
        withdraw_team(team=found, actor=actor, **valid(WithdrawForm(request.POST)))
    return f"{found} has withdrawn."


@posted(league_by_number(RUN), to="league-teams")
def play_on(request: HttpRequest, league: League, actor: Actor, team: int) -> str:
    """Take a team's withdrawal back."""
    found = _find(league, team)
    take_withdrawal_back(team=found, actor=actor)
    return f"{found} is back in the league."


@posted(league_by_number(RUN), to="league-teams")
def delete(request: HttpRequest, league: League, actor: Actor, team: int) -> str:
    """Delete a team that was typed by mistake."""
    found = league.teams.filter(pk=team).first()
    if found is not None:
        with or_show(_shown_again(request, league, actor, found)):
            delete_team(team=found, actor=actor)
    return f"{found} deleted." if found else "That team is already deleted."
