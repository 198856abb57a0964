"""The floor's two views behind all our middleware."""

from clubsite.settings import *  # noqa: F403

ROOT_URLCONF = "tests.bench.bare_urls"
