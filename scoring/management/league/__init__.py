"""The subcommands of `manage.py league`: each has HELP, add_arguments(parser) and
run(league, **options)."""
