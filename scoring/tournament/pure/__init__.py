"""A tournament as values: who entered, what was played in each round, by which format. Nothing is
stored."""
