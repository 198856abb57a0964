"""The floor's site: our settings and database, no middleware, and two views (bare_urls.py)."""

from clubsite.settings import *  # noqa: F403

MIDDLEWARE = []
ROOT_URLCONF = "tests.bench.bare_urls"
