"""The connection to an existing SQLite file.

SQLite creates a missing file on access. So a command without the site's variables would make an
empty score book beside the real one. A site whose file was removed would go on with an empty one.
"""

import os
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

from django.db.backends.sqlite3 import base

from clubsite.sqlite import NoBook


class DatabaseFeatures(base.DatabaseFeatures):
    """Features that are known without a query. Django's checks would open the file for every
    command, even `help`."""

    supports_json_field = True


LONG = 8192
"""Characters of a query that is not kept."""


@lru_cache(maxsize=512)
def _with_question_marks(query: str) -> str:
    return base.FORMAT_QMARK_REGEX.sub("?", query).replace("%%", "%")


class Cursor(base.SQLiteCursorWrapper):
    """Django's cursor, except that it looks for `%s` in a query only once. That takes longer than
    all that SQLite does for a short answer."""

    def convert_query(self, query: str, *, param_names: list[str] | None = None) -> str:
        if param_names is not None or len(query) > LONG:
            return super().convert_query(query, param_names=param_names)
        return _with_question_marks(query)


class DatabaseWrapper(base.DatabaseWrapper):
    """Django's wrapper, except that the file must exist and stay the same one."""

    features_class = DatabaseFeatures
    opened: tuple[int, int] | None = None
    """Which file the connection is to, by its device and number."""

    @property
    def file(self) -> Path | None:
        """The file; None for a database in memory."""
        if self.is_in_memory_db() or str(self.settings_dict["NAME"]).startswith("file:"):
            return None
        return Path(self.settings_dict["NAME"]).absolute()

    def make_file(self) -> None:
        """Make an empty file and its folder, if there is none."""
        if self.file:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            self.file.touch(mode=0o600)  # it holds who may sign in, and the secrets of links

    def get_connection_params(self) -> dict:
        found = super().get_connection_params()
        if self.file:
            found["database"] = f"{self.file.as_uri()}?mode=rw"
        return found

    def get_new_connection(self, conn_params: dict):
        if self.file and not self.file.exists():
            raise NoBook(self.file)
        self.opened = self._which()
        return super().get_new_connection(conn_params)

    def create_cursor(self, name: str | None = None) -> Cursor:
        return self.connection.cursor(factory=Cursor)

    def close_if_unusable_or_obsolete(self) -> None:
        """Between two requests, also close a file that was removed or restored from a backup."""
        if self.connection is not None and self.opened != self._which():
            self.close()
        super().close_if_unusable_or_obsolete()

    def _which(self) -> tuple[int, int] | None:
        with suppress(OSError):
            found = os.stat(self.file) if self.file else None
            return found and (found.st_dev, found.st_ino)
        return None
