"""A person with two entries in a club's list, for the tests of merging them."""

from scoring.club.actions.merge import merge_players
from scoring.common.permissions import Actor
from scoring.models import Player
from scoring.people.actions.people import add_players
from tests.cast import a_table, an_evening, an_organiser, close

WITH_ZOE = ["Zoe", "Ann", "Ben", "Cat", "Dan"]
WITH_ZOË = ["Zoë", "Eve", "Fay", "Gus", "Hal"]


def two_entries(club) -> tuple[Player, Player]:
    """Return Zoë, a member, and Zoe, who was typed as a guest at a table."""
    (kept,), (gone,) = (
        add_players(club=club, names=["Zoë"]),
        add_players(club=club, names=["Zoe"], guest=True),
    )
    return kept, gone


def kate() -> Actor:
    return Actor(user=an_organiser("kate"))


def merge(two):
    kept, gone = two
    return merge_players(kept=kept, gone=gone, actor=kate())


def an_evening_at_two_tables(club, **what):
    """An evening at which she sat at both tables, under two names, and closed."""
    session = an_evening(club, **what)
    a_table("Zoe! 5", "Ann+Zoe 4", "Ben+Zoe 3", "Cat! 2", session=session, names=WITH_ZOE)
    a_table("Zoë! 5", "Zoë+Fay 5", "Eve+Gus 3", "Hal! 2", session=session, names=WITH_ZOË)
    return close(session)


def an_evening_played(club, names, hands=("Ann! 5", "Ben+Cat 3", "Zoe! 5", "Zoe+Ann 4"), **what):
    session = an_evening(club, **what)
    a_table(*hands, session=session, names=names)
    return session
