"""A progressive tournament: settings, rounds, tally cards, entering scores, prizes."""
