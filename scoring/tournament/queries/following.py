"""Players who go on from a finished tournament into its final or its plate."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from scoring.euchre.wording import places_as_text
from scoring.evening.models import Pass
from scoring.tournament.models import Entrant, Tournament
from scoring.tournament.pure.values import Carried
from scoring.tournament.queries.now import entrants_of


@dataclass(frozen=True, kw_only=True)
class Ranked:
    """An entrant who is still present, with their rank when the results were announced."""

    entrant: Entrant
    row: dict
    """A row of a euchre-standings/1 document."""
    place: str
    """The rank in figures, "=3" where others shared it."""

    @property
    def rank(self) -> int:
        return self.row["rank"]

    @property
    def carried(self) -> Carried:
        """Return the points that they carry over, including those that they carried into this
        tournament."""
        names, before = ("points", "won", "lones", "gold"), self.entrant.carried
        beside = sum(one["points"] for one in self.row.get("adjustments", ()))
        return Carried(
            rounds=self.row["rounds"] + before.get("rounds", 0),
            beside=self.row.get("handicap", 0) + beside + before.get("beside", 0),
            **{name: self.row[name] for name in names},
        )


@dataclass(frozen=True, kw_only=True)
class CutLine:
    """The line between the entrants who go on and the rest."""

    above: Sequence[Ranked]
    """Entrants who go on, whatever the result of a cut."""
    level: Sequence[Ranked]
    """Entrants who are level for the last places and cut for them. Empty if rank alone decides."""
    places: int
    """Number of places that they cut for."""


def still_here(tournament: Tournament) -> list[Ranked]:
    """Return the entrants who played a finished tournament and have not left, by rank, and by
    number if level. Makes one query."""
    entrants = {one.no: one for one in entrants_of(tournament).filter(ghost=False, left=None)}
    rows = tournament.results["rows"]
    places = places_as_text(row["rank"] for row in rows)
    return [
        Ranked(entrant=entrants[row["no"]], row=row, place=places[row["rank"]])
        for row in rows
        if row["no"] in entrants
    ]


def line_after(here: Sequence[Ranked], number: int) -> CutLine:
    """Return the line after the best `number` of these."""
    if number >= len(here) or here[number - 1].rank != here[number].rank:
        return CutLine(above=here[:number], level=(), places=0)
    rank = here[number].rank
    above = [one for one in here if one.rank < rank]
    level = [one for one in here if one.rank == rank]
    return CutLine(above=above, level=level, places=number - len(above))


def rest_of(here: Sequence[Ranked], gone_on: Collection[int]) -> list[Ranked]:
    """Return the entrants of these without a player in `gone_on`."""
    return [one for one in here if not {player.pk for player in one.entrant.people} & {*gone_on}]


@dataclass(frozen=True, kw_only=True)
class WentOn:
    """The tournament in which an entrant plays on."""

    part: str
    """"final" or "plate"."""
    no: int
    token: str
    """Token of the player pages there. Empty if there are none."""


def who_went_on(tournament: Tournament) -> dict[int, WentOn]:
    """Return the tournaments in which entrants of this one play on, by their numbers in it. Makes
    at most three queries."""
    parts = {one.pk: one for one in tournament.followed_by.all()}
    if not parts:
        return {}
    live = Pass.objects.filter(right=Pass.Right.PLAYERS, revoked_at=None)
    tokens = dict(live.filter(session__tournament__in=parts).values_list("session", "token"))
    there = Entrant.objects.filter(tournament__in=parts, ghost=False)
    found = {
        player: WentOn(part=parts[part].part, no=no, token=tokens.get(parts[part].session_id, ""))
        for part, player, no in there.values_list("tournament", "player", "no")
    }
    here = tournament.entrants.values_list("no", "player")
    return {no: found[player] for no, player in here if player in found}
