"""`python -m bowerbook` is the command `bowerbook`."""

import sys

from bowerbook import main

sys.exit(main())
