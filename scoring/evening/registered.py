"""What features below get from a club night, by hooks."""

from scoring.evening.actions.check_in import charge_as
from scoring.evening.queries.cutting import people_about
from scoring.evening.views.titles import title_lines
from scoring.money import hooks as money
from scoring.people import hooks as people
from scoring.table import hooks as table

people.guest_changes.register(charge_as)
table.people_about.register(people_about)
money.titles.register(title_lines)
