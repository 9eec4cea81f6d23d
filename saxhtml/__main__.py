"""``python -m saxhtml``: the command line, as :mod:`saxhtml.cli` has it."""

import sys

from saxhtml.cli import main

sys.exit(main())
