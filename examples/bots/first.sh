#!/bin/sh
# The first legal act, always. One line of JSON comes in, one goes out (docs/bots.md); sh, sed and nothing else.
while IFS= read -r line; do
  case $line in
    '{"type":"hello",'*) echo '{"version":1}' ;;
    '{"type":"act",'*) printf '%s\n' "$line" | sed 's/.*"legal":\["\([^"]*\)".*/{"act":"\1"}/' ;;
    *) echo '{}' ;;
  esac
done
