"""Every setting of the site. Each reads the environment and has a working default.

docs/deploy.md lists the variables; tests/test_docs.py holds the list.
"""

import logging
import os
import re
from datetime import timedelta
from pathlib import Path
from urllib.parse import quote, unquote, urlsplit
from zoneinfo import available_timezones

import dj_database_url
from django.core.exceptions import ImproperlyConfigured
from django.utils.functional import SimpleLazyObject

from clubsite import newer_sqlite, sentry
from clubsite.build import build_id, version
from clubsite.places import IN_ONE_FILE, MANAGE, ROOT, RUN, TYPED, collected_folder, data_folder
from scoring.common.kept_secret import kept_in
from scoring.common.machine import write_days_plainly

newer_sqlite.use()
write_days_plainly()


def env_text(name: str, default: str) -> str:
    return os.environ.get(name, "").strip() or default


def env_yes(name: str, default: str = "no") -> bool:
    return env_text(name, default).lower() in {"1", "yes", "true", "on"}


def env_number(name: str, default: int) -> int:
    text = env_text(name, str(default))
    if not text.isdecimal():
        raise ImproperlyConfigured(f"{name} is a whole number such as {default}, not {text}.")
    return int(text)


def env_list(name: str, default: str = "") -> list[str]:
    return [part.strip() for part in env_text(name, default).split(",") if part.strip()]


MAILS = {"smtp": 25, "smtp+starttls": 587, "smtps": 465}
"""How a mail's server is spoken to, and its usual port."""


def mail_server(url: str) -> dict:
    """Return what EMAIL_URL says: smtp+starttls://user:password@host:587."""
    nothing = {"host": "", "port": 25, "user": "", "password": "", "starttls": False, "ssl": False}
    if not url:
        return nothing
    try:
        parts = urlsplit(url)
        port = parts.port or MAILS[parts.scheme]
    except (ValueError, KeyError):
        port = None
    if port is None or not parts.hostname:
        # It is not repeated: a password may stand in it.
        raise ImproperlyConfigured(
            "EMAIL_URL must be the address of a mail server, such as "
            "smtp+starttls://user:password@mail.example.org:587, smtps://… or smtp://…."
        )
    return {
        "host": parts.hostname,
        "port": port,
        "user": unquote(parts.username or ""),
        "password": unquote(parts.password or ""),
        "starttls": parts.scheme == "smtp+starttls",
        "ssl": parts.scheme == "smtps",
    }


BASE_DIR = ROOT
DATA_DIR = Path(env_text("DATA_DIR", str(data_folder())))
# Made when it is first needed: a command that only looks for its database leaves no folder behind.
SECRET_KEY = env_text("SECRET_KEY", "") or SimpleLazyObject(
    lambda: kept_in(DATA_DIR / "secret_key")
)
# Beside the data unless told: another disk is better.
BACKUP_DIR = Path(env_text("BACKUP_DIR", str(DATA_DIR / "backups")))
# The largest backup that a site's owner may send by the browser.
BACKUP_UPLOAD_BYTES = env_number("BACKUP_UPLOAD_MB", 500) * 1_000_000
NIGHTLY_BACKUP = env_yes("NIGHTLY_BACKUP", "yes")
VERSION = version()
# What people type to start the site, and before the name of a command: sentences say it.
RUN_COMMAND, MANAGE_COMMAND, TYPED_COMMAND = RUN, MANAGE, TYPED
ONE_FILE = IN_ONE_FILE
BUILD_ID = build_id()
"""The build id, part of every polling tag, so that screens reload after an upgrade."""
DEBUG = env_yes("DEBUG")
HTTPS = env_yes("HTTPS")
ALLOWED_HOSTS = env_list("ALLOWED_HOSTS", "localhost,127.0.0.1,[::1]")
CSRF_TRUSTED_ORIGINS = env_list("TRUSTED_ORIGINS")
# The address that QR codes carry when the site stands behind another name; empty: the one asked
# for.
PUBLIC_URL = env_text("PUBLIC_URL", "").rstrip("/")
if path := urlsplit(PUBLIC_URL).netloc and urlsplit(PUBLIC_URL).path:
    raise ImproperlyConfigured(
        f"PUBLIC_URL must not have a path. Bowerbook can’t run under {path}/. It needs a host name "
        "of its own, such as https://scores.example.org."
    )
SECURITY_CONTACT = env_list("SECURITY_CONTACT")

INSTALLED_APPS = [
    # Without looking for admin modules: only ours, and none of a library that can change rows.
    "django.contrib.admin.apps.SimpleAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django_htmx",
    "template_partials",
    "csp",
    "axes",
    "scoring",
]

MIDDLEWARE = [
    "scoring.site.views.health.probes",
    "scoring.site.views.request_lines.request_lines",
    "scoring.site.views.no_plain_api.no_plain_api",
    "django.middleware.security.SecurityMiddleware",
    "scoring.site.views.headers.headers",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "scoring.common.polling.edition_named",
    "csp.middleware.CSPMiddleware",
    "scoring.site.views.errors.huge_body",
    "scoring.site.views.errors.not_begun",
    "scoring.site.views.errors.path_prefix",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "scoring.people.views.sign_in.note_when_seen",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "scoring.common.right_to_left.right_to_left",
    "scoring.site.views.errors.wrong_method",
    "scoring.people.views.second_factor_first.SecondFactorFirst",
    "axes.middleware.AxesMiddleware",
]

ROOT_URLCONF = "clubsite.urls"

LOADERS = ["clubsite.templates.Loader", "django.template.loaders.app_directories.Loader"]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [ROOT / "templates"],
        "OPTIONS": {
            "loaders": [
                (
                    "template_partials.loader.Loader",
                    [("django.template.loaders.cached.Loader", LOADERS)],
                )
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
            "builtins": [
                "django.templatetags.static",
                "template_partials.templatetags.partials",
                "scoring.templatetags.scorebook",
            ],
        },
    }
]

SQLITE = {
    # A deferred transaction that reads and then writes is refused ("database is locked") under
    # load.
    "transaction_mode": "IMMEDIATE",
    # Seconds that a writer waits for another: longer than any of ours writes, and a third of what
    # a phone waits for its answer. Then it is told to try again, and a thread is free.
    "timeout": 5,
    # Deleted names and pictures would otherwise stay in free pages of the file.
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;"
    "PRAGMA secure_delete=ON;",
}
POSTGRES = {
    "pool": {
        "min_size": 1,
        "max_size": env_number("DATABASE_POOL", 10),
        "timeout": 5,  # seconds that a request waits for a connection
        "reconnect_timeout": 5,  # then whoever asks next has it try anew, at once
    },
    # How often a connection is asked a query of scoring/common/prepared.py before its plan is kept.
    "prepare_threshold": 5,
    # As long as on SQLite: then whoever writes is told to come again, and keeps no thread.
    "options": "-c lock_timeout=5s",
}


SEVERAL = re.compile(
    r"(?P<before>postgres(ql)?://([^/?#]*@)?)(?P<hosts>[^/?#@]*,[^/?#@]*)(?=[/?#]|$)"
)
"""Where an address of PostgreSQL names several machines. A comma in a password names none."""
HOST = re.compile(r"(?P<host>\[[0-9a-fA-F:.]+\]|[^:\[\]]+)(:(?P<port>\d{1,5}))?")


def parsed(url: str) -> dict:
    """Return what an address says of a database. One of PostgreSQL may name several machines, with
    a port each. The first that answers is used: host1:5432,host2:5433."""
    if not (several := SEVERAL.match(url)):
        return dj_database_url.parse(url)
    each = [HOST.fullmatch(one) for one in several["hosts"].split(",")]
    if None in each:
        raise ValueError("a host is missing or has no such port")
    found = dj_database_url.parse(f"{several['before']}host{url[several.end() :]}")
    hosts = [unquote(one["host"]).strip("[]") for one in each]
    ports = [one["port"] or "5432" for one in each]
    return found | {"HOST": ",".join(hosts), "PORT": ",".join(ports)}


def database() -> dict:
    """Return Django's settings of the one database, named by DATABASE_URL."""
    url = env_text("DATABASE_URL", f"sqlite:///{quote(str(DATA_DIR / 'bowerbook.sqlite3'))}")
    try:
        found = parsed(url)
    except ValueError as wrong:
        # It is not repeated: a password may stand in it.
        raise ImproperlyConfigured(
            "DATABASE_URL must be the address of a database, such as sqlite:////srv/book.sqlite3 "
            "or postgres://user:password@host/name."
        ) from wrong
    lite = "sqlite" in found["ENGINE"]
    if lite:
        found["ENGINE"] = "clubsite.sqlite"
    # Pooled connections and CONN_MAX_AGE exclude each other; SQLite keeps its one open.
    found["CONN_MAX_AGE"] = None if lite else 0
    found["OPTIONS"] = (found.get("OPTIONS") or {}) | (SQLITE if lite else POSTGRES)
    return found


DATABASES = {"default": database()}
# How many serve: SQLite has one writer at a time, and a second process would gain nothing.
PROCESSES = env_number("WEB_CONCURRENCY", 2)
if DATABASES["default"]["ENGINE"] == "clubsite.sqlite":
    PROCESSES = 1
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

LOGIN_URL = "sign-in"
LOGIN_REDIRECT_URL = "front"
LOGOUT_REDIRECT_URL = "front"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "scoring.people.queries.passwords.OwnWordsValidator"},
]
# Who is locked out when is said in scoring/people/views/locking.py: a hall full of phones has one
# address.
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
]
AXES_HANDLER = "scoring.people.views.locking.Handler"
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_FAILURE_LIMIT = 5
AXES_COOLOFF_TIME = timedelta(minutes=15)
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False
AXES_RESET_ON_SUCCESS = True
AXES_DISABLE_ACCESS_LOG = True
AXES_SENSITIVE_PARAMETERS = [
    "username",
    "ip_address",
    "password",
    "password1",
    "password2",
    "old_password",
    "new_password1",
    "new_password2",
    "password_again",
    "passkey_again",
    "credential",
    "code",
    "sealed",
]
AXES_CLIENT_IP_CALLABLE = "scoring.common.client.client_network"
AXES_USERNAME_CALLABLE = "scoring.people.views.locking.counted_as"
AXES_LOCKOUT_CALLABLE = "scoring.people.views.sign_in.locked_out"

# Tables that one address may start without an account: within ten minutes, and within a day.
START_LIMITS = tuple(int(one) for one in env_list("START_LIMITS", "60,300") if one.isdecimal())
if len(START_LIMITS) != 2:
    raise ImproperlyConfigured("START_LIMITS must be two whole numbers, such as 60,300.")
# Names put down from one address, in ten minutes and in a day: a hall of phones has one.
NAME_LIMITS = (150, 600)
# Days after which a table that was started without an account is put away; 0: never.
PUT_AWAY_AFTER = env_number("PUT_AWAY_AFTER", 90)

# A server that takes our mail; without one no mail is offered (scoring/public/sending/mail.py).
EMAIL_TIMEOUT = 10
MAIL = mail_server(env_text("EMAIL_URL", ""))
EMAIL_HOST, EMAIL_PORT = MAIL["host"], MAIL["port"]
EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = MAIL["user"], MAIL["password"]
EMAIL_USE_TLS, EMAIL_USE_SSL = MAIL["starttls"], MAIL["ssl"]
DEFAULT_FROM_EMAIL = env_text("EMAIL_FROM", "")
if EMAIL_HOST and not (DEFAULT_FROM_EMAIL and PUBLIC_URL):
    raise ImproperlyConfigured(
        "EMAIL_URL also needs EMAIL_FROM, the sender of the e-mails, and PUBLIC_URL, the address "
        "for the links in them."
    )
# Only tests have a push service in their own network.
PUSH_TO_PRIVATE_ADDRESSES = False

LANGUAGE_CODE = "en-gb"
TIME_ZONE = env_text("TIME_ZONE", "UTC")
if TIME_ZONE not in available_timezones():
    raise ImproperlyConfigured(f"TIME_ZONE must be a zone such as Europe/Vienna, not {TIME_ZONE}.")
USE_TZ = True
USE_I18N = False

STATIC_URL = "static/"
STATIC_ROOT = collected_folder(DATA_DIR)
STATICFILES_DIRS = [ROOT / "static"]
STATICFILES_FINDERS = [
    "django.contrib.staticfiles.finders.FileSystemFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
    "clubsite.bundles.BundleFinder",
]
# No page fetches the fonts of the sheets; the others are what is compressed already.
WHITENOISE_SKIP_COMPRESS_EXTENSIONS = ("ttc", "ttf", "woff2", "png", "gz", "br")
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}

# A tournament of 500 people in 20 rounds as a file; a tick for each of 999 entrants.
DATA_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 2000

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'self'"],
        "frame-ancestors": ["'none'"],
        "form-action": ["'self'"],
        "base-uri": ["'none'"],
        "object-src": ["'none'"],
    }
}
# A table's secret link stands in the address: no other site may be told of it.
SECURE_REFERRER_POLICY = "same-origin"
SECURE_SSL_REDIRECT = HTTPS
# Of every cookie (scoring/common/cookies.py). Browsers accept this prefix with HTTPS only.
COOKIE_PREFIX = "__Host-" if HTTPS else ""
SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = f"{COOKIE_PREFIX}sessionid", f"{COOKIE_PREFIX}csrftoken"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
MESSAGE_STORAGE = "scoring.common.cookies.MessageStorage"
# Browsers heed this header on HTTPS only, and complain of it in the console elsewhere.
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if HTTPS else None
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = env_yes("HSTS_SUBDOMAINS", "yes")
# Without HTTPS no second factor can be turned on.
REQUIRE_SECOND_FACTOR = HTTPS and env_yes("REQUIRE_SECOND_FACTOR")
BEHIND_PROXY = env_yes("BEHIND_PROXY")
if BEHIND_PROXY:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SESSION_ENGINE = "scoring.people.actions.sign_ins"
SESSION_COOKIE_AGE = 180 * 24 * 3600
CSRF_FAILURE_VIEW = "scoring.site.views.errors.csrf_failed"

LOG_LEVEL = env_text("LOG_LEVEL", "WARNING").upper()
if LOG_LEVEL not in logging.getLevelNamesMapping():
    raise ImproperlyConfigured(f"LOG_LEVEL must be DEBUG, INFO, WARNING or ERROR, not {LOG_LEVEL}.")
LOG_REQUESTS = env_yes("LOG_REQUESTS")
LOG_ADDRESSES = env_yes("LOG_ADDRESSES")
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {
        "of_the_site": {"()": "clubsite.logs.OfTheSite"},
        "one_a_minute": {"()": "clubsite.logs.OneAMinute"},
    },
    "formatters": {"masked": {"()": "clubsite.logs.Formatter"}},
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "formatter": "masked",
            "filters": ["one_a_minute"],
        }
    },
    "root": {"handlers": ["console"], "level": LOG_LEVEL},
    "loggers": {
        "bowerbook.requests": {"level": "INFO"},
        "bowerbook.security": {"level": "INFO"},
        "uvicorn.error": {"filters": ["of_the_site"]},
        # It says who could not sign in, and from where.
        "axes": {"level": "WARNING" if LOG_ADDRESSES else "ERROR"},
    },
}
if SENTRY_DSN := env_text("SENTRY_DSN", ""):
    sentry.begin(SENTRY_DSN, release=VERSION)
