"""What is typed for a league."""
