#!/bin/sh
# Finds a Python that is new enough; bootstrap.py says what to type when there is none.
for python in python3 python3.14 python3.13 python3.12 python3.11; do
    if "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
        exec "$python" scripts/bootstrap.py "$@"
    fi
done
command -v python3 >/dev/null && exec python3 scripts/bootstrap.py "$@"
echo "Bowerbook needs Python 3.11 or newer, and no python3 was found here." >&2
echo "On Debian and Ubuntu type: sudo apt install python3 python3-venv   Then type ./$1 again." >&2
exit 1
