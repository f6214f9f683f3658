"""``python -m nornir_desk`` is the ``nornir`` command."""

import sys

from nornir_desk.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
