"""A player's page and sheet, about closed evenings of all years or of one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.functional import cached_property
from django.views.decorators.http import require_safe

from scoring.club.models import EarlierResult, Season
from scoring.club.pure.career import (
    FEW,
    Evening,
    Share,
    Sum,
    by_rules,
    nets,
    play_by_rules,
    play_of,
    play_of_all,
    share,
    signed_tenths,
    sum_of,
    tenths,
)
from scoring.club.pure.par import ClubResults
from scoring.club.pure.rating import Strength
from scoring.club.queries.par import (
    club_results,
    lone_of_others,
    par_of,
    seat_of_others,
)
from scoring.club.queries.seasons import earlier_of
from scoring.club.queries.tallies import Uncounted, evenings_of, names_of, ratings_of, uncounted_of
from scoring.club.sheets.player_year import PlayerYear, player_year_pdf
from scoring.club.views.par import ParShown
from scoring.common import codes
from scoring.common.amounts import written
from scoring.common.chart import (
    Chair,
    ChairChart,
    Dot,
    LineChart,
    Series,
    Span,
    SpanChart,
    Table,
    chairs,
    dot,
    lines,
    spans,
)
from scoring.common.dates import short_day
from scoring.common.discs import own_disc
from scoring.common.names import in_short
from scoring.common.pdf.listing import Heading, Part, Spot
from scoring.common.pdf.page import GREEN, HAIR, RED
from scoring.common.pdf_views import pdf_answer
from scoring.common.permissions import LOOK, RUN, Actor, may
from scoring.common.qr_codes import coded
from scoring.euchre.books import SHELF
from scoring.euchre.statement import signed
from scoring.euchre.wording import counted, figure
from scoring.people.access import club_by_number
from scoring.people.models import Club, Player
from scoring.table.models import ClubSession
from scoring.table.pure.play import Play
from scoring.table.queries.evenings import number_alike


@dataclass(frozen=True, kw_only=True)
class Curve:
    """Net points over time, with the highest, lowest and latest total in words."""

    chart: LineChart
    highest: str
    lowest: str
    last: str


def curve_of_nets(evenings: Sequence[tuple[date, int, int]]) -> Curve | None:
    """Return the Curve of each evening's day, net points and total so far; None for no evening
    or a single one."""
    if len(evenings) < 2:
        return None
    levels = [so_far for _, _, so_far in evenings]
    highest, lowest, last = (signed(one) for one in (max(0, *levels), min(0, *levels), levels[-1]))
    named = sorted({0, len(evenings) // 2, len(evenings) - 1})
    chart = lines(
        [Series(name="Net points", ink="own", values=tuple(enumerate([0, *levels])))],
        says=f"Net points over time: highest {highest}, lowest {lowest}, now {last}.",
        below=[(no + 1, short_day(evenings[no][0])) for no in named],
        scale=signed,
        table=Table(
            title="Night by night",
            heads=("Club night", "Net points", "Total"),
            rows=tuple(
                (short_day(day), signed(net), signed(so_far))
                for day, net, so_far in reversed(evenings)
            ),
        ),
    )
    return chart and Curve(chart=chart, highest=highest, lowest=lowest, last=last)


LAST, MET = 10, 12
RATINGS = 5
LONE = "Lone hands that took every trick"
SEATS = (("Dealer", "dealer"), ("Eldest hand", "eldest"), ("Other seats", "others"))


@dataclass(frozen=True, kw_only=True)
class ShareLine:
    """A line in a table of shares, with its title, its counts, and a bar from 0 to 100."""

    what: str
    share: Share
    few: bool

    @property
    def luck(self) -> int:
        """How wide the stretch is between which it may well lie."""
        return self.share.high - self.share.low


@dataclass(frozen=True, kw_only=True)
class PlayerPage:
    """A player's results, in all years or in one. Money is shown only to people who run the
    club."""

    player: Player
    year: int | None
    runs: bool = False

    most, few, lone = MET, FEW, LONE

    @property
    def club(self) -> Club:
        return self.player.club

    @cached_property
    def _all_evenings(self) -> list[Evening]:
        return evenings_of(self.player)

    @cached_property
    def _all_earlier(self) -> list[EarlierResult]:
        return earlier_of(self.player)

    @cached_property
    def _all_uncounted(self) -> list[Uncounted]:
        return uncounted_of(self.player)[::-1]

    @cached_property
    def years(self) -> list[int]:
        """Those of which there is something, the latest first."""
        days = [one.played_on for one in (*self._all_evenings, *self._all_earlier)]
        days += [one.session.played_on for one in self._all_uncounted]
        return sorted({day.year for day in days if day}, reverse=True)

    @cached_property
    def _evenings(self) -> list[Evening]:
        return [one for one in self._all_evenings if self.year in (None, one.played_on.year)]

    @cached_property
    def play(self) -> Play:
        return play_of_all(self._by_rules, self._evenings)

    @cached_property
    def total(self) -> Sum:
        return sum_of(self._evenings)

    @cached_property
    def best_of(self) -> Season | None:
        """The latest season that leaves out some of these club nights, as only the best count."""
        days = {one.session: one.played_on for one in self._evenings}.values()
        for season in self.club.seasons.exclude(best_of=None).order_by("-ends_on", "-pk"):
            if sum(season.starts_on <= day <= season.ends_on for day in days) > season.best_of:
                return season
        return None

    @property
    def beside_the_season(self) -> str:
        """A sentence on why a season's figures differ; "" if they don't."""
        if self.best_of is None:
            return ""
        nights = f"All club nights of {self.year}" if self.year else "All club nights"
        season = f"Season {self.best_of} counts only the best {self.best_of.best_of}"
        return f"{nights} are included. {season}, so its figures differ."

    @property
    def net(self) -> str:
        return signed(self.total.net_points)

    @property
    def net_money(self) -> str:
        minor = self.total.net_minor if self.runs else 0
        return written(minor, self.club.currency, plus=True) if minor else ""

    @property
    def by_rules(self) -> list[dict]:
        return [_rules_line(*kind, total) for kind, total in by_rules(self._evenings).items()]

    @cached_property
    def _nets(self) -> list[tuple[date, int, int]]:
        return nets(self._evenings)

    @property
    def levels(self) -> list[int]:
        """Their net points so far after each evening."""
        return [so_far for _, _, so_far in self._nets]

    @cached_property
    def curve(self) -> Curve | None:
        return curve_of_nets(self._nets)

    @property
    def roles(self) -> list[tuple[str, list[ShareLine]]]:
        return roles(self.play, bids=_bids(self._evenings))

    @cached_property
    def _by_rules(self) -> Mapping[str, Play]:
        return play_by_rules(self._evenings)

    @cached_property
    def _results(self) -> Mapping[str, ClubResults]:
        """The results of the club to compare with, up to the end of the year that is shown."""
        rules = list(self._by_rules)
        until = date(self.year, 12, 31) if self.year else None
        return club_results(self.club, rules=rules, until=until)

    @cached_property
    def lone_shares(self) -> SpanChart | None:
        """Their share of lone hands that took every trick, beside the others' of the club, each
        with its interval; None without both."""
        maker = self.play.maker
        own = share(maker.lone_made, maker.lone)
        club = lone_of_others(self._results, self.player.pk)
        if not own.among or not club.among:
            return None
        both = ((self.player.called, own, True), ("The rest of the club", club, False))
        return spans(
            [_share_span(name, one, own=mine) for name, one, mine in both],
            says=". ".join(f"{name}: {_share_says(one)}" for name, one, _ in both),
            low=0,
            high=100,
            scale=lambda value: f"{value}%",
            table=Table(
                title="Lone hands as a table",
                heads=("", "Every trick", "Lone hands", "Likely share"),
                rows=tuple(
                    (name, str(one.of), str(one.among), f"{one.low} to {one.high}%")
                    for name, one, _ in both
                ),
            ),
        )

    @cached_property
    def par(self) -> ParShown | None:
        """Their points beside par; None without enough hands."""
        found = par_of(self._results, self.player.pk, self._by_rules)
        return found and ParShown(par=found, who=self.player.called)

    @property
    def uncompared(self) -> int:
        """The hands that par leaves out, as few have played by these rules."""
        return self.total.hands - self.par.par.hands if self.par else 0

    @property
    def seats(self) -> list[tuple]:
        return [(name, *_rate(getattr(self.play, key))) for name, key in SEATS]

    @property
    def chairs(self) -> ChairChart:
        """Four chairs, each with points per hand, compared with the club's."""
        drawn = {key: self._chair(name, key) for name, key in SEATS}
        return chairs(
            [drawn[key] for key in ("dealer", "eldest", "others", "others")],
            says=". ".join(f"{one.name}: {one.figure}, {one.says}" for one in drawn.values()),
            table=Table(
                title="By seat, as a table",
                heads=("Seat", "Hands", "Points", "Points per hand", "The club’s"),
                rows=(
                    *(
                        (name, str(hands), figure(points), rate, self._others_in(key)[1])
                        for (name, key), (_, hands, points, rate) in zip(
                            SEATS, self.seats, strict=True
                        )
                    ),
                    *(
                        (name, str(hands), figure(points), rate, "")
                        for name, hands, points, rate in self.tables
                    ),
                ),
            ),
        )

    def _others_in(self, seat: str) -> tuple[Fraction | None, str]:
        """Return the club's points per hand in a seat, and in words."""
        points, hands = seat_of_others(self._results, self.player.pk, self._by_rules, seat)
        if not hands:
            return None, "–"
        rate = points / hands
        return rate, tenths(rate.numerator, rate.denominator)

    def _chair(self, name: str, key: str) -> Chair:
        row, (others, _) = getattr(self.play, key), self._others_in(key)
        usual = Fraction(self.total.points_of_hands, max(self.total.hands, 1))
        ahead = row.points - row.hands * (usual if others is None else others)
        return Chair(
            name=name,
            figure=rate_of(row.points, row.hands),
            says=counted(row.hands, "hand"),
            ink=_ink(row.hands, ahead, row.hands),
        )

    @property
    def tables(self) -> list[tuple]:
        """The same by how many sat at the table."""
        tables = sorted(self.play.tables.items())
        return [(f"{seats} at the table", *_rate(row)) for seats, row in tables]

    @cached_property
    def _names(self) -> dict[int, str]:
        return names_of({*self.play.beside, *self.play.against})

    @cached_property
    def company(self) -> list[Company]:
        """The people they played with and against, most hands first."""
        beside, against = self.play.beside, self.play.against
        hands = {
            who: (beside[who].hands if who in beside else 0)
            + (against[who].hands if who in against else 0)
            for who in {*beside, *against}
        }
        most = max((row.hands for row in (*beside.values(), *against.values())), default=0)
        usual = (self.total.points_of_hands, self.total.hands)
        return [
            Company(
                player=who,
                colour=own_disc(who),
                name=self._names.get(who, "?"),
                partner=_with(beside.get(who), usual, most),
                opponent=_against(against.get(who), most),
            )
            for who in sorted(hands, key=lambda who: (-hands[who], who))
        ]

    @property
    def evenings(self) -> list[dict]:
        """Their last evenings, in words."""
        last = list(dict.fromkeys(one.session for one in reversed(self._evenings)))[:LAST]
        return _in_words(self._evenings, last)

    @cached_property
    def ratings(self) -> list[dict]:
        """The latest five, the last first."""
        rated = ratings_of(self.player, year=self.year, most=RATINGS)
        return [_rating(day, Strength(*row)) for day, *row in rated]

    @cached_property
    def uncounted(self) -> list[dict]:
        """Tournaments that do not count in the seasons."""
        return _uncounted(self._all_uncounted, self.year)

    @cached_property
    def earlier(self) -> list[EarlierResult]:
        """What was brought from elsewhere."""
        found = [(one, one.played_on and one.played_on.year) for one in self._all_earlier]
        return [one for one, year in found if self.year in (None, year)]


@dataclass(frozen=True, kw_only=True)
class Met:
    """Hands with somebody in one role: their number, the result of a hand, and a dot."""

    hands: int
    rate: str
    """The points ahead per hand, with a sign; "" for few hands, which are mostly luck."""
    dot: Dot


@dataclass(frozen=True, kw_only=True)
class Company:
    """A person beside and against whom a player played."""

    player: int
    colour: int
    name: str
    partner: Met | None
    opponent: Met | None


def _with(row: Any, usual: tuple[int, int], most: int) -> Met | None:
    """Return the hands beside a partner: the points per hand above the player's usual ones."""
    if row is None or not row.hands:
        return None
    points, hands = usual
    ahead = row.points * hands - points * row.hands
    return _met(row.hands, ahead, row.hands * hands, most)


def _against(row: Any, most: int) -> Met | None:
    """Return the hands against an opponent, with the lead per hand."""
    if row is None or not row.hands:
        return None
    lead = row.points - row.theirs
    return _met(row.hands, lead, row.hands, most)


def _met(hands: int, ahead: int, among: int, most: int) -> Met:
    """Return the result of hands that are so many points ahead among so many."""
    rate = signed_tenths(ahead, among) if hands >= FEW else ""
    drawn = dot(hands, most, ink=_ink(hands, ahead, among))
    return Met(hands=hands, rate=rate, dot=drawn)


def _ink(hands: int, ahead: int | Fraction, among: int) -> str:
    """Return the ink of hands that are so many points ahead among so many. A lead that rounds to
    0.0 per hand is level, and few hands have no colour."""
    if hands < FEW:
        return "few"
    return "level" if abs(ahead) * 20 < among else "gain" if ahead > 0 else "loss"


def _rules_line(key: str, with_games: bool, total: Sum) -> dict:
    rules = SHELF.get(key)
    alone = ", points only" if rules and rules.target is not None and not with_games else ""
    games = total.games_won + total.games_lost
    return {
        "name": f"{rules.name}{alone}" if rules else key,
        "total": total,
        "a_hand": rate_of(total.points_of_hands, total.hands),
        "net": signed(total.net_points),
        "games": f"{total.games_won} of {games}" if games else "–",
        "rubbers": f"{total.rubbers_won} of {total.rubbers_won + total.rubbers_lost}"
        if total.rubbers_won + total.rubbers_lost
        else "–",
    }


def _bids(evenings: Sequence[Evening]) -> str:
    """Return whether trump was bid for, "never", "always" or "sometimes"."""
    bid = {bool((rules := SHELF.get(one.rules_key)) and rules.bidding) for one in evenings}
    return "sometimes" if len(bid) > 1 else "always" if True in bid else "never"


WORDS = {
    "never": ("it", "euchred"),
    "always": ("the bid", "set"),
    "sometimes": ("it", "euchred or set"),
}
"""Words for a maker's success and failure."""


def roles(play: Play, *, bids: str) -> list[tuple[str, list[ShareLine]]]:
    """Return the results as maker, partner and adversary, each role with its lines."""
    maker, partner, adversary = play.maker, play.partner, play.adversary
    made, euchred = WORDS[bids]
    marches = [_line("All five tricks", maker.marches, maker.hands)] if bids != "always" else []
    return [
        (
            "As maker",
            [
                _line("Made trump", maker.hands, play.hands),
                _line(f"Of these, made {made}", maker.made, maker.hands),
                *marches,
                _line(euchred.capitalize(), maker.euchred, maker.hands),
                _line(LONE, maker.lone_made, maker.lone),
            ],
        ),
        ("As partner", [_line(f"The maker’s side made {made}", partner.made, partner.hands)]),
        ("As defender", [_line(f"The maker was {euchred}", adversary.euchres, adversary.hands)]),
    ]


def _line(what: str, of: int, among: int) -> ShareLine:
    return ShareLine(what=what, share=share(of, among), few=among < FEW)


def _rate(row) -> tuple[int, int, str]:
    return row.hands, row.points, rate_of(row.points, row.hands)


def rate_of(points: int, hands: int) -> str:
    """Return points per hand as exactly as the hands bear, with one decimal; a dash for few."""
    return tenths(points, hands) if hands >= FEW else "–"


def _share_span(name: str, share: Share, *, own: bool) -> Span:
    return Span(
        name=name,
        low=share.low,
        high=share.high,
        at=share.percent,
        says=f"{share.of} of {share.among}",
        own=own,
    )


def _share_says(share: Share) -> str:
    """Return "4 of 11, likely between 15 and 65%"."""
    says = f"{share.of} of {share.among}"
    return f"{says}, likely between {share.low} and {share.high}%"


def _in_words(evenings: list[Evening], last: list[int]) -> list[dict]:
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
    """Return the tournaments of a year that do not count in the seasons, with the player's place
    and score."""
    here = [one for one in tournaments if year in (None, one.session.played_on.year)]
    number_alike(one.session for one in here)
    return [
        {
            "session": one.session,
            "place": f"{one.place} of {one.of}",
            "played": counted(one.rounds, "round"),
            "points": figure(one.points),
            "says": f"place {one.place} of {one.of}, {_in_points(one.points)}",
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
    page = PlayerPage(player=player, year=year)
    return PlayerYear(
        name=player.name,
        club=player.club.name,
        about=str(year) if year else "all years",
        figures=_figures(page),
        note=page.beside_the_season,
        levels=tuple(page.levels),
        wide=(_rules(page),),
        parts=(
            *(_role(role, lines) for role, lines in page.roles),
            _seats_part(page),
            _company_part(page),
            _uncounted_part(page.uncounted),
            _earlier_part(page.earlier),
        ),
    )


UNCOUNTED = "Tournaments that do not count in the seasons"
NOT_INCLUDED = "They are not included in the figures above."


def _uncounted_part(tournaments: list[dict]) -> Part:
    return Part(
        title=UNCOUNTED,
        columns=_columns("Club night", "Place", "Rounds", "Points"),
        rows=tuple(
            (
                f"{short_day(one['session'].played_on)}, {one['session'].kind}",
                one["place"],
                one["played"],
                one["points"],
            )
            for one in tournaments
        ),
        notes=(NOT_INCLUDED,),
    )


def _earlier_part(earlier: list[EarlierResult]) -> Part:
    return Part(
        title="Imported results",
        columns=_columns("Club night", "Place", "Points"),
        rows=tuple(
            (
                _when(one),
                str(one.place or ""),
                "" if one.points is None else figure(one.points),
            )
            for one in earlier
        ),
        notes=(NOT_INCLUDED,),
    )


def _when(one: EarlierResult) -> str:
    if not one.played_on:
        return f"points in {one.earlier.season}"
    return ", ".join(filter(None, [short_day(one.played_on), one.title]))


def _figures(page: PlayerPage) -> tuple[tuple[str, str], ...]:
    total, play = page.total, page.play
    figures = [
        ("Club nights", str(total.evenings)),
        ("Hands", str(total.hands)),
        *([("Rounds", str(play.rounds.rounds))] if play.rounds.rounds else []),
        ("Net points", page.net),
        ("Longest run", counted(play.scoring.best, "hand")),
    ]
    rated = [("Rating", page.ratings[0]["shown"])] if page.ratings else []
    return (*figures, *rated)


def _columns(first: str, *others: str) -> tuple[Heading, ...]:
    return (
        Heading(title=first, kind="name"),
        *(Heading(title=title, kind="figure") for title in others),
    )


def _rules(page: PlayerPage) -> Part:
    return Part(
        title="By rules",
        columns=_columns(
            "Rules", "Club nights", "Hands", "Points per hand", "Games won", "Net points"
        ),
        rows=tuple(
            (
                line["name"],
                str(line["total"].evenings),
                str(line["total"].hands),
                line["a_hand"],
                line["games"],
                line["net"],
            )
            for line in page.by_rules
        ),
    )


def _role(role: str, lines: list[ShareLine]) -> Part:
    among = [line for line in lines if line.share.among]
    percents = not all(line.few for line in among)
    columns = _columns(role, "Hands", *(["Percent"] if percents else []), "By luck")
    return Part(title="", columns=columns, rows=tuple(_shared(line, percents) for line in among))


def _shared(line: ShareLine, percents: bool) -> tuple[str, ...]:
    share = line.share
    percent = [("–" if line.few else f"{share.percent}%")] if percents else []
    hands = f"{share.of} of {share.among}"
    return (line.what, hands, *percent, f"{share.low} to {share.high}%")


def _seats_part(page: PlayerPage) -> Part:
    rows = ((name, str(hands), rate) for name, hands, _, rate in (*page.seats, *page.tables))
    return Part(
        title="By seat", columns=_columns("Seat", "Hands", "Points per hand"), rows=tuple(rows)
    )


INKS = {"gain": GREEN, "loss": RED, "level": HAIR}
ON_PAPER = 0.34
"""The size of a dot, beside that in a drawing of 40 by 40."""


def _company_part(page: PlayerPage) -> Part:
    """Return the matrix of partners and opponents: a dot for the hands, and the result of one."""
    company = page.company[:NAMES]
    short = in_short((one.name for one in company), letters=18)
    return Part(
        title="Partners and opponents",
        columns=(
            Heading(title="Player", kind="name"),
            Heading(title="", kind="dot"),
            Heading(title="As partner", kind="figure"),
            Heading(title="", kind="dot"),
            Heading(title="As opponent", kind="figure"),
        ),
        rows=tuple((short[one.name], *_spot(one.partner), *_spot(one.opponent)) for one in company),
        notes=(
            "As partner: points per hand above (+) or below the player’s usual. As opponent: lead "
            "per hand. A dot is larger for more hands. Green is good, red is bad, grey is level.",
        ),
    )


def _spot(met: Met | None) -> tuple[object, str]:
    if met is None:
        return "", ""
    hands, found = counted(met.hands, "hand"), met.dot
    spot = Spot(radius=found.radius * ON_PAPER, ink=INKS.get(found.ink))
    return spot, f"{met.rate} in {hands}" if met.rate else hands


@require_safe
@club_by_number(LOOK)
def player(request: HttpRequest, club: Club, actor: Actor, player: int) -> HttpResponse:
    """Their closed evenings added up; `?year=2026` shows one year."""
    found = get_object_or_404(club.players, pk=player)
    found.club = club
    page = PlayerPage(player=found, year=_year(request), runs=may(actor, RUN, club))
    return render(request, "club/players/player.html", {"page": page})


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
