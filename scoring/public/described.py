"""What each address of the API accepts and answers, beside its view. The OpenAPI document
(scoring/public/views/openapi.py) is made of this."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from django.forms import Form

from scoring.club.queries.personal_data import PersonalData
from scoring.common.shapes import Shape, either, of_type, shape_of
from scoring.euchre import sheet
from scoring.euchre.score_out import Score, Unscored
from scoring.league.pure.league_file import LEAGUE
from scoring.tournament.pure.document import TOURNAMENT

View = TypeVar("View", bound=Callable[..., Any])
JSON, GZIP = "application/json", "application/gzip"
FILES: dict[str, Callable[[], Shape]] = {
    "euchre-sheet": sheet.shape,
    "euchre-score": lambda: either(of_type(Score), of_type(Unscored)),
    "euchre-tournament": lambda: shape_of(TOURNAMENT),
    "euchre-league": lambda: shape_of(LEAGUE),
    "bowerbook-person": lambda: of_type(PersonalData),
}
"""The JSON Schema of each file format that the API answers with."""


@dataclass(frozen=True, kw_only=True)
class Answer:
    """What an address of the API answers."""

    of: Any
    """A TypedDict, the name of a file format, or GZIP."""
    asks: type[Form] | None = None
    """The form that reads the query of the address."""
    sent: Callable[[], Shape] | None = None
    """The JSON Schema of the data that is posted. Without it the address is read."""
    tagged: bool = False
    """Whether it has an ETag, and may answer 304."""
    open: bool = False
    """Whether it needs no token."""


def answers(of: Any, **how: Any) -> Callable[[View], View]:
    """Return a decorator that says what a view of the API answers."""

    def decorate(view: View) -> View:
        view.__dict__["answer"] = Answer(of=of, **how)
        return view

    return decorate
