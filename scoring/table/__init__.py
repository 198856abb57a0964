"""A table: its people and rules, the pad and its hands, corrections, history, score sheets."""
