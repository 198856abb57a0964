"""A match night on a captain's phone: pairs, scores and confirmations."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from functools import partial, wraps
from itertools import groupby
from uuid import uuid5

from django.contrib import messages
from django.db import transaction
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.text import capfirst
from django.views.decorators.http import require_safe
from django_htmx.http import ptag

from scoring.common import polling
from scoring.common.answers import Wrong, or_show, piece_or_page, posted, status_of, valid
from scoring.common.dates import written_time
from scoring.common.permissions import Actor
from scoring.common.qr_codes import address_of, qr_of
from scoring.common.refused import Refused
from scoring.common.tonight import night_at
from scoring.euchre.wording import score_as_text
from scoring.league.access import captains_match
from scoring.league.actions import cards, pads
from scoring.league.actions.squads import register
from scoring.league.forms.night import DisputeForm, GamesForm, PairsForm, SeenForm
from scoring.league.models import LeagueMatch, MatchPair, SquadMember, Team
from scoring.league.pure.agreement import Agreement
from scoring.league.pure.card import Game, all_played
from scoring.league.pure.eligibility import Finding
from scoring.league.pure.values import SIDES, Side
from scoring.league.pure.wording import number, rule_of
from scoring.league.queries.card import (
    CardLine,
    Over,
    called,
    corrections_of,
    finished_games,
    with_people,
)
from scoring.league.queries.cards import open_card
from scoring.league.queries.squads import brings_first_squad, first_day, load_who_may_play, squad_of
from scoring.league.queries.teams import version_by_link
from scoring.league.views.about import CaptainPage
from scoring.league.views.squads import FEW, nearly_known, registered
from scoring.people.models import Player
from scoring.table.models import Link

Two = tuple[Player | None, Player | None]
CHANGED = "The card has changed since {}. Check it again."


def _of_captain(view):
    """The view gets (request, match, team, actor), with the team of the captain link."""

    @captains_match
    @wraps(view)
    def inner(request, match, actor, **kwargs):
        return view(request, match, actor.captain.team, actor, **kwargs)

    return inner


def _side(match: LeagueMatch, team: Team) -> Side:
    return "home" if match.home_id == team.pk else "away"


def _tag_of(request: HttpRequest, token: str, match: int) -> str | None:
    """The polling tag of a match by a live link of a captain; None where the view itself must
    answer."""
    version = version_by_link(token)
    return None if version is None else polling.tag(version)


@require_safe
@ptag(_tag_of)
@_of_captain
def night(request: HttpRequest, match: LeagueMatch, team: Team, actor: Actor) -> HttpResponse:
    """A match on the phone of one of its captains, which keeps it (static/queue/worker.js), and
    shows what the other side says as soon as it is said."""
    return _page(request, match, team, actor)


@dataclass(frozen=True, kw_only=True)
class Typed:
    """The forms of a match's page with the values entered; None for the others."""

    pairs: PairsForm | None = None
    games: GamesForm | None = None
    dispute: DisputeForm | None = None

    @property
    def status(self) -> int:
        """The status of the page that shows them."""
        sent = (self.pairs, self.games, self.dispute)
        return max((status_of(form) for form in sent if form), default=200)


@dataclass(frozen=True, kw_only=True)
class NightPage(CaptainPage):
    """A match on the phone of one of its captains."""

    request: HttpRequest
    match: LeagueMatch
    typed: Typed

    @property
    def agreement(self) -> Agreement:
        return self.league.agreement

    @property
    def side(self) -> Side:
        return _side(self.match, self.team)

    @property
    def other_side(self) -> Side:
        return "away" if self.side == "home" else "home"

    @property
    def other(self) -> Team:
        """The other team."""
        return getattr(self.match, self.other_side)

    @property
    def over(self) -> bool:
        """Whether the match's night is over."""
        return bool(self.match.date) and self.match.date < night_at()

    @property
    def overdue(self) -> datetime | None:
        """When the card was due, if it is late and waits for this captain."""
        card = open_card(self.match)
        waits = self.match.counts or self.match.disputed_at or self.confirmed
        return card.due if card.overdue and not waits else None

    @property
    def games_follow(self) -> bool:
        """Whether the captains enter the games once both sides have named their pairs."""
        return not (self.rounds or self.match.counts or self.agreement.meet == "free")

    @property
    def tag(self) -> str:
        return polling.tag(self.league.version)

    @property
    def news(self) -> str:
        return polling.news("league", self.league.pk)

    @cached_property
    def _pairs(self) -> dict[str, list[MatchPair]]:
        rows = list(self.match.pairs.select_related("one", "other"))
        return {one: [row for row in rows if row.side == one] for one in SIDES}

    @property
    def named(self) -> list[str]:
        """The pairs of their own side."""
        return [called(row) for row in self._pairs[self.side]]

    @property
    def they_named(self) -> bool:
        return bool(self._pairs[self.other_side])

    @property
    def theirs(self) -> list[str]:
        """The pairs of the other side, once both sides have named theirs."""
        return [called(row) for row in self._pairs[self.other_side]] if self.named else []

    @property
    def findings(self) -> Sequence[Finding]:
        """What the league's rules say of the names of their own side."""
        names = {side: _names(rows) for side, rows in self._pairs.items()}
        if not names[self.side]:
            return ()
        others = names[self.other_side]
        who = load_who_may_play(self.match)
        return who.check(self.side, names[self.side], others=others).findings

    @property
    def naming(self) -> str:
        """The address that the names are sent to."""
        return reverse("name-pairs", args=[self.token, self.match.pk])

    @cached_property
    def pairs_form(self) -> PairsForm:
        return self.typed.pairs or _pairs_form(
            self.match, self.team, self.side, self._pairs[self.side]
        )

    @cached_property
    def proposed(self) -> date | None:
        """Of which day the pairs are that its fields show before any is named."""
        if self.typed.pairs or self.named:
            return None
        last = _last_time(self.team, self.match)
        return last and last.match.date

    @cached_property
    def strangers(self) -> Strangers | None:
        """Entered players unknown in the league."""
        form = self.typed.pairs
        names = form.strangers if form else []
        if not names:
            return None
        # Beside a squad most who play are of it, and whoever is not may be misspelt.
        known = bool(form.squad) or len(names) <= FEW
        alike, among = nearly_known(self.league, names, most_are_known=known)
        first = brings_first_squad(self.team)
        return Strangers(names=names, may_sign=form.signs, first=first, alike=alike, among=among)

    @property
    def sign_rule(self) -> str:
        return rule_of(self.agreement, "on_the_night")

    @property
    def first_squad(self) -> bool:
        """Whether the names will be the team's first squad."""
        return not self.named and brings_first_squad(self.team)

    @cached_property
    def lines(self) -> Sequence[CardLine]:
        return with_people(self.match)

    @cached_property
    def games_form(self) -> GamesForm:
        return self.typed.games or GamesForm(lines=self.lines, agreement=self.agreement)

    @cached_property
    def rounds(self) -> list[CardRound]:
        """The rounds of the card. All are open when the captains are asked whether the card is
        right, and where something was typed that is not stored; otherwise the first that lacks
        games."""
        form, found = self.games_form, []
        all_open = form.is_bound or bool(form.initial) or self.played
        for no, those in groupby(self.lines, key=lambda line: line.round):
            lines = list(those)
            full = all(len(line.games) == self.agreement.games_a_meeting for line in lines)
            is_open = all_open or not full and all(one.full for one in found)
            found.append(CardRound(no=no, rows=form.rows_of(lines), full=full, open=is_open))
        return found

    @cached_property
    def played(self) -> bool:
        """Whether all games of the card are there."""
        return all_played(self.agreement, [line.games for line in self.lines])

    @cached_property
    def tables(self) -> list[dict]:
        """The pads, in the order of the tables."""
        return _tables(self.request, self.lines) if self.match.session_id else []

    @property
    def may_open_pads(self) -> bool:
        """Whether pads can be opened: the pairs are known, and games are missing."""
        may = self.agreement.meet != "free" and not self.played
        return may and not self.match.counts and not self.tables

    @property
    def confirmed(self) -> datetime | None:
        return getattr(self.match, f"{self.side}_confirmed_at")

    @property
    def they_confirmed(self) -> datetime | None:
        return getattr(self.match, f"{self.other_side}_confirmed_at")

    @property
    def changed(self) -> bool:
        """Whether the card was changed after they had confirmed it, or after a dispute."""
        if self.confirmed or self.match.counts:
            return False
        if self.match.disputed_at:
            return bool(self.changes)
        return bool(getattr(self.match, f"{self.side}_confirmed_by"))

    @property
    def changed_says(self) -> str:
        return CHANGED.format("the dispute" if self.match.disputed_at else "you confirmed it")

    @cached_property
    def changes(self) -> list[str]:
        """The corrections, the latest first; after a dispute, those made since."""
        if self.match.disputed_at or self.changed:
            return list(_changes(self.match, self.lines, since=self.match.disputed_at))
        return []

    @property
    def by_points(self) -> bool:
        return self.agreement.settings.decided_by == "points"

    @property
    def decides(self) -> str:
        """The figures that decide: "5–4", nothing before there is a game."""
        found = self.match.total if self.by_points else self.match.games_won
        return _scores([found]) if found else ""

    @cached_property
    def dispute_form(self) -> DisputeForm:
        return self.typed.dispute or DisputeForm()

    @property
    def says(self) -> Iterable[str]:
        """News by others, a sentence each; the phone reads out new ones."""
        match, other = self.match, self.other
        if match.counts:
            yield "The card counts."
        elif match.disputed_at:
            yield f"{capfirst(match.disputed_by)} disputes the card."
        elif self.they_confirmed:
            yield f"{other} have confirmed the card."
        if self.changed:
            yield " ".join([self.changed_says, *self.changes[:1]])
        if self.theirs:
            yield f"{other} have named their pairs. You can enter the games."
        elif self.they_named:
            yield f"{other} have named their pairs."
        if self.decides:
            yield f"The score on the card is now {self.decides}."


@dataclass(frozen=True, kw_only=True)
class Strangers:
    """Entered names unknown in the league, and similar known ones."""

    names: list[str]
    may_sign: bool
    first: bool
    """Whether they would be the team's first squad."""
    alike: dict
    among: list

    @property
    def whom(self) -> str:
        """What the button calls them."""
        many = len(self.names)
        return {1: self.names[0], 2: "both"}.get(many, f"all {number(many)}")


@dataclass(frozen=True, kw_only=True)
class CardRound:
    """A round of the card: its meetings with their fields, and whether all its games are there."""

    no: int
    rows: list
    full: bool
    open: bool

    @property
    def name(self) -> str:
        return f"Round {self.no + 1}"


def _page(
    request: HttpRequest,
    match: LeagueMatch,
    team: Team,
    actor: Actor,
    *,
    typed: Typed = Typed(),
    message: str = "",
    status: int | None = None,
) -> HttpResponse:
    match = LeagueMatch.objects.select_related(
        "league__club", "division", "home", "away", "venue", "session"
    ).get(pk=match.pk)
    page = NightPage(
        request=request, match=match, team=team, actor=actor, typed=typed, message=message
    )
    return piece_or_page(
        request,
        "league/night/night.html",
        {"page": page},
        piece="night",
        name="night",
        status=status or typed.status,
    )


def _changes(
    match: LeagueMatch, lines: Sequence[CardLine], *, since: datetime | None = None
) -> Iterable[str]:
    """Yield the corrections, the latest first: "Captain of Trolls, 21:40: Ann and Ben – Ida and
    Jan, 21–19 instead of 21–17."."""
    for one in corrections_of(match, lines):
        if since and one.at < since:
            continue
        who, at = capfirst(one.by), timezone.localtime(one.at)
        pairs = f"{one.line.home} \N{EN DASH} {one.line.away}"
        now = _scores(one.games) or "nothing"
        yield f"{who}, {written_time(at)}: {pairs}, {now} instead of {_scores(one.were)}."


def _names(rows: Sequence[MatchPair]) -> list[str]:
    return [player.name for row in rows for player in (row.one, row.other) if player]


def _pairs_form(
    match: LeagueMatch, team: Team, side: Side, rows: Sequence[MatchPair], data=None, kept=None
) -> PairsForm:
    squad = [member.player for member in squad_of(team)]
    named = [(row.one, row.other) for row in rows] or _as_last_time(team, match, squad)
    known = Player.objects.filter(squads__team__league=match.league_id, squads__until=None)
    places = max(match.league.agreement.settings.pairs, len(rows))
    more = {"named": named, "kept": kept, "signs": may_sign(match, team)}
    return PairsForm(data, number=places, known=known, squad=squad, **more)


def _as_last_time(team: Team, match: LeagueMatch, squad: Sequence[Player]) -> list[Two]:
    """The pairs of the team's last match, which mostly play again; without players who left the
    squad or were borrowed."""
    last = _last_time(team, match)
    if last is None:
        return []
    found = last.match.pairs.filter(side=last.side).select_related("one", "other").order_by("no")
    return [
        tuple(player if player in squad else None for player in (row.one, row.other))
        for row in found
    ]


def _last_time(team: Team, match: LeagueMatch) -> MatchPair | None:
    """A named pair of the team's last match."""
    rows = MatchPair.objects.filter(match__league=match.league_id).exclude(match=match)
    rows = rows.filter(match__home=team, side="home") | rows.filter(match__away=team, side="away")
    return rows.select_related("match").order_by("-match__date", "-match_id").first()


def _tables(request: HttpRequest, lines: Sequence[CardLine]) -> list[dict]:
    """The pads: where the score is kept, and what it is by now."""
    latest = {line.meeting.home_id: line for line in lines if line.meeting.sitting_id}
    links = Link.objects.filter(
        table__sittings__in=[line.meeting.sitting_id for line in latest.values()],
        right=Link.Right.WRITE,
        revoked_at=None,
    )
    tokens = {link.table_id: link.token for link in links}
    found = []
    for line in latest.values():
        table = line.meeting.sitting.table
        over: Over = finished_games(line.meeting, line.meeting.match.league.agreement)
        address = address_of(request, "pad", tokens[table.pk])
        found.append(
            {
                "line": line,
                "table": table,
                "says": _says(line, over),
                "address": address,
                "qr": qr_of(address),
            }
        )
    return sorted(found, key=lambda one: one["table"].no)


def _says(line: CardLine, over: Over) -> str:
    """Return the progress of a table: "21–15 on the card", "21–15, finished", "9–4 now"."""
    if line.games:
        return f"{_scores(line.games)} on the card"
    if over.over:
        return f"{_scores(over.games)}, finished"
    finished = f"{_scores(over.games)}, " if over.games else ""
    return f"{finished}{_scores([over.score])} now" if over.score else "not begun"


def _scores(games: Sequence[Game]) -> str:
    return ", ".join(score_as_text(game) for game in games)


def _own_pairs(match: LeagueMatch, side: Side) -> list[MatchPair]:
    return list(match.pairs.filter(side=side).select_related("one", "other"))


def _typed_on(request: HttpRequest, match: LeagueMatch, team: Team, but: str = "") -> Typed:
    """Return the forms of a posted page, with the button's own `typed` form. The whole page is one
    form, so that no entry is lost."""
    side, found = _side(match, team), {}
    if but != "pairs":
        rows = _own_pairs(match, side)
        pairs = _pairs_form(match, team, side, rows, request.POST)
        if pairs.is_typed:
            found["pairs"] = _pairs_form(match, team, side, rows, kept=pairs.typed)
    if but != "games":
        of_card = {"lines": with_people(match), "agreement": match.league.agreement}
        games = GamesForm(request.POST, **of_card)
        if games.is_typed:
            found["games"] = GamesForm(kept=games.typed, **of_card)
    why = request.POST.get("why", "").strip()
    if but != "dispute" and why:
        found["dispute"] = DisputeForm(initial={"why": why})
    return Typed(**found)


def _done(
    request: HttpRequest, match: LeagueMatch, team: Team, actor: Actor, but: str = ""
) -> HttpResponse:
    """Go back to the page; where something else is typed on it, show it with that."""
    typed = _typed_on(request, match, team, but)
    if typed == Typed():
        return redirect("captains-match", actor.captain.token, match.pk)
    messages.info(request, "Saved. Your other entries below are not saved yet.")
    return _page(request, match, team, actor, typed=typed)


def _page_with_typed(request, match: LeagueMatch, team: Team, actor: Actor, **form: Form):
    """Return what shows the page again with everything that was typed on it, this form as it was
    sent."""
    typed = replace(_typed_on(request, match, team, *form), **form)
    return partial(_page, request, match, team, actor, typed=typed)


def _typed_page(request, match: LeagueMatch, team: Team, actor: Actor, **why) -> HttpResponse:
    return _page_with_typed(request, match, team, actor)(**why)


@posted(_of_captain)
def names(request: HttpRequest, match: LeagueMatch, team: Team, actor: Actor) -> HttpResponse:
    """Name the pairs, in playing order. A tap on a squad member fills the next place, or empties
    theirs, and saves nothing; new players may be signed here, one of them, or all as the pairs are
    saved."""
    side = _side(match, team)
    rows = _own_pairs(match, side)
    form = _pairs_form(match, team, side, rows, request.POST)
    tapped = next((one for one in form.squad if str(one.pk) == request.POST.get("tap")), None)
    if tapped:
        kept = _pairs_form(match, team, side, rows, kept=form.tapped(tapped))
        return _page_with_typed(request, match, team, actor, pairs=kept)()
    page = _page_with_typed(request, match, team, actor, pairs=form)
    stranger = request.POST.get("sign")
    if stranger and stranger in form.strangers and form.signs:
        with or_show(page):
            made = _sign(match, team, [stranger], actor)
        messages.success(request, registered(team, made, 1))
        signed = _pairs_form(match, team, side, rows, request.POST)
        if not signed.strangers:
            signed = _pairs_form(match, team, side, rows, kept=form.typed)
        return _page_with_typed(request, match, team, actor, pairs=signed)(status=200)
    asked = set(request.POST.getlist("new")) if "sign-all" in request.POST else set()
    with or_show(page):
        if form.strangers and asked.issuperset(form.strangers) and form.signs:
            made = _sign_and_name(request, match, team, form.strangers, actor)
            messages.success(request, registered(team, made, len(made)))
        else:
            valid(form)
            cards.name_pairs(match=match, side=side, pairs=form.pairs, actor=actor)
    return _done(request, match, team, actor, "pairs")


def _sign(match: LeagueMatch, team: Team, names: Sequence[str], actor: Actor) -> list[SquadMember]:
    since = first_day(team, match.date) if match.is_tonight else None
    about = {"since": since, "on_the_night": True, "others": True}
    return register(team=team, names=names, actor=actor, **about)


@transaction.atomic
def _sign_and_name(
    request: HttpRequest, match: LeagueMatch, team: Team, names: Sequence[str], actor: Actor
) -> list[SquadMember]:
    """Sign all new players and name the pairs, in one transaction."""
    made = _sign(match, team, names, actor)
    side = _side(match, team)
    form = _pairs_form(match, team, side, _own_pairs(match, side), request.POST)
    valid(form)
    cards.name_pairs(match=match, side=side, pairs=form.pairs, actor=actor)
    return made


def may_sign(match: LeagueMatch, team: Team) -> bool:
    """Whether a new player may sign for this match from the captain's phone, tonight by the
    league's rule, or for a first squad."""
    any_night = match.league.agreement.players.on_the_night
    return match.is_tonight and any_night or brings_first_squad(team)


@posted(_of_captain)
def games(
    request: HttpRequest, match: LeagueMatch, team: Team, actor: Actor, no: int
) -> HttpResponse:
    """Save the games of a round, and all other games entered."""
    form = _games_form(request, match)
    page = _page_with_typed(request, match, team, actor, games=form)
    with or_show(page):
        valid(form)
        _tell(form, actor)
    return _done(request, match, team, actor, "games")


@posted(_of_captain)
def send_games(
    request: HttpRequest, match: LeagueMatch, team: Team, actor: Actor, no: int
) -> HttpResponse:
    """Receive the games of a round that a phone kept, and answer in JSON with their key; 409 or 422
    with the reason when they need attention (scoring/table/views/queue.py)."""
    form = _games_form(request, match, no)
    key = request.POST.get("key", "")

    def refused(*, message: str, status: int) -> JsonResponse:
        return _answer({"key": key, "state": "refused", "reason": message}, status=status)

    with or_show(refused):
        if not form.is_valid():
            raise Wrong(form.reason)
        _tell(form, actor)
    return _answer({"key": key, "state": "stored"})


def _answer(answer: dict, *, status: int = 200) -> JsonResponse:
    return JsonResponse(answer, status=status, headers={"Bowerbook": "queue"})


def _games_form(request: HttpRequest, match: LeagueMatch, no: int | None = None) -> GamesForm:
    """The form of a round, or of the whole card. Raises Http404 for a round that is none."""
    lines = [line for line in with_people(match) if no in (None, line.round)]
    if not lines:
        raise Http404("The card has no such round.")
    return GamesForm(request.POST, lines=lines, agreement=match.league.agreement)


@transaction.atomic
def _tell(form: GamesForm, actor: Actor) -> None:
    for line, played in form.changed.items():
        key = uuid5(form.cleaned_data["key"], f"{line.meeting.no} {played}")
        what = {"meeting": line.meeting, "games": played, "seen": form.seen(line)}
        cards.tell_games(**what, key=key, actor=actor)


@posted(_of_captain, page=_typed_page, to=_done)
def open_pads(request: HttpRequest, match: LeagueMatch, team: Team, actor: Actor) -> None:
    """Keep the score on a phone at each table."""
    pads.open_pads(match=match, actor=actor)


@posted(_of_captain, page=_typed_page, to=_done)
def next_round(request: HttpRequest, match: LeagueMatch, team: Team, actor: Actor) -> str:
    """Let the visitors move on, and take the games from the pads."""
    no = pads.next_round(match=match, actor=actor)
    return f"Round {no} begins. The visitors have moved on, and the pads are ready."


@posted(_of_captain, page=_typed_page, to=_done)
def take(request: HttpRequest, match: LeagueMatch, team: Team, actor: Actor) -> None:
    """Write the games that are over on the pads onto the card."""
    if not pads.take_from_pads(match=match, actor=actor):
        messages.info(request, "All finished games are already on the card.")


@posted(_of_captain, to=_done)
def confirm(request: HttpRequest, match: LeagueMatch, team: Team, actor: Actor) -> None:
    """Say that the card is right."""
    side, page = _side(match, team), _page_with_typed(request, match, team, actor)
    with or_show(page):
        if page.keywords["typed"].games:
            raise Refused("Not confirmed. Save the games you entered, then check the card again.")
        cards.confirm(match=match, side=side, actor=actor, **valid(SeenForm(request.POST)))
    pads.close_evening(match=match, actor=actor)


@posted(_of_captain)
def dispute(request: HttpRequest, match: LeagueMatch, team: Team, actor: Actor) -> HttpResponse:
    """Say that the card is not right, and why."""
    side = _side(match, team)
    form = DisputeForm(request.POST)
    with or_show(_page_with_typed(request, match, team, actor, dispute=form)):
        cards.dispute(match=match, side=side, actor=actor, **valid(form))
    return _done(request, match, team, actor, "dispute")
