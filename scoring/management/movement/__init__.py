"""The subcommands of `manage.py movement`: each has HELP, add_arguments(parser) and
run(**options)."""
