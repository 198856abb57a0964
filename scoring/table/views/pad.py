"""The pad on a phone at the table."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from uuid import UUID, uuid4

from django.db import IntegrityError
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect, ptag

from scoring.common import polling
from scoring.common.access import behind_a_door
from scoring.common.answers import CONFLICT, Wrong, or_show, piece_or_page, valid
from scoring.common.fields import DecisionForm, WhyForm
from scoring.common.permissions import RUN, WRITE, Actor, may
from scoring.common.refused import Refused
from scoring.euchre.counters import WORTH_IN_WORDS
from scoring.euchre.game import Game
from scoring.euchre.wording import describe
from scoring.table.access import by_link, find_link, of_link
from scoring.table.actions import corrections, waiting
from scoring.table.actions import hands as verbs
from scoring.table.actions.tables import mark_by, move_deal, name_banker
from scoring.table.forms.hands import ALONE, NOBODY, HandForm
from scoring.table.models import Correction, HandRecord, Link, Sitting, Table
from scoring.table.views.agreement import asked_of_the_last
from scoring.table.views.bank import bank_of
from scoring.table.views.calls_shown import calling_here
from scoring.table.views.draft import Draft, draft_from
from scoring.table.views.games import event_of, game_score, side_colours
from scoring.table.views.hand_lines import draw_of, hand_lines
from scoring.table.views.keys import keys_by_the_rules, tricks_came
from scoring.table.views.pad_now import now_context
from scoring.table.views.preview import preview_of_draft, usual_ends
from scoring.table.views.questions import idle_question, question
from scoring.table.views.score import evening_at
from scoring.table.views.waiting import waiting_lines
from scoring.tournament.queries.table_in_round import goes_by_totals, in_round
from scoring.tournament.views.play.round_here import round_here

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


def pad_context(*, table: Table, actor: Actor, draft: Draft, message: str = "") -> dict:
    """Return everything templates/table/pad.html shows."""
    sitting = table.sitting
    lines = hand_lines(sitting, last=1)
    happened, seen = (
        draft.sent.get(name, "") if draft.sent else "" for name in ("happened", "seen")
    )
    begun = next(iter(sitting.uncounted(State.BEGUN)), None)
    if begun is not None and not draft.begun and not message:
        made = QueryDict(f"call={begun.hand.call or ''}")
        known = {"maker": begun.hand.maker, "bid": begun.hand.bid}
        draft = Draft(id=str(begun.id), rules=table.rules, sent=made, **known)
    elif begun is not None and draft.id == str(begun.id) and "call" not in draft.sent:
        draft = replace(
            draft, sent=QueryDict(f"{draft.sent.urlencode()}&call={begun.hand.call or ''}")
        )
    latest = str(sitting.latest or "")
    draw = None if sitting.played else draw_of(sitting)
    here = in_round(table)
    event = None if here or draft.begun else event_of(sitting, seen=seen)
    ended = event and event["ended"]
    score = game_score(sitting, ended)
    round = round_here(here, sitting, score) if here else None
    score = round.score if round else score
    idle = idle_question(table.rules, draw, round)
    undone = _undone(sitting)
    on_page = {"tiles": _tiles(sitting, draft, ended), "score": score, "round": round}
    counters = _worth_of_counters(on_page["tiles"])
    return {
        "table": table,
        "sitting": sitting,
        "shows_the_end": table.session.closed and not message and not draft.begun,
        "token": actor.link.token,
        "phone": actor.phone,
        "tag": polling.tag(table.version, actor.link.right),
        "news": polling.news("table", table.pk),
        "draft": draft,
        "tricks_came": partial(tricks_came, draft, table.rules),
        "after": latest if draft.after is None else draft.after,
        "deals": sitting.mark,
        "no": len(sitting.played) + 1,
        "last": lines[-1] if lines else None,
        "begun": begun,
        "prompt": question(draft, begun, sitting) if draft.begun else idle,
        "idle": idle,
        "preview": preview_of_draft(draft, sitting),
        "message": message,
        "waiting": waiting_lines(table, actor),
        "sent": draft.sent,
        "alone_key": "Alone" if draft.alone is None else f"{sitting.called[draft.alone]} alone",
        "undone": undone,
        "writes": True,
        "new_key": uuid4,
        "happened": happened,
        "ends": partial(usual_ends, sitting),
        "event": event,
        "counters": counters,
        "first_words": "" if sitting.played else counters,
        "plays_games": sitting.standing is not None and not round,
        "seen": seen,
        "names": sitting.names,
        "called": "\n".join(sitting.called),
        "draw": draw,
        "bank": bank_of(sitting),
        "anew": not (sitting.played or table.session.closed) and _anew(sitting),
        "evening": _evening(table, shows_the_end=table.session.closed),
        "runs": may(actor, RUN, table.session),
        "calling": calling_here(table, timezone.now()),
        **on_page,
        **now_context(sitting, undone=undone, **on_page),
    } | keys_by_the_rules(table)


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


def _worth_of_counters(tiles: list[Tile]) -> str:
    """Return what the counters on the keys are worth; nothing where none are drawn."""
    if any(tile.points is None or tile.games is not None for tile in tiles):
        return ""
    return f"Counters on the keys: {WORTH_IN_WORDS}."


def _role(seat: int, draft: Draft) -> str:
    if seat == draft.maker:
        maker = "bidder" if draft.rules.bidding else "maker"
        lone = draft.alone == seat or ALONE in (draft.partner, draft.bid)
        return f"{maker}, alone" if lone or draft.partner == NOBODY else maker
    if seat == draft.alone:
        return "alone"
    return "partner" if seat == draft.partner else ""


def _anew(sitting: Sitting) -> str:
    """Return why a sitting begins where hands were played before: "terms" where the table has
    changed its rules or its stake, "people" where they changed; nothing where none was."""
    if sitting.no == 1 or sitting.round_table_id:
        return ""
    earlier = HandRecord.objects.counted().filter(sitting__table=sitting.table_id)
    if not earlier.exists():
        return ""
    before = Sitting.objects.filter(table=sitting.table_id, no=sitting.no - 1)
    return "terms" if before.exclude(rules_key="").exists() else "people"


def _evening(table: Table, *, shows_the_end: bool) -> dict:
    """Return what the evening came to: once it is closed, and before where people joined or left;
    the round of a tournament comes to nothing."""
    sitting = table.sitting
    if sitting.round_table_id or (sitting.no == 1 and not shows_the_end):
        return {}
    return evening_at(table, least=1 if shows_the_end else 2)


def _undone(sitting: Sitting) -> dict | None:
    """Return the hand that was undone last, and how many were, while no other took its place."""
    place = sitting.counted[-1].place if sitting.counted else 0
    back = [one for one in sitting.uncounted(State.TAKEN_BACK) if (one.place or 0) > place]
    many = len(back)
    if many > 1:
        latest = (
            Correction.objects.filter(record__in=[one.id for one in back]).latest("pk").record_id
        )
        back = [one for one in back if one.id == latest]
    return (
        {
            "id": back[0].id,
            "hand": back[0],
            "what": describe(back[0].hand, sitting.called, sitting.rules),
            "many": many,
        }
        if back
        else None
    )


@require_safe
@behind_a_door
@gzip_page
@ptag(of_link)
def pad(request: HttpRequest, token: str) -> HttpResponse:
    """The scoreboard that is the keypad; a watch link is shown the board."""
    if find_link(token).right == Link.Right.WATCH:
        return redirect("board", token)
    return _pad(request, token=token)


@by_link(WRITE, empty=True)
def _pad(request: HttpRequest, table: Table, actor: Actor) -> HttpResponse:
    return to_round(request, actor) if goes_by_totals(table) else _show(request, table, actor)


def to_round(request: HttpRequest, actor: Actor) -> HttpResponse:
    """Send a phone to the page of its round, where no hands are logged: a page that polls too."""
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
    seats = len(table.sitting.players)
    draft = draft_from(
        data.__class__("") if fresh else data,
        seats=seats,
        rules=table.rules,
        dealer=table.sitting.dealer,
    )
    context = pad_context(table=table, actor=actor, draft=draft, message=message)
    context["asked"] = asked_of_the_last(table, actor, context["last"])
    return piece_or_page(request, "table/pad.html", context, piece="pad", name="pad", status=status)


@require_POST
@by_link(WRITE, signed=True)
def log(request: HttpRequest, table: Table, actor: Actor) -> HttpResponse:
    """Save a hand; a conflict too is one that somebody must decide."""
    with or_show(partial(_show, request, table, actor)):
        taken = "This hand's number is taken: save it again."
        logged = log_sent(request, table, actor, taken=taken)
    if logged.record.state == HandRecord.State.WAITING:
        return _show(request, logged.table, actor, status=CONFLICT, fresh=True)
    return _done(request, logged.table, actor)


def log_sent(
    request: HttpRequest,
    table: Table,
    actor: Actor,
    *,
    taken: str,
    ago: int = 0,
    told_on: str = "",
) -> verbs.Logged:
    """Log the hand that was sent, for the sitting that its phone, `told_on`, means; it had kept it
    for `ago` seconds.

    Raises Wrong, and what log_hand does; `taken` says so when another hand has its number.
    """
    sitting = _sitting_meant(table, request.POST.get("sitting", ""))
    form = HandForm(request.POST, names=sitting.names, rules=sitting.rules)
    clean = valid(form)
    try:
        return verbs.log_hand(
            table=table,
            sitting=clean["sitting"],
            id=clean["hand_id"],
            hand=form.hand,
            after=clean["after"],
            seen=clean.get("seen"),
            note=clean["note"],
            ago=ago,
            told_on=told_on,
            actor=actor,
        )
    except IntegrityError as same:
        raise Refused(taken) from same


def show_pad(request: HttpRequest, table: Table, actor: Actor, **what) -> HttpResponse:
    """Return the pad of a table, read anew, after something that was no hand; or the page of its
    round."""
    table = _again(table)
    return (
        to_round(request, actor) if goes_by_totals(table) else _show(request, table, actor, **what)
    )


def _sitting_meant(table: Table, number: str) -> Sitting:
    """Return the sitting in progress, or an earlier one of the table when a phone tells its hand
    late."""
    if number == str(table.sitting.pk) or not (
        number.isascii() and number.isdigit() and len(number) < 10
    ):
        return table.sitting
    return table.sittings.filter(pk=number).first() or table.sitting


def _again(table: Table) -> Table:
    """Return the table read anew, after a write."""
    return Table.objects.select_related("session__club", "house").get(pk=table.pk)


def _done(request: HttpRequest, table: Table, actor: Actor) -> HttpResponse:
    """Answer a write that went well: the pad with the table as it stands now, or a redirect to
    it."""
    if request.htmx:
        return _show(request, table, actor, fresh=True)
    return redirect("pad", actor.link.token)


@require_POST
@by_link(WRITE)
def begin(request: HttpRequest, table: Table, actor: Actor) -> HttpResponse:
    """Tell everybody who made the trump, before the hand is played; or forget it (`drop`)."""
    if "drop" in request.POST:
        return _do(request, table, actor, verbs.drop_begun, table=table)
    form = HandForm(request.POST, names=table.sitting.names, rules=table.rules)
    form.is_valid()
    clean = form.cleaned_data
    with or_show(partial(_show, request, table, actor)):
        if clean.get("maker") is None or not clean.get("hand_id") or not clean.get("sitting"):
            raise Wrong("Tap who made the trump first; then the hand can begin.")
        verbs.begin_hand(
            table=table,
            sitting=clean["sitting"],
            id=clean["hand_id"],
            maker=clean["maker"],
            call=clean.get("call"),
            bid=clean.get("bid"),
            actor=actor,
        )
    if request.htmx:
        return _show(request, _again(table), actor)
    return redirect("pad", actor.link.token)


@require_POST
@by_link(WRITE)
def take_back(request: HttpRequest, table: Table, actor: Actor, id: UUID) -> HttpResponse:
    """Undo: the hand stays in the history and does not count."""
    record = _record(table, id)
    with or_show(partial(_show, request, table, actor)):
        why = valid(WhyForm(request.POST))["why"]
    return _do(request, table, actor, corrections.take_back, record=record, why=why, actor=actor)


@require_POST
@by_link(WRITE)
def put_back(request: HttpRequest, table: Table, actor: Actor, id: UUID) -> HttpResponse:
    """Undo the undo."""
    return _do(request, table, actor, corrections.put_back, record=_record(table, id), actor=actor)


@require_POST
@by_link(WRITE)
def decide(request: HttpRequest, table: Table, actor: Actor, id: UUID) -> HttpResponse:
    """Say what a waiting hand is: another one (`keep=yes`), one that counts, or `instead` of it;
    with a
    `number`, what it and those behind it are."""
    record = _record(table, id)
    with or_show(partial(_show, request, table, actor)):
        clean = valid(DecisionForm(request.POST))
    keep, decided = clean["keep"] == "yes", {"record": record, "actor": actor}
    if clean["number"]:
        run = {"number": clean["number"], "seen": clean["seen"]}
        return _do(request, table, actor, waiting.decide_run, **run, keep=keep, **decided)
    decided["same_as"] = clean["same_as"]
    if clean["keep"] == "instead":
        verb = waiting.replace_with_waiting
        return _do(request, table, actor, verb, revision=clean["revision"], **decided)
    return _do(
        request, table, actor, waiting.decide_waiting, keep=keep, seen=clean["seen"], **decided
    )


@require_POST
@by_link(WRITE)
def deal(request: HttpRequest, table: Table, actor: Actor) -> HttpResponse:
    """Move the dealer's mark by hand."""
    return _do(request, table, actor, move_deal, table=table, seat=_seat_in(request))


@require_POST
@by_link(WRITE)
def bank(request: HttpRequest, table: Table, actor: Actor) -> HttpResponse:
    """Name who holds the pool of counters, or nobody."""
    seat = None if request.POST.get("seat") == "nobody" else _seat_in(request)
    return _do(request, table, actor, name_banker, table=table, seat=seat)


def _seat_in(request: HttpRequest) -> int:
    """Return the seat that was tapped; -1 where none was."""
    chosen = request.POST.get("seat", "")
    return int(chosen) if chosen.isascii() and chosen.isdigit() and len(chosen) < 4 else -1


@require_POST
@by_link(WRITE)
def mark(request: HttpRequest, table: Table, actor: Actor) -> HttpResponse:
    """Mark the game in figures, by two cards, or by a chalked cross."""
    return _do(request, table, actor, mark_by, table=table, marks=request.POST.get("marks", ""))


def _do(request: HttpRequest, table: Table, actor: Actor, verb, /, **what) -> HttpResponse:
    with or_show(partial(_show, request, table, actor, fresh=True)):
        verb(**what)
    return _done(request, _again(table), actor)


def _record(table: Table, id: UUID) -> HandRecord:
    hands = HandRecord.objects.select_related(
        "sitting__table__session__club", "sitting__table__house"
    )
    return get_object_or_404(hands, pk=id, sitting__table=table)
