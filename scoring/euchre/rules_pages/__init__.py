"""The rules page of every set, made from the values that score, and the shelf of all sets."""
