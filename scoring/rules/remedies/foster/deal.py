"""Foster: cutting and dealing, laws 3 to 10 and 27."""

from scoring.rules.remedies.remedy import chapter
from scoring.rules.rule_sets.foster_call_ace import SOURCE

_deal = chapter(SOURCE, "Deal")

DEAL = (
    _deal(
        "3",
        "cut-wrong",
        "The cut left too few cards",
        "At least five cards must stay in each packet. Fewer is no cut: the player on the "
        "dealer's right "
        "cuts again.",
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
        chooses="any player who has neither interrupted the deal nor looked at his cards",
        records="new-deal",
    ),
    _deal(
        "7",
        "exposed-by-player",
        "A player exposed a card during the deal",
        "The dealer may demand a new deal, and deals again himself.",
        words="new deal, card seen, dropped",
        chooses="the dealer",
        records="new-deal",
    ),
    _deal(
        "10",
        "looked-too-early",
        "Somebody looked at his cards, or interrupted the dealer, before the deal was over",
        "He can no longer demand a new deal. Otherwise the deal goes on.",
        words="interrupted dealer, touched cards, new deal",
    ),
    _deal(
        "8",
        "dealt-out-of-turn",
        "Somebody dealt out of turn",
        "Stop him before the trump is turned, and the right dealer deals. Once it is turned, the "
        "deal "
        "stands.",
        words="wrong dealer, not his deal",
    ),
    _deal(
        "8",
        "wrong-pack",
        "The dealer used the wrong pack",
        "Stop him before the trump is turned, and he deals again with the right one. "
        "Once it is turned, the deal stands.",
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
        "He may put it right before he deals to the next player. After that it is a misdeal: "
        "the deal is lost, and the next player on the left deals.",
        words="misdeal, misdealt, wrong number of cards, six cards, four cards",
        records="misdeal",
    ),
    _deal(
        "27",
        "wrong-cards-before",
        "Somebody finds that he has too many or too few cards, and has not played yet",
        "It is a misdeal: the deal is lost, and the next player on the left deals.",
        words="misdeal, misdealt, wrong number of cards, six cards, four cards",
        records="misdeal",
    ),
)
