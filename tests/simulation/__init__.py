"""Whole club nights in one process, on a virtual clock, from one seed.

`.venv/bin/python -m tests.simulation [--nights N] [--seed S] [--from K] [--tables T] [--json]`

The phones run the pad's own scripts (in QuickJS), the site its own views and actions on a SQLite
file. The network between them loses, delays, repeats and cuts what is sent; tabs are closed and the
server is killed. A checker reads the history of the night alone: nothing acknowledged is lost,
nothing counts twice, nothing is stuck once the faults stop, and every figure is right. A seed gives
the same night to the byte.
"""
