"""Pages for the players' phones: scan a tally card or pick a name, then see the next seat and the
current rank."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe
from django_htmx.http import ptag

from scoring.common import polling
from scoring.common.access import NoSuchLink
from scoring.common.amounts import written
from scoring.common.answers import piece_or_page
from scoring.common.names import folded
from scoring.common.permissions import Actor
from scoring.euchre.wording import listed, score_as_text
from scoring.evening import hooks as evening_hooks
from scoring.evening.access import by_pass
from scoring.evening.forms.check_in import FindForm
from scoring.evening.models import Pass
from scoring.tournament.models import Tournament
from scoring.tournament.pure.formats import is_head
from scoring.tournament.pure.seats import SEAT_NAMES
from scoring.tournament.pure.standings import StandingsRow
from scoring.tournament.pure.tally import GOLD, GREEN, RED, EntrantRound
from scoring.tournament.pure.values import Entrant
from scoring.tournament.queries.following import WentOn
from scoring.tournament.queries.hall import Hall, at_version, hall_of
from scoring.tournament.views.draw_check import checking_page
from scoring.tournament.views.play.bracket import bracket_in_words
from scoring.tournament.views.play.clock import Clock, clock_of
from scoring.tournament.views.play.prizes import title_of


@dataclass(frozen=True, kw_only=True)
class CardRound:
    """A round on an entrant's card, in words."""

    line: EntrantRound
    table: str
    """ "Table 4", or empty for a turn sitting out."""
    head: bool
    """Whether it is the head table."""
    partner: str
    against: str

    @property
    def score(self) -> str:
        """ "7–5", or the points alone if the round was not played."""
        conceded = None if self.line.unplayed else self.line.conceded
        if conceded is None or self.line.points is None:
            return self.line.points_as_text
        return score_as_text((self.line.points, conceded))

    @property
    def seat(self) -> str:
        """ "North", or "North and South" for a pair. Empty for a turn sitting out."""
        return listed([SEAT_NAMES[seat] for seat in self.line.seats])


@dataclass(frozen=True, kw_only=True)
class Card:
    """An entrant's page."""

    entrant: Entrant
    row: StandingsRow
    here: CardRound | None
    """The current round, or the latest one."""
    past: tuple[CardRound, ...]
    to_come: tuple[CardRound, ...]
    left: bool
    joins: int
    """The first round of a late comer, or 0 for entrants who already play."""
    ranked: bool
    """Whether they can see their rank now."""
    average: str
    """Their points per round, if the ranking uses the average."""
    replaced: str
    """For a pair with a replaced player, the former players and the rounds they played."""
    went_on: WentOn | None
    """The part in which they go on."""

    @property
    def rounds(self) -> int:
        """The number of rounds played, including those carried over from an earlier tournament."""
        return self.row.rounds + self.row.carried.rounds

    @property
    def lones(self) -> int:
        """The lone hands of the past rounds."""
        return sum(one.line.lones for one in self.past)

    @property
    def has_stars(self) -> bool:
        return any(getattr(self.row, kind) for kind in (GOLD, RED, GREEN))

    @property
    def stars(self) -> list[tuple[range, str]]:
        """Return the number of stars of each kind that they have, and its name."""
        found = ((range(getattr(self.row, kind)), kind) for kind in (GOLD, RED, GREEN))
        return [(times, kind) for times, kind in found if times]


def clock_in(hall: Hall) -> Clock | None:
    """Return the clock of the round that is being played."""
    if hall.round is None or not hall.round.playing:
        return None
    return clock_of(hall.round, limit=hall.now.format.minutes * 60, now=timezone.now())


def card_of(hall: Hall, no: int) -> Card:
    """Return the contents of an entrant's page."""
    round, ranking = hall.round.no if hall.round else 0, hall.now.format.ranking
    rounds = [_card_round(hall, line) for line in hall.lines[no]]
    later = [one for one in rounds if one.line.round > round]
    here = next((one for one in rounds if one.line.round == round), None)
    return Card(
        entrant=hall.now.entrant(no),
        row=hall.rows[no],
        here=here,
        past=tuple(_by_whom(hall, no, one) for one in rounds if one.line.points is not None),
        to_come=tuple(later),
        left=not hall.now.entrant(no).plays_in(max(round, 1)) and here is None,
        joins=_joins(hall, no),
        ranked=not hall.hidden and hall.rows[no].rounds > 0,
        average=hall.rows[no].written("average") if "average" in ranking else "",
        replaced=hall.replaced[no].as_text if no in hall.replaced else "",
        went_on=hall.went_on.get(no),
    )


def _in_two(place: str) -> tuple[str, str]:
    """Return "Table 4" as "Table" and "4", which is written larger. Other places are one piece."""
    table = place.removeprefix("Table ")
    return ("Table", table) if table != place else (place, "")


def _joins(hall: Hall, no: int) -> int:
    """Return the first round of a late comer, or 0 for entrants who already play or have left."""
    entrant, round = hall.now.entrant(no), hall.round.no if hall.round else 1
    return entrant.since if entrant.left is None and entrant.since > round else 0


def _by_whom(hall: Hall, no: int, round: CardRound) -> CardRound:
    """Return a round that was played. If a pair has changed since, add the players of that
    round."""
    if no not in hall.replaced:
        return round
    return replace(round, partner=hall.replaced[no].by_round.get(round.line.round, ""))


def describe_place(hall: Hall, no: int) -> str:
    """Return the entrant's place in the round, as in "Table 4", "sits out" or "from round 2".
    Return nothing before the draw. After the tournament, return the part they go on to, "final" or
    "plate"."""
    if hall.went_on:
        return hall.went_on[no].part if no in hall.went_on else ""
    round = hall.round.no if hall.round else 0
    line = next((line for line in hall.lines[no] if line.round == round), None)
    if line is None:
        joins = _joins(hall, no)
        return f"from round {joins}" if joins else ""
    return hall.format.sits_out_says if line.sat_out else f"Table {line.table}"


def _card_round(hall: Hall, line: EntrantRound) -> CardRound:
    return CardRound(
        line=line,
        table="" if line.sat_out else f"Table {line.table}",
        head=not line.sat_out and is_head(line.table, hall.now.format.in_round(line.round)),
        partner=names_of(hall, line.partners),
        against=names_of(hall, line.against),
    )


def names_of(hall: Hall, numbers: Sequence[int]) -> str:
    """Return "Ann and Cat"."""
    return listed([hall.now.entrant(no).name for no in numbers])


@dataclass(frozen=True, kw_only=True)
class PrizeLine:
    """An announced prize, in words."""

    title: str
    to: tuple[Entrant, ...]
    names: str
    what: str


def prize_lines(hall: Hall, currency: str) -> list[PrizeLine]:
    """Return the announced prizes. Empty before the tournament is finished."""
    return [
        PrizeLine(
            title=title_of(prize),
            to=tuple(hall.now.entrant(no) for no in prize["to"]),
            names=names_of(hall, prize["to"])
            or ("carried over" if prize.get("carried") else "nobody"),
            what=", ".join(filter(None, (prize.get("gift"), _money(prize, currency)))),
        )
        for prize in hall.prizes
    ]


def _money(prize: dict, currency: str) -> str:
    """Return the amount per winner. If the shares differ by a coin, return both amounts."""
    if not prize["amount"]:
        return ""
    shares = sorted(set(prize.get("shares") or [prize["amount"]]), reverse=True)
    each = " each" if len(prize["to"]) > 1 else ""
    return " or ".join(written(share, currency) for share in shares) + each


def tag_of(request: HttpRequest, token: str, **which) -> str | None:
    """Return the polling tag of a live pass in one query, or None if the view must respond
    itself."""
    _, version, _, right = next(iter(at_version(token)), (None,) * 4)
    return polling.tag(version) if right == Pass.Right.PLAYERS and version else None


def _hall(shown: Pass) -> tuple[Tournament, Hall]:
    """Return the club night's tournament, and the data for the players' screens."""
    found = getattr(shown.session, "tournament", None)
    try:
        if found is not None:
            return found, hall_of(found)
    except Tournament.DoesNotExist:  # just deleted
        pass
    raise NoSuchLink("This tournament was deleted. Ask the director.")


@require_safe
@ptag(tag_of)
@by_pass(Pass.Right.PLAYERS)
def players(request: HttpRequest, shown: Pass, actor: Actor) -> HttpResponse:
    """A list to pick your name from, with each player's table. With JavaScript, the list narrows
    while you type."""
    (tournament, hall), form = _hall(shown), FindForm(request.GET)
    entrants = sorted(hall.now.players, key=lambda one: folded(one.name))
    words = folded(form.asked["q"]).split()
    context = _about(shown, tournament, hall) | {
        "form": form,
        "q": form.asked["q"],
        "bracket": bracket_in_words(hall.now) if hall.now.format.ends_by_final else None,
        "people": [
            (one, *_in_two(describe_place(hall, one.no)))
            for one in entrants
            if all(word in f"{one.no} {folded(one.name)}" for word in words)
        ],
    }
    return piece_or_page(
        request, "tournament/hall/players.html", context, piece="names", name="players"
    )


@require_safe
@ptag(tag_of)
@by_pass(Pass.Right.PLAYERS)
def card(request: HttpRequest, shown: Pass, actor: Actor, no: int) -> HttpResponse:
    """One entrant's page, with the table, seat and partner of the round, the clock, the bell and
    their tally so far."""
    tournament, hall = _hall(shown)
    if no not in hall.rows:
        raise Http404
    context = _about(shown, tournament, hall) | {
        "card": card_of(hall, no),
        "prizes": _prizes(tournament, hall),
        "told": None if request.htmx else _notice_offer(shown, hall, no),
    }
    return piece_or_page(
        request, "tournament/hall/card.html", context, piece="card", name="players"
    )


@require_safe
@by_pass(Pass.Right.PLAYERS)
def draw_check(request: HttpRequest, shown: Pass, actor: Actor) -> HttpResponse:
    """A page to download that checks the draw of round 1 without a server."""
    tournament, hall = _hall(shown)
    return checking_page(tournament, hall.now, shown=hall.round is not None)


def _notice_offer(shown: Pass, hall: Hall, no: int) -> dict | None:
    """Return the data for the card's offer of notifications, or nothing if no seat is still to
    come. All players can open the card, so it doesn't say whether e-mails are on."""
    entrant = hall.now.entrant(no)
    if hall.finished or entrant.ghost or entrant.left is not None:
        return None
    return evening_hooks.notifications.first("player-card", shown.token, no)


def _prizes(tournament: Tournament, hall: Hall) -> list[PrizeLine]:
    return prize_lines(hall, tournament.session.club.currency)


def _about(shown: Pass, tournament: Tournament, hall: Hall) -> dict:
    round = hall.round
    return {
        "session": tournament.session,
        "token": shown.token,
        "tag": polling.tag(tournament.version),
        "news": polling.news("tournament", tournament.pk),
        "hall": hall,
        "round": round,
        "clock": clock_in(hall),
    }
