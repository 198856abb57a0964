"""The league rules in sentences: what a match is, who wins it, what counts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

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
    "difference": "difference of points",
    "for": "points of games",
    "head-to-head": "the matches between those who are level",
}
PAYS_LATE = {"winner": "the winners lose", "home": "the home team loses", "both": "both teams lose"}
AS_MANY = "as often as they like"


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
        ("A match", f"{match(agreement)} {decision(agreement)}", ("match",)),
        ("The table", order(agreement), ("order",)),
        ("A walkover", walkover(agreement), ("walkover", "late")),
        ("The season", season(agreement), ("parts", "divisions", "cup")),
        ("Who may play", players(agreement), _OF_PLAYERS),
        ("The card", card(agreement), ("card", "disputes")),
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
    played = f"{all_games} to {target}" if target else f"{all_games}, each of so many hands"
    often = agreement.games_a_meeting
    many = number(pairs).capitalize()
    if agreement.meet == "free":
        return f"{many} tables of two against two, partners change: {played}."
    if pairs == 1:
        return f"One pair plays the other: {played}."
    if agreement.meet == "each":
        again = "" if often == 1 else f" {_times(often)}"
        return f"{many} pairs each play the {number(pairs)} others{again}: {played}."
    whom = "that the captains draw" if agreement.meet == "drawn" else "of its number"
    meeting = _counted(often, "game")
    return f"{many} pairs each play the one {whom}, {meeting}: {played}."


def decision(agreement: Agreement) -> str:
    """Return "Five of nine win: 2 points."."""
    settings, points = agreement.settings, agreement.settings.points
    games = games_a_match(agreement)
    if settings.decided_by == "games":
        wins = f"{number(games // 2 + 1).capitalize()} of {number(games)} win"
        level = games % 2 == 0
    else:
        wins, level = "More points in all win", True
    if points.game and not points.win:
        a_game = f"{_counted(points.game, 'point')} for every game won"
        return f"{a_game}; {wins[:1].lower()}{wins[1:]} the match."
    given = [_counted(points.win, "point")]
    if level and points.draw:
        given.append(f"level, {points.draw} each")
    if points.loss:
        given.append(f"losing, {points.loss}")
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
    return f"Who is given the match has {here}, the others {there}."


def season(agreement: Agreement) -> str:
    """Return how often teams meet, and what follows the table."""
    settings = agreement.settings
    often = f"Each meets each {_times(settings.rounds)}"
    if settings.home_and_away and settings.rounds > 1:
        often += ", at home and away"
    if len(agreement.parts) > 1:
        often += f", in each of {' and '.join(agreement.parts)}"
    said = [f"{often}."]
    if agreement.play_off != "none":
        said.append(f"{PLAY_OFFS[agreement.play_off].capitalize()}.")
    if agreement.stages:
        said.append(f"{' to '.join(agreement.stages)}: the first {agreement.up or 1} go on.")
    elif agreement.up or agreement.down:
        said.append(f"{_going(agreement.up, 'up')}, {_going(agreement.down, 'down')}.".capitalize())
    if agreement.cup:
        called = "" if agreement.cup.casefold() == "knock-out" else f": {agreement.cup}"
        said.append(f"A knock-out is played beside it{called}.")
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
        said["least"] = f"{number(who.least).capitalize()} of the squad at least play."
    if who.squad:
        said["squad"] = f"A squad is {who.squad} at most."
    said["borrowed"] = _how_often("Somebody", "Nobody", "of another team is borrowed", who.borrowed)
    said["transfers"] = _how_often("A player", "No player", "changes the team", who.transfers)
    new = "A new player may sign" if who.on_the_night else "Nobody is registered"
    said["on_the_night"] = f"{new} on the night."
    return said


def _how_often(who: str, nobody: str, does: str, most: int | None) -> str:
    if most is None:
        return f"{who} {does} {AS_MANY}."
    return f"{who} {does} {_times(most)} a season at most." if most else f"{nobody} {does}."


def card(agreement: Agreement) -> str:
    """Return when a card is due, and what it costs to be late."""
    due = agreement.card
    if due is None:
        return "No hour is set by which it must be in."
    late = ""
    if due.points:
        late = f"; later, {PAYS_LATE[due.late]} {_counted(due.points, 'point')}"
    return f"In by {WEEKDAYS[due.weekday].capitalize()}, {due.at:%H:%M}{late}."


FEES = {
    "entry": "a team for the season",
    "match": "a team for a match",
    "signing": "a player, to be registered",
    "transfer": "a player, to change the team",
    "late_card": "a late card",
}


def fees(agreement: Agreement, money: Callable[[int], str]) -> str:
    """Return what is paid, by `money` written."""
    asked = [
        f"{says} {money(getattr(agreement.fees, key))}"
        for key, says in FEES.items()
        if getattr(agreement.fees, key)
    ]
    return f"{'; '.join(asked).capitalize()}." if asked else "No fees."
