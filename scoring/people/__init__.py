"""Clubs and their people: players, accounts and roles, names that are alike, club settings."""
