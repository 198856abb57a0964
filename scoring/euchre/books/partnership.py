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


NOT_OF_HANDS = dict.fromkeys(("partners_cut", "first_deal", "cut_again", "across"), RULING)
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
    "Scores of one hand are taken in their order. Once one of them ends the game, the losers score "
    "nothing more on that hand; what the winners still score goes on as a lap where laps count, "
    "and is lost otherwise."
)
LAP_THAT_WINS = "A lap that is itself a game wins that game too."
LOVE_GAME = (
    "A love game: the loser's score stands at nothing or below it; points lapped into it count as "
    "score."
)
BROKEN_RUBBER = (
    "A rubber that is broken off counts its finished games, without the bonus; at two games all "
    "nobody takes the bonus. A lap in the last game of a rubber is lost."
)
RUBBER_PAYS = (
    "A rubber is paid by the difference of its points; what a single game would cost makes no "
    "difference."
)
REVOKE = (
    "A revoke brings the other side 2, and nothing else of the hand counts, nor do wrong cards "
    "beside it. Both sides: the deal is void."
)
REVOKE_LONE = (
    "A revoke by an adversary of a lone hand brings it 4: it never costs it its march. A "
    "revoke by the lone player brings the others 2."
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
