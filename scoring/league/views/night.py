"""The night of a match on a captain's phone: who plays, what the games came to, and the captains'
word."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from functools import partial, wraps
from itertools import groupby
from uuid import uuid5

from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.text import capfirst
from django.views.decorators.http import require_safe
from django_htmx.http import ptag

from scoring.common import polling
from scoring.common.answers import Wrong, or_show, piece_or_page, posted, status_of, valid
from scoring.common.permissions import Actor
from scoring.common.qr_codes import address_of, qr_of
from scoring.common.refused import Refused
from scoring.league.access import captains_match
from scoring.league.actions import cards, pads
from scoring.league.actions.squads import register
from scoring.league.forms.night import DisputeForm, GamesForm, PairsForm, SeenForm
from scoring.league.models import LeagueMatch, MatchPair, SquadMember, Team
from scoring.league.pure.agreement import MEETS
from scoring.league.pure.card import Game, all_played
from scoring.league.pure.values import Side
from scoring.league.pure.wording import number, rule_of
from scoring.league.queries.card import (
    CardLine,
    Over,
    called,
    corrections_of,
    finished_games,
    with_people,
)
from scoring.league.queries.squads import brings_first_squad, load_who_may_play, squad_of
from scoring.league.queries.teams import version_by_link
from scoring.league.views.squads import FEW, nearly_known, registered
from scoring.people.models import Player
from scoring.table.models import Link

Two = tuple[Player | None, Player | None]
CHANGED = "You had confirmed the card, and it was changed since: look at it again."


def _of_captain(view):
    """The view gets (request, match, team, actor): the team whose captain's link it is."""

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


def _page(  # noqa: PLR0913
    request: HttpRequest,
    match: LeagueMatch,
    team: Team,
    actor: Actor,
    *,
    pairs_form: PairsForm | None = None,
    games_form: GamesForm | None = None,
    dispute_form: DisputeForm | None = None,
    message: str = "",
    status: int | None = None,
) -> HttpResponse:
    match = LeagueMatch.objects.select_related(
        "league__club", "division", "home", "away", "venue", "session"
    ).get(pk=match.pk)
    side: Side = _side(match, team)
    agreement, lines = match.league.agreement, with_people(match)
    rows = list(match.pairs.select_related("one", "other"))
    named = {one: [row for row in rows if row.side == one] for one in ("home", "away")}
    both = all(named.values())
    sent = [form for form in (pairs_form, games_form, dispute_form) if form]
    games_form = games_form or GamesForm(lines=lines, agreement=agreement)
    context = {
        "league": match.league,
        "team": team,
        "token": actor.captain.token,
        "match": match,
        "side": side,
        "other": match.away if side == "home" else match.home,
        "agreement": agreement,
        "meets": MEETS[agreement.meet],
        "named": [called(row) for row in named[side]],
        "theirs": [called(row) for row in _others(named, side)] if both else [],
        "they_named": bool(_others(named, side)),
        "proposed": None if pairs_form else _proposed_of(match, team, named[side]),
        "pairs_form": pairs_form or _pairs_form(match, team, side, named[side]),
        "naming": reverse("name-pairs", args=[actor.captain.token, match.pk]),
        "sign": _sign(match, team, pairs_form) if pairs_form else None,
        "sign_rule": rule_of(agreement, "on_the_night"),
        "first_squad": not named[side] and brings_first_squad(team),
        "findings": _findings(match, side, named),
        "games_form": games_form,
        "rounds": _rounds(match, lines, games_form),
        "free": agreement.meet == "free",
        "played": all_played(agreement, [line.games for line in lines]),
        "confirmed": getattr(match, f"{side}_confirmed_at"),
        "they_confirmed": getattr(match, f"{'away' if side == 'home' else 'home'}_confirmed_at"),
        "by_points": agreement.settings.decided_by == "points",
        "decides": _decides(match),
        "tables": _tables(request, lines) if match.session_id else [],
        "dispute_form": dispute_form or DisputeForm(),
        "message": message,
        "changed_says": CHANGED,
        "tag": polling.tag(match.league.version),
        "news": polling.news("league", match.league_id),
    }
    changed = getattr(match, f"{side}_confirmed_by") and not context["confirmed"]
    context["changed"] = bool(changed) and not match.counts
    context["changes"] = list(_changes(match, lines)) if context["changed"] else []
    context["says"] = list(_news(context))
    return piece_or_page(
        request,
        "league/night/night.html",
        context,
        piece="night",
        name="night",
        status=status or max(map(status_of, sent), default=200),
    )


def _sign(match: LeagueMatch, team: Team, form: PairsForm) -> dict | None:
    """What the page asks of names that nobody of the league has, None where all are known."""
    names = form.strangers
    if not names:
        return None
    # Beside a squad most who play are of it, and whoever is not may be misspelt.
    known = bool(form.squad) or len(names) <= FEW
    alike, among = nearly_known(match.league, names, most_are_known=known)
    whom = {1: names[0], 2: "both"}.get(len(names), f"all {number(len(names))}")
    return {
        "names": names,
        "may": form.signs,
        "first": brings_first_squad(team),
        "whom": whom,
        "alike": alike,
        "among": among,
    }


def _news(page: dict) -> Iterable[str]:
    """What others may have said meanwhile, a sentence each: the phone says those that are new."""
    match, other = page["match"], page["other"]
    if match.counts:
        yield "The card stands."
    elif match.disputed_at:
        yield f"{capfirst(match.disputed_by)} does not agree with the card."
    elif page["they_confirmed"]:
        yield f"{other} say that the card is right."
    if page["changed"]:
        yield " ".join([CHANGED, *page["changes"][:1]])
    if page["theirs"]:
        yield f"{other} have named their pairs: the games can be told."
    elif page["they_named"]:
        yield f"{other} have named their pairs."
    if page["decides"]:
        yield f"The card comes to {page['decides']} now."


def _changes(match: LeagueMatch, lines: Sequence[CardLine]) -> Iterable[str]:
    """Who told which games otherwise, the latest first: "Captain of Trolls, 21:40: Ann and Ben –
    Ida and Jan, 21–19 instead of 21–17."."""
    for one in corrections_of(match, lines):
        who, at = capfirst(one.by), timezone.localtime(one.at)
        pairs = f"{one.line.home} \N{EN DASH} {one.line.away}"
        now = _scores(one.games) or "nothing"
        yield f"{who}, {at:%H:%M}: {pairs}, {now} instead of {_scores(one.were)}."


def _decides(match: LeagueMatch) -> str:
    """Return the figures that decide: "5–4", nothing before a game is told."""
    by_points = match.league.agreement.settings.decided_by == "points"
    found = match.total if by_points else match.games_won
    return _scores([found]) if found else ""


def _others(named: dict[str, list[MatchPair]], side: Side) -> list[MatchPair]:
    return named["away" if side == "home" else "home"]


def _findings(match: LeagueMatch, side: Side, named: dict[str, list[MatchPair]]):
    """What the league's rules say of the names of one's own side, nothing before they are there."""
    names = {one: _names(named[one]) for one in named}
    if not names[side]:
        return ()
    others = names["away" if side == "home" else "home"]
    return load_who_may_play(match).check(side, names[side], others=others).findings


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
    """The pairs of the team's last match: mostly they play again. Who is no longer of the squad, or
    was borrowed, is not proposed."""
    last = _last_time(team, match)
    if last is None:
        return []
    found = last.match.pairs.filter(side=last.side).select_related("one", "other").order_by("no")
    return [
        tuple(player if player in squad else None for player in (row.one, row.other))
        for row in found
    ]


def _proposed_of(match: LeagueMatch, team: Team, rows: Sequence[MatchPair]) -> date | None:
    """Of which day the pairs are that stand in the fields before any is named."""
    last = None if rows else _last_time(team, match)
    return last and last.match.date


def _last_time(team: Team, match: LeagueMatch) -> MatchPair | None:
    """A pair of the last match for which the team named somebody."""
    rows = MatchPair.objects.filter(match__league=match.league_id).exclude(match=match)
    rows = rows.filter(match__home=team, side="home") | rows.filter(match__away=team, side="away")
    return rows.select_related("match").order_by("-match__date", "-match_id").first()


def _rounds(match: LeagueMatch, lines: Sequence[CardLine], form: GamesForm) -> list[dict]:
    """The rounds of the card: their meetings with the fields, and whether all of it is told."""
    agreement, found = match.league.agreement, []
    for no, those in groupby(lines, key=lambda line: line.round):
        meetings = list(those)
        found.append(
            {
                "no": no,
                "name": f"Round {no + 1}",
                "rows": form.rows_of(meetings),
                "full": all(len(line.games) == agreement.games_a_meeting for line in meetings),
            }
        )
    current = next((one for one in found if not one["full"]), None)
    for one in found:
        # All stand open when the captains are asked whether the card is right, and where somebody
        # typed something that is not stored.
        one["open"] = one is current or current is None or form.is_bound or bool(form.initial)
    return found


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
    """Return how a table stands: "21–15 on the card", "21–15: over", "9–4 now"."""
    if line.games:
        return f"{_scores(line.games)} on the card"
    if over.over:
        return f"{_scores(over.games)}: over"
    finished = f"{_scores(over.games)}, " if over.games else ""
    return f"{finished}{_scores([over.score])} now" if over.score else "not begun"


def _scores(games: Sequence[Game]) -> str:
    return ", ".join(f"{home}\N{EN DASH}{away}" for home, away in games)


def _own_pairs(match: LeagueMatch, side: Side) -> list[MatchPair]:
    return list(match.pairs.filter(side=side).select_related("one", "other"))


def _typed_besides(request: HttpRequest, match: LeagueMatch, team: Team, but: str = "") -> dict:
    """Return the forms of what else stood typed on the page when a button was pressed, to be shown
    again: all of the page is one form, so that nothing typed is lost."""
    side, found = _side(match, team), {}
    if but != "pairs_form":
        rows = _own_pairs(match, side)
        pairs = _pairs_form(match, team, side, rows, request.POST)
        if pairs.is_typed:
            found["pairs_form"] = _pairs_form(match, team, side, rows, kept=pairs.typed)
    if but != "games_form":
        of_card = {"lines": with_people(match), "agreement": match.league.agreement}
        games = GamesForm(request.POST, **of_card)
        if games.is_typed:
            found["games_form"] = GamesForm(kept=games.typed, **of_card)
    why = request.POST.get("why", "").strip()
    if but != "dispute_form" and why:
        found["dispute_form"] = DisputeForm(initial={"why": why})
    return found


def _done(
    request: HttpRequest, match: LeagueMatch, team: Team, actor: Actor, but: str = ""
) -> HttpResponse:
    """Go back to the page; where something else is typed on it, show it with that."""
    typed = _typed_besides(request, match, team, but)
    if not typed:
        return redirect("captains-match", actor.captain.token, match.pk)
    messages.info(request, "Stored. What else you typed stands below, and is not stored yet.")
    return _page(request, match, team, actor, **typed)


def _page_with_typed(request, match: LeagueMatch, team: Team, actor: Actor, but: str = "", **form):
    """Return what shows the page again with everything that was typed on it."""
    typed = _typed_besides(request, match, team, but)
    return partial(_page, request, match, team, actor, **typed, **form)


def _typed_page(request, match: LeagueMatch, team: Team, actor: Actor, **why) -> HttpResponse:
    return _page_with_typed(request, match, team, actor)(**why)


@posted(_of_captain)
def names(request: HttpRequest, match: LeagueMatch, team: Team, actor: Actor) -> HttpResponse:
    """Name the pairs, in the order in which they play. Somebody of the squad who is tapped takes
    the next place, or leaves theirs, and nothing is stored yet; who is new may be signed here, one
    of them, or all as the pairs are named."""
    side, but = _side(match, team), "pairs_form"
    rows = _own_pairs(match, side)
    form = _pairs_form(match, team, side, rows, request.POST)
    tapped = next((one for one in form.squad if str(one.pk) == request.POST.get("tap")), None)
    if tapped:
        kept = _pairs_form(match, team, side, rows, kept=form.tapped(tapped))
        return _page_with_typed(request, match, team, actor, but, pairs_form=kept)()
    page = _page_with_typed(request, match, team, actor, but, pairs_form=form)
    stranger = request.POST.get("sign")
    if stranger and stranger in form.strangers and form.signs:
        with or_show(page):
            made = register(
                team=team, names=[stranger], actor=actor, on_the_night=True, others=True
            )
        messages.success(request, registered(team, made, 1))
        signed = _pairs_form(match, team, side, rows, request.POST)
        if not signed.strangers:
            signed = _pairs_form(match, team, side, rows, kept=form.typed)
        return _page_with_typed(request, match, team, actor, but, pairs_form=signed)(status=200)
    asked = set(request.POST.getlist("new")) if "sign-all" in request.POST else set()
    with or_show(page):
        if form.strangers and asked.issuperset(form.strangers) and form.signs:
            made = _sign_and_name(request, match, team, form.strangers, actor)
            messages.success(request, registered(team, made, len(made)))
        else:
            valid(form)
            cards.name_pairs(match=match, side=side, pairs=form.pairs, actor=actor)
    return _done(request, match, team, actor, but)


@transaction.atomic
def _sign_and_name(
    request: HttpRequest, match: LeagueMatch, team: Team, names: Sequence[str], actor: Actor
) -> list[SquadMember]:
    """Sign everybody who is new, and name the pairs that were typed: both, or nothing."""
    made = register(team=team, names=names, actor=actor, on_the_night=True, others=True)
    side = _side(match, team)
    form = _pairs_form(match, team, side, _own_pairs(match, side), request.POST)
    valid(form)
    cards.name_pairs(match=match, side=side, pairs=form.pairs, actor=actor)
    return made


def may_sign(match: LeagueMatch, team: Team) -> bool:
    """Whether somebody new may sign for this match from the captain's phone: tonight, where the
    league lets them, and whenever the team has no squad yet."""
    tonight = match.date == timezone.localdate()
    any_night = match.league.agreement.players.on_the_night
    return tonight and any_night or brings_first_squad(team)


@posted(_of_captain)
def games(
    request: HttpRequest, match: LeagueMatch, team: Team, actor: Actor, no: int
) -> HttpResponse:
    """Tell the games of a round, and whatever else was typed of the games."""
    form = _games_form(request, match)
    page = _page_with_typed(request, match, team, actor, "games_form", games_form=form)
    with or_show(page):
        valid(form)
        _tell(form, actor)
    return _done(request, match, team, actor, "games_form")


@posted(_of_captain)
def send_games(
    request: HttpRequest, match: LeagueMatch, team: Team, actor: Actor, no: int
) -> HttpResponse:
    """Take in the games of a round that a phone kept, and answer in JSON that names their key; 409
    or 422 with the reason when somebody must look at them (scoring/table/views/queue.py)."""
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
    return f"Round {no}: the visitors moved on, and sit at the pads."


@posted(_of_captain, page=_typed_page, to=_done)
def take(request: HttpRequest, match: LeagueMatch, team: Team, actor: Actor) -> None:
    """Write the games that are over on the pads onto the card."""
    if not pads.take_from_pads(match=match, actor=actor):
        messages.info(request, "No game is over that is not on the card.")


@posted(_of_captain, to=_done)
def confirm(request: HttpRequest, match: LeagueMatch, team: Team, actor: Actor) -> None:
    """Say that the card is right."""
    side, page = _side(match, team), _page_with_typed(request, match, team, actor)
    with or_show(page):
        if "games_form" in page.keywords:
            raise Refused(
                "What you typed into the card is not saved yet, and nothing was confirmed. Save "
                "it, and look at the card again."
            )
        cards.confirm(match=match, side=side, actor=actor, **valid(SeenForm(request.POST)))
    pads.close_evening(match=match, actor=actor)


@posted(_of_captain)
def dispute(request: HttpRequest, match: LeagueMatch, team: Team, actor: Actor) -> HttpResponse:
    """Say that the card is not right, and why."""
    side = _side(match, team)
    form, but = DisputeForm(request.POST), "dispute_form"
    with or_show(_page_with_typed(request, match, team, actor, but, dispute_form=form)):
        cards.dispute(match=match, side=side, actor=actor, **valid(form))
    return _done(request, match, team, actor, but)
