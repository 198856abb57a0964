"""`.venv/bin/python -m tests.photos [PEOPLE] [KIND …]`: print, fill in, photograph and read the
cards of a tournament for each kind of damage, and print how it went."""

import sys
from time import process_time

from tests.photos import proving


def main(words: list[str]) -> int:
    """Print a line for each kind. Return 1 if any figure was read wrong."""
    proving.perf_counter = process_time
    people = int(words[0]) if words else 32
    whole = proving.Outcome()
    for kind in words[1:] or proving.KINDS:
        found = proving.prove(proving.KINDS[kind], people=people, rounds=8, seed=1)
        whole += found
        print(_line(kind, found), flush=True)
    print(_line("all", whole))
    return 1 if whole.wrong else 0


def _line(kind: str, found: proving.Outcome) -> str:
    each = found.seconds / max(1, found.cards)
    why = ", ".join(f"{why} {times}" for why, times in found.why.most_common(3))
    return (
        f"{kind:<18}{found.cards:>5} cards{found.games:>6} games{found.share:>8.1%} entered"
        f"{len(found.wrong):>4} wrong{each:>7.2f} s a card  {why}"
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
