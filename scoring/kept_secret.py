"""Secrets made on first use and kept in a file only its owner can read."""

import os
import secrets
from pathlib import Path


def kept_in(file: Path, *, length: int = 50) -> str:
    """Return the secret in `file`; when there is none, make one of `length` random bytes, as
    text."""
    try:
        return file.read_text().strip()
    except FileNotFoundError:
        pass
    file.parent.mkdir(parents=True, exist_ok=True)
    draft = file.with_name(f"{file.name}.{os.getpid()}")
    with open(os.open(draft, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600), "w") as out:
        out.write(secrets.token_urlsafe(length))
    try:
        os.link(draft, file)  # fails when another process was first: its secret then stands
    except FileExistsError:
        pass
    draft.unlink()
    return file.read_text().strip()
