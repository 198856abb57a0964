"""The short notation of a hand: "Ben+Dan 5", "Ben! 4" (alone), "Ben 3", "Ben 4/5" (bid four, took
five), "Ben! 4/5" (the same, alone), "Ben !/6" (bid alone), "Ben shoot/6", "Ben call two/6", "-",
"x", "=". Where each player scores: "Ben 1,3,-,1" by seat, a dash for one who dropped out, and
"1,2,1,1" without a maker.

Names may be cut to any unambiguous beginning; case is ignored. docs/sheet-format.md has it for
players.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache

from scoring.common.names import name_key
from scoring.euchre.hand import ALONE, Hand, ImpossibleHand
from scoring.euchre.provisions import BID_KEY, bid_key

VOIDS = {"-": "passed-out", "x": "misdeal", "=": "new-deal"}
SIGNS = {void: sign for sign, void in VOIDS.items()}
EXAMPLE = "write it like Ben+Dan 5, Ben! 4 or Ben 3"

Who = tuple[int, int | None, int | None]
"""The seats of maker, partner, lone player."""


def read(text: str, players: tuple[str, ...]) -> Hand:
    """Return the Hand that `text` says at a table of these players; raise ImpossibleHand, in
    words."""
    text = text.replace("\t", " ").strip()
    if text.lower() in VOIDS:
        return Hand(void=VOIDS[text.lower()])
    if "," in (last := text.rpartition(" ")[2]).strip(","):
        maker = text.removesuffix(last).strip()
        return Hand(maker=seat(maker, players, "maker") if maker else None, taken=_taken(last))
    who, bid, tricks = _parted(text)
    (maker, partner, alone), bid = _who_bid(who, bid, players)
    return Hand(maker=maker, partner=partner, alone=alone, bid=bid, tricks=tricks)


def written(hand: Hand, players: tuple[str, ...]) -> str | None:
    """Return the hand in short notation with full names; None when the notation cannot say all of
    it."""
    text = SIGNS.get(hand.void) if hand.void else _written_played(hand, players)
    try:
        return text if text and read(text, players) == hand else None
    except ImpossibleHand:
        return None


def seat(text: str, players: tuple[str, ...], role: str) -> int:
    """Return the seat of the one player whose name is `text`, or begins with it."""
    wanted = _folded(text)
    if not wanted:
        raise ImpossibleHand(role, f"{role} is missing: {EXAMPLE}")
    for fits in _tiers(text, wanted):
        found = [no for no, name in enumerate(players) if fits(name)]
        if len(found) == 1:
            return found[0]
        if found:
            names = " or ".join(players[no] for no in found)
            raise ImpossibleHand(role, f'{role} "{text}" could be {names}')
    raise ImpossibleHand(role, f'{role} "{text[:40]}" is not at this table')


def _tiers(text: str, wanted: str) -> tuple[Callable[[str], bool], ...]:
    """Return the ways to match a name, the best first. So "Ann" is Ann, although Anna also
    plays."""
    return (
        lambda name: name == text,
        lambda name: _folded(name) == wanted,
        lambda name: _folded(name).startswith(wanted),
    )


_folded = lru_cache(maxsize=4096)(name_key)


def _parted(text: str) -> tuple[str, int | str | None, int]:
    """Return who played, what they bid where there is a bid, and how many tricks their side won."""
    who, _, result = text.rpartition(" ")
    bid, slash, tricks = result.rpartition("/")
    if not _is_number(tricks):
        raise ImpossibleHand(
            "tricks", f'"{text[:40]}" does not end with a number of tricks: {EXAMPLE}'
        )
    return who.strip(), _bid(bid, text) if slash else None, int(tricks)


def _taken(said: str) -> tuple[int | None, ...]:
    """Return the tricks by seat of "1,3,-,1", where a dash is a player who dropped out."""
    parts = said.split(",")
    if not all(part == "-" or _is_number(part) for part in parts):
        raise ImpossibleHand(
            "taken", f'"{said[:40]}" is not the tricks of each player: write it like Ben 1,3,-,1'
        )
    return tuple(None if part == "-" else int(part) for part in parts)


def _bid(said: str, text: str) -> int | str:
    if _is_number(said):
        return int(said)
    if said == "!":
        return ALONE
    if BID_KEY.fullmatch(said.lower()):
        return said.lower()
    raise ImpossibleHand("bid", f'"{text[:40]}" does not say the bid: write it like Ben 4/5')


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 5


def _who_bid(
    who: str, bid: int | str | None, players: tuple[str, ...]
) -> tuple[Who, int | str | None]:
    """Return the seats and the bid. The key of a lone bid may have blanks for its hyphens, so where
    no player has this name, its last words belong to the key: "Ben call two/12"."""
    try:
        return _who(who, players), bid
    except ImpossibleHand:
        words = who.split(" ")
        for no in range(len(words) - 1, 0, -1) if isinstance(bid, str) and bid != ALONE else ():
            key = bid_key(" ".join([*words[no:], bid]))
            if not BID_KEY.fullmatch(key):
                break
            try:
                return _who(" ".join(words[:no]), players), key
            except ImpossibleHand:
                continue
        raise


@lru_cache(maxsize=4096)
def _who(who: str, players: tuple[str, ...]) -> Who:
    """Return the seats. Names may contain "+" and "!", so every way to read them is tried."""
    found, refusals = [], []
    for reading in _readings(who):
        try:
            found.append(_seats(*reading, players))
        except ImpossibleHand as refusal:
            refusals.append(refusal)
    if not found:
        raise refusals[0]
    if len(set(found)) > 1:
        raise ImpossibleHand("maker", f'"{who[:40]}" can be read in more than one way')
    return found[0]


def forget_names() -> None:
    """Clear the cache of names. A site must not keep a name longer than it needs to."""
    for read_before in (_folded, _who):
        read_before.cache_clear()


def _readings(who: str) -> Iterator[tuple[str, str | None, bool]]:
    """Yield every (maker, partner, alone) that the signs allow, the likeliest first."""
    if who.endswith("!"):
        yield who[:-1].strip(), None, True
    for place, sign in enumerate(who):
        if sign == "+":
            yield who[:place].strip(), who[place + 1 :].strip(), False
    yield who, None, False


def _seats(maker: str, partner: str | None, alone: bool, players: tuple[str, ...]) -> Who:
    made = seat(maker, players, "maker")
    return (
        made,
        None if partner is None else seat(partner, players, "partner"),
        made if alone else None,
    )


def _written_played(hand: Hand, players: tuple[str, ...]) -> str:
    if hand.taken is not None:
        taken = ",".join("-" if took is None else str(took) for took in hand.taken)
        return taken if hand.maker is None else f"{players[hand.maker]} {taken}"
    if hand.bid is None:
        return f"{_written_who(hand, players)} {hand.tricks}"
    alone = "!" if isinstance(hand.bid, int) and hand.alone is not None else ""
    bid = "!" if hand.bid == ALONE else hand.bid
    return f"{players[hand.maker]}{alone} {bid}/{hand.tricks}"


def _written_who(hand: Hand, players: tuple[str, ...]) -> str:
    maker = players[hand.maker]
    if hand.partner is not None:
        return f"{maker}+{players[hand.partner]}"
    return maker if hand.alone is None else f"{maker}!"
