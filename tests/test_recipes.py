"""The recipes of other platforms in deploy/recipes/: each by what its platform publishes of its
form, and by what our container and our program know. No recipe was tried on its platform."""

import re
import subprocess
import tomllib

import pytest
import yaml
from jsonschema import Draft202012Validator

from clubsite.build import version
from scripts.testing import SITE_VARIABLES
from tests import recipes
from tests.server import ROOT
from tests.web_servers import needs

RECIPES = ROOT / "deploy" / "recipes"
YUNOHOST = RECIPES / "yunohost"
SCRIPTS = ("_common.sh", "backup", "install", "remove", "restore", "upgrade")
FORMS = {
    "umbrel/umbrel-app.yml": recipes.UMBREL,
    "umbrel/docker-compose.yml": recipes.UMBREL_COMPOSE,
    "casaos/docker-compose.yml": recipes.CASAOS,
    "render/render.yaml": recipes.RENDER,
    "fly/fly.toml": recipes.FLY,
    "yunohost/manifest.toml": recipes.YUNOHOST,
}
NOT_OURS = {"PORT"}
"""Variables for the platform, not for the site."""


def text_of(name):
    return (RECIPES / name).read_text("utf-8")


def read(name, text=None):
    text = text_of(name) if text is None else text
    return tomllib.loads(text) if name.endswith(".toml") else yaml.safe_load(text)


def faults(name, text=None):
    return [one.message for one in Draft202012Validator(FORMS[name]).iter_errors(read(name, text))]


def settled(text):
    """Return the variables in a file of them."""
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return dict(line.split("=", 1) for line in lines)


UMBREL = read("umbrel/docker-compose.yml")["services"]
(CASAOS,) = read("casaos/docker-compose.yml")["services"].values()
(RENDER,) = read("render/render.yaml")["services"]
FLY = read("fly/fly.toml")
GIVEN = {
    "umbrel": UMBREL["site"]["environment"],
    "casaos": CASAOS["environment"],
    "render": {one["key"]: one.get("value", "") for one in RENDER["envVars"]},
    "fly": FLY["env"],
    "yunohost": settled(text_of("yunohost/conf/bowerbook.env")),
}


@pytest.mark.parametrize("name", FORMS)
def test_a_recipe_has_the_form_that_its_platform_publishes(name):
    assert faults(name) == []


@pytest.mark.parametrize(
    ("name", "was", "now"),
    [
        ("umbrel/umbrel-app.yml", "port: 8740", "port: '8740'"),
        ("umbrel/umbrel-app.yml", "category: social", "category: games"),
        ("umbrel/umbrel-app.yml", "id: bowerbook", "id: Bowerbook"),
        ("umbrel/umbrel-app.yml", "gallery: []\n", ""),
        ("umbrel/docker-compose.yml", f"bowerbook:{version()}", "bowerbook:latest"),
        ("umbrel/docker-compose.yml", "APP_PORT: 8000", "APP_PORT: http"),
        ("casaos/docker-compose.yml", 'port_map: "8740"', "port_map: 8740"),
        ("casaos/docker-compose.yml", "category: Others", "category: Games"),
        ("casaos/docker-compose.yml", "id: org.example.bowerbook", "id: bowerbook"),
        ("casaos/docker-compose.yml", "    en_US: Bowerbook\n", "    de_DE: Bowerbook\n"),
        ("render/render.yaml", "runtime: docker", "env: docker"),
        ("render/render.yaml", "plan: starter", "plan: free"),
        ("render/render.yaml", 'value: "yes"', "value: yes"),
        ("render/render.yaml", 'Trigger: "off"', "Trigger: off"),
        ("fly/fly.toml", "internal_port = 8000", 'internal_port = "8000"'),
        ("fly/fly.toml", "[[mounts]]", "[[volumes]]"),
        ("fly/fly.toml", 'HTTPS = "yes"', "HTTPS = true"),
        ("yunohost/manifest.toml", f"{version()}~ynh1", version()),
        ("yunohost/manifest.toml", 'license = "MIT"', 'licence = "MIT"'),
        ("yunohost/manifest.toml", 'type = "group"', 'type = "people"'),
    ],
)
def test_a_mistake_in_a_recipe_is_found(name, was, now):
    text = text_of(name)
    assert was in text
    assert faults(name, text.replace(was, now, 1)) != []


# -- what our program knows
# -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("platform", GIVEN)
def test_a_recipe_gives_the_site_only_variables_that_it_knows(platform):
    known = {*SITE_VARIABLES, "DATA_DIR"} | NOT_OURS
    assert set(GIVEN[platform]) - known == set()
    assert {"ALLOWED_HOSTS", "PUBLIC_URL"} <= set(GIVEN[platform])


def test_a_recipe_stores_the_data_where_the_container_does_and_leads_to_its_port():
    lines = (ROOT / "Containerfile").read_text("utf-8").splitlines()
    (volume,) = [line.split()[1] for line in lines if line.startswith("VOLUME ")]
    (port,) = [int(line.split()[1]) for line in lines if line.startswith("EXPOSE ")]
    stored = [one.partition(":")[2] for one in UMBREL["site"]["volumes"] + CASAOS["volumes"]]
    stored += [RENDER["disk"]["mountPath"], *(one["destination"] for one in FLY["mounts"])]
    assert set(stored) == {volume}
    ports = [UMBREL["app_proxy"]["environment"]["APP_PORT"], CASAOS["ports"][0]["target"]]
    ports += [int(GIVEN["render"]["PORT"]), FLY["http_service"]["internal_port"]]
    assert set(ports) == {port}


def test_a_platform_asks_the_site_itself_whether_it_is_well():
    asked = [RENDER["healthCheckPath"], *(one["path"] for one in FLY["http_service"]["checks"])]
    assert asked == ["/readyz"] * 2


def test_render_and_fly_build_the_image_from_the_containerfile():
    assert RENDER["dockerfilePath"] == "./Containerfile"
    file = RECIPES / "fly" / FLY["build"]["dockerfile"]
    assert file.resolve() == ROOT / "Containerfile"


def test_the_ports_that_people_see_are_the_same_everywhere_in_a_recipe():
    umbrel, casaos = read("umbrel/umbrel-app.yml"), read("casaos/docker-compose.yml")
    assert GIVEN["umbrel"]["PUBLIC_URL"].endswith(f":{umbrel['port']}")
    (port,) = CASAOS["ports"]
    assert port["published"] == casaos["x-casaos"]["port_map"]
    assert GIVEN["casaos"]["PUBLIC_URL"].endswith(f":{port['published']}")


def test_umbrel_and_casaos_find_the_service_that_has_the_site():
    umbrel, casaos = read("umbrel/umbrel-app.yml"), read("casaos/docker-compose.yml")
    assert UMBREL["app_proxy"]["environment"]["APP_HOST"] == f"{umbrel['id']}_site_1"
    assert casaos["x-casaos"]["main"] in casaos["services"]


def test_the_folder_that_umbrel_mounts_is_in_the_recipe():
    mounted = [one.partition(":")[0] for one in UMBREL["site"]["volumes"]]
    folders = [one.removeprefix("${APP_DATA_DIR}/") for one in mounted]
    assert folders
    assert [one for one in folders if not (RECIPES / "umbrel" / one).is_dir()] == []


def test_recipes_name_one_image_of_this_version_which_the_page_about_them_explains():
    images = {UMBREL["site"]["image"], CASAOS["image"]}
    assert len(images) == 1
    (image,) = images
    assert image.endswith(f"/bowerbook:{version()}")
    # A name for examples, so that nobody else's image is started (RFC 2606).
    assert ".example.org/" in image
    assert f"`{image}`" in text_of("README.md")


def test_recipes_are_of_this_version():
    told = [read("umbrel/umbrel-app.yml")["version"]]
    told += [read("casaos/docker-compose.yml")["x-casaos"]["version"]]
    told += [read("yunohost/manifest.toml")["version"].partition("~")[0]]
    assert set(told) == {version()}


@pytest.mark.parametrize("name", FORMS)
def test_a_recipe_says_that_it_is_untried(name):
    assert "untried" in text_of(name).splitlines()[0]


# -- YunoHost's scripts
# -----------------------------------------------------------------------------------------


def filled(name):
    """Return a file of conf/ as YunoHost writes it."""
    given = {
        "APP": "bowerbook",
        "DATA_DIR": "/home/yunohost.app/bowerbook",
        "DOMAIN": "scores.example.org",
        "INSTALL_DIR": "/var/www/bowerbook",
        "PORT": "8740",
    }
    text = text_of(f"yunohost/conf/{name}")
    return re.sub(r"__([A-Z_]+)__", lambda found: given[found[1]], text)


@needs("bash")
@pytest.mark.parametrize("name", SCRIPTS)
def test_a_script_of_yunohost_is_of_bash_and_calls_helpers_that_there_are(name):
    script = YUNOHOST / "scripts" / name
    done = subprocess.run(["bash", "-n", script], capture_output=True)
    assert (done.returncode, done.stderr) == (0, b"")
    text = script.read_text("utf-8")
    assert text.startswith("#!/bin/bash\n")
    assert set(re.findall(r"\bynh_\w+", text)) <= recipes.HELPERS
    # Its linter refuses these.
    assert re.findall(r"rm -r|set -eu|ynh_abort_if_errors|systemctl (?:start|restart)", text) == []


def test_yunohost_has_every_script_that_it_needs_and_no_other():
    assert sorted(file.name for file in (YUNOHOST / "scripts").iterdir()) == sorted(SCRIPTS)


def test_yunohost_backs_up_what_it_restores_and_nothing_else():
    backup, restore = (text_of(f"yunohost/scripts/{name}") for name in ("backup", "restore"))
    saved = re.findall(r"^ynh_backup (.+)$", backup, re.M)
    assert saved == re.findall(r"^ynh_restore (.+)$", restore, re.M)
    assert '"$data_dir"' in saved


@needs("systemd-analyze")
def test_systemd_accepts_every_line_of_the_unit_for_yunohost(tmp_path):
    unit = tmp_path / "bowerbook.service"
    text = filled("systemd.service")
    program = re.search(r"^ExecStart=(\S+)", text, re.M)[1]
    assert program.endswith("/venv/bin/bowerbook")
    unit.write_text(text.replace(program, "/bin/true"))
    done = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True)
    assert (done.returncode, done.stdout + done.stderr) == (0, "")


def test_the_site_on_yunohost_listens_where_its_web_server_asks():
    site = settled(filled("bowerbook.env"))
    assert f"proxy_pass http://{site['BIND']};" in filled("nginx.conf")
