"""The pad on a phone at the table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from uuid import UUID

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import cached_property
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe
from django_htmx.http import HttpResponseClientRedirect, ptag

from scoring.common.access import behind_a_door
from scoring.common.answers import CONFLICT, Wrong, or_show, piece_or_page, posted, valid
from scoring.common.fields import DecisionForm, WhyForm
from scoring.common.permissions import RUN, WRITE, Actor, may
from scoring.common.right_to_left import right_to_left
from scoring.euchre.counters import WORTH_IN_WORDS
from scoring.euchre.game import Game
from scoring.euchre.rule_set import RuleSet
from scoring.euchre.wording import describe
from scoring.table.access import by_link, of_link, version_and_right
from scoring.table.actions import corrections, waiting
from scoring.table.actions import hands as verbs
from scoring.table.actions.tables import mark_by, move_deal, name_banker
from scoring.table.forms.hands import ALONE, NOBODY, HandForm
from scoring.table.models import Correction, HandRecord, Link, Sitting, Table
from scoring.table.models.hands import BareHand
from scoring.table.queries.lost_tables import in_short
from scoring.table.queries.phones import sender_of_last
from scoring.table.views.agreement import Asked, asked_of_the_last
from scoring.table.views.bank import Bank, bank_of
from scoring.table.views.calls_shown import CallingHere, calling_here
from scoring.table.views.draft import Draft, draft_from
from scoring.table.views.drawn import CSRF, KEY, PHONE, SENDER, Drawn, drawn_once, share
from scoring.table.views.games import Event, GameScore, event_of, game_score, side_colours
from scoring.table.views.hand_lines import HandLine, draw_of, hand_lines
from scoring.table.views.keys import Keys, own_words, tricks_came
from scoring.table.views.pad_now import Undone, now_at
from scoring.table.views.page import TablePage
from scoring.table.views.phones import noting_phones
from scoring.table.views.preview import preview_of_draft, usual_ends
from scoring.table.views.questions import idle_question, question
from scoring.table.views.score import evening_at
from scoring.table.views.waiting import Waiting, waiting_lines
from scoring.tournament.queries.table_in_round import goes_by_totals, in_round
from scoring.tournament.views.play.round_here import RoundHere, round_here

State = HandRecord.State


@dataclass(frozen=True, kw_only=True)
class Tile:
    """A player's key on the pad."""

    seat: int
    colour: int
    name: str
    full: str
    points: int | None
    """None where the side's score stands above the keys."""
    games: int | None
    """Games won, where each plays such games for themselves."""
    total: int | None
    """Points of all games, where those are paid for and not the games."""
    deals: bool
    role: str
    """ "", "maker", "partner", "alone" or "maker, alone"; "bidder" where the trump is bid for."""


@dataclass(frozen=True, kw_only=True)
class PadPage(TablePage):
    """Everything templates/table/pad.html shows."""

    tapped: Draft
    message: str = ""

    new_key, phone = KEY, PHONE

    @property
    def rules(self) -> RuleSet:
        return self.table.rules

    @cached_property
    def keys(self) -> Keys:
        return Keys(table=self.table)

    @cached_property
    def runs(self) -> bool:
        return may(self.actor, RUN, self.table.session)

    @property
    def closes(self) -> bool:
        """Whether the menu leads to closing: for friends, whose pad is all they use."""
        session = self.table.session
        return self.runs and session.club.casual and not session.closed

    @cached_property
    def begun(self) -> BareHand | None:
        return next(iter(self.sitting.uncounted(State.BEGUN)), None)

    @cached_property
    def draft(self) -> Draft:
        """What was tapped; where that is nothing, the hand that was begun."""
        begun, tapped = self.begun, self.tapped
        if begun is None:
            return tapped
        call = f"call={begun.hand.call or ''}"
        if not tapped.begun and not self.message:
            alone = begun.hand.alone if isinstance(begun.hand.bid, int) else None
            known = {"maker": begun.hand.maker, "bid": begun.hand.bid, "alone": alone}
            known |= {"sent": QueryDict(call)}
            return replace(tapped.pressed("clear"), id=str(begun.id), after=None, **known)
        if tapped.id == str(begun.id) and "call" not in tapped.sent:
            return replace(tapped, sent=QueryDict(f"{tapped.sent.urlencode()}&{call}"))
        return tapped

    @property
    def happened(self) -> str:
        return self.tapped.sent.get("happened", "")

    @property
    def seen(self) -> str:
        """Which end of a game this phone has seen."""
        return self.tapped.sent.get("seen", "")

    @property
    def after(self) -> str:
        return str(self.sitting.latest or "") if self.draft.after is None else self.draft.after

    @property
    def alone_key(self) -> str:
        alone = self.draft.alone
        return "Alone" if alone is None else f"{self.sitting.called[alone]} alone"

    @property
    def tricks_came(self) -> list[tuple[int, str]]:
        return tricks_came(self.draft, self.rules)

    @cached_property
    def preview(self) -> dict | None:
        return preview_of_draft(self.draft, self.sitting)

    @property
    def ends(self) -> dict[str, str]:
        return usual_ends(self.sitting)

    @cached_property
    def round(self) -> RoundHere | None:
        here = in_round(self.table)
        return round_here(here, self.sitting, game_score(self.sitting, None)) if here else None

    @cached_property
    def event(self) -> Event | None:
        """The game that the last hand ended, until the next hand is begun."""
        if self.round or self.draft.begun:
            return None
        return event_of(self.sitting, seen=self.seen)

    @cached_property
    def score(self) -> GameScore | None:
        return self.round.score if self.round else game_score(self.sitting, self._ended)

    @cached_property
    def tiles(self) -> list[Tile]:
        return _tiles(self.sitting, self.draft, self._ended)

    @property
    def _ended(self) -> Game | None:
        return self.event and self.event.ended

    @property
    def plays_games(self) -> bool:
        return self.sitting.standing is not None and not self.round

    @cached_property
    def draw(self) -> dict | None:
        """The cards shown for the first deal, till a hand is played or the dealer is named."""
        named = self.sitting.mark is not None
        return None if self.sitting.played or named else draw_of(self.sitting)

    @property
    def asks_who_deals(self) -> bool:
        """Whether the pad asks who deals: before the first hand, where the site threw for it."""
        drawn = self.sitting.draw_seed is not None and not self.sitting.played
        return drawn and not (self.round or self.table.session.closed or self.undone)

    @property
    def deals(self) -> str:
        return next((tile.name for tile in self.tiles if tile.deals), "")

    @cached_property
    def idle(self) -> str:
        """The prompt before the first tap."""
        return idle_question(self.rules, self.draw, self.round)

    @property
    def prompt(self) -> str:
        return question(self.draft, self.begun, self.sitting) if self.draft.begun else self.idle

    @cached_property
    def last(self) -> HandLine | None:
        return next(iter(hand_lines(self.sitting, last=1)), None)

    @cached_property
    def undone(self) -> Undone | None:
        return _undone(self.sitting)

    @cached_property
    def anew(self) -> str:
        closed = self.sitting.played or self.table.session.closed
        return "" if closed else _anew(self.sitting)

    @cached_property
    def asked(self) -> Asked | None:
        return asked_of_the_last(self.table, self.actor, self.last)

    @cached_property
    def waiting(self) -> list[Waiting]:
        return waiting_lines(self.table, self.actor)

    @property
    def counters(self) -> str:
        """The worth of the counters on the keys; nothing if none are drawn."""
        if any(tile.points is None or tile.games is not None for tile in self.tiles):
            return ""
        return f"Counters on the keys: {WORTH_IN_WORDS}."

    @property
    def first_words(self) -> str:
        """What to know before the first hand: the stake, and the worth of the counters."""
        if self.sitting.played:
            return ""
        stake = f"You play for {self.table.stake_as_text}." if self.table.stake else ""
        return " ".join(filter(None, [stake, self.counters]))

    @property
    def called(self) -> str:
        return "\n".join(self.sitting.called)

    @cached_property
    def bank(self) -> Bank | None:
        return bank_of(self.sitting)

    @cached_property
    def calling(self) -> CallingHere | None:
        return calling_here(self.table, timezone.now())

    @property
    def shows_the_end(self) -> bool:
        return self.table.session.closed and not self.message and not self.draft.begun

    @cached_property
    def evening(self) -> dict:
        """The totals of the evening, once it is closed, and before if players joined or left. A
        round of a tournament has none."""
        if self.sitting.round_table_id or (self.sitting.no == 1 and not self.shows_the_end):
            return {}
        return evening_at(self.table, least=1 if self.shows_the_end else 2)

    @property
    def now(self) -> dict:
        """The facts with which the script goes on offline."""
        shown = {"tiles": self.tiles, "score": self.score, "round": self.round}
        found = now_at(self.sitting, undone=self.undone, **shown) | {"again": self.again}
        return found | ({"from": SENDER} if self.sent_by[0] else {})

    @cached_property
    def sent_by(self) -> tuple[str, str]:
        """The phone that sent the latest hand, as `Drawn` has it."""
        return sender_of_last(self.sitting)

    @property
    def is_shared(self) -> bool:
        """Whether it differs by phone in nothing but what is marked."""
        return not (self.asked or self.waiting)

    @property
    def again(self) -> str:
        """The address by which a restored site that lost this table makes it again; none in a
        tournament, which draws its rounds again."""
        if self.sitting.round_table_id:
            return ""
        return reverse("lost-table", args=[in_short(self.table, self.token)])


def _tiles(sitting: Sitting, draft: Draft, ended: Game | None) -> list[Tile]:
    colours, dealer = side_colours(sitting), sitting.dealer
    rules, standing = sitting.rules, None if sitting.round_table_id else sitting.standing
    points, games = sitting.totals, [None] * len(sitting.players)
    totals = games
    if rules.partners == "fixed":
        points = (None,) * len(points)
    elif standing is not None:
        points = ended.score if ended else standing.score
        games = [sum(game.winner == seat for game in standing.games) for seat in range(len(points))]
        totals = totals if rules.pays_games else sitting.totals
    return [
        Tile(
            seat=seat,
            colour=colours[seat],
            name=sitting.called[seat],
            full=player.name,
            points=points[seat],
            games=games[seat],
            total=totals[seat],
            deals=seat == dealer,
            role=_role(seat, draft),
        )
        for seat, player in enumerate(sitting.players)
    ]


def _role(seat: int, draft: Draft) -> str:
    if draft.rules.each_scores:
        took = own_words(draft.own[seat])
        return ", ".join(filter(None, ["maker" if seat == draft.maker else "", took]))
    if seat == draft.maker:
        maker = "bidder" if draft.rules.bidding else "maker"
        lone = draft.alone == seat or draft.partner == ALONE or isinstance(draft.bid, str)
        return f"{maker}, alone" if lone or draft.partner == NOBODY else maker
    if seat == draft.alone:
        return "alone"
    return "partner" if seat == draft.partner else ""


def _anew(sitting: Sitting) -> str:
    """Return why a sitting begins at a table with earlier hands. It is "terms" after a change of
    rules or stake, "people" after a change of players, and "" without earlier hands."""
    if sitting.no == 1 or sitting.round_table_id:
        return ""
    earlier = HandRecord.objects.counted().filter(sitting__table=sitting.table_id)
    if not earlier.exists():
        return ""
    # A merge of two people can delete a sitting that was replaced, so numbers can have gaps.
    earlier_sittings = Sitting.objects.filter(table=sitting.table_id, no__lt=sitting.no)
    before = earlier_sittings.order_by("-no").first()
    return "terms" if before and before.players == sitting.players else "people"


def _undone(sitting: Sitting) -> Undone | None:
    place = sitting.counted[-1].place if sitting.counted else 0
    back = [one for one in sitting.uncounted(State.TAKEN_BACK) if (one.place or 0) > place]
    if not back:
        return None
    hand = back[0]
    if len(back) > 1:
        corrections = Correction.objects.filter(record__in=[one.id for one in back])
        latest = corrections.latest("pk").record_id
        hand = next(one for one in back if one.id == latest)
    what = describe(hand.hand, sitting.called, sitting.rules)
    return Undone(hand=hand, what=what, many=len(back))


@require_safe
@noting_phones
@behind_a_door
@gzip_page
@right_to_left
@ptag(of_link)
@drawn_once
def pad(request: HttpRequest, token: str) -> HttpResponse:
    """The scoreboard that is the keypad; a watch link is shown the board."""
    _, right = version_and_right(request, token)
    if right == Link.Right.WATCH:
        return redirect("board", token)
    return _pad(request, token=token)


@by_link(WRITE, empty=True)
def _pad(request: HttpRequest, table: Table, actor: Actor) -> HttpResponse:
    return to_round(request, actor) if goes_by_totals(table) else _show(request, table, actor)


def to_round(request: HttpRequest, actor: Actor) -> HttpResponse:
    """Send a phone to the page of its round, where no hands are logged, even a page that polls."""
    if not request.htmx:
        return redirect("round-by-link", actor.link.token)
    response = HttpResponseClientRedirect(reverse("round-by-link", args=[actor.link.token]))
    response["Bowerbook"] = "pad"
    return response


def _show(
    request: HttpRequest,
    table: Table,
    actor: Actor,
    *,
    message: str = "",
    status: int = 200,
    fresh: bool = False,
) -> HttpResponse:
    """Return the pad; unless `fresh`, with the draft that the request carries."""
    data = request.GET if request.method == "GET" else request.POST
    draft = draft_from(data.__class__("") if fresh else data, sitting=table.sitting)
    page = PadPage(table=table, actor=actor, tapped=draft, message=message)
    context = {"page": page, "new_key": KEY, "csrf_token": CSRF}
    response = piece_or_page(
        request, "table/pad.html", context, piece="pad", name="pad", status=status
    )
    drawn = Drawn(content=response.content, name="pad", sent_by=page.sent_by)
    response.content = drawn.for_phone(request, actor.phone)
    return share(response, drawn) if page.is_shared else response


@posted(by_link(WRITE, signed=True), page=_show)
def log(request: HttpRequest, table: Table, actor: Actor) -> HttpResponse:
    """Save a hand; a conflict is one that needs a decision."""
    logged = log_sent(request, table, actor, verbs.log_hand)
    if logged.record.state == HandRecord.State.WAITING:
        return _show(request, logged.table, actor, status=CONFLICT, fresh=True)
    return _done(request, logged.table, actor)


def log_sent(
    request: HttpRequest,
    table: Table,
    actor: Actor,
    log_hand: Callable[..., verbs.Logged],
    *,
    ago: int = 0,
    told_on: str = "",
) -> verbs.Logged:
    """Log the hand that was sent, for the sitting that its phone, `told_on`, means; it had kept it
    for `ago` seconds.

    Raises Wrong, and what log_hand does.
    """
    sitting = _sitting_meant(table, HandForm.sitting_in(request.POST))
    form = HandForm(request.POST, seats=sitting.size, rules=sitting.rules)
    clean = valid(form)
    return log_hand(
        table=table,
        sitting=clean["sitting"],
        id=clean["hand_id"],
        hand=form.hand,
        after=clean["after"],
        seen=clean.get("seen"),
        note=clean.get("note", ""),
        ago=ago,
        told_on=told_on,
        actor=actor,
    )


def show_pad(request: HttpRequest, table: Table, actor: Actor, **what) -> HttpResponse:
    """Return the pad of a table, read again, after something that was no hand; or the page of its
    round."""
    table = _again(table)
    return (
        to_round(request, actor) if goes_by_totals(table) else _show(request, table, actor, **what)
    )


def back_to_pad(request: HttpRequest, table: Table, actor: Actor) -> HttpResponse:
    """Answer with the pad, what is half tapped on it included, or lead to it."""
    return show_pad(request, table, actor) if request.htmx else redirect("pad", actor.link.token)


def _sitting_meant(table: Table, number: int | None) -> Sitting:
    """Return the sitting in progress, or an earlier one of the table for a phone that sends its
    hand late."""
    if number in (None, table.sitting.pk):
        return table.sitting
    return table.sittings.filter(pk=number).first() or table.sitting


def _again(table: Table) -> Table:
    """Return the table, read again after a write."""
    return Table.objects.select_related("session__club", "house").get(pk=table.pk)


def _done(request: HttpRequest, table: Table, actor: Actor) -> HttpResponse:
    """Respond to a successful write, with the current pad of the table, or a redirect to it."""
    if request.htmx:
        return _show(request, table, actor, fresh=True)
    return redirect("pad", actor.link.token)


def _done_anew(request: HttpRequest, table: Table, actor: Actor) -> HttpResponse:
    return _done(request, _again(table), actor)


_at_the_pad = posted(by_link(WRITE), page=partial(_show, fresh=True), to=_done_anew)
"""The actions at the pad that are no hand."""


@_at_the_pad
def begin(request: HttpRequest, table: Table, actor: Actor) -> HttpResponse | None:
    """Publish the maker before the hand is played; or forget it (`drop`)."""
    if "drop" in request.POST:
        verbs.drop_begun(table=table)
        return None
    form = HandForm(request.POST, seats=table.sitting.size, rules=table.rules)
    form.is_valid()
    clean = form.cleaned_data
    with or_show(partial(_show, request, table, actor)):
        if clean.get("maker") is None or not clean.get("hand_id") or not clean.get("sitting"):
            raise Wrong("Tap the maker first, then begin the hand.")
        verbs.begin_hand(
            table=table,
            sitting=clean["sitting"],
            id=clean["hand_id"],
            maker=clean["maker"],
            call=clean.get("call"),
            bid=clean.get("bid"),
            alone=clean.get("alone") is not None,
            actor=actor,
        )
    return _show(request, _again(table), actor) if request.htmx else None


@_at_the_pad
def take_back(request: HttpRequest, table: Table, actor: Actor, id: UUID) -> None:
    """Undo: the hand stays in the history and does not count."""
    record = _record(table, id)
    with or_show(partial(_show, request, table, actor)):
        why = valid(WhyForm(request.POST))["why"]
    corrections.take_back(record=record, why=why, actor=actor)


@_at_the_pad
def put_back(request: HttpRequest, table: Table, actor: Actor, id: UUID) -> None:
    """Undo the undo."""
    corrections.put_back(record=_record(table, id), actor=actor)


@_at_the_pad
def decide(request: HttpRequest, table: Table, actor: Actor, id: UUID) -> None:
    """Decide about a waiting hand. It is another one (`keep=yes`), one that counts, or `instead` of
    it. With a `number`, decide about those behind it too."""
    record = _record(table, id)
    with or_show(partial(_show, request, table, actor)):
        clean = valid(DecisionForm(request.POST))
    keep, decided = clean["keep"] == "yes", {"record": record, "actor": actor}
    if clean["number"]:
        run = {"number": clean["number"], "seen": clean["seen"]}
        waiting.decide_run(**run, keep=keep, **decided)
        return
    decided["same_as"] = clean["same_as"]
    if clean["keep"] == "instead":
        waiting.replace_with_waiting(revision=clean["revision"], **decided)
    else:
        waiting.decide_waiting(keep=keep, seen=clean["seen"], **decided)


@_at_the_pad
def deal(request: HttpRequest, table: Table, actor: Actor) -> None:
    """Move the dealer's mark by hand."""
    move_deal(table=table, seat=_seat_in(request))


@_at_the_pad
def bank(request: HttpRequest, table: Table, actor: Actor) -> None:
    """Choose the holder of the pool of counters, or no one."""
    seat = None if request.POST.get("seat") == "nobody" else _seat_in(request)
    name_banker(table=table, seat=seat)


def _seat_in(request: HttpRequest) -> int:
    """Return the seat that was tapped, or -1."""
    chosen = request.POST.get("seat", "")
    return int(chosen) if chosen.isascii() and chosen.isdigit() and len(chosen) < 4 else -1


@_at_the_pad
def mark(request: HttpRequest, table: Table, actor: Actor) -> None:
    """Mark the game in figures, by two cards, or by a chalked cross."""
    mark_by(table=table, marks=request.POST.get("marks", ""))


def _record(table: Table, id: UUID) -> HandRecord:
    hands = HandRecord.objects.select_related(
        "sitting__table__session__club", "sitting__table__house"
    )
    return get_object_or_404(hands, pk=id, sitting__table=table)
