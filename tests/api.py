"""A program that has a token of the API."""

import json

from scoring.common.permissions import Actor
from scoring.public import api_throttle
from scoring.public.actions.api_tokens import make_token
from tests.cast import a_club, a_phone, an_organiser


def a_token(club=None, *, right="tell", name="Hall display", **what):
    """Return a new token of the club as Made, with its secret."""
    actor = Actor(user=an_organiser("kate"))
    return make_token(club=club or a_club(), name=name, right=right, actor=actor, **what)


class Program:
    """A program: it sends its token in the header, and no cookie."""

    def __init__(self, secret: str = "", *, scheme: str = "Bearer") -> None:
        api_throttle.forget()
        self.client = a_phone()
        self.headers = {"Authorization": f"{scheme} {secret}"} if secret else {}

    def get(self, path: str, **headers):
        return self.client.get(path, headers=self.headers | headers)

    def post(self, path: str, body: object, *, kind: str = "application/json"):
        data = body if isinstance(body, str) else json.dumps(body, default=str)
        return self.client.post(path, data, content_type=kind, headers=self.headers)


def a_program(club=None, **what) -> Program:
    """Return a program with a new token of the club."""
    return Program(a_token(club, **what).secret)
