"""Say what is wrong with a set-up, in sentences: `manage.py doctor`."""

from __future__ import annotations

import sys

from django.conf import settings
from django.core.management.base import BaseCommand
from django.db import connection

from scoring.euchre.wording import counted
from scoring.site.doctor import complaints


class Command(BaseCommand):
    help = "Check this installation and say how to fix any problem. Exits with 1 if there is one."
    requires_system_checks = ()

    def handle(self, **options) -> None:
        self.stdout.write(f"Bowerbook {settings.VERSION}")
        self.stdout.write(f"Data folder: {settings.DATA_DIR}")
        self.stdout.write(f"Database: {connection.display_name} {connection.settings_dict['NAME']}")
        found = complaints()
        for no, sentence in enumerate(found, start=1):
            self.stdout.write(f"{no}. {sentence}")
        if found:
            self.stdout.write(f"{counted(len(found), 'problem')} found.")
            sys.exit(1)
        self.stdout.write("No problems found.")
