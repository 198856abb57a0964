"""What is written down: texts by their names, a file of JSON lines for each part."""

import gzip
import json
from collections.abc import Iterator
from difflib import unified_diff
from pathlib import Path

Part = dict[str, str]

LINES = 12
"""So many of a difference are shown."""
WIDTH = 160


def write(folder: Path, name: str, part: Part) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with gzip.open(_file(folder, name), "wt", encoding="utf-8", compresslevel=1) as file:
        for key, text in sorted(part.items()):
            file.write(json.dumps([key, text], ensure_ascii=False) + "\n")


def read(folder: Path, name: str) -> Part | None:
    """Return a part, None when it was not written down."""
    if not _file(folder, name).exists():
        return None
    with gzip.open(_file(folder, name), "rt", encoding="utf-8") as file:
        return dict(json.loads(line) for line in file)


def _file(folder: Path, name: str) -> Path:
    return folder / f"{name}.jsonl.gz"


def differences(name: str, before: Part, after: Part) -> Iterator[str]:
    """Yield what differs, a short text each: what has the same difference stands together."""
    alike: dict[str, list[str]] = {}
    for key in sorted({*before, *after}):
        if difference := _difference(name, before.get(key), after.get(key)):
            alike.setdefault(difference, []).append(key)
    for difference, keys in alike.items():
        more = f" and {len(keys) - 1} more alike" if len(keys) > 1 else ""
        yield f"{name}: {keys[0]}{more}\n{difference}"


def _difference(name: str, was: str | None, now: str | None) -> str:
    if was == now:
        return ""
    if was is None or now is None:
        return "  is new" if was is None else "  is gone"
    before, after = was.splitlines(), now.splitlines()
    if name == "queries" and len(before) == len(after):
        return ""  # so many, in another order or of other tables
    lines = [*unified_diff(before, after, lineterm="", n=0)][2:]
    changed = [line for line in lines if not line.startswith("@@")]
    shown = [f"  {line[:WIDTH]}" for line in changed[:LINES]]
    if name == "queries":
        shown.insert(0, f"  {len(before)} before, {len(after)} now")
    left = len(changed) - LINES
    return "\n".join([*shown, *([f"  … {left} more lines"] if left > 0 else [])])
