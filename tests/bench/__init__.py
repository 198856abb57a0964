"""How quick we are: each figure beside a bare floor measured in the same run (docs/speed.md)."""
