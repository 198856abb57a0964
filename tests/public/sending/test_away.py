"""We write to push services of the internet, never to a machine that only we can reach."""

import socket
from threading import Event

import pytest

from scoring.public.sending import away

NOWHERE = [
    "http://push.example/x",
    "//push.example/x",
    "push.example",
    "https:///x",
    "https://user@push.example/x",
    "https://user:pass@push.example/x",
    "https://push.example:8443/x",
    "https://push.example:99999/x",
    "https://127.0.0.1/x",
    "https://[::1]/x",
    "https://10.0.0.1/x",
    "https://2130706433/x",
    "https://0x7f.1/x",
    "https://localhost/x",
    "https://router/x",
    "https://push.example/x y",
    "https://push.example/x\r\nHost: other",
    "https://pu\u0455h.example/x",
    "https://push.example/x#part",
    "ftp://push.example/x",
    "file:///etc/passwd",
]
PRIVATE = """127.0.0.1 10.1.2.3 172.16.0.1 192.168.1.1 169.254.169.254 100.64.0.1 0.0.0.0
255.255.255.255 224.0.0.1 192.0.2.1 198.18.0.1 ::1 :: fe80::1 fe80::1%eth0 fc00::1 ff02::1
::ffff:10.0.0.1 ::ffff:127.0.0.1 2002:7f00:1::1 2002:a00:1::1 64:ff9b::7f00:1 64:ff9b::a00:1
2001:db8::1 fec0::1 64:ff9b::8efa:b90a 64:ff9b:1::1 ::8.8.8.8 5f00::1 3fff::1 4000::1""".split()


def test_an_address_that_cannot_be_a_push_service_is_refused():
    taken = []
    for endpoint in NOWHERE:
        try:
            away.target_of(endpoint)
        except away.Forbidden:
            continue
        taken.append(endpoint)
    assert taken == []


def test_a_push_address_is_split_into_host_port_and_path():
    assert away.target_of("https://fcm.googleapis.com/fcm/send/a:b?c=d") == (
        "fcm.googleapis.com",
        443,
        "/fcm/send/a:b?c=d",
    )


def test_only_globally_routable_addresses_are_public():
    assert [one for one in PRIVATE if away.is_public(one)] == []
    assert away.is_public("142.250.185.10")
    assert away.is_public("2a00:1450:4001:812::200a")


def known_as(monkeypatch, *addresses):
    found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (one, 443)) for one in addresses]
    asked = []
    monkeypatch.setattr(socket, "getaddrinfo", lambda *what, **how: asked.append(what) or found)
    return asked


def test_a_name_with_a_private_address_among_others_is_not_connected_to(monkeypatch):
    known_as(monkeypatch, "142.250.185.10", "169.254.169.254")
    monkeypatch.setattr(socket, "create_connection", lambda *_, **__: pytest.fail("connected"))
    with pytest.raises(away.Forbidden):
        away.Connection("push.example", 443).post("/", b"", {})


def test_the_connection_uses_the_checked_address_even_if_dns_changes(monkeypatch):
    asked = known_as(monkeypatch, "142.250.185.10")
    to = []

    def connect(address, timeout):
        to.append(address)
        raise ConnectionRefusedError

    monkeypatch.setattr(socket, "create_connection", connect)
    with pytest.raises(away.Unreachable):
        away.Connection("push.example", 443).post("/", b"", {})
    assert (to, len(asked)) == ([("142.250.185.10", 443)], 1)


def test_redirects_are_not_followed_and_an_endless_answer_is_not_read(service):
    line = away.Connection("localhost", service.port)
    service.answers = [(302, {"Location": f"https://localhost:{service.port}/other"}), 201]
    assert line.post("/send/a", b"x", {}) == (302, "")
    assert line.post("/send/b", b"x", {}) == (201, "")
    line.close()
    assert [one.path for one in service.posts] == ["/send/a", "/send/b"]


def test_a_server_with_an_untrusted_certificate_is_sent_nothing(service, monkeypatch):
    monkeypatch.delenv("SSL_CERT_FILE")
    with pytest.raises(away.Unreachable):
        away.Connection("localhost", service.port).post("/send/a", b"x", {})
    assert service.posts == []


def test_an_answer_that_drips_byte_by_byte_times_out(service, monkeypatch):
    monkeypatch.setattr(away, "TIMEOUT", 1)
    service.drips = True
    with pytest.raises(away.Unreachable):
        away.Connection("localhost", service.port).post("/send/a", b"x", {})
    assert service.cut_off.wait(30)


def test_a_name_server_that_does_not_answer_times_out(monkeypatch):
    monkeypatch.setattr(away, "TIMEOUT", 0.1)
    answers = Event()
    monkeypatch.setattr(socket, "getaddrinfo", lambda *a, **k: answers.wait(60) and [])
    with pytest.raises(away.Unreachable):
        away.Connection("push.example", 443).post("/", b"", {})
    answers.set()
