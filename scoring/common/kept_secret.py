"""Secrets made on first use and kept in a file only its owner can read."""

import os
import secrets
from pathlib import Path

from scoring.common.on_disk import secure


class DamagedSecret(Exception):
    """The file holds no secret. The message says which file, what was kept, and what to do."""


def kept_in(file: Path, *, length: int = 50) -> str:
    """Return the secret in `file`; when there is none, make one of `length` random bytes, as
    text.

    Raises DamagedSecret when the file is there and holds less than `length` signs, or no text.
    """
    try:
        return _read(file, length)
    except FileNotFoundError:
        pass
    file.parent.mkdir(parents=True, exist_ok=True)
    draft = file.with_name(f"{file.name}.{os.getpid()}")
    handle = os.open(draft, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600)
    with open(handle, "w", encoding="ascii") as out:
        out.write(secrets.token_urlsafe(length))
        # Otherwise a power cut may leave the name without its content.
        out.flush()
        os.fsync(out.fileno())
    try:
        os.link(draft, file)  # fails when another process was first: its secret then stands
    except FileExistsError:
        pass
    draft.unlink()
    secure(file.parent)
    return _read(file, length)


def _read(file: Path, shortest: int) -> str:
    try:
        found = file.read_bytes().decode().strip()
    except FileNotFoundError:
        raise
    except (OSError, UnicodeDecodeError) as cause:
        why = cause.strerror if isinstance(cause, OSError) else "it is not text"
        raise _damaged(file, why) from cause
    if not found:
        raise _damaged(file, "it is empty")
    if len(found) < shortest or not found.isprintable():
        raise _damaged(file, "it was cut off, or something else was written into it")
    return found


def _damaged(file: Path, why: str) -> DamagedSecret:
    return DamagedSecret(
        f"The secret in {file} cannot be used: {why}. Put the file back from a backup; or remove "
        "it, and a new one is made: where it was the site’s key, everybody signs in again."
    )
