"""Par and luck in words, with their picture."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.club.pure.career import FEW, tenths
from scoring.club.pure.par import Par
from scoring.club.queries.par import pars_of
from scoring.common.chart import Span, SpanChart, Table, spans
from scoring.euchre.wording import counted, figure
from scoring.table.models import ClubSession

LEGEND = (
    "The line is the range that luck alone brings an average player. The tick is par, and the dot "
    "is the score."
)


@dataclass(frozen=True, kw_only=True)
class ParShown:
    """A score beside par, in sentences, with its picture."""

    par: Par
    who: str
    """ "Zoë", "You"."""

    legend = LEGEND

    @property
    def place(self) -> str:
        """Where an average player would have scored it."""
        return f"in the same seats{' with the same partners' if self.par.partners else ''}"

    @property
    def expected(self) -> str:
        return figure(self.par.par)

    @property
    def scored(self) -> str:
        """What they scored, and how far from par that is: "scored 24, 3 above par"."""
        ahead = self.par.ahead
        side = "above" if ahead > 0 else "below"
        beside = f"{abs(ahead)} {side} par" if ahead else "exactly par"
        return f"{self.who} scored {figure(self.par.points)}, {beside}."

    @property
    def verdict(self) -> str:
        """What luck has to do with it."""
        usual = f"{figure(self.par.low)} to {figure(self.par.high)}"
        if self.par.by_luck:
            return f"Luck alone can explain that. It brings {usual}, 19 times out of 20."
        much = "much" if self.par.ahead > 0 else "little"
        return f"Luck alone rarely brings so {much}. It usually gives {usual}."

    @property
    def rate(self) -> str:
        """Points per hand, with how sure they are; nothing for few hands."""
        if self.par.hands < FEW:
            return ""
        within = f"{self.par.within // 10}.{self.par.within % 10}"
        per_hand = tenths(self.par.points, self.par.hands)
        hands = counted(self.par.hands, "hand")
        return f"{per_hand} points per hand after {hands} (±{within})."

    @property
    def chart(self) -> SpanChart:
        par = self.par
        return spans(
            [
                Span(
                    name=self.who,
                    low=par.low,
                    high=par.high,
                    at=par.points,
                    tick=par.par,
                    says=f"{figure(par.points)}, par {figure(par.par)}",
                    own=True,
                )
            ],
            says=f"{self.scored} Par is {self.expected}. {self.verdict}",
            low=min(par.low, par.points),
            high=max(par.high, par.points),
            scale=figure,
            table=Table(
                title="Par as a table",
                heads=("", "Points"),
                rows=(
                    ("Scored", figure(par.points)),
                    ("Par", figure(par.par)),
                    ("The least by luck", figure(par.low)),
                    ("The most by luck", figure(par.high)),
                    ("Hands", str(par.hands)),
                ),
            ),
        )


@dataclass(frozen=True, kw_only=True)
class NightPar:
    """A player of a night beside par, as a row."""

    name: str
    colour: int
    points: str
    par: str
    luck: str
    """ "12 to 30"."""
    says: str
    """ "above the range"; nothing where luck alone explains it."""


def pars_of_night(session: ClubSession) -> list[NightPar]:
    """Return the players of a closed night beside par; two queries."""
    return [
        NightPar(
            name=player.name,
            colour=player.colour,
            points=figure(par.points),
            par=figure(par.par),
            luck=f"{figure(par.low)} to {figure(par.high)}",
            says="" if par.by_luck else "above the range" if par.ahead > 0 else "below the range",
        )
        for player, par in pars_of(session)
    ]
