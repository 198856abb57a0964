"""A jackpot over several weeks, worked out from the exported files of its tournaments alone.
Nothing of the product is used."""

from collections import Counter


def worked_out(weeks):
    """Return a row for each week (a parsed file): what was in the pot, who won it, what each winner
    and the club got, and what was carried over. All of it is in minor units."""
    carried, rows = 0, []
    for week in weeks:
        [pot] = week["settings"]["pots"]
        assert pot.get("opening", 0) == carried
        inside = carried + pot.get("amount", 0)
        winners = _most_lone_hands(week) if pot.get("happened") else []
        club = inside * pot["half"] // 100 if winners else 0
        shares = _shared(inside - club, len(winners))
        carried = 0 if winners else inside
        assert sum(shares) + club + carried == inside
        rows.append(
            {"in": inside, "to": winners, "shares": shares, "club": club, "carried": carried}
        )
    return rows


def _most_lone_hands(week):
    made = Counter()
    for one in week["rounds"]:
        for table in one["tables"]:
            for no, times in table["result"]["lones"].items():
                made[int(no)] += times
    most = max(made.values(), default=0)
    return sorted(no for no, times in made.items() if times == most and most)


def _shared(amount, heads):
    shares = []
    for left in range(heads, 0, -1):
        share = -(-amount // left)
        shares.append(share)
        amount -= share
    return shares
