"""The container: its image, built and started without a registry, and compose.yaml, read
strictly."""

import os
import re
import shutil
import subprocess
import time
from http.client import HTTPConnection, HTTPException
from pathlib import Path

import pytest

from clubsite import settings
from clubsite.build import version
from scripts import image
from tests import compose
from tests import server as servers
from tests.server import ROOT
from tests.web_servers import needs, recipe

MOST = 350_000_000
"""Bytes of the image's files."""


def variables_in(text):
    """Return the variables that a file takes from .env."""
    return {*re.findall(r"\$\{(\w+)", text)}


EXAMPLE = dict(
    line.split("=", 1)
    for line in (ROOT / ".env.example").read_text().splitlines()
    if line and not line.startswith("#")
)
COMPOSE = (ROOT / "compose.yaml").read_text()


def test_compose_reads_every_line_of_our_file():
    known = compose.read(COMPOSE)
    assert compose.faults(known) == []
    assert list(known["services"]) == ["site", "database", "web"]


@pytest.mark.parametrize(
    ("was", "now"),
    [
        ("read_only: true", "readonly: true"),
        ("read_only: true", 'read_only: "true"'),
        ("init: true", "init: yes please"),
        ("condition: service_healthy", "condition: service_well"),
        ("interval: 30s", "interval: often"),
        ("- data:/data", "- nowhere:/data"),
        ("restart: unless-stopped", "restart: sometimes"),
        ("      - site\n", "      - shop\n"),
        ('- "80:80"', "- 80:80"),
        ("shm_size: 128m", "shm_size: large"),
        ("dockerfile: Containerfile", "dockerfile: Dockerfile"),
    ],
)
def test_a_mistake_in_a_compose_file_is_found(was, now):
    assert was in COMPOSE
    assert compose.faults(compose.read(COMPOSE.replace(was, now, 1))) != []


@pytest.mark.parametrize(
    "line", ["  - a: b: c", "\ttab: x", "key: {a: b}", "key: &anchor x", "  x"]
)
def test_a_compose_file_with_more_of_yaml_than_we_read_is_refused(line):
    with pytest.raises(compose.NotRead):
        compose.read(f"{COMPOSE}{line}\n")


def test_the_example_has_each_variable_of_compose_and_no_other():
    assert set(EXAMPLE) == variables_in(COMPOSE)


def test_compose_gives_the_site_only_variables_that_it_knows():
    given = compose.read(COMPOSE)["services"]["site"]["environment"]
    source = Path(settings.__file__).read_text()
    assert [name for name in given if f'"{name}"' not in source] == []


def test_the_site_in_a_container_runs_as_nobody_with_one_folder_to_write_in():
    site = compose.read(COMPOSE)["services"]["site"]
    assert (site["read_only"], site["cap_drop"]) == (True, ["ALL"])
    lines = (ROOT / "Containerfile").read_text().splitlines()
    instructions = [line.partition(" ") for line in lines if re.match(r"[A-Z]+ ", line)]
    assert [rest for name, _, rest in instructions if name in ("USER", "VOLUME")] == [
        "10001:10001",
        "/data",
    ]
    assert instructions[-1][2] == '["bowerbook", "run", "--empty"]'


def test_the_image_is_made_from_what_the_wheel_is_made_from():
    """Otherwise something that the wheel needs is missing only in the container."""
    lines = (ROOT / "Containerfile").read_text().splitlines()
    copied = {word for line in lines if line.startswith("COPY ") for word in line.split()[1:-1]}
    project = (ROOT / "pyproject.toml").read_text()
    wheel = re.search(r"force-include\]\n(.*?)\n\n", project, re.S)[1]
    included = set(re.findall(r'^"(.+?)" =', wheel, re.M))
    assert included <= copied
    let_in = [line[1:] for line in (ROOT / ".containerignore").read_text().splitlines()]
    assert {word for word in copied if word[0] not in "/-"} <= set(let_in)
    assert (ROOT / ".dockerignore").read_text() == (ROOT / ".containerignore").read_text()


@needs("caddy")
def test_caddy_accepts_every_line_of_its_file_for_compose():
    file = ROOT / "deploy" / "compose.Caddyfile"
    command = ["caddy", "validate", "--adapter", "caddyfile", "--config", file]
    given = {**os.environ, "SITE_NAME": EXAMPLE["SITE_NAME"]}
    done = subprocess.run(command, capture_output=True, text=True, env=given)
    assert (done.returncode, "WARN" in done.stderr) == (0, False), done.stderr
    assert "reverse_proxy site:8000" in recipe("compose.Caddyfile")


# -- the image itself
# -----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def images(tmp_path_factory):
    if why := image.missing():
        pytest.skip(why)
    made = image.Images(tmp_path_factory.mktemp("image"))
    made.make_base()
    made.build()
    return made


def asked(port, path):
    connection = HTTPConnection("127.0.0.1", port, timeout=60)
    try:
        connection.request("GET", path)
        answer = connection.getresponse()
        return answer.status, answer.read().decode()
    finally:
        connection.close()


@pytest.mark.thorough
@pytest.mark.slow
def test_the_image_serves_the_site_as_nobody_from_a_root_that_cannot_be_written(images, tmp_path):
    """Its base comes from Debian's mirror, so it needs the network."""
    port, known = servers.free_port(), images.configuration()
    data = tmp_path / "data"
    data.mkdir()
    with images.opened() as root:
        files = [file for file in root.rglob("*") if file.is_file() and not file.is_symlink()]
        size = sum(file.stat().st_size for file in files)
        print(f"The image has {size / 1_000_000:.0f} MB.")
        assert size < MOST
        before = {file: file.stat().st_mtime_ns for file in files}
        given = {"BIND": f"127.0.0.1:{port}", "NIGHTLY_BACKUP": "no"}
        site = image.start(root, data, known, **given)
        try:
            end = time.monotonic() + servers.PATIENCE
            while True:
                assert site.poll() is None
                assert time.monotonic() < end
                try:
                    status, said = asked(port, "/readyz")
                    break
                except (OSError, HTTPException):
                    time.sleep(0.1)
            assert status == 200, said
            status, front = asked(port, "/")
            assert (status, f"Bowerbook {version()}" in front) == (200, True)
            style = re.search(r'href="(/static/[\w.-]+\.css)"', front)[1]
            assert asked(port, style)[0] == 200
            owners = {file.stat().st_uid for file in data.iterdir()}
            names = {file.name for file in data.iterdir()}
        finally:
            site.terminate()
            site.wait()
        assert owners == {10001}
        assert {"bowerbook.sqlite3", "secret_key", "staticfiles"} <= names
        assert {file: file.stat().st_mtime_ns for file in files} == before
    shutil.rmtree(data)
