"""Players during the event: late comers, leavers and ghosts. Each step can be undone."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from scoring.common.answers import UNPROCESSABLE, or_show, posted, valid
from scoring.common.permissions import RUN, Actor
from scoring.euchre.wording import counted, listed
from scoring.evening.views.fees import describe_fees
from scoring.people.models import Player
from scoring.tournament.access import tournament_by_number
from scoring.tournament.actions import late_comers as verbs
from scoring.tournament.actions import leaving
from scoring.tournament.actions.entrants import add_ghosts
from scoring.tournament.actions.leaving import replace_one
from scoring.tournament.forms.people import (
    GHOST,
    NEW,
    LateForm,
    LeaveForm,
    NumberForm,
    OutForm,
    PlaceForm,
    ReplaceForm,
)
from scoring.tournament.models import Entrant, Round, Tournament
from scoring.tournament.pure.odd import choices
from scoring.tournament.pure.places import NEXT, Place, late_comer_places
from scoring.tournament.queries.entry_fees import waiting_for_a_draw
from scoring.tournament.queries.now import (
    entrants_of,
    format_in,
    late_comers,
    load_tournament,
    not_entered,
)
from scoring.tournament.queries.pairs_played import PairPlayed, replaced_in
from scoring.tournament.views.page import TournamentPage
from scoring.tournament.views.setup.entrants import doubts_of


class Evening:
    """The entrants during a tournament, with their places in the current round."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.format = format_in(tournament)
        self.rounds = list(tournament.rounds.exclude(published_at=None))
        self.round: Round | None = self.rounds[-1] if self.rounds else None
        self.entrants: list[Entrant] = list(
            entrants_of(tournament).select_related("in_place_of__player")
        )
        placings = self.round.placings.select_related("round_table") if self.round else ()
        self.seats = {one.entrant_id: one for one in placings}

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """The places open to a late comer."""
        if self.round is None or self.round.ended_at is not None:
            return late_comer_places(load_tournament(self.tournament, results_from=10**4))[-1:]
        return late_comer_places(load_tournament(self.tournament, results_from=self.round.no))

    @property
    def here(self) -> list[Entrant]:
        return [one for one in self.entrants if one.left is None and not one.ghost]

    @property
    def out(self) -> list[Entrant]:
        """The entrants who are here but have no seat in the current round."""
        return [one for one in self.here if one.pk not in self.seats]

    @property
    def seated(self) -> list[Entrant]:
        return [one for one in self.here if one.pk in self.seats]

    @property
    def late(self) -> list[Entrant]:
        """The entrants who are here and were entered after round 1 was published."""
        began = self.rounds[0].published_at if self.rounds else None
        return [one for one in self.here if began and (one.entered_at > began or self.placed(one))]

    def placed(self, entrant: Entrant) -> bool:
        """Return whether the entrant was seated late in the current round, and replaced no one
        except perhaps a ghost."""
        place, whose = self.seats.get(entrant.pk), entrant.in_place_of
        return self.goes_on and place is not None and place.late and (whose is None or whose.ghost)

    @cached_property
    def waiting(self) -> set[int]:
        """The keys of the entrants who have not been in any round yet, so they can be removed
        again."""
        return {one.pk for one in waiting_for_a_draw(self.tournament)}

    @property
    def goes_on(self) -> bool:
        return self.round is not None and self.round.ended_at is None

    def where(self, entrant: Entrant) -> str:
        """Return "table 7", "sits out", or "from round 4"."""
        if entrant.pk in self.seats:
            return str(self.seats[entrant.pk].round_table).lower()
        if self.round and entrant.no in self.round.sitting_out:
            return self.format.in_round(self.round.no).sits_out_says
        return f"from round {self.from_round(entrant)}"

    def from_round(self, entrant: Entrant) -> int:
        """Return the first round in which they have a place, or will be drawn."""
        if self.round is None or entrant.pk in self.seats or entrant.no in self.round.sitting_out:
            return entrant.since
        return max(entrant.since, self.round.no + 1)

    @property
    def hows(self) -> Sequence[tuple[str, str]]:
        """The ways to finish the round of an entrant who leaves."""
        if not self.goes_on:
            return [(NEXT, "Now: they get no more seats.")]
        no = self.round.no
        fills = "Someone free fills the seat. The player keeps the points."
        stays = [(NEXT, f"After round {no}. {fills}")]
        by = [
            (
                str(one.no),
                f"At once: {one} ({one.no}), who has no seat, takes over; the points are {one}’s.",
            )
            for one in self.out
        ]
        new = [
            (
                NEW,
                "At once: a new player takes over with the next number; the points are theirs.",
            ),
            (
                GHOST,
                "At once: a ghost takes over. Anyone free plays it; its points don’t count.",
            ),
        ]
        return [*stays, *by, *new]

    @property
    def to_come(self) -> str:
        """Return the seating of the next round, as a sentence, with the entrants who are here
        now."""
        found = choices(len(self.here), self.format)
        chosen = next((one for one in found if one.odd == self.format.odd), None)
        who = counted(len(self.here), "pair" if self.format.pairs else "player")
        return (
            f"{who} in the next round. {chosen.says}"
            if chosen
            else f"{who} in the next round: all play."
        )


def late_form(evening: Evening, sent=None) -> LateForm:
    return LateForm(
        sent, places=evening.places, pairs=evening.format.pairs, groups=evening.format.groups
    )


def leave_form(evening: Evening, sent=None) -> LeaveForm:
    entrants = [(one.no, f"{one.no} {one}, {evening.where(one)}") for one in evening.here]
    return LeaveForm(sent, entrants=entrants, hows=evening.hows, pairs=evening.format.pairs)


def place_form(evening: Evening, sent) -> PlaceForm:
    return PlaceForm(sent, places=evening.places)


def replace_form(evening: Evening, sent=None) -> ReplaceForm:
    pairs = [one for one in evening.here if one.partner_id is not None]
    people = [
        (f"{pair.no}-{one.pk}", f"{one}, of {pair.no} {pair}")
        for pair in pairs
        for one in pair.people
    ]
    return ReplaceForm(sent, people=people)


def gone_by(evening: Evening, asked: QueryDict) -> dict | None:
    """Return the people just removed (`gone`, their keys), in the format of the late comers' form
    that puts them back."""
    keys = [
        int(key)
        for key in asked.getlist("gone")[:2]
        if key.isascii() and key.isdecimal() and len(key) < 18
    ]
    people = Player.objects.filter(club=evening.tournament.session.club_id).in_bulk(keys)
    if (
        not keys
        or len(people) != len(keys)
        or any(one in each.people for one in people.values() for each in evening.entrants)
    ):
        return None
    names = [people[key].name for key in keys]
    return {"name": " and ".join(names), "text": " & ".join(names), "group": asked.get("group", "")}


@dataclass(frozen=True, kw_only=True)
class PeoplePage(TournamentPage):
    """Late comers and leavers, and the options for each. It takes a fixed number of queries."""

    evening: Evening
    sent: LateForm | LeaveForm | ReplaceForm | None = None
    """The form that was refused."""
    doubts: dict | None = None
    out: dict | None = None
    """The entrant just removed."""

    @cached_property
    def late_form(self) -> LateForm:
        return self.sent if isinstance(self.sent, LateForm) else late_form(self.evening)

    @cached_property
    def leave_form(self) -> LeaveForm:
        return self.sent if isinstance(self.sent, LeaveForm) else leave_form(self.evening)

    @cached_property
    def replace_form(self) -> ReplaceForm:
        return self.sent if isinstance(self.sent, ReplaceForm) else replace_form(self.evening)

    @cached_property
    def waiting(self) -> list[Player]:
        return [] if self.format.pairs else late_comers(self.tournament)

    @cached_property
    def late(self) -> list[tuple[Entrant, str, bool, bool, bool]]:
        """Each with their place, and whether they have a seat, were seated late, and have not been
        in any round."""
        it = self.evening
        return [
            (one, it.where(one), one.pk in it.seats, it.placed(one), one.pk in it.waiting)
            for one in it.late
        ]

    @property
    def next(self) -> int:
        return self.evening.places[-1].round

    @cached_property
    def replaced(self) -> list[PairPlayed]:
        return list(replaced_in(self.tournament).values())

    @property
    def free(self) -> bool:
        """Whether the club has people who are not entered."""
        return bool(not_entered(self.tournament))

    @property
    def gone(self) -> list[Entrant]:
        return [one for one in self.evening.entrants if one.left is not None and not one.ghost]

    @property
    def ghosts(self) -> list[tuple[Entrant, str, bool]]:
        return [
            (one, self.evening.where(one), one.pk in self.evening.seats)
            for one in self.evening.entrants
            if one.ghost and one.left is None
        ]

    @cached_property
    def costs(self) -> str:
        return describe_fees(self.session)

    @property
    def known(self) -> QuerySet[Player]:
        return self.session.club.players.active()


@require_safe
@tournament_by_number(RUN)
def people(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Late comers and leavers, and the options for each. `gone` names the people just removed."""
    evening = Evening(tournament)
    return _page(request, tournament, actor, out=gone_by(evening, request.GET))


def _page(
    request: HttpRequest, tournament: Tournament, actor: Actor, *, status: int = 200, **more
) -> HttpResponse:
    page = PeoplePage(tournament=tournament, actor=actor, evening=Evening(tournament), **more)
    return render(request, "tournament/play/people.html", page.context, status=status)


@posted(tournament_by_number(RUN), to="tournament-people")
def late(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse | str:
    """Check late comers in, enter them, and seat them at once if there is a place."""
    form = late_form(Evening(tournament), request.POST)
    page = partial(_page, request, tournament, actor, sent=form)
    with or_show(page, form):
        clean = valid(form)
    if not clean["sure"] and (doubts := doubts_of(tournament, form)):
        return page(doubts=doubts, status=UNPROCESSABLE)
    what = {"names": form.names, "group": clean.get("group", ""), "at": clean["place"]}
    with or_show(page):
        came = verbs.all_come_late_by_name(tournament=tournament, actor=actor, **what)
    return how_they_play(tournament, came)


def how_they_play(tournament: Tournament, came: Sequence[Entrant]) -> str:
    """Return the first round and seat of late comers and the rounds they missed, with one sentence
    for all in the same position."""
    evening, alike = Evening(tournament), defaultdict(list)
    for one in came:
        seat = f", at {evening.where(one)}" if one.pk in evening.seats else ""
        alike[f"from round {evening.from_round(one)}{seat}{_missed(one.since)}."].append(one)
    return " ".join(
        f"{listed([f'{one} ({one.no})' for one in those])} "
        f"{'plays' if len(those) == 1 else 'play'} {how}"
        for how, those in alike.items()
    )


def _missed(since: int) -> str:
    """Return the note on the rounds before an entrant joined."""
    if since == 1:
        return ""
    return f", without points for {'round 1' if since == 2 else f'rounds 1 to {since - 1}'}"


@posted(tournament_by_number(RUN), page=_page, to="tournament-people")
def place(request: HttpRequest, tournament: Tournament, actor: Actor, no: int) -> str:
    """Seat an entrant who has no seat in the current round, or let them start in the next one."""
    form = place_form(Evening(tournament), request.POST)
    at, seen = valid(form)["place"], form.cleaned_data["round"]
    what = {"tournament": tournament, "no": no, "seen": seen, "actor": actor}
    if at is None:
        entrant = verbs.unplace(**what)
    else:
        entrant = verbs.place(table=at[0], seat=at[1], **what)
    if at is None:
        return f"{entrant} plays {_from(tournament, entrant)}."
    return f"{entrant} sits at table {at[0]} now."


def _from(tournament: Tournament, entrant: Entrant) -> str:
    return f"from round {Evening(tournament).from_round(entrant)}"


@posted(tournament_by_number(RUN), page=_page, to="tournament-people")
def late_out(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse | None:
    """Remove a late comer before their first draw. They can be put back."""
    clean = valid(OutForm(request.POST))
    gone = verbs.take_late_out(tournament=tournament, actor=actor, **clean)
    if gone is None:
        messages.info(request, "They are no longer entered.")
        return None
    back = {"gone": [one.pk for one in gone.people], "group": gone.group}
    people = reverse("tournament-people", args=[tournament.session_id])
    return redirect(f"{people}?{urlencode(back, doseq=True)}")


@posted(tournament_by_number(RUN), to="tournament-people")
def replace(request: HttpRequest, tournament: Tournament, actor: Actor) -> str:
    """Replace one player of a pair."""
    form = replace_form(Evening(tournament), request.POST)
    with or_show(partial(_page, request, tournament, actor, sent=form)):
        (no, player), name = valid(form)["who"], form.cleaned_data["name"]
        pair = replace_one(tournament=tournament, no=no, player=player, name=name, actor=actor)
    return f"{pair} play on as number {pair.no}. The pair keeps its points."


@posted(tournament_by_number(RUN), to="tournament-people")
def leave(request: HttpRequest, tournament: Tournament, actor: Actor) -> str:
    """Let an entrant leave, after the round or at once."""
    form = leave_form(Evening(tournament), request.POST)
    with or_show(partial(_page, request, tournament, actor, sent=form)):
        clean = valid(form)
        no, how = clean["no"], clean["how"]
        said = {"tournament": tournament, "no": no}
        if how == NEXT:
            entrant = leaving.leave(**said)
        elif how == GHOST:
            entrant = leaving.leave_at_once(**said, actor=actor)
        elif how == NEW:
            names = clean["names"] or []
            entrant = leaving.leave_to_somebody_new(**said, names=names, actor=actor)
        else:
            entrant = leaving.leave_at_once(**said, by=int(how), actor=actor)
    return _left(entrant, no)


def _left(entrant: Entrant, no: int) -> str:
    if entrant.no == no:
        return f"{entrant} leaves after round {entrant.left}."
    return f"{entrant} now plays in place of number {no}."


@posted(tournament_by_number(RUN), page=_page, to="tournament-people")
def back(request: HttpRequest, tournament: Tournament, actor: Actor) -> str:
    """Undo that an entrant left."""
    clean = valid(NumberForm(request.POST))
    entrant = leaving.come_back(tournament=tournament, actor=actor, **clean)
    return f"{entrant} is back."


@posted(tournament_by_number(RUN), page=_page, to="tournament-people")
def ghost(request: HttpRequest, tournament: Tournament, actor: Actor) -> str:
    """Add a ghost for the next rounds."""
    number = tournament.entrants.filter(ghost=True, left=None).count() + 1
    add_ghosts(tournament=tournament, number=number)
    return "Ghost added. It gets a seat in rounds that need one."


@posted(tournament_by_number(RUN), page=_page, to="tournament-people")
def take_ghost_out(request: HttpRequest, tournament: Tournament, actor: Actor) -> str:
    """Remove a ghost from the next rounds."""
    leaving.take_ghost_out(tournament=tournament, **valid(NumberForm(request.POST)))
    return "Ghost removed."
