"""Whether results that were announced can be shown: those that come from a file may say
anything."""

from __future__ import annotations

from scoring.movements.tournament.standings_document import COLUMNS
from scoring.rules.sheet_values import expect

FIGURES = tuple(column for column in COLUMNS if column != "name")
WORDS = ("gift", "group", "why")
"""What a prize has in words, if it has it."""


def refuse_results(results: dict) -> None:
    """Raise ValueError, with a sentence, for results that no page could show."""
    for row in expect(list, results.get("rows"), "rows"):
        expect(str, expect(dict, row, "rows").get("name"), "name")
        for column in FIGURES:
            expect(int, row.get(column), column)
    numbers = {row["no"] for row in results["rows"]}
    for prize in expect(list, results.get("prizes"), "prizes"):
        _refuse_prize(expect(dict, prize, "prizes"), numbers)
    for key, no in expect(dict, results.get("cuts", {}), "cuts").items():
        expect(int, no, f"the cut for {key}")


def _refuse_prize(prize: dict, numbers: set[int]) -> None:
    expect(str, prize.get("prize"), "prize")
    for no in expect(list, prize.get("to"), "to"):
        if expect(int, no, "to") not in numbers:
            raise ValueError(f"a prize goes to number {no}, who is in no row of the results")
    if "amount" not in prize or prize["amount"] is not None:
        _refuse_money(prize.get("amount"), "amount")
    if "shares" in prize:
        _refuse_shares(prize)
    for word in WORDS:
        expect(str, prize.get(word, ""), word)
    if type(prize.get("cut", False)) is not bool:
        raise ValueError("whether they cut for a prize is true or false")


def _refuse_shares(prize: dict) -> None:
    shares = expect(list, prize["shares"], "shares")
    for share in shares:
        _refuse_money(share, "shares")
    if len(shares) != len(prize["to"]):
        raise ValueError("a prize has a share for each who won it")


def _refuse_money(amount: object, name: str) -> None:
    if expect(int, amount, name) < 0:
        raise ValueError(f"{name} cannot be less than nothing")
