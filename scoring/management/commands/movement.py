"""`manage.py movement`: planned rotations, and of a tournament the next round, standings, fairness
and a check of its draw. No database needed."""

from __future__ import annotations

from django.core.management.base import BaseCommand, CommandError

from scoring.management.movement import fairness, next, rotation, standings, verify_draw
from scoring.management.streams import Parser, written_out

SUBCOMMANDS = {
    "rotation": rotation,
    "next": next,
    "standings": standings,
    "fairness": fairness,
    "verify-draw": verify_draw,
}


class Command(BaseCommand):
    help = "Plan rotations, draw a tournament’s next round, print its standings, check its draw."
    requires_system_checks = []

    def add_arguments(self, parser) -> None:
        subparsers = parser.add_subparsers(dest="what", required=True, parser_class=Parser)
        for name, module in SUBCOMMANDS.items():
            module.add_arguments(
                subparsers.add_parser(name, help=module.HELP, description=module.HELP)
            )

    def handle(self, *, what: str, **options) -> None:
        try:
            text = SUBCOMMANDS[what].run(**options)
        except OSError as cause:
            raise CommandError(f"{cause.filename}: {cause.strerror}") from cause
        except ValueError as cause:
            raise CommandError(str(cause)) from cause
        with written_out():
            self.stdout.write(text)
