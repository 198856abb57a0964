"""Leagues: teams, fixtures, matches, tables.

- *Team*: people of one venue who play for it; a *pair* are two of them.
- *Division*: the teams that meet each other, as often as the league's *rounds* say.
- *Match*: two teams on a night, the home team at its *venue*. A *meeting* is two pairs at a table
  of that match, with their *games*; a *skunk* is a game lost to nothing.
- *Walkover*: a match that is given to one team because the other did not come.
- *Fixture*: a match to be played. A *break* is two matches running at home, or two away; a *bye* is
  a night without a match.

Everything here is pure: whole numbers, no clock, no database.
"""
