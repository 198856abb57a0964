"""The people of these tests, and short ways to speak about what they score."""

from scoring.euchre.settlement import differences, settle, settle_together

CAST = ("Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Gus")
ANN, BEN, CAT, DAN, EVE, FAY, GUS = range(7)


def told_points(points) -> str:
    """Return points by seat as the examples write them: "Ben 3, Dan 3", or "nobody"."""
    return (
        ", ".join(f"{name} {number}" for name, number in zip(CAST, points, strict=False) if number)
        or "nobody"
    )


def a_sheet(*hands, players=5, **more) -> dict:
    """Return a euchre-sheet/1 document of these hands."""
    cast = list(CAST[:players]) if isinstance(players, int) else players
    return {
        "format": "euchre-sheet/1",
        "rules": "call-ace",
        "players": cast,
        "hands": list(hands),
    } | more


def settle_scores(totals, *, stake=0):
    """Return the Settlement of Call-Ace totals by player."""
    return settle(totals, differences(totals), stake=stake)


def settle_scores_together(sittings):
    """Return one Settlement of several sittings, each its totals by player and its stake."""
    players = dict.fromkeys(player for totals, _ in sittings for player in totals)
    return settle_together(players, [(differences(totals), stake) for totals, stake in sittings])
