"""Ends the processes of bots when ours has died, in whatever way: run as `python minder.py`, with standard library alone.

Reads `+GROUP` and `-GROUP` line by line; when the writer is gone, it ends every process group that is still on its list.
"""

import os
import signal
import sys
from contextlib import suppress


def main() -> None:
    """Minds until standard input ends."""
    groups: set[int] = set()
    for line in sys.stdin:
        (groups.add if line[0] == "+" else groups.discard)(int(line[1:]))
    for group in groups:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(group, signal.SIGKILL)


if __name__ == "__main__":
    main()
