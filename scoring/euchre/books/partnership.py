"""The rules of all four-handed games with fixed partners, with our rulings where a source is
silent.

It is not a set on the shelf. Each set there cites its book and overrides the differences.
"""

from scoring.euchre.rule_set import Law, RuleSet, per_players

GAME_OPTIONS = ("target", "laps", "love_double", "rubber", "stakes")
RULING = Law(source="Bowerbook", number="ruling", ruling=True)

DEALS = ("passed-out", "misdeal", "new-deal", "imperfect-pack")


def cited(law: Law, *, rulings: tuple[str, ...] = (), **others: Law) -> dict[str, Law]:
    """Return the laws of a set, from its main law, other laws by name, and the names of our
    rulings."""
    names = {
        name.replace("_", "-") if name.replace("_", "-") in HYPHENED else name: other
        for name, other in others.items()
    }
    return NOT_OF_HANDS | dict.fromkeys(RESTING, law) | names | dict.fromkeys(rulings, RULING)


NOT_OF_HANDS = dict.fromkeys(
    ("partners_cut", "first_deal", "cut_again", "partners_deal", "across"), RULING
)
"""Ours, where a set has no law of it."""
HYPHENED = {"both-revoked", "wrong-cards", *DEALS}
RESTING = (
    "pack",
    "joker",
    "point",
    "march",
    "lone_point",
    "lone_march",
    "euchre",
    "lone_euchre",
    "lone_defence",
    "target",
    "laps",
    "love_double",
    "rubber",
    "stakes",
    "alone",
    "revoke",
    *sorted(HYPHENED),
)

WITHIN_ONE_HAND = (
    "The scores of one hand are taken in order. Once one of them ends the game, the losers "
    "score nothing more on that hand. Further points of the winners carry over as a lap "
    "where laps count. Otherwise they are lost."
)
LAP_THAT_WINS = "A lap that is itself a game wins that game too."
LOVE_GAME = (
    "A game is a love game if the loser has 0 or less. Points carried over as a lap count as score."
)
BROKEN_RUBBER = (
    "If a rubber is broken off, its finished games count, without the bonus. At two games "
    "all, neither side takes the bonus. A lap in the last game of a rubber is lost."
)
RUBBER_PAYS = (
    "A rubber pays the difference of its points. The price of a single game does not matter."
)
REVOKE = (
    "The opponents score for a revoke, and nothing else of the hand counts, not even wrong "
    "cards. If both sides revoke, the hand is void."
)
REVOKE_LONE = (
    "For a revoke against a lone hand the lone side scores points of its own, so that it does "
    "not lose its points for all the tricks. The lone player’s own revoke counts as any other."
)
WRONG_CARDS = (
    "A side with a wrong number of cards cannot score on that hand. The partner of a lone player "
    "holds no cards."
)

GAMES = {
    "within_one_hand": WITHIN_ONE_HAND,
    "laps": LAP_THAT_WINS,
    "love_double": LOVE_GAME,
    "rubber": BROKEN_RUBBER,
    "stakes": RUBBER_PAYS,
}

PARTNERSHIP = RuleSet(
    key="partnership",
    name="Partnership",
    title="Four play, partners facing each other.",
    source="",
    partners="fixed",
    pack=per_players(four=32),
    lowest={4: "7"},
    alone="not-passed",
    lone_euchre=2,
    irregularities=frozenset({"revoke", "wrong-cards"}),
    options=GAME_OPTIONS,
    target=5,
    rulings=GAMES | {"revoke": REVOKE, "revoke_lone": REVOKE_LONE, "wrong-cards": WRONG_CARDS},
)
