"""What a club counts when features below it change something."""

from scoring.club.actions.count import count_again
from scoring.club.queries.people import last_seen
from scoring.club.views.par import pars_of_night
from scoring.evening import hooks as evening
from scoring.money import hooks as money
from scoring.people import hooks as people
from scoring.table.models import ClubSession


@evening.closed.register
def _count(session: ClubSession) -> None:
    count_again(session=session)


people.last_seen.register(last_seen)
money.pars.register(pars_of_night)
