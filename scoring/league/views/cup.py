"""The knock-out, round by round, and the play-offs."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from scoring.common.answers import or_show, posted, valid
from scoring.common.permissions import LOOK, RUN, Actor
from scoring.league.access import league_by_number, match_by_number
from scoring.league.actions.knock_out import (
    add_play_off_match,
    draw_cup_round,
    drop_play_off_match,
    make_play_off,
    say_who_goes_on,
    take_cup_round_back,
)
from scoring.league.forms.fixtures import CupDrawForm, GoesOnForm, PlayOffForm, PlayOffMatchForm
from scoring.league.models import League, LeagueMatch, Team
from scoring.league.pure.agreement import PLAY_OFFS
from scoring.league.pure.cup import byes_of, round_name, rounds_of
from scoring.league.queries.knock_out import (
    KnockOutRound,
    as_a_tree,
    cup_of,
    is_level,
    not_played,
    play_offs_of,
    winner_of,
)
from scoring.league.views.about import about
from scoring.league.views.fixture_rows import result_in_row
from scoring.league.views.fixtures import in_matches


@require_safe
@league_by_number(LOOK)
def cup(request: HttpRequest, league: League, actor: Actor) -> HttpResponse:
    """The knock-out's rounds beside each other, and the play-offs."""
    return _page(request, league, actor)


def _page(
    request: HttpRequest,
    league: League,
    actor: Actor,
    *,
    drawing: CupDrawForm | None = None,
    by_hand: PlayOffMatchForm | None = None,
    unsure: bool = False,
    message: str = "",
    status: int = 200,
) -> HttpResponse:
    rounds, stages = cup_of(league), play_offs_of(league)
    teams = list(league.teams.filter(withdrawn_at=None)) if not rounds else []
    columns = as_a_tree(rounds)
    hat = [team for team in rounds[-1].winners if team] if rounds else teams
    last = stages[-1] if stages else None
    context = about(league, actor) | {
        "message": message,
        "name": league.agreement.cup or "Knock-out",
        "rounds": [
            {
                "round": one,
                "rows": [cup_row(match) for match in column],
                "byes": [match.home.name for match in one.matches if match.away_id is None],
                "leads_on": one is not rounds[-1],
                "to_take_back": one is rounds[-1] and not any(m.counts for m in one.matches),
            }
            for one, column in zip(rounds, columns, strict=True)
        ],
        "next_no": len(rounds) + 1,
        "next_name": round_name(len(rounds) + 1, len(hat)) if len(hat) > 1 else "",
        "ready": bool(rounds) and rounds[-1].over and len(hat) > 1,
        "winner": hat[0] if rounds and rounds[-1].over and len(hat) == 1 else None,
        "waiting": [team.name for team in _through(rounds[-1])] if rounds else [],
        "teams": teams,
        "byes": byes_of(len(teams)),
        "rounds_to_come": rounds_of(len(teams)),
        "drawing": drawing or CupDrawForm(league=league, initial={"no": len(rounds) + 1}),
        "stages": [
            {"stage": one, "rows": [cup_row(match) for match in one.matches]} for one in stages
        ],
        "play_off_says": PLAY_OFFS[league.agreement.play_off],
        "plays_off": league.agreement.play_off != "none",
        "left": not_played(league) if not stages else 0,
        "more_play_off": not stages
        or any(None not in one.winners and len(one.winners) > 1 for one in _latest(stages)),
        "champions": [one.winners[0] for one in _latest(stages) if _won(one)] if last else [],
        "by_hand": by_hand or PlayOffMatchForm(league=league),
        "unsure": unsure,
    }
    return render(request, "league/cup/cup.html", context, status=status)


def _through(drawn: KnockOutRound) -> Iterator[Team]:
    """Yield who has won a match of a round that is not over; its byes are named beside it."""
    for match, winner in zip(drawn.matches, drawn.winners, strict=True):
        if winner and match.away_id and not drawn.over:
            yield winner


def _latest(stages):
    return list({stage.division: stage for stage in stages}.values())


def _won(stage) -> bool:
    return len(stage.winners) == 1 and stage.winners[0] is not None


def cup_row(match: LeagueMatch) -> dict:
    """Return a match of the knock-out or a play-off as its page shows it."""
    won = winner_of(match)
    level = is_level(match)
    return {
        "match": match,
        "bye": match.away_id is None,
        "result": result_in_row(match) if match.counts else "",
        "home_won": won is not None and won.pk == match.home_id,
        "away_won": won is not None and won.pk == match.away_id,
        "level": level and not match.goes_on,
        "decided": bool(level and match.goes_on),
        "open": match.away_id is not None and not match.counts,
    }


@posted(league_by_number(RUN), to="league-cup")
def draw(request: HttpRequest, league: League, actor: Actor) -> str:
    """Draw the next round of the knock-out."""
    form = CupDrawForm(request.POST, league=league)
    with or_show(partial(_page, request, league, actor, drawing=form)):
        clean = valid(form)
        draw_cup_round(
            league=league, no=clean["no"], teams=clean["teams"], on=clean["date"], actor=actor
        )
    return "Drawn. Its seed stands beside it."


@posted(league_by_number(RUN), page=_page, to="league-cup")
def take_back(request: HttpRequest, league: League, actor: Actor, no: int) -> str:
    """Take the last round's draw back."""
    take_cup_round_back(league=league, no=no)
    return "The draw was taken back."


@posted(match_by_number(RUN))
def goes_on(request: HttpRequest, match: LeagueMatch, actor: Actor) -> HttpResponse:
    """Say who goes on after a match that ended level, and why."""
    with or_show(partial(_page, request, match.league, actor)):
        say_who_goes_on(match=match, actor=actor, **valid(GoesOnForm(request.POST)))
    return redirect("league-cup", match.league_id)


@posted(league_by_number(RUN), page=partial(_page, unsure=True), to="league-cup")
def play_off(request: HttpRequest, league: League, actor: Actor) -> str:
    """Make the play-off matches that come next."""
    clean = valid(PlayOffForm(request.POST))
    number = make_play_off(league=league, actor=actor, on=clean["date"], sure=clean["sure"])
    return f"{in_matches(number)} made." if number else "None is to be made."


@posted(league_by_number(RUN), to="league-cup")
def add_play_off(request: HttpRequest, league: League, actor: Actor) -> str:
    """Make one play-off match by hand."""
    form = PlayOffMatchForm(request.POST, league=league)
    with or_show(partial(_page, request, league, actor, by_hand=form)):
        clean = valid(form)
        clean["on"] = clean.pop("date")
        add_play_off_match(league=league, **clean)
    return "The match is made."


@posted(match_by_number(RUN))
def drop_play_off(request: HttpRequest, match: LeagueMatch, actor: Actor) -> HttpResponse:
    """Take a play-off match back that was not played."""
    with or_show(partial(_page, request, match.league, actor)):
        drop_play_off_match(match=match)
    messages.success(request, "The match was taken back.")
    return redirect("league-cup", match.league_id)
