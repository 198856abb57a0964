"""A league: teams and squads, fixtures, the night of a match, tables and reports, fees."""
