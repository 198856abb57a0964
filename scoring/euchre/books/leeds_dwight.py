"""H. C. Leeds and James Dwight, The Laws of Euchre, Boston 1890: 105 laws, for club play in
rubbers."""

from dataclasses import replace

from scoring.euchre.books.partnership import GAMES, PARTNERSHIP, cited
from scoring.euchre.rule_set import Law

SOURCE = "Leeds & Dwight 1890"


def _law(number: str) -> Law:
    return Law(source=SOURCE, number=number)


CLUB_LAWS = replace(
    PARTNERSHIP,
    key="club-laws",
    name="Club laws",
    title="Rubbers of three games, with laps, love games and strict penalties.",
    source=SOURCE,
    lone_euchre=4,
    laps=True,
    love_double=True,
    rubber="three",
    revokes="counted",
    revoke=3,
    revoke_lone=5,
    forfeit=2,
    forfeit_lone=4,
    abandoned=5,
    exposed_march=2,
    first_deal="highest",
    irregularities=frozenset({"revoke", "wrong-cards", "abandoned", "exposed"}),
    usual={"target": (5,)},
    laws=cited(
        _law("2"),
        lone_point=_law("3"),
        lone_march=_law("3"),
        lone_euchre=_law("3"),
        alone=_law("93-94"),
        passed_out=_law("77"),
        misdeal=_law("41"),
        partners_deal=_law("45"),
        new_deal=_law("33-35"),
        imperfect_pack=_law("33"),
        revoke=_law("63"),
        revoke_lone=_law("63"),
        revokes_cancel=_law("71"),
        wrong_cards=_law("90"),
        abandoned=_law("50"),
        exposed_march=_law("102"),
        laps=_law("terms"),
        love_double=_law("7"),
        rubber=_law("1"),
        rubber_bonus=_law("7"),
        partners_cut=_law("11"),
        first_deal=_law("11"),
        cut_again=_law("13-14"),
        bridge=_law("terms"),
        rulings=("pack", "stakes"),
    ),
    rulings=GAMES
    | {
        "pack": "The laws do not name the pack. It has 32 cards, because the coups are played with "
        "sevens and eights.",
        "revoke": "Revokes come before all other scores (law 4). The hand’s own result then still "
        "counts.",
        "wrong-cards": "The opponents score the points that the offenders forfeit. Points for "
        "revokes are kept, because they come first. If both sides made the mistake, neither "
        "forfeits or scores on the hand.",
    },
)
