import sys

from clubsite.command import main

sys.exit(main())
