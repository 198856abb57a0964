"""Railroad Euchre: named in Keller 1887, chapter 6; its numbers as Bicycle's sheet has them."""

from dataclasses import replace

from scoring.rules.rule_set import Law, per_players
from scoring.rules.rule_sets.american import AMERICAN, SILENT
from scoring.rules.rule_sets.partnership import cited

CHAPTER = Law(source="Keller 1887", number="ch. 6")
SHEET = Law(source="Bicycle's Railroad sheet", number="")
TRADITION = Law(source="Tradition, in none of our books", number="")

RAILROAD = replace(
    AMERICAN,
    key="railroad",
    name="Railroad",
    title="Four in partners with the joker, ten points a game, laps and slams, lone defenders.",
    source="Keller 1887, ch. 6",
    pack=per_players(four=32),
    lowest={4: "7"},
    joker=True,
    laps=True,
    love_double=True,
    defend_alone=True,
    jambone=8,
    jamboree=16,
    usual={"target": (10, 5)},
    laws=cited(
        SHEET,
        pack=CHAPTER,
        joker=CHAPTER,
        jambone=TRADITION,
        jamboree=TRADITION,
        rulings=SILENT,
    ),
)
