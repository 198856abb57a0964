"""Euchre in Cornwall and Devon: 25 cards with the Benny, 21 points, as the leagues' sheets have
it."""

from dataclasses import replace

from scoring.rules.rule_set import Law
from scoring.rules.rule_sets.american import AMERICAN, SILENT
from scoring.rules.rule_sets.partnership import cited

LEAGUES = Law(source="Cornish and Devon leagues' sheets", number="")

BRITISH = replace(
    AMERICAN,
    key="british",
    name="British",
    title="Four in partners with the Benny, 21 points a game: the leagues of Cornwall and Devon.",
    source=LEAGUES.source,
    joker=True,
    target=21,
    usual={"target": (21, 15, 11, 10)},
    laws=cited(LEAGUES, rulings=SILENT),
)
