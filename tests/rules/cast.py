"""The people of these tests, and short ways to speak about what they score."""

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
    return {"format": "euchre-sheet/1", "rules": "call-ace", "players": cast, "hands": list(hands)} | more
