"""The form to find a hand, by the details that a player remembers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from itertools import groupby
from operator import itemgetter

from django import forms

from scoring.club.models import Season
from scoring.club.queries.hands import ALONE, EUCHRE, MARCH, WRONG, PlayedBy, Sought
from scoring.common.names import folded
from scoring.euchre.hand import PENALTY
from scoring.people.models import Player

ANY = ("", "Any")
ROLES = [
    ("", "Sat at the table"),
    ("maker", "Made trump"),
    ("partner", "Was the maker’s partner"),
    ("against", "Defended"),
    (ALONE, "Played alone"),
]
WHATS = [
    ANY,
    (EUCHRE, "A euchre, or a bid set"),
    (MARCH, "All tricks (march)"),
    (WRONG, "Something went wrong"),
    (PENALTY, "Points as a penalty"),
    ("revoke", "Renege (revoke)"),
    ("wrong-cards", "Wrong cards"),
    ("exposed", "A partner showed a card"),
    ("intimation", "A partner gave information"),
    ("abandoned", "Cards abandoned to a lone hand"),
    ("passed-out", "Passed out"),
    ("misdeal", "A misdeal"),
    ("new-deal", "A new deal"),
    ("imperfect-pack", "An imperfect pack"),
]
WHERE = [ANY, ("evening", "Club nights"), ("tournament", "Tournaments")]
SEASON = "season-"


def _choice(label: str) -> forms.ChoiceField:
    return forms.ChoiceField(
        label=label,
        required=False,
        error_messages={"invalid_choice": "Choose one from the list."},
    )


class HandsForm(forms.Form):
    """What is known of a hand; whatever stays empty may be anything."""

    player = _choice("Player")
    role = _choice("Role")
    what = _choice("Result")
    when = _choice("When")
    rules = _choice("Rules")
    law = _choice("Law")
    where = _choice("Where")

    def __init__(
        self,
        data=None,
        *,
        people: Iterable[Player],
        books: Sequence[PlayedBy],
        seasons: Iterable[Season],
        years: Iterable[int],
    ) -> None:
        super().__init__(data)
        self.people = {str(player.pk): player.name for player in people}
        self.seasons = {f"{SEASON}{season.pk}": season for season in seasons}
        years = [(str(year), str(year)) for year in years]
        named = [(key, season.name) for key, season in self.seasons.items()]
        choices = {
            "player": [("", "Any player"), *self.people.items()],
            "role": ROLES,
            "what": WHATS,
            "when": [ANY, *years, *([("Seasons", named)] if named else [])],
            "rules": [ANY, *((book.key, book.name) for book in books)],
            "law": [ANY, *_by_source(books)],
            "where": WHERE,
        }
        for name, offered in choices.items():
            self.fields[name].choices = offered

    @property
    def more(self) -> bool:
        """Whether any of the less common filters is used."""
        return any(self[name].value() for name in ("rules", "law", "where"))

    @property
    def sought(self) -> Sought:
        """The search as filters."""
        clean = self.cleaned_data
        since, until = self._days(clean["when"])
        return Sought(
            player=int(clean["player"]) if clean["player"] else None,
            role=clean["role"],
            what=clean["what"],
            law=clean["law"],
            rules=clean["rules"],
            since=since,
            until=until,
            tournament={"": None, "evening": False, "tournament": True}[clean["where"]],
        )

    def _days(self, when: str) -> tuple[date | None, date | None]:
        if season := self.seasons.get(when):
            return season.starts_on, season.ends_on
        return (date(int(when), 1, 1), date(int(when), 12, 31)) if when else (None, None)


def _by_source(books: Sequence[PlayedBy]) -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the laws of all these rules, each once, by the book that they are of."""
    laws = sorted({law for book in books for law in book.laws}, key=_in_order)
    parted = [(law.partition(", ")[0], (law, law.partition(", ")[2] or law)) for law in laws]
    return [
        (source, [choice for _, choice in group])
        for source, group in groupby(parted, key=itemgetter(0))
    ]


def _in_order(law: str) -> tuple[str, int, str]:
    source, _, place = law.partition(", ")
    number = place.removeprefix("law ").partition("-")[0]
    return source, int(number) if number.isdecimal() else 10**6, place


# -- The same, said in a few words.
# ----------------------------------------------------------------------------------------------

WORDS = {
    **dict.fromkeys(("alone", "lone", "loner", "loners"), ("role", ALONE)),
    **dict.fromkeys(("euchre", "euchred", "euchres", "set"), ("what", EUCHRE)),
    **dict.fromkeys(("march", "marches", "marched"), ("what", MARCH)),
    **dict.fromkeys(("revoke", "revokes", "revoked", "renege", "reneged"), ("what", "revoke")),
    **dict.fromkeys(("misdeal", "misdeals"), ("what", "misdeal")),
    **dict.fromkeys(("tournament", "tournaments"), ("where", "tournament")),
}


def asked_in_words(said: str) -> tuple[dict[str, str], str]:
    """Return the filters in words such as "ann alone 2025", by the fields of the form, and the
    remaining words, which are a name or no filter."""
    asked, left = {}, []
    for word in folded(said).split():
        if word in WORDS:
            asked.update([WORDS[word]])
        elif len(word) == 4 and word.isdecimal() and word.startswith(("19", "20")):
            asked["when"] = word
        else:
            left.append(word)
    return asked, " ".join(left)


def in_words(asked: Mapping[str, str]) -> str:
    """Return the filters in words, such as "played alone, a march, 2025"."""
    said = {"role": dict(ROLES), "what": dict(WHATS), "where": dict(WHERE)}
    words = [said.get(name, {}).get(value, value) for name, value in asked.items()]
    return ", ".join(word[:1].lower() + word[1:] for word in words)
