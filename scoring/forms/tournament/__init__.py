"""What is typed for a progressive evening."""
