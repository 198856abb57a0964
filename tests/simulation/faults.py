"""The faults of a night, by the names under which the history has them."""

from __future__ import annotations

NETWORK = (
    *("dropped", "lost answer", "delayed", "late", "twice", "half answer", "half body"),
    *("hotspot", "proxy", "refused", "offline"),
)
SERVER = ("killed before commit", "killed after commit", "server away", "disk full")
PHONES = (
    *("tab killed", "battery empty", "storage wiped", "storage full", "clock jump"),
    *("storage slow", "storage hangs", "battery empty at a tap", "put away for a day"),
)
RESTORED = "restored from last night"
PEOPLE = (
    *("two phones", "link revoked", "night closed", "correction", "player changed", "new program"),
    *("both captains", "slip on a card"),
    *("seats changed", "seats corrected", "handover by code", "undone and restored"),
    *(RESTORED, "restored without the latest players", "table made again"),
)
ALL = (*NETWORK, *SERVER, *PHONES, *PEOPLE)
"""Every fault must be reached in the nights of a run, or the run says nothing."""
