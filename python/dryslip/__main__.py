"""The command line: `python -m dryslip <command> scenario.toml ...`."""

from __future__ import annotations

import sys

from . import _native


def main() -> int:
    """The command line with the arguments of this process; its exit status."""
    return _native._run_command_line(["dryslip", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
