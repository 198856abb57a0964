"""Planned rotations: a new partner each round, for 4 to 999 players (docs/movements.md)."""
