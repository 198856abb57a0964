import pytest

from tests.pushes import push_service


@pytest.fixture
def service(tmp_path, settings, monkeypatch):
    """A push service of this machine, which the site may write to."""
    settings.PUSH_TO_PRIVATE_ADDRESSES = True
    with push_service(tmp_path) as (service, trusted):
        monkeypatch.setenv("SSL_CERT_FILE", str(trusted))
        yield service
