"""The floor's site: our settings, middleware and database, and two views that do next to nothing."""

from clubsite.settings import *  # noqa: F403

ROOT_URLCONF = "tests.bench.bare_urls"
