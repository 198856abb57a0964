"""Euchre in Cornwall and Devon: 25 cards with the Benny, 21 points, as the leagues' sheets have
it."""

from dataclasses import replace

from scoring.euchre.books.american import AMERICAN, DEALING
from scoring.euchre.books.partnership import PARTNERSHIP, RULING
from scoring.euchre.rule_set import Law, Sheet

LEAGUES = Law(source="Cornish and Devon leagues’ sheets", number="")

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
    title="With the Benny, 21 points a game. Leagues in Cornwall and Devon play this.",
    source=LEAGUES.source,
    sheets=SHEETS,
    joker=True,
    dealer_names_joker=True,
    target=21,
    usual={"target": (21, 15, 11, 10)},
    laws=dict.fromkeys(AMERICAN.laws, RULING)
    | dict.fromkeys(("pack", "joker", "target", "first_deal"), LEAGUES),
    rulings={
        **PARTNERSHIP.rulings,
        "misdeal": DEALING,
        "point": "The leagues’ sheets do not say what a hand scores. It scores as in the American "
        "game.",
    },
)
