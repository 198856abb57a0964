"""Money: what a closed evening settled, the accounts of a club, receipts and statements."""
