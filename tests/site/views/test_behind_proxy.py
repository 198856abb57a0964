"""A proxy that isn't set up for the site is named as what is wrong."""

import pytest
from django.test import override_settings

from tests.cast import a_phone, a_table, everything
from tests.html import text

pytestmark = pytest.mark.django_db


def said(answer):
    return text(answer.content.decode())


@pytest.mark.parametrize(
    ("origin", "fixes"),
    [
        ("https://testserver", ["BEHIND_PROXY=yes", "HTTPS=yes"]),
        ("https://scores.example.org", ["TRUSTED_ORIGINS=https://scores.example.org", "Host"]),
    ],
)
def test_a_form_from_another_origin_is_refused_with_the_setting_to_change(origin, fixes, caplog):
    a_table()
    stored = everything()
    answer = a_phone(strict=True).post("/sign-in", {"username": "kate"}, headers={"origin": origin})
    assert (answer.status_code, everything()) == (403, stored)
    for where in (said(answer), caplog.text):
        assert [fix in where for fix in [origin, *fixes]] == [True] * 3


@pytest.mark.parametrize("origin", ["http://testserver", "null"])
def test_a_form_without_a_token_is_out_of_date_whatever_its_origin(origin):
    answer = a_phone(strict=True).post("/sign-in", {}, headers={"origin": origin})
    assert (answer.status_code, "PROXY" in said(answer)) == (403, False)


@pytest.mark.parametrize(
    ("path", "headers"),
    [
        ("/euchre/", {}),
        ("/euchre/sign-in", {}),
        ("/euchre/clubs/1/", {}),
        ("/", {"x-forwarded-prefix": "/euchre"}),
        ("/sign-in", {"x-forwarded-prefix": "/euchre/"}),
    ],
)
def test_a_path_prefix_is_refused_in_a_sentence_and_in_the_log(path, headers, caplog):
    answer = a_phone().get(path, headers=headers)
    assert answer.status_code == 404
    for where in (said(answer), caplog.text):
        assert "can’t run under a path such as /euchre/" in where


@pytest.mark.parametrize("path", ["/euchre", "/euchre/nothing", "/clubs/", "/clubs/99/nothing/"])
def test_a_wrong_address_is_not_taken_for_a_path_prefix(path, caplog):
    answer = a_phone().get(path)
    assert (answer.status_code, "host name" in said(answer) + caplog.text) == (404, False)


@override_settings(BEHIND_PROXY=True)
def test_a_proxy_without_a_prefix_is_let_through():
    assert a_phone().get("/", headers={"x-forwarded-prefix": "/"}).status_code == 200
