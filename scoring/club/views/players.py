"""A player's own page and its sheet: closed evenings, of all years or of one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from scoring.club.models import EarlierResult
from scoring.club.pure.career import (
    Evening,
    Share,
    Sum,
    by_rules,
    hundredths,
    nets,
    play_of,
    share,
    sum_of,
)
from scoring.club.pure.rating import Strength
from scoring.club.queries.seasons import earlier_of
from scoring.club.queries.tallies import Uncounted, evenings_of, names_of, ratings_of, uncounted_of
from scoring.club.sheets.player_year import PlayerYear, player_year_pdf
from scoring.common import codes
from scoring.common.amounts import written
from scoring.common.pdf.listing import Heading, Part
from scoring.common.pdf_views import pdf_answer
from scoring.common.permissions import LOOK, RUN, Actor, may
from scoring.common.qr_codes import coded
from scoring.euchre.books import SHELF
from scoring.euchre.statement import signed
from scoring.euchre.wording import counted, figure
from scoring.people.access import club_by_number
from scoring.people.models import Club, Player, own_colour
from scoring.table.models import ClubSession
from scoring.table.pure.play import Play
from scoring.table.queries.evenings import number_alike

WIDTH, HEIGHT = 600, 180


@dataclass(frozen=True, kw_only=True)
class Curve:
    """The line's points attribute, the height of zero, the labels of the highest and lowest level,
    and the days at its beginning, middle and end."""

    points: str
    zero: int
    highest: str
    lowest: str
    last: str
    end: int
    """The height at which the line ends."""
    days: tuple[date, ...]

    @property
    def spoken(self) -> str:
        """The line for whoever does not see it."""
        return (
            f"Net points so far, evening by evening: highest {self.highest}, "
            f"lowest {self.lowest}, now {self.last}."
        )


def curve_of_nets(evenings: Sequence[tuple[date, int]]) -> Curve:
    """Return the Curve through nothing and then these levels, each of its evening's day."""
    levels = [level for _, level in evenings]
    high, low = max(0, *levels), min(0, *levels)
    span = max(high - low, 1)

    def height(level: int) -> int:
        return HEIGHT * (high - level) // span

    steps = [0, *levels]
    points = [(WIDTH * no // len(levels), height(level)) for no, level in enumerate(steps)]
    return Curve(
        points=" ".join(f"{x},{y}" for x, y in points),
        zero=height(0),
        highest=signed(high),
        lowest=signed(low),
        last=signed(levels[-1]),
        end=points[-1][1],
        days=tuple(dict.fromkeys(evenings[no][0] for no in (0, len(evenings) // 2, -1))),
    )


FEW = 30
"""Below so many hands a share is told as luck might have it."""
LAST, MET = 10, 12


@dataclass(frozen=True, kw_only=True)
class ShareLine:
    """A line of a table of shares: what, how often of how many, and a bar from 0 to 100."""

    what: str
    share: Share
    few: bool

    @property
    def luck(self) -> int:
        """How wide the stretch is between which it may well lie."""
        return self.share.high - self.share.low


def career_context(player: Player, *, year: int | None, money: bool) -> dict:
    """Return everything templates/club/players/player.html shows; money only to whom it
    concerns."""
    everything, earlier, uncounted = (
        evenings_of(player),
        earlier_of(player),
        uncounted_of(player)[::-1],
    )
    days = [one.played_on for one in (*everything, *earlier)]
    days += [one.session.played_on for one in uncounted]
    evenings = [one for one in everything if year in (None, one.played_on.year)]
    play, curve, total = play_of(evenings), nets(evenings), sum_of(evenings)
    levels = [so_far for _, _, so_far in curve]
    last = list(dict.fromkeys(one.session for one in reversed(evenings)))[:LAST]
    return {
        "player": player,
        "club": player.club,
        "years": sorted({day.year for day in days if day}, reverse=True),
        "year": year,
        "total": total,
        "net": signed(total.net_points),
        "net_money": _money(player, total) if money else "",
        "by_rules": [_rules_line(*kind, total) for kind, total in by_rules(evenings).items()],
        "levels": levels,
        "curve": curve_of_nets([(day, so_far) for day, _, so_far in curve])
        if len(levels) > 1
        else None,
        "curve_rows": [(day, signed(net), signed(so_far)) for day, net, so_far in reversed(curve)],
        "roles": roles(play, bids=_bids(evenings)),
        "seats": _seats(play),
        "tables": [
            (f"{seats} at the table", *_rate(row)) for seats, row in sorted(play.tables.items())
        ],
        "play": play,
        **_met(play),
        "evenings": _evenings(evenings, last),
        **_rated(player, year),
        "uncounted": _uncounted(uncounted, year),
        "earlier": [one for one in earlier if year in (None, one.played_on and one.played_on.year)],
    }


def _money(player: Player, total: Sum) -> str:
    return written(total.net_minor, player.club.currency, plus=True) if total.net_minor else ""


def _rules_line(key: str, with_games: bool, total: Sum) -> dict:
    rules = SHELF.get(key)
    alone = ", points alone" if rules and rules.target is not None and not with_games else ""
    games = total.games_won + total.games_lost
    return {
        "name": f"{rules.name}{alone}" if rules else key,
        "total": total,
        "a_hand": hundredths(total.points_of_hands, total.hands),
        "net": signed(total.net_points),
        "games": f"{total.games_won} of {games}" if games else "–",
        "rubbers": f"{total.rubbers_won} of {total.rubbers_won + total.rubbers_lost}"
        if total.rubbers_won + total.rubbers_lost
        else "–",
    }


def _bids(evenings: Sequence[Evening]) -> str:
    """Return whether the trump was bid for: "never", "always" or "sometimes"."""
    bid = {bool((rules := SHELF.get(one.rules_key)) and rules.bidding) for one in evenings}
    return "sometimes" if len(bid) > 1 else "always" if True in bid else "never"


WORDS = {
    "never": ("the point", "euchred"),
    "always": ("the bid", "set"),
    "sometimes": ("the point or the bid", "euchred or set"),
}
"""What a maker makes, and what they are when they do not."""


def roles(play: Play, *, bids: str) -> list[tuple[str, list[ShareLine]]]:
    """Return how they did as maker, partner and adversary: each role with its lines."""
    maker, partner, adversary = play.maker, play.partner, play.adversary
    made, euchred = WORDS[bids]
    marches = [_line("all five tricks", maker.marches, maker.hands)] if bids != "always" else []
    return [
        (
            "As maker",
            [
                _line("made the trump", maker.hands, play.hands),
                _line(f"of these: made {made}", maker.made, maker.hands),
                *marches,
                _line(euchred, maker.euchred, maker.hands),
                _line("lone hands that took every trick", maker.lone_made, maker.lone),
            ],
        ),
        ("As partner", [_line(f"the maker’s side made {made}", partner.made, partner.hands)]),
        ("As adversary", [_line(f"the maker was {euchred}", adversary.euchres, adversary.hands)]),
    ]


def _line(what: str, of: int, among: int) -> ShareLine:
    return ShareLine(what=what, share=share(of, among), few=among < FEW)


def _seats(play: Play) -> list[tuple]:
    seats = (("Dealer", play.dealer), ("Eldest hand", play.eldest), ("Other seats", play.others))
    return [(name, *_rate(row)) for name, row in seats]


def _rate(row) -> tuple[int, int, str]:
    return row.hands, row.points, hundredths(row.points, row.hands)


def _met(play: Play) -> dict:
    """Return with whom and against whom they played most, by name."""
    beside = sorted(play.beside.items(), key=lambda item: (-item[1].hands, item[0]))
    against = sorted(play.against.items(), key=lambda item: (-item[1].hands, item[0]))
    names = names_of({*play.beside, *play.against})
    return {
        "beside": [
            (
                who,
                own_colour(who),
                names.get(who, "?"),
                row.hands,
                hundredths(row.points, row.hands),
            )
            for who, row in beside
        ],
        "against": [
            (who, own_colour(who), names.get(who, "?"), row.hands, signed(row.points - row.theirs))
            for who, row in against
        ],
        "most": MET,
    }


def _evenings(evenings: list[Evening], last: list[int]) -> list[dict]:
    sessions = ClubSession.objects.in_bulk(last)
    number_alike(sessions.values())
    return [
        {
            "session": sessions[key],
            "says": f"{_what(those)}, net {signed(sum_of(those).net_points)}",
        }
        for key in last
        for those in [[one for one in evenings if one.session == key]]
    ]


def _uncounted(tournaments: list[Uncounted], year: int | None) -> list[dict]:
    """Return the tournaments of a year that do not count in the seasons: where they came, and what
    they scored."""
    here = [one for one in tournaments if year in (None, one.session.played_on.year)]
    number_alike(one.session for one in here)
    return [
        {
            "session": one.session,
            "place": f"{one.rank} of {one.of}",
            "played": counted(one.rounds, "round"),
            "points": figure(one.points),
            "says": f"place {one.rank} of {one.of}, {_in_points(one.points)}",
        }
        for one in here
    ]


def _in_points(points: int) -> str:
    return f"{figure(points)} point{'' if abs(points) == 1 else 's'}"


def _what(evenings: list[Evening]) -> str:
    """Return "24 hands", "8 rounds", "8 rounds, 24 hands"."""
    hands, rounds = sum_of(evenings).hands, play_of(evenings).rounds.rounds
    parts = [counted(rounds, "round")] if rounds else []
    return ", ".join(parts + ([counted(hands, "hand")] if hands or not rounds else []))


def _rated(player: Player, year: int | None) -> dict:
    """Return their ratings, the latest first."""
    rated = [row for row in ratings_of(player) if year in (None, row[0].year)]
    return {"ratings": [_rating(day, Strength(*row)) for day, *row in reversed(rated)]}


def _rating(day: date, strength: Strength) -> dict:
    provisional = " (provisional)" if strength.provisional else ""
    return {
        "day": day,
        "shown": f"{figure(strength.rating)}{provisional}",
        "sittings": strength.sittings,
    }


NAMES = 20


def player_year(player: Player, *, year: int | None) -> PlayerYear:
    """Return the sheet of one year, or of all of them; money is left to the accounts."""
    found = career_context(player, year=year, money=False)
    return PlayerYear(
        name=player.name,
        club=player.club.name,
        about=str(year) if year else "all years",
        figures=_figures(found),
        levels=tuple(found["levels"]),
        parts=(
            _rules(found),
            *(_role(role, lines) for role, lines in found["roles"]),
            _seats_part(found),
            _met_part("With whom", "Points a hand", found["beside"], "Hands together on one side."),
            _met_part("Against whom", "Ahead by", found["against"], "Hands on different sides."),
            _uncounted_part(found["uncounted"]),
            _earlier_part(found["earlier"]),
        ),
    )


UNCOUNTED = "Tournaments that do not count in the seasons"


def _uncounted_part(tournaments: list[dict]) -> Part:
    return Part(
        title=UNCOUNTED,
        columns=_columns("Evening", "Place", "Rounds", "Points"),
        rows=tuple(
            (
                f"{one['session'].played_on:%-d %b %Y}, {one['session'].kind}",
                one["place"],
                one["played"],
                one["points"],
            )
            for one in tournaments
        ),
        note="They are not among the figures above.",
    )


def _earlier_part(earlier: list[EarlierResult]) -> Part:
    return Part(
        title="Brought from elsewhere",
        columns=_columns("Evening", "Place", "Points"),
        rows=tuple(
            (
                _when(one),
                str(one.place or ""),
                "" if one.points is None else figure(one.points),
            )
            for one in earlier
        ),
        note="Results that were kept elsewhere: they are not among the figures above.",
    )


def _when(one: EarlierResult) -> str:
    if not one.played_on:
        return f"carried into {one.earlier.season}"
    return ", ".join(filter(None, [f"{one.played_on:%-d %b %Y}", one.title]))


def _figures(found: dict) -> tuple[tuple[str, str], ...]:
    total, play = found["total"], found["play"]
    figures = [
        ("Evenings", str(total.evenings)),
        ("Hands", str(total.hands)),
        *([("Rounds", str(play.rounds.rounds))] if play.rounds.rounds else []),
        ("Net points", found["net"]),
        ("Longest run", counted(play.scoring.best, "hand")),
    ]
    rated = [("Rating", found["ratings"][0]["shown"])] if found["ratings"] else []
    return (*figures, *rated)


def _columns(first: str, *others: str) -> tuple[Heading, ...]:
    return (
        Heading(title=first, kind="name"),
        *(Heading(title=title, kind="figure") for title in others),
    )


def _rules(found: dict) -> Part:
    return Part(
        title="By the rules played",
        columns=_columns("Rules", "Evenings", "Hands", "Points a hand", "Games won", "Net points"),
        rows=tuple(
            (
                line["name"],
                str(line["total"].evenings),
                str(line["total"].hands),
                line["a_hand"],
                line["games"],
                line["net"],
            )
            for line in found["by_rules"]
        ),
    )


def _role(role: str, lines: list[ShareLine]) -> Part:
    among = [line for line in lines if line.share.among]
    percents = not all(line.few for line in among)
    columns = _columns("", "Hands", "Of", *(["Per cent"] if percents else []), "With luck")
    return Part(title=role, columns=columns, rows=tuple(_shared(line, percents) for line in among))


def _shared(line: ShareLine, percents: bool) -> tuple[str, ...]:
    share = line.share
    percent = [("–" if line.few else f"{share.percent} %")] if percents else []
    return (line.what, str(share.of), str(share.among), *percent, f"{share.low} to {share.high} %")


def _seats_part(found: dict) -> Part:
    rows = (
        (name, str(hands), rate) for name, hands, _, rate in (*found["seats"], *found["tables"])
    )
    return Part(
        title="By seat", columns=_columns("Seat", "Hands", "Points a hand"), rows=tuple(rows)
    )


def _met_part(title: str, head: str, rows: list, note: str) -> Part:
    shown = tuple((name, str(hands), figure) for *_, name, hands, figure in rows[:NAMES])
    return Part(title=title, columns=_columns("Player", "Hands", head), rows=shown, note=note)


@require_safe
@club_by_number(LOOK)
def player(request: HttpRequest, club: Club, actor: Actor, player: int) -> HttpResponse:
    """Their closed evenings added up; `?year=2026` shows one year."""
    found = get_object_or_404(club.players, pk=player)
    found.club = club
    runs = may(actor, RUN, club)
    context = career_context(found, year=_year(request), money=runs)
    return render(request, "club/players/player.html", context | {"runs": runs})


@require_safe
@club_by_number(LOOK)
def sheet(request: HttpRequest, club: Club, actor: Actor, player: int) -> HttpResponse:
    """The same on paper."""
    found = get_object_or_404(club.players, pk=player)
    found.club = club
    year = _year(request)
    shown = coded(request, player_year(found, year=year), codes.PLAYER, found.pk)
    return pdf_answer(request, player_year_pdf, shown, name=(found.name, year or ""))


def _year(request: HttpRequest) -> int | None:
    asked = request.GET.get("year", "")
    if not asked:
        return None
    if not (asked.isascii() and asked.isdecimal() and len(asked) == 4):
        raise Http404
    return int(asked)
