"""What was written to be told goes out: to the push services of phones, and by mail."""
