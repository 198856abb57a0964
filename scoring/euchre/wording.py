"""Scores in words, the same for the pad, the board, the sheets and the command line."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from scoring.euchre.bidding import bid_in_words
from scoring.euchre.game import Game, Rubber, Standing, rubbers
from scoring.euchre.hand import (
    ALONE,
    HIGH,
    JOKER,
    LOW,
    PENALTY,
    SUITS,
    TO_OTHERS,
    TRICKS,
    Hand,
    Irregularity,
)
from scoring.euchre.rule_set import NUMBERS, RuleSet

Who = TypeVar("Who")

VOIDS = {
    "passed-out": "Passed out",
    "misdeal": "Misdeal",
    "new-deal": "New deal",
    "imperfect-pack": "Imperfect pack",
    "both-revoked": "Both sides reneged",
    PENALTY: "Penalty",
}


REDEAL_NAMES = {
    "farmer": "farmer’s hand",
    "ace-no-face": "ace, no face",
    "no-trump-hand": "hand without trump",
}


def counted(number: int, unit: str = "point") -> str:
    """Return "1 point", "12 game points"."""
    return f"{number} {unit}{'' if number == 1 else 's'}"


def listed(names: Sequence[str]) -> str:
    """Return "Ann", "Ann and Ben" or "Ann, Ben and Cat". It is "" for no names."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} and {names[-1]}"


def sentence(text: str) -> str:
    """Return a text with its full stop; one that ends with a name in short, "Fay F.", has it."""
    return text if text.endswith(".") else f"{text}."


def gains(points: Sequence[int], names: Sequence[str], rules: RuleSet) -> str:
    """Return the points of each player in words, such as "Ben and Dan +3 each", "Everyone but Dan
    +2 each", "Cat +1, Ben −2" or "No points". Partners share theirs, as in "Ben and Dan +2"."""
    if rules.partners == "fixed":
        sides = zip(side_names(rules, names), rules.sides(len(names)), strict=True)
        found = [f"{who} {plus(points[seats[0]])}" for who, seats in sides if points[seats[0]]]
    else:
        found = [_each(amount, who, names) for amount, who in _alike(points, names)]
    return ", ".join(found) or "No points"


def _each(amount: int, who: Sequence[str], names: Sequence[str]) -> str:
    if len(who) == 1:
        return f"{who[0]} {plus(amount)}"
    left_out = _left_out(who, names)
    return f"{f'Everyone but {left_out}' if left_out else listed(who)} {plus(amount)} each"


def scored(points: Sequence[int], names: Sequence[str], rules: RuleSet) -> str:
    """Return the points with the figure first, such as "+2 Ann, Ben, Zoë", "+2 all but Dan" or "−2
    Ben".

    Partners share theirs, as in "+2 Ann and Cat", or "+3 Ann and Cat · +3 Ben and Dan" for both
    sides. It is "No points" if no one scores.
    """
    if rules.partners == "fixed":
        sides = zip(side_names(rules, names), rules.sides(len(names)), strict=True)
        found = [(points[seats[0]], name) for name, seats in sides if points[seats[0]]]
        found.sort(key=lambda one: -one[0])
    else:
        found = [(amount, _all_of(who, names)) for amount, who in _alike(points, names)]
    return " · ".join(f"{plus(amount)} {who}" for amount, who in found) or "No points"


def _alike(points: Sequence[int], names: Sequence[str]) -> list[tuple[int, list[str]]]:
    """Return the different figures, the best first, each with all the players who scored it."""
    who: dict[int, list[str]] = {}
    for amount, name in zip(points, names, strict=True):
        if amount:
            who.setdefault(amount, []).append(name)
    return sorted(who.items(), reverse=True)


def plus(points: int) -> str:
    """Return "+2", or with a real minus sign "−2"."""
    return f"+{points}" if points > 0 else figure(points)


def _all_of(who: Sequence[str], names: Sequence[str]) -> str:
    left_out = _left_out(who, names)
    return f"all but {left_out}" if left_out else ", ".join(who)


def _left_out(who: Sequence[str], names: Sequence[str]) -> str:
    """Return the only player who is not among these, at a table of four or more; otherwise ""."""
    others = [name for name in names if name not in who]
    return others[0] if len(others) == 1 and len(names) > 3 else ""


def side_names(rules: RuleSet, names: Sequence[str]) -> list[str]:
    """Return the name of each side, such as "Ann and Cat", or a player's name."""
    return [listed([names[seat] for seat in seats]) for seats in rules.sides(len(names))]


def describe(hand: Hand, names: Sequence[str], rules: RuleSet) -> str:
    """Return a hand without its score, such as "Ben with Dan, all five" or "Ben alone, two
    tricks"."""
    if hand.void == PENALTY:
        return f"{VOIDS[PENALTY]}: {'; '.join(_offences(hand, names))}"
    if hand.redeal:
        return f"{VOIDS[hand.void]} ({REDEAL_NAMES[hand.redeal]})"
    if hand.void:
        return VOIDS[hand.void]
    ended = hand.offenders("abandoned") or (hand.offenders("revoke") and rules.revoke_decides)
    if hand.taken is not None:
        return "; ".join([_took(hand, names), *_offences(hand, names)])
    who = _who(hand, names, rules)
    unsaid = hand.tricks is None or ended
    played = who if unsaid else f"{who}, {tricks(hand.tricks, of=rules.tricks_dealt)}"
    return "; ".join([played, *_offences(hand, names)])


def _took(hand: Hand, names: Sequence[str]) -> str:
    """Return "Ben made trump: Ann 1, Ben 3, Cat out, Dan 1" or "No maker: Ann 2, …"."""
    who = "No maker" if hand.maker is None else f"{names[hand.maker]} made trump"
    return f"{who}: {own_tricks(hand, names)}"


def own_tricks(hand: Hand, names: Sequence[str]) -> str:
    """Return the tricks of each player, "Ann 1, Ben 3, Cat out, Dan 1"."""
    each = zip(names, hand.taken or (), strict=True)
    return ", ".join(f"{name} {'out' if took is None else took}" for name, took in each)


def describe_bidder(hand: Hand, names: Sequence[str], rules: RuleSet) -> str:
    """Return the bidder, the trump and other events, such as "Ben, ♥ trumps; Cat reneged". A lone
    bid with a name of its own has it here, as a column of bids has no room for it."""
    number = isinstance(hand.bid, int)
    named = "" if number or hand.bid == ALONE else bid_in_words(hand.bid, rules)
    alone = ALONE if number and hand.alone is not None else ""
    forced = "made to bid" if hand.forced else ""
    said = ", ".join(filter(None, [names[hand.maker], named, alone, forced, facts(hand)]))
    return "; ".join([said, *_offences(hand, names)])


def _offences(hand: Hand, names: Sequence[str]) -> list[str]:
    """Return irregularities, such as "Cat and Eve reneged", "Ben reneged twice", "Dan had wrong
    cards", "Eve loses 2 (table talk)"."""
    offences: dict[str, list[str]] = {}
    others = [one for one in hand.irregularities if one.kind != PENALTY]
    for offence in sorted(others, key=lambda one: (list(OFFENDED).index(one.kind), one.by)):
        often = (
            OFTEN.get(offence.times, f" {offence.times} times") if offence.kind == "revoke" else ""
        )
        offences.setdefault(f"{OFFENDED[offence.kind]}{often}", []).append(names[offence.by])
    found = [f"{listed(who)} {did}" for did, who in offences.items()]
    return found + [describe_penalty(one, names) for one in hand.penalties]


def describe_penalty(penalty: Irregularity, names: Sequence[str]) -> str:
    """Return "Eve loses 2 (table talk)" or "Eve gives the others 2"."""
    did = "gives the others" if penalty.to == TO_OTHERS else "loses"
    why = f" ({penalty.why})" if penalty.why else ""
    return f"{names[penalty.by]} {did} {penalty.points * penalty.times}{why}"


OFFENDED = {
    "revoke": "reneged",
    "abandoned": "abandoned their cards",
    "wrong-cards": "had wrong cards",
    "exposed": "showed a card",
    "intimation": "gave themselves away",
}
OFTEN = {1: "", 2: " twice"}


def _who(hand: Hand, names: Sequence[str], rules: RuleSet) -> str:
    """Return the maker's side, such as "Ben with Dan", "Ben alone" or "Ben, Dan alone"."""
    who = names[hand.maker]
    if hand.bid is not None:
        bid = bid_in_words(hand.bid, rules, alone=hand.alone is not None)
        return f"{who} {'had to bid' if hand.forced else 'bid'} {bid}"
    if hand.partner is not None:
        return f"{who} with {names[hand.partner]}"
    if rules.partners == "called" and hand.alone is None:
        what = f" {SUITS[hand.call]}" if hand.call else ""
        return f"{who} called{what} and was alone"
    if hand.alone not in (None, hand.maker):
        who += f", {names[hand.alone]} alone"
    elif hand.alone is not None or hand.special:
        who += " alone"
    if hand.special:
        who += f", a {hand.special}"
    if hand.defender_alone is not None:
        who += f" against {names[hand.defender_alone]} alone"
    return who


def describe_game(game: Game, sides: Sequence[str]) -> str:
    """Return a finished game, such as "Game 2 to Ann and Cat, 6–0, counts 2, a lap of 1". Several
    losers are named, as in "Game 1 to Cat, 5, Ann 2, Ben −1"."""
    lap = f", a lap of {game.lap}" if game.lap else ""
    return (
        f"Game {game.no} to {sides[game.winner]}, "
        f"{describe_score(game, sides)}{_game_worth(game, sides)}{lap}"
    )


def describe_end(game: Game, sides: Sequence[str], rules: RuleSet) -> str:
    """Return a game that has just ended, with the reason why its winner comes first if others
    reached game on the same hand, as in "Game 1 to Cat, 5, Ann 0, Ben 5. Ben and Cat both reached
    5, and Cat sits nearest the dealer’s left"."""
    return ". ".join(filter(None, (describe_game(game, sides), why_first(game, sides, rules))))


def why_first(game: Game, sides: Sequence[str], rules: RuleSet) -> str:
    """Return why the winner comes first of those who reached game on one hand, in a sentence
    without its full stop; "" if no one else did."""
    if not game.first:
        return ""
    best = max(game.score)
    reached = [name for name, had in zip(sides, game.score, strict=True) if had >= rules.target]
    level = [name for name, had in zip(sides, game.score, strict=True) if had == best]
    says = FIRST_OF_MANY if len(sides) > 2 else FIRST
    return says[game.first].format(
        who=_all_who(reached, sides),
        target=rules.target,
        winner=sides[game.winner],
        level=listed(level),
        best=best,
    )


def _all_who(reached: Sequence[str], sides: Sequence[str]) -> str:
    if len(sides) == 2:
        return "Both sides"
    return f"{listed(reached)} both" if len(reached) == 2 else listed(reached)


FIRST = {
    "left": "{who} reached {target}, and {winner} sits nearest the dealer’s left",
    "most": "{who} reached {target}, and {winner} has the most points",
    "left of equals": "{level} have {best} each, and {winner} sits nearest the dealer’s left",
    "order": "{who} reached {target}, and a renege or a penalty counts first",
    "bidder": "{who} reached {target}, and the bidder’s side wins",
    "made": "{who} reached {target}, and only the side that made its bid can win",
    "set": "{who} reached {target}, and only the side that set the bid can win",
}
"""Why a winner comes first (`Game.first`)."""
FIRST_OF_MANY = FIRST | {
    "order": "{winner} reached {target} first, because a renege or a penalty counts before the "
    "hand",
    "bidder": "{who} reached {target}, and {winner} was the bidder",
}
"""The same where each plays for themselves. The score of a game leaves out who came later."""


def describe_score(game: Game, sides: Sequence[str]) -> str:
    """Return a game's score, the winner's first, such as "6–3". Several losers are named, as in "5,
    Ann 2, Ben −1"."""
    won, losers = game.score[game.winner], _losers(game)
    if len(losers) == 1:
        return score_as_text((won, game.score[losers[0]]))
    return ", ".join([str(won), *(f"{sides[side]} {figure(game.score[side])}" for side in losers)])


def _losers(game: Game) -> list[int]:
    return [side for side in range(len(game.score)) if side != game.winner]


def _game_worth(game: Game, sides: Sequence[str]) -> str:
    """Return the value of a game. It is "" for one, or where all points are settled."""
    worth = {side: game.values[side] for side in _losers(game)}
    if len(set(worth.values())) > 1:
        return f", counts {listed([f'{value} for {sides[side]}' for side, value in worth.items()])}"
    value = next(iter(worth.values()))
    return f", counts {value}" if value > 1 else ""


def figure(points: int) -> str:
    """Return a score in figures, with a real minus sign for one below nothing."""
    return str(points).replace("-", "−")


def score_as_text(points: Iterable[int]) -> str:
    """Return a score, "6–4", or "5–3–1" of three."""
    return "–".join(map(figure, points))


def place_as_text(place: int | None, *, shared: bool) -> str:
    """Return a place in figures: "3", "=3" if others share it, "" if there is none."""
    return f"{'=' if shared else ''}{place}" if place else ""


def places_as_text(places: Iterable[int | None]) -> dict[int | None, str]:
    """Return each of these places in figures; one that occurs twice is shared."""
    number = Counter(places)
    return {place: place_as_text(place, shared=many > 1) for place, many in number.items()}


def each_place(places: Mapping[Who, int]) -> dict[Who, str]:
    """Return the place in figures of each of these people or teams."""
    written = places_as_text(places.values())
    return {key: written[place] for key, place in places.items()}


def ranked_by(points: Iterable[int]) -> dict[int, str]:
    """Return the place in figures of each of these points, the most first."""
    number = Counter(points)
    return {
        mine: place_as_text(1 + sum(number[one] for one in number if one > mine), shared=many > 1)
        for mine, many in number.items()
    }


def describe_games(standing: Standing, rules: RuleSet, sides: Sequence[str]) -> list[str]:
    """Return the finished games and rubbers and the score of the game in progress, a line each."""
    over = [describe_game(game, sides) for game in standing.games]
    over += [describe_rubber(rubber, sides) for rubber in rubbers(standing, rules)]
    return [*over, describe_standing(standing, sides)]


def describe_standing(standing: Standing, sides: Sequence[str]) -> str:
    """Return the score of the game in progress, "Game 2 so far: Ann and Cat 4, Ben and Dan 2"."""
    now = ", ".join(
        f"{side} {figure(points)}" for side, points in zip(sides, standing.score, strict=True)
    )
    return f"Game {standing.over + 1} so far: {now}"


def describe_rubber(rubber: Rubber, sides: Sequence[str]) -> str:
    """Return a rubber, such as "Rubber 1 to Ann and Cat, 10 points to 0", broken off or tied."""
    one, other = rubber.points
    if rubber.winner is not None:
        points = (rubber.points[rubber.winner], rubber.points[1 - rubber.winner])
        return f"Rubber {rubber.no} to {sides[rubber.winner]}, {points[0]} points to {points[1]}"
    how = "with games tied" if rubber.finished else "not finished"
    return f"Rubber {rubber.no} {how}, {sides[0]} {one}, {sides[1]} {other}"


def tricks(number: int, *, of: int = TRICKS) -> str:
    """Return "no trick", "one trick", "three tricks", "all five"."""
    if number == of:
        return f"all {NUMBERS[of]}"
    return f"{'no' if number == 0 else NUMBERS[number]} trick{'' if number < 2 else 's'}"


def facts(hand: Hand) -> str:
    """Return the recorded facts that the score does not need, such as "turned ♥, ordered, called
    ♠"."""
    parts = []
    if hand.turned:
        parts.append("joker turned" if hand.turned == JOKER else f"{PIPS[hand.turned]} turned")
    if hand.made:
        parts.append(hand.made)
    if hand.picked_up:
        parts.append("the dealer had to pick it up" if hand.turned else "joker picked up")
    if hand.trump and (hand.made == "named" or not hand.turned or hand.trump in NO_TRUMP):
        parts.append(NO_TRUMP.get(hand.trump) or f"{PIPS[hand.trump]} trumps")
    if hand.call:
        parts.append(f"called {PIPS[hand.call]}")
    if hand.best_card:
        parts.append("took the partner’s best card")
    return ", ".join(parts)


PIPS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
NO_TRUMP = {HIGH: "no trump, high", LOW: "no trump, low"}


# -- Scores for a voice: the sentences a screen says aloud, without signs that voices swallow.
# ----------------------------------------------------------------------------------------------


def spoken(sentences: Iterable[str]) -> str:
    """Return the sentences as spoken: "6–3" is "6 to 3", "−2" is "minus 2", "+2" "plus 2"."""
    text = " ".join(f"{one.rstrip('.')}." for one in sentences if one)
    text = re.sub(r"(?<=\d)–(?=\d)", " to ", text)
    return text.replace("−", "minus ").replace("+", "plus ")
