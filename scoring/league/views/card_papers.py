"""Match cards as PDF, blank or filled in."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.text import capfirst
from django.views.decorators.http import require_safe

from scoring.common import codes
from scoring.common.dates import day_and_time, full_day, night_and_time, written_time
from scoring.common.names import in_short
from scoring.common.pdf_views import pdf_answer
from scoring.common.permissions import WRITE, Actor
from scoring.common.qr_codes import coded
from scoring.euchre.wording import listed
from scoring.league.access import captains_match, league_by_number, match_by_number
from scoring.league.models import League, LeagueMatch, MatchPair
from scoring.league.pure import wording
from scoring.league.pure.values import SIDES, Side
from scoring.league.queries.card import with_people
from scoring.league.queries.cards import matches_of_night
from scoring.league.queries.squads import squad_of
from scoring.league.sheets.card import CardMeeting, CardSide, MatchCard, match_card_pdf
from scoring.league.views.moving import parse_date_or_none


@require_safe
@match_by_number(WRITE)
def match_card(request: HttpRequest, match: LeagueMatch, actor: Actor) -> HttpResponse:
    """The card of a match as PDF; blank with `?blank=yes`."""
    return _one(request, match)


@require_safe
@captains_match
def captains_match_card(request: HttpRequest, match: LeagueMatch, actor: Actor) -> HttpResponse:
    """The same for a captain, who sees the others' names when both sides have named theirs."""
    own = "home" if actor.captain.team_id == match.home_id else "away"
    both = len(set(match.pairs.values_list("side", flat=True))) == len(SIDES)
    return _one(request, match, names=SIDES if both else (own,))


@require_safe
@league_by_number(WRITE)
def match_cards(request: HttpRequest, league: League, actor: Actor) -> HttpResponse:
    """An empty card for each match of a night, `?night=2026-10-01`."""
    night = parse_date_or_none(request.GET.get("night", ""), league)
    matches = matches_of_night(league, night) if night else []
    if not matches:
        raise Http404("There are no matches on that night.")
    cards = [
        coded(request, card_of(match, blank=True), codes.MATCH_CARD, match.pk) for match in matches
    ]
    return pdf_answer(request, match_card_pdf, cards, name=("cards", league, night))


def _one(
    request: HttpRequest, match: LeagueMatch, *, names: Collection[Side] = SIDES
) -> HttpResponse:
    if match.away_id is None:
        raise Http404("A bye has no card.")
    blank = request.GET.get("blank") == "yes"
    card = coded(request, card_of(match, blank=blank, names=names), codes.MATCH_CARD, match.pk)
    return pdf_answer(request, match_card_pdf, [card], name=("card", match, match.date or ""))


def card_of(
    match: LeagueMatch, *, blank: bool = False, names: Collection[Side] = SIDES
) -> MatchCard:
    """Return the card of a match, with the `names` of these sides; or blank."""
    agreement = match.league.agreement
    lines = [] if blank else with_people(match)
    by_number = agreement.meet == "free" and not lines
    sums = [("Games won", match.games_won), ("Points", match.total)]
    if agreement.settings.decided_by == "points":
        sums.reverse()
    return MatchCard(
        about=" · ".join(filter(None, _about(match))),
        status=_status(match, blank=blank),
        home=_side(match, "home", blank=blank or "home" not in names, squad=by_number),
        away=_side(match, "away", blank=blank or "away" not in names, squad=by_number),
        meetings=tuple(_as_written(match, lines) if lines else _to_play(match)),
        by_number=by_number,
        plays=f"{wording.match(agreement)} {wording.decision(agreement)}",
        sums=tuple((title, None if blank else figures) for title, figures in sums),
        new_players=(6 if by_number else 2)
        if agreement.players.on_the_night and not match.counts
        else 0,
        words=tuple(filter(None, [agreement.words.get("card", "")])),
        signed=("", "") if blank else (_signed(match, "home"), _signed(match, "away")),
    )


def _about(match: LeagueMatch) -> Iterator[str]:
    yield str(match.league)
    yield match.division.name if match.division else ""
    yield match.stage or (match.league.agreement.cup if match.cup_round_id else "")
    night = full_day(match.date) if match.date else "night to be agreed"
    yield ", ".join(filter(None, (night, written_time(match.starts_at))))
    yield match.venue.name if match.venue else ""


def _status(match: LeagueMatch, *, blank: bool) -> str:
    if match.counts and not blank:
        if match.walkover:
            return capfirst(match.walkover_as_text)
        return f"Counts since {day_and_time(timezone.localtime(match.counted_at))}"
    return f"Due in by {night_and_time(match.due)}" if match.due else ""


def _side(match: LeagueMatch, side: str, *, blank: bool, squad: bool) -> CardSide:
    team, pairs = getattr(match, side), match.league.agreement.settings.pairs
    names: list[str] = []
    if not blank:
        for pair in match.pairs.filter(side=side).select_related("one", "other"):
            names += [person.name if person else "" for person in (pair.one, pair.other)]
    numbered = enumerate(squad_of(team) if squad else (), start=1)
    return CardSide(
        team=team.name,
        names=tuple(names or [""] * 2 * pairs),
        squad=tuple(f"{no} {member.player.name}" for no, member in numbered),
    )


def _as_written(match: LeagueMatch, lines) -> Iterator[CardMeeting]:
    agreement = match.league.agreement
    pairs = [(line.meeting.home, line.meeting.away) for line in lines]
    people = [one.name for two in pairs for pair in two for one in (pair.one, pair.other) if one]
    short = in_short(people)
    for line, two in zip(lines, pairs, strict=True):
        yield CardMeeting(
            round=f"Round {line.round + 1}" if agreement.meet == "each" else "",
            home=line.home,
            away=line.away,
            room=agreement.games_a_meeting if agreement.meet != "free" else len(line.games),
            games=tuple(line.games),
            short=tuple(_in_short(pair, short) for pair in two),
        )


def _in_short(pair: MatchPair, short: Mapping[str, str]) -> str:
    """Return "Bartholomew F. and Ann", nothing where it is not said who they are."""
    names = [short[one.name] for one in (pair.one, pair.other) if one]
    return listed(names) if len(names) == 2 else ""


def _to_play(match: LeagueMatch) -> Iterator[CardMeeting]:
    agreement = match.league.agreement
    settings = agreement.settings
    if agreement.meet == "free":
        for table in range(1, settings.pairs + 1):
            for _ in range(settings.games):
                yield CardMeeting(round=f"Table {table}", home="", away="", room=1)
        return
    for turn, home, away in agreement.meetings():
        yield CardMeeting(
            round=f"Round {turn + 1}" if agreement.meet == "each" else "",
            home=f"Pair {home + 1}",
            away=f"Pair {away + 1}",
            room=agreement.games_a_meeting,
        )


def _signed(match: LeagueMatch, side: str) -> str:
    at, by = getattr(match, f"{side}_confirmed_at"), getattr(match, f"{side}_confirmed_by")
    by = "confirmed" if by.startswith("captain of ") else by
    return f"{by}, {day_and_time(timezone.localtime(at))}" if at else ""
