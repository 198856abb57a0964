"""Leeds & Dwight: shuffling, cutting, dealing, laws 22 to 45."""

from scoring.rules.remedies.leeds_dwight.who import OTHER_SIDE
from scoring.rules.remedies.remedy import chapter
from scoring.rules.rule_sets.leeds_dwight import SOURCE

_deal = chapter(SOURCE, "Deal")

CUTTING = (
    _deal(
        "22-24",
        "shuffled-wrong",
        "Somebody shuffles under the table, with faces showing, during a hand, or a second time",
        "All of it is forbidden, but no penalty is set: stop him, and let the pack be shuffled "
        "properly.",
        words="shuffling, re-shuffle",
    ),
    _deal(
        "27",
        "seen-in-shuffle",
        "A card was seen while the dealer shuffled or offered the cut",
        "The dealer, who may always shuffle last, can be made to shuffle again.",
        words="shuffling, card seen, bottom card",
        chooses="any other player",
    ),
    _deal(
        "29",
        "cut-wrong",
        "The cut left too few cards, showed one, or was muddled",
        "There is a fresh cut. At least four cards must stay in each packet.",
        words="cutting, false cut, short cut, exposed in cutting",
    ),
    _deal(
        "30",
        "cut-again",
        "Somebody wants to cut or shuffle again after parting the pack",
        "He may not: the pack stays as he parted it.",
        words="re-cut, cutting, second cut",
    ),
    _deal(
        "31",
        "shuffled-after-cut",
        "The dealer shuffled after the cut",
        "He loses the deal: the next player on the left deals.",
        words="re-shuffle after the cut, misdeal",
        records="misdeal",
    ),
)

DEALING = (
    _deal(
        "34",
        "faced-card",
        "A card lay face up in the pack",
        "Found before a lead, the same player deals again.",
        words="new deal, boxed card, faced card, wrong way up",
        records="new-deal",
    ),
    _deal(
        "35",
        "exposed-by-dealer",
        "The dealer or his partner exposed a card in the deal",
        "The other side may call for a new deal by the same player, so long as neither of them "
        "has touched "
        "his cards. If they let it pass, the card cannot be called.",
        words="new deal, flipped card, card seen, dropped",
        chooses=OTHER_SIDE,
        records="new-deal",
    ),
    _deal(
        "35",
        "exposed-by-adversary",
        "An opponent of the dealer exposed a card in the deal",
        "The dealer may deal again, so long as his partner has kept off the cards. "
        "If he lets it pass, the card cannot be called.",
        words="new deal, adversary, card seen, dropped",
        chooses="the dealer",
        records="new-deal",
    ),
    _deal(
        "36",
        "touched-in-deal",
        "Somebody touched his cards during the deal",
        "Then the other side may touch theirs as well, and keep the right to call for a new deal.",
        words="looked at his cards, picked up too early",
    ),
    _deal(
        "37",
        "trump-turned-too-soon",
        "One of the last cards was exposed, and the dealer turned the trump at once",
        "The other side has not lost its say: it may still call for a new deal by the same player.",
        words="new deal, exposed card, hurried",
        chooses=OTHER_SIDE,
        records="new-deal",
    ),
    _deal(
        "38",
        "wrong-pack",
        "The dealer used the other side's pack",
        "Before the trump is turned a new deal may be claimed. After it the deal is good; "
        "the owners may have their pack back when it is over.",
        words="wrong cards, other pack",
        chooses=OTHER_SIDE,
        records="new-deal",
    ),
    _deal(
        "39",
        "exposed-turning",
        "The dealer showed another card while turning the trump",
        "The same player deals again.",
        words="new deal, exposed card, two cards turned up",
        records="new-deal",
    ),
    _deal(
        "40",
        "dealt-out-of-turn",
        "Somebody dealt out of turn",
        "It can be stopped until the trump is turned. After that the deal stands.",
        words="wrong dealer, not his deal",
    ),
    _deal(
        "41-42",
        "misdeal-count",
        "Somebody was not dealt five cards",
        "It is a misdeal: the deal is lost, and the next player on the left deals.",
        words="misdeal, misdealt, wrong number of cards, six cards, four cards, too many, too few",
        records="misdeal",
    ),
    _deal(
        "41-42",
        "misdeal-rounds",
        "The rounds were not two cards each and then three, or three and then two",
        "It is a misdeal: the deal is lost, and the next player on the left deals.",
        words="misdeal, misdealt, uneven rounds, one at a time",
        records="misdeal",
    ),
    _deal(
        "43",
        "misdeal-touched",
        "A misdeal, but the dealer's opponents had touched their cards",
        "If one of them touched before the dealer's partner did, the deal is not lost: the same "
        "player deals "
        "again. If the partner was first, it is lost.",
        words="adversary touched, interfered, misdealt",
        records="new-deal",
    ),
    _deal(
        "44",
        "dealer-interrupted",
        "The dealer was wrongly interrupted about the score or the turn to deal, and misdealt",
        "He may deal again, since the interruption proved wrong.",
        words="interrupted dealer, misdeal, disturbed",
        chooses="the dealer",
        records="new-deal",
    ),
    _deal(
        "45",
        "partners-deal",
        "Somebody dealt for his partner, and misdealt",
        "The deal is lost as if the partner had dealt: the next player on that partner's left "
        "deals.",
        words="took his partner's deal, misdeal, wrong dealer",
        records="misdeal",
    ),
)
