"""Build the container's image where no registry is reached: `.venv/bin/python -m scripts.image`.

The base is Debian, made by debootstrap, and buildah builds on it without a daemon. Both come with
Debian, and need root. With a registry, `docker build` and `podman build` need only Containerfile.
"""

from __future__ import annotations

import argparse
import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from clubsite.places import RUN
from clubsite.running import Refusal, port_number
from scoring.common.machine import own_account
from scripts.environment import ROOT

TOOLS = ("debootstrap", "buildah", "unshare")
SUITE = "trixie"
PACKAGES = "python3,python3-venv,ca-certificates"
NOT_NEEDED = (
    "var/cache/apt",
    "var/lib/apt/lists",
    "usr/share/doc",
    "usr/share/man",
    "usr/share/locale",
)
"""Folders of the base that a site never reads."""
BASE, IMAGE = "localhost/bowerbook-base", "localhost/bowerbook"
CERTIFICATES = Path("/etc/ssl/certs")
START = """
mount --make-rprivate /
mount --bind {root} {root}
mount --bind {data} {root}/data
mount -t tmpfs tmpfs {root}/tmp
mount -t proc proc {root}/proc
mount --rbind /dev {root}/dev
mount -o remount,bind,ro {root}
exec chroot --userspec={user} {root} env -i {words}
"""
"""What a container's engine does with `read_only`: nothing but the data and /tmp can be written."""


def missing() -> str:
    """Return what keeps this machine from building the image; empty if nothing does."""
    if found := [name for name in TOOLS if not shutil.which(name)]:
        return f"{', '.join(found)} is not installed here"
    if own_account():
        return "debootstrap needs root"
    return ""


@dataclass(frozen=True)
class Images:
    """The images in a folder, apart from those of the machine."""

    folder: Path

    def buildah(self, *words: str | Path) -> str:
        """Run buildah on them, and return what it prints. Raise Refusal with its last words."""
        places = ["--root", self.folder / "images", "--runroot", self.folder / "running"]
        command = ["buildah", *places, "--storage-driver", "vfs", *words]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
        if done.returncode:
            raise Refusal(
                f"{' '.join(map(str, words))}\n{done.stdout[-3000:]}{done.stderr[-3000:]}"
            )
        return done.stdout.strip()

    def make_base(self) -> None:
        """Make the image that ours is built on, unless it is there."""
        if BASE in self.buildah("images", "--format", "{{.Name}}").splitlines():
            return
        system = self.folder / "base"
        shutil.rmtree(system, ignore_errors=True)
        command = ["debootstrap", "--variant=minbase", f"--include={PACKAGES}", SUITE, system]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            raise Refusal(f"debootstrap failed.\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
        for place in NOT_NEEDED:
            shutil.rmtree(system / place, ignore_errors=True)
            (system / place).mkdir()
        empty = self.buildah("from", "scratch")
        self.buildah("copy", "--quiet", empty, system, "/")
        self.buildah("commit", "--quiet", "--rm", empty, BASE)
        shutil.rmtree(system)

    def build(self) -> None:
        """Build our image on it by the Containerfile, with the certificates of this machine for
        pip."""
        words = ["--isolation", "chroot", "--format", "docker", "--build-arg", f"BASE={BASE}"]
        words += ["--volume", f"{CERTIFICATES}:{CERTIFICATES}:ro", "--tag", IMAGE]
        self.buildah("bud", "--quiet", *words, "--file", ROOT / "Containerfile", ROOT)

    def configuration(self) -> dict:
        """Return how the image is to be started, with its `User`, `Env`, `Cmd` and more."""
        said = self.buildah("inspect", "--type", "image", IMAGE)
        return json.loads(said)["Docker"]["config"]

    @contextmanager
    def opened(self) -> Iterator[Path]:
        """Yield the folder with the files of a container of the image, and remove it again."""
        container = self.buildah("from", "--pull-never", IMAGE)
        try:
            yield Path(self.buildah("mount", container))
        finally:
            self.buildah("rm", container)


def start(root: Path, data: Path, configuration: dict, **variables: str) -> subprocess.Popen:
    """Start what the image starts, from its files in `root`, with this data folder. It runs as the
    image's user, and can write into the data folder and /tmp alone."""
    user = configuration["User"]
    os.chown(data, *map(int, user.split(":")))
    given = [*configuration["Env"], *(f"{name}={value}" for name, value in variables.items())]
    words = shlex.join([*given, *configuration["Cmd"]])
    script = START.format(root=root, data=data, user=user, words=words)
    # Each replaces the one before, so that the process returned is the server and can be ended.
    return subprocess.Popen(["unshare", "--mount", "sh", "-ec", script])


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m scripts.image", description=__doc__)
    parser.add_argument("--folder", type=Path, default=ROOT / "var" / "image", metavar="FOLDER")
    parser.add_argument("--run", action="store_true", help="start it, with the data in the folder")
    parser.add_argument("--port", type=port_number, default=8000, metavar="N")
    chosen = parser.parse_args()
    if why := missing():
        raise Refusal(f"{why}. Without it, use docker or podman, or {RUN}.")
    chosen.folder.mkdir(parents=True, exist_ok=True)
    images = Images(chosen.folder)
    images.make_base()
    images.build()
    with images.opened() as root:
        size = sum(file.lstat().st_size for file in root.rglob("*") if not file.is_dir())
        print(f"{IMAGE}: {size / 1_000_000:.0f} MB")
        if chosen.run:
            (chosen.folder / "data").mkdir(exist_ok=True)
            bind = f"0.0.0.0:{chosen.port}"
            site = start(root, chosen.folder / "data", images.configuration(), BIND=bind)
            try:
                return site.wait()
            except KeyboardInterrupt:
                site.send_signal(signal.SIGTERM)
                site.wait()
    return 0


if __name__ == "__main__":
    sys.exit(main())
