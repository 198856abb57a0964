"""Planned rotations: a new partner each round, for 4 to 100 players (docs/movements.md)."""
