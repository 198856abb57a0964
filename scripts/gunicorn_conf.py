"""How gunicorn serves the site, for ./run and for a server of your own (docs/deploy.md)."""

import gc
import os
from pathlib import Path

chdir = str(Path(__file__).resolve().parent.parent)
wsgi_app = "clubsite.wsgi"
bind = os.environ.get("BIND") or "127.0.0.1:8000"

worker_class = "gthread"
threads = 8
# SQLite has one writer at a time: a second process gains nothing.
on_postgres = os.environ.get("DATABASE_URL", "").startswith(("postgres", "pgsql"))
workers = int(os.environ.get("WEB_CONCURRENCY") or 2) if on_postgres else 1

keepalive = 30  # seconds; screens poll every second or two over one connection
loglevel = "warning"
# Otherwise gunicorn puts a socket into the home folder.
control_socket_disable = True


def post_worker_init(worker) -> None:
    """Leave what was loaded at the start alone, and tidy up after thousands of objects, not
    hundreds; then keep backups."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 50, 50)
    from scoring.backup.keeper import start_keeping

    start_keeping()
