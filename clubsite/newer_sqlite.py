"""A newer SQLite where the system's is too old.

SQLite before 3.51.3 can corrupt a database in WAL mode when the log is reset
(https://sqlite.org/wal.html#walresetbug). Where the wheel `pysqlite3` is installed
and newer, it takes the place of the standard module, before Django imports it.
"""

import sqlite3
import sys

FIXED_IN = (3, 51, 3)


def use() -> str:
    """Return the version of SQLite that Django will use."""
    if sqlite3.sqlite_version_info < FIXED_IN:
        try:
            import pysqlite3
        except ImportError:
            pass
        else:
            sys.modules["sqlite3"] = pysqlite3
    return sys.modules["sqlite3"].sqlite_version
