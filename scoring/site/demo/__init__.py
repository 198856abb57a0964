"""The demo club: a year of a club that never was, and tonight."""
