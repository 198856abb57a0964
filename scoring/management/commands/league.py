"""`manage.py league`: the fixtures of a league, and its table. No database needed."""

from __future__ import annotations

import sys
from typing import NoReturn

from django.core.management.base import BaseCommand

from scoring.common.bounded import read_named
from scoring.league.pure.fixtures import CannotPlan
from scoring.league.pure.league_file import BadLeague, loads
from scoring.management.league import fixtures, table
from scoring.management.streams import Parser, in_words, written_out

SUBCOMMANDS = {"fixtures": fixtures, "table": table}


class Command(BaseCommand):
    help = "Plan a league’s season, or print its standings."
    requires_system_checks = []

    def add_arguments(self, parser) -> None:
        subparsers = parser.add_subparsers(dest="what", required=True, parser_class=Parser)
        for name, module in SUBCOMMANDS.items():
            one = subparsers.add_parser(name, help=module.HELP, description=module.HELP)
            one.add_argument("file", metavar="LEAGUE", help="a file; - is standard input")
            module.add_arguments(one)

    def handle(self, *, what: str, file: str, **options) -> None:
        try:
            league = loads(read_named(file))
            text = SUBCOMMANDS[what].run(league, **options)
        except (BadLeague, CannotPlan) as wrong:
            self.refuse(f"{file}: {wrong}")
        except OSError as wrong:
            self.refuse(in_words(wrong))
        with written_out():
            self.stdout.write(text)

    def refuse(self, sentence: str) -> NoReturn:
        self.stderr.write(sentence)
        sys.exit(1)
