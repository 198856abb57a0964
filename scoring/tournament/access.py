"""Access to a tournament by the number of its evening."""

from __future__ import annotations

from functools import wraps

from django.http import Http404

from scoring.table.access import session_by_number
from scoring.tournament.models import Tournament


def tournament_by_number(verb: str):
    """Call the view with (request, tournament, actor) if the actor may do this with the evening.
    Raise Http404 if the evening has no tournament."""

    def decorate(view):
        @session_by_number(verb)
        @wraps(view)
        def inner(request, session, actor, **kwargs):
            tournament = Tournament.objects.filter(session=session).select_related("house").first()
            if tournament is None:
                raise Http404("This club night has no tournament.")
            tournament.session = session
            return view(request, tournament, actor, **kwargs)

        return inner

    return decorate
