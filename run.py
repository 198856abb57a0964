"""Starts the site, where there is no sh: `py run.py` on Windows. `py run.py --help` lists the
options."""

import sys

from scripts.bootstrap import main

if __name__ == "__main__":
    sys.exit(main("run", sys.argv[1:]))
