"""Euchre in Cornwall and Devon: 25 cards with the Benny, 21 points, as the leagues' sheets have
it."""

from dataclasses import replace

from scoring.euchre.books.american import AMERICAN, SILENT
from scoring.euchre.books.partnership import cited
from scoring.euchre.rule_set import Law, Sheet

LEAGUES = Law(source="Cornish and Devon leagues' sheets", number="")

SHEETS = (
    Sheet(
        name="St Austell Euchre League, The way we play",
        address="http://staustelleuchre.com/thewayweplay.html",
        has="25 cards with the Benny, 21 points a game, the first jack deals",
    ),
    Sheet(
        name="Penryn, Falmouth and District Euchre League, Rules",
        address="http://falmoutheuchre.orgfree.com/Rules.htm",
        has="the league: teams, borrowed players, late cards",
    ),
)

BRITISH = replace(
    AMERICAN,
    key="british",
    name="British",
    title="Four in partners with the Benny, 21 points a game: the leagues of Cornwall and Devon.",
    source=LEAGUES.source,
    sheets=SHEETS,
    joker=True,
    dealer_names_joker=True,
    target=21,
    usual={"target": (21, 15, 11, 10)},
    laws=cited(LEAGUES, first_deal=LEAGUES, rulings=(*SILENT, "revoke_lone")),
)
