"""What a club night says where features below ask."""

from scoring.evening.queries.cutting import people_about
from scoring.table import hooks as table

table.people_about.register(people_about)
