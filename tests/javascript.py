"""A module of our scripts, run without a browser."""

from __future__ import annotations

import json

import quickjs

from clubsite.bundles import as_expression


class Module:
    """A module of static/, whose functions take and return what JSON can say. A script knows
    `others` by their names."""

    def __init__(self, file: str, **others: str) -> None:
        self._engine = quickjs.Context()
        for name, each in {"module": file, **others}.items():
            self._engine.eval(f"globalThis.{name} = {as_expression(each)};")

    def __getattr__(self, name: str):
        """Return an exported function, or the value of an exported constant."""
        if self.run(f"typeof module.{name}") != "function":
            return self.run(f"module.{name}")
        return lambda *values: self.run(f"module.{name}(...values)", *values)

    def load(self, file: str) -> None:
        """Run another module, which a page loads for what it does."""
        self._engine.eval(f"void {as_expression(file)};")
        while self._engine.execute_pending_job():
            pass

    def run(self, script: str, *values: object) -> object:
        """Return the value of an expression, which can use `module` and `values`. Tasks that it
        starts are finished before the next call."""
        given = json.dumps(json.dumps(values))
        said = self._engine.eval(
            f"((values) => JSON.stringify(({script}) ?? null))(JSON.parse({given}))"
        )
        while self._engine.execute_pending_job():
            pass
        return json.loads(said)
