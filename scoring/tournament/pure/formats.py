"""The formats of a progressive tournament, which are named sets of settings that a director can
choose and change.

They come from the classic protocol (Foster's Complete Hoyle; the parts we read of Keller 1887, ch.
8) and from the printed sheets of today. docs/tournament-format.md explains every setting.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace

from scoring.tournament.pure.moves import CHECKED, NAMED, Movement, collision
from scoring.tournament.pure.seats import FOUR, SIX


@dataclass(frozen=True, kw_only=True)
class Prize:
    """A prize, with its achievement, and its value in minor units of money, in words, or both."""

    prize: str
    """One of PRIZES."""
    amount: int = 0
    percent: int = 0
    """The share of the fees that are left after the fixed amounts, instead of an amount
    (scoring.tournament.pure.prize_money)."""
    gift: str = ""


@dataclass(frozen=True, kw_only=True)
class Tier:
    """The prizes that are given from a number of paid entries on."""

    start: int = field(metadata={"key": "from"})
    prizes: tuple[Prize, ...]


@dataclass(frozen=True, kw_only=True)
class Pot:
    """Money paid at the tables beside the fee, such as a lone-hand basket or a fine for every
    euchre."""

    name: str
    to: str
    """One of POT_TO, for the player who gets it."""
    amount: int = 0
    """The amount that was counted in it, in minor units."""
    opening: int = 0
    """The amount that was carried over into it, in minor units."""
    each: int = 0
    """The amount to pay each time, in minor units. It is shown to players, and multiplied if hands
    were logged."""
    for_each: str = ""
    """One of FOR_EACH. If the pot is drawn, there is a ticket for each of these."""
    half: int = 0
    """The percentage of all that is in it which the club keeps once it is won."""
    when: str = ""
    """What must have happened for it to be won, in words. Until then it is carried over."""
    happened: bool = False

    @property
    def holds(self) -> int:
        """All that is in it, in minor units."""
        return self.opening + self.amount

    @property
    def club_keeps(self) -> int:
        """What the club keeps once it is won."""
        return self.holds * self.half // 100

    @property
    def emptied(self) -> Pot:
        """The pot on the same terms, without money."""
        return replace(self, opening=0, amount=0, happened=False)

    @property
    def is_won(self) -> bool:
        """Whether a player can win it, as things are."""
        return self.to != "kept" and (self.happened or not self.when)


@dataclass(frozen=True, kw_only=True)
class Stage:
    """A part of a tournament, with the movement that counts from a round on."""

    start: int = field(metadata={"key": "from"})
    movement: str | Movement
    """A key of MOVEMENTS, or a movement as data."""
    night: int = 0
    """The night that its first round is on, or 0 for the night of the stage before."""
    date: str = ""
    """The day of that night, such as "2026-12-05", if it is known."""
    go_on: bool = False
    """Whether the players move on from the round before. Otherwise they are drawn anew."""


ELIMINATION = "double-elimination"
THREE_HANDED = "hoyle-three"
"""The rule set by which three play at a table."""
SIX_HANDED = "six-handed"
"""The rule set of tables of six, unless another one is chosen."""
MOVEMENTS = {
    "progress": "winners progress",
    "rotation": "planned: a new partner each round",
    "seats": "planned by the seat of the last round",
    "draw": "drawn anew each round",
    "swiss": "Swiss: you play others with a like score",
    ELIMINATION: "double elimination: two defeats and out",
}
PARTNERS = {
    "split": "split: new partners at every table",
    "split-below": "split, except at the head table",
    "stay": "stay together",
}
"""The partners in the next round if winners progress."""
ENDS = {
    "bell": "the head table reaches its points and rings the bell",
    "hands": "a number of hands is played",
    "clock": "the clock runs out",
}
TIES = {
    "next-hand": "the next hand decides by tricks, then a cut",
    "one-more": "one more hand decides, and its points don’t count",
    "stays": "the tie stays",
}
CRITERIA = {
    "won": "games won",
    "points": "points",
    "lones": "lone hands",
    "gold": "gold stars",
    "average": "points a round",
    "met": "head to head",
}
COLUMNS = CRITERIA | {"stayed": "round of leaving"}
"""The columns of a ranking, also one that only a double elimination has."""
PRIZES = {
    "first": "First",
    "second": "Second",
    "third": "Third",
    "fourth": "Fourth",
    "fifth": "Fifth",
    "most games": "Most games",
    "most lone hands": "Most lone hands",
    "most points": "Most points",
    "lowest": "Lowest",
    "booby": "Booby prize",
}
PLACES = ("first", "second", "third", "fourth", "fifth")
"""The prizes for a rank, which are pooled if the rank is shared."""
RESTS = {
    "first": "goes to the first prize",
    "kept": "stays with the club",
}
"""What becomes of the money that rounding leaves."""
POT_TO = {
    "first": "the winner",
    "most lone hands": "most lone hands",
    "lowest": "the lowest",
    "draw": "drawn by lot among the tickets",
    "kept": "no one, it is kept for next time",
}
FOR_EACH = {
    "": "as players like",
    "lone": "for every lone hand made",
    "tried": "for every lone hand tried",
    "euchre": "for every euchre",
}
"""When players put money into a pot."""
ODD = {
    "sit-out": "they sit out in turn",
    "ghost": "a ghost fills the seat, its points don’t count",
    "three": "three play at a table of three",
}
SITS_OUT = {
    "lot": "drawn by lot among those who sat out least",
    "last-table": "from the last table up",
}
FORFEIT = (10, 0)
"""The points of a forfeit, won and lost, where no number of points or hands ends a round."""
SIT_OUT_POINTS = {
    "none": "nothing",
    "table": "the average of the round’s sides",
    "own": "the average of the rounds they played",
}


@dataclass(frozen=True, kw_only=True)
class Format:
    """Everything that differs from one progressive evening to another."""

    style: str
    """The key of the format that ships, of which this is one."""
    name: str
    title: str
    """One sentence for the list."""
    pairs: bool = False
    """Fixed pairs enter, not single players."""
    rules: str = "american"
    """The key of the rule set that the tables play by."""
    lone_euchre: int | None = None
    """The points for euchring a loner. None means as for any euchre."""
    lone_partner: int = 0
    """What the partner of a lone hand that takes every trick has less than the lone player."""
    lone_at_head: bool = True
    """Whether lone hands are allowed at the head table."""
    rounds: int = 8
    ends: str = "hands"
    hands: int = 8
    """The number of played hands in a round, without void deals. 0 means as many as time allows."""
    bell_at: int = 5
    """Points at which the head table rings the bell."""
    minutes: int = 0
    """The minutes on a clock that may end any round, or 0 for none."""
    break_minutes: int = 3
    """The minutes between rounds, for people to move."""
    movement: str | Movement = "progress"
    """A key of MOVEMENTS, or a movement as data. Where there are stages, it is that of the first
    one."""
    stages: tuple[Stage, ...] = ()
    """Other movements from a round on. Without any, the movement is for all rounds."""
    partners: str = "split"
    table_size: int = FOUR
    """The players at a table, in two sides of two or of three."""
    mixed_tables: bool = False
    """Whether players who don't fill tables of six also play at tables of four."""
    reset: bool = False
    """Whether the final of a double elimination is played again if the unbeaten pair loses it."""
    tie: str = "one-more"
    ranking: tuple[str, ...] = ("points", "won", "lones")
    groups: tuple[str, ...] = ()
    """None or two groups ("Ladies", "Gentlemen"). Partners come from different groups, as far as
    possible."""
    prizes_by_group: bool = False
    odd: str = "sit-out"
    sits_out: str = "last-table"
    sit_out_points: str = "none"
    places: tuple[int, ...] = ()
    """The points for the places at a table where each plays for themselves. () means that partners
    play."""
    forfeit_points: tuple[int, ...] = ()
    """The points of a forfeit, won and lost. () means those by the end of a round."""
    fee: int = 0
    """The fee in minor units for each person, so a pair pays twice."""
    prizes: tuple[Prize, ...] = ()
    round_to: int = 1
    """Percentages of the fees, and shares of players who tie, are rounded down to a multiple of
    this, in minor units."""
    rest: str = "first"
    tiers: tuple[Tier, ...] = ()
    """Other prizes for more paid entries."""
    one_prize_each: bool = False
    """Whether the winner of a prize is skipped for later ones."""
    share: bool = True
    """Whether players who tie for money pool their prizes and split them. Otherwise they cut for
    them."""
    pots: tuple[Pot, ...] = ()
    suspense: bool = False
    """Whether standings are hidden before the last round."""

    @property
    def full(self) -> int:
        """The entrants at a full table, where a pair is one."""
        return 2 if self.pairs else self.table_size

    @property
    def seats_six(self) -> bool:
        """Whether its tables have six players."""
        return self.table_size == SIX

    def rules_of(self, people: int) -> str:
        """Return the key of the rule set at a table of this many people. Our ruling: beside tables
        of six, four play by the rules of the style."""
        if people == 3:
            return THREE_HANDED
        return FORMATS[self.style].rules if self.seats_six and people == FOUR else self.rules

    def by_default(self, key: str) -> object:
        """Return the value of a setting that is not given. Tables of six have rules of their
        own."""
        if key == "rules" and self.seats_six:
            return SIX_HANDED
        return getattr(FORMATS[self.style], key)

    @property
    def lists(self) -> tuple[tuple[Prize, ...], ...]:
        """All lists of prizes, of which the number of paid entries picks one."""
        return (self.prizes, *(tier.prizes for tier in self.tiers))

    @property
    def by_fees(self) -> bool:
        """Whether the prizes depend on the entry fees that were paid."""
        return bool(self.tiers) or any(prize.percent for prize in self.prizes)

    def prizes_for(self, entries: int) -> tuple[Prize, ...]:
        """Return the prizes for this number of paid entries."""
        reached = [tier for tier in self.tiers if tier.start <= entries]
        return max(reached, key=lambda tier: tier.start).prizes if reached else self.prizes

    @property
    def parts(self) -> tuple[Stage, ...]:
        """The stages, or all rounds as one."""
        return self.stages or (Stage(start=1, movement=self.movement),)

    def stage_of(self, round: int) -> Stage:
        """Return the stage that a round belongs to, by its number."""
        return [one for one in self.parts if one.start <= max(round, 1)][-1]

    def in_round(self, round: int) -> Format:
        """Return the format with the movement of a round, by its number. The movement of a round
        is the one that led to it."""
        movement = self.stage_of(round).movement
        return self if movement == self.movement else replace(self, movement=movement)

    def draws(self, round: int) -> bool:
        """Return whether a stage begins in this round with a new draw."""
        stage = self.stage_of(round)
        return stage.start == round and not stage.go_on

    def until(self, round: int) -> int:
        """Return the last round of the stage that a round belongs to."""
        later = [one.start - 1 for one in self.stages if one.start > round]
        return min([self.rounds, *later])

    @property
    def each_movement(self) -> tuple[Format, ...]:
        """The format with the movement of each stage."""
        return tuple(self.in_round(stage.start) for stage in self.parts)

    @property
    def moves(self) -> Movement | None:
        """The movement from table to table, or None if rounds are planned ahead."""
        return self.movement if isinstance(self.movement, Movement) else NAMED.get(self.movement)

    @property
    def parting(self) -> str:
        """The partners in the next round, by the movement or else by the setting."""
        return (self.moves.partners if self.moves else "") or self.partners

    @property
    def eliminates(self) -> bool:
        """Whether the round belongs to a double elimination."""
        return self.movement == ELIMINATION

    @property
    def ends_by_final(self) -> bool:
        """Whether the last stage is a double elimination. Then the number of rounds follows from
        the number of pairs."""
        return self.parts[-1].movement == ELIMINATION

    @property
    def ranks_by(self) -> tuple[str, ...]:
        """The columns of the ranking. In a double elimination it is the round of leaving."""
        if not self.ends_by_final:
            return self.ranking
        return ("stayed", *self.ranking) if self.stages[1:] else ("stayed",)

    @property
    def by_results(self) -> bool:
        """Whether the next round needs a winner at each table of this one."""
        return self.eliminates or self.moves is not None and self.moves.by_results

    @property
    def follows_results(self) -> bool:
        """Whether other results would seat the next round otherwise."""
        return self.by_results or self.movement == "swiss"

    @property
    def needs_all_results(self) -> bool:
        """Whether the seats of a round depend on the results of all rounds before it."""
        return self.movement == "swiss" or self.eliminates

    @property
    def by_groups(self) -> bool:
        """Whether the two groups move in different ways. Then equally many of each play."""
        return self.moves is not None and bool(self.moves.groups(self.table_size))

    def collision(self, most: int) -> str:
        """Return what goes wrong if the movement is data and seats too many or too few at a table,
        with up to this number of tables, or ""."""
        movement = self.movement
        if not isinstance(movement, Movement):
            return ""
        new = 2 * movement.reach + 4
        tables = [no for no in range(1, most + 1) if no <= max(CHECKED, new) or no == most]
        return collision(
            movement,
            tables=tables,
            partners=self.parting,
            groups=self.groups,
            size=self.table_size,
        )

    @property
    def forfeit(self) -> tuple[int, int]:
        """The points of a forfeit, won and lost."""
        if self.forfeit_points:
            won, lost = self.forfeit_points
            return won, lost
        won, lost = FORFEIT
        return (self.bell_at if self.ends == "bell" else self.hands or won), lost

    @property
    def bye_points(self) -> int | None:
        """The points of a bye, which is a forfeit won, or None where sitting out is no bye."""
        return self.forfeit[0] if self.movement == "swiss" else None

    @property
    def sits_out_says(self) -> str:
        """What is said of a player without a seat, such as "sits out"."""
        if self.eliminates:
            return "has no match"
        return "sits out" if self.bye_points is None else "has a bye"

    @property
    def sitting_out_says(self) -> str:
        """The heading over players without a seat."""
        if self.eliminates:
            return "No match"
        return "Sitting out" if self.bye_points is None else "Bye"

    @property
    def stars(self) -> bool:
        """Whether stars have a meaning: there is a head table and a booby table."""
        return self.movement == "progress" or (
            isinstance(self.movement, Movement) and self.movement.ends == "stop"
        )

    @property
    def gives_stars(self) -> bool:
        """Whether stars have a meaning in any round."""
        return any(one.stars for one in self.each_movement)

    @property
    def has_head(self) -> bool:
        """Whether table 1 can ring the bell and bar lone hands. Our ruling: also where a plan by
        name leads to it, as in the formats of today."""
        return self.stars or self.movement in ("rotation", "seats")

    @property
    def counts_stars(self) -> bool:
        """Whether standings count stars. Our ruling: also in a draw and a Swiss, as in the formats
        of today."""
        return self.has_head or self.movement in ("draw", "swiss")

    def bars_lone_hands(self, table: int, people: int) -> bool:
        """Return whether lone hands are barred at a table of this number of people, as at a head
        table of partners."""
        barred = table == 1 and people >= FOUR and not self.lone_at_head
        return barred and self.has_head


def _prizes(*named: str) -> tuple[Prize, ...]:
    return tuple(Prize(prize=name) for name in named)


MODERN = _prizes("first", "second", "third", "most lone hands", "lowest")
CLUB = Format(
    style="club",
    name="Club",
    title="Eight hands a round. Winners move up, all change partners, points add up.",
    prizes=MODERN,
)
CLASSIC = Format(
    style="classic",
    name="Classic",
    title="The head table plays to five and rings the bell. Winners move up. Stars and a booby "
    "prize, as in Foster.",
    rules="keller",
    ends="bell",
    hands=0,
    partners="split-below",
    lone_at_head=False,
    tie="next-hand",
    ranking=("won", "lones", "points"),
    prizes=_prizes("most games", "most lone hands", "booby"),
)
ROTATION = replace(
    CLUB,
    style="rotation",
    name="Rotation",
    title="Planned ahead. A new partner each round, never twice while numbers allow. "
    "Each player’s tally card lists all their tables.",
    movement="rotation",
    tie="stays",
)
BY_SEATS = replace(
    CLUB,
    style="seats",
    name="By seats",
    title="Each seat moves its own way after eight hands. Easy to call out in a large hall.",
    movement="seats",
    tie="stays",
)
PAIRS = replace(
    CLUB,
    style="pairs",
    name="Pairs",
    title="Fixed pairs; the winning pair moves up.",
    pairs=True,
    partners="stay",
    ranking=("won", "points", "lones"),
)
FORMATS = {one.style: one for one in (CLASSIC, CLUB, ROTATION, BY_SEATS, PAIRS)}
SETTINGS = tuple(
    one.name for one in fields(Format) if one.name not in ("style", "name", "title", "pairs")
)
"""The settings that a director may change, in the order of the page."""


# -- The names of a tournament's tables, on screens and on paper.

HEAD = "head table"


def is_head(no: int, format: Format) -> bool:
    """Return whether a table is the head table. There is one if winners progress."""
    return no == 1 and format.stars


def table_name(no: int, format: Format) -> str:
    """Return "Table 4", "Table 1 · head table"."""
    return f"Table {no} · {HEAD}" if is_head(no, format) else f"Table {no}"
