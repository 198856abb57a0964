"""Who sits where, and who deals first. Pure Python like the rules."""
