"""How gunicorn serves the site, for ./run and for a server of your own (docs/deploy.md)."""

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
