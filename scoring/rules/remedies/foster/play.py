"""Foster: the play and the cards, laws 27 to 35 and 47 to 50."""

from scoring.rules.remedies.remedy import chapter
from scoring.rules.rule_sets.foster_call_ace import SOURCE

_play = chapter(SOURCE, "Play")
_cards = chapter(SOURCE, "Cards")
MAKER = "the maker"

PLAY = (
    _play(
        "28",
        "two-cards-at-once",
        "Somebody played two cards to one trick",
        "The maker picks the one that counts.",
        words="several cards, extra card, more than one card",
        chooses=MAKER,
    ),
    _play(
        "29",
        "exposed-card",
        "Somebody dropped a card face up, or named a card in his hand",
        "It lies on the table, and the maker may call it at any time, though never so as to make "
        "its holder "
        "revoke. If it can be played before it is called, that is the end of it.",
        words="exposed card, showed a card, flashed",
        chooses=MAKER,
    ),
    _play(
        "29-30",
        "thrown-down",
        "Somebody threw his whole hand on the table",
        "All his cards are exposed, and the maker may call them. The maker himself may show his "
        "hand "
        "unpunished.",
        words="threw in, laid down, abandoned, claimed",
        chooses=MAKER,
    ),
    _play(
        "30",
        "maker-exposed",
        "The maker exposed a card",
        "No penalty, not even for all his cards.",
        words="exposed card, dropped, showed",
    ),
    _play(
        "31",
        "lead-before-discard",
        "The eldest hand led before the dealer had discarded",
        "The lead cannot be taken back.",
        words="led too early, late discard",
    ),
    _play(
        "32",
        "lead-out-of-turn",
        "Somebody led out of turn",
        "The maker may name the suit that the right leader must lead. If it is already known that "
        "the "
        "offender is the partner, the adversary who will play last to that trick names it instead.",
        words="lead, wrong player led, led from the wrong hand",
        chooses="the maker, or the adversary who plays last",
    ),
    _play(
        "33",
        "lead-followed",
        "Everybody has played to a lead out of turn",
        "The trick stands: it is too late.",
        words="lead, wrong player led",
    ),
    _play(
        "34",
        "maker-led-out-of-turn",
        "The maker led out of turn",
        "No penalty.",
        words="lead, wrong player led",
    ),
    _play(
        "35",
        "lead-against-lone",
        "Somebody led out of turn against a lone maker",
        "The maker may name the suit that the right leader must lead, or treat the card led as "
        "exposed.",
        words="lead, lone hand, loner, wrong player led",
        chooses=MAKER,
    ),
    _play(
        "47",
        "who-played",
        "Somebody asks who played which card",
        "Any player may have the others draw their cards of the current trick in front of them.",
        words="draw cards, place the cards, whose card",
    ),
    _play(
        "48",
        "looked-at-trick",
        "Somebody looked at a trick that was turned down",
        "Nobody may. A suit can be called from him or from one of his side.",
        words="last trick, see the trick, previous trick",
        chooses="the other side",
    ),
    _play(
        "49",
        "called-attention",
        "Somebody called attention to a trick or to the score",
        "The player who was meant may be made to win the trick or to lose it.",
        words="table talk, warned, reminded",
        chooses=MAKER,
    ),
)

CARDS = (
    _cards(
        "27",
        "wrong-cards",
        "Somebody played to the first trick with too many or too few cards",
        "The hand stands and is played out, but nobody on his side can score on it. "
        "If he plays against the maker, his side is everybody who does (our ruling).",
        words="wrong number of cards, six cards, four cards, short hand",
        records="wrong-cards",
    ),
    _cards(
        "6, 50",
        "imperfect-pack",
        "The pack is wrong: a card is missing or double, or can be told by its back",
        "This deal is void and the same player deals again. Earlier scores with the pack stand.",
        words="imperfect pack, incorrect, torn, marked, lost card, duplicate",
        records="imperfect-pack",
    ),
)
