"""The secretary's cards: missing, late or disputed ones; one typed in; penalties; walkovers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import partial
from typing import Any

from django.contrib import messages
from django.core.exceptions import NON_FIELD_ERRORS
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.functional import cached_property
from django.views.decorators.http import require_http_methods, require_safe

from scoring.common.amounts import written
from scoring.common.answers import Wrong, or_show, posted, status_of, valid
from scoring.common.permissions import RUN, WRITE, Actor, may
from scoring.common.tonight import night_at, tonight
from scoring.euchre.wording import counted, listed
from scoring.league.access import league_by_number, match_by_number
from scoring.league.actions import cards as card_actions
from scoring.league.actions import penalties
from scoring.league.actions.fixtures import result_of
from scoring.league.actions.pads import close_evening
from scoring.league.actions.squads import register
from scoring.league.actions.typed_card import type_card
from scoring.league.forms.card import CardForm, WalkoverForm, now_to_the_minute
from scoring.league.forms.penalties import LateForm, PenaltyForm
from scoring.league.models import League, LeagueMatch, SquadMember, TeamPenalty
from scoring.league.pure import wording
from scoring.league.pure.agreement import Agreement
from scoring.league.pure.eligibility import Finding
from scoring.league.pure.values import SIDES, Side
from scoring.league.pure.wording import rule_of
from scoring.league.queries.cards import (
    Cards,
    OpenCard,
    Typed,
    came_late,
    cards_of,
    due_of,
    late_card_of,
    open_card,
    registered,
    stands_on,
)
from scoring.league.queries.effects import Award, award_of
from scoring.league.queries.squads import brings_first_squad, first_day, load_who_may_play, squad_of
from scoring.league.views.about import LeaguePage
from scoring.league.views.squads import FEW, nearly_known
from scoring.league.views.squads import registered as registered_with


@require_safe
@league_by_number(WRITE)
def league_cards(request: HttpRequest, league: League, actor: Actor) -> HttpResponse:
    """The cards that need attention."""
    return _list(request, league, actor)


@dataclass(frozen=True, kw_only=True)
class CardsPage(LeaguePage):
    """The cards that need attention, and the penalties."""

    request: HttpRequest
    form: PenaltyForm

    @cached_property
    def cards(self) -> Cards:
        return cards_of(self.league, tonight())

    @property
    def groups(self) -> list[tuple[str, str, Sequence[OpenCard]]]:
        """A title, what is asked, and the cards of it."""
        found = self.cards
        return [
            ("Disputed", "The captains disagree, so you decide.", found.disputed),
            (
                "Waiting for confirmation",
                "Entered on a phone, but not confirmed by both captains.",
                found.begun,
            ),
            ("Missing", "No games are entered yet.", found.missing),
            ("Tonight", "Played tonight, with no games entered yet.", found.tonight),
        ]

    @property
    def in_short(self) -> str:
        """Return "33 in, 1 disputed, 1 missing"."""
        cards = self.cards
        each = {
            "in": cards.counted,
            "disputed": len(cards.disputed),
            "to be confirmed": len(cards.begun),
            "missing": len(cards.missing),
            "tonight": len(cards.tonight),
        }
        return ", ".join(
            f"{number} {says}" for says, number in each.items() if number or says == "in"
        )

    @property
    def urgent(self) -> OpenCard | None:
        """The card with the strong button: a dispute first."""
        return next(iter([*self.cards.disputed, *self.cards.missing]), None)

    @property
    def first(self) -> Sequence[OpenCard]:
        """The card that is typed next, after one was typed."""
        found = [*self.cards.missing, *self.cards.tonight]
        return found[:1] if self.request.GET.get("typed") else []

    @property
    def to_print(self) -> list[date]:
        """The last night of which a card is missing, and the next night."""
        missing = list(dict.fromkeys(one.match.date for one in self.cards.missing))[-1:]
        to_come = [one for one in self.league.nights if one >= night_at()][:1]
        return list(dict.fromkeys(missing + to_come))

    @property
    def rule(self) -> str:
        return late_rule(self.league.agreement)

    @property
    def costs(self) -> int:
        """How many points a late card costs."""
        card = self.league.agreement.card
        return card.points if card else 0


def _list(
    request: HttpRequest,
    league: League,
    actor: Actor,
    form: PenaltyForm | None = None,
    *,
    message: str = "",
    status: int | None = None,
) -> HttpResponse:
    form = form or PenaltyForm(league=league)
    page = CardsPage(league=league, actor=actor, message=message, request=request, form=form)
    return render(
        request, "league/cards/cards.html", {"page": page}, status=status or status_of(form)
    )


def late_rule(agreement: Agreement) -> str:
    """Return when a card is due and what lateness costs, in the league's own words where it has
    them."""
    return agreement.words.get("card") or wording.card(agreement)


@require_http_methods(["GET", "HEAD", "POST"])
@match_by_number(WRITE)
def one_card(request: HttpRequest, match: LeagueMatch, actor: Actor) -> HttpResponse:
    """A match's card, typed in from paper."""
    form = _form(request.POST if request.method == "POST" else None, match, actor)
    show = partial(_page, request, match, actor, form)
    if request.method != "POST":
        return show()
    back = f"{reverse('league-cards', args=[match.league_id])}?typed=yes"
    with or_show(show, already=lambda why: redirect(back)):
        stored, made = _store(request, match, form, actor)
    for side, members in made.items():
        messages.success(request, registered_with(getattr(stored, side), members, len(members)))
    close_evening(match=stored, actor=actor)
    late = _lateness(stored)
    messages.success(request, f"{stored}: {result_of(stored)}.{late}")
    return redirect(back)


@transaction.atomic
def _store(
    request: HttpRequest, match: LeagueMatch, form: CardForm, actor: Actor
) -> tuple[LeagueMatch, dict[Side, list[SquadMember]]]:
    """Store the card and register its new players where that was confirmed, in one transaction."""
    made, typed = {}, form
    if not form.is_valid() and form.new_names and _is_asked(request, form):
        made = {
            side: _register(match, side, names, actor) for side, names in form.new.items() if names
        }
        typed = _form(request.POST, match, actor)
    clean = valid(typed)
    form.barred = _barred(match, typed.typed)
    if form.barred and request.POST.get("sure") != "yes":
        raise Wrong
    stored = type_card(
        match=match,
        card=typed.typed,
        seen=clean["seen"],
        received_at=clean["received"],
        actor=actor,
    )
    return stored, made


def _is_asked(request: HttpRequest, form: CardForm) -> bool:
    """Whether the button confirmed all players to be registered, and no name was added since."""
    return all(
        set(request.POST.getlist(f"new-{side}")).issuperset(names)
        for side, names in form.new.items()
    )


def _register(
    match: LeagueMatch, side: Side, names: Sequence[str], actor: Actor
) -> list[SquadMember]:
    """Register a card's new players; a first squad from the first night on, others on the night."""
    team = getattr(match, side)
    return register(
        team=team,
        names=names,
        actor=actor,
        since=first_day(team, match.date or night_at()),
        on_the_night=True,
        others=True,
    )


def _sides_that_sign(match: LeagueMatch, actor: Actor) -> list[Side]:
    """The sides whose new players may be registered with the card, by the league's rule or as a
    first squad."""
    if not may(actor, RUN, match.league):
        return []
    any_night = match.league.agreement.players.on_the_night
    return [side for side in SIDES if any_night or brings_first_squad(getattr(match, side))]


def _new_in(match: LeagueMatch, form: CardForm) -> dict | None:
    """The question about new players on a card; None without any."""
    names = form.new_names
    if not form.is_bound or not names:
        return None
    _, among = nearly_known(match.league, names)
    alike = {}
    for side, found in form.new.items():
        # Beside a squad most who play are of it, and whoever is not may be misspelt.
        known = bool(form.squads[side]) or len(found) <= FEW
        alike |= nearly_known(match.league, found, most_are_known=known)[0]
    return {
        "sides": [(side, form.teams[side], found) for side, found in form.new.items() if found],
        "button": f"Register {names[0] if len(names) == 1 else f'these {len(names)}'}",
        "alike": alike,
        "among": among,
        # A first squad is none that signs on the night.
        "rule": rule_of(match.league.agreement, "on_the_night")
        if any(form.squads[side] for side, found in form.new.items() if found)
        else "",
        "others": any(field != NON_FIELD_ERRORS for field in form.errors),
    }


def _lateness(match: LeagueMatch) -> str:
    if not came_late(match):
        return ""
    teams = late_card_of(match).teams
    costs = "; ".join(_costs_of_lateness(match.league, [team.name for team in teams]))
    if not costs:
        return " The card was late, but the league rules set no penalty."
    return f" The card was late. Under the league rules, you can {costs}."


def _costs_of_lateness(league: League, teams: list[str]) -> Iterator[str]:
    points, fine = league.agreement.card.points, league.agreement.fees.late_card
    if points and teams:
        yield f"deduct {counted(points, 'point')} from {listed(teams)}"
    if fine and teams:
        amount, each = written(fine, league.club.currency), " each" if len(teams) > 1 else ""
        yield f"charge {listed(teams)} a fine of {amount}{each} under Team accounts"


def _form(data, match: LeagueMatch, actor: Actor) -> CardForm:
    if match.away_id is None:
        raise Http404("A bye has no card.")
    league = match.league
    return CardForm(
        data,
        agreement=league.agreement,
        teams={side: getattr(match, side).name for side in SIDES},
        squads={
            side: [member.player for member in squad_of(getattr(match, side))] for side in SIDES
        },
        known=registered(league),
        stands=stands_on(match),
        received=now_to_the_minute(),
        sign=_sides_that_sign(match, actor),
    )


def _barred(match: LeagueMatch, card: Typed) -> list[Finding]:
    """The rules that these players break."""
    who, names = load_who_may_play(match), card.names
    free = match.league.agreement.meet == "free"
    found = []
    for side, other in (("home", "away"), ("away", "home")):
        mine = list(dict.fromkeys(names[side])) if free else names[side]
        if mine:
            check = who.check(side, mine, others=names[other])
            found += [finding for finding in check.findings if finding.bars]
    return list({finding.says: finding for finding in found}.values())


@dataclass(frozen=True, kw_only=True)
class CardPage(LeaguePage):
    """A match's card, to be typed in."""

    match: LeagueMatch
    form: CardForm
    version: int
    walkover: WalkoverForm | None = None
    """A walkover that is previewed, with what it would `award`."""
    award: Award | None = None

    @property
    def result(self) -> str:
        return result_of(self.match) if self.match.counts else ""

    @property
    def late(self) -> bool:
        return came_late(self.match)

    @cached_property
    def due(self) -> datetime | None:
        return due_of(self.match)

    @property
    def overdue(self) -> datetime | None:
        """When the card was due, if it is late and does not count yet."""
        return self.due if not self.match.counts and open_card(self.match).overdue else None

    @cached_property
    def new(self) -> dict | None:
        """The question about its new players."""
        return _new_in(self.match, self.form)

    @property
    def forbids(self) -> str:
        """The rule against signing on the night."""
        agreement = self.league.agreement
        return "" if agreement.players.on_the_night else rule_of(agreement, "on_the_night")

    @property
    def target(self) -> int | None:
        return self.league.agreement.settings.target

    @property
    def plays(self) -> str:
        """What a match is, in words."""
        return wording.match(self.league.agreement)

    @property
    def sides(self) -> list[tuple]:
        """Each side: its team, the fields of its pairs, its squad."""
        form = self.form
        return [
            (side, getattr(self.match, side), pairs, form.squads[side])
            for side, pairs in form.sides
        ]


def _page(
    request: HttpRequest,
    match: LeagueMatch,
    actor: Actor,
    form: CardForm,
    *,
    message: str = "",
    status: int | None = None,
    **preview: Any,
) -> HttpResponse:
    version = LeagueMatch.objects.values_list("version", flat=True).get(pk=match.pk)
    what = {"match": match, "form": form, "version": version, "message": message}
    page = CardPage(league=match.league, actor=actor, **what, **preview)
    return render(
        request, "league/cards/card.html", {"page": page}, status=status or status_of(form)
    )


@posted(match_by_number(WRITE))
def take_in(request: HttpRequest, match: LeagueMatch, actor: Actor) -> HttpResponse:
    """Let a card count that the captains entered and one of them did not confirm."""
    with or_show(partial(_list, request, match.league, actor)):
        stored = card_actions.take_in(
            match=match, actor=actor, total=match.total, games_won=match.games_won
        )
    close_evening(match=stored, actor=actor)
    messages.success(request, f"{stored}: {result_of(stored)}, accepted.")
    return redirect("league-cards", match.league_id)


@posted(match_by_number(RUN))
def walkover(request: HttpRequest, match: LeagueMatch, actor: Actor) -> HttpResponse:
    """Give a match to the side whose opponents did not come, or to neither. What it awards is
    previewed, and it takes a reason."""
    form = WalkoverForm(request.POST)
    page = partial(_page, request, match, actor, _form(None, match, actor))
    with or_show(page):
        if "side" not in form.errors:
            side = form.cleaned_data["side"]
            card_actions.refuse_walkover(match, side)
            if form.errors or not form.confirmed:
                award = award_of(match, side)
                return page(walkover=form, award=award, status=status_of(form))
        clean = valid(form)
        stored = card_actions.give_walkover(
            match=match, actor=actor, side=clean["side"], why=clean["why"]
        )
    messages.success(request, f"{stored}: {stored.walkover_as_text}.")
    return redirect("league-cards", match.league_id)


@posted(match_by_number(RUN), to="one-card")
def open_again(request: HttpRequest, match: LeagueMatch, actor: Actor) -> str:
    """Reopen a card, or undo a walkover."""
    with or_show(partial(_page, request, match, actor, _form(None, match, actor))):
        card_actions.open_again(match=match, actor=actor)
    return f"{match} is open again. It counts once you save its card."


@posted(match_by_number(RUN))
def late_card(request: HttpRequest, match: LeagueMatch, actor: Actor) -> HttpResponse:
    """Decide what a late card costs."""
    league = match.league
    with or_show(partial(_list, request, league, actor)):
        teams = penalties.punish_late_card(
            match=match,
            why=f"Late card, {match}"[:200],
            actor=actor,
            **valid(LateForm(request.POST)),
        )
    if teams:
        points = counted(int(request.POST["points"]), "point")
        names = listed([team.name for team in teams])
        messages.success(request, f"{names}: −{points}. You can undo this below.")
    else:
        messages.success(request, f"The late card of {match} costs no points.")
    return redirect("league-cards", league.pk)


@posted(league_by_number(RUN), to="league-cards")
def penalise(request: HttpRequest, league: League, actor: Actor) -> str:
    """Take points off a team for something else."""
    form = PenaltyForm(request.POST, league=league)
    with or_show(partial(_list, request, league, actor, form), form):
        given = penalties.give_penalty(actor=actor, **valid(form))
    return f"{given.team}: −{counted(given.points, 'point')}."


@posted(league_by_number(RUN), to="league-cards")
def give_back(request: HttpRequest, league: League, actor: Actor, no: int) -> str:
    """Give a team the points of a penalty back."""
    penalty = get_object_or_404(
        TeamPenalty.objects.select_related("team"), pk=no, team__league=league
    )
    given = penalties.give_back(penalty=penalty, actor=actor)
    return f"{given.team} gets {counted(given.points, 'point')} back."
