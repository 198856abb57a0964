"""The colour and the shape of a player's disc, from its number.

A club has more people than a table has seats. With a colour and a shape each, seven of both make
49 discs, so that a player can keep theirs wherever they sit.
"""

COLOURS = 7
"""As many colours, and as many shapes, as people fit round a table."""
DISCS = COLOURS**2


def own_disc(player: int) -> int:
    """Return the number of a player's disc (0 to 48), by their key."""
    return (player - 1) % DISCS


def colour_of(disc: int) -> int:
    """Return its colour, 0 to 6."""
    return disc % COLOURS


def shape_of(disc: int) -> int:
    """Return its shape, 0 to 6. In each seven discs in a row every colour has another shape."""
    return (disc + disc // COLOURS) % COLOURS
