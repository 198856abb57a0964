"""`python -m clubsite.opening ADDRESS` opens the site in the browser as soon as it answers."""

from __future__ import annotations

import sys
import time
import webbrowser
from urllib.request import ProxyHandler, build_opener

PATIENCE = 120
"""Seconds that a site has to answer."""
EVERY = 0.2
urlopen = build_opener(ProxyHandler({})).open
"""Asks without a proxy, which can't reach an address of this machine."""


def main(address: str) -> bool:
    """Open the address when the site answers. Return whether a browser was found."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            with urlopen(f"{address}/healthz", timeout=PATIENCE):
                return webbrowser.open(address)
        except OSError:
            time.sleep(EVERY)
    return False


if __name__ == "__main__":
    sys.exit(not main(sys.argv[1]))
