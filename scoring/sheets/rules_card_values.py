"""What stands on a rules card."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.rules.rules_pages.page import RulesPage


@dataclass(frozen=True, kw_only=True)
class RulesCard:
    """The rules of a set, of a house or of a table, to lie on the table or hang on the wall."""

    page: RulesPage
    about: str = ""
    """Whose it is: "Table 2, The Right Bower Club"; empty for a set of the shelf."""
