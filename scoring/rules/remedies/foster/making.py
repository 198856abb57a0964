"""Foster: making the trump, calling a partner, playing alone, laws 5 and 11 to 24, and 51."""

from scoring.rules.remedies.remedy import chapter
from scoring.rules.remedies.when import joker, may_pass_out
from scoring.rules.rule_sets.foster_call_ace import SOURCE

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
        "Nobody loses his turn by it: the others still say what they like. "
        "When his own turn comes, he is held to what he said.",
        words="bidding out of turn, spoke out of turn, declared out of turn",
    ),
    _making(
        "16",
        "changed-suit",
        "The maker wants to change the suit he named",
        "No: properly named, it stays the trump.",
        words="changing trump, misspoke, second thoughts",
    ),
    _making(
        "16",
        "named-turned-down",
        "Somebody named the suit that was turned down",
        "Only the three other suits can be named. No penalty is set: he names one of them, or "
        "passes.",
        words="same suit, turned-down suit",
    ),
    _making(
        "13, 27",
        "no-discard",
        "The dealer forgot to discard",
        "He must come down to five cards before he plays. If he has played to the first trick "
        "with six, "
        "the hand stands and nobody on his side can score.",
        words="no discard, six cards, wrong number of cards",
        records="wrong-cards",
    ),
    _making(
        "14",
        "discard-changed",
        "The dealer wants to change his discard",
        "Not once he has let go of it.",
        words="discarded the wrong card, late discard, take back",
    ),
    _making(
        "18",
        "trump-asked",
        "Somebody asks what is trump, or what was turned up",
        "Any player may ask which suit is trump. Once the turned card is in the dealer's hand or "
        "played, "
        "nobody may be told which card it was.",
        words="trump suit, turned card, turn-up, forgot trump",
    ),
    _making(
        "19",
        "called-trump",
        "The maker called the best trump",
        "Only a plain suit can be called, so this is no call: he calls another suit, or plays "
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
        "king or a "
        "queen. Cards left in the stock do not count.",
        words="called ace, who is the partner, buried, asleep",
    ),
    _making(
        "20",
        "intimation",
        "The partner let it be known that he is the partner",
        "He scores nothing for this hand; the maker still scores. Playing his cards as he likes "
        "is no "
        "offence.",
        words="intimation, called ace revealed, gave himself away, betrayed, hint, table talk",
        records="intimation",
    ),
)

ALONE = (
    _alone(
        "22, 45",
        "own-call",
        "The maker turns out to hold the best card of the suit he called",
        "He has no partner, and scores as a lone player, win or lose.",
        words="no partner, called himself, alone",
    ),
    _alone(
        "23",
        "no-call",
        "The maker called nobody, and did not say that he plays alone",
        "Ask him before the lead: he must call or say so. Whoever calls nobody has no partner.",
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
