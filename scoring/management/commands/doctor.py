"""Say what is wrong with a set-up, in sentences: `manage.py doctor`."""

from __future__ import annotations

import sys

from django.conf import settings
from django.core.management.base import BaseCommand
from django.db import connection

from scoring.euchre.wording import counted
from scoring.site.doctor import complaints


class Command(BaseCommand):
    help = "Say what is wrong with this set-up and what to type; 1 if anything is."
    requires_system_checks = ()

    def handle(self, **options) -> None:
        self.stdout.write(f"Bowerbook {settings.VERSION}")
        self.stdout.write(f"Data folder: {settings.DATA_DIR}")
        self.stdout.write(f"Database: {connection.display_name} {connection.settings_dict['NAME']}")
        found = complaints()
        for no, sentence in enumerate(found, start=1):
            self.stdout.write(f"{no}. {sentence}")
        if found:
            self.stdout.write(f"{counted(len(found), 'thing')} to put right.")
            sys.exit(1)
        self.stdout.write("All is well.")
