"""Seating, and the first dealer. It is pure Python like the rules."""
