"""Railroad Euchre: Keller 1887, chapter 6 (pp. 47-50), as far as we could read it.

We read the chapter up to the lone hand's three or four tricks, and in chapter 5 (pp. 40-46) laps
and slams. We couldn't read the values of jambone and jamboree. The rest follows Bicycle's sheet.
"""

from dataclasses import replace

from scoring.euchre.books.american import AMERICAN, DEALING, SILENT
from scoring.euchre.books.keller import CHAPTER as PLAIN_GAME
from scoring.euchre.books.keller import CUTTING, SOURCE
from scoring.euchre.books.partnership import PARTNERSHIP, cited
from scoring.euchre.rule_set import Law, Sheet, per_players

CHAPTER = Law(source=SOURCE, number="ch. 6")
LAPS_AND_SLAMS = Law(source=SOURCE, number="ch. 5")
TRADITION = Law(source="Tradition, in none of our books", number="")
SHEETS = (
    Sheet(
        name="Keller 1887, ch. 6, up to the lone hand",
        address="https://ohioeuchre.com/E_bookeller6.php",
        has="33 cards, lone hands that ask for a card, lone defenders",
    ),
    Sheet(
        name="Keller 1887, ch. 5, up to the slam",
        address="http://ohioeuchre.com/E_bookeller5.php",
        has="laps and slams, as agreed beforehand",
    ),
    Sheet(
        name="Bicycle, Railroad Euchre",
        address="http://www.bicyclecards.com/card-games/rule/railroad-euchre",
        has="joker, lone defenders, asking for a card, laps and slams",
    ),
)

RAILROAD = replace(
    AMERICAN,
    key="railroad",
    name="Railroad",
    title="With the joker, ten points a game, laps and slams, lone defenders.",
    source=str(CHAPTER),
    sheets=SHEETS,
    pack=per_players(four=32),
    lowest={4: "7"},
    joker=True,
    first_deal="lowest",
    laps=True,
    love_double=True,
    defend_alone=True,
    jambone=8,
    jamboree=16,
    usual={"target": (10, 5)},
    laws=cited(
        PLAIN_GAME,
        pack=CHAPTER,
        partners_cut=PLAIN_GAME,
        first_deal=CUTTING,
        cut_again=CUTTING,
        joker=CHAPTER,
        lone_march=CHAPTER,
        lone_defence=CHAPTER,
        best_card=CHAPTER,
        target=CHAPTER,
        laps=LAPS_AND_SLAMS,
        love_double=LAPS_AND_SLAMS,
        jambone=TRADITION,
        jamboree=TRADITION,
        rulings=(*SILENT, "alone", "revoke_lone"),
    ),
    rulings=PARTNERSHIP.rulings
    | {
        "misdeal": DEALING,
        "target": "Ten points, and laps and slams count, unless the table chooses otherwise. The "
        "chapters have five points. They want ten, laps and slams agreed beforehand.",
        "alone": "Only the maker plays alone. The chapter leaves it to the plain game, where it "
        "depends on the seat.",
        "lone_point": "A lone hand that is made without all the tricks scores 1, as in the plain "
        "game. Our copy of the chapter breaks off before it.",
    },
)
