"""Questions about a league's season."""
