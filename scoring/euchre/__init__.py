"""The rules of Euchre as pure Python: no Django, no clock, no database.

The words, used alike in code, on screens and on paper:

*Maker*: the player who made the trump.  *Partner*: in Call-Ace, the holder of the best card
of the suit the maker called; secret until it is played.  *Maker's side*: maker and partner, or
the maker alone.  *Adversaries*: everybody else.  *Point*: three or four tricks to the maker's
side.  *March*: all five.  *Euchre*: fewer than three.  *Lone hand*: the maker had no partner.
*Eldest hand*: the player on the dealer's left.  *Pone*: the player on the dealer's right.
*Revoke*: not following suit when able to.  *Intimation*: a called partner betraying themselves.
*Counter*: what a banker pays points in; white 1, red 5, blue 25.  *Pool*: what they pay from,
about a hundred.  *Stake*: money a point.
*Settlement*: who owes whom at the end.  *Sitting*: the same people in the same seats.

*Side*: partners, or one who plays for themselves.  *Game*: won by the side that reaches its target.
*Lap*: points over game, which open the winners' next.  *Love game*: its loser stands at nothing.
*Rubber*: three games and a bonus.  *Set-back*: points that a euchred maker loses.  *Bridge*: the
eldest hand's side at four to one or four to two.  *Jambone*: a lone hand with its cards shown.
*Jamboree*: the five best trumps.  *Provision*: one number or one yes or no of a rule set.  *House
rules*: a set of which some provisions were changed.  *Ruling*: what we decided where a source is
silent.

*Bid*: how many tricks somebody says their side will take; the highest names the trump.  *Bidder*:
whose bid was the highest, the maker of that hand.  *Made*: as many tricks as were bid, or more.
*Set*: fewer.  *Bid alone*: for every trick, the partner's cards laid down; halls say loner, shooter
or shoot the moon.  *High*, *low*: no trump, aces or nines the best.

Seats are numbered clockwise from 0, so the seat on the left is the next one.
"""
