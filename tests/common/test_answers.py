"""The shapes in which a form is answered."""

import pytest
from django import forms
from django.contrib.auth.models import AnonymousUser
from django.contrib.messages import get_messages
from django.contrib.messages.storage.fallback import FallbackStorage
from django.http import HttpResponse
from django.test import RequestFactory
from django.urls import resolve

from scoring.common.answers import (
    Wrong,
    answered,
    or_show,
    piece_or_page,
    posted,
    status_of,
    valid,
)
from scoring.common.fields import TapForm
from scoring.common.refused import AlreadyDone, Refused
from scoring.euchre.hand import ImpossibleHand


class Name(forms.Form):
    """A form that is shown again with its errors."""

    name = forms.CharField(error_messages={"required": "Type a name."})


class Tap(TapForm):
    """A form whose page says in a sentence what is wrong."""

    paid = forms.ChoiceField(
        choices=[("yes", "Yes")], error_messages={"required": "Choose whether it was paid."}
    )


def page(**said):
    """Return a page that shows what it was given."""
    return HttpResponse(repr(said), status=said["status"])


def answer(verb, page=page, form=None, field=None, already=None):
    """Return the status and the text of a view that does this behind a door."""

    @answered
    def view():
        with or_show(page, form, field, already=already):
            verb()
        return HttpResponse("done")

    response = view()
    return response.status_code, response.content.decode()


def refuse(why="The session is closed."):
    def verb():
        raise Refused(why)

    return verb


def raising(error):
    def verb():
        raise error

    return verb


def test_a_possible_action_is_done_and_the_view_continues():
    assert answer(lambda: None) == (200, "done")


def test_a_valid_form_returns_its_cleaned_values():
    assert valid(Name({"name": " Ann "})) == {"name": "Ann"}


def test_a_refused_action_shows_its_page_with_the_reason():
    said = "{'message': 'The session is closed.', 'status': 409}"
    assert answer(refuse()) == (409, said)


def test_an_invalid_tap_shows_its_page_with_a_sentence():
    said = "{'message': 'Choose whether it was paid.', 'status': 422}"
    assert answer(lambda: valid(Tap({}))) == (422, said)


def test_a_form_that_shows_its_own_errors_is_shown_again_without_a_sentence():
    form = Name({})
    assert answer(lambda: valid(form), form=form) == (422, "{'status': 422}")
    assert form.errors == {"name": ["Type a name."]}
    assert answer(lambda: valid(Name({}))) == (422, "{'status': 422}")


@pytest.mark.parametrize(("field", "beside"), [(None, "__all__"), ("name", "name")])
def test_a_refused_form_shows_the_reason_and_keeps_what_was_typed(field, beside):
    form = Name({"name": "Ann"})
    assert answer(refuse("Ann is there."), form=form, field=field) == (409, "{'status': 409}")
    assert form.errors == {beside: ["Ann is there."]}
    assert form["name"].value() == "Ann"


def test_an_impossible_hand_and_a_fault_found_by_a_view_are_unprocessable():
    hand = ImpossibleHand("tricks", "Six tricks are too many.")
    assert answer(raising(hand)) == (
        422,
        "{'message': 'Six tricks are too many.', 'status': 422}",
    )
    wrong = Wrong("Choose the name that stays.")
    assert answer(raising(wrong)) == (
        422,
        "{'message': 'Choose the name that stays.', 'status': 422}",
    )


def test_an_action_done_before_is_answered_with_its_result():
    def already(done):
        return HttpResponse(f"see: {done}", status=302)

    done = raising(AlreadyDone("A plan stands by now."))
    assert answer(done, already=already) == (302, "see: A plan stands by now.")
    assert answer(done)[0] == 409
    assert answer(refuse(), already=already)[0] == 409


def test_any_other_error_is_raised():
    with pytest.raises(ZeroDivisionError):
        answer(lambda: 1 // 0)


def test_a_page_may_be_shown_by_a_helper_of_a_view():
    def helper():
        with or_show(page):
            raise Refused("Not now.")

    assert answer(helper) == (409, "{'message': 'Not now.', 'status': 409}")


def test_the_status_of_a_page_is_that_of_the_form_on_it():
    assert [status_of(form) for form in (Name(), Name({"name": "Ann"}), Name({}))] == [
        200,
        200,
        422,
    ]


WHOLE = "whole {% partialdef piece inline %}{{ word }}{% endpartialdef %}"


@pytest.mark.parametrize(("htmx", "shown"), [(True, "now"), (False, "whole now")])
def test_htmx_gets_the_fragment_and_a_browser_the_page(htmx, shown, settings, tmp_path):
    (tmp_path / "page.html").write_text(WHOLE)
    (engine,) = settings.TEMPLATES
    settings.TEMPLATES = [engine | {"DIRS": [tmp_path]}]
    request = RequestFactory().get("/")
    request.htmx, request.user = htmx, AnonymousUser()
    given = {"piece": "piece", "name": "pad", "status": 409}
    response = piece_or_page(request, "page.html", {"word": "now"}, **given)
    assert response.content.decode() == shown
    assert (response.status_code, response["Bowerbook"]) == (409, "pad")


def post(action, address="/sessions/3/seats/7/move", method="post", **declared):
    """Return what a `posted` view at this address answers, and its success messages."""

    def door(view):
        return answered(lambda request, **address: view(request, "Session 3", "Ann"))

    request = getattr(RequestFactory(), method)(address)
    request.resolver_match = resolve(address)
    request.session = {}
    request._messages = FallbackStorage(request)
    response = posted(door, **declared)(action)(request)
    where = response.get("Location") or response.content.decode()
    return response.status_code, where, [str(one) for one in get_messages(request)]


def saying(text):
    return lambda request, session, actor: text


@pytest.mark.parametrize(
    ("to", "address"),
    [
        ("plan", "/sessions/3/seats/7/"),
        ("session", "/sessions/3/"),
        ("settlement#transfers", "/sessions/3/settlement#transfers"),
        ("front", "/"),
    ],
)
def test_a_posted_view_redirects_to_the_page_of_the_object_in_its_address(to, address):
    assert post(saying("Moved."), to=to) == (302, address, ["Moved."])


def test_a_posted_view_without_a_message_redirects_silently():
    assert post(saying(None), to="session") == (302, "/sessions/3/", [])


def test_a_posted_view_may_return_its_own_response_or_call_a_function_for_it():
    assert post(lambda *found: HttpResponse("own"), to="session") == (200, "own", [])
    shown = post(saying("Moved."), to=lambda request, *found: HttpResponse(repr(found)))
    assert shown == (200, "('Session 3', 'Ann')", ["Moved."])


def test_a_refused_posted_view_shows_its_page_with_the_reason():
    def page(request, *found, **said):
        return HttpResponse(repr((found, said)), status=said["status"])

    def action(request, session, actor):
        raise Refused("The session is closed.")

    said = "(('Session 3', 'Ann'), {'message': 'The session is closed.', 'status': 409})"
    assert post(action, page=page, to="session") == (409, said, [])


def test_a_posted_view_accepts_no_other_method():
    assert post(saying("Moved."), method="get", to="session") == (405, "", [])
