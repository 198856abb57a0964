"""Read compose.yaml strictly: the part of YAML that it uses, and what the Compose Specification
allows for each key of ours. Anything else is a fault."""

import json
import re

from tests.server import ROOT


class NotRead(ValueError):
    """A line that is more of YAML than this reads."""


LINE = re.compile(
    r"(?P<indent> *)(?P<item>- )?(?:(?P<key>[\w./-]+):(?: (?P<value>.+))?|(?P<word>.+))"
)
DIGITS = re.compile(r"\d+")


def read(text):
    """Return what a document of YAML says: mappings, lists of words, and words."""
    lines = []
    for no, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        if "\t" in line or not (found := LINE.fullmatch(line.rstrip())):
            raise NotRead(f"line {no}: {line}")
        lines.append((no, found))
    value, rest = _block(lines, 0)
    if rest:
        raise NotRead(f"line {rest[0][0]}: its indent is of no block")
    return value


def _block(lines, indent):
    """Return the block that begins here, and the lines after it."""
    no, first = lines[0]
    if len(first["indent"]) != indent:
        raise NotRead(f"line {no}: its indent is of no block")
    if first["item"]:
        return _items(lines, indent)
    found = {}
    while lines and len(lines[0][1]["indent"]) == indent:
        (no, line), *lines = lines
        if line["item"] or not line["key"] or line["key"] in found:
            raise NotRead(f"line {no}: it is no key, or is there twice")
        if line["value"] is not None:
            found[line["key"]] = _word(line["value"], no)
        elif lines and len(lines[0][1]["indent"]) > indent:
            found[line["key"]], lines = _block(lines, indent + 2)
        else:
            found[line["key"]] = None
    return found, lines


def _items(lines, indent):
    found = []
    while lines and len(lines[0][1]["indent"]) == indent and lines[0][1]["item"]:
        (no, line), *lines = lines
        if line["value"] is not None:
            raise NotRead(f"line {no}: a mapping in a list")
        word = f"{line['key']}:" if line["key"] else line["word"]
        found.append(_word(word, no))
    return found, lines


def _word(text, no):
    if text.startswith('"'):
        try:
            return json.loads(text)
        except ValueError as wrong:
            raise NotRead(f"line {no}: {wrong}") from wrong
    if text[0] in "&*!|>%@`{}[],'?#" or ": " in text or " #" in text:
        raise NotRead(f"line {no}: {text}")
    if text in ("true", "false"):
        return text == "true"
    # YAML 1.1 reads 80:80 as a number of base 60, and these words as true and false.
    if re.fullmatch(r"\d+(:\d+)+", text) or text.lower() in {"yes", "no", "on", "off", "null", "~"}:
        return float("nan")
    return int(text) if DIGITS.fullmatch(text) else text


# -- what each key may say
# -----------------------------------------------------------------------------------------


def word(value):
    return isinstance(value, str)


def words(value):
    return isinstance(value, list) and all(map(word, value))


def yes_or_no(value):
    return isinstance(value, bool)


def number(value):
    return isinstance(value, int) and not isinstance(value, bool)


def one_of(*allowed):
    return lambda value: value in allowed


def like(pattern):
    return lambda value: word(value) and re.fullmatch(pattern, value) is not None


def each(what):
    return lambda value: isinstance(value, list) and all(map(what, value))


def mapping(value):
    return isinstance(value, dict) and all(map(word, value.values()))


seconds = like(r"(\d+h)?(\d+m)?(\d+s)?")
HEALTH = {
    "test": lambda value: words(value) and value[0] == "CMD",
    "interval": seconds,
    "timeout": seconds,
    "start_period": seconds,
    "retries": number,
}
SERVICE = {
    "build": {"context": word, "dockerfile": word},
    "image": like(r"[a-z0-9./-]+(:[\w.-]+)?"),
    "restart": one_of("no", "always", "on-failure", "unless-stopped"),
    "depends_on": None,
    "environment": mapping,
    "volumes": each(like(r"[\w./-]+:/[\w./-]+(:ro)?")),
    "tmpfs": each(like(r"/\w+")),
    "ports": each(like(r"\d+:\d+(/udp|/tcp)?")),
    "read_only": yes_or_no,
    "init": yes_or_no,
    "cap_drop": words,
    "security_opt": words,
    "shm_size": like(r"\d+[bkmg]"),
    "healthcheck": HEALTH,
}
CONDITIONS = {"service_started", "service_healthy", "service_completed_successfully"}


def faults(known):
    """Return what is wrong in a compose file, a sentence each."""
    found = [f"{key} is no part of a compose file" for key in known.keys() - TOP.keys()]
    services, volumes = known.get("services") or {}, known.get("volumes") or {}
    found += [f"the volume {name} has options" for name, value in volumes.items() if value]
    for name, service in services.items():
        found += [f"{name}: {fault}" for fault in _of_service(service)]
        waits = service.get("depends_on") or []
        found += [f"{name} waits for {one}" for one in waits if one not in services]
        if isinstance(waits, dict):
            conditions = {one.get("condition") for one in waits.values()}
            found += [f"{name} waits until {one}" for one in conditions - CONDITIONS]
            healthy = {one for one, how in waits.items() if "healthy" in str(how)}
            found += [
                f"nobody asks whether {one} is well"
                for one in healthy
                if "healthcheck" not in services.get(one, {})
            ]
        for source in [one.split(":")[0] for one in service.get("volumes", [])]:
            there = (ROOT / source).is_file() if source.startswith("./") else source in volumes
            found += [] if there else [f"{name}: there is no {source}"]
    return found


TOP = {"name": word, "services": dict, "volumes": dict}


def _of_service(service):
    if not {"image", "build"} & service.keys():
        yield "it has no image"
    for key, value in service.items():
        allowed = SERVICE.get(key)
        if key not in SERVICE:
            yield f"{key} is no part of a service"
        elif isinstance(allowed, dict):
            yield from (
                f"{key}.{part} is wrong"
                for part, said in value.items()
                if part not in allowed or not allowed[part](said)
            )
        elif allowed and not allowed(value):
            yield f"{key} is wrong"
    if (build := service.get("build")) and not (
        ROOT / build["context"] / build["dockerfile"]
    ).exists():
        yield f"there is no {build['dockerfile']}"
