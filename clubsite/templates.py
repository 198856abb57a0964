"""Templates are indented for who reads them; what a browser gets is not."""

from __future__ import annotations

import re

from django.template.loaders import filesystem

INDENT = re.compile(r"\n[ ]+")


class Loader(filesystem.Loader):
    """Loads a template without its indents: they are a fifth of a page that phones ask for over and
    over. Its lines stay, and with them the numbers in an error."""

    def get_contents(self, origin) -> str:
        return INDENT.sub("\n", super().get_contents(origin))
