"""`python -m tests.simulation`: see tests/simulation/__init__.py."""

from __future__ import annotations

import argparse
import json
import os
import sys
import time

import tests.simulation
from tests.simulation import faults

ORDER = {"PYTHONHASHSEED": "0"}
"""Sets of words have the same order in every run."""


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.simulation",
        description=tests.simulation.__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--nights", type=int, default=100)
    parser.add_argument("--seed", type=int, help="play the one night of this seed")
    parser.add_argument("--from", type=int, default=1, dest="first", help="the first seed")
    parser.add_argument("--tables", type=int, default=1)
    parser.add_argument("--json", action="store_true", help="one line of JSON for each night")
    parser.add_argument("--history", action="store_true", help="print what happened")
    asked = parser.parse_args()
    from tests.simulation.run import Hall

    seeds = (
        [asked.seed] if asked.seed is not None else range(asked.first, asked.first + asked.nights)
    )
    hall = Hall()
    try:
        return _play(hall, list(seeds), asked)
    finally:
        hall.end()


def _play(hall, seeds: list[int], asked: argparse.Namespace) -> int:
    from tests.simulation.checker import Verdict

    whole = Verdict()
    for seed in seeds:
        began = time.process_time()
        history, found = hall.night(seed, tables=asked.tables)
        whole += found
        if asked.history:
            print("\n".join(history.lines()))
        if asked.json:
            line = {"seed": seed, "digest": history.digest, "found": found.found}
            print(json.dumps(line | {"seconds": round(time.process_time() - began, 2)}), flush=True)
        elif found.found:
            print(f"seed {seed}:", *found.found, sep="\n  ", flush=True)
    reached = [name for name in faults.ALL if whole.faults[name]]
    many = len(seeds) > 1
    missing = [name for name in faults.ALL if name not in reached] if many else []
    if missing:
        print(f"never reached: {', '.join(missing)}. The run says nothing.")
    print(
        f"nights {len(seeds)}, acknowledged {whole.acknowledged}, lost {len(whole.lost)}, "
        f"doubled {len(whole.doubled)}, stuck {len(whole.stuck)}, wrong {len(whole.wrong)}, "
        f"faults {len(reached)} of {len(faults.ALL)}"
    )
    return int(bool(whole.found or missing))


if __name__ == "__main__":
    if sys.flags.hash_randomization:
        os.execve(
            sys.executable,
            [sys.executable, "-m", "tests.simulation", *sys.argv[1:]],
            os.environ | ORDER,
        )
    sys.exit(main())
