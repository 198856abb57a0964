"""`.venv/bin/python -m tests.photos [PEOPLE] [KIND …] [--seed N]`: print, fill in, photograph and
read the cards of a tournament for each kind of damage, and print how it went."""

import argparse
import sys
from time import process_time

from tests.photos import proving


def main(words: list[str]) -> int:
    """Print a line for each kind. Return 1 if any figure was read wrong."""
    parser = argparse.ArgumentParser(prog="tests.photos")
    parser.add_argument("people", nargs="?", type=int, default=32)
    parser.add_argument("kinds", nargs="*", metavar="kind", help=", ".join(proving.KINDS))
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(words)
    proving.perf_counter = process_time
    whole = proving.Outcome()
    for kind in asked.kinds or proving.KINDS:
        found = proving.prove(proving.KINDS[kind], people=asked.people, rounds=8, seed=asked.seed)
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
