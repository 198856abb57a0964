"""A bounded memory of figures that take long to compute."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from hashlib import blake2b
from typing import Generic, TypeVar

Value = TypeVar("Value")


class Kept(Generic[Value]):
    """What was computed, by a key that decides it. It must hold no names, because a person who is
    forgotten would stay in it. A key made of values with names is their digest."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._found: dict[Hashable, Value] = {}

    def get(self, key: Hashable, compute: Callable[[], Value]) -> Value:
        """Return the value of a key, which is computed if it is new. Don't change it."""
        try:
            return self._found[key]
        except KeyError:
            value = compute()
        if len(self._found) >= self._most:
            self.forget()
        self._found[key] = value
        return value

    def forget(self) -> None:
        """Forget all of it."""
        self._found.clear()


def digest(value: object) -> bytes:
    """Return a digest of a value, by its `repr`."""
    return blake2b(repr(value).encode(errors="surrogatepass"), digest_size=16).digest()
