"""What must hold of a captains' night, by its history alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tests.simulation.checker import EXCUSES, Verdict, broken, met_in, refused_after_all
from tests.simulation.faults import RESTORED
from tests.simulation.history import Event, History

LATEST_ANSWER = 80_000
"""Milliseconds that an answer may take on its way to a phone."""


def check_card(history: History) -> Verdict:
    """Return what is to be said of a night in which a card is filled in."""
    night = _Card(history)
    return Verdict(
        acknowledged=len(night.acknowledged),
        lost=list(night.lost()),
        doubled=list(night.doubled()),
        stuck=list(night.stuck()),
        wrong=[
            *night.wrong_screens(),
            *night.wrong_card(),
            *refused_after_all(history),
            *broken(history),
        ],
        faults=Counter(event.what["name"] for event in history.those("fault")),
        branches=met_in(history),
    )


class _Card:
    def __init__(self, history: History) -> None:
        self.history = history
        self.made = {event.what["key"]: event for event in history.those("made")}
        self.cards = history.those("card")
        self.last = next(event.what for event in self.cards if "last" in event.what)
        self.acknowledged: dict[str, int] = {}
        for event in history.those("answered"):
            key = event.what["says"]["key"]
            if event.what["status"] == 200 and key in self.made:
                self.acknowledged.setdefault(key, event.ms)

    def lost(self) -> Iterator[str]:
        """The points that were acknowledged are on the card, or others that were entered for the
        same game."""
        for card in self.cards:
            for key, at in self.acknowledged.items():
                if at > card.ms or self._comes_again(self.made[key], at, card):
                    continue
                for field, points in self.made[key].what["points"].items():
                    if card.what["points"].get(field) not in self._said_of(field):
                        yield f"{points} of {field} was acknowledged at {at} ms"
        for event in self.history.those("entered again"):
            told = [
                one
                for one in self.made.values()
                if one.what["do"] == "round"
                and one.ms < event.ms
                and one.what["points"].items() <= event.what["points"].items()
            ]
            if told and not all(self._lost_with_its_phone(one) for one in told):
                yield f"round {event.what['round']} had to be entered again at {event.ms} ms"

    def _said_of(self, field: str) -> set[str]:
        return {
            one.what["points"][field] for one in self.made.values() if field in one.what["points"]
        }

    def _comes_again(self, made: Event, acknowledged: int, card: Event) -> bool:
        for event in self.history.those("fault"):
            if (
                event.what["name"] == RESTORED
                and event.what["kept"] < acknowledged < event.ms + LATEST_ANSWER
                and event.ms <= card.ms
            ):
                return "last" not in card.what or self._lost_with_its_phone(made)
        return False

    def _lost_with_its_phone(self, made: Event) -> bool:
        """Whether its phone's storage was wiped, or could store nothing and its tab was closed."""
        return any(
            event.who == made.who
            and event.ms >= made.ms
            and (event.what["name"] in EXCUSES or not self._stored(made, event))
            for event in self.history.those("fault")
            if event.what["name"] in EXCUSES | {"tab killed", "battery empty"}
        )

    def _stored(self, made: Event, by: Event) -> bool:
        return any(
            one["key"] == made.what["key"] and one.get("stored", True)
            for event in self.history.those("shown")
            if event.who == made.who and event.ms <= by.ms
            for one in event.what.get("entries", ())
        )

    def doubled(self) -> Iterator[str]:
        """No meeting is told oftener than people told it."""
        for no, times in self.last["times"].items():
            told = [one for one in self.made.values() if _meetings(one) & {no}]
            if times > len(told):
                yield f"meeting {no} was told {times} times, and by people {len(told)} times"

    def stuck(self) -> Iterator[str]:
        """In the end queues are empty."""
        for event in self.history.those("end"):
            if "points" not in event.what:
                yield f"phone {event.who} has no page open"
            for one in event.what.get("entries", ()):
                if one["state"] in ("kept", "refused"):
                    yield f"round {one['no']} is {one['state']} on {event.who}"

    def wrong_card(self) -> Iterator[str]:
        """In the end the card has what was played, and counts once both captains confirmed it."""
        for event in self.history.those("round"):
            for field, points in event.what["points"].items():
                if self.last["points"].get(field) != points:
                    yield f"{field} is {self.last['points'].get(field)}, and {points} were played"
        if not all(event.what["counts"] for event in self.history.those("counted")):
            yield "the card does not count"

    def wrong_screens(self) -> Iterator[str]:
        """In the end a phone shows what it would be told."""
        told = {event.who: event.what for event in self.history.those("told")}
        for event in self.history.those("end"):
            for what in ("points", "says", "waits"):
                if event.what.get(what) != told[event.who].get(what):
                    yield (
                        f"{event.who} shows {what} {event.what.get(what)!r}, and would be told "
                        f"{told[event.who].get(what)!r}"
                    )


def _meetings(made: Event) -> set[str]:
    return {field[4:-2] for field in made.what["points"]}
