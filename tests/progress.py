"""A plugin of pytest that writes how far a run is into the file PROGRESS, a line of JSON each time.

`./test` reads it (scripts/testing.py). With workers it is their controller that writes.
"""

import json
import os
from collections import defaultdict

import pytest


class Progress:
    """Writes what is to be done, and of each test how it ended, after how long, and why."""

    def __init__(self, file):
        self.file = file
        self.seconds = defaultdict(float)
        self.ended = {}

    def tell(self, **what):
        self.file.write(f"{json.dumps(what)}\n")
        self.file.flush()

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self, node, ids):
        self.tell(total=len(ids))

    def pytest_collection_finish(self, session):
        self.tell(total=len(session.items))

    def pytest_runtest_logreport(self, report):
        test = report.nodeid
        self.seconds[test] += report.duration
        if report.outcome != "passed":
            why = report.longrepr[2] if isinstance(report.longrepr, tuple) else ""
            self.ended.setdefault(test, (report.outcome, why.removeprefix("Skipped: ")))
        if report.when not in ("setup", "call"):  # its end, or that of the worker it was on
            outcome, why = self.ended.pop(test, ("passed", ""))
            seconds = self.seconds.pop(test)
            self.tell(test=test, outcome=outcome, seconds=round(seconds, 3), why=why)


def pytest_configure(config):
    name = os.environ.get("PROGRESS")
    if name and not hasattr(config, "workerinput"):
        file = open(name, "a", encoding="utf-8")  # noqa: SIM115
        config.add_cleanup(file.close)
        config.pluginmanager.register(Progress(file), "progress")
