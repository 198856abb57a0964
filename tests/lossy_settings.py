"""The site's settings for a server that can lose its answers (tests/lost_answers.py)."""

from clubsite.settings import *  # noqa: F403
from clubsite.settings import MIDDLEWARE as OURS

MIDDLEWARE = ["tests.lost_answers.losing", *OURS]
