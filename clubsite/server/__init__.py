"""The server: one event loop holds all connections, a few threads do the work.

A phone that is slow, silent or gone costs a connection in the loop, never a thread
(docs/decisions/0033-the-server.md).
"""
