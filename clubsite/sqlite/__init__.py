"""Django's SQLite backend, except that only `migrate` creates a database file."""

from pathlib import Path

from django.db import OperationalError

from clubsite.places import MANAGE, RUN


class NoBook(OperationalError):
    """There is no file. The message says which, and what to type."""

    def __init__(self, file: Path) -> None:
        super().__init__(
            f"There is no score book at {file}. To create one, type {RUN} or {MANAGE} migrate. If "
            "the site keeps its data elsewhere, load its variables first:  "
            "set -a; . /etc/bowerbook.env; set +a"
        )
