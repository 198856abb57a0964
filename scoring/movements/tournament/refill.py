"""Places after a movement, when others are there than before: who comes takes what is free."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

Places = list[dict[str, int]]


def refilled(
    moved: Places,
    *,
    sizes: Sequence[int],
    places: Sequence[str],
    people: Iterable[int],
    groups: Mapping[int, str],
) -> Places:
    """Return tables of these sizes where all these people have a place, by the names of `places`.

    Whoever has one keeps it while his table is there; a table too many is dissolved, the last
    first. Free places are taken from the last table up, by whose group has fewer at the table, then
    by lower numbers.
    """
    people = set(people)
    kept = [{place: no for place, no in table.items() if no in people} for table in moved]
    kept += [{} for _ in range(len(sizes) - len(kept))]
    tables = [_fitted(table, places[:size]) for table, size in zip(kept, sizes, strict=False)]
    coming = people - {no for table in tables for no in table.values()}
    for table, size in list(zip(tables, sizes, strict=True))[::-1]:
        for place in places[:size]:
            if place not in table:
                table[place] = _who_comes(coming, table, groups)
                coming.remove(table[place])
    return tables


def _fitted(table: Mapping[str, int], places: Sequence[str]) -> dict[str, int]:
    """Return a table whose places are these: who has another takes a free one, if there is one."""
    found = {place: table[place] for place in places if place in table}
    free = [place for place in places if place not in table]
    without = [no for place, no in table.items() if place not in places]
    return found | dict(zip(free, without, strict=False))


def _who_comes(coming: set[int], table: Mapping[str, int], groups: Mapping[int, str]) -> int:
    here = [groups.get(no) for no in table.values()]
    return min(coming, key=lambda no: (here.count(groups.get(no)) if groups else 0, no))
