"""The recipes of docs/deploy.md, taken from the page as they stand there and tried."""

import http.client
import re
import shutil
import signal
import ssl
import subprocess
import time
from contextlib import contextmanager
from http.cookies import SimpleCookie
from pathlib import Path
from urllib.parse import urlencode

import pytest

from tests import server as servers

ROOT = Path(__file__).resolve().parent.parent
PAGE = (ROOT / "docs" / "deploy.md").read_text()
BLOCKS = re.findall(r"^```\n(.*?)^```$", PAGE, re.M | re.S)
NAME = "scores.example.org"
START = {"names": "Ann, Ben, Cat, Dan", "rules": "keller", "currency": "GBP"}


def recipe(mark):
    """Return the one block of the page in which this stands."""
    (block,) = [block for block in BLOCKS if mark in block]
    return block


def variables():
    return dict(line.split("=", 1) for line in recipe("ALLOWED_HOSTS=").splitlines())


def needs(*programs):
    missing = [name for name in programs if not shutil.which(name)]
    return pytest.mark.skipif(bool(missing), reason=f"{', '.join(missing)} is not installed here")


# -- the unit
# -----------------------------------------------------------------------------------------


@needs("systemd-analyze")
def test_systemd_understands_every_line_of_the_unit(tmp_path):
    unit = tmp_path / "bowerbook.service"
    unit.write_text(recipe("[Unit]").replace("/srv/bowerbook", str(ROOT)))
    done = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True)
    assert (done.returncode, done.stdout + done.stderr) == (0, "")


@needs("systemd-analyze")
def test_the_unit_leaves_little_open(tmp_path):
    unit = tmp_path / "bowerbook.service"
    unit.write_text(recipe("[Unit]"))
    command = ["systemd-analyze", "security", "--offline=yes", "--threshold=20", "--no-pager", unit]
    done = subprocess.run(command, capture_output=True, text=True)
    if "unrecognized option" in done.stderr:
        pytest.skip("this systemd cannot judge a unit that is not loaded")
    assert done.returncode == 0, done.stdout


def test_the_site_may_write_where_its_variables_say_that_it_writes():
    lines = re.findall(r"^(\w+)=(.*)$", recipe("[Unit]"), re.M)
    unit = dict(lines)
    assert variables()["DATA_DIR"] == f"/var/lib/{unit['StateDirectory']}"
    assert unit["ProtectSystem"] == "strict"
    assert unit["WorkingDirectory"] == unit["ReadWritePaths"]
    assert unit["ExecStart"].startswith(unit["WorkingDirectory"])


# -- a web server before the site
# -----------------------------------------------------------------------------------------


def caddy(folder, port, site):
    """Return the command that runs Caddy by the page's recipe, with a certificate of its own."""
    given = recipe("reverse_proxy").replace(NAME, f"https://{NAME}:{port}")
    given = given.replace("127.0.0.1:8000", site).replace("\n}", "\n    tls internal\n}")
    alone = "{\n    admin off\n    skip_install_trust\n    auto_https disable_redirects\n}\n"
    file = folder / "Caddyfile"
    file.write_text(alone + given)
    return ["caddy", "run", "--adapter", "caddyfile", "--config", file]


def nginx(folder, port, site):
    """Return the command that runs nginx by the page's recipe, with a certificate of its own."""
    key, chain = folder / "key.pem", folder / "chain.pem"
    made = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj"]
    made += [f"/CN={NAME}", "-keyout", key, "-out", chain]
    subprocess.run(made, check=True, capture_output=True)
    given = re.sub(r"/etc/\S*fullchain.pem", str(chain), recipe("proxy_pass"))
    given = re.sub(r"/etc/\S*privkey.pem", str(key), given).replace("127.0.0.1:8000", site)
    given = given.replace("listen 443", f"listen 127.0.0.1:{port}")
    given = given.replace("listen 80", f"listen 127.0.0.1:{servers.free_port()}")
    places = "client_body proxy fastcgi uwsgi scgi".split()
    kept = "".join(f"{place}_temp_path {folder}/{place};\n" for place in places)
    file = folder / "nginx.conf"
    file.write_text(
        f"daemon off; pid {folder}/pid; error_log stderr; events {{}}\n"
        f"http {{ access_log off;\n{kept}{given}}}\n"
    )
    return ["nginx", "-c", file, "-e", "stderr"]


@contextmanager
def running(command, folder, port):
    """Run a web server until the block ends; it is there when it takes a connection."""
    home = {"HOME": str(folder), "PATH": "/usr/sbin:/usr/bin:/sbin:/bin"}
    with open(folder / "said", "w") as said:
        process = subprocess.Popen(command, cwd=folder, env=home, stdout=said, stderr=said)
    try:
        end = time.monotonic() + servers.PATIENCE
        while True:
            try:
                asked(port, "/healthz")
                break
            except OSError:
                assert process.poll() is None, (folder / "said").read_text()
                assert time.monotonic() < end
                time.sleep(0.05)
        yield
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait()


def asked(port, path, *, form=None, cookies=None, **headers):
    """Ask the web server for a page of the site by HTTPS: its answer, and what it says."""
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
def test_a_table_is_started_through_the_web_server_of_the_page(proxy, tmp_path):
    """The site sees HTTPS, its own name, and where a request came from, whatever a visitor says."""
    given = variables()
    del given["DATA_DIR"]
    noted = {"LOG_REQUESTS": "yes", "LOG_ADDRESSES": "yes"}
    given["ALLOWED_HOSTS"] += ",127.0.0.1"  # for whoever waits until it answers
    port = servers.free_port()
    with servers.start(**given, **noted) as site:
        command = proxy(tmp_path, port, f"127.0.0.1:{site.port}")
        with running(command, tmp_path, port):
            answer, page = asked(port, "/", **{"X-Forwarded-For": "203.0.113.9"})
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
        assert " 127.0.0.1 GET / 200 " in site.log
        assert "203.0.113.9" not in site.log
