"""The pages of a progressive evening."""
