"""R. F. Foster, Call-Ace Euchre, New York 1905, with its 51 laws and the description after them."""

from scoring.euchre.books.partnership import RULING
from scoring.euchre.rule_set import Law, RuleSet, per_players

SOURCE = "Foster 1905"


def _law(number: str) -> Law:
    return Law(source=SOURCE, number=number)


CALL_ACE = RuleSet(
    key="call-ace",
    name="Call-Ace",
    title="The maker calls an ace for a secret partner.",
    source=SOURCE,
    partners="called",
    pack=per_players(four=24, five=28, six=32, seven=36),
    lowest={4: "9", 5: "8", 6: "7", 7: "6"},
    point=1,
    march=per_players(four=2, five=3, six=3, seven=3),
    lone_point=1,
    lone_march=per_players(four=4, five=5, six=6, seven=7),
    euchre=2,
    turned_joker="spades",
    revokes="march",
    options=("joker", "target"),
    usual={"target": (10,)},
    irregularities=frozenset({"revoke", "wrong-cards", "intimation"}),
    laws={
        "pack": _law("2"),
        "joker": _law("5"),
        "turned_joker": _law("5"),
        "point": _law("43"),
        "march": _law("43"),
        "lone_point": _law("44"),
        "lone_march": _law("44"),
        "alone": _law("45"),
        "declared": _law("24"),
        "euchre": _law("46"),
        "passed-out": _law("17"),
        "misdeal": _law("9"),
        "new-deal": _law("6-7"),
        "imperfect-pack": _law("50"),
        "both-revoked": _law("42"),
        "revoke_by_adversary": _law("36"),
        "revoke_against_lone": _law("37"),
        "revoke_by_maker": _law("38"),
        "intimation": _law("20"),
        "wrong-cards": _law("27"),
        "settlement": _law("p. 29"),
        "target": RULING,
        "bank": _law("p. 18"),
        "first_deal": _law("1"),
    },
    rulings={
        "lone_march": 'With seven players a lone march scores 7. Law 44 says "etc.", and the text '
        "stops at six.",
        "wrong-cards": 'Law 27 bars the offender and "his partners". For an opponent of the maker '
        "these are all the other opponents. It applies after revokes.",
        "target": "Foster plays to no target, but clubs play to 10 and other numbers. The game is "
        "over when a player has that many after a hand. The most points win it. In a tie the "
        "player nearest the dealer’s left wins. The next game begins at 0. The settlement uses all "
        "points of all games.",
        "bank": "The pool is worth a hundred, as counters in the fewest pieces, and is full again "
        "when the players change. The book does not say what happens when it is empty. The score "
        "still counts every point.",
    },
)
