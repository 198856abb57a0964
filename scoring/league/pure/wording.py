"""The league rules in sentences: what a match is, who wins it, what counts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from scoring.common.dates import written_time
from scoring.league.pure.agreement import PLAY_OFFS, Agreement, Trophy
from scoring.league.pure.league_file import WEEKDAYS
from scoring.league.pure.values import Rule

NUMBERS = (
    *("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve"),
)
ORDER: dict[Rule, str] = {
    "points": "league points",
    "wins": "matches won",
    "games": "games won",
    "difference": "points difference",
    "for": "points scored in games",
    "head-to-head": "matches between tied teams",
}
PAYS_LATE = {"winner": "the winners lose", "home": "the home team loses", "both": "both teams lose"}


@dataclass(frozen=True, kw_only=True)
class Clause:
    """A clause of the league rules, with its text, and the league's own `words` on it, by topic."""

    heading: str
    says: str
    words: tuple[str, ...] = ()


def clauses(agreement: Agreement, money: Callable[[int], str]) -> Iterator[Clause]:
    """Yield everything that was agreed, in the order in which people ask for it; `money` writes an
    amount."""
    parts = [
        ("Match", f"{match(agreement)} {decision(agreement)}", ("match",)),
        ("Order", order(agreement), ("order",)),
        ("Walkover", walkover(agreement), ("walkover", "late")),
        ("Season", season(agreement), ("parts", "divisions", "cup")),
        ("Players", players(agreement), _OF_PLAYERS),
        ("Card", card(agreement), ("card", "disputes")),
        ("Fees", fees(agreement, money), ("fees",)),
    ]
    for heading, says, words in parts:
        yield Clause(
            heading=heading,
            says=says,
            words=tuple(agreement.words[key] for key in words if key in agreement.words),
        )


_OF_PLAYERS = ("least", "squad", "borrowed", "transfers", "on_the_night")


def number(count: int) -> str:
    """Return "three", "14"."""
    return NUMBERS[count] if count < len(NUMBERS) else str(count)


def _counted(count: int, unit: str) -> str:
    return f"{count} {unit}{'' if count == 1 else 's'}"


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


def games_a_match(agreement: Agreement) -> int:
    """Return how many games all pairs of a team play in a match."""
    return agreement.settings.pairs * agreement.settings.games


def match(agreement: Agreement) -> str:
    """Return "Three pairs each play the three others: 9 games to 21."."""
    settings = agreement.settings
    pairs, target = settings.pairs, settings.target
    all_games = _counted(games_a_match(agreement), "game")
    played = f"{all_games} to {target}" if target else f"{all_games}, each a set number of hands"
    often = agreement.games_a_meeting
    many = number(pairs).capitalize()
    if agreement.meet == "free":
        return f"{many} tables of two against two, partners change: {played}."
    if pairs == 1:
        return f"One pair plays the other: {played}."
    if agreement.meet == "each":
        again = "" if often == 1 else f" {_times(often)}"
        return f"{many} pairs each play the {number(pairs)} others{again}: {played}."
    drawn = "an opponent that the captains draw"
    whom = drawn if agreement.meet == "drawn" else "the pair of the same number"
    meeting = _counted(often, "game")
    return f"{many} pairs each play {whom}, {meeting}: {played}."


def decision(agreement: Agreement) -> str:
    """Return "Five of nine win: 2 points."."""
    settings, points = agreement.settings, agreement.settings.points
    games = games_a_match(agreement)
    if settings.decided_by == "games":
        wins = f"{number(games // 2 + 1).capitalize()} of {number(games)} games win"
        level = games % 2 == 0
    else:
        wins, level = "Most points in all wins", True
    if points.game and not points.win:
        a_game = f"{_counted(points.game, 'point')} for every game won"
        return f"{a_game}; {wins[:1].lower()}{wins[1:]} the match."
    given = [_counted(points.win, "point")]
    if level and points.draw:
        given.append(f"a draw, {points.draw} each")
    if points.loss:
        given.append(f"a loss, {points.loss}")
    if points.game:
        given.append(f"{_counted(points.game, 'point')} for every game won")
    return f"{wins}: {'; '.join(given)}."


def order(agreement: Agreement) -> str:
    """Return "By league points, then games won."."""
    rules = [ORDER[rule] for rule in agreement.settings.order]
    said = [f"By {', then '.join(rules)}."]
    said += [_trophy(trophy) for trophy in agreement.trophies]
    return " ".join(said)


def _trophy(trophy: Trophy) -> str:
    given = [
        f"{count} for {what}"
        for what, count in (
            ("a match won", trophy.win),
            ("a game won", trophy.game),
            ("a walkover", trophy.walkover),
        )
        if count
    ]
    return f"{trophy.name}: {', '.join(given) or 'no points yet'}."


def walkover(agreement: Agreement) -> str:
    """Return what both teams have of a match that was not played."""
    points = agreement.settings.points
    here, there = _counted(points.walkover, "point"), points.walkover_against or "none"
    return f"The team given the match gets {here}, the other {there}."


def season(agreement: Agreement) -> str:
    """Return how often teams meet, and what follows the table."""
    settings = agreement.settings
    often = f"Teams meet {_times(settings.rounds)}"
    if settings.home_and_away and settings.rounds > 1:
        often += ", at home and away"
    if len(agreement.parts) > 1:
        often += f", in each of {' and '.join(agreement.parts)}"
    said = [f"{often}."]
    if agreement.play_off != "none":
        said.append(f"{PLAY_OFFS[agreement.play_off].capitalize()}.")
    if agreement.stages:
        said.append(f"{' to '.join(agreement.stages)}: the first {agreement.up or 1} go through.")
    elif agreement.up or agreement.down:
        said.append(f"{_going(agreement.up, 'up')}, {_going(agreement.down, 'down')}.".capitalize())
    if agreement.cup:
        called = "" if agreement.cup.casefold() == "knock-out" else f": {agreement.cup}"
        said.append(f"There is also a knock-out{called}.")
    return " ".join(said)


def _going(teams: int, where: str) -> str:
    return f"{number(teams)} {'goes' if teams == 1 else 'go'} {where}"


def players(agreement: Agreement) -> str:
    """Return who may play."""
    return " ".join(_of_players(agreement).values())


def rule_of(agreement: Agreement, about: str) -> str:
    """Return the league's own words about "least", "squad", "borrowed", "transfers" or
    "on_the_night"; where it has none, what was agreed on. Nothing where there is no such rule."""
    return agreement.words.get(about) or _of_players(agreement).get(about, "")


def _of_players(agreement: Agreement) -> dict[str, str]:
    who = agreement.players
    said = {}
    if who.least:
        said["least"] = f"At least {number(who.least)} of the squad play."
    if who.squad:
        said["squad"] = f"A squad has at most {who.squad} players."
    borrowed = "player of another team may be borrowed"
    said["borrowed"] = _how_often(borrowed, who.borrowed)
    said["transfers"] = _how_often("player may change teams", who.transfers)
    new = "A new player may sign" if who.on_the_night else "No player may be registered"
    said["on_the_night"] = f"{new} on the night."
    return said


def _how_often(may: str, most: int | None) -> str:
    if most is None:
        return f"A {may} any number of times."
    return f"A {may} at most {_times(most)} a season." if most else f"No {may}."


def card(agreement: Agreement) -> str:
    """Return when a card is due, and what it costs to be late."""
    due = agreement.card
    if due is None:
        return "The card has no deadline."
    late = ""
    if due.points:
        late = f"; if late, {PAYS_LATE[due.late]} {_counted(due.points, 'point')}"
    return f"Due by {WEEKDAYS[due.weekday].capitalize()}, {written_time(due.at)}{late}."


FEES = {
    "team": {"entry": "season", "match": "match", "late_card": "late card"},
    "player": {"signing": "registration", "transfer": "transfer"},
}


def fees(agreement: Agreement, money: Callable[[int], str]) -> str:
    """Return what is paid, by `money` written: "Per team: season £10.00, late card £2.00."."""
    found = {
        whom: ", ".join(
            f"{says} {money(getattr(agreement.fees, key))}"
            for key, says in kinds.items()
            if getattr(agreement.fees, key)
        )
        for whom, kinds in FEES.items()
    }
    return " ".join(f"Per {whom}: {says}." for whom, says in found.items() if says) or "No fees."
