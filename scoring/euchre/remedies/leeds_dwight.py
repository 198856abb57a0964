"""H. C. Leeds and James Dwight, The Laws of Euchre, 1890: what their 105 laws say of a slip."""

from scoring.euchre.books.leeds_dwight import SOURCE
from scoring.euchre.remedies.remedy import alone, chapter, either_alone, may_pass_out
from scoring.euchre.remedies.rulings import JOKERS, STUCK_DEALER

# -- Who chooses a penalty under Leeds & Dwight: law 85 forbids partners to discuss which of two to
# take.

OTHER_SIDE = "the other side"
EITHER = "either of the other side, without consulting"
LONE_PLAYER = "the lone player"


# -- Shuffling, cutting, dealing, laws 22 to 45.

_deal = chapter(SOURCE, "Deal")

CUTTING = (
    _deal(
        "22-24",
        "shuffled-wrong",
        "Somebody shuffles under the table, with faces showing, during a hand, or a second time",
        "All of it is forbidden, but no penalty is set: stop them, and let the pack be shuffled "
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
        "They may not: the pack stays as they parted it.",
        words="re-cut, cutting, second cut",
    ),
    _deal(
        "31",
        "shuffled-after-cut",
        "The dealer shuffled after the cut",
        "They lose the deal: the next player on the left deals.",
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
        "The dealer or their partner exposed a card in the deal",
        "The other side may call for a new deal by the same player, so long as neither of them has "
        "touched their cards. If they let it pass, the card cannot be called.",
        words="new deal, flipped card, card seen, dropped",
        chooses=OTHER_SIDE,
        records="new-deal",
    ),
    _deal(
        "35",
        "exposed-by-adversary",
        "An opponent of the dealer exposed a card in the deal",
        "The dealer may deal again, so long as their partner has kept off the cards. If they let "
        "it pass, the card cannot be called.",
        words="new deal, adversary, card seen, dropped",
        chooses="the dealer",
        records="new-deal",
    ),
    _deal(
        "36",
        "touched-in-deal",
        "Somebody touched their cards during the deal",
        "Then the other side may touch theirs as well, and keep the right to call for a new deal.",
        words="looked at their cards, picked up too early",
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
        "Before the trump is turned a new deal may be claimed. After it the deal is good; the "
        "owners may have their pack back when it is over.",
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
        words="wrong dealer, not their deal",
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
        "player deals again. If the partner was first, it is lost.",
        words="adversary touched, interfered, misdealt",
        records="new-deal",
    ),
    _deal(
        "44",
        "dealer-interrupted",
        "The dealer was wrongly interrupted about the score or the turn to deal, and misdealt",
        "They may deal again, since the interruption proved wrong.",
        words="interrupted dealer, misdeal, disturbed",
        chooses="the dealer",
        records="new-deal",
    ),
    _deal(
        "45",
        "partners-deal",
        "Somebody dealt for their partner, and misdealt",
        "The deal is lost as if the partner had dealt: the next player on that partner's left "
        "deals.",
        words="took their partner's deal, misdeal, wrong dealer",
        records="misdeal",
    ),
)


# -- Making the trump, the discard, the trump card, laws 74 to 92.

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
        "Somebody wants to change the suit they named",
        "They cannot: the suit they named is trump.",
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
        "Somebody passed, or named the turned-down suit, and then said what they had meant",
        "Their partner has heard it, and must pass too.",
        words="table talk, mentioned the suit",
    ),
    _making(
        "80",
        "assisted-after-passing",
        "Somebody passed, and then wanted to assist or order up",
        "Their partner must pass too, unless the other side elects that it be played.",
        words="assisting after passing, changed their mind",
        chooses=OTHER_SIDE,
    ),
    _making(
        "81",
        "not-heard",
        "Somebody declared, and their partner did not hear it and passed",
        "The declaration stands.",
        words="misheard, passed after a declaration",
    ),
    _making(
        "82",
        "bid-out-of-turn",
        "Somebody passed, ordered up or assisted out of turn",
        "Nobody loses their own right by it. But a dealer who turns the trump down, or throws in "
        "their cards on the second round, has spoken for their partner as well.",
        words="bidding out of turn, spoke out of turn, declared out of turn",
    ),
    _making(
        "86, 90",
        "no-discard",
        "The dealer played without having discarded",
        "The hand holds good. Their side scores nothing on it and forfeits {forfeit}, or "
        "{forfeit_lone} in a lone hand: the other side scores them (our ruling).",
        words="no discard, forgot to discard, six cards, wrong number of cards",
        records="wrong-cards",
    ),
    _making(
        "86",
        "discard-changed",
        "The dealer wants to change their discard",
        "They must discard at once. When the card lies under the pack and they have let go of it, "
        "it stays there.",
        words="discarded the wrong card, late discard, take back",
    ),
    _making(
        "88",
        "discarded-trump-card",
        "The dealer discarded the turned card",
        "It cannot be discarded: they keep it, and lay out another.",
        words="turn-up, trump card, buried",
    ),
    _making(
        "87",
        "lead-before-discard",
        "The eldest hand led before the dealer had discarded",
        "The lead is good, but the dealer may still change their discard.",
        words="led too early, late discard",
    ),
    _making(
        "46, 91",
        "trump-lifted",
        "Somebody lifted the turned card off the pack",
        "It must be left in view until it is played. Once lifted it is an exposed card, and can be "
        "called.",
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


# -- Playing alone, laws 50, 89 and 93 to 105.

_alone = chapter(SOURCE, "Alone")
ADVERSARIES = "the lone player's adversaries"

DECLARING = (
    _alone(
        "93, 95",
        "alone-not-allowed",
        "Somebody who may not play alone wants to",
        "They cannot: not after passing, not when they or their partner was ordered up, not when "
        "the other side made the trump, and not when they exposed a card before they said so.",
        words="lone hand, loner, alone after passing, exposed before declaring",
        applies=alone,
    ),
    _alone(
        "98",
        "alone-wrong-words",
        "A lone hand was declared in the wrong words",
        'It takes one declaration, such as "alone at hearts". Whoever first orders up or names a '
        "suit and "
        "then adds that they play alone, does not: they play with their partner.",
        words="lone hand, loner, wrong form, declaration",
        applies=alone,
    ),
    _alone(
        "97",
        "alone-after-naming",
        "Somebody named the trump first, and said only then that they play alone",
        "They can be made to play the hand with their partner.",
        words="lone hand, loner, too late, declared late",
        chooses=ADVERSARIES,
        applies=alone,
    ),
    _alone(
        "96",
        "dealer-alone-after-discard",
        "The dealer said that they play alone after discarding",
        "They have to say so before they let go of their discard. It is too late, and they play "
        "with their partner.",
        words="lone hand, loner, declared late",
        applies=alone,
    ),
    _alone(
        "93-94",
        "alone-taken",
        "The partner wants to play the lone hand themselves",
        'They may, unless they have already passed, by saying "I take it from you".',
        words="take it away, taking the lone hand, loner",
        applies=either_alone,
    ),
    _alone(
        "99",
        "alone-taken-late",
        "The partner offered to take the lone hand after passing, or after the lead",
        "Neither of them can play alone: the hand is played with both.",
        words="take it away, taking it too late, loner",
        applies=either_alone,
    ),
)

PLAYING = (
    _alone(
        "100",
        "partner-played",
        "The lone player's partner played to the first lead",
        "The lone hand is lost, and they play with their partner, unless the adversaries want them "
        "to go on alone.",
        words="partner plays anyway, loner",
        chooses=ADVERSARIES,
        applies=alone,
    ),
    _alone(
        "101",
        "lone-partner",
        "The lone player's partner took up their cards again",
        "They must lay them face down and leave them there. They may gather their partner's "
        "tricks, and what they do with them binds their partner.",
        words="sits out, partner gathers the tricks, loner",
        applies=alone,
    ),
    _alone(
        "102",
        "exposed",
        "The lone player's partner showed one of their cards",
        "All five tricks then bring only {exposed_march}. A euchre still brings the adversaries "
        "{lone_euchre}.",
        words="exposed card, partner shows a card, loner",
        records="exposed",
        applies=alone,
    ),
    _alone(
        "103",
        "counted",
        "An adversary wants to count the cards that the lone player's partner laid down",
        "They may, to see that they are five.",
        words="count the partner's hand, number of cards, loner",
        applies=alone,
    ),
    _alone(
        "104",
        "lone-exposed",
        "The lone player exposed a card",
        "No penalty.",
        words="exposed card, dropped, showed, loner",
        applies=alone,
    ),
    _alone(
        "104",
        "lone-led-out-of-turn",
        "The lone player led out of turn",
        "The card is exposed, and can be called.",
        words="lead, wrong player led, loner",
        chooses=ADVERSARIES,
        applies=alone,
    ),
    _alone(
        "105",
        "played-against-lone",
        "An adversary played out of turn to the lone player's lead",
        "Both adversaries lay their cards on the table, and the lone player may call them.",
        words="played out of turn, against a lone hand, loner",
        chooses=LONE_PLAYER,
        applies=alone,
    ),
    _alone(
        "89",
        "lead-before-discard-lone",
        "The dealer's right-hand neighbour plays alone, and the dealer's partner led before the "
        "discard",
        "The dealer can be made to play their highest or their lowest of the suit, or to win or "
        "lose the trick.",
        words="led too early, late discard, third hand alone, loner",
        chooses=LONE_PLAYER,
        applies=alone,
    ),
    _alone(
        "50",
        "abandoned",
        "An adversary threw down their cards, or stopped playing, against a lone hand",
        "The lone side scores {abandoned} instead of what the hand would have brought.",
        words="abandoned, gave up, laid down, threw in, loner",
        records="abandoned",
        applies=alone,
    ),
)

ALONE = (*DECLARING, *PLAYING)


# -- Cards shown and played in error, laws 46 to 61 and 83 to 84.

_play = chapter(SOURCE, "Play")

SHOWN = (
    _play(
        "46",
        "exposed-card",
        "Somebody dropped or showed a card",
        "It stays face up on the table and can be called, however quickly it was snatched back. A "
        "card that falls below the table is not exposed.",
        words="exposed card, flashed, floor",
        chooses=OTHER_SIDE,
    ),
    _play(
        "46",
        "two-cards-at-once",
        "Somebody played two cards at once",
        "All of them are exposed: they stay on the table and can be called.",
        words="several cards, exposed card, more than one card",
        chooses=OTHER_SIDE,
    ),
    _play(
        "47",
        "played-ahead",
        "Somebody played winning cards one after another, without waiting for their partner",
        "The partner may be made to win any one of these tricks if they can; the other cards are "
        "exposed.",
        words="exposed card, did not wait, led again",
        chooses=OTHER_SIDE,
    ),
    _play(
        "48",
        "thrown-down",
        "Somebody threw their cards down face up",
        "They are exposed, and can be called. Whoever has kept their hand need not give it up.",
        words="threw in, laid down, thought the game was over, claimed",
        chooses=OTHER_SIDE,
    ),
    _play(
        "49",
        "all-abandoned",
        "Everybody threw their cards down face up",
        "The hand is over, and nobody may take up their cards again. Whoever then sees how they "
        "would have saved or won the game sees it too late, unless there was a revoke.",
        words="all abandon, all four, threw in",
    ),
    _play(
        "51",
        "detached-card",
        "Somebody drew a card from their hand, and an opponent named it",
        "Named rightly, it can be called. Named wrongly, a suit can be called from the side that "
        "named it at its next lead.",
        words="detached card, guessed, adversary named",
        chooses=OTHER_SIDE,
    ),
)

OUT_OF_TURN = (
    _play(
        "52",
        "lead-out-of-turn",
        "Somebody led out of turn",
        "The other side may call the card that was led, or call a suit when the offender or their "
        "partner next has the lead.",
        words="lead, wrong player led, led from the wrong hand",
        chooses=EITHER,
    ),
    _play(
        "53",
        "lead-followed",
        "Others have already played to a lead out of turn",
        "If all have followed, the trick stands. Otherwise they take their cards back without "
        "penalty, and only the leader is to blame.",
        words="lead, wrong player led",
    ),
    _play(
        "58",
        "third-hand-first",
        "Third hand played before second",
        "Then the fourth may also play before their partner.",
        words="played out of turn, wrong order",
    ),
    _play(
        "59",
        "fourth-hand-first",
        "Fourth hand played before their partner, and the third had not played",
        "The partner may be made to win the trick or to lose it.",
        words="played out of turn, wrong order",
        chooses=OTHER_SIDE,
    ),
    _play(
        "60",
        "omitted",
        "Somebody did not play to a trick, and has played to the next",
        "The other side may claim a new deal. If it lets the hand stand, the card left over at the "
        "end belongs to the short trick, and is no revoke there.",
        words="omitted to play, missed a trick, forgot to play, skipped",
        chooses=OTHER_SIDE,
        records="new-deal",
    ),
    _play(
        "61",
        "extra-card",
        "Somebody put two cards on one trick, or mixed a card into a wrong trick",
        "The tricks may be counted face down; one with a card too many is searched, and the card "
        "given back. They answer for every revoke that came of it, also when it is found only at "
        "the end.",
        words="two cards to a trick, extra card, too many cards",
        records="revoke",
    ),
)

TALK = (
    _play(
        "83",
        "called-attention",
        "Somebody called attention to a trick before their partner played",
        "Their partner may be made to play their highest card of the suit led or their lowest, to "
        "take the trick or to leave it.",
        words="table talk, it is yours, drew their card, named their card, told their partner",
        chooses=EITHER,
    ),
    _play(
        "84",
        "who-played",
        "Somebody asks who played which card",
        "They may not ask that. Until the trick is gathered they may have the cards placed before "
        "their players.",
        words="draw cards, place the cards, whose card, see the trick",
    ),
)

PLAY = (*SHOWN, *OUT_OF_TURN, *TALK)


# -- Paying a penalty and exacting it, laws 54 to 57 and 85.

PENALTIES = (
    _play(
        "54",
        "called-refused",
        "Somebody did not play or lead what was called, though they could",
        "It counts as a revoke.",
        words="called suit refused, highest, lowest, disobeyed",
        records="revoke",
    ),
    _play(
        "55, 57",
        "called-none",
        "Somebody cannot play what is called",
        "Nobody can be made to revoke. Whoever has none of the suit called leads what they like, "
        "and the penalty is paid.",
        words="called suit, has none, void",
    ),
    _play(
        "56",
        "called-again",
        "An exposed card was called, and could not be played",
        "It can be called again, until it has been played.",
        words="repeat the call, exposed card",
        chooses=OTHER_SIDE,
    ),
    _play(
        "85",
        "consulted",
        "Partners talk over which penalty to take",
        "They lose their right to it. They may only agree who chooses, and what either of them "
        "demands is final.",
        words="consulting, consultation, discuss, choose the penalty",
    ),
)


# -- The revoke, laws 4 and 62 to 71.

_revoke = chapter(SOURCE, "Revoke")

REVOKE = (
    _revoke(
        "4, 62-63",
        "revoke",
        "Somebody had a card of the suit led, and played another",
        "Each revoke brings the other side {revoke}, or {revoke_lone} in a lone hand, before all "
        "other scores. What the hand itself brings still counts (our ruling).",
        words="revoke, revoked, renege, reneged, did not follow suit, failed to follow, left bower",
        records="revoke",
    ),
    _revoke(
        "71",
        "both-revoked",
        "Both sides revoked",
        "Equal numbers cancel each other; otherwise only the difference counts. Record the revokes "
        "of both sides.",
        words="cancel, both reneged, two revokes",
        records="revoke",
    ),
    _revoke(
        "64",
        "revoke-established",
        "From when on is it a revoke?",
        "From when the trick is turned and let go, or the player or their partner leads or plays "
        "to the next, in turn or not.",
        words="established, too late to correct, renege",
    ),
    _revoke(
        "69",
        "revoke-in-time",
        "A revoke is noticed in time",
        "The wrong card is taken back, and can be called. Whoever played after it, except the "
        "partner, may change their card, and what they take back cannot be called.",
        words="correct a revoke, save, take back, renege",
        chooses=OTHER_SIDE,
    ),
    _revoke(
        "65",
        "revoke-asked",
        "May I ask my partner whether they have none of the suit?",
        "Yes. Asked before the trick is turned and let go, turning it makes no revoke: it can be "
        "put right, unless they say that they have none, or they or you have played to the next "
        "trick.",
        words="no hearts partner, having none, renounce, asking",
    ),
    _revoke(
        "66",
        "revoke-claimed",
        "Somebody claims a revoke",
        "At the end of the hand, whoever claims it may look through all the tricks.",
        words="prove, search the tricks, renege, accuse",
    ),
    _revoke(
        "67",
        "revoke-mixed",
        "The cards were mixed before a revoke could be looked for",
        "If the accused or one of their side mixed them, the revoke is proved.",
        words="mixing cards, shuffled together, gathered",
        records="revoke",
    ),
    _revoke(
        "68",
        "revoke-too-late",
        "A revoke is claimed after the cut for the next deal",
        "It is too late: it cannot be claimed any more.",
        words="late claim, next deal, renege",
    ),
    _revoke(
        "70",
        "revoke-played-out",
        "The side that revoked wants to play the hand out",
        "It may insist on that.",
        words="go on, stop playing, renege",
    ),
)


# -- The table, the packs and the score, laws 5, 10 to 21, 33, 72, 73 and 90.

_cards = chapter(SOURCE, "Cards")
_score = chapter(SOURCE, "Score")

CARDS = (
    _cards(
        "90",
        "wrong-cards",
        "Somebody played with too many or too few cards",
        "The hand holds good. Their side scores nothing on it and forfeits {forfeit}, or "
        "{forfeit_lone} in a lone hand: the other side scores them. If both sides erred, nobody "
        "forfeits or scores (our rulings).",
        words="wrong number of cards, six cards, four cards, short hand",
        records="wrong-cards",
    ),
    _cards(
        "33",
        "imperfect-pack",
        "The pack is wrong: a card is missing, double or strange",
        "Found in the deal or in the play, the same player deals again. Points of earlier hands "
        "stand.",
        words="imperfect pack, incorrect pack, lost card, duplicate, extra card",
        records="imperfect-pack",
    ),
    _cards(
        "73",
        "torn",
        "A card is torn or marked",
        "The table agrees to replace it, or new cards are called for and the table pays.",
        words="damaged, creased, new pack",
    ),
    _cards(
        "72",
        "new-cards",
        "Somebody wants fresh cards",
        "Until the pack is cut for the deal they may call for two new packs, and pay for them. The "
        "dealer chooses between the two.",
        words="new pack, new cards, change the cards",
    ),
    _cards(
        "10",
        "cut-two",
        "Somebody exposed more than one card in cutting for seats or the deal",
        "They cut again.",
        words="cutting in, draw for partners",
    ),
    _cards(
        "13-14",
        "cut-tie",
        "Players cut equal cards",
        "They cut again, unless two have cut the two highest cards or the two lowest. After a tie "
        "of three the fourth keeps their place, and the new cut gives them their partner.",
        words="tie, draw for partners, same rank",
    ),
    _cards(
        "16",
        "late-candidate",
        "Somebody wants to join after the cutting has begun",
        "They are too late for this cut: they have to say so before anybody has cut a card.",
        words="cutting in, candidate, newcomer",
    ),
    _cards(
        "18",
        "left-early",
        "Somebody has to leave before the rubber is over",
        "If the other three agree, they may name somebody to play for them in that rubber.",
        words="substitute, leaves, absent",
    ),
    _cards(
        "19",
        "left-after-one",
        "Somebody leaves a full table after one of their two rubbers",
        "The next in line takes their place, and goes out after one rubber as they would have "
        "done.",
        words="leaves, cutting out, candidate",
    ),
    _cards(
        "20-21",
        "left-table",
        "Somebody cut in at another table, or broke up their own",
        "Whoever cuts in elsewhere loses their right to come back, and stands in line as a "
        "newcomer. Whoever breaks up a table stands behind the others of it.",
        words="leaves, re-entry, cutting in",
    ),
)

SCORE = (
    _score(
        "5",
        "score-error",
        "The score is wrong",
        "It can be put right until the trump is turned in the next deal.",
        words="disputed score, mistake, error in the score, forgot to score, wrong points, correct",
        records="correct",
    ),
)


LEEDS_DWIGHT = (
    *CUTTING,
    *DEALING,
    *MAKING,
    STUCK_DEALER,
    *JOKERS,
    *ALONE,
    *PLAY,
    *PENALTIES,
    *REVOKE,
    *CARDS,
    *SCORE,
)
