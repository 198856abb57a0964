"""Search for a season's fixtures. Assign a timetable's numbers to teams and move matches until
nothing is wrong (docs/decisions/0045-fixtures-by-a-search-of-our-own.md).

Each number (`Slot`) keeps the nights it plays and those at home as bits of whole numbers. So faults
can be counted with `&` and `bit_count`, and a move is tried with `^`. The cost of all faults and
wishes is one whole number, in which the four kinds have separate ranges of bits.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import lru_cache, partial
from itertools import chain, pairwise
from random import Random

from scoring.league.pure.timetable import days_needed, least_breaks, season
from scoring.league.pure.values import League

CLOSE = 3
"""Nights within which a return match should not follow the first."""
WRONG, BREAK, WISH = 1 << 72, 1 << 48, 1 << 24
NEAR, BYE, DERBY = 3 * WISH, WISH, WISH
"""Costs of a fault, a break, a near return, a night on which a division plays only in part, and a
derby on another night. `_counts` splits a sum of them."""
SOON, WEEK = 3, 7
"""Days within which a team should not play twice where nights are so close; days after which it
should play again."""
CROWDED, RAGGED = 900, 6
"""Costs there, below all others, of a team that plays twice so soon, and of a night on which a
division plays only in part."""
BREAK_COSTS = 10
"""The cost of a break. A near return costs 3, and 100 of `CROWDED` cost 1."""
GIVING, MENDING, FREEING = 1_000, 1_700, 500
"""Moves for each team: those that keep the order of a timetable, those that change it too, and
those that remove the last faults at any price."""
MOST_GIVING, MOST_MENDING = 50_000, 85_000
"""The most of these moves, however many teams share venues."""
MOST_MOVES = 310_000
"""The most moves in all, some seven seconds. Further attempts are made only to remove faults."""
MOST_SPACING = 60_000
"""Further moves, with the rest of the others, where nights are close together. They take some two
seconds."""
ROUND, PATIENT = 3, 4
"""One attempt in this many is a fresh start. The second is the number of attempts for a wish, such
as no near return."""
LUCK = (
    416, 306, 255, 221, 196, 176, 159, 145, 133, 122, 111, 102, 94, 86, 79, 72,
    65, 59, 53, 48, 42, 37, 33, 28, 24, 19, 15, 11, 8, 5, 2, 0,
)  # fmt: skip
"""Hundredths of the temperature: thirty-two draws from the exponential distribution, as whole
numbers, so that every machine plans alike."""
TOGETHER = 6
"""The most swaps of teams at once, each to repair the effect of the last on a venue."""


@dataclass(frozen=True, kw_only=True)
class Cooling:
    """The schedule of one part of the search (simulated annealing). A step has the temperature,
    which is the cost in tenths that a move may add, and the cost of a fault. One in 2 ** `seldom`
    moves begins at a fault. Wishes have a cost only if it `heeds` them."""

    steps: tuple[tuple[int, int], ...]
    seldom: int
    heeds: bool = True


def _steps(warmths: Iterable[int], *, wrong: int) -> tuple[tuple[int, int], ...]:
    return tuple((warmth, wrong) for warmth in warmths)


GIVE = Cooling(steps=_steps((300, 250, 200, 160, 130, 110, 90, 70, 50, 30), wrong=30), seldom=1)
MEND = Cooling(steps=_steps((45, 42, 39, 36, 33, 30, 27, 24, 21, 18), wrong=200), seldom=3)
AGAIN = Cooling(steps=_steps((60, 55, 50, 45, 40, 36, 32, 28, 24, 20), wrong=200), seldom=3)
STUCK = Cooling(
    steps=(
        *((45, 60), (42, 80), (39, 100), (36, 120)),
        *_steps((33, 30, 27, 24, 21, 18), wrong=200),
    ),
    seldom=1,
)
SPREAD = Cooling(steps=_steps((16, 12, 9, 7, 5, 4, 3, 2, 1, 0), wrong=200), seldom=3)
FREE = (
    Cooling(steps=_steps((160, 140, 120, 100, 80), wrong=100), seldom=1),
    Cooling(steps=_steps((300, 260, 220, 180, 140, 100), wrong=60), seldom=1),
    Cooling(steps=_steps((100, 90, 80, 70, 60, 50, 40, 30, 20), wrong=30), seldom=2, heeds=False),
)
"""The parts in order: assign numbers, improve the season, and again, or where faults are left. Then
remove faults at the price of some breaks, of more, of any. At the end, if nights are close
together, even out the days between matches."""

Done = tuple[Iterable, Callable[[], object], Callable[[], object]]
"""A move that was tried: the things whose cost may have changed, and functions that undo and commit
it."""


@dataclass(frozen=True, kw_only=True)
class Season:
    """The result of the search: (division, night, home, away) of every match, and the faults that
    are left, each with its night and reason."""

    matches: tuple[tuple[int, date, str, str], ...]
    wrong: tuple[tuple[date, str], ...]


@dataclass(slots=True, eq=False)
class Venue:
    """The number of matches that a venue can hold at once, and its teams."""

    name: str
    holds: int
    teams: list[Team] = field(default_factory=list)
    weighs: int = 0

    def weight(self) -> int:
        if self.holds == 1 and len(self.teams) == 2:
            one, other = self.teams
            return WRONG * (one.slot.homes & other.slot.homes).bit_count()
        return WRONG * sum(nights.bit_count() for nights in self.overfull())

    def overfull(self) -> list[int]:
        """Return the nights on which it has more matches than it holds, as bits, for every team
        that is one too many."""
        return self._filled(self.teams)[1]

    def full_without(self, team: Team) -> int:
        """Return the nights, as bits, on which others fill it."""
        return self._filled(other for other in self.teams if other is not team)[0]

    def _filled(self, teams: Iterable[Team]) -> tuple[int, list[int]]:
        levels, over = [0] * self.holds, []
        for team in teams:
            more = team.slot.homes
            for at, level in enumerate(levels):
                levels[at], more = level | more, level & more
            if more:
                over.append(more)
        return levels[-1], over


@dataclass(slots=True, eq=False)
class Team:
    """A team, the nights on which it cannot play, and cannot be at home, as bits, and the number
    that it has."""

    name: str
    cannot_play: int
    cannot_host: int
    venue: Venue | None
    slot: Slot | None = None


@dataclass(slots=True, eq=False)
class Slot:
    """A number of a division's timetable, and its team. With `level` the search keeps home and away
    matches equal."""

    division: int
    team: Team
    level: bool
    on: list[Match | None]
    """Its match of each night."""
    plays: int = 0
    homes: int = 0
    weighs: int = 0
    spacing: Callable[[int], int] | None = None
    """What the days between its matches weigh, where nights are close together."""

    def weight(self) -> int:
        team, plays, homes = self.team, self.plays, self.homes
        wrong = (plays & team.cannot_play).bit_count() + (homes & team.cannot_host).bit_count()
        if self.level:
            wrong += max(0, abs(2 * homes.bit_count() - plays.bit_count()) - 1)
        # A break: the bit of a match is carried over the nights without one, and meets its like.
        free, aways = ~plays, plays ^ homes
        breaks = ((homes << 1) + free & homes).bit_count()
        breaks += ((aways << 1) + free & aways).bit_count()
        spacing = self.spacing(plays) if self.spacing else 0
        return WRONG * wrong + BREAK * breaks + spacing

    def wrong_nights(self) -> int:
        """Return the nights, as bits, on which something is wrong with it."""
        team = self.team
        wrong = self.plays & team.cannot_play | self.homes & team.cannot_host
        for nights in team.venue.overfull() if team.venue else ():
            wrong |= nights & self.homes
        return wrong


@dataclass(slots=True, eq=False)
class Match:
    """A match between two slots; `turned` is its match of another round whose homes are the other
    way round, where there is one."""

    division: int
    round: int
    home: Slot
    away: Slot
    night: int
    two: Two
    turned: Match | None = None


@dataclass(slots=True, eq=False)
class Two:
    """Two numbers, and their matches."""

    matches: list[Match] = field(default_factory=list)
    weighs: int = 0

    def weight(self) -> int:
        nights = sorted([match.night for match in self.matches])
        return NEAR * sum([after - before <= CLOSE for before, after in pairwise(nights)])


@dataclass(slots=True, eq=False)
class Calendar:
    """A division's nights: how many it needs, the round of the last match on each, and the cost of
    one more."""

    slots: list[Slot]
    needs: int
    rounds: list[int]
    bye: int = BYE
    weighs: int = 0
    room: dict[int, range] = field(default_factory=dict)

    def weight(self) -> int:
        return self.bye * (self.used().bit_count() - self.needs)

    def used(self) -> int:
        """Return the nights on which it plays, as bits."""
        used = 0
        for slot in self.slots:
            used |= slot.plays
        return used

    def on(self, night: int) -> list[Match]:
        """Return the matches of this night."""
        return [
            match
            for slot in self.slots
            if (match := slot.on[night]) is not None and match.home is slot
        ]

    def room_of(self, round_: int) -> range:
        """Return the nights between the rounds before and after this one."""
        if round_ not in self.room:
            used, rounds = self.used(), self.rounds
            played = [(no, rounds[no]) for no in range(len(rounds)) if used >> no & 1]
            first = max([no for no, one in played if one < round_], default=-1) + 1
            last = min([no for no, one in played if one > round_], default=len(rounds))
            self.room[round_] = range(first, last)
        return self.room[round_]


@dataclass(slots=True, eq=False)
class Wish:
    """A derby that is wished for a night, with its two teams, and the matches of any two
    numbers."""

    one: Team
    other: Team
    night: int
    twos: dict[frozenset[Slot], Two]
    weighs: int = 0

    def weight(self) -> int:
        two = self.twos[frozenset((self.one.slot, self.other.slot))]
        return DERBY * (self.night not in [match.night for match in two.matches])


def planned(league: League, seed: int = 0) -> Season:
    """Return the best season that was found; as a rule nothing is wrong with it where one is
    possible. Another seed finds another."""
    searches = [Search(league, numbers, seed) for numbers in _apart(league)]
    moves, attempt, left = MOST_MOVES, 0, searches
    while left:
        attempt += 1
        moves -= sum(search.attempt(attempt) for search in left)
        left = _worth_another(left, attempt)
        if moves <= sum(search.takes(attempt + 1) for search in left):
            left = [search for search in left if attempt < ROUND and not search.right()]
    _space_out(searches, MOST_SPACING + max(0, moves))
    found = [search.season() for search in searches]
    return Season(
        matches=tuple(chain.from_iterable(one.matches for one in found)),
        wrong=tuple(sorted({*chain.from_iterable(one.wrong for one in found)})),
    )


def _space_out(searches: Sequence[Search], moves: int) -> None:
    """Where nights are close together, go on for `moves` moves, so that no team plays twice within
    a few days or waits for weeks."""
    searches, attempt = [search for search in searches if search.space_out()], 1
    while searches and moves > 0:
        attempt += 1
        moves -= sum(search.attempt(attempt) for search in searches)


def _worth_another(searches: Iterable[Search], attempt: int) -> list[Search]:
    """Return those with a break too many, or worse; of the first attempts also whatever leaves
    something to wish for."""
    return [one for one in searches if not one.done() and (attempt < PATIENT or not one.fine)]


def _apart(league: League) -> list[list[int]]:
    """Return the divisions, by number, in groups that share no venue. Each group is planned
    separately."""
    groups: list[tuple[list[int], set[str]]] = []
    for no, division in enumerate(league.divisions):
        numbers, venues = [no], {league.teams[team].venue for team in division.teams} - {None}
        for group in [one for one in groups if one[1] & venues]:
            groups.remove(group)
            numbers, venues = [*group[0], *numbers], group[1] | venues
        groups.append((numbers, venues))
    return [sorted(numbers) for numbers, _ in groups]


class Search:
    """A season of some divisions during the search. A move changes it, and can be undone."""

    def __init__(self, league: League, numbers: Sequence[int], seed: int = 0) -> None:
        self.league, self.numbers = league, numbers
        self.seed, self.lots = seed, Random(seed)
        self.nights = len(league.dates)
        self.spaced = False
        self.venues: dict[str, Venue] = {}
        self.slots: list[Slot] = []
        self.of: dict[int, list[Slot]] = {}
        self.calendars: dict[int, Calendar] = {}
        self.matches: list[Match] = []
        self.twos: dict[frozenset[Slot], Two] = defaultdict(Two)
        for no in numbers:
            self._fill(no)
        self.wishes = list(self._wishes())
        self.things = [*self.slots, *self.venues.values(), *self.twos.values()]
        self.things += [*self.calendars.values(), *self.wishes]
        self.amiss: list[Slot] | None = None
        self.giving = min(GIVING * len(self.slots), MOST_GIVING)
        self.mending = min(MENDING * len(self.slots), MOST_MENDING)
        self.weighs = 0
        self._weigh(self.things)
        rounds = league.settings.rounds
        sizes = [len(slots) for slots in self.of.values()]
        self.least = sum(least_breaks(size, rounds) for size in sizes if size > 1)
        apart = max(days_needed(size, rounds) for size in sizes) + (rounds - 1) * CLOSE
        near = sum(two.weighs for two in self.twos.values()) // WISH
        self.enough = 0, 0, 0 if self.nights >= apart else near
        self._keep()
        self.first = self.best_so_far, self.best

    def _fill(self, no: int) -> None:
        """Make a division's slots, and its matches by the timetable, night after night. Free nights
        go after a round, so that no return is near, and at the end."""
        settings, names = self.league.settings, self.league.divisions[no].teams
        # Where nothing stands in the way no move is made: what differs are the numbers.
        lots = len(names) if self.seed else 0
        names = [*self.lots.sample(names, lots), *names[lots:]]
        # In an even number of rounds every match has one that is turned round: all are level.
        level = settings.home_and_away and settings.rounds % 2 == 1
        slots = [Slot(no, self._team(name), level, [None] * self.nights) for name in names]
        for slot in slots:
            slot.team.slot = slot
        self.of[no] = slots
        self.slots += slots
        needs = days_needed(len(slots), settings.rounds)
        self.calendars[no] = Calendar(slots, needs, [0] * self.nights)
        before: dict[tuple[int, int], Match] = {}
        rounds = season(len(slots), settings.rounds)
        spare, night = self.nights - needs, 0
        for at, days in enumerate(rounds):
            for day in days:
                for home, away in day:
                    two = self.twos[frozenset((slots[home], slots[away]))]
                    match = Match(no, at, slots[home], slots[away], night, two)
                    two.matches.append(match)
                    if at % 2 and settings.home_and_away:
                        match.turned = before[away, home]
                        match.turned.turned = match
                    before[home, away] = match
                    self.matches.append(match)
                    self._put(match)
                night += 1
            night += min(CLOSE, spare // max(1, len(rounds) - 1))

    def _put(self, match: Match) -> None:
        bit = 1 << match.night
        for slot in (match.home, match.away):
            slot.on[match.night] = match
            slot.plays |= bit
        match.home.homes |= bit
        self.calendars[match.division].rounds[match.night] = match.round

    def _team(self, name: str) -> Team:
        said, bits = self.league.teams[name], [(1 << no, day) for no, day in self._days()]
        never = sum(bit for bit, day in bits if day in said.not_on)
        elsewhere = sum(bit for bit, day in bits if not said.hosts_on(day))
        venue = None
        if said.venue is not None:
            holds = self.league.venues.get(said.venue, 1)
            venue = self.venues.setdefault(said.venue, Venue(said.venue, holds))
        team = Team(name, never, elsewhere & ~never, venue)
        if venue:
            venue.teams.append(team)
        return team

    def _days(self) -> Iterator[tuple[int, date]]:
        return enumerate(self.league.dates)

    def _wishes(self) -> Iterator[Wish]:
        nights = {day: no for no, day in self._days()}
        teams = {slot.team.name: slot.team for slot in self.slots}
        for derby in self.league.derbies:
            if derby.date in nights and {*derby.teams} <= teams.keys():
                one, other = (teams[name] for name in derby.teams)
                if one.slot.division == other.slot.division:
                    yield Wish(one, other, nights[derby.date], self.twos)

    # -- What moves do.

    def _swap(self, one: Slot, other: Slot) -> list:
        """Give two numbers of a division each other's team."""
        one.team, other.team = other.team, one.team
        one.team.slot, other.team.slot = one, other
        venues = [slot.team.venue for slot in (one, other) if slot.team.venue]
        return [one, other, *venues, *self.wishes]

    def _turn(self, match: Match) -> list:
        """Turn the homes of a match round, and those of the match that is its return."""
        found: list = []
        for one in [match, match.turned] if match.turned else [match]:
            bit = 1 << one.night
            one.home.homes ^= bit
            one.away.homes ^= bit
            one.home, one.away = one.away, one.home
        for slot in (match.home, match.away):
            found.append(slot)
            if slot.team.venue:
                found.append(slot.team.venue)
        return found

    def _place(self, nights: dict[Match, int]) -> list:
        """Play these matches on these nights; `nights` is then where they were."""
        found: list = [*self.wishes]
        for match, night in nights.items():
            bits = 1 << match.night ^ 1 << night
            nights[match], match.night = match.night, night
            home, away = match.home, match.away
            home.plays ^= bits
            home.homes ^= bits
            away.plays ^= bits
            found += (home, away, match.two)
            if home.team.venue:
                found.append(home.team.venue)
            if away.team.venue:
                found.append(away.team.venue)
        found += {self.calendars[match.division]: None for match in nights}
        return found

    def _settle(self, nights: dict[Match, int]) -> None:
        """Note that these matches are no longer where they were."""
        for match, night in nights.items():
            match.home.on[night] = match.away.on[night] = None
        for match in nights:
            night, calendar = match.night, self.calendars[match.division]
            match.home.on[night] = match.away.on[night] = match
            calendar.rounds[night] = match.round
            calendar.room.clear()

    def _placed(self, nights: dict[Match, int] | None) -> Done | None:
        if not nights:
            return None
        return self._place(nights), partial(self._place, nights), partial(self._settle, nights)

    def _pushed(self, matches: Iterable[Match], step: int) -> dict[Match, int] | None:
        """Return new nights, with these matches a night later (-1: earlier), and matches in their
        way too, until there is room. Every team keeps its order of matches, so breaks stay the
        same. It is None if the season has no room."""
        found: dict[Match, int] = {}
        used = {no: calendar.used() for no, calendar in self.calendars.items()}
        left = [*matches]
        while left:
            match = left.pop()
            if match in found:
                continue
            found[match] = night = match.night + step
            if not 0 <= night < self.nights:
                return None
            calendar = self.calendars[match.division]
            if used[match.division] >> night & 1 and calendar.rounds[night] != match.round:
                left += calendar.on(night)
            else:
                for slot in (match.home, match.away):
                    if slot.on[night] is not None:
                        left.append(slot.on[night])
        return found

    def _linked(self, slot: Slot, one: int, other: int) -> dict[Match, int]:
        """Return new nights for the matches of two nights that have to change together, from this
        slot's on."""
        found: dict[Match, int] = {}
        for night, to in ((one, other), (other, one)):
            at = slot
            while (match := at.on[night]) is not None and match not in found:
                found[match] = to
                at = match.away if match.home is at else match.home
                night, to = to, night
        return found

    # -- Moves, each from a slot on.

    def give(self, slot: Slot) -> Done | None:
        """Two teams change numbers, and others with them who share a venue with either."""
        slots = self.of[slot.division]
        other = self.lots.choice(self._fitting(slot) if self.lots.randrange(2) else slots)
        if other is slot:
            return None
        most = TOGETHER if slot.team.venue and self.lots.randrange(2) else 1
        swaps, touched, left = [], [], [(slot, other)]
        while left and len(swaps) < most:
            one, other = left.pop(0)
            if one is not other:
                touched += self._swap(one, other)
                swaps.append((one, other))
                left += [*self._housemates(one), *self._housemates(other)]

        def back() -> None:
            for one, other in reversed(swaps):
                self._swap(one, other)

        return touched, back, _nothing

    def _fitting(self, slot: Slot) -> list[Slot]:
        """Return the numbers that suit this slot's team best, whether they are taken or not."""
        team, slots = slot.team, self.of[slot.division]
        full = team.cannot_host | (team.venue.full_without(team) if team.venue else 0)
        never = team.cannot_play
        wrong = [(one.plays & never).bit_count() + (one.homes & full).bit_count() for one in slots]
        least = min(wrong)
        return [one for one, amiss in zip(slots, wrong, strict=True) if amiss == least]

    def _housemates(self, slot: Slot) -> Iterator[tuple[Slot, Slot]]:
        """Yield the swaps that suit those best whose venue this slot's team overfills."""
        team = slot.team
        if team.venue and team.venue.weight():
            for mate in team.venue.teams:
                if mate is not team:
                    yield (
                        mate.slot,
                        min(
                            self.of[mate.slot.division],
                            key=lambda one, never=mate.cannot_play: (
                                4 * (one.homes & slot.homes).bit_count()
                                + (one.plays & never).bit_count()
                            ),
                        ),
                    )

    def push(self, slot: Slot) -> Done | None:
        """A match, or a whole night of a division, or of all, goes on by a night, or back."""
        night = self._some_night(slot)
        match = slot.on[night]
        if match is None:
            return None
        step = 1 if self.lots.randrange(2) else -1
        matches: Iterable[Match] = [match]
        if not self.lots.randrange(4):
            every = self.calendars.values() if self.lots.randrange(3) else ()
            calendars = every or (self.calendars[slot.division],)
            matches = chain.from_iterable(one.on(night) for one in calendars)
        return self._placed(self._pushed(matches, step))

    def mend(self, slot: Slot) -> Done | None:
        """Two nights of a round change some matches."""
        one = self._some_night(slot)
        calendar = self.calendars[slot.division]
        match = slot.on[one]
        if match is not None:
            room = calendar.room_of(match.round)
        elif calendar.used() >> one & 1:
            room = calendar.room_of(calendar.rounds[one])
        else:
            return None
        other = self.lots.choice(room)
        return self._placed(self._linked(slot, one, other)) if one != other else None

    def turn(self, slot: Slot) -> Done | None:
        """The homes of a match are turned round."""
        match = slot.on[self._some_night(slot)]
        return (self._turn(match), partial(self._turn, match), _nothing) if match else None

    def part(self, slot: Slot) -> Done | None:
        """Move the boundary of two rounds by a night. Matches on the first night of the next round,
        or on the last of this one, move within their round, and another match takes their place."""
        match = slot.on[self._some_night(slot)]
        if match is None:
            return None
        room = self.calendars[slot.division].room_of(match.round)
        step = 1 if self.lots.getrandbits(1) else -1
        border = room.stop if step == 1 else room.start - 1
        if not 0 <= border < self.nights:
            return None
        others = self.calendars[slot.division].on(border)
        moved = self._pushed if self.lots.getrandbits(1) else self._freed
        where = moved(others, step)
        return self._placed({match: border} | where) if where else None

    def _freed(self, matches: Iterable[Match], step: int) -> dict[Match, int] | None:
        """Return later nights of their round (-1: earlier) for these matches, on which both teams
        can play."""
        found: dict[Match, int] = {}
        for match in matches:
            home, away = match.home, match.away
            never = home.plays | away.plays | home.team.cannot_play | away.team.cannot_play
            room = self.calendars[match.division].room_of(match.round)
            later = range(match.night + 1, room.stop)
            free = [
                no
                for no in (later if step == 1 else range(room.start, match.night))
                if not never >> no & 1
            ]
            if not free:
                return None
            found[match] = self.lots.choice(free)
        return found

    def _some_slot(self) -> Slot:
        if self.amiss is None:
            self.amiss = [slot for slot in self.slots if slot.weighs >= WRONG]
            for venue in self.venues.values():
                if venue.weighs:
                    self.amiss += [team.slot for team in venue.teams]
        wrong = self.amiss and not self.lots.getrandbits(self.seldom)
        return self.lots.choice(self.amiss if wrong else self.slots)

    def _some_night(self, slot: Slot) -> int:
        if self.amiss and self.lots.getrandbits(2):
            wrong = slot.wrong_nights()
            if wrong:
                return self.lots.choice([no for no in range(self.nights) if wrong >> no & 1])
        return self.lots.randrange(self.nights)

    # -- The search: what is better is kept, what is worse by luck, the less the colder it is.

    def space_out(self) -> bool:
        """Let the days between matches count from now on; return whether nights are close."""
        gaps = [(after - before).days for before, after in pairwise(self.league.dates)]
        if min(gaps, default=WEEK) > SOON or not self.right():
            return False
        self.spaced, spacing = True, _spacing(self.league.dates)
        for slot in self.slots:
            slot.spacing = spacing
        for calendar in self.calendars.values():
            calendar.bye = RAGGED
        self.mending = min(self.mending, 2 * MOST_SPACING // 3)
        found = self.best
        self.back_to(self.first[1])
        self._keep()
        self.first = self.best_so_far, self.best
        self.back_to(found)
        self._keep()
        return True

    def takes(self, no: int) -> int:
        """Return how many moves this attempt takes where nothing is wrong."""
        return self.mending + self.giving * (no % ROUND == 1)

    def attempt(self, no: int) -> int:
        """Search from the timetable, or from the best season so far. Return the number of moves. Of
        every three attempts the first starts afresh, and the third removes faults first."""
        moves, found, cooling = 0, (self.best_so_far, self.best), AGAIN
        if no % ROUND == 1:
            self.best_so_far, self.best = self.first
            moves += self._improve(self.giving, (self.give, self.push), GIVE)
            cooling = MEND
        elif no % ROUND == 0:
            moves += self._rid()
        if cooling is AGAIN and not self.right():
            cooling = STUCK
        kinds = (*(self.mend,) * 3, self.turn, self.give, self.push, self.part)
        moves += self._improve(self.mending, kinds, cooling)
        if self.spaced:
            moves += self._improve(self.mending // 2, kinds, SPREAD)
        if found[0] < self.best_so_far:
            self.best_so_far, self.best = found
        return moves

    def _rid(self) -> int:
        """Remove faults at the price of some breaks, or of any. Return the number of moves."""
        moves, kinds = 0, (*(self.mend,) * 2, *(self.turn,) * 2, self.push, self.part)
        for cooling in FREE:
            if not self.right():
                most = FREEING * len(self.slots)
                moves += self._improve(most, kinds, cooling, until=self.right)
        return moves

    def _improve(
        self,
        moves: int,
        kinds: Sequence[Callable],
        cooling: Cooling,
        until: Callable[[], bool] | None = None,
    ) -> int:
        """Move on from the best season until no wish is left, or for `moves` moves. Return the
        number of moves."""
        self.back_to(self.best)
        lots, enough, tried = self.lots, until or self.done, 0
        self.seldom, self.heeds = cooling.seldom, cooling.heeds
        for warmth, self.must in cooling.steps:
            cost = self._cost()
            for _ in range(moves // len(cooling.steps)):
                if enough():
                    return tried
                tried += 1
                done = lots.choice(kinds)(self._some_slot())
                if done is None:
                    continue
                touched, back, settle = done
                was = self.weighs
                before = self._weigh(touched)
                now = self._cost()
                if 10 * (now - cost) <= LUCK[lots.getrandbits(5)] * warmth:
                    settle()
                    self.amiss = None
                    best = self.best_so_far
                    if now < cost and self.weighs // WRONG <= best[0] and self._rank() < best:
                        self._keep()
                    cost = now
                else:
                    back()
                    for thing, weight in before.items():
                        thing.weighs = weight
                    self.weighs = was
        return tried

    def _cost(self) -> int:
        wrong, breaks, wishes, spacing = _counts(self.weighs)
        hundreds = self.must * wrong + self.heeds * (BREAK_COSTS * breaks + wishes)
        return 100 * hundreds + self.heeds * spacing

    def _weigh(self, things: Iterable) -> dict[object, int]:
        """Compute the costs of these things. Return their costs before."""
        before: dict[object, int] = {}
        change = 0
        for thing in things:
            if thing not in before:
                before[thing] = old = thing.weighs
                thing.weighs = new = thing.weight()
                change += new - old
        self.weighs += change
        return before

    def done(self) -> bool:
        """Whether the best season leaves nothing to wish for."""
        return not self.spaced and self.best_so_far[:3] <= self.enough

    def right(self) -> bool:
        """Whether nothing is wrong with the best season."""
        return self.best_so_far[0] == 0

    @property
    def fine(self) -> bool:
        """Whether nothing is wrong with the best season, and no break is one too many."""
        return self.best_so_far[:2] == (0, 0)

    def _rank(self) -> tuple[int, int, int, int]:
        """Return the faults, the breaks over the least, the other wishes, and all breaks; smaller
        is better. After spacing out it is faults, breaks, wishes and spacing."""
        wrong, breaks, wishes, spacing = _counts(self.weighs)
        if self.spaced:
            return wrong, breaks, wishes, spacing
        return wrong, max(0, breaks - self.least), wishes, breaks

    # -- What was found.

    def _keep(self) -> None:
        """Remember this season as the best so far."""
        self.best_so_far = self._rank()
        self.best = (
            [slot.team for slot in self.slots],
            [(match.home, match.away, match.night) for match in self.matches],
        )

    def back_to(self, kept: tuple[list, list]) -> None:
        """Make a season that was kept the present one."""
        teams, matches = kept
        for slot, team in zip(self.slots, teams, strict=True):
            slot.team, team.slot = team, slot
            slot.plays = slot.homes = 0
            slot.on = [None] * self.nights
        for calendar in self.calendars.values():
            calendar.room.clear()
        for match, (home, away, night) in zip(self.matches, matches, strict=True):
            match.home, match.away, match.night = home, away, night
            self._put(match)
        self.amiss = None
        self._weigh(self.things)

    def season(self) -> Season:
        """Return the best season."""
        self.back_to(self.best)
        dates = self.league.dates
        return Season(
            matches=tuple(
                (match.division, dates[match.night], match.home.team.name, match.away.team.name)
                for match in self.matches
            ),
            wrong=tuple((dates[night], what) for night, what in self._wrong()),
        )

    def _wrong(self) -> Iterator[tuple[int, str]]:
        """Yield a night and a sentence for everything that must not be."""
        for slot in self.slots:
            team = slot.team
            for night in range(self.nights):
                if (slot.plays & team.cannot_play) >> night & 1:
                    yield night, f"{team.name} cannot play"
                if (slot.homes & team.cannot_host) >> night & 1:
                    yield night, f"{team.name} would be at home"
            if slot.weighs >= WRONG and not slot.wrong_nights():
                yield 0, f"{team.name} would not be at home as often as away"
        for venue in self.venues.values():
            for nights in venue.overfull()[:1]:
                for night in range(self.nights):
                    if nights >> night & 1:
                        here = [one.name for one in venue.teams if one.slot.homes >> night & 1]
                        yield night, f"{venue.name} would have matches of {' and '.join(here)}"


def _counts(weight: int) -> tuple[int, int, int, int]:
    """Return how much is wrong, how many breaks there are, what the other wishes weigh, and the
    days between matches."""
    wrong, rest = divmod(weight, WRONG)
    breaks, rest = divmod(rest, BREAK)
    return wrong, breaks, *divmod(rest, WISH)


def _spacing(nights: Sequence[date]) -> Callable[[int], int]:
    """Return the cost function of a team's nights, given as bits. It counts matches within a few
    days of each other, and the distance of gaps from a week. The season's ends count as matches."""
    days = [(night - nights[0]).days + WEEK for night in nights]
    weights = [
        CROWDED if gap <= SOON else (gap - WEEK) ** 2 * 3 // WEEK
        for gap in range(days[-1] + WEEK + 1)
    ]

    @lru_cache(maxsize=1 << 15)
    def weight(plays: int) -> int:
        found = before = 0
        while plays:
            first = plays & -plays
            plays ^= first
            day = days[first.bit_length() - 1]
            found, before = found + weights[day - before], day
        return found + weights[days[-1] + WEEK - before]

    return weight


def _nothing() -> None:
    """A move of teams has nothing to settle."""
