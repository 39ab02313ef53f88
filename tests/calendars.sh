#!/usr/bin/env bash
# Compares two readers of iCalendar, the Python package icalendar and ical.js, on the calendars of a server.
# Usage: tests/calendars.sh PYTHON SERVER ARTIFACTS, a Python with icalendar
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
python=$(realpath -s "$(command -v "$1")") server=$(realpath "$2") artifacts=$(realpath "$3")
. "$here/demo.sh"
demo "$server" "$artifacts" "$(mktemp -d)"
cp "$here/calendars.mjs" "$work"
(cd "$work" && npm install --silent --ignore-scripts --no-audit --no-fund ical.js@2.2.1 >/dev/null)
"$python" "$here/calendars.py" "$address" "$work/calendars.mjs"
