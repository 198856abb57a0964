"""What tests of the API share."""

import pytest

from tests import api


@pytest.fixture
def described(monkeypatch):
    """Every answer that a program gets is held to the OpenAPI document."""
    from tests.schemas import refuse_undescribed

    def checked(send):
        def inner(*args, **kwargs):
            response = send(*args, **kwargs)
            refuse_undescribed(response)
            return response

        return inner

    for method in ("get", "post"):
        monkeypatch.setattr(api.Program, method, checked(getattr(api.Program, method)))
