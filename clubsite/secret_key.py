"""The site's secret key: made on first use, kept in a file only its owner can read."""

import os
import secrets
from pathlib import Path


def kept_in(file: Path) -> str:
    """Return the key in `file`, making file and key when there is none yet."""
    try:
        return file.read_text().strip()
    except FileNotFoundError:
        pass
    file.parent.mkdir(parents=True, exist_ok=True)
    draft = file.with_name(f"{file.name}.{os.getpid()}")
    with open(os.open(draft, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600), "w") as out:
        out.write(secrets.token_urlsafe(50))
    try:
        os.link(draft, file)  # fails when another process was first: its key then stands
    except FileExistsError:
        pass
    draft.unlink()
    return file.read_text().strip()
