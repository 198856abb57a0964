"""The site's settings for a server whose push service is the test's own, on this machine."""

from clubsite.settings import *  # noqa: F403

PUSH_TO_PRIVATE_ADDRESSES = True
