"""The verbs of a league: agreements, teams and squads, fixtures, cards."""
