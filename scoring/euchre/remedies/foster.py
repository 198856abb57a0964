"""R. F. Foster, Call-Ace Euchre, 1905: what its 51 laws say of a slip."""

from scoring.euchre.books.foster_call_ace import SOURCE
from scoring.euchre.remedies.remedy import chapter, joker, may_pass_out
from scoring.euchre.remedies.rulings import SCORE_ERROR, STUCK_DEALER

# -- Cutting and dealing, laws 3 to 10 and 27.

_deal = chapter(SOURCE, "Deal")

DEAL = (
    _deal(
        "3",
        "cut-wrong",
        "The cut left too few cards",
        "At least five cards must stay in each packet. Fewer is no cut: the player on the dealer's "
        "right cuts again.",
        words="cutting, pone, short cut",
    ),
    _deal(
        "6",
        "faced-card",
        "A card lay face up in the pack",
        "The same player deals again. The card turned for trump does not count as faced.",
        words="new deal, boxed card, faced card, wrong way up",
        records="new-deal",
    ),
    _deal(
        "7",
        "exposed-by-dealer",
        "The dealer exposed a card while dealing",
        "Any player may demand that the same player deals again. If nobody does, the deal goes on.",
        words="new deal, flipped card, card seen, dropped",
        chooses="any player who has neither interrupted the deal nor looked at their cards",
        records="new-deal",
    ),
    _deal(
        "7",
        "exposed-by-player",
        "A player exposed a card during the deal",
        "The dealer may demand a new deal, and deals again themselves.",
        words="new deal, card seen, dropped",
        chooses="the dealer",
        records="new-deal",
    ),
    _deal(
        "10",
        "looked-too-early",
        "Somebody looked at their cards, or interrupted the dealer, before the deal was over",
        "They can no longer demand a new deal. Otherwise the deal goes on.",
        words="interrupted dealer, touched cards, new deal",
    ),
    _deal(
        "8",
        "dealt-out-of-turn",
        "Somebody dealt out of turn",
        "Stop them before the trump is turned, and the right dealer deals. Once it is turned, the "
        "deal stands.",
        words="wrong dealer, not their deal",
    ),
    _deal(
        "8",
        "wrong-pack",
        "The dealer used the wrong pack",
        "Stop them before the trump is turned, and they deal again with the right one. Once it is "
        "turned, the deal stands.",
        words="wrong cards, other pack",
    ),
    _deal(
        "9",
        "misdeal-hands",
        "The dealer dealt too many hands, or too few",
        "It is a misdeal: the deal is lost, and the next player on the left deals.",
        words="misdeal, misdealt, left somebody out",
        records="misdeal",
    ),
    _deal(
        "9",
        "misdeal-rounds",
        "One player got two cards and another three in the same round",
        "It is a misdeal: the deal is lost, and the next player on the left deals.",
        words="misdeal, misdealt, uneven rounds",
        records="misdeal",
    ),
    _deal(
        "9",
        "misdeal-count",
        "The dealer gave somebody too many or too few cards",
        "They may put it right before they deal to the next player. After that it is a misdeal: "
        "the deal is lost, and the next player on the left deals.",
        words="misdeal, misdealt, wrong number of cards, six cards, four cards",
        records="misdeal",
    ),
    _deal(
        "27",
        "wrong-cards-before",
        "Somebody finds that they have too many or too few cards, and has not played yet",
        "It is a misdeal: the deal is lost, and the next player on the left deals.",
        words="misdeal, misdealt, wrong number of cards, six cards, four cards",
        records="misdeal",
    ),
)


# -- Making the trump, calling a partner, playing alone, laws 5 and 11 to 24, and 51.

_making = chapter(SOURCE, "Making trump")
_alone = chapter(SOURCE, "Alone")

MAKING = (
    _making(
        "5",
        "joker-turned",
        "The joker was turned up",
        "It stands for a spade: if it is ordered or taken up, spades are trumps.",
        words="best bower, benny",
        applies=joker,
    ),
    _making(
        "17",
        "passed-out",
        "Everybody passed twice",
        "The deal is void. Nobody scores, and the next player on the left deals.",
        words="passed out, nobody made trump, thrown in",
        records="passed-out",
        applies=may_pass_out,
    ),
    _making(
        "51",
        "bid-out-of-turn",
        "Somebody passed or ordered up out of turn",
        "Nobody loses their turn by it: the others still say what they like. When their own turn "
        "comes, they are held to what they said.",
        words="bidding out of turn, spoke out of turn, declared out of turn",
    ),
    _making(
        "16",
        "changed-suit",
        "The maker wants to change the suit they named",
        "No: properly named, it stays the trump.",
        words="changing trump, misspoke, second thoughts",
    ),
    _making(
        "16",
        "named-turned-down",
        "Somebody named the suit that was turned down",
        "Only the three other suits can be named. No penalty is set: they name one of them, or "
        "pass.",
        words="same suit, turned-down suit",
    ),
    _making(
        "13, 27",
        "no-discard",
        "The dealer forgot to discard",
        "They must come down to five cards before they play. If they have played to the first "
        "trick with six, the hand stands and nobody on their side can score.",
        words="no discard, six cards, wrong number of cards",
        records="wrong-cards",
    ),
    _making(
        "14",
        "discard-changed",
        "The dealer wants to change their discard",
        "Not once they have let go of it.",
        words="discarded the wrong card, late discard, take back",
    ),
    _making(
        "18",
        "trump-asked",
        "Somebody asks what is trump, or what was turned up",
        "Any player may ask which suit is trump. Once the turned card is in the dealer's hand or "
        "played, nobody may be told which card it was.",
        words="trump suit, turned card, turn-up, forgot trump",
    ),
    _making(
        "19",
        "called-trump",
        "The maker called the best trump",
        "Only a plain suit can be called, so this is no call: they call another suit, or play "
        "alone.",
        words="calling, wrong call, trump suit",
    ),
    _making(
        "21",
        "call-changed",
        "The maker wants to call another suit",
        "No: a proper call stands, whatever happens.",
        words="change the call, called ace, wrong suit",
    ),
    _making(
        "20",
        "ace-not-in-play",
        "The ace that was called is not in play",
        "The partner is whoever holds the best card of that suit in play, even if it is only a "
        "king or a queen. Cards left in the stock do not count.",
        words="called ace, who is the partner, buried, asleep",
    ),
    _making(
        "20",
        "intimation",
        "The partner let it be known that they are the partner",
        "They score nothing for this hand; the maker still scores. Playing their cards as they "
        "like is no offence.",
        words="intimation, called ace revealed, gave themselves away, betrayed, hint, table talk",
        records="intimation",
    ),
)

ALONE = (
    _alone(
        "22, 45",
        "own-call",
        "The maker turns out to hold the best card of the suit they called",
        "They have no partner, and score as a lone player, win or lose.",
        words="no partner, called themselves, alone",
    ),
    _alone(
        "23",
        "no-call",
        "The maker called nobody, and did not say that they play alone",
        "Ask them before the lead: they must call or say so. Whoever calls nobody has no partner.",
        words="lone hand, loner, forgot to call, forgot to declare",
    ),
    _alone(
        "24",
        "alone-not-allowed",
        "Somebody who did not make the trump wants to play alone or call a partner",
        "Only the maker can do either.",
        words="lone hand, loner",
    ),
)


# -- The play and the cards, laws 27 to 35 and 47 to 50.

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
        "Somebody dropped a card face up, or named a card in their hand",
        "It lies on the table, and the maker may call it at any time, though never so as to make "
        "its holder revoke. If it can be played before it is called, that is the end of it.",
        words="exposed card, showed a card, flashed",
        chooses=MAKER,
    ),
    _play(
        "29-30",
        "thrown-down",
        "Somebody threw their whole hand on the table",
        "All their cards are exposed, and the maker may call them. The maker themselves may show "
        "their hand unpunished.",
        words="threw in, laid down, abandoned, claimed",
        chooses=MAKER,
    ),
    _play(
        "30",
        "maker-exposed",
        "The maker exposed a card",
        "No penalty, not even for all their cards.",
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
        "the offender is the partner, the adversary who will play last to that trick names it "
        "instead.",
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
        "Nobody may. A suit can be called from them or from one of their side.",
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
        "The hand stands and is played out, but nobody on their side can score on it. If they play "
        "against the maker, their side is everybody who does (our ruling).",
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


# -- Revokes and the score, laws 36 to 46.

_revoke = chapter(SOURCE, "Revoke")
_score = chapter(SOURCE, "Score")
WORDS = "revoke, renege, reneged, did not follow suit, failed to follow, left bower"

REVOKE = (
    _revoke(
        "36",
        "revoke",
        "Somebody who plays against the maker and their partner revoked",
        "Play stops. Maker and partner each score the march ({march}), even after losing a trick.",
        words=WORDS,
        records="revoke",
    ),
    _revoke(
        "37",
        "revoke-against-lone",
        "Somebody revoked against a lone maker",
        "Play stops. The maker scores their lone march ({lone_march}), even after losing a trick.",
        words=WORDS,
        records="revoke",
    ),
    _revoke(
        "38",
        "revoke-by-maker",
        "The maker or their partner revoked",
        "Play stops, and every player against them scores {euchre}.",
        words=WORDS,
        records="revoke",
    ),
    _revoke(
        "6, 42",
        "both-revoked",
        "Both sides revoked",
        "The deal is void and the same player deals again. Record a revoke for each side.",
        words="both reneged, two revokes",
        records="revoke",
    ),
    _revoke(
        "39, 41",
        "revoke-in-time",
        "A revoke is noticed in time",
        "It can be put right until the trick is turned and let go, or their side plays to the "
        "next. The wrong card is then exposed, and the maker may call it; whoever played after it "
        "may change their card freely.",
        words="correct a revoke, take back, renege",
        chooses="the maker",
    ),
    _revoke(
        "40",
        "revoke-asked",
        "May I ask whether they have none of the suit?",
        "Yes: any player may, so as to prevent a revoke.",
        words="no hearts partner, having none, renounce",
    ),
)

SCORE = (
    _score(
        "46",
        "euchred-early",
        "The maker is euchred before their partner is known",
        "Everybody shows their cards, to see who the partner was. All the others score {euchre}.",
        words="show hands, secret partner, three tricks",
    ),
)


FOSTER = (*DEAL, *MAKING, STUCK_DEALER, *ALONE, *PLAY, *REVOKE, *CARDS, *SCORE, SCORE_ERROR)
