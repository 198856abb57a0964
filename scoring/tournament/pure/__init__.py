"""A tournament as values, with its entrants, rounds and format. These modules store nothing."""
