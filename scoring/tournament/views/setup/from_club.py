"""Tick entrants on the club's list, and enter all of them in one step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import cached_property
from django.views.decorators.http import require_http_methods

from scoring.common.answers import or_show, valid
from scoring.common.names import folded, last_name_first
from scoring.common.permissions import RUN, Actor
from scoring.evening.views.fees import describe_fees
from scoring.people.models import Player
from scoring.people.queries.people import narrowed
from scoring.tournament.access import tournament_by_number
from scoring.tournament.actions import entrants as verbs
from scoring.tournament.actions.late_comers import all_come_late
from scoring.tournament.actions.setting_up import is_published
from scoring.tournament.forms.entrants import WHOM_TO_TICK, LookForm, TickedForm
from scoring.tournament.models import Tournament
from scoring.tournament.queries.now import format_in, not_entered
from scoring.tournament.views.page import TournamentPage
from scoring.tournament.views.play.people import how_they_play
from scoring.tournament.views.setup.entrants import entered_answer


@dataclass(frozen=True, kw_only=True)
class Tick:
    """A person on the club's list."""

    player: Player
    name: str
    """The name in the order of the list, as in "Ashby-Cole, Catherine" by last name."""
    ticked: bool


@dataclass(frozen=True, kw_only=True)
class FromClubPage(TournamentPage):
    """A list of the club's people who are not entered, with boxes to tick."""

    form: TickedForm

    @cached_property
    def late(self) -> bool:
        return is_published(self.tournament)

    @cached_property
    def costs(self) -> str:
        return describe_fees(self.session)

    @cached_property
    def look(self) -> LookForm:
        return LookForm(self.form.data)

    @property
    def whom(self) -> Sequence[tuple[str, str]]:
        """The buttons that tick a whole group. Pairs have none, because they are ticked by hand."""
        return () if self.form.pairs else WHOM_TO_TICK

    @cached_property
    def shown(self) -> set[int]:
        return {player.pk for player in narrowed(self.form.people, said=self.look.said)}

    @cached_property
    def keys(self) -> set[int]:
        """The keys of the people ticked, including those added by a button."""
        if self.look.whom == "nobody":
            return set()
        if not self.look.whom:
            return self.form.ticked
        all = self.look.whom == "all"
        added = (one.pk for one in self.form.people if all or not one.guest)
        return self.form.ticked | self.shown.intersection(added)

    @property
    def ticked(self) -> int:
        return len(self.keys)

    @cached_property
    def everybody(self) -> list[Tick]:
        by_last_name = self.look.by_last_name
        ticks = [
            Tick(
                player=player,
                name=last_name_first(player.name) if by_last_name else player.name,
                ticked=player.pk in self.keys,
            )
            for player in self.form.people
        ]
        return sorted(ticks, key=lambda one: folded(one.name)) if by_last_name else ticks

    @cached_property
    def ticks(self) -> list[Tick]:
        return [one for one in self.everybody if one.player.pk in self.shown]

    @cached_property
    def kept(self) -> list[Tick]:
        """The people who are ticked but not shown."""
        return [one for one in self.everybody if one.ticked and one.player.pk not in self.shown]


@require_http_methods(["GET", "HEAD", "POST"])
@tournament_by_number(RUN)
def from_club(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """A list of the club's people who are not entered, with boxes to tick. With `enter`, enter the
    ticked people, as late comers once round 1 is published. Otherwise, show the list as requested
    and keep its ticks."""
    sent = request.POST if request.method == "POST" else request.GET
    format = format_in(tournament)
    form = TickedForm(
        sent,
        people=not_entered(tournament),
        groups=format.groups,
        pairs=format.pairs,
    )
    page = partial(_page, request, tournament, actor, form=form)
    if "enter" not in request.POST:
        return page()
    with or_show(page):
        clean = valid(form)
        ticked = [player for player in form.people if player in clean["player"]]
        people = [ticked] if format.pairs else [[player] for player in ticked]
        what = {"tournament": tournament, "people": people, "group": clean["group"]}
        if is_published(tournament):
            came = all_come_late(**what, actor=actor)
            messages.success(request, how_they_play(tournament, came))
            answer = redirect("tournament-people", tournament.session_id)
        else:
            answer = entered_answer(request, tournament, verbs.enter(**what))
    return redirect("enter-from-club", tournament.session_id) if format.pairs else answer


def _page(
    request: HttpRequest, tournament: Tournament, actor: Actor, *, status: int = 200, **about
) -> HttpResponse:
    page = FromClubPage(tournament=tournament, actor=actor, **about)
    return render(request, "tournament/setup/from_club.html", page.context, status=status)
