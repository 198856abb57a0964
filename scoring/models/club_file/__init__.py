"""A whole club as one file, `euchre-club/1` (docs/club-file.md): a row a line, written and read as
a stream.

Rows refer to each other by numbers of the file's own, so that a club can move to any other
database.
"""
