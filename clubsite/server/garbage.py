"""Garbage is collected seldom: what was loaded at the start stays, and pages make thousands of
objects, not hundreds."""

import gc


def tidy_up_seldom() -> None:
    """Once everything is loaded: tidy up after thousands of objects."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 50, 50)
