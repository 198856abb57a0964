"""What each platform allows in its recipe, as JSON Schema in our own words: the parts of its
published schema, or of the rules that its project publishes, for the keys that ours have. Any other
key is a fault."""

TEXT = {"type": "string", "minLength": 1}
WORD = {"type": "string"}
WORDS = {"type": "array", "items": TEXT}
NUMBER = {"type": "integer", "minimum": 1}
PORT = {"type": "integer", "minimum": 1, "maximum": 65535}
PORT_IN_WORDS = {"type": "string", "pattern": r"^\d{1,5}$"}
YES_OR_NO = {"type": "boolean"}
ADDRESS = {"type": "string", "pattern": r"^https://\S+$"}
INSIDE = {"type": "string", "pattern": r"^/\S*$"}
TIME = {"type": "string", "pattern": r"^(\d+h)?(\d+m)?(\d+s)?$"}
VARIABLES = {"type": "object", "additionalProperties": WORD}
VERSION = {"type": "string", "pattern": r"^\d+\.\d+\.\d+$"}


def record(needed: dict, **more: dict) -> dict:
    """Return the schema of an object with these keys, all of `needed`, and no others."""
    return {
        "type": "object",
        "required": [*needed],
        "properties": {**needed, **more},
        "additionalProperties": False,
    }


def each(what: dict) -> dict:
    return {"type": "array", "items": what}


def named(pattern: str, what: dict) -> dict:
    """Return the schema of an object whose keys are like the pattern."""
    return {"type": "object", "patternProperties": {pattern: what}, "additionalProperties": False}


def one_of(*words: object) -> dict:
    return {"enum": [*words]}


IMAGE = {"type": "string", "pattern": r"^[a-z0-9.-]+(/[a-z0-9._-]+)+:(?!latest$)[\w.-]+$"}
"""An image with its version. The stores of Umbrel and CasaOS refuse `latest`."""
ALIKE = {
    "image": IMAGE,
    "restart": one_of("always", "on-failure", "unless-stopped"),
    "volumes": each({"type": "string", "pattern": r"^(\$\{\w+\}/\w+|\w+):/\w+$"}),
    "tmpfs": each(INSIDE),
    "read_only": YES_OR_NO,
    "environment": VARIABLES,
}
"""Keys of a service in a compose file, by the Compose Specification."""

# getumbrel/umbrel, packages/umbreld/source/modules/apps/schema.ts, and the linter of its app store,
# sharknoon/umbrel-cli, src/schemas/app/umbrel-app.yml.schema.ts.
UMBREL = record(
    {
        "manifestVersion": one_of(1, 1.1),
        "id": {"type": "string", "pattern": r"^(?!umbrel-app-store)[a-z-]+$"},
        "name": {**TEXT, "maxLength": 50},
        "tagline": {**TEXT, "maxLength": 100},
        "category": one_of(
            *("files", "bitcoin", "media", "networking", "social"),
            *("automation", "finance", "ai", "developer"),
        ),
        "version": VERSION,
        "port": PORT,
        "description": {**TEXT, "maxLength": 5000},
        "developer": {**TEXT, "maxLength": 50},
        "website": ADDRESS,
        "submitter": {**TEXT, "maxLength": 50},
        "submission": ADDRESS,
        "support": ADDRESS,
        "gallery": WORDS,
    },
    repo=ADDRESS,
    releaseNotes=WORD,
    dependencies=WORDS,
    path=WORD,
    defaultUsername=WORD,
    defaultPassword=WORD,
)
UMBREL_COMPOSE = record(
    {
        "version": one_of("3.7"),
        "services": record(
            {
                "app_proxy": record(
                    {
                        "environment": record(
                            {"APP_HOST": TEXT, "APP_PORT": PORT},
                            PROXY_AUTH_ADD=one_of("true", "false"),
                        )
                    }
                ),
                "site": record(ALIKE, user=one_of("1000:1000"), stop_grace_period=TIME),
            }
        ),
    }
)
# IceWhaleTech/CasaOS-AppStore, docs/specs/compose-and-x-casaos.md and the checks of its workflow.
IN_ENGLISH = {**named(r"^[a-z]{2}_[A-Z]{2}$", TEXT), "required": ["en_US"]}
CASAOS = record(
    {
        "name": {"type": "string", "pattern": r"^[a-z0-9_-]+$"},
        "services": named(
            r"^[a-z]+$",
            record(
                {
                    **ALIKE,
                    "ports": each(
                        record(
                            {
                                "target": PORT,
                                "published": PORT_IN_WORDS,
                                "protocol": one_of("tcp", "udp"),
                            }
                        )
                    ),
                },
                container_name=TEXT,
            ),
        ),
        "volumes": named(r"^\w+$", {"type": "null"}),
        "x-casaos": record(
            {
                "id": {"type": "string", "pattern": r"^[a-z0-9]+(\.[a-z0-9]+)+$"},
                "main": TEXT,
                "index": INSIDE,
                "port_map": PORT_IN_WORDS,
                "icon": ADDRESS,
                "title": IN_ENGLISH,
                "category": one_of(
                    *("Media", "Productivity", "Home", "Networking", "AI"),
                    *("Finance", "Social", "Developer", "Others"),
                ),
                "version": VERSION,
            },
            scheme=one_of("http", "https"),
            tagline=IN_ENGLISH,
            description=IN_ENGLISH,
            tips=named(r"^before_install$", IN_ENGLISH),
            author=TEXT,
            developer=TEXT,
            architectures=each(one_of("amd64", "arm64")),
        ),
    }
)
# https://render.com/schema/render.yaml.json
RENDER = record(
    {
        "services": each(
            record(
                {
                    "type": one_of("web", "worker", "pserv"),
                    "name": TEXT,
                    "runtime": one_of(
                        *("docker", "elixir", "go", "image", "node"),
                        *("python", "ruby", "rust", "static"),
                    ),
                },
                dockerfilePath=TEXT,
                plan=one_of("starter", "standard", "pro", "pro plus", "pro max", "pro ultra"),
                region=one_of("oregon", "ohio", "frankfurt", "singapore", "virginia"),
                autoDeployTrigger=one_of("off", "commit", "checksPass"),
                healthCheckPath=INSIDE,
                disk=record({"name": TEXT, "mountPath": INSIDE}, sizeGB=NUMBER),
                envVars=each(
                    {
                        **record({"key": TEXT}, value=WORD, sync=YES_OR_NO),
                        "oneOf": [{"required": ["value"]}, {"required": ["sync"]}],
                    }
                ),
            )
        )
    }
)
# https://fly.io/docs/reference/configuration/ and superfly/flyctl, internal/appconfig/config.go
FLY = record(
    {"app": {"type": "string", "pattern": r"^[a-z0-9-]+$"}},
    primary_region={"type": "string", "pattern": r"^[a-z]{3}$"},
    kill_signal=one_of("SIGINT", "SIGTERM", "SIGQUIT", "SIGUSR1", "SIGUSR2", "SIGKILL", "SIGSTOP"),
    kill_timeout=TIME,
    build=record({}, dockerfile=TEXT),
    env={**VARIABLES, "propertyNames": {"pattern": r"^(?!FLY_)[A-Z_]+$"}},
    mounts=each(
        record(
            {"source": {"type": "string", "pattern": r"^\w{1,30}$"}, "destination": INSIDE},
            initial_size={"type": "string", "pattern": r"^\d+gb$"},
        )
    ),
    http_service=record(
        {"internal_port": PORT},
        force_https=YES_OR_NO,
        auto_stop_machines=one_of("off", "stop", "suspend", True, False),
        auto_start_machines=YES_OR_NO,
        min_machines_running={"type": "integer", "minimum": 0},
        checks=each(
            record(
                {},
                method=one_of("GET", "HEAD", "POST"),
                path=INSIDE,
                interval=TIME,
                timeout=TIME,
                grace_period=TIME,
            )
        ),
    ),
    vm=each(record({}, size=TEXT, memory={"type": "string", "pattern": r"^\d+(mb|gb)$"})),
)
# YunoHost/apps, schemas/manifest.v2.schema.json, and the rules of YunoHost/package_linter.
BYTES = {"type": "string", "pattern": r"^[0-9]+[kKmMgG]$"}
MATTERS = one_of(True, False, "not_relevant")
YUNOHOST = record(
    {
        "packaging_format": one_of(2),
        "id": {"type": "string", "pattern": r"^[a-z0-9]+((_|-)?[a-z0-9])+$"},
        "name": {**TEXT, "maxLength": 22},
        "description": {
            **named(r"^[a-z]{2}$", {"type": "string", "minLength": 5, "maxLength": 150}),
            "required": ["en"],
        },
        "version": {"type": "string", "pattern": r"^\d+\.\d+\.\d+~ynh[0-9]+$"},
        "maintainers": WORDS,
        "upstream": record({"license": one_of("MIT")}),
        "integration": record(
            {
                "yunohost": {"type": "string", "pattern": r"^>= ?[0-9]{1,2}(\.[0-9]{1,2}){0,2}$"},
                "helpers_version": one_of("2.1"),
                "architectures": each(one_of("amd64", "i386", "armhf", "arm64")),
                "multi_instance": YES_OR_NO,
                "ldap": MATTERS,
                "sso": MATTERS,
                "disk": BYTES,
                "ram": record({"build": BYTES, "runtime": BYTES}),
            }
        ),
        "install": named(
            r"^[a-z][a-z0-9_]*$",
            record({"type": one_of("domain", "group")}, default=WORD),
        ),
        "resources": record(
            {
                "system_user": record({}),
                "install_dir": record({}),
                "permissions": named(r"^[a-z][a-z0-9_]*$", record({}, url=INSIDE)),
            },
            data_dir=record({}),
            ports=named(r"^[a-z][a-z0-9_]*$", record({}, default=PORT)),
            apt=record({}, packages=TEXT),
        ),
    }
)
HELPERS = {
    "ynh_backup",
    "ynh_config_add",
    "ynh_config_add_nginx",
    "ynh_config_add_systemd",
    "ynh_config_remove_nginx",
    "ynh_config_remove_systemd",
    "ynh_hide_warnings",
    "ynh_restore",
    "ynh_script_progression",
    "ynh_systemctl",
}
"""Functions that YunoHost's scripts may call, of its helpers 2.1."""
