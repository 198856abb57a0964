"""The files in deploy/, tried."""

import http.client
import re
import ssl
import subprocess
from collections import Counter
from contextlib import contextmanager
from http.cookies import SimpleCookie
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from urllib.parse import urlencode

import pytest

from tests import server as servers
from tests.server import ROOT
from tests.two_machines import before
from tests.web_servers import NAME, needs, nginx_file, recipe, running

START = {"names": "Ann, Ben, Cat, Dan", "rules": "keller", "currency": "GBP"}


def variables():
    lines = recipe("bowerbook.env").splitlines()
    return dict(line.split("=", 1) for line in lines if not line.startswith("#"))


# -- the unit
# -----------------------------------------------------------------------------------------


@needs("systemd-analyze")
def test_systemd_accepts_every_line_of_the_unit(tmp_path):
    unit = tmp_path / "bowerbook.service"
    unit.write_text(recipe("bowerbook.service").replace("/srv/bowerbook", str(ROOT)))
    done = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True)
    assert (done.returncode, done.stdout + done.stderr) == (0, "")


@needs("systemd-analyze")
def test_the_unit_has_a_low_exposure_score(tmp_path):
    unit = tmp_path / "bowerbook.service"
    unit.write_text(recipe("bowerbook.service"))
    command = ["systemd-analyze", "security", "--offline=yes", "--threshold=20", "--no-pager", unit]
    done = subprocess.run(command, capture_output=True, text=True)
    if "unrecognized option" in done.stderr:
        pytest.skip("this systemd cannot judge a unit that is not loaded")
    assert done.returncode == 0, done.stdout


def test_the_site_may_write_where_its_variables_send_its_files():
    lines = re.findall(r"^(\w+)=(.*)$", recipe("bowerbook.service"), re.M)
    unit = dict(lines)
    assert variables()["DATA_DIR"] == f"/var/lib/{unit['StateDirectory']}"
    assert unit["ProtectSystem"] == "strict"
    assert unit["WorkingDirectory"] == unit["ReadWritePaths"]
    assert unit["ExecStart"].startswith(unit["WorkingDirectory"])


# -- a web server before the site
# -----------------------------------------------------------------------------------------


def caddy(folder, port, site):
    """Return the command that runs Caddy by our file, with a certificate of its own."""
    given = recipe("Caddyfile").replace(NAME, f"https://{NAME}:{port}")
    given = given.replace("127.0.0.1:8000", site).replace("\n}", "\n    tls internal\n}")
    # Without HTTP/3, as a UDP socket reserves the port (tests.server.free_port).
    options = ["admin off", "skip_install_trust", "auto_https disable_redirects"]
    options += ["servers {\n        protocols h1 h2\n    }"]
    alone = "{\n    " + "\n    ".join(options) + "\n}\n"
    file = folder / "Caddyfile"
    file.write_text(alone + given)
    return ["caddy", "run", "--adapter", "caddyfile", "--config", file]


def nginx(folder, port, site):
    """Return the command that runs nginx by our file, with a certificate of its own."""
    given = certified(folder, recipe("nginx.conf")).replace("127.0.0.1:8000", site)
    given = given.replace("listen 443", f"listen 127.0.0.1:{port}")
    given = given.replace("listen 80", f"listen 127.0.0.1:{servers.free_port()}")
    return nginx_file(folder, given)


def certified(folder, given):
    """Return a file of nginx with a certificate of its own."""
    key, chain = folder / "key.pem", folder / "chain.pem"
    made = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj"]
    made += [f"/CN={NAME}", "-keyout", key, "-out", chain]
    subprocess.run(made, check=True, capture_output=True)
    given = re.sub(r"/etc/\S*fullchain.pem", str(chain), given)
    return re.sub(r"/etc/\S*privkey.pem", str(key), given)


@needs("nginx", "openssl")
@pytest.mark.parametrize("name", ["nginx.conf", "nginx-machines.conf"])
def test_nginx_accepts_every_line_of_its_files(name, tmp_path):
    command = [*nginx_file(tmp_path, certified(tmp_path, recipe(name))), "-t"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert (done.returncode, "warn" in done.stderr) == (0, False), done.stderr


@needs("caddy")
def test_caddy_accepts_every_line_of_its_file():
    file = ROOT / "deploy" / "Caddyfile"
    command = ["caddy", "validate", "--adapter", "caddyfile", "--config", file]
    done = subprocess.run(command, capture_output=True, text=True)
    assert (done.returncode, "WARN" in done.stderr) == (0, False), done.stderr


def asked(port, path, *, form=None, cookies=None, **headers):
    """Request a page from the web server by HTTPS. Return its response and body."""
    trusting = ssl.create_default_context()
    trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
    connection = Named("127.0.0.1", port, context=trusting, timeout=30)
    given = {"Host": NAME, "Origin": f"https://{NAME}", **headers}
    if cookies:
        given["Cookie"] = "; ".join(f"{name}={one.value}" for name, one in cookies.items())
    if form:
        given["Content-Type"] = "application/x-www-form-urlencoded"
    body = urlencode(form) if form else None
    connection.request("POST" if form else "GET", path, body=body, headers=given)
    answer = connection.getresponse()
    text = answer.read().decode()
    connection.close()
    return answer, text


class Named(http.client.HTTPSConnection):
    """A connection that asks for the site's name, wherever it goes to."""

    def connect(self):
        http.client.HTTPConnection.connect(self)
        self.sock = self._context.wrap_socket(self.sock, server_hostname=NAME)


@pytest.mark.thorough
@pytest.mark.slow
@pytest.mark.parametrize(
    "proxy",
    [
        pytest.param(nginx, marks=needs("nginx", "openssl")),
        pytest.param(caddy, marks=needs("caddy")),
    ],
)
def test_a_table_is_started_through_the_recommended_web_server(proxy, tmp_path):
    """The site sees HTTPS, its own name, and where a request came from, whatever a visitor says."""
    given = variables()
    del given["DATA_DIR"]
    noted = {"LOG_REQUESTS": "yes", "LOG_ADDRESSES": "yes"}
    given["ALLOWED_HOSTS"] += ",127.0.0.1"  # for whoever waits until it answers
    port = servers.free_port()
    with servers.start(**given, **noted) as site:
        command = proxy(tmp_path, port, f"127.0.0.1:{site.port}")
        with running(command, tmp_path, lambda: asked(port, "/healthz")):
            answer, page = asked(port, "/start", **{"X-Forwarded-For": "203.0.113.9"})
            assert (answer.status, "Start a table" in page) == (200, True)
            cookies = SimpleCookie(answer.headers["Set-Cookie"])
            assert [bool(one["secure"]) for one in cookies.values()] == [True]
            (token,) = set(re.findall(r'name="csrfmiddlewaretoken" value="(\w+)"', page))
            answer, page = asked(
                port, "/start", form={**START, "csrfmiddlewaretoken": token}, cookies=cookies
            )
            assert (answer.status, page, answer.headers["Location"][:3]) == (302, "", "/t/")
            answer, page = asked(port, answer.headers["Location"])
            assert (answer.status, "Dan" in page) == (200, True)
        assert " 127.0.0.1 GET /start 200 " in site.log
        assert "203.0.113.9" not in site.log


# -- two versions during an update
# -----------------------------------------------------------------------------------------


@contextmanager
def a_machine(status):
    """Run a machine that answers everything with this status, and yield it."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(status)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *said):
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        server.port = server.server_address[1]
        Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


def statuses(port, path):
    found = Counter()
    for _ in range(8):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        connection.request("GET", path)
        found[connection.getresponse().status] += 1
        connection.close()
    return found


@needs("nginx")
def test_a_style_of_one_version_is_found_whichever_machine_is_asked(tmp_path):
    port = servers.free_port()
    with a_machine(404) as old, a_machine(200) as new:
        command = nginx_file(tmp_path, before([old, new], port))
        with running(command, tmp_path, lambda: statuses(port, "/static/site.css")):
            assert statuses(port, "/static/site.css") == {200: 8}
            assert statuses(port, "/a-page") == {404: 4, 200: 4}
