"""The rules of Euchre in pure Python, without Django, a clock or a database.

The terms, which are the same in code, on screens and on paper:

*Maker*: the player who made trump.  *Partner*: in Call-Ace, the holder of the best card of the suit
the maker called, secret until it is played.  *Maker's side*: maker and partner, or the maker alone.
*Adversaries*: all other players.  *Point*: three or four tricks to the maker's side.  *March*: all
five.  *Euchre*: fewer than three.  *Lone hand*: the maker had no partner.
*Eldest hand*: the player on the dealer's left.  *Pone*: the player on the dealer's right.
*Revoke*: not following suit when able to.  *Intimation*: a called partner gives themselves away.
*Counter*: a chip with which a banker pays points; white 1, red 5, blue 25.  *Pool*: the banker's
stock, about a hundred.  *Stake*: money a point.
*Settlement*: the debts at the end.  *Sitting*: the same people in the same seats.

*Side*: partners, or one who plays for themselves.  *Game*: won by the side that reaches its target.
*Lap*: points over game, which open the winners' next.  *Love game*: its loser has no points.
*Rubber*: three games and a bonus.  *Set-back*: points that a euchred maker loses.  *Bridge*: the
eldest hand's side at four to one or four to two.  *Jambone*: a lone hand with its cards shown.
*Jamboree*: the best trumps, as many as are dealt.  *Provision*: one number or one yes or no of a
rule set.  *House rules*: a set with some changed provisions.  *Ruling*: our decision where a source
is silent.

*Bid*: the number of tricks that a player says their side will take; the highest names trump.
*Bidder*: the player with the highest bid, who is the maker of that hand.  *Made*: as many tricks as
were bid, or more.  *Set*: fewer.  *Bid alone*: for every trick, with the partner's cards laid down;
clubs say loner, shooter or shoot the moon.  *High*, *low*: no trump, aces or nines the best.

Seats are numbered clockwise from 0, so the seat on the left is the next one.
"""
