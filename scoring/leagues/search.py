"""The search for a season: a timetable's numbers given to teams, its matches moved, until nothing
is wrong (docs/decisions/0045-fixtures-by-a-search-of-our-own.md).

Each number (`Slot`) keeps the nights it plays and those at home as bits of whole numbers, so that
what is wrong can be counted with `&` and `bit_count`. What can be wrong, or wished, weighs two
numbers: how much is wrong, and how much is wished for.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cache, partial
from itertools import chain, pairwise
from random import Random

from scoring.leagues.timetable import days_needed, least_breaks, season
from scoring.leagues.values import League

CLOSE = 3
"""Nights within which a return match should not follow the first."""
WRONG, BREAK, NEAR, BYE, DERBY = 30, 10, 3, 1, 1
"""What each thing weighs: what must not be, a break, a return that is near, a night on which a
division plays only in part, a derby on another night."""
GIVING, MENDING = 1_200, 1_200
"""Moves for each team: those that keep the order of a timetable, and those that change it too."""
MOST_GIVING, MOST_MENDING = 50_000, 40_000
"""So many of them at most, however many teams share venues."""
FREEING, LESSENING = 300, 500
"""Moves for each team where something is wrong still: those that heed nothing else, made up to
`FREELY` times over, and those after them that take breaks out again."""
FREELY = 3
MOST_MOVES = 150_000
"""No other attempt is made that would take more moves in all: some seven seconds."""
PATIENT = 4
"""Attempts that are made for a wish, such as a return that is near."""
GIVING_WARMTH = (200, 160, 125, 100, 80, 63, 50, 40, 32, 25, 20)
MENDING_WARMTH = (40, 30, 25, 20, 15, 10, 5)
STUCK_WARMTH = (120, 100, 80, 60, 48, 38, 30, 24, 19, 15, 10, 5)
"""How much worse a move may make a season, in tenths, from the first moves to the last (simulated
annealing); warmer where something is wrong that colder moves do not put right."""
FREEING_WARMTH = (100, 90, 80, 70, 60, 50, 40, 30, 20)
LESSENING_WARMTH = (60, 50, 40, 30, 25, 20, 15, 10, 5)
LUCK = (369, 259, 208, 174, 150, 129, 112, 98, 86, 74, 64, 55, 47, 39, 32, 25, 19, 13, 8, 3)
"""So many hundredths of the warmth: twenty draws from the exponential distribution, as whole
numbers, so that every machine plans alike."""
TOGETHER = 6
"""So many swaps of teams are made at once, each to put right what the one before did to a venue."""

Weight = tuple[int, int]
"""How much is wrong, and how much remains to be wished."""
Done = tuple[Iterable, Callable[[], object]]
"""A move that was made: what may weigh otherwise now, and what takes it back."""


@dataclass(frozen=True, kw_only=True)
class Season:
    """What the search found: (division, night, home, away) of every match, and what is wrong with
    it still: a night and what stands in the way."""

    matches: tuple[tuple[int, date, str, str], ...]
    wrong: tuple[tuple[date, str], ...]


@dataclass(slots=True, eq=False)
class Venue:
    """So many matches at once, of these teams."""

    name: str
    holds: int
    teams: list[Team] = field(default_factory=list)
    weighs: Weight = (0, 0)

    def weight(self) -> Weight:
        return sum(nights.bit_count() for nights in self.overfull()), 0

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
    """A number of a division's timetable, and the team that has it; `level`: it is at home as often
    as away."""

    division: int
    team: Team
    level: bool
    plays: int = 0
    homes: int = 0
    on: dict[int, Match] = field(default_factory=dict)
    """Its match of each night."""
    weighs: Weight = (0, 0)

    def weight(self) -> Weight:
        return self.wrong(), BREAK * _breaks(self.plays, self.homes)

    def wrong(self) -> int:
        team = self.team
        wrong = (self.plays & team.cannot_play).bit_count()
        wrong += (self.homes & team.cannot_host).bit_count()
        if self.level:
            wrong += max(0, abs(2 * self.homes.bit_count() - self.plays.bit_count()) - 1)
        return wrong

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
    weighs: Weight = (0, 0)

    def weight(self) -> Weight:
        nights = sorted([match.night for match in self.matches])
        return 0, NEAR * sum(after - before <= CLOSE for before, after in pairwise(nights))


@dataclass(slots=True, eq=False)
class Calendar:
    """The matches of a division by night (a dict for its order), and how many nights it needs."""

    needs: int
    nights: list[dict[Match, None]]
    weighs: Weight = (0, 0)

    def round(self, night: int) -> int:
        """Return the round of the matches on this night."""
        return next(iter(self.nights[night])).round

    def weight(self) -> Weight:
        return 0, BYE * (sum(map(bool, self.nights)) - self.needs)


@dataclass(slots=True, eq=False)
class Wish:
    """A derby that is wished for a night."""

    one: Team
    other: Team
    night: int
    weighs: Weight = (0, 0)

    def weight(self) -> Weight:
        match = self.one.slot.on.get(self.night)
        met = match is not None and self.other.slot in (match.home, match.away)
        return 0, DERBY * (not met)


def planned(league: League, seed: int = 0) -> Season:
    """Return the best season that was found; as a rule nothing is wrong with it where one is
    possible. Another seed finds another."""
    searches = [Search(league, numbers, seed) for numbers in _apart(league)]
    moves, attempt, left = MOST_MOVES, 0, searches
    while left:
        attempt += 1
        moves -= sum(search.attempt(anew=attempt % 2 == 1) for search in left)
        left = _worth_another(left, attempt)
        if moves <= sum(search.takes(anew=attempt % 2 == 0) for search in left):
            break
    found = [search.season() for search in searches]
    return Season(
        matches=tuple(chain.from_iterable(one.matches for one in found)),
        wrong=tuple(sorted({*chain.from_iterable(one.wrong for one in found)})),
    )


def _worth_another(searches: Iterable[Search], attempt: int) -> list[Search]:
    """Return those with a break too many, or worse; of the first attempts also whatever leaves
    something to wish for."""
    return [one for one in searches if not one.done() and (attempt < PATIENT or not one.fine)]


def _apart(league: League) -> list[list[int]]:
    """Return the divisions, by number, in groups that share no venue: each is planned alone."""
    groups: list[tuple[list[int], set[str]]] = []
    for no, division in enumerate(league.divisions):
        numbers, venues = [no], {league.teams[team].venue for team in division.teams} - {None}
        for group in [one for one in groups if one[1] & venues]:
            groups.remove(group)
            numbers, venues = [*group[0], *numbers], group[1] | venues
        groups.append((numbers, venues))
    return [sorted(numbers) for numbers, _ in groups]


class Search:
    """A season of some divisions that is being mended: a move changes it, and can be taken back."""

    def __init__(self, league: League, numbers: Sequence[int], seed: int = 0) -> None:
        self.league, self.numbers = league, numbers
        self.seed, self.lots = seed, Random(seed)
        self.nights = len(league.dates)
        self.venues: dict[str, Venue] = {}
        self.slots: list[Slot] = []
        self.of: dict[int, list[Slot]] = {}
        self.calendars: dict[int, Calendar] = {}
        self.matches: list[Match] = []
        self.twos: list[Two] = []
        self.room: dict[int, list[range]] = {}
        for no in numbers:
            self._fill(no)
        self.wishes = list(self._wishes())
        self.things = [*self.slots, *self.venues.values(), *self.twos, *self.calendars.values()]
        self.things += self.wishes
        self.amiss: list[Slot] | None = None
        self.must, self.may = WRONG, 1
        self.giving = min(GIVING * len(self.slots), MOST_GIVING)
        self.mending = min(MENDING * len(self.slots), MOST_MENDING)
        self.wrong = self.wished = 0
        self._weigh(self.things)
        rounds = league.settings.rounds
        sizes = [len(slots) for slots in self.of.values()]
        self.least = sum(least_breaks(size, rounds) for size in sizes if size > 1)
        apart = max(days_needed(size, rounds) for size in sizes) + (rounds - 1) * CLOSE
        near = sum(two.weighs[1] for two in self.twos)
        self.enough = 0, 0, 0 if self.nights >= apart else near
        self._keep()
        self.first = self.best

    def _fill(self, no: int) -> None:
        """Make a division's slots, and its matches by the timetable, a night after the other; free
        nights are after a round, so that no return is near, and at the end."""
        settings, names = self.league.settings, self.league.divisions[no].teams
        # Where nothing stands in the way no move is made: what differs are the numbers.
        lots = len(names) if self.seed else 0
        names = [*self.lots.sample(names, lots), *names[lots:]]
        slots = [Slot(no, self._team(name), settings.home_and_away) for name in names]
        for slot in slots:
            slot.team.slot = slot
        self.of[no] = slots
        self.slots += slots
        needs = days_needed(len(slots), settings.rounds)
        self.calendars[no] = Calendar(needs, [{} for _ in range(self.nights)])
        twos: dict[frozenset[int], Two] = defaultdict(Two)
        before: dict[tuple[int, int], Match] = {}
        rounds = season(len(slots), settings.rounds)
        spare, night = self.nights - needs, 0
        for at, days in enumerate(rounds):
            for day in days:
                for home, away in day:
                    two = twos[frozenset((home, away))]
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
        self.twos += twos.values()

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
                    yield Wish(one, other, nights[derby.date])

    # -- What moves do.

    def _put(self, match: Match) -> None:
        night, home, away = match.night, match.home, match.away
        bit = 1 << night
        home.on[night] = away.on[night] = match
        home.plays |= bit
        away.plays |= bit
        home.homes |= bit
        away.homes &= ~bit
        self.calendars[match.division].nights[night][match] = None

    def _lift(self, match: Match) -> None:
        night, home, away = match.night, match.home, match.away
        others = ~(1 << night)
        del home.on[night], away.on[night], self.calendars[match.division].nights[night][match]
        home.plays &= others
        away.plays &= others
        home.homes &= others

    def _touched(self, matches: Iterable[Match]) -> dict[object, None]:
        found: dict[object, None] = {}
        for match in matches:
            found[match.two] = None
            for slot in (match.home, match.away):
                found[slot] = None
                if slot.team.venue:
                    found[slot.team.venue] = None
        return found | dict.fromkeys(self.wishes)

    def _swap(self, one: Slot, other: Slot) -> list:
        """Give two numbers of a division each other's team."""
        one.team, other.team = other.team, one.team
        one.team.slot, other.team.slot = one, other
        venues = [slot.team.venue for slot in (one, other) if slot.team.venue]
        return [one, other, *venues, *self.wishes]

    def _turn(self, match: Match) -> Iterable:
        """Turn the homes of a match round, and those of the match that is its return."""
        for one in [match, match.turned] if match.turned else [match]:
            one.home, one.away = one.away, one.home
            self._put(one)
        return self._touched([match])

    def _place(self, nights: dict[Match, int]) -> Iterable:
        """Play these matches on these nights; `nights` is then where they were."""
        for match in nights:
            self._lift(match)
        for match, night in nights.items():
            nights[match], match.night = match.night, night
        divisions = {}
        for match in nights:
            self._put(match)
            divisions[self.calendars[match.division]] = None
            self.room.pop(match.division, None)
        return self._touched(nights) | divisions

    def _pushed(self, matches: Iterable[Match], step: int) -> dict[Match, int] | None:
        """Return new nights: these matches a night on (-1: back), whatever is in their way too, and
        so on until there is room. Every team plays in the order in which it did, so no break comes
        or goes. None where the season has no room."""
        found: dict[Match, int] = {}
        left = [*matches]
        while left:
            match = left.pop()
            if match in found:
                continue
            found[match] = night = match.night + step
            if not 0 <= night < self.nights:
                return None
            calendar = self.calendars[match.division]
            here = calendar.nights[night]
            if here and calendar.round(night) != match.round:
                left += here
            else:
                left += [slot.on[night] for slot in (match.home, match.away) if night in slot.on]
        return found

    def _linked(self, slot: Slot, one: int, other: int) -> dict[Match, int]:
        """Return new nights: the matches of two nights that have to change together, from this
        slot's on."""
        found: dict[Match, int] = {}
        left = [slot]
        while left:
            at = left.pop()
            for night, to in ((one, other), (other, one)):
                match = at.on.get(night)
                if match is not None and match not in found:
                    found[match] = to
                    left += [match.home, match.away]
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

        return touched, back

    def _fitting(self, slot: Slot) -> list[Slot]:
        """Return the numbers that suit this one's team best, whoever has them."""
        team, slots = slot.team, self.of[slot.division]
        full = team.cannot_host | (team.venue.full_without(team) if team.venue else 0)
        never = team.cannot_play
        wrong = [(one.plays & never).bit_count() + (one.homes & full).bit_count() for one in slots]
        least = min(wrong)
        return [one for one, amiss in zip(slots, wrong, strict=True) if amiss == least]

    def _housemates(self, slot: Slot) -> Iterator[tuple[Slot, Slot]]:
        """Yield the swaps that suit those best whose venue this slot's team overfills."""
        team = slot.team
        if team.venue and team.venue.weight()[0]:
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
        match = slot.on.get(night)
        if match is None:
            return None
        step = 1 if self.lots.randrange(2) else -1
        matches: Iterable[Match] = [match]
        if not self.lots.randrange(4):
            every = self.calendars.values() if self.lots.randrange(3) else ()
            calendars = every or (self.calendars[slot.division],)
            matches = chain.from_iterable(one.nights[night] for one in calendars)
        return self._placed(self._pushed(matches, step))

    def mend(self, slot: Slot) -> Done | None:
        """Two nights of a round change some matches, or homes are turned round."""
        one = self._some_night(slot)
        if not self.lots.randrange(3):
            return self._turned(slot.on.get(one))
        other = self.lots.choice(self._room(slot.division)[one])
        return self._placed(self._linked(slot, one, other)) if one != other else None

    def turn(self, slot: Slot) -> Done | None:
        """The homes of a match are turned round."""
        return self._turned(slot.on.get(self._some_night(slot)))

    def _turned(self, match: Match | None) -> Done | None:
        return (self._turn(match), partial(self._turn, match)) if match else None

    def part(self, slot: Slot) -> Done | None:
        """Two rounds part on another night: the last night of one, or the first of the next, is
        free for the other, since its matches go to nights of their round on which both can."""
        calendar, room = self.calendars[slot.division], self._room(slot.division)
        used = [no for no, matches in enumerate(calendar.nights) if matches]
        borders = [
            (last, first)
            for last, first in pairwise(used)
            if calendar.round(last) != calendar.round(first)
        ]
        if not borders:
            return None
        night = self.lots.choice(self.lots.choice(borders))
        where: dict[Match, int] = {}
        for match in calendar.nights[night]:
            home, away = match.home, match.away
            never = home.plays | away.plays | home.team.cannot_play | away.team.cannot_play
            free = [no for no in room[night] if not never >> no & 1]
            if not free:
                return None
            where[match] = self.lots.choice(free)
        return self._placed(where)

    def _placed(self, nights: dict[Match, int] | None) -> Done | None:
        return (self._place(nights), partial(self._place, nights)) if nights else None

    def _room(self, division: int) -> list[range]:
        """Return for each night those between the rounds before and after that which is on it."""
        if division not in self.room:
            rounds: dict[int, list[int]] = defaultdict(list)
            for no, matches in enumerate(self.calendars[division].nights):
                if matches:
                    rounds[self.calendars[division].round(no)].append(no)
            ends = [-1, *(nights[-1] for nights in rounds.values())]
            starts = [*(nights[0] for nights in rounds.values()), self.nights]
            found: list[range] = []
            for at in range(len(rounds)):
                last = ends[at + 1] if at + 1 < len(rounds) else self.nights - 1
                found += [range(ends[at] + 1, starts[at + 1])] * (last + 1 - len(found))
            self.room[division] = found
        return self.room[division]

    def _some_slot(self) -> Slot:
        if self.amiss is None:
            self.amiss = [slot for slot in self.slots if slot.weighs[0]]
            for venue in self.venues.values():
                if venue.weighs[0]:
                    self.amiss += [team.slot for team in venue.teams]
        wrong = self.amiss and self.lots.randrange(4)
        return self.lots.choice(self.amiss if wrong else self.slots)

    def _some_night(self, slot: Slot) -> int:
        wrong = slot.wrong_nights()
        if wrong and self.lots.randrange(4):
            return self.lots.choice([no for no in range(self.nights) if wrong >> no & 1])
        return self.lots.randrange(self.nights)

    # -- The search: what is better is kept, what is worse by luck, the less the colder it is.

    def takes(self, *, anew: bool) -> int:
        """Return how many moves an attempt takes where nothing has to be freed."""
        return self.giving * anew + self.mending

    def attempt(self, *, anew: bool) -> int:
        """Try from the timetable on where it is to be `anew`, then from the best season; return how
        many moves it took."""
        moves = 0
        if anew:
            self.back_to(self.first)
            kinds = (self.give, self.give, self.push)
            moves = self._improve(kinds, self.giving, GIVING_WARMTH)
        self.back_to(self.best)
        kinds = (*(self.mend,) * 2, self.give, self.push)
        warmths = STUCK_WARMTH if self.wrong else MENDING_WARMTH
        moves += self._improve(kinds, self.mending, warmths)
        return moves if self.right() else moves + self._freed()

    def _freed(self) -> int:
        """Put right what is wrong at the price of any number of breaks, then take breaks out again
        while nothing goes wrong; return how many moves it took."""
        teams, moves = len(self.slots), 0
        for _ in range(FREELY):
            self.back_to(self.best)
            self.must, self.may = WRONG, 0
            kinds = (self.mend, self.mend, self.turn, self.turn, self.push, self.part)
            moves += self._improve(kinds, FREEING * teams, FREEING_WARMTH, until=self.right)
            if self.right():
                self.back_to(self.best)
                self.must, self.may = 10 * WRONG, 1
                kinds = (*(self.mend,) * 4, self.give, self.push)
                moves += self._improve(kinds, LESSENING * teams, LESSENING_WARMTH)
                break
        self.must, self.may = WRONG, 1
        return moves

    def _improve(
        self,
        kinds: Sequence[Callable],
        moves: int,
        warmths: Sequence[int],
        until: Callable[[], bool] | None = None,
    ) -> int:
        """Move from the present season on until nothing is left to wish for, or so many moves were
        tried; return how many were."""
        lots, each = self.lots, moves // len(warmths)
        enough = until or self.done
        for turn in range(each * len(warmths)):
            if enough():
                return turn
            done = lots.choice(kinds)(self._some_slot())
            if done is None:
                continue
            touched, back = done
            was, cost = (self.wrong, self.wished), self.cost
            before = self._weigh(touched)
            worse = self.cost - cost
            if worse <= 0 or 1000 * worse <= lots.choice(LUCK) * warmths[turn // each]:
                self.amiss = None
                best = self.best_so_far
                if worse < 0 and self.wrong <= best[0] and self._rank() < best:
                    self._keep()
            else:
                back()
                for thing, weight in before.items():
                    thing.weighs = weight
                self.wrong, self.wished = was
        return each * len(warmths)

    def _weigh(self, things: Iterable) -> dict[object, Weight]:
        """Weigh these anew; return what they weighed before."""
        before: dict[object, Weight] = {}
        for thing in things:
            if thing not in before:
                before[thing] = old = thing.weighs
                thing.weighs = new = thing.weight()
                self.wrong += new[0] - old[0]
                self.wished += new[1] - old[1]
        return before

    @property
    def cost(self) -> int:
        return self.must * self.wrong + self.may * self.wished

    def done(self) -> bool:
        """Whether the best season leaves nothing to wish for."""
        return self.best_so_far[:3] <= self.enough

    def right(self) -> bool:
        """Whether nothing is wrong with the best season."""
        return self.best_so_far[0] == 0

    @property
    def fine(self) -> bool:
        """Whether nothing is wrong with the best season, and no break is one too many."""
        return self.best_so_far[:2] == (0, 0)

    def _rank(self) -> tuple[int, int, int, int]:
        """Return what is wrong, the breaks over the least, the other wishes, and all breaks: the
        smaller the better."""
        breaks = sum(slot.weighs[1] for slot in self.slots)
        over = max(0, breaks - BREAK * self.least)
        return self.wrong, over, self.wished - breaks, breaks

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
            slot.on.clear()
        for night in chain.from_iterable(one.nights for one in self.calendars.values()):
            night.clear()
        for match, (home, away, night) in zip(self.matches, matches, strict=True):
            match.home, match.away, match.night = home, away, night
            self._put(match)
        self.room.clear()
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
            for night in slot.on:
                if team.cannot_play >> night & 1:
                    yield night, f"{team.name} cannot play"
                if (slot.homes & team.cannot_host) >> night & 1:
                    yield night, f"{team.name} would be at home"
            if slot.wrong() and not slot.wrong_nights():
                yield 0, f"{team.name} would not be at home as often as away"
        for venue in self.venues.values():
            for nights in venue.overfull()[:1]:
                for night in range(self.nights):
                    if nights >> night & 1:
                        here = [one.name for one in venue.teams if one.slot.homes >> night & 1]
                        yield night, f"{venue.name} would have matches of {' and '.join(here)}"


@cache
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
