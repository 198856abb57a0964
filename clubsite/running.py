"""`bowerbook run`, or ./run in a checkout: choose address and port, prepare the site, and become
its server. Before that it uses only Python's standard library."""

import argparse
import errno
import os
import re
import socket
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from zoneinfo import ZoneInfo

from clubsite.places import ROOT, RUN
from scoring.common.machine import become

LOCAL_NAMES = "localhost,127.0.0.1,[::1]"
EVERYWHERE = {"", "0.0.0.0", "[::]"}
BIND = re.compile(r"(?P<host>\[[0-9a-fA-F:.]+\]|[^:\[\]]*)(:(?P<port>\d+))?")


NAME = re.compile(r"[a-z0-9-]+")


class Refusal(SystemExit):
    """Ends a command with exit status 1 and a sentence, which says why, and what to type."""


def port_number(text: str) -> int:
    if not text.isdecimal() or not 0 < int(text) < 65536:
        raise argparse.ArgumentTypeError(f"{text} is no port: it is a number from 1 to 65535")
    return int(text)


def options(arguments: list[str], environment: Mapping[str, str]) -> argparse.Namespace:
    """Return the options of ./run with `host` and `port` filled in; options outrank the variable
    BIND."""
    parser = argparse.ArgumentParser(prog=RUN, description="Starts the score book on this machine.")
    bind = BIND.fullmatch(environment.get("BIND", "").strip() or "127.0.0.1")
    if not bind:
        parser.error("the variable BIND is an address such as 127.0.0.1 or 0.0.0.0:8000")
    port = bind["port"] or "8000"
    parser.add_argument(
        "--lan", action="store_true", help="let phones on the same network reach it"
    )
    parser.add_argument(
        "--port", type=port_number, default=port, metavar="N", help=f"otherwise {port}"
    )
    parser.add_argument("--empty", action="store_true", help="make no demo club")
    parser.add_argument(
        "--open", action="store_true", help="open it in the browser when it answers"
    )
    chosen = parser.parse_args(arguments)
    chosen.host = "0.0.0.0" if chosen.lan else bind["host"]
    return chosen


def refuse_taken_port(host: str, port: int) -> None:
    """Raise a Refusal before any slow work if the port can't be used."""
    if error := error_at(host, port):
        raise Refusal(f"{trouble(error, host, port)}")


def error_at(host: str, port: int) -> OSError | None:
    """Return why the port can't be used, or None if it can."""
    bare = host.strip("[]")
    family = socket.AF_INET6 if ":" in bare else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((bare, port))
        except OSError as error:
            return error
    return None


def trouble(error: OSError, host: str, port: int) -> str:
    """Return what is wrong with listening there, and what to type."""
    if error.errno == errno.EADDRINUSE:
        why = f"Another program, or another {RUN}, is using port {port}."
    elif error.errno == errno.EACCES:
        why = f"Only the machine's administrator can use port {port}."
    else:
        return (
            f"The site can't use {host or 'that address'} ({error.strerror}). Check the variable "
            "BIND."
        )
    return f"{why}\nType: {RUN} --port {free_port(host, port)}"


def free_port(host: str, taken: int) -> int:
    """Return the next free port."""
    ports = range(taken + 1 if 1023 < taken < 65535 else 8001, 65536)
    return next((port for port in ports if error_at(host, port) is None), 8001)


def lan_address() -> str:
    """Return this machine's address on its network, or "" if it has none. It sends no data."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(
                ("192.0.2.1", 9)
            )  # an address kept for documentation; UDP only picks a route
        except OSError:
            return ""
        address = probe.getsockname()[0]
    return "" if address.startswith("127.") else address


def machine_zone(etc: Path = Path("/etc")) -> str:
    """Return the time zone this machine is set to ("Europe/Vienna"), empty when it does not say."""
    linked = os.path.realpath(etc / "localtime").partition("zoneinfo/")[2]
    written = (etc / "timezone").read_text("utf-8") if (etc / "timezone").exists() else ""
    for name in (linked, written.strip()):
        try:
            return ZoneInfo(name).key
        except (ValueError, OSError, KeyError):
            continue
    return ""


def address(host: str, port: int, lan: str) -> str:
    """Return the address to type into a browser."""
    name = (lan or "127.0.0.1") if host in EVERYWHERE else host
    return f"http://{name}:{port}"


def own_names() -> list[str]:
    """Return what this machine is called on its network."""
    name = socket.gethostname().lower()
    return [name, f"{name}.local"] if NAME.fullmatch(name) else []


def variables(environment: Mapping[str, str], *, host: str, port: int, lan: str) -> dict[str, str]:
    """Return the environment of the site, from the given variables and those found on the
    machine."""
    known = [lan, *own_names()] if lan else []
    hosts = [environment.get("ALLOWED_HOSTS", "").strip() or LOCAL_NAMES, *known]
    zone = environment.get("TIME_ZONE", "").strip() or machine_zone() or "UTC"
    given = {"BIND": f"{host}:{port}", "ALLOWED_HOSTS": ",".join(hosts), "TIME_ZONE": zone}
    return {**environment, **given}


def main(arguments: list[str]) -> None:
    """Prepare the site, and become its server. Raise Refusal if the port can't be used."""
    chosen = options(arguments, os.environ)
    refuse_taken_port(chosen.host, chosen.port)
    lan = lan_address() if chosen.host in EVERYWHERE else ""
    if chosen.lan and not lan:
        print("Phones can't reach this machine yet. Connect it to a network first.")
    where = os.environ.get("PUBLIC_URL", "").strip().rstrip("/") or address(
        chosen.host, chosen.port, lan
    )
    os.environ |= variables(os.environ, host=chosen.host, port=chosen.port, lan=lan)
    import django

    django.setup()
    from clubsite.preparing import prepare

    prepare(where, empty=chosen.empty)
    sys.stdout.flush()  # what is still buffered would be lost with this process
    # The folder that it was started in stays: DATA_DIR may be relative to it.
    os.environ["PYTHONPATH"] = str(ROOT)
    if chosen.open:
        subprocess.Popen([sys.executable, "-P", "-m", "clubsite.opening", where])
    become([sys.executable, "-P", "-m", "clubsite.server"])
