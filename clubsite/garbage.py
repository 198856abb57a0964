"""Collect garbage rarely. Modules loaded at the start stay, and a page creates thousands of
objects."""

import gc


def collect_seldom() -> None:
    """Before loading: collect after tens of thousands of objects. Checking the same modules again
    and again takes a fifth of the time of a start."""
    gc.set_threshold(50_000, 50, 50)


def keep_what_is_loaded() -> None:
    """After loading: exempt all loaded objects from garbage collection."""
    gc.collect()
    gc.freeze()
