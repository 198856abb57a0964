"""Plain Euchre for six: two sides of three, seated alternately, with 32 cards."""

from dataclasses import replace

from scoring.euchre.books.american import AMERICAN, DEALING, NOT_ON_A_SHEET, SILENT
from scoring.euchre.books.partnership import PARTNERSHIP, cited
from scoring.euchre.rule_set import Law, Sheet, per_players

SHEET = Law(source="Six-handed sheets", number="")
SHEETS = (
    Sheet(
        name="Reference, how to play six-handed Euchre",
        address="https://www.reference.com/hobbies-games/play-six-handed-euchre-8af2e52a7e4e997",
        has="two teams of three, sevens and eights added, all five tricks alone score five",
    ),
    Sheet(
        name="Reference, rules for six-handed Euchre",
        address="https://www.reference.com/hobbies-games/rules-playing-six-handed-euchre-"
        "de41dacf903fafb3",
        has="ten points, both teammates of a lone player lay down their cards",
    ),
)

SIX_HANDED = replace(
    AMERICAN,
    key="six-handed",
    name="Six-handed",
    title="Seated alternately. A lone hand with all five scores 5.",
    source=SHEET.source,
    sheets=SHEETS,
    pack=per_players(six=32),
    lowest={6: "7"},
    lone_march=per_players(six=5),
    laws=cited(
        SHEET,
        best_card=SHEET,
        rulings=(*SILENT, *NOT_ON_A_SHEET, "alone", "lone_euchre", "revoke_lone"),
    ),
    rulings={
        **PARTNERSHIP.rulings,
        "pack": "The sheets do not say how the sides sit. They sit alternately, as in Auction "
        "Euchre for six.",
        "misdeal": DEALING,
        "alone": "The maker plays alone, and both partners lay down their cards.",
        "lone_euchre": "The sheets do not say what a euchred lone hand costs. It scores as any "
        "other euchre.",
        "revoke_lone": "A revoke by an opponent of a lone hand scores 4, as in the American game. "
        "The lone player’s own revoke counts as any other.",
        "wrong-cards": "A side with a wrong number of cards cannot score on that hand. The "
        "partners of a lone player hold no cards.",
        "joker": "The sheets have no joker with 32 cards. If the table adds one, it is the best "
        "trump, as in the railroad game.",
        "lone_defence": "The sheets have no lone defenders. If the table allows them, they score "
        "as in the railroad game.",
    },
)
