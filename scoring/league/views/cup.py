"""The knock-out, round by round, and the play-offs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import cached_property
from django.views.decorators.http import require_safe

from scoring.common.answers import or_show, posted, status_of, valid
from scoring.common.permissions import LOOK, RUN, Actor
from scoring.league.access import league_by_number, match_by_number
from scoring.league.actions.knock_out import (
    add_play_off_match,
    draw_cup_round,
    drop_play_off_match,
    make_play_off,
    play_offs_to_make,
    say_who_goes_on,
    take_cup_round_back,
)
from scoring.league.forms.fixtures import CupDrawForm, GoesOnForm, PlayOffForm, PlayOffMatchForm
from scoring.league.models import League, LeagueMatch, Team
from scoring.league.pure.agreement import PLAY_OFFS
from scoring.league.pure.cup import byes_of, round_name, rounds_of
from scoring.league.queries.fixtures import against_cup_night
from scoring.league.queries.knock_out import (
    KnockOutRound,
    Stage,
    as_a_tree,
    cup_of,
    is_level,
    not_played,
    play_offs_of,
    winner_of,
)
from scoring.league.views.about import LeaguePage
from scoring.league.views.fixture_rows import result_in_row
from scoring.league.views.fixtures import in_matches


@require_safe
@league_by_number(LOOK)
def cup(request: HttpRequest, league: League, actor: Actor) -> HttpResponse:
    """The knock-out's rounds beside each other, and the play-offs."""
    return _page(request, league, actor)


@dataclass(frozen=True, kw_only=True)
class CupPage(LeaguePage):
    """The knock-out's rounds, its next draw, and the play-offs."""

    draw_form: CupDrawForm | None = None
    play_off_form: PlayOffForm | None = None
    match_form: PlayOffMatchForm | None = None
    against: Sequence[str] = ()
    """What speaks against the chosen night."""

    @property
    def name(self) -> str:
        return f"{self.league.agreement.cup or 'Knock-out'} and play-offs"

    @cached_property
    def _drawn(self) -> list[KnockOutRound]:
        return cup_of(self.league)

    @cached_property
    def rounds(self) -> list[CupRound]:
        columns = zip(self._drawn, as_a_tree(self._drawn), strict=True)
        return [
            CupRound(
                round=one,
                rows=[cup_row(match) for match in column],
                leads_on=one is not self._drawn[-1],
            )
            for one, column in columns
        ]

    @cached_property
    def teams(self) -> list[Team]:
        """The teams of the first draw."""
        return [] if self._drawn else list(self.league.teams.filter(withdrawn_at=None))

    @cached_property
    def in_the_hat(self) -> list[Team]:
        """The teams to draw."""
        return [team for team in self._drawn[-1].winners if team] if self._drawn else self.teams

    @property
    def _last_is_over(self) -> bool:
        return bool(self._drawn) and self._drawn[-1].over

    @property
    def next_no(self) -> int:
        return len(self._drawn) + 1

    @property
    def next_name(self) -> str:
        many = len(self.in_the_hat)
        return round_name(self.next_no, many) if many > 1 else ""

    @property
    def ready(self) -> bool:
        """Whether the next round can be drawn."""
        return self._last_is_over and len(self.in_the_hat) > 1

    @cached_property
    def winner(self) -> Team | None:
        found = self.in_the_hat
        return found[0] if self._last_is_over and len(found) == 1 else None

    @property
    def waiting(self) -> list[str]:
        """The winners so far of an unfinished round; its byes are listed beside it."""
        if not self._drawn or self._last_is_over:
            return []
        last = self._drawn[-1]
        through = zip(last.matches, last.winners, strict=True)
        return [winner.name for match, winner in through if winner and match.away_id]

    @property
    def byes(self) -> int:
        """How many teams have a bye in the first round."""
        return byes_of(len(self.teams))

    @property
    def rounds_to_come(self) -> int:
        return rounds_of(len(self.teams))

    @cached_property
    def drawing(self) -> CupDrawForm:
        return self.draw_form or CupDrawForm(league=self.league, initial={"no": self.next_no})

    @property
    def in_the_draw(self) -> set[int] | None:
        """The keys of the teams that were ticked; None before the form is sent."""
        chosen = getattr(self.drawing, "cleaned_data", {}).get("teams")
        return None if chosen is None else {team.pk for team in chosen}

    @cached_property
    def _stages(self) -> list[Stage]:
        return play_offs_of(self.league)

    @property
    def stages(self) -> list[dict]:
        """The stages of the play-offs with their matches."""
        return [
            {"stage": one, "rows": [cup_row(match) for match in one.matches]}
            for one in self._stages
        ]

    @property
    def _latest(self) -> list[Stage]:
        """The last stage of each division."""
        return list({stage.division: stage for stage in self._stages}.values())

    @property
    def play_off_says(self) -> str:
        return PLAY_OFFS[self.league.agreement.play_off]

    @property
    def plays_off(self) -> bool:
        return self.league.agreement.play_off != "none"

    @cached_property
    def left(self) -> int:
        """How many matches of the season are not played, before the first play-off."""
        return 0 if self._stages else not_played(self.league)

    @property
    def more_play_off(self) -> bool:
        """Whether play-off matches are to be made."""
        over = (None not in one.winners and len(one.winners) > 1 for one in self._latest)
        return not self._stages or any(over)

    @property
    def champions(self) -> list[Team]:
        """The winners of the play-offs."""
        found = [one.winners for one in self._latest if len(one.winners) == 1]
        return [winner for [winner] in found if winner]

    @cached_property
    def play_off(self) -> PlayOffForm:
        return self.play_off_form or PlayOffForm(league=self.league)

    @cached_property
    def by_hand(self) -> PlayOffMatchForm:
        return self.match_form or PlayOffMatchForm(league=self.league)


@dataclass(frozen=True, kw_only=True)
class CupRound:
    """A round as a column of the tree; `leads_on` where another is drawn."""

    round: KnockOutRound
    rows: list[dict]
    leads_on: bool

    @cached_property
    def byes(self) -> list[str]:
        return [match.home.name for match in self.round.matches if match.away_id is None]

    @property
    def to_take_back(self) -> bool:
        return not self.leads_on and not any(match.counts for match in self.round.matches)


def _page(
    request: HttpRequest, league: League, actor: Actor, *, status: int = 200, **shown: Any
) -> HttpResponse:
    page = CupPage(league=league, actor=actor, **shown)
    return render(request, "league/cup/cup.html", {"page": page}, status=status)


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
def draw(request: HttpRequest, league: League, actor: Actor) -> HttpResponse | str:
    """Draw the next round of the knock-out. What speaks against its night is said before, and takes
    a reason."""
    form = CupDrawForm(request.POST, league=league)
    with or_show(partial(_page, request, league, actor, draw_form=form)):
        clean = valid(form)
        page = CupPage(league=league, actor=actor)
        against = ()
        if clean["no"] == page.next_no:
            hat = page.in_the_hat if page.rounds else clean["teams"]
            against = against_cup_night(league, hat, clean["date"])
        if form.ask_why(against):
            return _page(
                request, league, actor, draw_form=form, against=against, status=status_of(form)
            )
        what = {"teams": clean["teams"], "why": clean["why"] if against else ""}
        draw_cup_round(league=league, no=clean["no"], on=clean["date"], actor=actor, **what)
    return "Drawn. Its seed is shown with the round."


@posted(league_by_number(RUN), page=_page, to="league-cup")
def take_back(request: HttpRequest, league: League, actor: Actor, no: int) -> str:
    """Take the last round's draw back."""
    take_cup_round_back(league=league, no=no)
    return "Draw undone."


@posted(match_by_number(RUN))
def goes_on(request: HttpRequest, match: LeagueMatch, actor: Actor) -> HttpResponse:
    """Say who goes on after a match that ended level, and why."""
    with or_show(partial(_page, request, match.league, actor)):
        say_who_goes_on(match=match, actor=actor, **valid(GoesOnForm(request.POST)))
    return redirect("league-cup", match.league_id)


@posted(league_by_number(RUN), to="league-cup")
def play_off(request: HttpRequest, league: League, actor: Actor) -> HttpResponse | str:
    """Make the play-off matches that come next. What speaks against their night is said before, and
    takes a reason."""
    form = PlayOffForm(request.POST, league=league)
    with or_show(partial(_page, request, league, actor, play_off_form=form)):
        clean = valid(form)
        matches = play_offs_to_make(league, sure=clean["early"])
        names = {name for one in matches if one.away for name in (one.home, one.away)}
        against = against_cup_night(league, league.teams.filter(name__in=names), clean["date"])
        if form.ask_why(against):
            return _page(
                request, league, actor, play_off_form=form, against=against, status=status_of(form)
            )
        why = clean["why"] if against else ""
        number = make_play_off(
            league=league, actor=actor, on=clean["date"], sure=clean["early"], why=why
        )
    return f"{in_matches(number)} created." if number else "No play-off matches to create."


@posted(league_by_number(RUN), to="league-cup")
def add_play_off(request: HttpRequest, league: League, actor: Actor) -> HttpResponse | str:
    """Make one play-off match by hand."""
    form = PlayOffMatchForm(request.POST, league=league)
    with or_show(partial(_page, request, league, actor, match_form=form)):
        clean = valid(form)
        against = against_cup_night(league, [clean["home"], clean["away"]], clean["date"])
        if form.ask_why(against):
            return _page(
                request, league, actor, match_form=form, against=against, status=status_of(form)
            )
        what = {name: clean[name] for name in ("stage", "home", "away")}
        why = clean["why"] if against else ""
        add_play_off_match(league=league, on=clean["date"], why=why, actor=actor, **what)
    return "Match added."


@posted(match_by_number(RUN))
def drop_play_off(request: HttpRequest, match: LeagueMatch, actor: Actor) -> HttpResponse:
    """Take a play-off match back that was not played."""
    with or_show(partial(_page, request, match.league, actor)):
        drop_play_off_match(match=match)
    messages.success(request, "Match deleted.")
    return redirect("league-cup", match.league_id)
