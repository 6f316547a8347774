"""Bots of others for tests, in sh, that behave until they are asked for an act."""

from pathlib import Path
from typing import Final

FIRST_LEGAL: Final = """printf '%s\\n' "$line" | sed 's/.*"legal":\\["\\([^"]*\\)".*/{"act":"\\1"}/'"""
SCRIPT: Final = """#!/bin/sh
asked=0
while IFS= read -r line; do
  case $line in
    '{{"type":"hello",'*) {hello} ;;
    '{{"type":"act",'*) asked=$((asked + 1)); {act} ;;
    *) {over} ;;
  esac
done
"""
FAULTS: Final = {  # what it does instead of an act in Quinto's auction, and how the fault is told
    "exits": ("echo 'no idea' >&2; exit 3", "ended with exit code 3: no idea"),
    "is killed": ("kill -9 $$", "was ended by signal 9"),
    "is silent": ("sleep 60", "was silent for 0.5 s"),
    "is refused": ("""echo '{"act":"redouble"}'""", "said 'redouble', which is refused: not_doubled (Q6)"),
    "says no act of the game": ("""echo '{"act":"bid 2"}'""", "said 'bid 2', which is no act of quinto"),
    "names no act": ("echo '{}'", "named no act: {}"),
    "names a number": ("""echo '{"act":7}'""", "named no act: {'act': 7}"),
    "says no JSON": ("echo pass", "said no object of JSON: 'pass'"),
    "says a list": ("echo '[]'", "said no object of JSON: '[]'"),
    "says bytes": (r"printf '\377\376\n'", "said no object of JSON: '\ufffd\ufffd'"),
    "says that it failed": ("""echo '{"failed":"out of luck"}'""", "failed: out of luck"),
    "never ends its line": ("head -c 70000 /dev/zero | tr '\\0' a; sleep 60", "said more than 65,536 bytes"),
    "closes its output": ("exec >&-; sleep 60", "closed its output"),
}


def script(folder: Path, act: str = FIRST_LEGAL, hello: str = "echo '{\"version\":1}'", over: str = "echo '{}'") -> str:
    """The name of a bot that answers with these commands; `$asked` counts the acts it was asked for, `$line` is the message."""
    path = folder / f"bot{len(list(folder.glob('bot*.sh')))}.sh"
    path.write_text(SCRIPT.format(act=act, hello=hello, over=over), encoding="utf-8")
    return f"cmd:sh {path}"
