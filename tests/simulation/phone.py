"""A phone at a table: the pad's scripts in QuickJS, its cookies, and whether it has a network."""

from __future__ import annotations

from tests.simulation.engine import Engine


class Phone:
    """One phone. What it keeps outlives its tabs (browser.js)."""

    def __init__(
        self,
        engine: Engine,
        name: str,
        *,
        seed: int,
        path: str,
        table: int,
        program: str = "pad",
    ) -> None:
        self._engine, self._program = engine, program
        self.name, self.path, self.table = name, path, table
        self.cookies: dict[str, str] = {}
        self.online = True
        self.open = False
        self.opening = False
        self.listens = False
        self.again = ""
        """The address by which a restored site makes this table again."""
        self.known: dict[str, dict] = {}
        """The entries that its people saw on it, by their keys."""
        self.build = engine.build(program)
        engine.ask("phone", name, seed)

    def another(self, name: str) -> Phone:
        """Return a phone that has the same link, and nothing else."""
        how = {"path": self.path, "table": self.table, "program": self._program}
        return Phone(self._engine, name, seed=1, **how)

    def begin(self, page: str, address: str) -> None:
        """Open the pad in a tab; another one is closed."""
        self.open, self.listens = True, False
        self._engine.ask("open", self.name, self.build, address, page=page)

    def close(self) -> None:
        self.open = self.listens = False
        self._engine.ask("close", self.name)

    def act(self, what: str, value: object = None) -> None:
        """Have something happen on it (browser.js)."""
        self._engine.ask("act", self.name, what, value)

    def find(self, what: str) -> list[str] | bool:
        """Return what people find on it (browser.js)."""
        return self._engine.ask("find", self.name, what)

    def shown(self) -> dict:
        """Return what a person sees on it, and what its storage has."""
        found = self._engine.ask("shown", self.name)
        if found is None:
            raise RuntimeError("\n".join(self._engine.why()))
        self.again = found.pop("again", "") or self.again
        return found

    @property
    def says_cookie(self) -> str:
        """What its scripts see of the cookies."""
        return f"csrftoken={self.cookies['csrftoken']}" if "csrftoken" in self.cookies else ""
