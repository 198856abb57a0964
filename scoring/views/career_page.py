"""What a player's page shows: his closed evenings, of all years or of one."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from scoring.figures.career import (
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
from scoring.figures.play import Play
from scoring.figures.rating import Strength
from scoring.models import Player
from scoring.models.careers import evenings_of, names_of, ratings_of, sessions_of
from scoring.rules.money import written
from scoring.rules.rule_sets import SHELF
from scoring.rules.statement import signed
from scoring.views.career_curve import curve_of_nets

FEW = 30
"""Below so many hands a share is told as luck might have it."""
LAST, MET = 10, 12


@dataclass(frozen=True, kw_only=True)
class Line:
    """A line of a table of shares: what, how often of how many, and a bar from 0 to 100."""

    what: str
    share: Share
    few: bool

    @property
    def luck(self) -> int:
        """How wide the stretch is between which it may well lie."""
        return self.share.high - self.share.low


def career_context(player: Player, *, year: int | None, money: bool) -> dict:
    """Return everything templates/players/player.html shows; money only to whom it concerns."""
    everything = evenings_of(player)
    evenings = [one for one in everything if year in (None, one.played_on.year)]
    play, curve, total = play_of(evenings), nets(evenings), sum_of(evenings)
    levels = [so_far for _, _, so_far in curve]
    last = list(dict.fromkeys(one.session for one in reversed(evenings)))[:LAST]
    return {
        "player": player,
        "club": player.club,
        "years": sorted({one.played_on.year for one in everything}, reverse=True),
        "year": year,
        "total": total,
        "net": signed(total.net_points),
        "net_money": _money(player, total) if money else "",
        "by_rules": [_rules_line(*kind, total) for kind, total in by_rules(evenings).items()],
        "levels": levels,
        "curve": curve_of_nets(levels) if len(levels) > 1 else None,
        "curve_rows": [(day, signed(net), signed(so_far)) for day, net, so_far in reversed(curve)],
        "roles": roles(play),
        "seats": _seats(play),
        "tables": [
            (f"{seats} at the table", *_rate(row)) for seats, row in sorted(play.tables.items())
        ],
        "play": play,
        **_met(play),
        "evenings": _evenings(evenings, last),
        **_rated(player, year),
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
        "a_hand": hundredths(total.points, total.hands),
        "net": signed(total.net_points),
        "games": f"{total.games_won} of {games}" if games else "–",
        "rubbers": f"{total.rubbers_won} of {total.rubbers_won + total.rubbers_lost}"
        if total.rubbers_won + total.rubbers_lost
        else "–",
    }


def roles(play: Play) -> list[tuple[str, list[Line]]]:
    """Return how he did as maker, partner and adversary: each role with its lines."""
    maker, partner, adversary = play.maker, play.partner, play.adversary
    return [
        (
            "As maker",
            [
                _line("made the trump", maker.hands, play.hands),
                _line("of these: made the point", maker.made, maker.hands),
                _line("all five tricks", maker.marches, maker.hands),
                _line("euchred", maker.euchred, maker.hands),
                _line("lone hands that made all five", maker.lone_made, maker.lone),
            ],
        ),
        ("As partner", [_line("the maker’s side made its point", partner.made, partner.hands)]),
        ("As adversary", [_line("the maker was euchred", adversary.euchres, adversary.hands)]),
    ]


def _line(what: str, of: int, among: int) -> Line:
    return Line(what=what, share=share(of, among), few=among < FEW)


def _seats(play: Play) -> list[tuple]:
    seats = (("Dealer", play.dealer), ("Eldest hand", play.eldest), ("Other seats", play.others))
    return [(name, *_rate(row)) for name, row in seats]


def _rate(row) -> tuple[int, int, str]:
    return row.hands, row.points, hundredths(row.points, row.hands)


def _met(play: Play) -> dict:
    """Return with whom and against whom he played most, by name."""
    beside = sorted(play.beside.items(), key=lambda item: (-item[1].hands, item[0]))
    against = sorted(play.against.items(), key=lambda item: (-item[1].hands, item[0]))
    names = names_of({*play.beside, *play.against})
    return {
        "beside": [
            (who, names.get(who, "?"), row.hands, hundredths(row.points, row.hands))
            for who, row in beside
        ],
        "against": [
            (who, names.get(who, "?"), row.hands, signed(row.points - row.theirs))
            for who, row in against
        ],
        "most": MET,
    }


def _evenings(evenings: list[Evening], last: list[int]) -> list[dict]:
    sessions = sessions_of(last)
    return [
        {"session": sessions[key], "total": total, "net": signed(total.net_points)}
        for key in last
        for total in [sum_of([one for one in evenings if one.session == key])]
    ]


def _rated(player: Player, year: int | None) -> dict:
    """Return his ratings, the latest first."""
    rated = [row for row in ratings_of(player) if year in (None, row[0].year)]
    return {"ratings": [_rating(day, Strength(*row)) for day, *row in reversed(rated)]}


def _rating(day: date, strength: Strength) -> dict:
    provisional = " (provisional)" if strength.provisional else ""
    return {"day": day, "shown": f"{strength.rating}{provisional}", "sittings": strength.sittings}
