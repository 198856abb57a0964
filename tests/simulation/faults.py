"""The faults of a night, by the names under which the history has them."""

from __future__ import annotations

NETWORK = (
    *("dropped", "lost answer", "delayed", "late", "twice", "half answer", "half body"),
    *("hotspot", "proxy", "refused", "offline"),
)
SERVER = ("killed before commit", "killed after commit", "server away")
PHONES = ("tab killed", "battery empty", "storage wiped", "storage full", "clock jump")
PEOPLE = (
    *("two phones", "link revoked", "night closed", "correction", "player changed", "new program"),
)
ALL = (*NETWORK, *SERVER, *PHONES, *PEOPLE)
"""Every fault must be reached in the nights of a run, or the run says nothing."""
NOT_YET = ("restored from last night",)
"""Faults that no night has so far."""
