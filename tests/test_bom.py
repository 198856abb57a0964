"""The bill of materials has every third-party part of a release, once."""

import json
from pathlib import Path

from packaging.utils import canonicalize_name

from clubsite.build import version
from scripts import bom
from scripts.lock import entries, version_of

STATIC = Path(__file__).resolve().parent.parent / "static"


def test_the_bill_of_materials_lists_every_package_script_and_font_of_others(tmp_path):
    bill = json.loads(bom.written(tmp_path / "dist").read_text())
    assert (bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.6")
    assert bill["metadata"]["component"]["name"] == "bowerbook"
    assert bill["metadata"]["component"]["version"] == version()
    named = [one.get("purl", one["name"]) for one in bill["components"]]
    assert sorted(named) == sorted(
        {
            *(
                f"pkg:pypi/{canonicalize_name(package.name)}@{version_of(package)}"
                for package, _ in entries("requirements.txt")
            ),
            "pkg:npm/htmx.org@4.0.1#htmx-4.0.1.min.js",
            "pkg:npm/htmx.org@4.0.1#hx-ptag-4.0.1.min.js",
            "pkg:npm/lean-qr@2.7.4#lean-qr-2.7.4.mjs",
            *(
                file.name
                for file in (STATIC / "fonts").iterdir()
                if file.name not in {"CHECKSUMS", "LICENSES.md"}
            ),
        }
    )
