"""`.venv/bin/python -m tests.euchre.agree 20000`: sheets by chance, whose hands are read back from
their words and from the short form. Each way must come to the same scores.

The words are read by what a player knows: the names, and what a number or a sign means.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from time import monotonic

from scoring.euchre import notation, score_out
from scoring.euchre.game import ImpossibleSitting, Played, play
from scoring.euchre.hand import (
    ALONE,
    FROM_OWN,
    PENALTY,
    SUITS,
    TO_OTHERS,
    Hand,
    ImpossibleHand,
    Irregularity,
)
from scoring.euchre.rule_set import NUMBERS, RuleSet
from scoring.euchre.score_out import Scored
from scoring.euchre.sheet import BadSheet, Sheet, document, loads
from scoring.euchre.wording import OFFENDED, VOIDS, describe, gains, scored, spoken
from scoring.table.pure.result import PlayedAt, result_of
from tests.euchre.chance import any_sheet

HANDS = 12
WRONG = 0.1
TIMES = {"": 1, " twice": 2} | {f" {times} times": times for times in range(3, 10)}
NUMBER_OF = {word: number for number, word in enumerate(NUMBERS)} | {"no": 0}


def differences(seed: int) -> Iterator[str]:
    """Yield what is told of the sheet of this seed and is not what the score says."""
    sheet = any_sheet(Random(seed), HANDS, wrong=WRONG)
    try:
        found = score_out.score(sheet)
    except BadSheet as refused:
        yield f"refused: {refused}"
        return
    said = score_out.document(found)
    for way, told in (("file", document), ("short form", _in_short), ("cut names", _cut_short)):
        try:
            again = score_out.document(score_out.score(loads(json.dumps(told(sheet)).encode())))
        except BadSheet as refused:
            again = {"refused": str(refused)}
        if again != said:
            yield way
    yield from _of_the_words(found)
    for one in found.hands:
        wrongs = _of_a_hand(one, sheet.players, sheet.rules)
        yield from (f"hand {one.no}: {wrong}" for wrong in wrongs)
    yield from _of_the_games(found, said)
    yield from _of_the_result(found)


# -- The short form.


def _in_short(sheet: Sheet) -> dict:
    """Return the sheet with each hand in the short form, where that says all that counts."""
    whole = document(sheet)
    for no, entry in enumerate(sheet.hands):
        bare = replace(entry.hand, turned=None, trump=None, made=None, call=None)
        whole["hands"][no] = notation.written(bare, sheet.players) or whole["hands"][no]
    return whole


def _cut_short(sheet: Sheet) -> dict:
    """Return the same with small letters, and names cut to beginnings that no other player has."""
    whole = _in_short(sheet)
    short = [
        _cut(hand, sheet.players).lower() if isinstance(hand, str) else hand
        for hand in whole["hands"]
    ]
    return whole | {"hands": short}


def _cut(text: str, names: Sequence[str]) -> str:
    """Return a hand in short form with names cut to beginnings that no other player has."""
    for name in names:
        others = [other.lower() for other in names if other != name]
        enough = (
            name[:letters]
            for letters in range(1, len(name) + 1)
            if not any(other.startswith(name[:letters].lower()) for other in others)
        )
        text = re.sub(rf"\b{name}\b", next(enough, name), text)
    return text


# -- The words of a hand.


def in_words(text: str, names: Sequence[str], rules: RuleSet) -> Hand:
    """Return the Hand that these words describe: "Ben alone, two tricks; Cat reneged twice"."""
    if text.startswith(f"{VOIDS[PENALTY]}: "):
        given = text.removeprefix(f"{VOIDS[PENALTY]}: ").split("; ")
        found = [one for what in given for one in _offences(what, names)]
        return Hand(void=PENALTY, irregularities=tuple(found))
    for void, word in VOIDS.items():
        if text == word:
            return Hand(void=void)
    played, *happened = text.split("; ")
    if rules.each_scores:
        offences = [one for what in happened for one in _offences(what, names)]
        return Hand(**_each_took(played, names), irregularities=tuple(offences))
    who, _, last = played.rpartition(", ")
    tricks = _tricks(last, rules)
    who = played if tricks is None else who
    offences = [one for what in happened for one in _offences(what, names)]
    return Hand(**_who(who, names, rules), tricks=tricks, irregularities=tuple(offences))


def _each_took(text: str, names: Sequence[str]) -> dict:
    """Return maker and tricks of "Ben made trump: Ann 1, Ben 3, Cat out, Dan 1"."""
    who, _, each = text.partition(": ")
    found = dict(part.rsplit(" ", 1) for part in each.split(", "))
    maker = who.removesuffix(" made trump")
    return {
        "maker": None if who == "No maker" else names.index(maker),
        "taken": tuple(None if found[name] == "out" else int(found[name]) for name in names),
    }


def _tricks(text: str, rules: RuleSet) -> int | None:
    if text == f"all {NUMBERS[rules.tricks_dealt]}":
        return rules.tricks_dealt
    word, _, unit = text.partition(" ")
    return NUMBER_OF[word] if unit in ("trick", "tricks") else None


def _who(text: str, names: Sequence[str], rules: RuleSet) -> dict:
    """Return maker, partner, lone players, bid and special from who played."""
    text, _, against = text.partition(" against ")
    who: dict = {"defender_alone": names.index(against.removesuffix(" alone"))} if against else {}
    text, _, special = text.partition(", a ")
    who |= {"special": special} if special else {}
    maker, _, other = text.partition(", ")
    if other:
        return who | {
            "maker": names.index(maker),
            "alone": names.index(other.removesuffix(" alone")),
        }
    if " bid " in text:
        maker, had_to, bid = re.fullmatch(r"(\w+)( had to)? bid (.*)", text).groups()
        named = {one.name: one.key for one in rules.bids_for_all} | {ALONE: ALONE}
        number, _, alone = bid.partition(" ")
        seat = names.index(maker)
        if bid not in named:
            told = {"bid": NUMBER_OF[number], "alone": seat if alone == ALONE else None}
        else:
            told = {"bid": named[bid], "alone": seat}
        return {"maker": seat, "forced": True if had_to else None} | told
    if " with " in text:
        maker, _, partner = text.partition(" with ")
        return {"maker": names.index(maker), "partner": names.index(partner)}
    if called := re.fullmatch(r"(.*) called( \w+)? and was alone", text):
        suits = {f" {word}": suit for suit, word in SUITS.items()}
        return {"maker": names.index(called[1]), "call": suits.get(called[2])}
    maker = text.removesuffix(" alone")
    # Of a hand played with the cards shown, "alone" says the same as the kind of hand.
    alone = names.index(maker) if maker != text and not special else None
    return who | {"maker": names.index(maker), "alone": alone}


GIVEN = re.compile(r"(\w+) (gives the others|loses) (\d+)(?: \((.*)\))?")


def _offences(text: str, names: Sequence[str]) -> Iterator[Irregularity]:
    if given := GIVEN.fullmatch(text):
        name, did, points, why = given.groups()
        to = FROM_OWN if did == "loses" else TO_OTHERS
        about = {"by": names.index(name), "points": int(points), "to": to, "why": why or ""}
        yield Irregularity(kind=PENALTY, **about)
    for kind, did in OFFENDED.items():
        for often, times in TIMES.items():
            if text.endswith(f" {did}{often}"):
                for name in re.split(", | and ", text.removesuffix(f" {did}{often}")):
                    yield Irregularity(kind=kind, by=names.index(name), times=times)


def _of_the_words(found: Scored) -> Iterator[str]:
    """Yield where the hands of the words come to other points than those of the sheet."""
    sheet = found.sheet
    names, rules = sheet.players, sheet.rules
    words = [describe(one.hand, names, rules) for one in found.hands]
    at = {"rules": rules, "seats": len(names), "first_dealer": sheet.dealer, "kept": True}
    try:
        read = [in_words(text, names, rules) for text in words]
        dealt = [entry.hand.dealer for entry in sheet.hands]
        hands = [replace(hand, dealer=seat) for hand, seat in zip(read, dealt, strict=True)]
        again = play(hands, **at)
    except (ValueError, ImpossibleHand, ImpossibleSitting) as why:
        yield f"the words say no hand that can be: {why}"
        return
    for text, one, other in zip(words, found.hands, again, strict=True):
        if (one.score, one.next_dealer) != (other.score, other.next_dealer):
            yield f"hand {one.no}: the words {text!r}"


# -- The words of its score.


def _of_a_hand(one: Played, names: Sequence[str], rules: RuleSet) -> Iterator[str]:
    """Yield the sentences about a hand's points that say other points."""
    points = one.score.points
    in_words = gains(points, names, rules)
    for text, read in (
        (in_words, _gains(in_words, names)),
        (aloud := spoken([in_words]), _gains(_unspoken(aloud), names)),
        (first := scored(points, names, rules), _figures_first(first, names)),
    ):
        if read != points:
            yield f"{text!r}, not {points}"
    for award in one.score.awards:
        each = {number for _, number in award.points}
        number = re.search(r": (−?\d+)( each)?(, not counted.*)?$", award.why)
        said = {int(number[1].replace("−", "-"))} if number else set()
        if each != said:
            yield f"{award.why!r}, not {each}"


def _unspoken(text: str) -> str:
    return text.removesuffix(".").replace("minus ", "−").replace("plus ", "+")


def _number(text: str) -> int:
    return int(text.replace("−", "-").replace("+", ""))


def _seats(text: str, names: Sequence[str]) -> list[int]:
    """Return who is meant by "Ann, Ben and Cat" or "Everyone but Dan"."""
    for all_but in ("Everyone but ", "all but "):
        if text.startswith(all_but):
            return [seat for seat, name in enumerate(names) if name != text.removeprefix(all_but)]
    return [names.index(name) for name in re.split(", | and ", text)]


def _gains(text: str, names: Sequence[str]) -> tuple[int, ...]:
    """Return the points by seat of "Ben and Dan +3 each" or "Ann and Cat +2, Ben and Dan −3"."""
    points = [0] * len(names)
    for who, number in re.findall(r"(?:^|, )([^+−\d]+) ([+−]\d+)(?: each)?", text):
        for seat in _seats(who, names):
            points[seat] = _number(number)
    return tuple(points)


def _figures_first(text: str, names: Sequence[str]) -> tuple[int, ...]:
    """Return the points by seat of "+2 Ann and Cat · −3 Ben and Dan"."""
    points = [0] * len(names)
    if text == "No points":
        return tuple(points)
    for part in text.split(" · "):
        number, _, who = part.partition(" ")
        for seat in _seats(who, names):
            points[seat] = _number(number)
    return tuple(points)


# -- Games, rubbers and the result.


def _of_the_games(found: Scored, said: dict) -> Iterator[str]:
    """Yield the lines about games and rubbers that say something else than the score."""
    if found.standing is None:
        return
    sides = [_listed(side) for side in said["sides"]]
    lines = score_out.table(found).split("\n\n")[2].split("\n")
    expected = [_game(game, sides) for game in said["games"]]
    expected += [_rubber(rubber, sides) for rubber in said["rubbers"]]
    now = dict(zip(sides, said["score"], strict=True))
    if [_read(line) for line in lines] != [*expected, (len(said["games"]) + 1, now)]:
        yield f"games: {lines}"


def _listed(names: Sequence[str]) -> str:
    return f"{', '.join(names[:-1])} and {names[-1]}" if names[1:] else names[0]


def _game(game: dict, sides: Sequence[str]) -> tuple:
    others = [score for no, score in enumerate(game["score"]) if no != game["winner"]]
    values = [value for no, value in enumerate(game["values"]) if no != game["winner"]]
    worth = set(values) if len(set(values)) > 1 or values[0] > 1 else set()
    return (
        *("game", game["no"], sides[game["winner"]], game["score"][game["winner"]]),
        *(sorted(others), worth, game["lap"]),
    )


def _rubber(rubber: dict, sides: Sequence[str]) -> tuple:
    winner = rubber["winner"]
    points = sorted(rubber["points"]) if winner is None else rubber["points"]
    return (
        *("rubber", rubber["no"], None if winner is None else sides[winner]),
        *(rubber["finished"], sorted(points)),
    )


def _read(line: str) -> tuple:
    """Return what a line about a game, a rubber or the game in progress says."""
    figure = r"−?\d+"
    losers = rf"–({figure})|((?:, (?!counts )\w+ {figure})+)"
    if over := re.match(rf"Game (\d+) to ([^\d−]+), ({figure})(?:{losers})", line):
        rest = line[over.end() :]
        lap = re.search(r", a lap of (\d+)", rest)
        rest = rest[: lap.start()] if lap else rest
        others = re.findall(figure, over[4] or over[5])
        worth = {int(value) for value in re.findall(r"\d+", rest)}
        return (
            *("game", int(over[1]), over[2], _number(over[3])),
            *(sorted(map(_number, others)), worth, int(lap[1]) if lap else 0),
        )
    if rubber := re.match(r"Rubber (\d+) (?:to ([^\d]+), |(with games tied|not finished), )", line):
        points = sorted(map(_number, re.findall(figure, line[rubber.end() :])))
        return ("rubber", int(rubber[1]), rubber[2], rubber[3] != "not finished", points)
    no, _, now = line.removeprefix("Game ").partition(" so far: ")
    found = re.findall(rf"(.+?) ({figure})(?:, |$)", now)
    return int(no), {who: _number(number) for who, number in found}


def _of_the_result(found: Scored) -> Iterator[str]:
    """Yield the sentences of the evening's result that name another winner, or other scores."""
    sheet, standing = found.sheet, found.standing
    people = tuple(range(len(sheet.players)))
    at = PlayedAt("Table 1", sheet.rules, people, sheet.players, found.hands)
    (table,) = result_of([at], over=True).tables
    games = standing.games if standing else ()
    figures = {}
    for no, seats in enumerate(at.sides):
        won = [game.winner for game in games].count(no)
        name = _listed([sheet.players[seat] for seat in seats])
        figures[name] = won if standing else found.totals[sheet.players[seats[0]]]
    if not _says_who_won(table.headline, figures):
        yield f"result: {table.headline!r}, not {figures}"
    said = re.findall(r"−?\d+", table.scores.partition("Unfinished")[0]) if standing else []
    if sorted(map(_number, said)) != sorted(points for game in games for points in game.score):
        yield f"result: {table.scores!r}, not {games}"


def _says_who_won(headline: str, figures: dict[str, int]) -> bool:
    best = max(figures.values())
    first = [name for name, figure in figures.items() if figure == best]
    if best <= 0:
        return headline in ("No game is finished", "No one scored")
    if len(first) == len(figures):
        return headline.startswith(f"Tied at {best} ")
    if len(first) > 1:
        return f"tied at {best} " in headline and all(name in headline for name in first)
    said = re.fullmatch(r"(.*) won (?:by|with) (\d+) \w+(?: to (−?\d+))?", headline)
    other = _number(said[3]) if said and said[3] else None
    two = min(figures.values()) if len(figures) == 2 else None
    return said is not None and (said[1], int(said[2]), other) == (first[0], best, two)


def main(arguments: Sequence[str]) -> int:
    """Print every sheet that disagrees, and how many were tried; return 1 if any did."""
    number, first = int(arguments[0]), int(arguments[1]) if len(arguments) > 1 else 0
    began, wrong = monotonic(), 0
    for seed in range(first, first + number):
        for difference in differences(seed):
            wrong += 1
            print(f"sheet {seed}: {difference}", flush=True)
    print(f"{number} sheets of {HANDS} hands, {wrong} differences, {monotonic() - began:.0f} s")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
