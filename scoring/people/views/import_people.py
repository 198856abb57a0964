"""Import a list of people from a spreadsheet. It is read, previewed beside the club's people, then
stored."""

from __future__ import annotations

from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from scoring.common.answers import or_show, valid
from scoring.common.permissions import RUN, Actor
from scoring.people.access import club_by_number
from scoring.people.actions.import_people import ImportLine, compare, edition_of, import_people
from scoring.people.forms.import_people import ChoicesForm, RollForm
from scoring.people.models import Club

STATES = {
    "doubtful": "People to check",
    "changes": "Changed",
    "new": "New",
    "refused": "Can’t be imported",
    "same": "Already up to date",
}


@require_http_methods(["GET", "HEAD", "POST"])
@club_by_number(RUN)
def bring_people(request: HttpRequest, club: Club, actor: Actor) -> HttpResponse:
    """Choose a file or paste a list; look at what would become of each line; then bring it in
    (`sure`)."""
    if request.method != "POST":
        return _form(request, club, RollForm())
    form = RollForm(request.POST, request.FILES)
    with or_show(partial(_form, request, club, form), form):
        valid(form)
    return (
        _store(request, club, actor, form)
        if "sure" in request.POST
        else _preview(request, club, form)
    )


def _form(request: HttpRequest, club: Club, form: RollForm, *, status: int = 200) -> HttpResponse:
    context = {"club": club, "runs": True, "form": form}
    return render(request, "people/people/import.html", context, status=status)


def _preview(
    request: HttpRequest,
    club: Club,
    form: RollForm,
    *,
    choices: dict[int, str | int] | None = None,
    message: str = "",
    status: int = 200,
) -> HttpResponse:
    lines = compare(club, form.roll.rows)
    context = {
        "club": club,
        "runs": True,
        "roll": form.roll,
        "text": form.text,
        "odd": form.odd,
        "seen": edition_of(lines),
        "groups": _groups(lines, choices or {}),
        "any": any(line.state in ("new", "changes", "doubtful") for line in lines),
        "message": message,
    }
    return render(request, "people/people/preview.html", context, status=status)


def _groups(lines: list[ImportLine], choices: dict[int, str | int]) -> list[dict]:
    """Return the lines by what would become of them, those that ask for a choice first."""
    return [
        {
            "state": state,
            "title": title,
            "lines": [
                (line, choices.get(line.row.line), _said(line))
                for line in lines
                if line.state == state
            ],
        }
        for state, title in STATES.items()
        if any(line.state == state for line in lines)
    ]


WORDS = {
    "short_name": "short name",
    "guest": "guest",
    "active": "active",
    "phone": "telephone",
    "email": "e-mail",
    "notes": "notes",
}

USUAL = {"guest": False, "active": True}


def _said(line: ImportLine) -> str:
    """Return a line's other values or its changes, in words."""
    if line.changes:
        words = (
            f"{WORDS[field]}: {_word(after)} (was {_word(before)})"
            for field, (before, after) in line.changes.items()
        )
    else:
        unusual = {field: value for field, value in line.new.items() if value != USUAL.get(field)}
        words = (f"{WORDS[field]}: {_word(value)}" for field, value in unusual.items())
    return ", ".join(words)


def _word(value: object) -> str:
    return {True: "yes", False: "no", "": "nothing"}.get(value, value)


def _store(request: HttpRequest, club: Club, actor: Actor, form: RollForm) -> HttpResponse:
    chosen = ChoicesForm(request.POST)
    page = partial(_preview, request, club, form)
    with or_show(page):
        seen = valid(chosen)["seen"]
    what = {"rows": form.roll.rows, "choices": chosen.choices, "seen": seen}
    with or_show(partial(page, choices=chosen.choices)):
        added, changed = import_people(club=club, actor=actor, **what)
    messages.success(request, _describe_import(added, changed))
    return redirect("people", club.pk)


def _describe_import(added: int, changed: int) -> str:
    if not added and not changed:
        return "There was nothing to import. The club’s list already has all of it."
    return f"{added} added, {changed} changed."
