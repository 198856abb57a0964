"""Pages across evenings: the front page, a club's home, seasons, ratings and players."""
