"""Pages without what no script of the pad asks for: its menu, its pictures, the laws. Most of the
time of a simulated night would go into drawing these."""

from __future__ import annotations

import re

from clubsite import templates

LEFT_OUT = {"_sprite.html", "_mast.html", "league/night/_names.html"} | {
    f"table/_{name}.html"
    for name in ("menu", "facts", "what_happened", "evening", "call", "event", "behind", "kept_to")
}
BASE = "{% block body %}<main>{% block content %}{% endblock content %}</main>{% endblock body %}"
PICTURES = re.compile(r"\{% disc [^%]*%\}")


class Loader(templates.Loader):
    """The site's loader of templates, for the simulation."""

    def get_contents(self, origin) -> str:
        name = origin.template_name
        if name in LEFT_OUT:
            return ""
        return BASE if name == "base.html" else PICTURES.sub("", super().get_contents(origin))
