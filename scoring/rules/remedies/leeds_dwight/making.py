"""Leeds & Dwight: making the trump, the discard, the trump card, laws 74 to 92."""

from scoring.rules.remedies.leeds_dwight.who import OTHER_SIDE
from scoring.rules.remedies.remedy import chapter
from scoring.rules.remedies.when import may_pass_out
from scoring.rules.rule_sets.leeds_dwight import SOURCE

_making = chapter(SOURCE, "Making trump")

MAKING = (
    _making(
        "77",
        "passed-out",
        "Everybody passed twice",
        "The deal is over. Nobody scores, and the next player on the left deals.",
        words="passed out, nobody made trump, thrown in",
        records="passed-out",
        applies=may_pass_out,
    ),
    _making(
        "78",
        "changed-suit",
        "Somebody wants to change the suit he named",
        "He cannot: the suit he named is trump.",
        words="changing trump, misspoke, second thoughts",
    ),
    _making(
        "78",
        "named-turned-down",
        "Somebody named the suit that was turned down",
        "It counts as a pass.",
        words="same suit, turned-down suit",
    ),
    _making(
        "79",
        "said-afterwards",
        "Somebody passed, or named the turned-down suit, and then said what he had meant",
        "His partner has heard it, and must pass too.",
        words="table talk, mentioned the suit",
    ),
    _making(
        "80",
        "assisted-after-passing",
        "Somebody passed, and then wanted to assist or order up",
        "His partner must pass too, unless the other side elects that it be played.",
        words="assisting after passing, changed his mind",
        chooses=OTHER_SIDE,
    ),
    _making(
        "81",
        "not-heard",
        "Somebody declared, and his partner did not hear it and passed",
        "The declaration stands.",
        words="misheard, passed after a declaration",
    ),
    _making(
        "82",
        "bid-out-of-turn",
        "Somebody passed, ordered up or assisted out of turn",
        "Nobody loses his own right by it. But a dealer who turns the trump down, or throws in "
        "his cards "
        "on the second round, has spoken for his partner as well.",
        words="bidding out of turn, spoke out of turn, declared out of turn",
    ),
    _making(
        "86, 90",
        "no-discard",
        "The dealer played without having discarded",
        "The hand holds good. His side scores nothing on it and forfeits {forfeit}, or "
        "{forfeit_lone} in "
        "a lone hand: the other side scores them (our ruling).",
        words="no discard, forgot to discard, six cards, wrong number of cards",
        records="wrong-cards",
    ),
    _making(
        "86",
        "discard-changed",
        "The dealer wants to change his discard",
        "He must discard at once. When the card lies under the pack and he has let go of it, it "
        "stays there.",
        words="discarded the wrong card, late discard, take back",
    ),
    _making(
        "88",
        "discarded-trump-card",
        "The dealer discarded the turned card",
        "It cannot be discarded: he keeps it, and lays out another.",
        words="turn-up, trump card, buried",
    ),
    _making(
        "87",
        "lead-before-discard",
        "The eldest hand led before the dealer had discarded",
        "The lead is good, but the dealer may still change his discard.",
        words="led too early, late discard",
    ),
    _making(
        "46, 91",
        "trump-lifted",
        "Somebody lifted the turned card off the pack",
        "It must be left in view until it is played. Once lifted it is an exposed card, and can "
        "be called.",
        words="trump card lifted, turn-up, picked up",
        chooses=OTHER_SIDE,
    ),
    _making(
        "92",
        "trump-asked",
        "Somebody asks what is trump, or what was turned up",
        "Anybody may ask at any time which suit is trump. Once the turned card has been played, "
        "nobody may ask which card it was.",
        words="trump suit, turned card, turn-up, forgot trump",
    ),
)
