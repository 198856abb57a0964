"""Import results from a spreadsheet: preview, import and undo."""

from __future__ import annotations

from functools import partial

from django.contrib import messages
from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from scoring.club.actions.earlier import bring_results, people_of, take_back_results
from scoring.club.forms.earlier import EarlierForm, ResultsChoicesForm
from scoring.common.answers import Wrong, or_show, posted, valid
from scoring.common.permissions import LOOK, RUN, Actor, may
from scoring.euchre.wording import figure
from scoring.people.access import club_by_number
from scoring.people.actions.import_people import ImportLine, edition_of
from scoring.people.models import Club


@require_safe
@club_by_number(LOOK)
def earlier(request: HttpRequest, club: Club, actor: Actor) -> HttpResponse:
    """The lists that were brought from elsewhere."""
    lists = club.earlier_lists.select_related("season").annotate(number=Count("results"))
    context = {"club": club, "runs": may(actor, RUN, club), "lists": lists}
    return render(request, "club/seasons/earlier.html", context)


@require_safe
@club_by_number(LOOK)
def earlier_list(request: HttpRequest, club: Club, actor: Actor, brought: int) -> HttpResponse:
    """One list, line by line."""
    found = get_object_or_404(club.earlier_lists.select_related("season"), pk=brought)
    results = found.results.select_related("player").order_by("played_on", "title", "place", "pk")
    rows = [(one, "" if one.points is None else figure(one.points)) for one in results]
    context = {"club": club, "runs": may(actor, RUN, club), "found": found, "rows": rows}
    return render(request, "club/seasons/earlier_list.html", context)


@posted(club_by_number(RUN), to="earlier")
def take_back(request: HttpRequest, club: Club, actor: Actor, brought: int) -> str:
    """Take a list out again."""
    gone = take_back_results(club=club, brought=brought, actor=actor)
    return f"{gone} is deleted." if gone else "These results were already deleted."


@require_http_methods(["GET", "HEAD", "POST"])
@club_by_number(RUN)
def bring(request: HttpRequest, club: Club, actor: Actor) -> HttpResponse:
    """Choose a file or paste a list. Then preview it, correct invalid lines (or `change` it), and
    import it (`sure`)."""
    sent = (request.POST, request.FILES) if request.method == "POST" else ()
    form = EarlierForm(*sent, seasons=club.seasons.all(), today=timezone.localdate())
    page = partial(_form, request, club, form)
    if not sent:
        return page()
    with or_show(page, form):
        valid(form)
        if "change" not in request.POST and _wrong_in(club, form):
            raise Wrong("Edit the list, then preview it again.")
    if "change" in request.POST:
        return page()
    if "sure" not in request.POST:
        return _preview(request, club, form)
    chosen = ResultsChoicesForm(request.POST)
    page = partial(_preview, request, club, form, chosen)
    with or_show(page):
        said = valid(chosen)
    with or_show(page):
        what = form.what | said | {"choices": chosen.choices}
        brought = bring_results(club=club, actor=actor, **what)
    messages.success(request, f"{brought} is imported.")
    return redirect("earlier-list", club.pk, brought.pk)


def _wrong_in(club: Club, form: EarlierForm) -> list[tuple[int, str, str]]:
    """Return the invalid lines, each with its number, name and reason."""
    if form.roll is None:
        return []
    refused = [line.row for line in people_of(club, form.roll) if line.state == "refused"]
    return sorted((row.line, row.name, row.wrong) for row in (*form.roll.wrong, *refused))


def _form(
    request: HttpRequest, club: Club, form: EarlierForm, *, status: int = 200
) -> HttpResponse:
    context = {"club": club, "runs": True, "form": form, "wrong": _wrong_in(club, form)}
    return render(request, "club/seasons/bring_earlier.html", context, status=status)


GROUPS = {"doubtful": "Similar to names in the club", "new": "New to the club"}


def _preview(
    request: HttpRequest,
    club: Club,
    form: EarlierForm,
    chosen: ResultsChoicesForm | None = None,
    *,
    message: str = "",
    status: int = 200,
) -> HttpResponse:
    lines = people_of(club, form.roll)
    if chosen is None:
        # The first list of a club that has nobody yet is of its own people.
        first = not club.players.members().exists()
        chosen = ResultsChoicesForm(initial={"members": first})
    context = {
        "club": club,
        "runs": True,
        "form": form,
        "sheet": form.roll,
        "text": form.text,
        "odd": form.odd,
        "seen": edition_of(lines),
        "members": chosen["members"],
        "groups": _groups(lines, chosen.choices if chosen.is_bound else {}),
        "people": len(lines),
        "message": message,
    }
    return render(request, "club/seasons/earlier_preview.html", context, status=status)


def _groups(lines: list[ImportLine], choices: dict[int, str | int]) -> list[dict]:
    """Return the people with a remark, those that need a choice first."""
    return [
        {
            "state": state,
            "title": title,
            "lines": [
                (line, choices.get(line.row.line), "") for line in lines if line.state == state
            ],
        }
        for state, title in GROUPS.items()
        if any(line.state == state for line in lines)
    ]
