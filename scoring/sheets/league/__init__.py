"""The papers of a league."""
