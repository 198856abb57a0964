"""`python -m tests.simulation`: see tests/simulation/__init__.py."""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from typing import TYPE_CHECKING

import tests.simulation
from tests.simulation import branches, faults, mutants

if TYPE_CHECKING:
    from tests.simulation.checker import Verdict

ORDER = {"PYTHONHASHSEED": "0"}
"""Sets of words have the same order in every run."""


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.simulation",
        description=tests.simulation.__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--nights", type=int, help="how many; 100, and at most 200 for a mutant")
    parser.add_argument("--seed", type=int, help="play the one night of this seed")
    parser.add_argument("--from", type=int, default=1, dest="first", help="the first seed")
    parser.add_argument("--tables", type=int, default=1)
    parser.add_argument(
        "--without", nargs="*", default=[], metavar="STEP", help="leave these out of each night"
    )
    parser.add_argument(
        "--shrink", action="store_true", help="say what can be left out of a night that fails"
    )
    parser.add_argument("--json", action="store_true", help="one line of JSON for each night")
    parser.add_argument(
        "--sum",
        type=argparse.FileType(),
        metavar="FILE",
        help="judge the lines of runs with --json",
    )
    parser.add_argument("--history", action="store_true", help="print what happened")
    parser.add_argument(
        "--mutants", nargs="*", type=int, metavar="NO", help="try deliberate faults, or these"
    )
    parser.add_argument(
        "--mutant",
        type=int,
        help="play with this fault until a night finds it; with --seed, that night",
    )
    asked = parser.parse_args()
    if asked.sum:
        from tests.simulation.checker import Verdict

        lines = [json.loads(line) for line in asked.sum if line.startswith("{")]
        nights = {line["seed"]: Verdict.of(line["verdict"]) for line in lines}
        return _say(sum(nights.values(), Verdict()), len(nights))
    if asked.mutants is not None:
        numbers = asked.mutants or list(range(len(mutants.MUTANTS)))
        return _hunt_all(numbers, nights_of(asked, mutants.NIGHTS))
    mutant = None if asked.mutant is None else mutants.MUTANTS[asked.mutant]
    if mutant and asked.seed is None:
        return _hunt(mutant, nights_of(asked, mutants.NIGHTS))
    if mutant:
        mutants.load_with(mutant)
    from tests.simulation.run import Hall

    seeds = list(nights_of(asked, 100)) if asked.seed is None else [asked.seed]
    hall = Hall(changes=mutants.scripts_of(mutant) if mutant else ())
    try:
        return _play(hall, seeds, asked)
    finally:
        hall.end()


def nights_of(asked: argparse.Namespace, usual: int) -> range:
    """Return the seeds of the nights that are asked for."""
    return range(asked.first, asked.first + (asked.nights or usual))


def _hunt(mutant: mutants.Mutant, nights: range) -> int:
    """Play nights with a mutant until one finds it; return 1 if none does."""
    mutants.load_with(mutant)
    from tests.simulation.run import Hall

    hall = Hall(changes=mutants.scripts_of(mutant))
    try:
        said = mutants.night_that_finds(mutant, hall, nights)
    finally:
        hall.end()
    print(said or f"not found in {len(nights)} nights")
    return int(not said)


def _hunt_all(numbers: list[int], nights: range) -> int:
    """Try each mutant, say which night found it, and return how many no night found. Those of the
    scripts share a process; each of the site has its own."""
    from tests.simulation.engine import Engine
    from tests.simulation.run import Hall

    hall, unseen = Hall(), 0
    for no in numbers:
        mutant = mutants.MUTANTS[no]
        if changes := mutants.scripts_of(mutant):
            hall.engine = Engine(changes)
            said = mutants.night_that_finds(mutant, hall, nights)
        else:
            said = mutants.hunt_apart(no, nights)
        unseen += not said
        print(f"{no:2} {mutant.file}: {mutant.old!r}: {said or 'not found'}", flush=True)
    hall.end()
    print(f"mutants {len(numbers)}, found {len(numbers) - unseen}")
    return unseen


def _play(hall, seeds: list[int], asked: argparse.Namespace) -> int:
    from tests.simulation.checker import Verdict

    whole = Verdict()
    for seed in seeds:
        began = time.process_time()
        how = {"tables": asked.tables, "without": frozenset(asked.without)}
        history, found = hall.night(seed, **how)
        whole += found
        if asked.history:
            print("\n".join(history.lines()))
        if asked.json:
            line = {"seed": seed, "digest": history.digest, "found": found.found}
            line |= {"seconds": round(time.process_time() - began, 2), "verdict": found.as_json()}
            print(json.dumps(line), flush=True)
        elif found.found:
            print(f"seed {seed}:", *found.found, sep="\n  ", flush=True)
        if asked.shrink and found.found:
            left_out = sorted(hall.shrink(seed, found, tables=asked.tables))
            print(f"still fails: --seed {seed} --without {' '.join(left_out)}", flush=True)
    return _say(whole, len(seeds))


def _say(whole: Verdict, nights: int) -> int:
    """Print the last line of a run, and before it what the run never reached. Return 1 if it found
    something, or says too little."""
    reached = [name for name in faults.ALL if whole.faults[name]]
    missing = [name for name in faults.ALL if name not in reached] if nights > 1 else []
    if nights >= branches.MANY:
        missing += [name for name in branches.ALL if name not in whole.branches]
    if missing:
        print(f"never reached: {', '.join(missing)}. The run says nothing.")
    print(
        f"nights {nights}, acknowledged {whole.acknowledged}, lost {len(whole.lost)}, "
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
