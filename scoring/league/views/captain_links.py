"""The captain links to show, send, print, renew and revoke."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from scoring.common.answers import posted
from scoring.common.pdf_views import pdf_answer
from scoring.common.permissions import RUN, Actor
from scoring.common.qr_codes import address_of, given_link, only_here
from scoring.league.access import league_by_number, team_by_number
from scoring.league.actions import captain_links as verbs
from scoring.league.models import League, Team
from scoring.league.queries.squads import teams_with_links
from scoring.league.sheets.captains_slips import CaptainsSlip, captains_slips_pdf
from scoring.league.views.about import LeaguePage


@require_safe
@league_by_number(RUN)
def links(request: HttpRequest, league: League, actor: Actor) -> HttpResponse:
    """Every team and its captain's link; the one of `?team=` open, as a code to scan."""
    shown = request.GET.get("team")
    rows = [
        {"team": team, **given_link(request, "captain", link, shown=shown == str(team.pk))}
        for team, link in teams_with_links(league)
    ]
    context = {
        "page": LeaguePage(league=league, actor=actor),
        "rows": rows,
        "missing": sum(not row["address"] for row in rows),
        "local": any(only_here(row["address"]) for row in rows if row["address"]),
    }
    return render(request, "league/team/links.html", context)


@posted(league_by_number(RUN), to="captains-links")
def make(request: HttpRequest, league: League, actor: Actor) -> None:
    """Make the links that are missing."""
    verbs.make_links(league=league)


@posted(team_by_number(RUN))
def renew(request: HttpRequest, team: Team, actor: Actor) -> HttpResponse:
    """Replace a team's link; the old one stops working."""
    verbs.renew_link(team=team, actor=actor)
    messages.success(request, f"This is the new link of {team}. Any earlier link no longer works.")
    answer = redirect("captains-links", team.league_id)
    answer["Location"] += f"?team={team.pk}#team-{team.pk}"
    return answer


@posted(team_by_number(RUN), to="captains-links")
def revoke(request: HttpRequest, team: Team, actor: Actor) -> str:
    """Revoke a team's link."""
    verbs.revoke_link(team=team, actor=actor)
    return f"The link of {team} no longer works. Results already sent are kept."


@require_safe
@league_by_number(RUN)
def slips(request: HttpRequest, league: League, actor: Actor) -> HttpResponse:
    """All captain links as PDF, a code slip for each team."""
    made = tuple(
        CaptainsSlip(
            team=team.name,
            captain=team.captain.name if team.captain else "",
            league=str(league),
            address=address_of(request, "captain", link.token),
        )
        for team, link in teams_with_links(league)
        if link
    )
    if not made:
        raise Http404("No team has a link yet. Create the links first.")
    return pdf_answer(request, captains_slips_pdf, made, name=(league, "captains"))
