"""Buck Euchre (dirty clubs) as today's sheets have it: four each for themselves, who score their
own tricks and are set without one."""

from scoring.euchre.books.partnership import GAMES, NOT_OF_HANDS, RULING
from scoring.euchre.rule_set import Law, RuleSet, Sheet, per_players

SHEET = Law(source="Buck Euchre sheets", number="")
SHEETS = (
    Sheet(
        name="White Knuckle, Buck Euchre",
        address="https://whiteknucklecards.com/games/buckeuchre.html",
        has="24 cards, clubs turned up are trump, no trump may be named, the maker needs three",
    ),
    Sheet(
        name="Euchre.com, Buck Euchre rules",
        address="https://euchre.com/blog/buck-euchre-rules/",
        has="25 points, a point for each trick, staying in or dropping out, no maker if all pass",
    ),
    Sheet(
        name="Our Pastimes, how to play Buck Euchre",
        address="https://ourpastimes.com/play-card-game-buck-euchre-4524056.html",
        has="the first jack deals, one trick at least, three for the maker",
    ),
    Sheet(
        name="Rule 6, Buck Euchre",
        address="http://rule6.info/index-41.html",
        has="five points against a player without a trick, also where no trump was made",
    ),
)
RESTING = (
    *("pack", "first_deal", "trick", "buck_set", "euchre", "drop_out", "clubs_trump"),
    *("no_trump", "target"),
)
OURS = (
    *("passed-out", "misdeal", "new-deal", "imperfect-pack", "both-revoked"),
    *("revoke", "wrong-cards", "both_over", "laps", "love_double", "rubber", "stakes"),
)

BUCK = RuleSet(
    key="buck",
    name="Buck Euchre",
    title="Score your own tricks, or drop out; without a trick you are set.",
    source=SHEET.source,
    sheets=SHEETS,
    partners="none",
    each_scores=True,
    alone="nobody",
    pack=per_players(four=24),
    lowest={4: "9"},
    irregularities=frozenset({"revoke", "wrong-cards"}),
    revokes="own",
    trick=1,
    buck_set=5,
    euchre=5,
    revoke=5,
    drop_out=True,
    clubs_trump=True,
    no_trump=True,
    target=25,
    options=("target", "stakes"),
    usual={"target": (25, 15)},
    laws=NOT_OF_HANDS | dict.fromkeys(RESTING, SHEET) | dict.fromkeys(OURS, RULING),
    rulings={
        "target": "The sheets begin at 25 and count down to 0. Here all begin at 0 and count up to "
        "25, which is the same.",
        "passed-out": "If all pass twice, most sheets play the hand without trump and without a "
        "maker. If the table throws it in, no one scores, and the deal passes to the left.",
        "misdeal": "After a misdeal the deal passes to the left. After a faced or exposed card, or "
        "an imperfect pack, the same player deals again.",
        "revoke": "A player who revokes loses the points for a set and scores no tricks. The "
        "others keep what they took.",
        "wrong-cards": "A player with a wrong number of cards cannot score, but can still be set.",
        "both_over": "If several reach game on one hand, the most points win. Of equal ones it is "
        "the player nearest the dealer’s left.",
        "laps": GAMES["laps"],
        "love_double": GAMES["love_double"],
        "stakes": "Each loser pays the winner.",
    },
)
