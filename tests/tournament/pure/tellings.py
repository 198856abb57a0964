"""What is told of one table, and what comes of it."""

from scoring.tournament.pure.reports import Testimony as Told
from scoring.tournament.pure.reports import verdict
from scoring.tournament.pure.values import Result

SEATS = {"N": 1, "E": 2, "S": 3, "W": 4}
OF_THREE = {"N": 1, "E": 2, "S": 3}
NAMES = {1: "Ann", 2: "Ben", 3: "Cat", 4: "Dot"}
NS_EIGHT = Result(points={"NS": 8, "EW": 5})
EIGHT_FIVE = {"NS": 8, "EW": 5}


def heard(*told, seats=SEATS, needs_winner=True):
    return verdict(told, seats, needs_winner=needs_winner, names=NAMES)


def outcome(*told, **more):
    found = heard(*told, **more)
    return found.state, found.result


def hands(points=None, **more):
    return Told(source="hands", points=points or EIGHT_FIVE, **more)


def totals(side, ns=8, ew=5, **more):
    return Told(source="table", side=side, points={"NS": ns, "EW": ew}, **more)


def card(owner, *, order=1, lones=None, tie=None, **points):
    return Told(
        source="card", entrant=owner, points=points, lones=lones or {}, tie=tie, order=order
    )


def director(order=9, **more):
    return Told(source="director", order=order, **more)


def objection(side, why="", order=5):
    return Told(source="table", side=side, objects=True, why=why, order=order)
