"""`python -m tefuda.server`: the server alone. A worker process imports this file too, so it is light."""

import argparse
import sys
from pathlib import Path


def main() -> int:
    """Reads the command line and serves; returns the exit code."""
    parser = argparse.ArgumentParser("python -m tefuda.server", description="Serves card tables.")
    parser.add_argument("--host", default="127.0.0.1", help="where to listen (default: %(default)s, this machine only)")
    parser.add_argument("--port", type=int, default=8000, help="default: %(default)s; 0 takes a free one")
    parser.add_argument("--data", type=Path, required=True, help="the folder of the tables")
    parser.add_argument("--grace", type=float, default=90.0, help="seconds before a bot stands in (default: %(default)s)")
    parser.add_argument("--bot", action="append", default=[], metavar="NAME=BOT", help="a bot of others (docs/bots.md)")
    parser.add_argument("--patience", type=float, default=10.0, help="seconds that it may take for an act (default: %(default)s)")
    options = parser.parse_args()
    from tefuda.server.serve import serve

    return serve(options.host, options.port, options.data, False, options.grace, options.bot, options.patience)


if __name__ == "__main__":
    sys.exit(main())
