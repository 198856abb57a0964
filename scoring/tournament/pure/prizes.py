"""Award the prizes and pots of a tournament, with reasons, and split the money without losing a
coin.

Our rulings: Players who share a rank pool the prizes of their places. Odd coins go to the lower
numbers. A prize that is too small for a rounded share each is split to the coin. If a winner may
take only one prize, prizes are given in the format's order, and pots don't count as one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, groupby, pairwise

from scoring.tournament.pure.formats import COLUMNS, PLACES, Format, Pot, Prize
from scoring.tournament.pure.prize_money import PrizeMoney, prize_money
from scoring.tournament.pure.standings import StandingsRow, ranked
from scoring.tournament.pure.tickets import draw_ticket, tickets_of
from scoring.tournament.pure.values import Tournament

# -- The rows that tie for a prize, with the reason.
# ----------------------------------------------------------------------------------------------
#
# Our rulings: Only entrants who played win anything, and a figure of zero (no lone hand, no game)
# wins nothing. "lowest" and "booby" are the last of the entrants who were there for every round. If
# several tie for booby, the most green stars decide.

MOST = {
    "most games": ("won", "game"),
    "most lone hands": ("lones", "lone hand"),
    "most points": ("points", "point"),
}
NOBODY = {
    "most games": "No games won.",
    "most lone hands": "No lone hands.",
    "most points": "No points.",
}


@dataclass(frozen=True, kw_only=True)
class Contest:
    """Prizes, and the one, several or no entrants who tie for them."""

    prizes: tuple[Prize, ...]
    rows: tuple[StandingsRow, ...]
    why: str


def places(
    prizes: Sequence[Prize], rows: Sequence[StandingsRow], ranking: Sequence[str]
) -> Iterator[Contest]:
    """Yield the entrants who tie for places. Two who are first tie for the first and the second
    place."""
    by_place = {PLACES.index(prize.prize): prize for prize in prizes}
    place = 0
    for tied, following in _by_rank(rows, ranking):
        taken = range(place, place + len(tied))
        place += len(tied)
        covered = tuple(by_place.pop(each) for each in taken if each in by_place)
        if covered:
            yield Contest(prizes=covered, rows=tied, why=_why(tied, following, ranking))
    for prize in by_place.values():
        yield Contest(prizes=(prize,), rows=(), why="No player is left for it.")


def named(
    prize: Prize, rows: Sequence[StandingsRow], ranking: Sequence[str], *, rounds: int
) -> Contest:
    """Return the entrants who tie for a prize with its own rule, after this number of rounds."""
    if prize.prize in MOST:
        tied, why = _most(prize.prize, rows, ranking)
    else:
        here = [row for row in rows if row.rounds + row.idle + row.sat_out == rounds]
        tied, why = _last(here, ranking, by_stars=prize.prize == "booby")
    return Contest(prizes=(prize,), rows=tied, why=why)


def _by_rank(
    rows: Sequence[StandingsRow], ranking: Sequence[str]
) -> Iterator[tuple[tuple[StandingsRow, ...], StandingsRow | None]]:
    """Yield the rows of each rank, and one row of the next rank."""
    groups = [tuple(group) for _, group in groupby(ranked(rows, ranking), key=lambda row: row.rank)]
    for group, following in pairwise([*groups, (None,)]):
        yield group, following[0]


def _most(
    prize: str, rows: Sequence[StandingsRow], ranking: Sequence[str]
) -> tuple[tuple[StandingsRow, ...], str]:
    """Return the entrants with the most of a figure, with the reason. If the ranking begins with
    this figure, its other criteria decide a tie."""
    criterion, unit = MOST[prize]
    most = max((getattr(row, criterion) for row in rows), default=0)
    if not most:
        return (), NOBODY[prize]
    best = [row for row in rows if getattr(row, criterion) == most]
    words = f"{most} {unit}{'' if most == 1 else 's'}."
    if criterion != ranking[0]:
        return tuple(sorted(best, key=lambda row: row.no)), words
    tied, following = next(_by_rank(best, ranking))
    return tied, f"{words} {_why(tied, following, ranking)}" if following else words


def _last(
    rows: Sequence[StandingsRow], ranking: Sequence[str], *, by_stars: bool
) -> tuple[tuple[StandingsRow, ...], str]:
    if not rows:
        return (), "No player was there for every round."
    *_, (tied, _) = _by_rank(rows, ranking)
    why = "Lowest of those who were there for every round."
    if not by_stars or len(tied) == 1:
        return tied, why
    most = max(row.green for row in tied)
    starred = tuple(row for row in tied if row.green == most)
    return (
        starred,
        why if starred == tied else f"{why} Most green stars of those tied: {most}.",
    )


def _why(
    tied: Sequence[StandingsRow], following: StandingsRow | None, ranking: Sequence[str]
) -> str:
    if len(tied) > 1:
        *most, last = (COLUMNS[criterion] for criterion in ranking)
        return f"Tied on {', '.join(most)}{' and ' if most else ''}{last}."
    if following is None:
        return "No other player is left for it."
    by = next(name for name in ranking if getattr(tied[0], name) != getattr(following, name))
    scores = f"{tied[0].written(by)} to {following.written(by)}"
    return f"Ahead of {following.name} by {COLUMNS[by]}, {scores}."


# -- A prize for the entrants who tie for it. Money is split to the smallest coin. For a gift they
# cut.
# ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Won:
    """A prize with no winner, one winner, or several who share it or must still cut for it."""

    prize: str
    """A prize such as "most lone hands", or "first and second" if those places are shared, or a
    pot."""
    to: tuple[int, ...]
    """Numbers of entrants, the lowest first."""
    amount: int | None
    """The whole amount in minor units, or None without money."""
    shares: tuple[int, ...] = ()
    """The amount for each of `to`, in minor units. It is empty without money, and until a cut is
    decided."""
    gift: str = ""
    cut: bool = False
    """Whether those in `to` have to cut for it."""
    half: int = 0
    """What the club keeps of a pot, or of a prize whose shares are rounded, in minor units, on top
    of the amount."""
    carried: int = 0
    """What nobody won of a pot, in minor units. It is carried over to the next time."""
    tickets: tuple[int, ...] = ()
    """Of a pot that is drawn, the entrant of each ticket."""
    drawn: int = 0
    """The ticket that won, from 1."""
    why: str
    """A sentence with the rule that decided."""
    group: str = ""

    @property
    def key(self) -> str:
        """The key of a decided cut, such as "first" or "Ladies: first"."""
        return key_of(self.prize, self.group)


def key_of(prize: str, group: str = "") -> str:
    return f"{group}: {prize}" if group else prize


def split(amount: int, heads: int) -> tuple[int, ...]:
    """Return the shares of an amount. They are equal, except that the first ones get the odd
    coins."""
    each, odd = divmod(amount, heads)
    return tuple(each + (place < odd) for place in range(heads))


@dataclass(frozen=True, kw_only=True)
class Rounding:
    """How entrants who tie share money. By default they split it to the coin."""

    to: int = 1
    """Shares are multiples of this number of minor units."""
    keep: bool = False
    """Whether the club keeps what rounding leaves. Otherwise it goes to the lowest number."""

    def shares(self, amount: int, heads: int) -> tuple[int, ...]:
        """Return the shares of an amount. If a rounded share would be nothing, it is split to the
        coin."""
        each = amount // heads // self.to * self.to
        if self.to == 1 or not each:
            return split(amount, heads)
        left = amount - each * heads
        return (each + left * (not self.keep), *[each] * (heads - 1))


def award(
    contest: Contest,
    *,
    share: bool,
    decided: Mapping[str, int],
    group: str = "",
    rounding: Rounding,
) -> Iterator[Won]:
    """Yield the awards of the prizes of a contest. `decided` has the winners of cuts, by the
    prize's key."""
    numbers = tuple(sorted(row.no for row in contest.rows))
    if len(numbers) < 2:
        yield from (_given(prize, numbers, contest.why, group) for prize in contest.prizes)
        return
    shared = [prize for prize in contest.prizes if share and (prize.amount or not prize.gift)]
    if shared:
        yield _shared(shared, numbers, contest.why, group, rounding)
    left = [_in_kind(prize) if prize in shared else prize for prize in contest.prizes]
    yield from _cut([prize for prize in left if prize], numbers, contest.why, decided, group)


def _given(prize: Prize, to: tuple[int, ...], why: str, group: str, *, cut: bool = False) -> Won:
    return Won(
        prize=prize.prize,
        to=to,
        amount=prize.amount or None,
        shares=(prize.amount,) if prize.amount and len(to) == 1 else (),
        gift=prize.gift,
        cut=cut,
        why=why,
        group=group,
    )


def _shared(
    prizes: Sequence[Prize], to: tuple[int, ...], why: str, group: str, rounding: Rounding
) -> Won:
    amount = sum(prize.amount for prize in prizes)
    shares = rounding.shares(amount, len(to)) if amount else ()
    return Won(
        prize=_joined([prize.prize for prize in prizes]),
        to=to,
        amount=sum(shares) or None,
        shares=shares,
        half=amount - sum(shares),
        why=f"{why} They share it.",
        group=group,
    )


def _in_kind(prize: Prize) -> Prize | None:
    """Return a prize without its money, which is shared. The gift is kept, as it can't be split."""
    return Prize(prize=prize.prize, gift=prize.gift) if prize.gift else None


def _cut(
    prizes: Sequence[Prize], tied: Sequence[int], why: str, decided: Mapping[str, int], group: str
) -> Iterator[Won]:
    """Yield each prize with its winner if the cut is decided, and otherwise with all entrants in
    the cut."""
    won, left = {}, list(tied)
    for prize in prizes:
        winner = decided.get(key_of(prize.prize, group))
        if winner in left:
            won[prize] = winner
            left.remove(winner)
    for prize in prizes:
        if prize in won:
            yield _given(prize, (won[prize],), f"{why} Won the cut.", group)
        elif len(left) == 1:
            yield _given(prize, tuple(left), f"{why} Left after the cut.", group)
        else:
            yield _given(prize, tuple(left), f"{why} They cut for it.", group, cut=True)


def _joined(names: Sequence[str]) -> str:
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last


def prizes(
    tournament: Tournament,
    rows: Sequence[StandingsRow],
    *,
    decided: Mapping[str, int] | None = None,
) -> tuple[Won, ...]:
    """Return the prizes by these standings, for each group if prizes are by group. They are ()
    before the first result.

    `decided` has the numbers of the winners of cuts, by the prize's key (Won.key).
    """
    rounds = rounds_played(tournament)
    if not rounds:
        return ()
    rows = [row for row in rows if row.rounds]
    terms = Terms(tournament.format, rounds, decided or {})
    by_group = (
        _of_group(money, [row for row in rows if money.group in ("", row.group)], terms)
        for money in prize_money(tournament)
    )
    pots = (_of_pot(pot, rows, terms, tournament) for pot in tournament.format.pots if pot.holds)
    return tuple(chain(*by_group, *pots))


def rounds_played(tournament: Tournament) -> int:
    """Return how many rounds have a result."""
    return sum(any(table.result for table in round.tables) for round in tournament.rounds)


@dataclass(frozen=True)
class Terms:
    """The terms on which prizes are given."""

    format: Format
    played: int
    """The number of rounds with a result."""
    decided: Mapping[str, int]

    def contests(
        self, together: Sequence[Prize], rows: Sequence[StandingsRow]
    ) -> Iterator[Contest]:
        """Yield the entrants who tie for places, or for one prize with its own rule."""
        if together[0].prize in PLACES:
            yield from places(together, rows, self.format.ranks_by)
        else:
            yield named(together[0], rows, self.format.ranks_by, rounds=self.played)

    @property
    def rounding(self) -> Rounding:
        return Rounding(to=self.format.round_to, keep=self.format.rest == "kept")

    def award(
        self, contest: Contest, *, group: str = "", rounding: Rounding = Rounding()
    ) -> Iterator[Won]:
        named = {"share": self.format.share, "decided": self.decided}
        return award(contest, **named, group=group, rounding=rounding)


def _of_group(money: PrizeMoney, rows: Sequence[StandingsRow], terms: Terms) -> Iterator[Won]:
    holders: set[int] = set()
    for together in _in_turn(money.prizes):
        left = [row for row in rows if row.no not in holders]
        passed = _passed_over(together, rows, holders, terms)
        for contest in terms.contests(together, left):
            said = replace(contest, why=f"{passed}{contest.why}")
            for won in terms.award(said, group=money.group, rounding=terms.rounding):
                yield won
                holders |= set(won.to if terms.format.one_prize_each else ())


def _of_pot(
    pot: Pot, rows: Sequence[StandingsRow], terms: Terms, tournament: Tournament
) -> Iterator[Won]:
    if pot.to == "kept":
        yield _carried(pot, "Kept for next time.")
    elif not pot.is_won:
        yield _carried(pot, f"This did not happen: {pot.when}. It is carried over.")
    elif pot.to == "draw":
        yield _drawn(pot, tournament)
    else:
        [contest] = terms.contests([Prize(prize=pot.to)], rows)
        if contest.rows:
            won = Prize(prize=pot.name, amount=pot.holds - pot.club_keeps)
            for each in terms.award(replace(contest, prizes=(won,))):
                yield replace(each, half=pot.club_keeps)
        else:
            yield _carried(pot, contest.why)


def _carried(pot: Pot, why: str) -> Won:
    return Won(prize=pot.name, to=(), amount=pot.holds, carried=pot.holds, why=why)


def _drawn(pot: Pot, tournament: Tournament) -> Won:
    tickets = tickets_of(tournament, pot)
    if not tickets:
        return _carried(pot, "No tickets.")
    drawn, amount = draw_ticket(tournament, pot, len(tickets)), pot.holds - pot.club_keeps
    return Won(
        prize=pot.name,
        to=(tickets[drawn - 1],),
        amount=amount or None,
        shares=(amount,) if amount else (),
        half=pot.club_keeps,
        tickets=tickets,
        drawn=drawn,
        why=f"Ticket {drawn} of {len(tickets)} was drawn.",
    )


def _in_turn(prizes: Sequence[Prize]) -> Iterator[list[Prize]]:
    """Yield the prizes to give together. All places come with the first of them, and every other
    prize is alone."""
    ranks = [prize for prize in prizes if prize.prize in PLACES]
    for prize in prizes:
        if prize not in ranks:
            yield [prize]
        elif prize == ranks[0]:
            yield ranks


def _passed_over(
    together: Sequence[Prize], rows: Sequence[StandingsRow], holders: set[int], terms: Terms
) -> str:
    """Return "Ann has a prize already. " if she would have won this one too, and otherwise ""."""
    first = next(terms.contests(together, rows))
    names = [row.name for row in first.rows if row.no in holders]
    return (
        f"{' and '.join(names)} {'has' if len(names) == 1 else 'have'} a prize already. "
        if names
        else ""
    )
