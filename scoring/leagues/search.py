"""The search for a season: a timetable's numbers given to teams, its nights and matches moved,
until nothing is wrong.

Each number (`Slot`) keeps the nights it plays and those at home as bits of whole numbers, so that
what is wrong can be counted with `&` and `bit_count`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import partial
from itertools import chain, pairwise
from random import Random

from scoring.leagues.timetable import least_breaks, season
from scoring.leagues.values import Derby, League

CLOSE = 3
"""Nights within which a return match should not follow the first."""
WRONG, BREAK, DERBY, NEAR = 25, 10, 2, 1
"""What each thing weighs: what must not be, a break, a derby on another night, a return that is
near."""
GIVING, MENDING, SMOOTHING = 30_000, 40_000, 20_000
"""Moves that give numbers to teams, that mend single matches, and that take breaks out again:
seconds for fifty teams."""
ATTEMPTS = 2
"""How often what is wrong is mended and smoothed."""
BOLD, CAREFUL = 1000, 50
"""How many moves ago a season may be no better than."""


@dataclass(frozen=True, kw_only=True)
class Season:
    """What the search found: (division, night, home, away) of every match, and what is wrong with
    it still: a night and what stands in the way."""

    matches: tuple[tuple[int, date, str, str], ...]
    wrong: tuple[tuple[date, str], ...]


@dataclass(slots=True, eq=False)
class Match:
    """A match of the search between two slots; `turned` is its match of another round whose homes
    are the other way round, where there is one."""

    division: int
    round: int
    home: int
    away: int
    night: int
    turned: Match | None = None


@dataclass(slots=True, eq=False)
class Slot:
    """A number of a division's timetable, and the team that has it."""

    division: int
    team: str
    plays: int = 0
    homes: int = 0
    on: dict[int, Match] = field(default_factory=dict)
    """Its match of each night."""
    breaks: int | None = None
    """None where they have to be counted anew."""


def planned(league: League, seed: int = 0) -> Season:
    """Return the best season that was found; as a rule nothing is wrong with it where one is
    possible. Another seed finds another."""
    search = Search(league, seed)
    search.improve((search.give,), GIVING, memory=CAREFUL)
    for _ in range(ATTEMPTS):
        if search.best_so_far[0]:
            search.improve((search.give, search.mend), MENDING, memory=BOLD)
            search.improve((search.give, search.mend), SMOOTHING, memory=CAREFUL)
    return search.season()


class Search:
    """A season that is being mended. A move changes it and is its own way back; `costs` has what
    every slot, venue and two opponents weigh."""

    def __init__(self, league: League, seed: int = 0) -> None:
        self.league = league
        self.lots = Random(seed)
        self.nights = len(league.dates)
        self.slots: list[list[Slot]] = []
        self.matches: list[Match] = []
        for no, division in enumerate(league.divisions):
            # Where nothing stands in the way no move is made: what differs are the numbers.
            lots = len(division.teams) if seed else 0
            teams = [*self.lots.sample(division.teams, lots), *division.teams[lots:]]
            self.slots.append([Slot(division=no, team=team) for team in teams])
            self._fill(no)
        self.slot_of = {slot.team: slot for slots in self.slots for slot in slots}
        self.of_division: dict[int, list[Match]] = defaultdict(list)
        for match in self.matches:
            self.of_division[match.division].append(match)
        self.meetings: dict[frozenset, list[Match]] = defaultdict(list)
        for match in self.matches:
            self.meetings[self._two(match)].append(match)
        self._know_teams()
        self.weights: dict[object, tuple[int, int]] = {}
        self.wrong = self.wished = 0
        everything = [*chain.from_iterable(self.slots), *self.at_venue, *self.meetings]
        self._weigh([*everything, *league.derbies])
        self._keep()

    def _fill(self, no: int) -> None:
        """Make the matches of a division by the timetable, a night after the other; free nights
        are after a round, so that no return is near, and at the end."""
        slots, before = self.slots[no], {}
        settings = self.league.settings
        rounds = season(len(slots), settings.rounds)
        spare = self.nights - sum(map(len, rounds))
        night = 0
        for at, days in enumerate(rounds):
            for day in days:
                for home, away in day:
                    match = Match(division=no, round=at, home=home, away=away, night=night)
                    if at % 2 and settings.home_and_away:
                        match.turned = before[away, home]
                        match.turned.turned = match
                    before[home, away] = match
                    self.matches.append(match)
                    self._put(match)
                night += 1
            night += min(CLOSE, spare // max(1, len(rounds) - 1))

    def _know_teams(self) -> None:
        """Keep as bits the nights on which a team cannot play, and cannot be at home."""
        self.cannot_play: dict[str, int] = {}
        self.cannot_host: dict[str, int] = {}
        self.at_venue: dict[str, list[str]] = defaultdict(list)
        for team in self.league.teams.values():
            bits = [(1 << at, day) for at, day in enumerate(self.league.dates)]
            away = sum(bit for bit, day in bits if day in team.not_on)
            elsewhere = sum(bit for bit, day in bits if team.home_day not in (None, day.weekday()))
            self.cannot_play[team.name] = away
            self.cannot_host[team.name] = elsewhere & ~away
            if team.venue is not None:
                self.at_venue[team.venue].append(team.name)

    def _two(self, match: Match) -> frozenset:
        return frozenset({(match.division, match.home), (match.division, match.away)})

    # -- Moves.

    def _put(self, match: Match) -> None:
        slots, bit = self.slots[match.division], 1 << match.night
        for no in (match.home, match.away):
            slots[no].on[match.night] = match
            slots[no].plays |= bit
            slots[no].breaks = None
        slots[match.home].homes |= bit
        slots[match.away].homes &= ~bit

    def _lift(self, match: Match) -> None:
        slots, bit = self.slots[match.division], 1 << match.night
        for no in (match.home, match.away):
            del slots[no].on[match.night]
            slots[no].plays &= ~bit
            slots[no].homes &= ~bit

    def swap_teams(self, one: Slot, other: Slot) -> list:
        """Give two numbers of a division each other's team."""
        one.team, other.team = other.team, one.team
        self.slot_of[one.team], self.slot_of[other.team] = one, other
        return [one, other, *self._venues_of((one, other)), *self.league.derbies]

    def exchange(self, matches: Sequence[Match], one: int, other: int) -> list:
        """Play matches of these two nights on the other of both."""
        for match in matches:
            self._lift(match)
        for match in matches:
            match.night = other if match.night == one else one
        for match in matches:
            self._put(match)
        slots = self._slots_of(matches)
        meetings = [self._two(match) for match in matches]
        return [*slots, *self._venues_of(slots), *meetings, *self.league.derbies]

    def turn(self, match: Match) -> list:
        """Turn the homes of a match round, and those of the match that is its return."""
        both = [match, match.turned] if match.turned else [match]
        for one in both:
            one.home, one.away = one.away, one.home
            self._put(one)
        slots = self._slots_of([match])
        return [*slots, *self._venues_of(slots)]

    def _slots_of(self, matches: Iterable[Match]) -> list[Slot]:
        found = {
            (match.division, no): self.slots[match.division][no]
            for match in matches
            for no in (match.home, match.away)
        }
        return list(found.values())

    def _venues_of(self, slots: Iterable[Slot]) -> set[str]:
        venues = {self.league.teams[slot.team].venue for slot in slots}
        return {venue for venue in venues if venue is not None}

    def linked(self, slot: Slot, one: int, other: int) -> list[Match]:
        """Return the matches of two nights that have to change together, from this slot's on."""
        slots, found, left = self.slots[slot.division], {}, [slot]
        while left:
            at = left.pop()
            for night in (one, other):
                match = at.on.get(night)
                if match is not None and id(match) not in found:
                    found[id(match)] = match
                    left += [slots[match.home], slots[match.away]]
        return list(found.values())

    # -- What it weighs.

    def _weigh(self, things: Iterable) -> dict[object, tuple[int, int]]:
        """Weigh these anew; return what they weighed before."""
        before: dict[object, tuple[int, int]] = {}
        for thing in things:
            if thing not in before:
                before[thing] = old = self.weights.get(thing, (0, 0))
                self.weights[thing] = new = self._weight(thing)
                self.wrong += new[0] - old[0]
                self.wished += new[1] - old[1]
        return before

    @property
    def cost(self) -> int:
        return WRONG * self.wrong + self.wished

    def _weight(self, thing: object) -> tuple[int, int]:
        """Return how much is wrong with a slot, a venue, two opponents or a derby, and what
        remains to be wished."""
        if isinstance(thing, Slot):
            if thing.breaks is None:
                thing.breaks = _breaks(thing.plays, thing.homes)
            return self._wrong_with(thing), BREAK * thing.breaks
        if isinstance(thing, str):
            return sum(nights.bit_count() for nights in self._overfull(thing)), 0
        if isinstance(thing, frozenset):
            nights = sorted(match.night for match in self.meetings[thing])
            near = sum(after - before <= CLOSE for before, after in pairwise(nights))
            return 0, NEAR * near
        return 0, DERBY * (not self._is_met(thing))

    def _wrong_with(self, slot: Slot) -> int:
        plays, homes = slot.plays, slot.homes
        wrong = (plays & self.cannot_play[slot.team]).bit_count()
        wrong += (homes & self.cannot_host[slot.team]).bit_count()
        if self.league.settings.home_and_away:
            wrong += max(0, abs(2 * homes.bit_count() - plays.bit_count()) - 1)
        return wrong

    def _overfull(self, venue: str) -> list[int]:
        """Return the nights on which a venue has more matches than it holds, as bits, for every
        team that is one too many."""
        return self._filled(venue, self.at_venue[venue])[1]

    def _filled(self, venue: str, teams: Iterable[str]) -> tuple[int, list[int]]:
        """Return the nights, as bits, on which these teams fill a venue, and those on which each
        of them is one too many."""
        levels, over = [0] * self.league.venues.get(venue, 1), []
        for team in teams:
            more = self.slot_of[team].homes
            for at, level in enumerate(levels):
                levels[at], more = level | more, level & more
            if more:
                over.append(more)
        return levels[-1], over

    def _is_met(self, derby: Derby) -> bool:
        one, other = (self.slot_of[team] for team in derby.teams)
        if derby.date not in self.league.dates or one.division != other.division:
            return False
        match = one.on.get(self.league.dates.index(derby.date))
        return match is not None and other in self._slots_of([match])

    # -- The search: what is no worse than now, or than some moves ago, is kept.

    def improve(self, kinds: Sequence[Callable], moves: int, *, memory: int) -> None:
        """Move from the best season on until nothing is left to wish for, or so many moves were
        tried."""
        self.back()
        earlier = [self.cost] * memory
        for turn in range(moves):
            if self.best_so_far <= self.enough:
                break
            move = self.lots.choice(kinds)(self._some_slot())
            if move is None:
                continue
            cost, was = self.cost, (self.wrong, self.wished)
            before = self._weigh(move())
            if self.cost <= max(cost, earlier[turn % memory]):
                if (self.wrong, self.cost) < self.best_so_far:
                    self._keep()
            else:
                move()
                self.weights |= before
                self.wrong, self.wished = was
            earlier[turn % memory] = self.cost

    def give(self, slot: Slot) -> Callable[[], list] | None:
        """Return a move that keeps the timetable: two teams change numbers, or a division has
        another night free."""
        slots = self.slots[slot.division]
        if self.lots.randrange(4):
            other = self.lots.choice(self._fitting(slot) if self.lots.randrange(2) else slots)
            return partial(self.swap_teams, slot, other) if other is not slot else None
        used = 0
        for one in slots:
            used |= one.plays
        free = [night for night in range(self.nights) if not used >> night & 1]
        night = self._some_night(slot)
        if not free or not used >> night & 1:
            return None
        return Shift(self, slot.division, self.lots.choice(free), night)

    def _fitting(self, slot: Slot) -> list[Slot]:
        """Return the numbers that suit this one's team best, whoever has them."""
        team = slot.team
        full = self.cannot_host[team] | self._full(team)
        wrong = [
            (one.plays & self.cannot_play[team]).bit_count() + (one.homes & full).bit_count()
            for one in self.slots[slot.division]
        ]
        least = min(wrong)
        fits = zip(self.slots[slot.division], wrong, strict=True)
        return [one for one, amiss in fits if amiss == least]

    def _full(self, team: str) -> int:
        """Return the nights, as bits, on which others fill this team's venue."""
        venue = self.league.teams[team].venue
        if venue is None:
            return 0
        others = [other for other in self.at_venue[venue] if other != team]
        return self._filled(venue, others)[0]

    def mend(self, slot: Slot) -> Callable[[], list] | None:
        """Return a move that changes the timetable: two nights of a round change some matches, or
        homes are turned round."""
        one = self._some_night(slot)
        if not self.lots.randrange(3):
            match = slot.on.get(one)
            return partial(self.turn, match) if match else None
        other = self.lots.choice(self._round_of(slot.division, one))
        matches = self.linked(slot, one, other) if one != other else None
        return partial(self.exchange, matches, one, other) if matches else None

    def _round_of(self, division: int, night: int) -> range:
        """Return the nights between the rounds before and after the one that is on this night."""
        rounds: dict[int, list[int]] = defaultdict(list)
        for match in self.of_division[division]:
            rounds[match.round].append(match.night)
        spans = [(min(nights), max(nights)) for _, nights in sorted(rounds.items())]
        start = 0
        for at, (_, last) in enumerate(spans):
            if night <= last or at == len(spans) - 1:
                following = spans[at + 1][0] if at + 1 < len(spans) else self.nights
                return range(start, following)
            start = last + 1
        return range(self.nights)

    def _some_slot(self) -> Slot:
        wrong = [slot for slots in self.slots for slot in slots if self.weights[slot][0]]
        wrong += [
            self.slot_of[team]
            for venue, teams in self.at_venue.items()
            if self.weights[venue][0]
            for team in teams
        ]
        if wrong and self.lots.randrange(4):
            return self.lots.choice(wrong)
        return self.lots.choice(self.lots.choice(self.slots))

    def _some_night(self, slot: Slot) -> int:
        wrong = self._wrong_nights(slot)
        if wrong and self.lots.randrange(4):
            nights = [night for night in range(self.nights) if wrong >> night & 1]
            return self.lots.choice(nights)
        return self.lots.randrange(self.nights)

    def _wrong_nights(self, slot: Slot) -> int:
        team = slot.team
        wrong = slot.plays & self.cannot_play[team] | slot.homes & self.cannot_host[team]
        venue = self.league.teams[team].venue
        for nights in self._overfull(venue) if venue is not None else ():
            wrong |= nights & slot.homes
        return wrong

    # -- What was found.

    def _keep(self) -> None:
        """Remember this season as the best so far."""
        self.best_so_far = self.wrong, self.cost
        self.best = (
            [[slot.team for slot in slots] for slots in self.slots],
            [(match.home, match.away, match.night) for match in self.matches],
        )
        near = sum(wish for thing, (_, wish) in self.weights.items() if type(thing) is frozenset)
        least = sum(
            least_breaks(len(slots), self.league.settings.rounds)
            for slots in self.slots
            if len(slots) > 1
        )
        days = max(len(slots) - 1 + len(slots) % 2 for slots in self.slots)
        rounds = self.league.settings.rounds
        if self.nights >= rounds * days + (rounds - 1) * CLOSE:
            near = 0
        self.enough = 0, near + BREAK * least

    def back(self) -> None:
        """Make the best season the present one."""
        teams, matches = self.best
        for slots, names in zip(self.slots, teams, strict=True):
            for slot, name in zip(slots, names, strict=True):
                slot.team, self.slot_of[name] = name, slot
                slot.plays, slot.homes = 0, 0
                slot.on.clear()
        for match, (home, away, night) in zip(self.matches, matches, strict=True):
            match.home, match.away, match.night = home, away, night
            self._put(match)
        self._weigh([*self.weights])

    def season(self) -> Season:
        """Return the best season."""
        self.back()
        dates = self.league.dates
        return Season(
            matches=tuple(
                (
                    match.division,
                    dates[match.night],
                    self.slots[match.division][match.home].team,
                    self.slots[match.division][match.away].team,
                )
                for match in self.matches
            ),
            wrong=tuple(sorted({(dates[night], what) for night, what in self._wrong()})),
        )

    def _wrong(self) -> Iterator[tuple[int, str]]:
        """Yield a night and a sentence for everything that must not be."""
        for slot in self.slot_of.values():
            for night in slot.on:
                if self.cannot_play[slot.team] >> night & 1:
                    yield night, f"{slot.team} cannot play"
                if (slot.homes & self.cannot_host[slot.team]) >> night & 1:
                    yield night, f"{slot.team} would be at home"
            if self._wrong_with(slot) and not self._wrong_nights(slot):
                yield 0, f"{slot.team} would not be at home as often as away"
        for venue, names in self.at_venue.items():
            for nights in self._overfull(venue)[:1]:
                for night in range(self.nights):
                    if nights >> night & 1:
                        here = [n for n in names if self.slot_of[n].homes >> night & 1]
                        yield night, f"{venue} would have matches of {' and '.join(here)}"


@dataclass(slots=True, eq=False)
class Shift:
    """A move: the nights of a division from a free one to a used one go on by one, in their order,
    so that the used one is free; called again it goes back."""

    search: Search
    division: int
    free: int
    used: int

    def __call__(self) -> list:
        search, slots = self.search, self.search.slots[self.division]
        step = 1 if self.used < self.free else -1
        low, high = sorted((self.free, self.used))
        moved = [match for match in search.of_division[self.division] if low <= match.night <= high]
        for match in moved:
            search._lift(match)
        for match in moved:
            match.night += step
        for match in moved:
            search._put(match)
        self.free, self.used = self.used, self.free
        meetings = {search._two(match) for match in moved}
        return [*slots, *search._venues_of(slots), *meetings, *search.league.derbies]


def _breaks(plays: int, homes: int) -> int:
    """Return how often two matches running are both at home or both away."""
    breaks, before = 0, None
    while plays:
        night = plays & -plays
        at_home = homes & night > 0
        breaks += at_home == before
        before = at_home
        plays ^= night
    return breaks
