"""A rules page for every set, made from the values that score: what a page says, and the shelf of
all."""
